"""The pickle inside torch's files: tensors under torch's names, and data around them.

A file names torch's functions and classes (torch._utils._rebuild_tensor_v2, torch.FloatStorage, …).
They are written and read here as mere names; torch itself is never imported.
"""

import _compat_pickle
import codecs
import io
import pickle
import struct
import types
from collections import Counter, OrderedDict

from .._boundary.errors import Error
from .._tensor.device import device
from .._tensor.dtype import BY_CODE, DTYPES, dtype
from .._tensor.tensor import Size, Tensor
from .pickling import (
    flags,
    flat_view,
    geometry,
    meta_args,
    rebuild,
    rebuild_meta,
    storage_key,
    view_storage,
)


class UnpicklingError(Error, pickle.UnpicklingError):
    """A file asks for something that load() does only when it is told to trust the file."""


class StorageType:
    """torch's name of a storage of one dtype; `dtype` is None for untyped bytes."""

    def __init__(self, module, name, dtype):
        self.module, self.name, self.dtype = module, name, dtype


# dtypes that are not here are saved as untyped bytes, with the dtype beside them.
_TYPED = {
    DTYPES[name]: StorageType("torch", f"{kind}Storage", DTYPES[name])
    for name, kind in {
        "float64": "Double",
        "float32": "Float",
        "float16": "Half",
        "bfloat16": "BFloat16",
        "int64": "Long",
        "int32": "Int",
        "int16": "Short",
        "int8": "Char",
        "uint8": "Byte",
        "bool": "Bool",
        "complex128": "ComplexDouble",
        "complex64": "ComplexFloat",
    }.items()
}
_UNTYPED = StorageType("torch.storage", "UntypedStorage", None)


class LoadedStorage:
    """The bytes of a storage as a flat uint8 tensor, and the dtype that the file gives it."""

    def __init__(self, flat, dtype):
        self.flat, self.dtype = flat, dtype


# ---- what the names in a file mean ----


def _rebuild_tensor(storage, offset, size, stride):
    return view_storage(storage.flat, storage.dtype, offset, size, stride)


def _rebuild_tensor_v2(storage, offset, size, stride, requires_grad, hooks, bits=None):
    return rebuild(storage.flat, storage.dtype, offset, size, stride, requires_grad, bits)


def _rebuild_tensor_v3(storage, offset, size, stride, requires_grad, hooks, dtype, bits=None):
    return rebuild(storage.flat, dtype, offset, size, stride, requires_grad, bits)


def _rebuild_parameter(data, requires_grad, hooks):
    return _parameter()(data, requires_grad)


def _parameter():
    from ..nn.parameter import Parameter  # stands on this module

    return Parameter


def _encode(text, encoding):
    # How protocol 2 spells bytes; other codecs are not for data.
    if encoding not in ("latin1", "latin-1"):
        raise UnpicklingError(f"bytes encoded as {encoding!r}")
    return codecs.encode(text, encoding)


def _bytes(data=b""):
    # bytes(10**12) would be an attack on memory.
    return bytes(memoryview(data))


def _bytearray(data=b""):
    return bytearray(memoryview(data))


_REBUILD = (_rebuild_tensor, _rebuild_tensor_v2, _rebuild_tensor_v3, _rebuild_parameter)
# What is written: object -> (module, name).
_NAMES = {f: ("torch._utils", f.__name__) for f in _REBUILD}
_NAMES |= {rebuild_meta: ("torch._utils", "_rebuild_meta_tensor_no_storage")}
_NAMES |= {Size: ("torch", "Size"), device: ("torch", "device")}
_NAMES |= {kind: (kind.module, kind.name) for kind in (*_TYPED.values(), _UNTYPED)}
_NAMES |= {d: ("torch", d.name) for d in BY_CODE}
# What is read: (module, name) -> object.  Nothing here runs code that the file chooses.
_GLOBALS = {name: obj for obj, name in _NAMES.items()}
_GLOBALS |= {("torch.cuda", kind.name): kind for kind in _TYPED.values()}
_GLOBALS |= {("collections", "OrderedDict"): OrderedDict, ("collections", "Counter"): Counter}
_GLOBALS |= {("_codecs", "encode"): _encode}
_GLOBALS |= {("builtins", c.__name__): c for c in (set, frozenset, complex)}
_GLOBALS |= {("builtins", "bytes"): _bytes, ("builtins", "bytearray"): _bytearray}


# ---- writing ----


class _StorageRef:
    """What the pickler turns into a storage's persistent id."""

    def __init__(self, id):
        self.id = id


