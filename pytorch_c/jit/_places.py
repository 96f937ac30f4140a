"""Places of a traced program: the file and the line of each node, and the names that it gives its tensors."""

from __future__ import annotations

import sys
import threading

from .._boundary import api
from .._boundary.library import core
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

_PACKAGE = __name__.partition(".")[0]
_SHOWN = tuple(f"{_PACKAGE}.{name}" for name in ("nn.", "vision."))


class _Setting(threading.local):
    frames_up = 0  # whose locals name a tensor, counted from the frame that calls the operator


setting = _Setting()


def _is_inside(frame: FrameType) -> bool:
    """Returns whether a frame is one that torch has in C++."""
    name = frame.f_globals.get("__name__") or ""
    return name.startswith(_PACKAGE + ".") and not name.startswith(_SHOWN)


def _user_frame() -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and _is_inside(frame):
        frame = frame.f_back
    return frame


def _name(tensor: Tensor) -> str | None:
    frame = _user_frame()
    for _ in range(setting.frames_up):
        frame = frame and frame.f_back
    if frame is None:
        return None
    wanted = api.value_id(tensor)
    for name, value in frame.f_locals.items():
        if isinstance(value, Tensor) and api.value_id(value) == wanted:
            return name if name != "self" else None
    return None


def _place() -> tuple[str, str, int] | None:
    frame = first = _user_frame()
    if first is None:
        return None
    lines = []
    while frame is not None:
        lines.append(f"{frame.f_code.co_filename}({frame.f_lineno}): {frame.f_code.co_name}\n")
        frame = frame.f_back
    return "".join(lines), first.f_code.co_filename, first.f_lineno


def _asked(value: Any) -> Any:
    return _place() if value is None else _name(value)


def install() -> None:
    """Has traces ask."""
    core.jit_places(_asked)
