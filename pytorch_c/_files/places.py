"""Places of storages, and those where load() puts them: names of devices in files, map_location, packages of others."""

from __future__ import annotations

import contextlib
import re
import threading

from .._boundary import api
from .._boundary.errors import TorchError
from .._tensor.device import device
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from ..storage import TypedStorage, UntypedStorage, untyped_storage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from .._tensor.device import device as Device

_registry: list[tuple[int, Any, Any]] = []


def register_package(
    priority: int, tagger: Callable[[Any], str | None], deserializer: Callable[[Any, str], Any]
) -> None:
    """Adds a pair of functions that name the place of a storage and bring one there; the lowest priority is asked first.

    tagger: storage -> the name that save() writes for its place, or None
    deserializer: (storage on the CPU, name) -> the storage there, or None

    The CPU has priority 10, CUDA 20, other devices have 21 and more. Source: torch.serialization.register_package.
    """
    _registry.append((priority, tagger, deserializer))
    _registry.sort(key=lambda one: one[0])


def location_tag(storage: Any) -> str:
    """The name that save() writes for the place of a storage (torch.serialization.location_tag)."""
    for _, tagger, _ in _registry:
        location = tagger(storage)
        if location:
            return location
    raise TorchError(f"don't know how to determine data location of {_named(storage)}")


def default_restore_location(storage: Any, location: str) -> Any:
    """The storage at the place of that name (torch.serialization.default_restore_location).

    Raises RuntimeError where nobody knows the name, or the device is not there.
    """
    for _, _, restore in _registry:
        found = restore(storage, location)
        if found is not None:
            return found
    raise TorchError(f"don't know how to restore data location of {_named(storage)} (tagged with {location})")


def _named(storage):
    return f"torch.storage.{type(storage).__name__}" if hasattr(storage, "untyped") else type(storage).__name__


def validate_device(location: str, name: str) -> Device:
    """The device `location` of the backend `name`; RuntimeError, in torch's words, where it is not there."""
    if name == "cuda":
        _check_count(location, api.cuda_device_count())
    where = device(location)
    try:
        storage = UntypedStorage(0, device=where)
    except Exception as e:
        raise TorchError(_unavailable(name)) from e
    return storage.device


def _check_count(location, count):
    index = device(location).index or 0
    if not count:
        raise TorchError(_unavailable("cuda"))
    if index >= count:
        raise TorchError(
            f"Attempting to deserialize object on CUDA device {index} but torch.cuda.device_count() is {count}. "
            "Please use torch.load with map_location to map your storages to an existing device."
        )


def _unavailable(name):
    return (
        f"Attempting to deserialize object on a {name.upper()} device but torch.{name}.is_available() is False. "
        "If you are running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') "
        "to map your storages to the CPU."
    )


def validate_cuda_device(location: str) -> int | None:
    """The index of a CUDA device; RuntimeError where it is not there (torch.serialization.validate_cuda_device)."""
    return validate_device(location, "cuda").index


def validate_hpu_device(location: str) -> int | None:
    """The index of an HPU; RuntimeError where it is not there (torch.serialization.validate_hpu_device)."""
    return validate_device(location, "hpu").index


# ---- the devices that are known ----


def _tag(name):
    def tagger(storage):
        where = storage.device
        return str(where) if name in (where.type, None) else None

    return tagger


def _at_cpu(storage, location):
    return storage if location == "cpu" else None


def _at_meta(storage, location):
    return UntypedStorage(storage.nbytes(), device="meta") if location == "meta" else None


def _at_device(name):
    def restore(storage, location):
        if location == name or re.match(f"{name}(:|[0-9]+)", location):
            return storage.to(device=validate_device(location, name))
        return None

    return restore


def _at_any(storage, location):
    """For devices without an entry, those of programs among them."""
    try:
        where = device(location)
    except Exception:  # no device's name
        return None
    return storage.to(device=validate_device(location, where.type))


_at_cpu_first = (10, _tag("cpu"), _at_cpu)
register_package(*_at_cpu_first)
register_package(20, _tag("cuda"), _at_device("cuda"))
register_package(22, _tag("meta"), _at_meta)
register_package(23, _tag(None), _at_any)


def is_at_cpu_first() -> bool:
    """Returns whether storages on the CPU stay there whatever packages are registered."""
    return _registry[0] == _at_cpu_first


# ---- map_location ----

_loading = threading.local()


def place_of(location: str) -> Any:
    """The device that is to replace `location` in the file that this thread loads, for what has no storages there.

    Raises RuntimeError where a function says it, which would want a storage.
    """
    target = getattr(_loading, "target", None)
    if isinstance(target, dict):
        target = target.get(location, location)
    elif callable(target) and not isinstance(target, device):
        raise TorchError("load: Callable map_location not supported with _rebuild_device_tensor_from_cpu_tensor")
    name = location if target is None else str(target)
    return validate_device(name, device(name).type)


@contextlib.contextmanager
def loading(restore: Restore) -> Iterator[None]:
    """A block in which place_of() answers for a file's map_location."""
    before = getattr(_loading, "target", None)
    _loading.target = restore.map_location
    try:
        yield
    finally:
        _loading.target = before


class Restore:
    """Puts storages where map_location says; `error` is the exception that map_location raised."""

    def __init__(self, map_location: Any) -> None:
        if isinstance(map_location, bytes):
            map_location = map_location.decode("ascii")
        if not (map_location is None or isinstance(map_location, (str, dict, device)) or callable(map_location)):
            raise TypeError(
                "load: map_location must be a device, its name, a dict or a function, "
                f"not {type(map_location).__name__}"
            )
        self.map_location: Any = map_location
        self.error: BaseException | None = None
        one_place = isinstance(map_location, (str, device))
        self.to_meta = one_place and str(map_location) == "meta"  # nothing need be read then

    def __call__(self, flat: Tensor, location: str) -> Tensor:
        """The bytes of a storage, a flat uint8 tensor, on the device that is to replace `location`."""
        try:
            return self._moved(flat, location)
        except BaseException as error:
            self.error = error
            raise

    def _moved(self, flat, location):
        target, storage = self.map_location, untyped_storage(flat)
        if callable(target) and not isinstance(target, device):
            moved = target(storage, location)
            if moved is not None:
                return self._checked(moved, flat)
            target = location
        elif isinstance(target, dict):
            target = target.get(location, location)
        elif target is None:
            target = location
        found = default_restore_location(storage, str(target))
        return flat if found is storage else self._checked(found, flat)

    def _checked(self, moved, flat):
        if isinstance(moved, (UntypedStorage, TypedStorage)):
            moved = moved.untyped()._flat()
        if not isinstance(moved, Tensor) or moved.dtype is not DTYPES["uint8"] or moved.shape != flat.shape:
            what = f"{moved.numel()} bytes" if isinstance(moved, Tensor) else f"a {type(moved).__name__}"
            raise TypeError(
                "load: the function map_location must give the storage on another device, or None, "
                f"not {what} for one of {flat.numel()} bytes"
            )
        return moved
