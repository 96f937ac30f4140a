"""Messages from one process to another (torch.distributed.send and its like)."""

from __future__ import annotations

from .._boundary import api
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ._asked import functions
from ._collectives import _tensor
from ._works import Work
from ._world import _group_or_default_group, get_global_rank, joined, rank_within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@core.asking
def isend(
    tensor: Tensor, dst: int | None = None, group: Any = None, tag: int = 0, group_dst: int | None = None
) -> Work | None:
    """Begins to send tensor to process dst; a Work (torch.distributed.isend). tag: tells messages apart."""
    pg = joined(group, "isend")
    if pg is None:
        return None
    peer = rank_within(pg, dst, group_dst, "dst")
    if pg._of_python:
        if peer == pg.rank():
            raise ValueError("Invalid destination rank: it should not be the rank of the current process.")
        return pg.send([_tensor(tensor, "tensor")], peer, tag)
    return Work(api.group_send(pg._handle, _tensor(tensor, "tensor"), peer, tag), (tensor,))


@core.asking
def irecv(
    tensor: Tensor, src: int | None = None, group: Any = None, tag: int = 0, group_src: int | None = None
) -> Work | None:
    """Begins to receive into tensor, from process src, or from whoever sends; a Work (torch.distributed.irecv)."""
    pg = joined(group, "irecv")
    if pg is None:
        return None
    given = _tensor(tensor, "tensor")
    if pg._of_python and src is None and group_src is None:
        return pg.recv_anysource([given], tag)
    if pg._of_python:
        return pg.recv([given], rank_within(pg, src, group_src, "src"), tag)
    if src is None and group_src is None:
        return Work(api.group_recv_any(pg._handle, given, tag), (tensor,))
    return Work(api.group_recv(pg._handle, given, rank_within(pg, src, group_src, "src"), tag), (tensor,))


@core.asking
def send(tensor: Tensor, dst: int | None = None, group: Any = None, tag: int = 0, group_dst: int | None = None) -> None:
    """Sends tensor to process dst (torch.distributed.send)."""
    work = isend(tensor, dst, group, tag, group_dst)
    if work is not None:
        work.wait()


@core.asking
def recv(tensor: Tensor, src: int | None = None, group: Any = None, tag: int = 0, group_src: int | None = None) -> int:
    """Receives into tensor from process src, or from whoever sends: who it was; -1 outside of the group.

    Source: torch.distributed.recv.
    """
    work = irecv(tensor, src, group, tag, group_src)
    if work is None:
        return -1
    work.wait()
    if src is None and group_src is None:
        return _global(group, work.source_rank())
    return _global(group, group_src) if src is None else src


def _global(group, rank):
    return get_global_rank(_group_or_default_group(group), rank)


class P2POp:
    """One message for batch_isend_irecv (torch.distributed.P2POp): op is isend or irecv."""

    def __init__(
        self,
        op: Callable[..., Any],
        tensor: Tensor,
        peer: int | None = None,
        group: Any = None,
        tag: int = 0,
        group_peer: int | None = None,
    ) -> None:
        if op not in (isend, irecv):
            raise ValueError(
                "Invalid ``op``. Expected ``op`` to be ``torch.distributed.isend`` or ``torch.distributed.irecv``."
            )
        _tensor(tensor, "tensor")
        if peer is None and group_peer is None:
            raise ValueError("Must specify peer or group_peer")
        self.op, self.tensor, self.peer, self.group, self.tag, self.group_peer = (
            op,
            tensor,
            peer,
            group,
            tag,
            group_peer,
        )


def batch_isend_irecv(p2p_op_list: list[P2POp]) -> list[Work]:
    """Begins several messages, in their order; the Works (torch.distributed.batch_isend_irecv)."""
    if not isinstance(p2p_op_list, list) or not all(isinstance(one, P2POp) for one in p2p_op_list) or not p2p_op_list:
        raise ValueError("Invalid ``p2p_op_list``. Each op is expected to be of type ``torch.distributed.P2POp``.")
    if any(one.group is not p2p_op_list[0].group for one in p2p_op_list):
        raise ValueError("All ops need to use the same group.")
    works = []
    for one in p2p_op_list:
        work = one.op(one.tensor, one.peer, one.group, one.tag, one.group_peer)
        if work is not None:
            works.append(work)
    return works


functions.update(isend=isend, irecv=irecv)
