"""TypedStorage: the elements of a storage, and a class for each dtype from when dtypes were classes."""

from __future__ import annotations

import copy as _copy
import warnings
from importlib import import_module
from typing import Any

from .. import _ops
from .._tensor.data import tensor
from .._tensor.device import device as device_type
from .._tensor.dtype import DTYPES
from .._tensor.promotion import get_default_dtype
from .._tensor.tensor import Tensor
from .common import Common, checked_size
from .untyped import UntypedStorage, untyped_storage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

    from .._typing import DeviceLike, Dtype

_KINDS = {
    "float64": "Double", "float32": "Float", "float16": "Half", "bfloat16": "BFloat16", "int64": "Long", "int32": "Int",
    "int16": "Short", "int8": "Char", "uint8": "Byte", "bool": "Bool", "complex128": "ComplexDouble",
    "complex64": "ComplexFloat", "quint8": "QUInt8", "qint8": "QInt8", "qint32": "QInt32", "quint4x2": "QUInt4x2",
    "quint2x4": "QUInt2x4",
}  # fmt: skip
# Dtypes in memory of quantized tensors.
_RAW = {"quint8": "uint8", "qint8": "int8", "qint32": "int32", "quint4x2": "uint8", "quint2x4": "uint8"}


_warned = False


def _warn():
    """Warns the first time, as torch does."""
    global _warned
    if _warned:
        return
    _warned = True
    warnings.warn(
        "TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. "
        "This should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
        "tensor.untyped_storage() instead of tensor.storage()",
        UserWarning,
        stacklevel=3,
    )


class TypedStorage(Common):
    """The elements of a storage: TypedStorage(n, dtype=…), (numbers, dtype=…), or (wrap_storage=untyped, dtype=…).

    Deprecated by torch, and here as there; each public way to one warns. Source: torch.TypedStorage.
    """

    _dtype: Any = None
    __module__ = "pytorch_c.storage"
    _s: UntypedStorage

    def __new__(
        cls,
        *args: Any,
        wrap_storage: UntypedStorage | None = None,
        dtype: Dtype | None = None,
        device: DeviceLike | None = None,
        _internal: bool = False,
    ) -> TypedStorage:
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
            flat = _ops.empty((checked_size(given, "size"),), dtype=_raw(dtype), device=where)
        else:
            flat = tensor(list(given), dtype=_raw(dtype), device=where)
        return cls._wrap(untyped_storage(flat), dtype)

    @classmethod
    def from_buffer(cls, *args: Any, **kwargs: Any) -> TypedStorage:
        """A copy of a buffer of numbers, as UntypedStorage.from_buffer; dtype: by default torch's default one."""
        _warn()
        return cls._from_buffer(*args, **kwargs)

    @classmethod
    def _from_buffer(
        cls, *args: Any, dtype: Dtype | None = None, device: DeviceLike | None = None, **kwargs: Any
    ) -> TypedStorage:
        if cls is not TypedStorage and (dtype is not None or len(args) == 5 or device is not None):
            name = "device" if dtype is None and len(args) != 5 else "dtype"
            raise RuntimeError(
                f"from_buffer: '{name}' can only be specified in UntypedStorage.from_buffer and TypedStorage.from_buffer"
            )
        where = device_type("cpu" if device is None else device)
        if where.type != "cpu":
            raise RuntimeError(f"TypedStorage.from_buffer: Not available for device {where.type}")
        dtype = cls._dtype or dtype or get_default_dtype()
        return cls._wrap(UntypedStorage.from_buffer(*args, dtype=_raw(dtype), **kwargs), dtype)

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
        """Returns what asarray makes of it."""
        if dtype not in (None, self._dtype):
            raise RuntimeError(
                f"Expected a Storage of type {dtype} or an UntypedStorage, but got type {self._dtype} for argument 'storage'"
            )
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
        self._s.resize_(checked_size(size, "size") * self.element_size())
        return self

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        self._check_memory()
        return self._flat()[self._place(index)].item()

    def clone(self) -> TypedStorage:
        return self._wrap(self._s.clone(), self._dtype)

    def to(self, *, device: DeviceLike, non_blocking: bool = False) -> TypedStorage:
        return self._wrap(self._s.to(device=device), self._dtype)

    def pin_memory(self, device: DeviceLike = "cuda") -> TypedStorage:
        return self._wrap(self._s.pin_memory(device), self._dtype)

    def share_memory_(self) -> Self:
        """Shares the memory, as UntypedStorage.share_memory_."""
        self._check_shareable()
        self._s.share_memory_()
        return self

    def _share_fd_cpu_(self) -> tuple[int, int]:
        self._check_shareable()
        return self._s._share_fd_cpu_()

    def _share_filename_cpu_(self) -> tuple[bytes, bytes, int]:
        self._check_shareable()
        return self._s._share_filename_cpu_()

    def is_shared(self) -> bool:
        """Returns whether other processes can see the memory."""
        return self._s.is_shared()

    def type(self, dtype: str | None = None, non_blocking: bool = False) -> Any:
        """The name of the legacy class, "torch.FloatStorage", or a copy as a storage of that name."""
        if dtype is not None:
            return named(dtype)._of(self._flat())
        kind = _KINDS.get(self._dtype.name)
        return f"torch.{'cuda.' if self.is_cuda else ''}{kind}Storage" if kind else None

    def pickle_storage_type(self) -> str:
        """Returns the name of the legacy class, without a module; raises KeyError for a dtype that has none."""
        if self._dtype.name not in _KINDS:
            raise KeyError(f"dtype {self._dtype} is not recognized")
        return f"{_KINDS[self._dtype.name]}Storage"

    def __copy__(self) -> TypedStorage:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> TypedStorage:
        return self._wrap(_copy.deepcopy(self._s, memo), self._dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        pickling = import_module(".._files.pickling", __package__)  # stands on storages
        return pickling.reduce_storage(self) if pickling.is_for_torch() else (typed_storage, (self._s, self._dtype))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypedStorage) and other._s is self._s and other._dtype is self._dtype

    def __hash__(self) -> int:
        return hash((self._cdata, self._dtype))

    def __repr__(self) -> str:
        lines = "..." if self.device.type == "meta" else " " + "\n ".join(map(str, self.tolist()))
        return f"{lines}\n[torch.storage.TypedStorage(dtype={self.dtype}, device={self.device}) of size {len(self)}]"


