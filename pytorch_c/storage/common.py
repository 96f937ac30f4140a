"""Base of both kinds of storages."""

from __future__ import annotations

from sys import byteorder
from typing import Any

from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from typing_extensions import Self

    from .._tensor.tensor import Tensor
    from .._typing import DeviceLike


def checked_size(value: Any, name: str, least: int = 0) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name}: an int is needed, not {type(value).__name__}")
    if value.__index__() < least:
        raise ValueError(f"{name}: it must not be negative, got {value}")
    return value.__index__()


class Common:
    """Base of both kinds of storages, by a tensor over all of the memory."""

    def __sizeof__(self) -> int:
        """The object's size with that of its memory (sys.getsizeof)."""
        return object.__sizeof__(self) + self.nbytes()

    def _flat(self) -> Tensor:
        raise NotImplementedError

    def __len__(self) -> int:
        return self._flat().numel()

    def size(self) -> int:
        """The number of elements; a symbol where the shapes of the tensors are."""
        return self.__len__()  # len() would ask for an int

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def tolist(self) -> list[Any]:
        """The elements, read now."""
        self._check_memory()
        return self._flat().tolist()

    def _write_file(self, f: Any, is_real_file: bool, save_size: bool, element_size: int) -> None:
        """Writes the bytes, and before them, if `save_size`, how many elements they are, as eight bytes."""
        data = self.untyped()._flat().cpu().numpy()
        if save_size:
            f.write((self.nbytes() // element_size).to_bytes(8, byteorder))
        f.write(data.data)

    def _check_memory(self):
        if self.device.type == "meta":
            raise NotImplementedError("Not available for 'meta' device type")

    def _check_shareable(self):
        if self.device.type != "cpu":
            raise RuntimeError(f"sharing between processes is only available on CPU, got {self.device}")

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
        if not isinstance(source, Common):
            raise TypeError(f"copy_(): argument 'source' must be a storage, not {type(source).__name__}")
        if source.device.type == "meta":  # type: ignore[attr-defined]
            raise NotImplementedError("Cannot copy out of meta tensor; no data!")
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

    def is_pinned(self, device: DeviceLike = "cuda") -> bool:
        return self._flat().is_pinned()

    def _weak_ref(self) -> int:
        """A number of the memory's that no other gets until _free_weak_ref() was called as often (StorageWeakRef)."""
        return api.storage_weak(self.untyped()._s)  # type: ignore[attr-defined]

    @staticmethod
    def _free_weak_ref(weak: int) -> None:
        """Gives a number back; ValueError for one that _weak_ref() has not given."""
        if api is not None:  # as it is while the interpreter ends
            api.storage_weak_release(weak)

    @staticmethod
    def _expired(weak: int) -> bool:
        """Returns whether the memory of a number is gone."""
        return api.storage_weak_expired(weak)

    def cpu(self) -> Any:
        """On the CPU; itself if it is there."""
        if self.device.type == "meta":  # type: ignore[attr-defined]
            raise NotImplementedError("Cannot copy out of meta tensor; no data!")
        return self if self.device.type == "cpu" else self.to(device="cpu")  # type: ignore[attr-defined]

    def cuda(self, device: DeviceLike | None = None, non_blocking: bool = False) -> Any:
        """A copy on a CUDA device."""
        return self.to(device="cuda" if device is None else device)  # type: ignore[attr-defined]