class Pickler(pickle._Pickler):
    """Writes torch's data.pkl; `storages` are the bytes that belong in the records data/0, ….

    The pickler in Python: the one in C imports what it names, to compare.
    """

    def __init__(self, file):
        super().__init__(file, protocol=2)
        self.storages = []
        self._known = {}

    def persistent_id(self, obj):
        return obj.id if type(obj) is _StorageRef else None

    def save_global(self, obj, name=None):
        names = _NAMES.get(obj)
        if names is None:
            return super().save_global(obj, name)
        self.write(pickle.GLOBAL + "{}\n{}\n".format(*names).encode())
        self.memoize(obj)

    # Functions go by this table past the method.
    dispatch = pickle._Pickler.dispatch | {types.FunctionType: save_global}

    def reducer_override(self, obj):
        if isinstance(obj, Tensor):
            return self._reduce_tensor(obj)
        if isinstance(obj, (dtype, StorageType)):
            return _NAMES[obj][1]
        if isinstance(obj, device):
            return device, (obj.type,) if obj.index is None else (obj.type, obj.index)
        if isinstance(obj, Size):
            return Size, (tuple(obj),)
        if type(obj) is bytes and not obj:
            return codecs.encode, ("", "latin1")  # torch.load refuses what Python makes of it
        return NotImplemented

    def _reduce_tensor(self, tensor):
        if isinstance(tensor, _parameter()):
            return _rebuild_parameter, (tensor.detach(), tensor.requires_grad, OrderedDict())
        if tensor.device.type == "meta":
            return rebuild_meta, meta_args(tensor)
        kind, ref = self._storage(tensor)
        args = ref, *geometry(tensor), tensor.requires_grad, OrderedDict()
        bits = flags(tensor)
        bits = (bits,) if bits else ()
        if kind is _UNTYPED:
            return _rebuild_tensor_v3, (*args, tensor.dtype, *bits)
        return _rebuild_tensor_v2, (*args, *bits)

    def _storage(self, tensor):
        """The storage's type and reference; a storage met again keeps its record."""
        nbytes, itemsize = tensor._storage()[1], tensor.dtype.itemsize
        kind = _UNTYPED if nbytes % itemsize else _TYPED.get(tensor.dtype, _UNTYPED)
        key = storage_key(tensor) or object()
        if key not in self._known:
            self._known[key] = str(len(self.storages)), kind
            self.storages.append(flat_view(tensor))
        record, first = self._known[key]
        if kind is not first:  # torch.load would take the dtype of the first tensor for all
            kind = _UNTYPED
        numel = nbytes if kind is _UNTYPED else nbytes // itemsize
        return kind, _StorageRef(("storage", kind, record, str(tensor.device), numel))


def dump(obj):
    """The pickle of `obj`, and for each record data/i its bytes as a flat uint8 tensor."""
    file = io.BytesIO()
    pickler = Pickler(file)
    pickler.dump(obj)
    return file.getvalue(), pickler.storages


# ---- reading ----


class _Opcodes(dict):
    def __missing__(self, code):
        raise UnpicklingError(f"the pickle instruction {bytes([code])!r} has no place in data")


_DATA_OPCODES = """PROTO FRAME STOP MARK POP POP_MARK DUP NONE NEWTRUE NEWFALSE
    BININT BININT1 BININT2 LONG1 LONG4 BINFLOAT BINSTRING SHORT_BINSTRING
    BINUNICODE SHORT_BINUNICODE BINUNICODE8 BINBYTES SHORT_BINBYTES BINBYTES8
    EMPTY_LIST EMPTY_TUPLE EMPTY_DICT EMPTY_SET LIST DICT TUPLE TUPLE1 TUPLE2 TUPLE3
    FROZENSET ADDITEMS APPEND APPENDS SETITEM SETITEMS BINGET LONG_BINGET BINPUT LONG_BINPUT
    MEMOIZE GLOBAL STACK_GLOBAL BINPERSID REDUCE BUILD"""


class SafeUnpickler(pickle._Unpickler):
    """Reads data and tensors, and nothing else: neither an import nor a call that the file chooses.

    `open_storage(type, key, location, numel, view)` is called for each storage.
    """

    dispatch = _Opcodes(
        {getattr(pickle, op)[0]: pickle._Unpickler.dispatch[getattr(pickle, op)[0]] for op in _DATA_OPCODES.split()}
    )

    def __init__(self, file, open_storage):
        super().__init__(file, encoding="utf-8")
        self.open_storage = open_storage

    def find_class(self, module, name):
        if self.proto < 3:  # which spells some modules as Python 2 did
            module = _compat_pickle.IMPORT_MAPPING.get(module, module)
        try:
            return _GLOBALS[module, name]
        except KeyError:
            raise UnpicklingError(
                f"{module}.{name} is not among the things that load() makes from a file; " + _advice(module)
            ) from None

    def persistent_load(self, pid):
        return _open_persistent(pid, self.open_storage)

    def load_build(self):
        state = self.stack.pop()
        target = self.stack[-1]
        if type(target) is not OrderedDict or type(state) is not dict:
            raise UnpicklingError(f"the file sets attributes of a {type(target).__name__}")
        vars(target).update(state)

    def load_bytearray8(self):
        # pickle's own allocates whatever length the file claims.
        self.append(bytearray(self.read(*struct.unpack("<Q", self.read(8)))))

    dispatch[pickle.BUILD[0]] = load_build
    dispatch[pickle.BYTEARRAY8[0]] = load_bytearray8


class TrustingUnpickler(pickle.Unpickler):
    """Reads whatever pickle can, with torch's tensors as ours."""

    def __init__(self, file, open_storage):
        super().__init__(file, encoding="utf-8")
        self.open_storage = open_storage

    def find_class(self, module, name):
        if module.partition(".")[0] != "torch":
            return super().find_class(module, name)
        if (module, name) not in _GLOBALS:
            raise UnpicklingError(f"{module}.{name} cannot be made here; {_advice(module)}")
        return _GLOBALS[module, name]

    def persistent_load(self, pid):
        return _open_persistent(pid, self.open_storage)


def _advice(module):
    if module.partition(".")[0] == "torch":
        return "of torch's own objects only tensors and parameters are read: save a state_dict"
    return "load(..., weights_only=False) imports and runs what the file names, if you trust it"


def _open_persistent(pid, open_storage):
    if type(pid) is not tuple or len(pid) not in (5, 6) or pid[0] != "storage":
        raise UnpicklingError(f"the file refers to {pid!r:.80} where a storage belongs")
    kind, key, location, numel, *view = pid[1:]
    if type(kind) is not StorageType:
        raise UnpicklingError(f"{kind!r:.80} is not a type of storage")
    return open_storage(kind, key, location, numel, *view)
