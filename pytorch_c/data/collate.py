"""One batch of a list of samples (torch.utils.data.default_collate and default_convert)."""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from types import ModuleType
from typing import Any

from .._ops import empty, stack
from .._tensor.data import as_tensor, tensor
from .._tensor.dtype import dtype as Dtype
from .._tensor.dtype import float64, strided
from .._tensor.tensor import Tensor
from ..storage import UntypedStorage
from .state import in_process

_TEXT_OR_OBJECTS = re.compile(r"[SaUO]")  # dtypes of NumPy's that no tensor has
_CANNOT = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"


_torchs: ModuleType | None = None  # torch's own module of collate functions, once it is loaded
_collated_by_torch: dict[Any, Any] = {}  # its map, as torch has it


def _is_numpy(value):
    return type(value).__module__ == "numpy" and type(value).__name__ not in ("str_", "bytes_")


def _rebuilt(first, items):
    """A container like `first`, which is not changed, with other `items`: a dict, or a list."""
    mapping = isinstance(items, dict)
    if isinstance(first, tuple):
        return type(first)(*items) if hasattr(first, "_fields") else items
    try:
        if not isinstance(first, MutableMapping if mapping else MutableSequence):
            return type(first)(items)
        made = copy.copy(first)  # it may have more than its items
        for key, item in items.items() if mapping else enumerate(items):
            made[key] = item
        return made
    except TypeError:  # such as a range
        return items


def _stacked(samples):
    first = samples[0]
    kind = "nested" if first.is_nested else "sparse" if first.layout is not strided else None
    if kind:
        raise RuntimeError(
            f"Batches of {kind} tensors are not currently supported by the default collate_fn; "
            "please provide a custom collate_fn to handle them appropriately."
        )
    if in_process() and all(_is_plain(one) and one.dtype is first.dtype for one in samples):
        return stack(list(samples), out=shared_memory((len(samples), *first.shape), first.dtype))
    return stack(list(samples))


def _is_plain(sample):
    """Returns whether a call that writes into a tensor of its dtype gives what one without it gives."""
    return (
        type(sample) is Tensor and sample.device.type == "cpu" and not sample.requires_grad and not sample.is_quantized
    )


def shared_memory(shape: Sequence[int], dtype: Dtype) -> Tensor:
    """An empty tensor that another process can see: the batch of a worker, which is then not copied to be sent."""
    size = math.prod(shape) * dtype.itemsize
    return empty(0, dtype=dtype).set_(UntypedStorage._new_shared(size), 0, shape) if size else empty(shape, dtype=dtype)


def default_collate(batch: Any) -> Any:
    """One batch of a list of samples.

    Tensors and arrays are stacked, numbers become a tensor (Python's floats one of float64), strings stay as they
    are, and sequences and mappings of these are collated element by element; a tuple becomes a list.

    What a program puts into `torch.utils.data._utils.collate.default_collate_fn_map` is asked for its classes.

    Raises TypeError for anything else, RuntimeError where the samples' lengths differ.
    """
    if _torchs is not None and _torchs.default_collate_fn_map != _collated_by_torch:
        return _torchs.collate(batch, collate_fn_map=_torchs.default_collate_fn_map)
    first = batch[0]
    if isinstance(first, Tensor):
        return _stacked(batch)
    if _is_numpy(first):
        if _TEXT_OR_OBJECTS.search(first.dtype.str):
            raise TypeError(_CANNOT.format(first.dtype))
        return stack([as_tensor(sample) for sample in batch])
    if isinstance(first, float):
        return tensor(batch, dtype=float64)
    if isinstance(first, int):
        return tensor(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        return _rebuilt(first, {key: default_collate([sample[key] for sample in batch]) for key in first})
    if isinstance(first, Sequence):
        if not all(len(sample) == len(first) for sample in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        return _rebuilt(first, [default_collate(column) for column in zip(*batch)])
    raise TypeError(_CANNOT.format(type(first)))


def take_over(torchs: ModuleType) -> None:
    """Puts our functions into torch's module of them (torch.utils.data._utils.collate), whose map others extend."""
    global _torchs, _collated_by_torch
    torchs.default_collate, torchs.default_convert = default_collate, default_convert  # type: ignore[attr-defined]
    _torchs, _collated_by_torch = torchs, dict(torchs.default_collate_fn_map)


def default_of(single: bool) -> Callable[[Any], Any]:
    """Returns the collate_fn of a DataLoader that has none: torch's module of them may have another one by now."""
    if _torchs is None:
        return default_convert if single else default_collate
    return _torchs.default_convert if single else _torchs.default_collate


def mapped(convert: Callable[[Any], Any], data: Any) -> Any:
    """The containers of a batch with convert(item) for each item that is none."""
    if isinstance(data, Mapping):
        return _rebuilt(data, {key: mapped(convert, item) for key, item in data.items()})
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _rebuilt(data, [mapped(convert, item) for item in data])
    return convert(data)


def _converted(data):
    if not _is_numpy(data) or _TEXT_OR_OBJECTS.search(data.dtype.str):
        return data
    return as_tensor(data)


def default_convert(data: Any) -> Any:
    """A sample with tensors for its NumPy arrays and numbers, also inside of sequences and mappings."""
    return mapped(_converted, data)


def pinned(data: Any) -> Any:
    """A batch with its tensors in page-locked memory."""
    return mapped(lambda item: item.pin_memory() if hasattr(item, "pin_memory") else item, data)
