"""What is different while a program is traced: modules open their scopes, and what a trace cannot see warns.

Tensor's own members stay as they are until a trace begins, and are put back when the last one ends, so that nothing
costs anything outside. Another thread, which is not traced, finds in them what it is used to.
"""

from __future__ import annotations

import threading
import warnings
from inspect import getattr_static

from .._boundary import api
from .._boundary.library import core
from .._boundary.warnings import by_words
from .._tensor.tensor import Tensor
from ..nn import _hooks
from ._sizes import TracedSize, members_for_sizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Tracing", "TracerWarning", "is_tracing"]


class TracerWarning(Warning):
    """What a trace cannot see, and so does not repeat (torch.jit.TracerWarning)."""

    @staticmethod
    def ignore_lib_warnings() -> None:
        """Keeps quiet where the package itself looks at a tensor, at its shape above all."""
        for package in (__name__.partition(".")[0], "torch"):
            warnings.filterwarnings("ignore", category=TracerWarning, module=rf"{package}\.(?!jit)")


TracerWarning.ignore_lib_warnings()
for _words in ("cause the trace to be incorrect", "registered as constants in the trace", "represented in the JIT"):
    by_words[_words] = TracerWarning


def is_tracing() -> bool:
    """Whether this thread is in a function that is traced."""
    return api.jit_is_tracing()


_MIGHT = (
    "{} might cause the trace to be incorrect. We can't record the data flow of Python values, so this value will be "
    "treated as a constant in the future. This means that the trace might not generalize to other inputs!"
)
_ITER = (
    "Iterating over a tensor might cause the trace to be incorrect. Passing a tensor of different shape won't change "
    "the number of iterations executed (and might lead to errors or silently give incorrect results)."
)
_LEN = (
    "Using len to get tensor shape might cause the trace to be incorrect. Recommended usage would be tensor.shape[0]. "
    "Passing a tensor of different shape might lead to errors or silently give incorrect results."
)
_CONVERTED = {
    "__bool__": "Converting a tensor to a Python boolean",
    "__int__": "Converting a tensor to a Python integer",
    "__float__": "Converting a tensor to a Python float",
    "__complex__": "Converting a tensor to a Python complex",
    "__index__": "Converting a tensor to a Python index",
    "item": "Converting a tensor to a Python number",
    "tolist": "Converting a tensor to a Python list",
    "numpy": "Converting a tensor to a NumPy array",
}
_TEXTS = {name: _MIGHT.format(what) for name, what in _CONVERTED.items()} | {"__iter__": _ITER, "__len__": _LEN}


class _Quiet(threading.local):
    inside = False  # of a conversion that has warned, and is made of others


_quiet = _Quiet()


def _warning(text: str, own: Any) -> Callable[..., Any]:
    """The member `own` with a warning before it, on threads that are traced."""

    def member(self: Tensor, *args: Any, **kwargs: Any) -> Any:
        found = own.__get__(self, type(self))
        if _quiet.inside or not api.jit_is_tracing():
            return found(*args, **kwargs)
        warnings.warn(text, TracerWarning, stacklevel=2)
        _quiet.inside = True
        try:
            return found(*args, **kwargs)
        finally:
            _quiet.inside = False

    return member


_lock = threading.Lock()
_open = 0
_before: dict[str, Any] = {}


def _change_members() -> None:
    global _open
    with _lock:
        _open += 1
        if _open > 1:
            return
        changed = {name: _warning(text, getattr_static(Tensor, name)) for name, text in _TEXTS.items()}
        for name, member in (changed | members_for_sizes()).items():
            _before[name] = vars(Tensor).get(name)
            setattr(Tensor, name, member)
        core.setup({"traced_size": TracedSize})
        _hooks.trace_calls(_call)


def _restore_members() -> None:
    global _open
    with _lock:
        _open -= 1
        if _open:
            return
        _hooks.trace_calls(None)
        core.setup({"traced_size": None})
        for name, member in _before.items():
            if member is None:
                delattr(Tensor, name)
            else:
                setattr(Tensor, name, member)
        _before.clear()


class _Scopes(threading.local):
    names: dict[Any, str] | None = None  # of submodules, as paths from the module that is traced


_scopes = _Scopes()


def _call(module: Any, forward: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A module's forward; what it does becomes a method of the submodule that it is."""
    names = None if type(forward) is core.ScriptMethod else _scopes.names  # the graph has a call of that method
    name = names.get(module) if names else None
    if name is None or not api.jit_is_tracing():
        return forward(*args, **kwargs)
    api.jit_trace_push_scope(name)
    try:
        return forward(*args, **kwargs)
    finally:
        if api.jit_is_tracing():
            api.jit_trace_pop_scope()


class Tracing:
    """A block in which functions are traced; `names` are the paths of the submodules of the module that is."""

    def __init__(self, names: dict[Any, str] | None = None) -> None:
        self.names = names

    def __enter__(self) -> None:
        _change_members()
        self.outer, _scopes.names = _scopes.names, self.names

    def __exit__(self, *exception: object) -> None:
        _scopes.names = self.outer
        _restore_members()
