"""The one frame that torch._dynamo.export() captures: the call of the function that it is given.

No frame of Python is evaluated here, so this call is given to torch's callback by its function and arguments.
"""

from __future__ import annotations

import functools
import importlib
import types

from ...compiler._optimized import OptimizedModule
from . import eval_frame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any


def take_over(module: ModuleType) -> None:
    """Lets optimize_assert(export=True) capture the call of its function, and knows compile()'s modules (eval_frame)."""
    module.OptimizedModule = OptimizedModule  # type: ignore[attr-defined]
    of_torch = module.optimize_assert

    @functools.wraps(of_torch)
    def optimize_assert(*args: Any, **kwargs: Any) -> Any:
        context = of_torch(*args, **kwargs)
        return (lambda function: context(captured(function))) if kwargs.get("export") else context

    module.optimize_assert = optimize_assert  # type: ignore[attr-defined]


class Frame:
    """A frame that is about to begin, as the callback looks at it."""

    f_lasti = -1

    def __init__(self, info: Any) -> None:
        self.f_code, self.f_globals, self.f_locals = info.code, info.globals, info.locals
        self.f_builtins, self.closure = info.builtins, info.closure


def captured(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the function with each call given to the thread's callback first, whose code then runs in its place."""
    package = f"{__package__.partition('.')[0]}._dynamo"
    torchs = importlib.import_module(f"{package}.convert_frame")
    rules = importlib.import_module(f"{package}.trace_rules")
    wrap_inline = importlib.import_module(f"{package}.external_utils").wrap_inline

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        callback = eval_frame.set_eval_frame(None)
        if not callback:
            return function(*args, **kwargs)
        asked = function
        traced, self = torchs.get_traced_fn(asked)
        if rules.check(traced.__code__):  # torch skips a frame of its own files, and inlines it into another
            asked = wrap_inline(function)
            traced, self = torchs.get_traced_fn(asked)
        found = callback(Frame(torchs._get_frame(asked, args, kwargs)), None, {}).guarded_code
        if found is None:
            return function(*args, **kwargs)
        run = types.FunctionType(found.code, traced.__globals__, closure=traced.__closure__)
        run.__defaults__, run.__kwdefaults__ = traced.__defaults__, traced.__kwdefaults__
        return run(*args, **kwargs) if self is None else run(self, *args, **kwargs)

    return call