for _name in "size nbytes element_size is_shared resize_ share_memory_ pickle_storage_type".split():
    setattr(TypedStorage, f"_{_name}", getattr(TypedStorage, _name))  # torch's names for callers that it does not warn
for _name in "getitem setitem deepcopy".split():
    setattr(TypedStorage, f"_{_name}", getattr(TypedStorage, f"__{_name}__"))


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
    def from_file(cls, filename: Any, shared: bool = False, size: int = 0) -> TypedStorage:
        """The numbers of a file as memory, `size` of them; otherwise as UntypedStorage.from_file."""
        count = checked_size(size, "size")
        return typed_storage(UntypedStorage.from_file(filename, shared, count * cls._dtype.itemsize), cls._dtype)


def _legacy(name, kind):
    made = _LegacyMeta(f"{kind}Storage", (_LegacyStorage,), {"_dtype": DTYPES[name], "__doc__": f"Elements of {name}."})
    made.__module__ = "pytorch_c.storage"
    return made


LEGACY = {f"{kind}Storage": _legacy(name, kind) for name, kind in _KINDS.items()}
globals().update(LEGACY)


def _dtype_to_storage_type_map() -> dict[Dtype, str]:
    """{dtype: the name of its legacy class}"""
    return {DTYPES[name]: f"{kind}Storage" for name, kind in _KINDS.items()}


def _storage_type_to_dtype_map() -> dict[str, Dtype]:
    """{the name of a legacy class: its dtype}"""
    return {f"{kind}Storage": DTYPES[name] for name, kind in _KINDS.items()}


def named(name: Any) -> Any:
    short = getattr(name, "__name__", name).rpartition(".")[2]
    if short not in LEGACY:
        raise ValueError(f"type(): there is no storage {name!r}")
    return LEGACY[short]


for _name, _kind in _KINDS.items():  # .float(), .long(), …: copies of the numbers
    if _name in ("bool", "complex64", "complex128") or not _kind.startswith("Q"):
        _method = {"ComplexDouble": "complex_double", "ComplexFloat": "complex_float"}.get(_kind, _kind.lower())
        setattr(Common, _method, lambda self, _cls=LEGACY[f"{_kind}Storage"]: _cls._of(self._flat()))


def is_storage(obj: Any) -> bool:
    """Returns whether it is a storage (torch.is_storage)."""
    return isinstance(obj, Common)


def _as_typed(self, name):
    return named(name)._of(self._flat())


UntypedStorage._as_typed = _as_typed  # type: ignore[method-assign]
