"""The memory behind tensors (torch.storage): UntypedStorage, bytes, and TypedStorage, elements of one dtype."""

from __future__ import annotations

import copy as _copy
import os
import warnings
import weakref
from typing import Any

from . import _ops
from ._boundary import api
from ._tensor.data import frombuffer
from ._tensor.device import device as device_type
from ._tensor.device import from_numbers
from ._tensor.dtype import DTYPES
from ._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from typing_extensions import Self

    from ._typing import DeviceLike, Dtype

__all__ = ["TypedStorage", "UntypedStorage"]

_UINT8 = DTYPES["uint8"]
_open: weakref.WeakValueDictionary[int, UntypedStorage] = weakref.WeakValueDictionary()


def _size(value, name, least=0):
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: an int is needed, not {type(value).__name__}")
    if value.__index__() < least:
        raise ValueError(f"{name}: it must not be negative, got {value}")
    return value.__index__()


class _Common:
    """What both kinds of storages have, by a tensor over all of the memory."""

    def _flat(self) -> Tensor:
        raise NotImplementedError

    def __len__(self) -> int:
        return self._flat().numel()

    def size(self) -> int:
        """The number of elements."""
        return len(self)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def tolist(self) -> list[Any]:
        """The elements, read now."""
        return self._flat().tolist()

    def _place(self, index):
        count = len(self)
        if isinstance(index, slice):
            if index.step not in (None, 1):
                raise RuntimeError(f"Trying to slice with a step of {index.step}, but only a step of 1 is supported")
            return index
        if isinstance(index, bool) or not hasattr(index, "__index__"):
            raise TypeError(f"can't index a {type(self).__name__} with {type(index).__name__}")
        if not -count <= index < count:
            raise IndexError(f"index {index} out of range for storage of size {count}")
        return index.__index__() % count

    def __setitem__(self, index: int | slice, value: Any) -> None:
        self._flat()[self._place(index)] = value

    def fill_(self, value: Any) -> Self:
        """Sets all elements; returns itself."""
        self._flat().fill_(value)
        return self

    def copy_(self, source: Any, non_blocking: bool | None = None) -> Self:
        """Copies the bytes of another storage, which must have as many; returns itself."""
        if not isinstance(source, _Common):
            raise TypeError(f"copy_(): argument 'source' must be a storage, not {type(source).__name__}")
        mine, other = self.untyped(), source.untyped()  # type: ignore[attr-defined]
        if len(mine) != len(other):
            raise RuntimeError(f"size does not match, self was {len(mine)} bytes but src was {len(other)} bytes")
        mine._flat().copy_(other._flat(), bool(non_blocking))
        return self

    @property
    def is_cuda(self) -> bool:
        return self.device.type == "cuda"  # type: ignore[attr-defined]

    def get_device(self) -> int:
        """The index of the device, -1 for the CPU."""
        index = self.device.index  # type: ignore[attr-defined]
        return -1 if index is None else index

    def is_shared(self) -> bool:
        """Whether other processes see the memory; here none do."""
        return False

    def is_pinned(self, device: DeviceLike = "cuda") -> bool:
        return self._flat().is_pinned()

    def cpu(self) -> Any:
        """On the CPU; itself if it is there."""
        return self if self.device.type == "cpu" else self.to(device="cpu")  # type: ignore[attr-defined]

    def cuda(self, device: DeviceLike | None = None, non_blocking: bool = False) -> Any:
        """A copy on a CUDA device."""
        return self.to(device="cuda" if device is None else device)  # type: ignore[attr-defined]


def _part(flat):
    """A storage over the memory of a flat tensor; over a copy where NumPy cannot look at it."""
    shared = flat.device.type == "cpu" and flat.numel()
    return untyped_storage(frombuffer(flat.numpy(), dtype=_UINT8) if shared else flat.clone())


