"""Meanings of the names in torch's files.

A file names torch's functions and classes (torch._utils._rebuild_tensor_v2, torch.FloatStorage, …).
They are written and read as mere names; torch itself is never imported.
"""

import codecs
from collections import Counter, OrderedDict
from types import MemberDescriptorType

from .._composites.types import SCHEMES, qscheme
from .._tensor.device import device
from .._tensor.dtype import BY_CODE, DTYPES, FORMATS, LAYOUTS
from .._tensor.tensor import Size, Tensor
from ..storage import TypedStorage, UntypedStorage, untyped_storage
from .errors import UnpicklingError
from .layouts import rebuild_nested, rebuild_quantized, rebuild_sparse
from .pickling import Source, rebuild, rebuild_meta, rebuild_wrapper
from .places import place_of
from .safe import allowed
from .storages import view_storage


class StorageType:
    """torch's name of a storage of one dtype; `dtype` is None for untyped bytes."""

    def __init__(self, module, name, dtype):
        self.module, self.name, self.dtype = module, name, dtype

    @property
    def itemsize(self):
        """Bytes of one element."""
        return self.dtype.itemsize if self.dtype else 1


# dtypes that are not here are saved as untyped bytes, with the dtype beside them.
TYPED = {
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
        "quint8": "QUInt8",
        "qint8": "QInt8",
        "qint32": "QInt32",
        "quint4x2": "QUInt4x2",
        "quint2x4": "QUInt2x4",
    }.items()
}
UNTYPED = StorageType("torch.storage", "UntypedStorage", None)


def loaded_storage(flat, dtype):
    """The storage that a file refers to, typed as torch gives it; its `_bytes_of_file` is all of it as a tensor of bytes."""
    made = object.__new__(TypedStorage)
    made._bytes_of_file, made._s, made._dtype = flat, untyped_storage(flat), dtype or DTYPES["uint8"]
    return made


# ---- tensors ----


def _bytes_and_dtype(storage):
    """Returns what a storage, of a file or of a program, is over: its bytes as a flat tensor, and the dtype of its elements."""
    if isinstance(storage, Source):
        return storage.flat, storage.dtype
    if "_bytes_of_file" in getattr(storage, "__dict__", ()):  # it is of the file
        return storage._bytes_of_file, storage.dtype
    if not isinstance(storage, (UntypedStorage, TypedStorage)):
        raise TypeError(f"a storage is needed, got {type(storage).__name__}")
    return storage.untyped()._flat(), getattr(storage, "dtype", None)


def _rebuild_tensor(storage, storage_offset, size, stride):
    flat, dtype = _bytes_and_dtype(storage)
    return view_storage(flat, dtype or DTYPES["uint8"], storage_offset, size, stride)


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    flat, dtype = _bytes_and_dtype(storage)
    return rebuild(flat, dtype or DTYPES["uint8"], storage_offset, size, stride, requires_grad, metadata)


def _rebuild_tensor_v3(storage, storage_offset, size, stride, requires_grad, backward_hooks, dtype, metadata=None):
    flat, _ = _bytes_and_dtype(storage)
    return rebuild(flat, dtype, storage_offset, size, stride, requires_grad, metadata)


def _rebuild_qtensor(storage, storage_offset, size, stride, quantizer_params, requires_grad, backward_hooks):
    scheme, *parts = quantizer_params
    if not isinstance(scheme, qscheme):
        raise UnpicklingError("the file has a quantized tensor without a way to quantize")
    quantizer = (scheme.name, *parts)
    flat, dtype = _bytes_and_dtype(storage)
    return rebuild_quantized(flat, dtype or DTYPES["uint8"], storage_offset, size, stride, quantizer, requires_grad)


def _rebuild_sparse_tensor(layout, parts):
    return rebuild_sparse(layout, parts)


def _rebuild_nested_tensor(buffer, sizes, strides, offsets):
    return rebuild_nested(buffer, sizes, strides, offsets)


def _rebuild_device_tensor_from_cpu_tensor(data, dtype, device, requires_grad):
    """A tensor of a device whose storages nobody can write, as XLA's: the file has it as one of the CPU."""
    if type(data) is not Tensor or type(dtype) is not type(data.dtype):
        raise UnpicklingError("the file brings something to a device that is no tensor")
    return data.to(dtype).to(place_of(str(device))).requires_grad_(requires_grad)


# ---- parameters, and tensors with attributes ----


def parameter():
    """The class Parameter, which stands on this module."""
    from ..nn.parameter import Parameter

    return Parameter


def _rebuild_parameter(data, requires_grad, hooks):
    return parameter()(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, hooks, state):
    return _set_state(parameter()(data, requires_grad), state)


_rebuild_wrapper_subclass = rebuild_wrapper


def checked_from_type(function, kind, args, state):
    """_rebuild_from_type_v2 for a file that nobody trusts: `function` is one of torch's, or allowed."""
    if not any(function is one for one in (*REBUILD, *allowed().values())):
        raise UnpicklingError("the file makes a tensor with something that is not one of torch's functions")
    return _rebuild_from_type_v2(function, kind, args, state)


