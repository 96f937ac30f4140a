"""Collectives of any objects that can be pickled (torch.distributed.all_gather_object and its like).

They are for small things beside training. Unpickling runs code: use them among processes that trust each other.
"""

from __future__ import annotations

import pickle

from .._ops import empty, zeros
from .._tensor.data import frombuffer, tensor
from .._tensor.dtype import int64, uint8
from ._collectives import all_gather, broadcast, gather, scatter
from ._p2p import recv, send
from ._world import _get_pg_default_device, get_rank, get_world_size, joined, rank_within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.tensor import Tensor


def _object_to_tensor(obj: Any, device: Any = None, group: Any = None) -> tuple[Tensor, Tensor]:
    """(the bytes of an object's pickle, their number) as tensors."""
    device = device or _get_pg_default_device(group)
    data = bytearray(pickle.dumps(obj))
    return frombuffer(data, dtype=uint8).to(device), tensor([len(data)], dtype=int64, device=device)


def _tensor_to_object(data: Tensor, size: Any, group: Any = None) -> Any:
    """The object of such bytes."""
    return pickle.loads(data.cpu().numpy().tobytes()[: int(size)])


def _sized(data, size):
    """The bytes in a tensor of so many."""
    padded = zeros(int(size), dtype=uint8, device=data.device)
    padded[: data.numel()] = data
    return padded


def _sizes(size, group, count):
    """The sizes of the objects of all, and the largest."""
    sizes = [empty(1, dtype=int64, device=size.device) for _ in range(count)]
    all_gather(sizes, size, group)
    numbers = [int(one) for one in sizes]
    return numbers, max(numbers)


def all_gather_object(object_list: list[Any], obj: Any, group: Any = None) -> None:
    """object_list[i] becomes the object of process i (torch.distributed.all_gather_object)."""
    if joined(group, "all_gather_object") is None:
        return
    count = get_world_size(group)
    data, size = _object_to_tensor(obj, None, group)
    sizes, most = _sizes(size, group, count)
    found = [empty(most, dtype=uint8, device=data.device) for _ in range(count)]
    all_gather(found, _sized(data, most), group)
    for i, one in enumerate(found):
        object_list[i] = _tensor_to_object(one, sizes[i])


def gather_object(
    obj: Any,
    object_gather_list: list[Any] | None = None,
    dst: int | None = None,
    group: Any = None,
    group_dst: int | None = None,
) -> None:
    """object_gather_list[i] of process dst (0) becomes the object of process i (torch.distributed.gather_object)."""
    pg = joined(group, "gather_object")
    if pg is None:
        return
    root = rank_within(pg, 0 if dst is None and group_dst is None else dst, group_dst, "dst")
    here = pg.rank() == root
    if here != (object_gather_list is not None):
        raise ValueError(
            "Argument ``gather_list`` must be specified on destination rank."
            if here
            else "Argument ``gather_list`` must NOT be specified on non-destination ranks."
        )
    data, size = _object_to_tensor(obj, None, group)
    sizes, most = _sizes(size, group, pg.size())
    found = [empty(most, dtype=uint8, device=data.device) for _ in range(pg.size())] if here else None
    gather(_sized(data, most), found, group=group, group_dst=root)
    for i, one in enumerate(found or ()):
        object_gather_list[i] = _tensor_to_object(one, sizes[i])  # type: ignore[index]


def broadcast_object_list(
    object_list: list[Any], src: int | None = None, group: Any = None, device: Any = None, group_src: int | None = None
) -> None:
    """The objects of process src (0), to all, in place (torch.distributed.broadcast_object_list)."""
    pg = joined(group, "broadcast_object_list")
    if pg is None:
        return
    root = rank_within(pg, 0 if src is None and group_src is None else src, group_src, "src")
    device = device or _get_pg_default_device(group)
    pieces = [_object_to_tensor(one, device) for one in object_list] if pg.rank() == root else []
    sizes = tensor([int(size) for _, size in pieces] or [0] * len(object_list), dtype=int64, device=device)
    broadcast(sizes, group=group, group_src=root)
    data = empty(int(sizes.sum()), dtype=uint8, device=device)
    start = 0
    for piece, size in pieces:
        data[start : start + int(size)] = piece
        start += int(size)
    broadcast(data, group=group, group_src=root)
    if pg.rank() != root:
        _fill(object_list, data, sizes.tolist())


def _fill(object_list, data, sizes):
    start = 0
    for i, size in enumerate(sizes):
        object_list[i] = _tensor_to_object(data[start : start + size], size)
        start += size


def scatter_object_list(
    scatter_object_output_list: list[Any],
    scatter_object_input_list: list[Any] | None = None,
    src: int | None = None,
    group: Any = None,
    group_src: int | None = None,
) -> None:
    """scatter_object_output_list[0] becomes scatter_object_input_list[rank] of process src (0).

    Source: torch.distributed.scatter_object_list.
    """
    pg = joined(group, "scatter_object_list")
    if pg is None:
        return
    if not isinstance(scatter_object_output_list, list) or not scatter_object_output_list:
        raise ValueError("Expected argument scatter_object_output_list to be a list of size at least 1.")
    root = rank_within(pg, 0 if src is None and group_src is None else src, group_src, "src")
    here = pg.rank() == root
    device = _get_pg_default_device(group)
    pieces = [_object_to_tensor(one, device) for one in scatter_object_input_list or ()] if here else []
    most = tensor([max((int(size) for _, size in pieces), default=0)], dtype=int64, device=device)
    broadcast(most, group=group, group_src=root)
    mine, size = empty(int(most), dtype=uint8, device=device), tensor([0], dtype=int64, device=device)
    scatter(mine, [_sized(data, most) for data, _ in pieces] or None, group=group, group_src=root)
    scatter(size, [one for _, one in pieces] or None, group=group, group_src=root)
    scatter_object_output_list[0] = _tensor_to_object(mine, size)


def send_object_list(
    object_list: list[Any],
    dst: int | None = None,
    group: Any = None,
    device: Any = None,
    group_dst: int | None = None,
    use_batch: bool = False,
) -> None:
    """Sends objects to process dst (torch.distributed.send_object_list)."""
    pg = joined(group, "send_object_list")
    if pg is None:
        return
    peer = rank_within(pg, dst, group_dst, "dst")
    if peer == get_rank(group):
        raise ValueError(
            "Invalid destination rank: destination rank should not be the same as the rank of the current process."
        )
    device = device or _get_pg_default_device(group)
    pieces = [_object_to_tensor(one, device) for one in object_list]
    send(tensor([int(size) for _, size in pieces], dtype=int64, device=device), group=group, group_dst=peer)
    together = bytearray(b"".join(data.cpu().numpy().tobytes() for data, _ in pieces))
    send(frombuffer(together, dtype=uint8).to(device), group=group, group_dst=peer)


def recv_object_list(
    object_list: list[Any],
    src: int | None = None,
    group: Any = None,
    device: Any = None,
    group_src: int | None = None,
    use_batch: bool = False,
) -> int:
    """Receives objects from process src, or from anybody: who it was (torch.distributed.recv_object_list)."""
    pg = joined(group, "recv_object_list")
    if pg is None:
        return -1
    device = device or _get_pg_default_device(group)
    sizes = empty(len(object_list), dtype=int64, device=device)
    peer = recv(sizes, src, group, 0, group_src)
    data = empty(int(sizes.sum()), dtype=uint8, device=device)
    recv(data, peer, group)
    _fill(object_list, data, sizes.tolist())
    return peer
