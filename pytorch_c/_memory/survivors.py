"""Who keeps a tensor alive: what gc() says of survivors."""

from __future__ import annotations

import collections
import gc as _python_gc
import inspect
import os
import sys
import types

from .._boundary import api
from .._boundary.handle import core
from .._tensor.data import _Memory
from .._tensor.tensor import Tensor

_PACKAGE = os.path.dirname(os.path.dirname(__file__)) + os.sep
MOST = 20  # how many are described


class Survivor:
    """A tensor that outlived its iteration, described; it holds no reference to it."""

    __slots__ = ("op", "shape", "dtype", "device", "site", "referrers")

    def __init__(self, tensor: Tensor, referrers: list[str]) -> None:
        made_by, self.site = _sites.get(_address(tensor), (None, None))
        self.op = made_by or api.tensor_grad_fn_name(tensor)
        self.shape = tuple(Tensor.shape.__get__(tensor))
        self.dtype, self.device = Tensor.dtype.__get__(tensor), Tensor.device.__get__(tensor)
        self.referrers = referrers

    def __repr__(self):
        op = f" by {self.op}" if self.op else ""
        made = f" made at {self.site}" if self.site else ""
        held = f", held by {', '.join(self.referrers)}" if self.referrers else ""
        return f"{list(self.shape)} {self.dtype} on {self.device}{op}{made}{held}"


def survivors_of(mark, aside=None):
    """The tensors made under a mark that are alive, at most MOST of them; the list `aside` is none of their holders."""
    found = []
    for one in _python_gc.get_objects():
        # Not isinstance: that asks proxies, which may run anything.
        if issubclass(type(one), Tensor) and _open_handle(one) is not None and api.mark_has(mark, one):
            found.append(one)
            if len(found) == MOST:
                break
    one = None
    held = referrers_of(found, aside)
    described = [Survivor(tensor, held[id(tensor)]) for tensor in found]
    missing = min(MOST, api.mark_tensors(mark)) - len(found)
    return described + _lent(mark, missing) if missing > 0 else described


def bytes_on_devices(mark, aside=None):
    """{device: bytes of the tensors made under a mark that are alive there}; two over one storage count twice."""
    found = {}
    for one in _python_gc.get_objects():
        if issubclass(type(one), Tensor) and _open_handle(one) is not None and api.mark_has(mark, one):
            device = str(Tensor.device.__get__(one))
            found[device] = found.get(device, 0) + Tensor.nbytes.__get__(one)
    return found


def _lent(mark, most):
    """The memory that NumPy's arrays hold though their tensor is gone, at most `most` of them."""
    found, seen = [], set()
    api.mark_set(None)  # what is made here is not the loop's
    try:
        for array, where in _arrays():
            memory = _memory_of(array)
            if id(memory) in seen or len(found) == most:
                continue
            seen.add(id(memory))
            tensor = core.lent_under(memory, mark)
            if tensor is not None:
                found.append(Survivor(tensor, [f"a NumPy array over its memory{where}"]))
                tensor.close()
    finally:
        core.resync()
    return found


def _array_type():
    """NumPy's class of arrays; where NumPy is not imported, one that stands in and has no instances."""
    numpy = sys.modules.get("numpy")
    return numpy.ndarray if numpy is not None else _NoArray


class _NoArray:
    pass


def _memory_of(array):
    """Returns what an array or a memoryview lies over, in the end."""
    ndarray = _array_type()
    while _is(array, (ndarray, memoryview)):
        try:
            array = ndarray.base.__get__(array) if _is(array, ndarray) else array.obj
        except ValueError:  # a memoryview that was released
            return None
    return array


# ---- referrers ----

# Nothing here may run code of the objects that it looks at: not isinstance(), which asks __class__, nor vars(), nor
# the methods and the repr of anything but Python's own types.


_MRO, _OWN, _NAME = (type.__dict__[name].__get__ for name in ("__mro__", "__dict__", "__name__"))  # past a metaclass
_HANDLE = core.Owner.__dict__["_h"].__get__


def _is(thing, kinds):
    return issubclass(type(thing), kinds)


def _open_handle(tensor):
    try:
        return _HANDLE(tensor)
    except AttributeError:  # made by object.__new__
        return None