def _rebuild_from_type_v2(function, kind, args, state):
    made = function(*args)
    if kind is parameter() and type(made) is Tensor:
        made = kind(made, made.requires_grad)
    elif kind is not Tensor and kind is not parameter():
        if not isinstance(kind, type) or not issubclass(kind, Tensor):
            raise UnpicklingError("the file makes a tensor of a class that is none")
        if type(made) is not kind:
            made = Tensor._make_subclass(kind, made, made.requires_grad)
        if hasattr(kind, "__setstate__"):
            made.__setstate__(state)
            return made
    return _set_state(made, state)


def _set_state(tensor, state):
    """Gives a tensor the attributes of a file; those of Tensor itself stay what they are, but in classes of users'."""
    own = type(tensor) is not Tensor and type(tensor) is not parameter()
    for part in state if type(state) is tuple else (state,):
        for name, value in (part or {}).items():
            if type(name) is not str:
                raise UnpicklingError("the file sets attributes that have no names")
            if name == "requires_grad":
                tensor.requires_grad_(value)
            elif own or not hasattr(Tensor, name):
                setattr(tensor, name, value) if _is_slot(tensor, name) else vars(tensor).update({name: value})
    return tensor


def _is_slot(tensor, name):
    return isinstance(getattr(type(tensor), name, None), MemberDescriptorType)


# ---- data ----


def _get_layout(name):
    text = name.partition(".")[2] if type(name) is str else ""
    if text not in LAYOUTS:
        raise UnpicklingError("the file names a layout that is none")
    return LAYOUTS[text]


def _encode(text, encoding):
    # Protocol 2 spells bytes with this codec; other codecs are not for data.
    if type(text) is not str or encoding not in ("latin1", "latin-1"):
        raise UnpicklingError("the file encodes something that is no bytes")
    return codecs.encode(text, encoding)


def _bytes(data=b""):
    # bytes(10**12) would be an attack on memory.
    return bytes(memoryview(data))


def _bytearray(data=b""):
    return bytearray(memoryview(data))


def _size(sizes=()):
    if type(sizes) not in (tuple, list):
        raise UnpicklingError(f"the file makes a Size of a {type(sizes).__name__}")
    return Size(sizes)


def _complex(*parts):
    if not all(type(one) in (int, float, complex) for one in parts):
        raise UnpicklingError("the file makes a complex number of what is no number")
    return complex(*parts)


def _device(*args):
    return device(*args)


def _no_tensor(*args):
    raise UnpicklingError("the file makes a tensor without saying of what")


# ---- the table ----

REBUILD = (
    _rebuild_tensor, _rebuild_tensor_v2, _rebuild_tensor_v3, _rebuild_qtensor, _rebuild_sparse_tensor,
    _rebuild_nested_tensor, _rebuild_parameter, _rebuild_parameter_with_state, rebuild_meta,
    _rebuild_device_tensor_from_cpu_tensor, _rebuild_wrapper_subclass,
)  # fmt: skip
# Names for writing: object -> (module, name).
NAMES = {f: ("torch._utils", f.__name__) for f in REBUILD}
NAMES |= {rebuild_wrapper: ("torch._utils", "_rebuild_wrapper_subclass")}
NAMES |= {rebuild_meta: ("torch._utils", "_rebuild_meta_tensor_no_storage")}
NAMES |= {_rebuild_from_type_v2: ("torch._tensor", "_rebuild_from_type_v2"), Tensor: ("torch", "Tensor")}
NAMES |= {Size: ("torch", "Size"), device: ("torch", "device")}
NAMES |= {_get_layout: ("torch.serialization", "_get_layout")}
NAMES |= {kind: (kind.module, kind.name) for kind in (*TYPED.values(), UNTYPED)}
NAMES |= {one: ("torch", one.name) for one in (*BY_CODE, *FORMATS.values(), *SCHEMES)}
# Names for reading: (module, name) -> object.  Nothing here runs code that the file chooses.
GLOBALS = {name: obj for obj, name in NAMES.items()} | {NAMES[_rebuild_from_type_v2]: checked_from_type}
GLOBALS |= {("torch.cuda", kind.name): kind for kind in TYPED.values()}
GLOBALS |= {("collections", "OrderedDict"): OrderedDict, ("collections", "Counter"): Counter}
GLOBALS |= {("_codecs", "encode"): _encode}
GLOBALS |= {("builtins", c.__name__): c for c in (set, frozenset, complex, bytes, bytearray)}
# Safe replacements for classes that a pickle may call.
CALLS = {Size: _size, device: _device, complex: _complex, bytes: _bytes, bytearray: _bytearray, Tensor: _no_tensor}


def find(module, name):
    """Returns what a name stands for that a file may use, or None."""
    if (module, name) == ("torch.nn.parameter", "Parameter"):
        return parameter()
    return GLOBALS.get((module, name))


def name_of(one):
    """(module, name) under which a class or a function is written, or None."""
    return ("torch.nn.parameter", "Parameter") if one is parameter() else NAMES.get(one)
