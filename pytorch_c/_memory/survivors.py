"""Who keeps a tensor alive: what gc() says of survivors."""

from __future__ import annotations

import gc as _python_gc
import inspect
import os
import sys
import types

from .._boundary import api
from .._boundary.handle import core
from .._tensor.tensor import Tensor

_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep
MOST = 20  # how many are described


class Survivor:
    """A tensor that outlived its iteration, described; it holds no reference to it."""

    __slots__ = ("op", "shape", "dtype", "device", "site", "referrers")

    def __init__(self, tensor: Tensor, referrers: list[str]) -> None:
        made_by, self.site = _sites.get(_address(tensor), (None, None))
        self.op = made_by or tensor.grad_fn_name()
        self.shape, self.dtype, self.device = tuple(tensor.shape), tensor.dtype, tensor.device
        self.referrers = referrers

    def __repr__(self):
        op = f" by {self.op}" if self.op else ""
        made = f" made at {self.site}" if self.site else ""
        held = f", held by {', '.join(self.referrers)}" if self.referrers else ""
        return f"{list(self.shape)} {self.dtype} on {self.device}{op}{made}{held}"


def survivors_of(mark):
    """The tensors made under a mark that are alive, at most MOST of them."""
    found = []
    for one in _python_gc.get_objects():
        # Not isinstance: that asks proxies, which may run anything.
        if issubclass(type(one), Tensor) and one._h is not None and api.mark_has(mark, one):
            found.append(one)
            if len(found) == MOST:
                break
    one = None
    held = referrers_of(found)
    return [Survivor(tensor, held[id(tensor)]) for tensor in found]


# ---- referrers ----


def referrers_of(tensors):
    """{id: short texts}: "local 'cost' of train() line 12", "item 3 of a list of 30", …"""
    found = {id(tensor): [] for tensor in tensors}
    ours = {id(tensors), id(found)}
    for text, tensor in _locals(found):
        found[id(tensor)].append(text)
    text = tensor = None
    holders = [h for h in _python_gc.get_referrers(*tensors) if id(h) not in ours] if tensors else []
    owners = _owners([h for h in holders if isinstance(h, (dict, tuple, types.CellType))], {id(holders), *ours})
    for holder in holders:
        for tensor in _python_gc.get_referents(holder):
            if id(tensor) in found and not isinstance(holder, (types.FrameType, type(iter([])))):
                text = _describe(holder, tensor, owners.get(id(holder)))
                if text and text not in found[id(tensor)]:
                    found[id(tensor)].append(text)
    return {key: texts[:5] for key, texts in found.items()}


def _frames():
    for frame in sys._current_frames().values():
        while frame is not None:
            if not frame.f_code.co_filename.startswith(_PACKAGE):
                yield frame
            frame = frame.f_back


def _locals(wanted):
    """(text, tensor) for each local variable that holds one of the wanted tensors."""
    for frame in _frames():
        if not frame.f_code.co_flags & inspect.CO_OPTIMIZED:
            continue  # a module's or a class's are a dict, which the collector finds
        values = frame.f_locals
        for name, value in list(values.items()):
            if id(value) in wanted and isinstance(value, Tensor):
                yield f"local {name!r} of {frame.f_code.co_name}() line {frame.f_lineno}", value
        value = None
        # Before 3.13 this is a copy that the frame keeps, and all that is in it,
        # unless it is a debugger's as well, or what locals() gave.
        if sys.version_info < (3, 13) and sys.getrefcount(values) <= 3:
            values.clear()


def _owners(parts, ours):
    """{id: owner} for the dicts of objects, and the closures and default arguments of functions."""
    found, level = {}, parts
    for _ in range(2):  # a cell is in a tuple, and that in a function
        above = []
        for owner in _python_gc.get_referrers(*level) if level else ():
            if isinstance(owner, tuple) and id(owner) not in ours:
                above.append(owner)
            elif isinstance(owner, types.FunctionType):
                for part in (owner.__closure__, owner.__defaults__, owner.__kwdefaults__):
                    found[id(part)] = owner
                found |= {id(cell): owner for cell in owner.__closure__ or ()}
            elif not isinstance(owner, types.ModuleType):
                found[id(_dict_of(owner))] = owner
        level = above
    found.pop(id(None), None)
    return found


def _dict_of(thing):
    try:
        return vars(thing)
    except TypeError:
        return None


def _describe(holder, tensor, owner):
    if isinstance(holder, types.CellType):
        return f"the closure of {owner.__qualname__}()" if owner else "a closure"
    if isinstance(owner, types.FunctionType):
        return f"a default argument of {owner.__qualname__}()"
    if isinstance(holder, dict):
        name = next((repr(key) for key, value in holder.items() if value is tensor), None)
        if owner is not None:
            return f"attribute {name} of a {type(owner).__name__}"
        where = f"module {holder.get('__name__')}" if "__builtins__" in holder else f"a dict of {len(holder)}"
        return name and f"{name} of {where}"
    if isinstance(holder, (list, tuple)):
        return f"item {next(i for i, one in enumerate(holder) if one is tensor)} of a {type(holder).__name__} of {len(holder)}"
    name = next((name for name, value in (_dict_of(holder) or {}).items() if value is tensor), None)
    return f"attribute {name!r} of a {type(holder).__name__}" if name else f"a {type(holder).__name__}"


# ---- where tensors were made ----

# By the address of the handle: an entry of a tensor that is gone is overwritten
# by the next one at that address.
_sites = {}


def _address(tensor):
    return tensor._h.address if tensor._h is not None else 0


def _remember(tensor):
    frame, inner = sys._getframe(1), None
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, inner = frame.f_back, frame
    if frame is not None:
        op = inner.f_code.co_name if inner is not None else None
        _sites[_address(tensor)] = op, f"{frame.f_code.co_filename}:{frame.f_lineno}"


def set_trace(enabled):
    _sites.clear()
    core.set_tracer(_remember if enabled else None)