def referrers_of(tensors, aside=None):
    """{id: short texts}: "local 'cost' of train() line 12", "item 3 of a list of 30", …"""
    found = {id(tensor): [] for tensor in tensors}
    ours = {id(tensors), id(found), id(aside)}
    for text, tensor in _locals(found):
        found[id(tensor)].append(text)
    text = tensor = None
    holders = [h for h in _python_gc.get_referrers(*tensors) if id(h) not in ours] if tensors else []
    owners = _owners([h for h in holders if _is(h, (dict, tuple, types.CellType))], {id(holders), *ours})
    for holder in holders:
        for tensor in _python_gc.get_referents(holder):
            if id(tensor) in found and not _is(holder, type(iter([]))):
                text = _describe(holder, tensor, owners.get(id(holder)))
                if text and text not in found[id(tensor)]:
                    found[id(tensor)].append(text)
    holder = holders = None
    missing = {key: texts for key, texts in found.items() if not texts}
    for text, tensor in _arrays_of_objects(missing) if missing else ():
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
            if id(value) in wanted and _is(value, Tensor):
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
            if _is(owner, tuple) and id(owner) not in ours:
                above.append(owner)
            elif _is(owner, types.FunctionType):
                for part in (owner.__closure__, owner.__defaults__, owner.__kwdefaults__):
                    found[id(part)] = owner
                found |= {id(cell): owner for cell in owner.__closure__ or ()}
            elif not _is(owner, types.ModuleType):
                found[id(_dict_of(owner))] = owner
        level = above
    found.pop(id(None), None)
    return found


def _dict_of(thing):
    """The dict of an object's attributes, or None; without asking the object for it."""
    for base in _MRO(type(thing)):
        descriptor = _OWN(base).get("__dict__")
        if type(descriptor) is types.GetSetDescriptorType:
            return descriptor.__get__(thing)
    return None


def _name_in(names, tensor):
    """The key of a tensor in a dict, as text; None where it is not there."""
    for key, value in dict.items(names):
        if value is tensor:
            return repr(key) if type(key) in (str, int, float, bool, bytes) else f"a {_NAME(type(key))}"
    return None


def _frame(frame, tensor):
    """The variable of a frame that a traceback keeps, or whoever holds the frame; None for one that runs."""
    if not frame.f_code.co_flags & inspect.CO_OPTIMIZED or any(one is frame for one in _frames()):
        return None
    values = frame.f_locals
    name = next((repr(name) for name, value in values.items() if value is tensor), "a value")
    if sys.version_info < (3, 13):
        values.clear()
    where = f"local {name} of {frame.f_code.co_name}() line {frame.f_lineno}"
    error = _error_of(frame)
    return f"{where}, in the traceback of a {_NAME(type(error))}" if error is not None else where


def _error_of(frame):
    """The exception whose traceback has a frame, or None."""
    links = [one for one in _python_gc.get_referrers(frame) if type(one) is types.TracebackType]
    for _ in range(sys.getrecursionlimit()):
        above = _python_gc.get_referrers(*links) if links else []
        for one in above:
            if _is(one, BaseException):
                return one
        links = [one for one in above if type(one) is types.TracebackType]
        if not links:
            return None
    return None


def _arrays_of_objects(wanted):
    """(text, tensor) for each item of a NumPy array of objects, which Python's collector does not look into."""
    ndarray = _array_type()
    for array, where in _arrays():
        if type(array) is ndarray and array.dtype.kind == "O":
            for at, one in enumerate(array.flat):
                if id(one) in wanted:
                    yield f"item {at} of an array of {array.size} objects{where}", one


def _arrays():
    """(array or memoryview, where it is) for each that can be reached; Python's collector does not know of arrays."""
    seen, ndarray = set(), _array_type()
    for frame in _frames():
        if frame.f_code.co_flags & inspect.CO_OPTIMIZED:
            values = frame.f_locals
            for name, value in list(values.items()):
                if _is(value, (ndarray, memoryview)):
                    seen.add(id(value))
                    yield value, f" (local {name!r} of {frame.f_code.co_name}())"
            value = None
            if sys.version_info < (3, 13) and sys.getrefcount(values) <= 3:
                values.clear()
    for holder in _python_gc.get_objects():
        if type(holder) is types.FrameType:
            continue
        for value in _python_gc.get_referents(holder):
            if _is(value, ndarray) and id(value) not in seen:
                seen.add(id(value))
                yield value, f" in a {_NAME(type(holder))}"


def _looking(tensor):
    """Who looks at a tensor through the buffer protocol."""
    said = "a memoryview of it"
    for array, where in _arrays():  # to its end: it takes back what it made of the frames
        if _memory_of(array) is tensor:
            said = f"a NumPy array over its memory{where}"
    return said


