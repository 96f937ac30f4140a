"""Differences while a program is traced: modules open their scopes, and what a trace cannot see warns.

Tensor's own members stay as they are until a trace begins, and are put back when the last one ends, so that nothing
costs anything outside. Another thread, which is not traced, finds in them what it is used to.
"""

from __future__ import annotations

import sys
import threading
import warnings
from inspect import getattr_static

from .._boundary import api
from .._boundary.library import core
from .._boundary.warnings import by_words
from .._tensor import data
from .._tensor.tensor import Tensor
from ..nn import _hooks
from . import _places
from ._sizes import is_followed, members_for_sizes, number_of, quiet
from ._traced_members import members_for_traces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["Tracing", "TracerWarning", "is_tracing"]


_PACKAGE = __name__.partition(".")[0]


class TracerWarning(Warning):
    """Warning of what a trace cannot see, and so does not repeat (torch.jit.TracerWarning)."""

    @staticmethod
    def ignore_lib_warnings() -> None:
        """Keeps quiet where the package itself looks at a tensor, at its shape above all."""
        for package in (_PACKAGE, "torch"):
            warnings.filterwarnings("ignore", category=TracerWarning, module=rf"{package}\.(?!jit)")


TracerWarning.ignore_lib_warnings()
_places.install()
for _words in ("cause the trace to be incorrect", "registered as constants in the trace", "represented in the JIT"):
    by_words[_words] = TracerWarning


def is_tracing() -> bool:
    """Returns whether this thread is in a function that is traced."""
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
_CONSTANT = (
    " results are registered as constants in the trace. You can safely ignore this warning if you use this function to "
    "create tensors out of constant variables that would be the same every time you call this function. In any other "
    "case, this might cause the trace to be incorrect."
)
_MAKERS = tuple(f"{_PACKAGE}.{name}" for name in ("_tensor.data", "_tensor.protocols", "_composites.typed"))
_CONVERTED = {
    "__bool__": "Converting a tensor to a Python boolean",
    "__int__": "Converting a tensor to a Python integer",
    "__float__": "Converting a tensor to a Python float",
    "__complex__": "Converting a tensor to a Python complex",
    "item": "Converting a tensor to a Python number",
    "tolist": "Converting a tensor to a Python list",
    "numpy": "Converting a tensor to a NumPy array",
}
_TEXTS = {name: _MIGHT.format(what) for name, what in _CONVERTED.items()} | {"__iter__": _ITER, "__len__": _LEN}
_SILENT = ("__index__",)  # no warning, as in torch: layers call `range(x.size(0))`


def _warning(text: str | None, own: Any) -> Callable[..., Any]:
    """The member `own` with a warning before it, on threads that are traced; what it does itself warns of nothing."""

    def member(self: Tensor, *args: Any, **kwargs: Any) -> Any:
        found = own.__get__(self, type(self))
        if not is_followed():
            return found(*args, **kwargs)
        if text is not None:
            warnings.warn(text, TracerWarning, stacklevel=2)
        quiet.inside = True
        try:
            return found(*args, **kwargs)
        finally:
            quiet.inside = False

    return member


def _constant(name: str, make: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Returns what make() gives, which a trace has as it is; None outside of traces."""
    if not is_followed():
        return None
    level, frame = 2, sys._getframe(2)
    while frame.f_globals.get("__name__") in _MAKERS and frame.f_back is not None:
        level, frame = level + 1, frame.f_back
    if not frame.f_globals.get("__name__", "").startswith(_PACKAGE + "."):
        warnings.warn(name + _CONSTANT, TracerWarning, stacklevel=level + 1)
    with_grad = kwargs.pop("requires_grad", False)
    quiet.inside = True
    try:
        made = make(*args, **kwargs)
        where = made.device, made.dtype
    finally:
        quiet.inside = False
    # Operators that change nothing, so that it may be a result of the trace.
    if name == "torch.from_numpy":
        return api.lift_fresh(made)
    made = core.same(api.to_device(made, *where, False, False, None), made)
    made = made.detach() if name == "torch.tensor" and make.__name__ == "tensor" else made
    return made.requires_grad_() if with_grad else made


_lock = threading.Lock()
_open = 0
_before: dict[str, Any] = {}


def _change_members() -> None:
    global _open
    with _lock:
        _open += 1
        if _open > 1:
            return
        texts = _TEXTS | dict.fromkeys(_SILENT)
        changed = {name: _warning(text, getattr_static(Tensor, name)) for name, text in texts.items()}
        for name, member in (changed | members_for_sizes() | members_for_traces()).items():
            _before[name] = vars(Tensor).get(name)
            setattr(Tensor, name, member)
        core.setup({"traced_number": number_of})
        data.traced = _constant
        _hooks.trace_calls(_call)


def _restore_members() -> None:
    global _open
    with _lock:
        _open -= 1
        if _open:
            return
        _hooks.trace_calls(None)
        core.setup({"traced_number": None})
        data.traced = None
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
