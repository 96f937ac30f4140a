"""Reading the pickle inside torch's files: as data alone, as its writer is trusted, or for its storages alone."""

import _compat_pickle
import pickle
import struct
import sys
from collections import Counter, OrderedDict

from .errors import UnpicklingError
from .names import CALLS, StorageType, _rebuild_from_type_v2, checked_from_type, find, parameter
from .safe import allowed
from .sources import same_source

_DICTS = (dict, OrderedDict, Counter)
_COLLECTIONS = (set, frozenset, OrderedDict, Counter)
_ITEMS = (list, tuple, set, frozenset, *_DICTS)


def renamed(module, name, proto):
    """(module, name) of what protocols before 3 spell as Python 2 did."""
    if proto >= 3:
        return module, name
    found = _compat_pickle.NAME_MAPPING.get((module, name))
    return found or (_compat_pickle.IMPORT_MAPPING.get(module, module), name)


_ADVICE = "of torch's own objects only tensors and parameters are read: save a state_dict"


def _refusal(module, name):
    """Returns what is said of a name that is not allowed: torch's words, which programs look for."""
    full = name if module == "builtins" else f"{module}.{name}"
    return (
        f"Weights only load failed. Unsupported global: GLOBAL {full} was not an allowed global by default. Please use "
        f"`torch.serialization.add_safe_globals([{full}])` or the `torch.serialization.safe_globals([{full}])` context "
        "manager to allowlist this global if you trust this class/function; load(..., weights_only=False) imports and "
        "runs what the file names, if you trust it" + (f"; {_ADVICE}" if module.partition(".")[0] == "torch" else "")
    )


def _shown(x):
    """A value of the file in a few characters; its repr may be without end."""
    return repr(x)[:80] if type(x) in (str, int, float, bool, type(None)) else f"a {type(x).__name__}"


def text_of(name):
    """A name of a file as str: Python 2's are bytes where load() was told to keep those."""
    return name.decode("ascii") if type(name) is bytes else name


def _open_persistent(pid, open_storage):
    if type(pid) is not tuple or len(pid) not in (5, 6) or text_of(pid[0]) != "storage":
        raise UnpicklingError(f"the file refers to {_shown(pid)} where a storage belongs")
    kind, key, location, numel, *view = pid[1:]
    key, location = text_of(key), text_of(location)
    if type(kind) is not StorageType:
        raise UnpicklingError(f"{_shown(kind)} is not a type of storage")
    if type(key) is not str or type(location) is not str or type(numel) is not int:
        raise UnpicklingError("the file refers to a key, a place and a count that are none where a storage belongs")
    return open_storage(kind, key, location, numel, *view)


# ---- data alone ----


class _Opcodes(dict):
    def __missing__(self, code):
        raise UnpicklingError(f"the pickle instruction {bytes([code])!r} has no place in data")


def _opcodes(names):
    codes = [getattr(pickle, name)[0] for name in names.split()]
    return _Opcodes({code: pickle._Unpickler.dispatch[code] for code in codes})


