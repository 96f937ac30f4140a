"""Collectives of the processes of a group: each calls the same function in the same order.

A function returns when it is done; with async_op it returns a Work, and the tensors are not to be touched until that is
done. Outside of the group it returns None. Each raises DistBackendError where a process has ended or does not come in
time, which names the collective, this rank, and who has ended.
"""

from __future__ import annotations

from datetime import timedelta

from .._boundary import api
from .._boundary.handle import core
from .._ops import view_as_real
from .._tensor.tensor import Tensor
from ._asked import functions
from ._python_groups import ended
from ._waiting import UNSET, interruptible, milliseconds
from ._works import RedOpType, Work, Works
from ._world import joined, rank_within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ._groups import ProcessGroup

SUM = RedOpType.SUM


def _tensor(value, name):
    """A tensor as c10d takes it: complex numbers as pairs. TypeError for anything else."""
    if not isinstance(value, Tensor):
        raise TypeError(f"Expected parameter `{name}` of type torch.Tensor, but got {type(value)} instead.")
    return view_as_real(value) if value.is_complex() else value


def _tensors(values, name):
    if not isinstance(values, (list, tuple)) or not all(isinstance(one, Tensor) for one in values):
        raise TypeError(f"Expected parameter `{name}` of type List[torch.Tensor], but got {type(values)} instead.")
    return [view_as_real(one) if one.is_complex() else one for one in values]


def _real(op, tensor):
    if tensor.is_complex() and op not in (RedOpType.SUM, RedOpType.AVG):
        raise ValueError(f"all_reduce does not support {op} on complex tensors")
    return int(op)


def _sizes(values):
    return [] if values is None else [int(one) for one in values]


def _end(handle, outputs, async_op):
    work = Work(handle, outputs)
    if async_op:
        return work
    work.wait()
    return None


@core.asking
def broadcast(
    tensor: Tensor, src: int | None = None, group: Any = None, async_op: bool = False, group_src: int | None = None
) -> Work | None:
    """tensor of process src, to all, in place (torch.distributed.broadcast). group_src: src within the group."""
    pg = joined(group, "broadcast")
    if pg is None:
        return None
    root = rank_within(pg, src, group_src, "src")
    if pg._of_python:
        return ended(pg, "broadcast", [_tensor(tensor, "tensor")], async_op=async_op, rootRank=root)
    return _end(api.group_broadcast(pg._handle, _tensor(tensor, "tensor"), root, UNSET), (tensor,), async_op)


@core.asking
def all_reduce(tensor: Tensor, op: Any = SUM, group: Any = None, async_op: bool = False) -> Work | None:
    """The sum of the tensors of all, or another ReduceOp, in place (torch.distributed.all_reduce)."""
    pg = joined(group, "all_reduce")
    if pg is None:
        return None
    code = _real(op, tensor) if isinstance(tensor, Tensor) else 0
    if pg._of_python:
        return ended(pg, "allreduce", [_tensor(tensor, "tensor")], async_op=async_op, reduceOp=op)
    return _end(api.group_all_reduce(pg._handle, _tensor(tensor, "tensor"), code, UNSET), (tensor,), async_op)


@core.asking
def all_reduce_coalesced(tensors: Any, op: Any = SUM, group: Any = None, async_op: bool = False) -> Any:
    """all_reduce of several tensors of one dtype at once; with async_op a future."""
    pg = joined(group, "all_reduce_coalesced")
    if pg is None:
        return None
    all_ = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    if pg._of_python:
        made = ended(pg, "allreduce_coalesced", _tensors(all_, "tensors"), async_op=async_op, reduceOp=op)
        return made.get_future() if made else None
    made = _end(api.group_all_reduce_coalesced(pg._handle, _tensors(all_, "tensors"), int(op), UNSET), all_, async_op)
    return made.get_future() if made else None


@core.asking
def reduce(
    tensor: Tensor,
    dst: int | None = None,
    op: Any = SUM,
    group: Any = None,
    async_op: bool = False,
    group_dst: int | None = None,
) -> Work | None:
    """all_reduce whose result only process dst has; tensor has anything elsewhere (torch.distributed.reduce)."""
    pg = joined(group, "reduce")
    if pg is None:
        return None
    root, code = rank_within(pg, dst, group_dst, "dst"), _real(op, tensor) if isinstance(tensor, Tensor) else 0
    if pg._of_python:
        given = [_tensor(tensor, "tensor")]
        return ended(pg, "reduce", given, async_op=async_op, reduceOp=op, rootRank=root)
    return _end(api.group_reduce(pg._handle, _tensor(tensor, "tensor"), root, code, UNSET), (tensor,), async_op)


