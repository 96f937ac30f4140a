"""Blocks as decorators (torch.utils._contextlib). torch's compiler reads this file: what a decorated function does is its own."""

from __future__ import annotations

import functools
import inspect
import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from typing_extensions import Self

    _F = TypeVar("_F", bound=Callable[..., Any])


class _DecoratorContextManager:
    """A block that decorates a function, or each step of a generator."""

    def __call__(self, orig_func: _F) -> _F:
        func = orig_func
        if inspect.isclass(orig_func):
            func = lambda *args, **kwargs: orig_func(*args, **kwargs)  # type: ignore  # noqa: E731  # not a class to those who look at it
            warnings.warn(
                "Decorating classes is deprecated and will be disabled in future versions. "
                "You should only decorate functions or methods.",
                FutureWarning,
                stacklevel=2,
            )
        elif inspect.isgeneratorfunction(orig_func):
            return _each_step(self.clone, orig_func)  # type: ignore[return-value]
        return _each_call(self.clone, func)  # type: ignore[return-value]

    def clone(self) -> Self:
        """Returns a fresh copy, so that decorated functions can recurse."""
        return self.__class__()


def _each_call(fresh: Callable[[], Any], function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        with fresh():
            return function(*args, **kwargs)

    return wrapped


def _each_step(fresh: Callable[[], Any], function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        steps = function(*args, **kwargs)
        step, given = steps.send, None
        try:
            while True:
                with fresh():
                    found = step(given)
                try:
                    step, given = steps.send, (yield found)
                except GeneratorExit:
                    with fresh():
                        steps.close()
                    raise
                except BaseException as error:
                    step, given = steps.throw, error
        except StopIteration as end:
            return end.value

    return wrapped