class SafeUnpickler(pickle._Unpickler):
    """Reads data and tensors, and nothing else: neither an import nor a call that the file chooses.

    `open_storage(type, key, location, numel, view)` is called for each storage; `limits` is a Limits.
    """

    dispatch = _opcodes(
        """PROTO FRAME STOP MARK POP POP_MARK DUP NONE NEWTRUE NEWFALSE
        BININT BININT1 BININT2 LONG1 LONG4 BINFLOAT BINSTRING SHORT_BINSTRING
        BINUNICODE SHORT_BINUNICODE BINUNICODE8 BINBYTES SHORT_BINBYTES BINBYTES8
        EMPTY_LIST EMPTY_TUPLE EMPTY_DICT EMPTY_SET LIST BINGET LONG_BINGET BINPUT LONG_BINPUT
        MEMOIZE GLOBAL STACK_GLOBAL BINPERSID"""
    )

    def __init__(self, file, open_storage, limits, *, encoding="utf-8"):
        super().__init__(file, encoding=encoding)
        self.open_storage, self.limits = open_storage, limits
        self.user = allowed()

    def find_class(self, module, name):
        module, name = renamed(module, name, self.proto)
        found = find(module, name) or self.user.get(f"{module}.{name}")
        if found is None:
            raise UnpicklingError(_refusal(module, name))
        return found

    def persistent_load(self, pid):
        return _open_persistent(pid, self.open_storage)

    def _top(self, kinds, what):
        target = self.stack[-1]
        if type(target) not in kinds and type(target) not in self.user.values():
            raise UnpicklingError(f"the file {what} a {type(target).__name__}")
        return target

    # ---- tuples and keys ----

    def load_tuple(self):
        items = self.pop_mark()
        self.append(self.limits.enter(tuple(items)))

    def _load_last(self, count):
        self.stack[-count:] = [self.limits.enter(tuple(self.stack[-count:]))]

    def load_tuple1(self):
        self._load_last(1)

    def load_tuple2(self):
        self._load_last(2)

    def load_tuple3(self):
        self._load_last(3)

    def _set_items(self, target, items):
        for i in range(0, len(items), 2):
            self.limits.check_key(items[i])
            target[items[i]] = items[i + 1]

    def load_dict(self):
        items, made = self.pop_mark(), {}
        self._set_items(made, items)
        self.append(made)

    def load_setitem(self):
        value = self.stack.pop()
        key = self.stack.pop()
        self._set_items(self._top(_DICTS, "sets items of"), [key, value])

    def load_setitems(self):
        items = self.pop_mark()
        self._set_items(self._top(_DICTS, "sets items of"), items)

    def _check_members(self, items):
        for one in items:
            self.limits.check_key(one)
        return items

    def load_additems(self):
        items = self._check_members(self.pop_mark())
        self._top((set,), "adds members to").update(items)

    def load_frozenset(self):
        items = self._check_members(self.pop_mark())
        self.append(self.limits.enter(frozenset(items)))

    def load_append(self):
        value = self.stack.pop()
        self._top((list,), "appends to").append(value)

    def load_appends(self):
        items = self.pop_mark()
        self._top((list,), "appends to").extend(items)

    def load_bytearray8(self):
        # pickle's own allocates whatever length the file claims.
        self.append(bytearray(self.read(*struct.unpack("<Q", self.read(8)))))

    # ---- calls ----

    def _collect(self, kind, args):
        """A set, a dict or a Counter of a list or the like: of a tensor it might be without end."""
        if len(args) > 1 or (args and type(args[0]) not in _ITEMS):
            raise UnpicklingError(f"the file makes a {kind.__name__} of {', '.join(map(_shown, args))}")
        items = args[0] if args else ()
        pairs = issubclass(kind, dict) and kind is not Counter and type(items) not in _DICTS
        if pairs and not all(type(one) in (list, tuple) and len(one) == 2 for one in items):
            raise UnpicklingError(f"the file makes a {kind.__name__} of what is no pairs")
        self._check_members([key for key, _ in items] if pairs else items)
        made = kind(*args)
        return self.limits.enter(made) if kind is frozenset else made

    def load_reduce(self):
        args = self.stack.pop()
        function = self.stack[-1]
        if type(args) is not tuple:
            raise UnpicklingError(f"the file calls a function with {_shown(args)}")
        self.limits.spend_call(args)
        if any(function is one for one in _COLLECTIONS):
            self.stack[-1] = self._collect(function, args)
        else:
            call = CALLS.get(function) if isinstance(function, type) else None
            self.stack[-1] = (call or function)(*args)

    def load_newobj(self):
        args = self.stack.pop()
        kind = self.stack[-1]
        if not isinstance(kind, type) or type(args) is not tuple or not self._is_made(kind):
            raise UnpicklingError(f"the file makes an object of {_shown(kind)}")
        self.limits.spend_call(args)
        self.stack[-1] = kind.__new__(kind, *args)

    def _is_made(self, kind):
        """Returns whether the file may make objects of a class: of the user's, and Parameters."""
        return kind is parameter() or any(kind is one for one in self.user.values())

    def load_build(self):
        state = self.stack.pop()
        target = self._top((OrderedDict,), "sets attributes of")
        if type(target) is OrderedDict and (type(state) is not dict or not all(type(key) is str for key in state)):
            raise UnpicklingError("the file sets attributes that have no names")
        if hasattr(target, "__setstate__"):
            target.__setstate__(state)
            return
        own, slots = state if type(state) is tuple and len(state) == 2 else (state, None)
        vars(target).update(own) if own else None
        for name, value in (slots or {}).items():
            setattr(target, name, value)

    dispatch |= {
        getattr(pickle, name.upper())[0]: function
        for name, function in (
            ("tuple", load_tuple), ("tuple1", load_tuple1), ("tuple2", load_tuple2), ("tuple3", load_tuple3),
            ("dict", load_dict), ("setitem", load_setitem), ("setitems", load_setitems), ("additems", load_additems),
            ("frozenset", load_frozenset), ("append", load_append), ("appends", load_appends), ("build", load_build),
            ("bytearray8", load_bytearray8), ("reduce", load_reduce), ("newobj", load_newobj),
        )
    }  # fmt: skip