@core.asking
def all_gather(tensor_list: list[Tensor], tensor: Tensor, group: Any = None, async_op: bool = False) -> Work | None:
    """tensor_list[i] becomes the tensor of process i, of its size (torch.distributed.all_gather).

    The sizes may differ from process to process, as long as each process has the same list.
    """
    pg = joined(group, "all_gather")
    if pg is None:
        return None
    into, given = _tensors(tensor_list, "tensor_list"), _tensor(tensor, "tensor")
    if pg._of_python:
        return ended(pg, "allgather", [into], [given], async_op=async_op)
    return _end(api.group_all_gather(pg._handle, into, given, UNSET), tensor_list, async_op)


@core.asking
def all_gather_single(
    output_tensor: Tensor, input_tensor: Tensor, group: Any = None, async_op: bool = False
) -> Work | None:
    """The tensors of all, one behind another, in output_tensor (torch.distributed.all_gather_single)."""
    pg = joined(group, "all_gather_single")
    if pg is None:
        return None
    into, given = _tensor(output_tensor, "output_tensor"), _tensor(input_tensor, "input_tensor")
    if pg._of_python:
        return ended(pg, "all_gather_single", into, given, async_op=async_op)
    return _end(api.group_all_gather_into_tensor(pg._handle, into, given, UNSET), (output_tensor,), async_op)


all_gather_into_tensor = _all_gather_base = all_gather_single


@core.asking
def all_gather_coalesced(
    output_tensor_lists: list[list[Tensor]], input_tensor_list: list[Tensor], group: Any = None, async_op: bool = False
) -> Any:
    """all_gather of several tensors: output_tensor_lists[i][k] becomes tensor k of process i."""
    pg = joined(group, "all_gather_coalesced")
    if pg is None:
        return None
    if pg._of_python:
        given_ = _tensors(input_tensor_list, "input_tensor_list")
        return ended(pg, "allgather_coalesced", output_tensor_lists, given_, async_op=async_op)
    works = [
        all_gather([one[k] for one in output_tensor_lists], given, group, True)
        for k, given in enumerate(_tensors(input_tensor_list, "input_tensor_list"))
    ]
    together = Works([work for work in works if work])
    if async_op:
        return together
    together.wait()
    return None


@core.asking
def gather(
    tensor: Tensor,
    gather_list: list[Tensor] | None = None,
    dst: int | None = None,
    group: Any = None,
    async_op: bool = False,
    group_dst: int | None = None,
) -> Work | None:
    """gather_list[i] of process dst (0) becomes the tensor of process i (torch.distributed.gather)."""
    pg = joined(group, "gather")
    if pg is None:
        return None
    if dst is None and group_dst is None:
        dst = 0
    root = rank_within(pg, dst, group_dst, "dst")
    if (gather_list is not None) != (pg.rank() == root) and gather_list:
        raise ValueError("Argument ``gather_list`` must NOT be specified on non-destination ranks.")
    if pg.rank() == root and not gather_list:
        raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    into = _tensors(gather_list or [], "gather_list")
    if pg._of_python:
        lists = [into] if pg.rank() == root else []
        return ended(pg, "gather", lists, [_tensor(tensor, "tensor")], async_op=async_op, rootRank=root)
    return _end(api.group_gather(pg._handle, into, _tensor(tensor, "tensor"), root, UNSET), gather_list or (), async_op)


@core.asking
def scatter(
    tensor: Tensor,
    scatter_list: list[Tensor] | None = None,
    src: int | None = None,
    group: Any = None,
    async_op: bool = False,
    group_src: int | None = None,
) -> Work | None:
    """tensor becomes scatter_list[rank] of process src (0) (torch.distributed.scatter)."""
    pg = joined(group, "scatter")
    if pg is None:
        return None
    if src is None and group_src is None:
        src = 0
    root = rank_within(pg, src, group_src, "src")
    if pg.rank() == root and not scatter_list:
        raise ValueError("Argument ``scatter_list`` must be specified on source rank.")
    if pg.rank() != root and scatter_list:
        raise ValueError("Argument ``scatter_list`` must NOT be specified on non-source ranks.")
    given = _tensors(scatter_list or [], "scatter_list")
    if pg._of_python:
        lists = [given] if pg.rank() == root else []
        return ended(pg, "scatter", [_tensor(tensor, "tensor")], lists, async_op=async_op, rootRank=root)
    return _end(api.group_scatter(pg._handle, _tensor(tensor, "tensor"), given, root, UNSET), (tensor,), async_op)


@core.asking
def reduce_scatter(
    output: Tensor, input_list: list[Tensor], op: Any = SUM, group: Any = None, async_op: bool = False
) -> Work | None:
    """output becomes the reduction of input_list[rank] of all (torch.distributed.reduce_scatter)."""
    pg = joined(group, "reduce_scatter")
    if pg is None:
        return None
    given = _tensors(input_list, "input_list")
    if pg._of_python:
        return ended(pg, "reduce_scatter", [_tensor(output, "output")], [given], async_op=async_op, reduceOp=op)
    return _end(
        api.group_reduce_scatter(pg._handle, _tensor(output, "output"), given, int(op), UNSET), (output,), async_op
    )


