"""The one call that torch._dynamo.export() captures, where this Python's frames cannot be read (csrc/frames.c).

It is given to torch's callback by its function and arguments, and what it calls runs as it is.
"""

from __future__ import annotations

import functools
import importlib
import threading
import types

from ..._boundary import _frames  # type: ignore[attr-defined]
from . import frames

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_kept = threading.local()


def exchange(callback: Any) -> Any:
    """Sets what the captured call is given to on this thread, and returns the one before; None at first."""
    before = current()
    _kept.callback = callback
    return before


def current() -> Any:
    """Returns what exchange() has set on this thread; None at first."""
    return getattr(_kept, "callback", None)


def take_over(module: types.ModuleType) -> None:
    """Lets optimize_assert(export=True) capture the call of its function (_dynamo.eval_frame)."""
    if hasattr(_frames, "start"):
        return
    of_torch = module.optimize_assert

    @functools.wraps(of_torch)
    def optimize_assert(*args: Any, **kwargs: Any) -> Any:
        context = of_torch(*args, **kwargs)
        return (lambda function: context(captured(function))) if kwargs.get("export") else context

    module.optimize_assert = optimize_assert  # type: ignore[attr-defined]


def captured(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns the function with each call given to the thread's callback first, whose code then runs in its place."""
    package = f"{__package__.partition('.')[0]}._dynamo"
    torchs = importlib.import_module(f"{package}.convert_frame")
    rules = importlib.import_module(f"{package}.trace_rules")
    wrap_inline = importlib.import_module(f"{package}.external_utils").wrap_inline

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        callback = exchange(None)
        if not callback:
            return function(*args, **kwargs)
        asked = function
        traced, self = torchs.get_traced_fn(asked)
        if rules.check(traced.__code__):  # torch skips a frame of its own files, and inlines it into another
            asked = wrap_inline(function)
            traced, self = torchs.get_traced_fn(asked)
        found = callback(_begun(torchs._get_frame(asked, args, kwargs)), None, {}).guarded_code
        if found is None:
            return function(*args, **kwargs)
        run = types.FunctionType(found.code, traced.__globals__, closure=traced.__closure__)
        run.__defaults__, run.__kwdefaults__ = traced.__defaults__, traced.__kwdefaults__
        return run(*args, **kwargs) if self is None else run(self, *args, **kwargs)

    return call


def _begun(info):
    return frames._PyInterpreterFrame(info.code, info.locals, info.globals, info.builtins, info.closure)
