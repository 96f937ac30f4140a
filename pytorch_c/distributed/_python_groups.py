"""Groups that are classes of Python: their methods, as functions here and c10d call them (PyProcessGroup.hpp)."""

from __future__ import annotations

import functools
import weakref
from datetime import timedelta

from .._boundary import api
from .._boundary.library import core
from .._tensor.tensor import Tensor
from . import _options
from ._works import RedOpType, Work, answer_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ._groups import ProcessGroup


_OPTIONS = {
    "broadcast": "BroadcastOptions",
    "allreduce": "AllreduceOptions",
    "allreduce_coalesced": "AllreduceCoalescedOptions",
    "reduce": "ReduceOptions",
    "allgather": "AllgatherOptions",
    "all_gather_single": "AllgatherOptions",
    "allgather_coalesced": "AllgatherOptions",
    "all_gather_single_coalesced": "AllgatherOptions",
    "gather": "GatherOptions",
    "scatter": "ScatterOptions",
    "reduce_scatter": "ReduceScatterOptions",
    "reduce_scatter_single": "ReduceScatterOptions",
    "reduce_scatter_single_coalesced": "ReduceScatterOptions",
    "alltoall": "AllToAllOptions",
    "all_to_all_single": "AllToAllOptions",
    "barrier": "BarrierOptions",
}
_KINDS = [*_OPTIONS, "send", "recv", "recv_anysource"]  # enum ptc_group_call_kind


def call(group: ProcessGroup, name: str, *arguments: Any, async_op: bool = True, **told: Any) -> Any:
    """Calls a method of a group of Python's; told: its options besides their defaults."""
    options = getattr(_options, _OPTIONS[name])(asyncOp=async_op, **told)
    if name == "barrier":  # torch names it there
        return group.barrier(opts=options)
    return getattr(group, name)(*arguments, options)


def ended(group: ProcessGroup, name: str, *arguments: Any, async_op: bool, **told: Any) -> Any:
    """Calls it for a function of torch.distributed: gives its Work, or None once that is done."""
    work = call(group, name, *arguments, async_op=async_op, **told)
    if async_op:
        return work
    if work is not None:
        work.wait()
    return None


class _Held:
    """A work of Python's, whose methods c10d calls on threads of its own."""

    def __init__(self, work):
        self._work = work

    def wait(self, milliseconds):
        """Waits; no time is torch's zero."""
        self._work.wait(timedelta(milliseconds=max(milliseconds, 0)))

    def future(self):
        """A future of C's."""
        answer = api.future_new()
        self._work.get_future().add_done_callback(functools.partial(answer_with, answer, put=_all))
        return answer


def _all(answer, value):
    if isinstance(value, Tensor):
        api.future_set(answer, value)
    else:
        api.future_set_list(answer, list(_flat(value)))


def _flat(value):
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _flat(one)


def _lists(tensors, count):
    length = len(tensors) // count if count else 0
    return [list(tensors[i * length : (i + 1) * length]) for i in range(count)]


def _arguments(name, outputs, inputs, output_sizes, input_sizes):
    if name in ("broadcast", "allreduce", "allreduce_coalesced", "reduce"):
        return (inputs,)
    if name == "barrier":
        return ()
    if name == "all_to_all_single":
        return outputs[0], inputs[0], output_sizes, input_sizes
    return (outputs[0], inputs[0]) if name.endswith("_single") else (outputs, inputs)


def _begin(reference, kind, op, root, tag, timeout, outputs, into, inputs, lists, output_sizes, input_sizes):
    """Calls the method that c10d asks for; the work as C holds it."""
    group, name = reference(), _KINDS[kind]
    if group is None:
        raise ReferenceError(f"{name}(): the group's object is gone; c10d holds it weakly")
    outputs, inputs = _lists(outputs, into) if into else list(outputs), _lists(inputs, lists) if lists else list(inputs)
    if name == "recv_anysource":
        work = group.recv_anysource(inputs, tag)
    elif name in ("send", "recv"):
        work = getattr(group, name)(inputs, root, tag)
    else:
        told: dict[str, Any] = {} if timeout < 0 else {"timeout": timedelta(milliseconds=timeout)}
        if name in ("broadcast", "reduce", "gather", "scatter"):
            told["rootRank"] = root
        if "reduce" in name:
            told["reduceOp"] = RedOpType(op)
        work = call(group, name, *_arguments(name, outputs, inputs, output_sizes, input_sizes), **told)
    if not isinstance(work, Work):
        raise TypeError(
            f"{type(group).__name__}.{name}() must give a torch.distributed.Work, got {type(work).__name__}"
        )
    return _Held(work)


def of_python(group: ProcessGroup) -> Any:
    """c10d's group that calls the methods of one of Python's; it does not keep that alive."""
    begin: Callable[..., Any] = functools.partial(_begin, weakref.ref(group))
    return core.group_host(group.rank(), group.size(), group.name(), group._name, begin)