@core.asking
def reduce_scatter_single(
    output: Tensor, input: Tensor, op: Any = SUM, group: Any = None, async_op: bool = False
) -> Work | None:
    """Reduces one input in as many parts as there are processes, and scatters them (torch.distributed.reduce_scatter_single)."""
    pg = joined(group, "reduce_scatter_single")
    if pg is None:
        return None
    into, given = _tensor(output, "output"), _tensor(input, "input")
    if pg._of_python:
        return ended(pg, "reduce_scatter_single", into, given, async_op=async_op, reduceOp=op)
    return _end(api.group_reduce_scatter_tensor(pg._handle, into, given, int(op), UNSET), (output,), async_op)


reduce_scatter_tensor = _reduce_scatter_base = reduce_scatter_single


@core.asking
def all_to_all(
    output_tensor_list: list[Tensor], input_tensor_list: list[Tensor], group: Any = None, async_op: bool = False
) -> Work | None:
    """input_tensor_list[i] becomes output_tensor_list[rank] of process i (torch.distributed.all_to_all)."""
    pg = joined(group, "all_to_all")
    if pg is None:
        return None
    into, given = _tensors(output_tensor_list, "output_tensor_list"), _tensors(input_tensor_list, "input_tensor_list")
    if pg._of_python:
        return ended(pg, "alltoall", into, given, async_op=async_op)
    return _end(api.group_all_to_all(pg._handle, into, given, UNSET), output_tensor_list, async_op)


@core.asking
def all_to_all_single(
    output: Tensor,
    input: Tensor,
    output_split_sizes: Sequence[int] | None = None,
    input_split_sizes: Sequence[int] | None = None,
    group: Any = None,
    async_op: bool = False,
) -> Work | None:
    """all_to_all of one tensor, cut along its first dimension (torch.distributed.all_to_all_single).

    The sizes of the parts are equal where they are not given.
    """
    pg = joined(group, "all_to_all_single")
    if pg is None:
        return None
    into, given = _tensor(output, "output"), _tensor(input, "input")
    if pg._of_python:
        told = [[] if one is None else one for one in (output_split_sizes, input_split_sizes)]
        return ended(pg, "all_to_all_single", into, given, *told, async_op=async_op)
    sizes, from_sizes = _sizes(output_split_sizes), _sizes(input_split_sizes)
    return _end(api.group_all_to_all_single(pg._handle, into, given, sizes, from_sizes, UNSET), (output,), async_op)


def barrier(group: Any = None, async_op: bool = False, device_ids: Any = None) -> Work | None:
    """Returns when all processes have come to it (torch.distributed.barrier)."""
    pg = joined(group, "barrier")
    if pg is not None and pg._of_python:
        return ended(pg, "barrier", async_op=async_op, device_ids=device_ids or ())
    return None if pg is None else _end(api.group_barrier(pg._handle, UNSET), (), async_op)


def monitored_barrier(group: Any = None, timeout: timedelta | None = None, wait_all_ranks: bool = False) -> None:
    """barrier, whose error at process 0 names who has not come, all of them with wait_all_ranks.

    Source: torch.distributed.monitored_barrier; for gloo alone. timeout: by default the group's.
    """
    pg = joined(group, "monitored_barrier")
    if pg is not None and pg._of_python:
        raise ValueError("monitored_barrier is only implemented for GLOO backend.")
    if pg is not None:
        limit = milliseconds(pg._timeout if timeout is None else timeout)
        interruptible(api.group_monitored_barrier, pg._handle, limit, wait_all_ranks)


def _broadcast_coalesced(group: ProcessGroup, tensors: Sequence[Tensor], buffer_size: int, src: int = 0) -> None:
    """The tensors of process src, to all, in pieces of about buffer_size bytes."""
    _waiting_for(group)(api.group_broadcast_coalesced, group._handle, list(tensors), buffer_size, src)


def _verify_params_across_processes(group: ProcessGroup, params: Sequence[Tensor], logger: Any = None) -> None:
    """Raises where the processes have not the same number of parameters, of the same shapes."""
    _waiting_for(group)(api.group_verify_parameters, group._handle, list(params))


def _waiting_for(group):
    """Gives what calls a wait for a group: one of Python's stays on this thread."""
    return (lambda call, *arguments: call(*arguments)) if group._of_python else interruptible


functions.update(
    {
        one.__name__: one
        for one in (
            all_gather,
            all_gather_coalesced,
            all_gather_single,
            all_reduce,
            all_reduce_coalesced,
            all_to_all,
            all_to_all_single,
            barrier,
            broadcast,
            gather,
            reduce,
            reduce_scatter,
            reduce_scatter_single,
            scatter,
        )
    }
)
