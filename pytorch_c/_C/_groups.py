"""Lists of tensors grouped for calls of many at once (torch._C, ForeachUtils.h)."""

from __future__ import annotations

from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._tensor.device import device
    from .._tensor.dtype import dtype
    from .._tensor.tensor import Tensor

    Lists = list[list[Tensor | None]]


def _group_tensors_by_device_and_dtype(
    tensorlistlist: Sequence[Sequence[Tensor | None]], with_indices: bool = False
) -> dict[tuple[device, dtype], tuple[Lists, list[int]]]:
    """Returns {(device, dtype) of the first list's tensors: (the lists' parts, their indices if asked)}.

    Raises RuntimeError for no lists, lists of several lengths, and a first list with None.
    """
    if not tensorlistlist or not tensorlistlist[0]:
        raise RuntimeError("Expected the lists of tensors not to be empty")
    first = tensorlistlist[0]
    if any(len(one) not in (0, len(first)) for one in tensorlistlist):
        raise RuntimeError(f"Expected each list to have {len(first)} tensors, as the first has, or none")
    if core.are_alike(first):  # one group, found without an object for each device and dtype
        found = [list(whole) for whole in tensorlistlist], list(range(len(first))) if with_indices else []
        return {(first[0].device, first[0].dtype): found}  # type: ignore[union-attr]
    groups: dict[tuple[device, dtype], tuple[Lists, list[int]]] = {}
    for index, tensor in enumerate(first):
        if tensor is None:
            raise RuntimeError(
                "Tensors of the first list of nested Tensor lists are supposed to be defined but "
                f"the {index}-th Tensor is not."
            )
        lists, indices = groups.setdefault((tensor.device, tensor.dtype), ([[] for _ in tensorlistlist], []))
        for part, whole in zip(lists, tensorlistlist):
            if whole:
                part.append(whole[index])
        if with_indices:
            indices.append(index)
    return groups