class UntypedStorage(_Common):
    """Bytes that tensors look at: UntypedStorage(nbytes), UntypedStorage(bytes as ints), or tensor.untyped_storage().

    The memory lives as long as this object or a tensor over it. A storage that tensors use can grow and not shrink.
    Source: torch.UntypedStorage.
    """

    _s: Any

    def __new__(cls, *args: Any, device: DeviceLike | None = None) -> UntypedStorage:
        if len(args) > 1:
            raise RuntimeError(f"{cls.__name__}() takes a size or a sequence, got {len(args)} arguments")
        given = args[0] if args else 0
        where = device_type("cpu" if device is None else device)
        if hasattr(given, "__index__"):
            flat = _ops.empty((_size(given, "nbytes"),), dtype=_UINT8, device=where)
        else:
            from ._tensor.data import tensor

            flat = tensor(list(given), dtype=_UINT8, device=where)
        return untyped_storage(flat, cls)

    @classmethod
    def from_buffer(cls, buffer: Any, *args: Any, **kwargs: Any) -> UntypedStorage:
        """A copy of the bytes of a buffer."""
        data = bytes(buffer)
        return untyped_storage(frombuffer(bytearray(data), dtype=_UINT8), cls) if data else cls(0)

    @classmethod
    def from_file(cls, filename: str, shared: bool = False, nbytes: int = 0) -> UntypedStorage:
        """The bytes of a file as memory, mapped and not read.

        shared: what is written reaches the file, which is made or made longer as needed; else the file has that many
        bytes and stays as it is.
        Raises TypeError for a size that is no int, ValueError for a negative one, RuntimeError for a file that is
        missing or too short. Source: torch.UntypedStorage.from_file.
        """
        count = _size(nbytes, "nbytes")
        return untyped_storage(_ops.from_file(os.fspath(filename), shared=shared, size=count, dtype=_UINT8), cls)

    def _flat(self) -> Tensor:
        return self._tensor(_UINT8)

    def _tensor(self, dtype):
        """The tensor of all elements of a dtype that fit."""
        return api.storage_tensor(self._s, dtype.code, 0, (self.nbytes() // dtype.itemsize,), (1,))

    def _as_tensor(self, dtype):
        """What asarray makes of it: its bytes as numbers of the dtype, of int64 for None."""
        return self._tensor(dtype or DTYPES["int64"])

    def nbytes(self) -> int:
        """The number of bytes."""
        return api.storage_nbytes(self._s)

    __len__ = nbytes

    def element_size(self) -> int:
        return 1

    def data_ptr(self) -> int:
        """The address of the first byte, 0 where there is none."""
        return api.storage_data_ptr(self._s) or 0

    @property
    def device(self) -> device_type:
        return from_numbers(*api.storage_device(self._s))

    @property
    def _cdata(self) -> int:
        return api.storage_id(self._s)

    def _use_count(self) -> int:
        return api.storage_use_count(self._s)

    def resizable(self) -> bool:
        """Whether resize_ may move the memory: not while NumPy, say, looks at it."""
        return api.storage_resizable(self._s)

    def resize_(self, size: int) -> Self:
        """Another number of bytes; those that fit stay. Returns itself.

        Raises RuntimeError for fewer bytes where tensors use them, and where somebody else looks at the memory.
        """
        api.storage_resize(self._s, _size(size, "size"))
        return self

    def __getitem__(self, index: int | slice) -> Any:
        place = self._place(index)
        found = self._flat()[place]
        return _part(found) if isinstance(index, slice) else found.item()

    def untyped(self) -> UntypedStorage:
        return self

    def clone(self) -> UntypedStorage:
        """A copy."""
        return untyped_storage(self._flat().clone())

    def new(self) -> UntypedStorage:
        """An empty one on the same device."""
        return UntypedStorage(0, device=self.device)

    def to(self, *, device: DeviceLike, non_blocking: bool = False) -> UntypedStorage:
        """On that device; itself if it is there."""
        where = device_type(device)
        return self if where == self.device else untyped_storage(self._flat().to(where))

    def type(self, dtype: str | None = None, non_blocking: bool = False) -> Any:
        """The name of the class, or a copy as a storage of that name."""
        return f"torch.storage.{type(self).__name__}" if dtype is None else _named(dtype)._of(self._flat())

    def pin_memory(self, device: DeviceLike = "cuda") -> UntypedStorage:
        """A copy in pinned memory."""
        return untyped_storage(self._flat().pin_memory())

    def share_memory_(self) -> Self:
        """Raises NotImplementedError: memory is not shared with other processes."""
        raise NotImplementedError("share_memory_(): memory is not shared with other processes here")

    def __deepcopy__(self, memo: dict[int, Any]) -> UntypedStorage:
        # Tensors that are copied with it share the copy.
        return untyped_storage(_copy.deepcopy(self._flat(), memo))

    def __copy__(self) -> UntypedStorage:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return untyped_storage, (self._flat(),)

    def __repr__(self) -> str:
        lines = " " + "\n ".join(map(str, self.tolist()))
        return f"{lines}\n[torch.storage.UntypedStorage(device={self.device}) of size {len(self)}]"


def untyped_storage(tensor: Tensor, cls: type[UntypedStorage] = UntypedStorage) -> UntypedStorage:
    """The storage of a tensor: the same object for all tensors of one storage, while somebody keeps it.

    Raises NotImplementedError for layouts without one. Source: torch.Tensor.untyped_storage.
    """
    handle = api.storage_of(tensor)
    key = api.storage_id(handle)
    found = _open.get(key)
    if found is None or type(found) is not cls:
        found = object.__new__(cls)
        found._s = handle
        _open[key] = found
    return found


# ---- elements of a dtype ----

_KINDS = {
    "float64": "Double", "float32": "Float", "float16": "Half", "bfloat16": "BFloat16", "int64": "Long", "int32": "Int",
    "int16": "Short", "int8": "Char", "uint8": "Byte", "bool": "Bool", "complex128": "ComplexDouble",
    "complex64": "ComplexFloat", "quint8": "QUInt8", "qint8": "QInt8", "qint32": "QInt32", "quint4x2": "QUInt4x2",
    "quint2x4": "QUInt2x4",
}  # fmt: skip
# What lies in memory of a quantized tensor.
_RAW = {"quint8": "uint8", "qint8": "int8", "qint32": "int32", "quint4x2": "uint8", "quint2x4": "uint8"}


def _warn():
    warnings.warn(
        "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. "
        "This should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
        "tensor.untyped_storage() instead of tensor.storage()",
        UserWarning,
        stacklevel=3,
    )


class TypedStorage(_Common):
    """The elements of a storage: TypedStorage(n, dtype=…), (numbers, dtype=…), or (wrap_storage=untyped, dtype=…).

    Deprecated by torch, and here as there; each public way to one warns. Source: torch.TypedStorage.
    """

    _dtype: Any = None
    _s: UntypedStorage

    def __new__(
        cls, *args: Any, wrap_storage: UntypedStorage | None = None, dtype: Dtype | None = None,
        device: DeviceLike | None = None, _internal: bool = False,
    ) -> TypedStorage:  # fmt: skip
        if not _internal:
            _warn()
        dtype = cls._dtype or dtype
        if dtype is None and (args or wrap_storage is not None):
            raise RuntimeError(f"{cls.__name__}: argument 'dtype' must be given")
        if wrap_storage is not None:
            if args:
                raise RuntimeError(f"{cls.__name__}: positional arguments and 'wrap_storage' exclude each other")
            if not isinstance(wrap_storage, UntypedStorage):
                raise TypeError(f"Argument 'wrap_storage' must be UntypedStorage, but got {type(wrap_storage)}")
            return cls._wrap(wrap_storage, dtype)
        dtype = dtype or DTYPES["float32"]
        where = device_type("cpu" if device is None else device)
        given = args[0] if args else 0
        if hasattr(given, "__index__"):
            flat = _ops.empty((_size(given, "size"),), dtype=_raw(dtype), device=where)
        else:
            from ._tensor.data import tensor

            flat = tensor(list(given), dtype=_raw(dtype), device=where)
        return cls._wrap(untyped_storage(flat), dtype)

    @staticmethod
    def _wrap(storage, dtype):
        made = object.__new__(TypedStorage)
        made._s, made._dtype = storage, dtype
        return made

    @classmethod
    def _of(cls, flat):
        """A copy of numbers as a storage of this class's dtype."""
        return cls._wrap(untyped_storage(flat.to(_raw(cls._dtype), copy=True)), cls._dtype)

    def _flat(self) -> Tensor:
        return self._s._tensor(_raw(self._dtype))

    def _as_tensor(self, dtype):
        """What asarray makes of it."""
        if dtype not in (None, self._dtype):
            raise RuntimeError(f"Expected a storage of {dtype}, or an untyped one, but got one of {self._dtype}")
        return self._flat()

    @property
    def dtype(self) -> Dtype:
        return self._dtype

    @property
    def device(self) -> device_type:
        return self._s.device

    @property
    def _untyped_storage(self) -> UntypedStorage:
        return self._s

    @property
    def _cdata(self) -> int:
        return self._s._cdata

    def untyped(self) -> UntypedStorage:
        """The bytes."""
        return self._s

    def nbytes(self) -> int:
        return self._s.nbytes()

    def element_size(self) -> int:
        return self._dtype.itemsize

    def data_ptr(self) -> int:
        return self._s.data_ptr()

    def _data_ptr(self) -> int:
        return self._s.data_ptr()

    def resizable(self) -> bool:
        return self._s.resizable()

    def resize_(self, size: int) -> Self:
        """Another number of elements, as UntypedStorage.resize_."""
        self._s.resize_(_size(size, "size") * self.element_size())
        return self

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        return self._flat()[self._place(index)].item()

    def clone(self) -> TypedStorage:
        return self._wrap(self._s.clone(), self._dtype)

    def to(self, *, device: DeviceLike, non_blocking: bool = False) -> TypedStorage:
        return self._wrap(self._s.to(device=device), self._dtype)

    def pin_memory(self, device: DeviceLike = "cuda") -> TypedStorage:
        return self._wrap(self._s.pin_memory(device), self._dtype)

    def share_memory_(self) -> Self:
        """Raises NotImplementedError: memory is not shared with other processes."""
        self._s.share_memory_()
        return self

    def type(self, dtype: str | None = None, non_blocking: bool = False) -> Any:
        """The name of the legacy class, "torch.FloatStorage", or a copy as a storage of that name."""
        if dtype is not None:
            return _named(dtype)._of(self._flat())
        kind = _KINDS.get(self._dtype.name)
        return f"torch.{'cuda.' if self.is_cuda else ''}{kind}Storage" if kind else None

    pickle_storage_type = property(lambda self: f"{_KINDS[self._dtype.name]}Storage")

    def __deepcopy__(self, memo: dict[int, Any]) -> TypedStorage:
        return self._wrap(_copy.deepcopy(self._s, memo), self._dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return typed_storage, (self._s, self._dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypedStorage) and other._s is self._s and other._dtype is self._dtype

    def __hash__(self) -> int:
        return hash((self._cdata, self._dtype))

    def __repr__(self) -> str:
        lines = " " + "\n ".join(map(str, self.tolist()))
        return f"{lines}\n[torch.storage.TypedStorage(dtype={self.dtype}, device={self.device}) of size {len(self)}]"


def _raw(dtype):
    return DTYPES[_RAW.get(dtype.name, dtype.name)]


def typed_storage(storage: UntypedStorage, dtype: Dtype) -> TypedStorage:
    """The elements of a storage, without a warning."""
    return TypedStorage._wrap(storage, dtype)


def of_tensor(tensor: Tensor) -> TypedStorage:
    """The storage of a tensor as elements of its dtype (torch.Tensor.storage). It warns, since torch deprecates it."""
    _warn()
    return typed_storage(untyped_storage(tensor), tensor.dtype)


class _LegacyMeta(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, TypedStorage) and cls._dtype in (None, instance._dtype)  # type: ignore[attr-defined]


class _LegacyStorage(TypedStorage, metaclass=_LegacyMeta):
    """A class for each dtype, from when dtypes were classes."""

    @classmethod
    def from_buffer(cls, *args: Any, dtype: Any = None, device: Any = None, **kwargs: Any) -> TypedStorage:
        """A copy of a buffer of numbers."""
        data = bytes(args[0])
        flat = frombuffer(bytearray(data), dtype=_raw(cls._dtype)) if data else _ops.empty((0,), dtype=_raw(cls._dtype))
        return typed_storage(untyped_storage(flat), cls._dtype)

    _from_buffer = from_buffer

    @classmethod
    def from_file(cls, filename: str, shared: bool = False, size: int = 0) -> TypedStorage:
        """The numbers of a file as memory, `size` of them; otherwise as UntypedStorage.from_file."""
        count = _size(size, "size")
        bytes_there = UntypedStorage.from_file(filename, shared, count * cls._dtype.itemsize)
        return typed_storage(bytes_there, cls._dtype)


def _legacy(name, kind):
    made = _LegacyMeta(f"{kind}Storage", (_LegacyStorage,), {"_dtype": DTYPES[name], "__doc__": f"Elements of {name}."})
    made.__module__ = __package__
    return made


LEGACY = {f"{kind}Storage": _legacy(name, kind) for name, kind in _KINDS.items()}
globals().update(LEGACY)


def _named(name):
    short = getattr(name, "__name__", name).rpartition(".")[2]
    if short not in LEGACY:
        raise ValueError(f"type(): there is no storage {name!r}")
    return LEGACY[short]


for _name, _kind in _KINDS.items():  # .float(), .long(), …: copies of the numbers
    if _name in ("bool", "complex64", "complex128") or not _kind.startswith("Q"):
        _method = {"ComplexDouble": "complex_double", "ComplexFloat": "complex_float"}.get(_kind, _kind.lower())
        setattr(_Common, _method, lambda self, _cls=LEGACY[f"{_kind}Storage"]: _cls._of(self._flat()))


def is_storage(obj: Any) -> bool:
    """Whether it is a storage (torch.is_storage)."""
    return isinstance(obj, _Common)
