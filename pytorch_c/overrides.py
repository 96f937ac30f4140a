"""Classes and modes that say what torch's functions mean for them (torch.overrides): __torch_function__."""

from __future__ import annotations

import contextlib
import functools
import importlib
import importlib.util
import types
import warnings
from collections.abc import Iterable

from ._boundary.handle import core
from ._tensor import overriding
from ._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar

    from typing_extensions import Self

    _F = TypeVar("_F", bound=Callable[..., Any])

__all__ = [
    "get_default_nowrap_functions",    "get_ignored_functions", "get_overridable_functions", "get_testing_overrides", "handle_torch_function",
    "has_torch_function", "resolve_name", "is_tensor_like", "is_tensor_method_or_property", "wrap_torch_function",
    "enable_reentrant_dispatch", "redispatch_function",
]  # fmt: skip

_disabled_torch_function_impl = overriding.disabled


DisableTorchFunctionSubclass = overriding.DisableTorchFunctionSubclass


class DisableTorchFunction(core.WithoutOverrides):
    """A `with` block in which neither classes nor modes are asked. Source: torch._C.DisableTorchFunction."""

    def __new__(cls) -> Self:
        return super().__new__(cls, 2)


class _EnableTorchFunction:
    """A `with` block in which classes and modes are asked. Source: torch._C._EnableTorchFunction."""

    def __enter__(self) -> None:
        self._before = core.override_level(0)

    def __exit__(self, *exc_info: object) -> None:
        core.override_level(self._before)


@contextlib.contextmanager
def _enable_torch_function() -> Iterator[None]:
    before = core.override_level(0)
    try:
        yield
    finally:
        core.override_level(before)


# ---- for functions written in Python ----


has_torch_function: Callable[[Iterable[Any]], bool] = core.has_torch_function
has_torch_function_unary: Callable[[Any], bool] = core.has_torch_function_unary
has_torch_function_variadic: Callable[..., bool] = core.has_torch_function_variadic


def handle_torch_function(
    public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any, **kwargs: Any
) -> Any:
    """Returns what the mode or the classes of the relevant arguments make of public_api(*args, **kwargs).

    Raises TypeError where each of them gives NotImplemented. Source: torch.overrides.handle_torch_function.
    """
    return overriding.ask(public_api, relevant_args, args, kwargs)


