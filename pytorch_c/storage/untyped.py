"""UntypedStorage: the bytes behind tensors."""

from __future__ import annotations

import copy as _copy
from importlib import import_module
from sys import byteorder
from typing import Any

from .. import _ops
from .._boundary import api, constants
from .._boundary.handle import core
from .._tensor.data import frombuffer, tensor
from .._tensor.device import device as device_type
from .._tensor.device import from_numbers
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from .common import Common, checked_size
from .sharing import Sharing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

    from .._typing import DeviceLike

_UINT8 = DTYPES["uint8"]


def _part(flat):
    """A storage over the memory of a flat tensor; over a copy where NumPy cannot look at it."""
    shared = flat.device.type == "cpu" and flat.numel()
    return untyped_storage(frombuffer(flat.numpy(), dtype=_UINT8) if shared else flat.clone())


@core.storage_class
class UntypedStorage(Sharing, Common, core.StorageBase):
    """Bytes that tensors look at: UntypedStorage(nbytes), UntypedStorage(bytes as ints), or tensor.untyped_storage().

    The memory lives as long as this object or a tensor over it. A storage that tensors use can grow and not shrink.
    Source: torch.UntypedStorage.
    """

    _s: Any
    __module__ = "pytorch_c.storage"

    def __new__(cls, *args: Any, device: DeviceLike | None = None) -> UntypedStorage:
        if len(args) > 1:
            raise RuntimeError(f"{cls.__name__}() takes a size or a sequence, got {len(args)} arguments")
        given = args[0] if args else 0
        where = device_type("cpu" if device is None else device)
        if hasattr(given, "__index__"):
            flat = _ops.empty((checked_size(given, "nbytes"),), dtype=_UINT8, device=where)
        else:
            flat = tensor(list(given), dtype=_UINT8, device=where)
        return untyped_storage(flat, cls)

    @classmethod
    def from_buffer(
        cls, buffer: Any, byte_order: str | None = None, count: int = -1, offset: int = 0, dtype: Any = _UINT8
    ) -> UntypedStorage:
        """A copy of `count` numbers of a buffer behind `offset` bytes, -1 for all, in the machine's order of bytes.

        byte_order: "native", "little" or "big", not needed for uint8 and int8. Raises ValueError for another
        order, and where the buffer has not so many numbers.
        """
        data, size = memoryview(buffer).cast("B"), dtype.itemsize
        if byte_order is None and dtype.name not in ("uint8", "int8"):
            raise RuntimeError("function missing required argument 'byte_order' (pos 2)")
        if byte_order not in (None, "native", "little", "big"):
            raise ValueError(f"invalid byte_order '{byte_order}' (expected 'big', 'little', or 'native')")
        if not 0 <= offset <= len(data):
            raise ValueError(
                f"offset must be non-negative and no greater than buffer length ({len(data)}) , but got {offset}"
            )
        if count < 0 and (len(data) - offset) % size:
            raise ValueError(f"buffer size ({len(data)}) must be a multiple of element size ({size})")
        there = (len(data) - offset) // size
        if count > there:
            raise ValueError(f"buffer has only {there} elements after offset {offset}, but specified a size of {count}")
        taken = bytearray(data[offset : offset + size * (there if count < 0 else count)])
        made = untyped_storage(frombuffer(taken, dtype=_UINT8), cls) if taken else cls(0)
        if dtype.name == "bool":
            made._flat().copy_(made._flat() != 0)
        if byte_order not in (None, "native", byteorder):
            made.byteswap(dtype)
        return made

    def byteswap(self, dtype: Any) -> None:
        """Turns the order of the bytes of each number of a dtype, of complex ones that of both parts."""
        size = max(dtype.itemsize // 2, 1) if dtype.is_complex else dtype.itemsize
        flat = self._flat()
        rows = flat[: len(flat) // size * size].view(-1, size)
        rows.copy_(rows.flip(1))

    @classmethod
    def _over(cls, handle: Any) -> Self:
        """The object for a storage of the C library's: the same one while somebody keeps it."""
        return core.storage_over(cls, handle)

    @classmethod
    def from_file(cls, filename: Any, shared: bool = False, nbytes: int = 0, **size: int) -> Self:
        """The bytes of a file; what is written to them goes to the file if `shared`, which then has so many bytes.

        Source: torch.UntypedStorage.from_file.
        """
        from os import fspath

        count = checked_size(size.get("size", nbytes), "nbytes")
        flat = _ops.from_file(fspath(filename), shared=shared, size=count, dtype=_UINT8)
        return cls._over(api.storage_of(flat))

    def _flat(self) -> Tensor:
        return self._tensor(_UINT8)

    def _tensor(self, dtype):
        """The tensor of all elements of a dtype that fit."""
        return api.storage_tensor(self._s, dtype.code, 0, (self.nbytes() // dtype.itemsize,), (1,))

    def _as_tensor(self, dtype):
        """Returns what asarray makes of it: its bytes as numbers of the dtype, of int64 for None."""
        return self._tensor(dtype or DTYPES["int64"])

    @core.quick
    def nbytes(self) -> int:
        """The number of bytes; a symbol where the shapes of the tensors are."""
        try:
            return api.storage_nbytes(self._s)
        except RuntimeError:
            none = api.storage_tensor(self._s, DTYPES["uint8"].code, 0, (0,), (1,))
            return core.symbols(none, constants.SYMBOLIC["nbytes"])

    __len__ = nbytes

    def element_size(self) -> int:
        return 1

    @core.quick
    def data_ptr(self) -> int:
        """The address of the first byte, 0 where there is none."""
        return api.storage_data_ptr(self._s) or 0

    @property
    def device(self) -> device_type:
        return from_numbers(*api.storage_device(self._s))

    @property
    def _cdata(self) -> int:
        return api.storage_id(self._s)

    @classmethod
    def _new_with_weak_ptr(cls, weak: int) -> Self | None:
        """The storage of a number of _weak_ref(); None where it is gone."""
        found = api.storage_weak_lock(weak)
        return None if found is None else cls._over(found)

    def _fix_weakref(self) -> None:
        """Does nothing: an object is kept by whoever has it, and never given up to its storage."""

    def _use_count(self) -> int:
        return api.storage_use_count(self._s)

    def resizable(self) -> bool:
        """Returns whether resize_ may move the memory: not while NumPy, say, looks at it."""
        return api.storage_resizable(self._s)

    def _swap_data_ptr_(self, other: UntypedStorage) -> None:
        """Swaps the memory of two storages of one device, under all tensors over them.

        Raises RuntimeError where both have bytes and not equally many, and where NumPy, say, looks at one of them.
        """
        if not isinstance(other, UntypedStorage):
            raise TypeError(f"_swap_data_ptr_ expects an UntypedStorage, but got {type(other).__name__}")
        api.storage_swap(self._s, other._s)

    def resize_(self, size: int) -> Self:
        """Another number of bytes; those that fit stay. Returns itself.

        Raises RuntimeError for fewer bytes where tensors use them, and where somebody else looks at the memory.
        """
        api.storage_resize(self._s, checked_size(size, "size"))
        return self

    def __getitem__(self, index: int | slice) -> Any:
        self._check_memory()
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
        return f"torch.storage.{type(self).__name__}" if dtype is None else self._as_typed(dtype)

    def _as_typed(self, name):  # set where the classes are, in typed.py
        raise NotImplementedError

    def pin_memory(self, device: DeviceLike = "cuda") -> UntypedStorage:
        """Returns a copy in pinned memory."""
        return untyped_storage(self._flat().pin_memory())

    def __deepcopy__(self, memo: dict[int, Any]) -> UntypedStorage:
        # Tensors that are copied with it share the copy.
        return untyped_storage(_copy.deepcopy(self._flat(), memo))

    def __copy__(self) -> UntypedStorage:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        pickling = import_module(".._files.pickling", __package__)  # stands on storages
        return pickling.reduce_storage(self) if pickling.is_for_torch() else (untyped_storage, (self._flat(),))

    def __repr__(self) -> str:
        lines = " " + "\n ".join(map(str, self.tolist()))
        return f"{lines}\n[torch.storage.UntypedStorage(device={self.device}) of size {len(self)}]"


def untyped_storage(tensor: Tensor, cls: type[UntypedStorage] = UntypedStorage) -> UntypedStorage:
    """The storage of a tensor: the same object for all tensors of one storage, while somebody keeps it.

    Raises NotImplementedError for layouts without one. Source: torch.Tensor.untyped_storage.
    """
    return cls._over(api.storage_of(tensor))