def _part_of(mapping):
    """Whose a dict is that is an attribute itself, as a module's `_parameters`, as text; None where it is nobody's."""
    for above in _python_gc.get_referrers(mapping):
        if type(above) is not dict:
            name, owner = _name_in(_dict_of(above) or {}, mapping), above
        elif (name := _name_in(above, mapping)) is not None:
            owner = next((one for one in _python_gc.get_referrers(above) if _dict_of(one) is above), None)
        if name is not None and owner is not None and not _is(owner, types.ModuleType):
            return f"attribute {name} of a {_NAME(type(owner))}"
    return None


def _slot(holder, tensor):
    """The name of the slot of an object that has a tensor; None where none has."""
    for base in _MRO(type(holder)):
        for name, member in _OWN(base).items():
            if type(member) is types.MemberDescriptorType:
                try:
                    if member.__get__(holder) is tensor:
                        return repr(name)
                except (AttributeError, TypeError):  # an empty one
                    continue
    return None


def _suspended(generator, tensor):
    """The variable of a generator or a coroutine that waits; None of one that runs, or is another's."""
    frame = next(getattr(generator, name) for name in ("gi_frame", "cr_frame", "ag_frame") if hasattr(generator, name))
    return _frame(frame, tensor) if frame is not None else None


def _describe(holder, tensor, owner):
    if _is(holder, types.FrameType):
        return _frame(holder, tensor)
    if type(holder) in (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType):
        return _suspended(holder, tensor)
    if type(holder) is _Memory:
        return "a NumPy array over its memory"
    if _is(holder, types.CellType):
        return f"the closure of {owner.__qualname__}()" if owner is not None else "a closure"
    if _is(owner, types.FunctionType):
        return f"a default argument of {owner.__qualname__}()"
    kind = _NAME(type(holder))
    if kind == "managedbuffer":
        return _looking(tensor)
    if _is(holder, dict):
        name = _name_in(holder, tensor)
        if type(owner) is _Memory:
            return "a NumPy array over its memory"
        if owner is not None:
            return f"attribute {name} of a {_NAME(type(owner))}"
        plain = {key: value for key, value in dict.items(holder) if type(key) is str and key[:2] == "__"}
        is_module = "__builtins__" in plain and type(plain.get("__name__")) is str
        where = f"module {plain['__name__']}" if is_module else f"a dict of {dict.__len__(holder)}"
        if type(plain.get("__module__")) is str and "__doc__" in plain and not is_module:
            where = f"a class of module {plain['__module__']}"
        elif not is_module and (part := _part_of(holder)):
            where = part
        elif not is_module and "__spec__" in plain and type(plain.get("__name__")) is str:
            where = f"module {plain['__name__']}"
        if name is None and any(key is tensor for key in dict.keys(holder)):
            return f"a key of {where}"
        return name and f"{name} of {where}"
    for base in (list, tuple, collections.deque):
        if _is(holder, base):
            at = next((i for i, one in enumerate(base.__iter__(holder)) if one is tensor), None)
            return f"item {at} of a {kind} of {base.__len__(holder)}"
    name = _name_in(_dict_of(holder) or {}, tensor) or _slot(holder, tensor)
    return f"attribute {name} of a {kind}" if name else f"a {kind}"


# ---- where tensors were made ----

# By the address of the handle: an entry of a tensor that is gone is overwritten
# by the next one at that address.
_sites = {}
# The names that callers know functions of the C library by.
_KNOWN_AS = {"to_dtype": "to", "to_dtype_layout": "to", "to_device": "to", "tensor_from_data": "tensor"}


def _address(tensor):
    return tensor._h.address if tensor._h is not None else 0


def _remember(tensor):
    frame, inner = sys._getframe(1), None
    while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        frame, inner = frame.f_back, frame
    if frame is not None:
        op = core.last_call() or (inner.f_code.co_name if inner is not None else None)
        if inner is not None and inner.f_code.co_name == "__new__":
            made = inner.f_locals.get("cls", type(tensor))
            op = _NAME(made if issubclass(type(made), type) else type(tensor))  # Parameter, Buffer
        elif op == "__init__":
            op = _NAME(type(tensor))
        else:
            op = _KNOWN_AS.get(op, op)
        _sites[_address(tensor)] = op, f"{frame.f_code.co_filename}:{frame.f_lineno}"


def set_trace(enabled):
    _sites.clear()
    core.set_tracer(_remember if enabled else None)