def wrap_torch_function(dispatcher: Callable[..., Iterable[Any]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: the function is left to __torch_function__ where the dispatcher's result, of the same arguments, says so.

    Source: torch.overrides.wrap_torch_function.
    """

    def decorate(func):
        @functools.wraps(func)
        def wrapped(*args, **kwargs):
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return func(*args, **kwargs)

        return wrapped

    return decorate


def is_tensor_like(inp: Any) -> bool:
    """Returns whether it is a Tensor or has __torch_function__ (torch.overrides.is_tensor_like)."""
    return type(inp) is Tensor or hasattr(inp, "__torch_function__")


def redispatch_function(func: Callable[..., Any], types: Any, args: Any, kwargs: Any) -> Any:
    """The call itself, where its first function is not asked for again (torch.overrides.redispatch_function)."""
    with core.WithoutOverrides(2):
        return func(*args, **(kwargs or {}))


# ---- modes ----


class TorchFunctionMode:
    """A mode for a `with` block: its __torch_function__(func, types, args, kwargs) says what each call means in it.

    What it calls itself is left to the modes around it. Source: torch.overrides.TorchFunctionMode.
    """

    inner: TorchFunctionMode

    def __init__(self) -> None:
        pass

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise NotImplementedError

    def __enter__(self) -> Self:
        overriding.push_mode(self)
        return self

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        overriding.pop_mode()

    @classmethod
    def push(cls, *args: Any, **kwargs: Any) -> Self:
        warnings.warn("`Mode.push()` is no longer necessary and can be replaced with just `with Mode()`", stacklevel=2)
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    """The mode that changes nothing (torch.overrides.BaseTorchFunctionMode)."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


class enable_reentrant_dispatch(core.DispatchBlock):
    """A `with` block inside of __torch_dispatch__ in which operators are dispatched as where it was asked.

    Source: torch.overrides.enable_reentrant_dispatch.
    """

    def __new__(cls) -> Self:
        return super().__new__(cls, 2)


def _get_current_function_mode() -> Any:
    found = overriding.modes()
    return found[-1] if found else None


def _get_current_function_mode_stack() -> list[Any]:
    return overriding.modes()


# ---- what can be overridden: torch's own lists, of this package's functions ----


class _Missing:
    """Stands in torch's lists for a name that is not here; it is left out of them."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, name: str) -> Any:
        return _Missing(name)


class _Names:
    """The names of a module or a class, for torch's lists: one that is not here is a _Missing."""

    def __init__(self, of: Any) -> None:
        self._of = of
        self._below: dict[str, Any] = {}

    def __dir__(self) -> list[str]:
        return [one for one in dir(self._of) if hasattr(self._of, one)]

    def __getattribute__(self, name: str) -> Any:
        of, below = object.__getattribute__(self, "_of"), object.__getattribute__(self, "_below")
        if name in ("_of", "__class__"):
            return of if name == "_of" else of.__class__  # a module counts as one
        if name in below:
            return below[name]
        try:
            found = getattr(of, name)
        except (AttributeError, ImportError, NotImplementedError):
            found = [one for one in dir(self) if one[0] != "_"] if name == "__all__" else _Missing(name)
        if found is Tensor or isinstance(found, types.ModuleType):
            found = below[name] = _Names(found)
        return found


def _once(function: _F) -> _F:
    """The function, run at its first call; later calls give what that gave.

    Torch's lists name deprecated attributes, of which nobody who asks for the lists shall hear.
    """
    found: list[Any] = []

    @functools.wraps(function)
    def once():
        if not found:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                found.append(function())
        return found[0]

    return once  # type: ignore[return-value]


@functools.cache
def _lists():
    """Torch's own file of this module, run upon this package. ImportError where torch's files are not there."""
    loader = importlib.import_module(f"{__package__}._borrowed.loader")
    spec = loader.spec_of("overrides", f"{__package__}._overrides_of_torch")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.torch = _Names(importlib.import_module(__package__))
    return module


def _present(functions):
    return {one for one in functions if not isinstance(one, _Missing)}


def _asks(function, listed):
    """Returns whether __torch_function__ is asked for a function that torch's lists find in this package."""
    return isinstance(getattr(function, "__asked__", function), core.Operator) or function in listed


@_once
def get_overridable_functions() -> dict[Any, list[Callable[..., Any]]]:
    """{module or class: its functions that __torch_function__ is asked for} (torch.overrides.get_overridable_functions)."""
    found, listed, out = _lists().get_overridable_functions(), _lists().get_testing_overrides(), {}
    for space, functions in found.items():
        asked = [getattr(one, "__asked__", None) or one for one in functions if _asks(one, listed)]
        if asked:
            out[getattr(space, "_of", space)] = asked
    return out


@_once
def _names():
    return _lists()._get_overridable_functions()[1]


def resolve_name(f: Callable[..., Any]) -> str | None:
    """The public name of a function that __torch_function__ was given, "torch.add"; None for others.

    Source: torch.overrides.resolve_name.
    """
    _names()  # made before torch's function asks for it, for that would warn
    return _lists().resolve_name(f)


@_once
def _members():
    return frozenset(get_overridable_functions()[Tensor])


def is_tensor_method_or_property(func: Callable[..., Any]) -> bool:
    """Returns whether it is a method of Tensor's or reads one of its attributes (torch.overrides.is_tensor_method_or_property)."""
    return func in _members() or getattr(func, "__name__", None) == "__get__"


@_once
def get_default_nowrap_functions() -> set[Callable[..., Any]]:
    """Functions whose result must not be wrapped in the subclass: they give what a tensor keeps.

    Source: torch.overrides.get_default_nowrap_functions.
    """
    return _present(_lists().get_default_nowrap_functions())


@_once
def get_ignored_functions() -> set[Callable[..., Any]]:
    """The functions that nobody is asked for (torch.overrides.get_ignored_functions)."""
    return _present(_lists().get_ignored_functions())


@_once
def get_testing_overrides() -> dict[Callable[..., Any], Callable[..., Any]]:
    """{function: another one with its arguments that gives -1}, of all that can be overridden.

    Source: torch.overrides.get_testing_overrides.
    """
    listed = _lists().get_testing_overrides().items()
    found = {getattr(one, "__asked__", None) or one: stands for one, stands in listed if not isinstance(one, _Missing)}
    for functions in get_overridable_functions().values():
        for one in functions:  # operators that torch has not, or not under this name
            found.setdefault(one, lambda *args, **kwargs: -1)
    return found