# ---- as trusted ----


class _Trusting:
    """Unpickler of trusted files: reads whatever its pickle module can, with torch's tensors as ours."""

    def __init__(self, file, open_storage, limits, **how):
        super().__init__(file, **{"encoding": "utf-8"} | how)
        self.open_storage = open_storage

    def find_class(self, module, name):
        if module.partition(".")[0] != "torch":
            return super().find_class(module, name)
        found = find(module, name)
        if found is checked_from_type:
            return _rebuild_from_type_v2
        if found is None:
            if sys.modules.get("torch") is sys.modules[__package__.partition(".")[0]]:  # install_as_torch()
                return super().find_class(module, name)
            raise UnpicklingError(f"{module}.{name} cannot be made here; {_ADVICE}")
        return found

    def persistent_load(self, pid):
        if type(pid) is tuple and len(pid) == 4 and text_of(pid[0]) == "module":
            return same_source(*pid[1:])
        return _open_persistent(pid, self.open_storage)


class TrustingUnpickler(_Trusting, pickle.Unpickler):
    """By pickle itself."""


def trusting(module):
    """The class that reads by a module like pickle."""
    if module is None or module is pickle:
        return TrustingUnpickler
    if not isinstance(getattr(module, "Unpickler", None), type):
        raise TypeError(
            f"load: argument 'pickle_module' must have a class Unpickler, as pickle has; got {module!r:.80}"
        )
    return type("TrustingUnpickler", (_Trusting, module.Unpickler), {})


# ---- for the storages alone ----


def _leave(count, marked=False, read=0, made=False):
    """An instruction that takes `count` values, or those from the mark on, and makes nothing of them."""

    def load(self):
        for _ in range(read):
            self.readline()
        if marked:
            self.pop_mark()
        for _ in range(count):
            self.stack.pop()
        if made:
            self.append(None)

    return load


class Inventory(pickle._Unpickler):
    """Goes through a pickle and makes nothing of it: calls `open_storage` for the storages that it names."""

    dispatch = dict(pickle._Unpickler.dispatch)

    def __init__(self, file, open_storage):
        super().__init__(file, encoding="utf-8")
        self.open_storage = open_storage

    def find_class(self, module, name):
        found = find(*renamed(module, name, self.proto))
        return found if type(found) is StorageType else None

    def get_extension(self, code):
        self.append(None)

    def persistent_load(self, pid):
        if type(pid) is tuple and pid and text_of(pid[0]) == "storage":
            _open_persistent(pid, self.open_storage)

    dispatch |= {
        getattr(pickle, name)[0]: load
        for names, load in (
            ("SETITEM", _leave(2)),
            ("APPEND BUILD", _leave(1)),
            ("SETITEMS ADDITEMS APPENDS", _leave(0, marked=True)),
            ("REDUCE NEWOBJ", _leave(2, made=True)),
            ("NEWOBJ_EX", _leave(3, made=True)),
            ("DICT FROZENSET OBJ", _leave(0, marked=True, made=True)),
            ("INST", _leave(0, marked=True, read=2, made=True)),
        )
        for name in names.split()
    }
    dispatch[pickle.BYTEARRAY8[0]] = SafeUnpickler.load_bytearray8


class Names(Inventory):
    """Goes through a pickle for the names in it that SafeUnpickler refuses: load() gives the set of them."""

    def __init__(self, file, open_storage, limits):
        super().__init__(file, lambda *args: None)
        self.found = set()

    def find_class(self, module, name):
        known = renamed(module, name, self.proto)
        if find(*known) is None and ".".join(known) not in allowed():
            self.found.add(".".join(known))
        return super().find_class(module, name)

    def load(self):
        super().load()
        return self.found
