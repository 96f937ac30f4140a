"""Who keeps a tensor alive: what gc() says of survivors."""

import gc as _python_gc
import os
import sys

from ._lib import lib
from ._tensor import Tensor

_PACKAGE = os.path.dirname(__file__) + os.sep
_accel = sys.modules["pytorch_c._accel"]
MOST = 20  # how many are described


class Survivor:
    """A tensor that outlived its iteration, described; it holds no reference to it."""

    __slots__ = ("op", "shape", "dtype", "device", "site", "referrers")

    def __init__(self, tensor):
        self.op = tensor.grad_fn_name()
        self.shape, self.dtype, self.device = tuple(tensor.shape), tensor.dtype, tensor.device
        self.site = tensor.__dict__.get("_site")
        self.referrers = referrers_of(tensor)

    def __repr__(self):
        made = f" made at {self.site}" if self.site else ""
        op = f" by {self.op}" if self.op else ""
        held = f", held by {', '.join(self.referrers)}" if self.referrers else ""
        return f"{list(self.shape)} {self.dtype} on {self.device}{op}{made}{held}"


def _frames():
    for frame in sys._current_frames().values():
        while frame is not None:
            if not frame.f_code.co_filename.startswith(_PACKAGE):
                yield frame
            frame = frame.f_back


def _describe(holder, tensor):
    if isinstance(holder, dict):
        names = [repr(key) for key, value in holder.items() if value is tensor]
        module = holder.get("__name__")
        return f"{'module ' + module if module else 'dict'} key {names[0]}" if names else None
    if isinstance(holder, (list, tuple, set, frozenset)):
        return f"{type(holder).__name__} of {len(holder)}"
    return type(holder).__name__


def referrers_of(tensor):
    """Short texts: "local 'cost' of train() line 12", "list of 30", …"""
    found = []
    for frame in _frames():
        for name, value in frame.f_locals.items():
            if value is tensor:
                found.append(f"local {name!r} of {frame.f_code.co_name}() line {frame.f_lineno}")
    ignored = (type(sys._getframe()), type(iter([])))
    for holder in _python_gc.get_referrers(tensor):
        if isinstance(holder, ignored) or holder is found:
            continue
        # f_locals above made dicts of their own, and our callers hold lists.
        text = _describe(holder, tensor)
        if text and not (isinstance(holder, dict) and "__builtins__" not in holder and text.startswith("dict key") and _is_locals(holder)):
            found.append(text)
    return list(dict.fromkeys(found))[:5]


def _is_locals(holder):
    return any(frame.f_locals is holder for frame in _frames())


def survivors_of(mark):
    """The tensors made under a mark that are alive, at most MOST of them."""
    found = []
    # Frozen objects are not listed, and none of them is the loop's.
    for one in _python_gc.get_objects():
        if isinstance(one, Tensor) and one._h is not None and lib.ptc_mark_has(mark, one._h):
            found.append(Survivor(one))
            if len(found) == MOST:
                break
    return found


def _remember(tensor):
    frame = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame = frame.f_back
    if frame is not None:
        tensor.__dict__["_site"] = f"{frame.f_code.co_filename}:{frame.f_lineno}"


def set_trace(enabled):
    _accel.set_tracer(_remember if enabled else None)
