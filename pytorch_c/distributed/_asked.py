"""Collectives as methods of a group, and groups that are classes of Python as c10d sees them (PyProcessGroup.hpp)."""

from __future__ import annotations

import functools
import weakref
from datetime import timedelta

from .._boundary import api
from .._boundary.library import core
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..futures import Future
    from ._groups import ProcessGroup, Work


def _method(function=None, *, other=None):
    """A method that asks torch.distributed's function, for a group of libtorch's; one of Python's has its own.

    other: torch's other name of the method; a derived class may have either
    """
    if function is None:
        return functools.partial(_method, other=other)

    @functools.wraps(function)
    def method(self, *given, **named):
        if not self._of_python:
            return function(self, *given, **named)
        if other and getattr(type(self), other) is not getattr(Asked, other):
            return getattr(self, other)(*given, **named)
        raise NotImplementedError(f"{type(self).__name__} has no method {function.__name__}()")

    return method


def _ask(group, name, *arguments, **named):
    from . import _collectives

    return getattr(_collectives, name)(*arguments, group=group, async_op=True, **named)


def _one(tensors):
    """The tensor, of one or of a list of one."""
    if isinstance(tensors, Tensor):
        return tensors
    if len(tensors) != 1:
        raise ValueError(f"a list of one tensor is needed, got {len(tensors)}")
    return tensors[0]


def _row(tensors):
    """A list of tensors, of one or of a list of one list."""
    return tensors[0] if tensors and not isinstance(tensors[0], Tensor) else list(tensors)


def _root(options):
    return getattr(options, "rootRank", options) or 0


def _op(options):
    from ._groups import ReduceOp

    return ReduceOp.SUM if options is None else getattr(options, "reduceOp", options)


class Asked:
    """Collectives as methods, each of which gives a Work; opts: torch's options, or the root, or the operation.

    A timeout in the options is that of a group of Python's alone.
    """

    _of_python: bool

    @_method
    def broadcast(self, tensors: Any, opts: Any = None) -> Work:
        """The tensor of the root, to all."""
        return _ask(self, "broadcast", _one(tensors), group_src=_root(opts))

    @_method
    def allreduce(self, tensors: Any, opts: Any = None) -> Work:
        """all_reduce."""
        return _ask(self, "all_reduce", _one(tensors), _op(opts))

    @_method
    def allreduce_coalesced(self, tensors: Any, opts: Any = None) -> Work:
        """all_reduce of several tensors of one dtype."""
        from ._groups import FutureWork

        return FutureWork(_ask(self, "all_reduce_coalesced", tensors, _op(opts)))

    @_method
    def reduce(self, tensors: Any, opts: Any = None, op: Any = None) -> Work:
        """all_reduce whose result the root alone has."""
        return _ask(
            self, "reduce", _one(tensors), op=_op(opts if op is None and _has_op(opts) else op), group_dst=_root(opts)
        )

    @_method
    def allgather(self, output_tensors: Any, input_tensors: Any, opts: Any = None) -> Work:
        """Tensors of all, as a list."""
        return _ask(self, "all_gather", _row(output_tensors), _one(input_tensors))

    @_method(other="_allgather_base")
    def all_gather_single(self, output: Tensor, input: Tensor, opts: Any = None) -> Work:
        """Tensors of all, one behind another."""
        return _ask(self, "all_gather_single", output, input)

    @_method(other="all_gather_single")
    def _allgather_base(self, output: Tensor, input: Tensor, opts: Any = None) -> Work:
        return _ask(self, "all_gather_single", output, input)

    @_method
    def allgather_coalesced(self, output_lists: Any, input_list: Any, opts: Any = None) -> Work:
        """Lists of tensors of all."""
        return _ask(self, "all_gather_coalesced", output_lists, input_list)

    @_method(other="allgather_into_tensor_coalesced")
    def all_gather_single_coalesced(self, output_lists: Any, input_list: Any, opts: Any = None) -> Work:
        """all_gather_single of several tensors."""
        return _each(self.all_gather_single, output_lists, input_list, opts)

    @_method(other="all_gather_single_coalesced")
    def allgather_into_tensor_coalesced(self, output_lists: Any, input_list: Any, opts: Any = None) -> Work:
        """all_gather_single of several tensors."""
        return _each(self.all_gather_single, output_lists, input_list, opts)

    @_method
    def gather(self, output_tensors: Any, input_tensors: Any, opts: Any = None) -> Work:
        """Tensors of all, as a list of the root's."""
        return _ask(self, "gather", _one(input_tensors), _row(output_tensors) or None, group_dst=_root(opts))

    @_method
    def scatter(self, output_tensors: Any, input_tensors: Any, opts: Any = None) -> Work:
        """The tensor of the root's list that is for this process."""
        return _ask(self, "scatter", _one(output_tensors), _row(input_tensors) or None, group_src=_root(opts))

    @_method
    def reduce_scatter(self, output_tensors: Any, input_tensors: Any, opts: Any = None) -> Work:
        """Reduces the tensors of all lists that are for this process."""
        return _ask(self, "reduce_scatter", _one(output_tensors), _row(input_tensors), _op(opts))

    @_method(other="_reduce_scatter_base")
    def reduce_scatter_single(self, output: Tensor, input: Tensor, opts: Any = None) -> Work:
        """Reduces the parts of all inputs that are for this process."""
        return _ask(self, "reduce_scatter_single", output, input, _op(opts))

    @_method(other="reduce_scatter_single")
    def _reduce_scatter_base(self, output: Tensor, input: Tensor, opts: Any = None) -> Work:
        return _ask(self, "reduce_scatter_single", output, input, _op(opts))

    @_method(other="reduce_scatter_tensor_coalesced")
    def reduce_scatter_single_coalesced(self, outputs: Any, inputs: Any, opts: Any = None) -> Work:
        """reduce_scatter_single of several tensors."""
        return _each(self.reduce_scatter_single, outputs, inputs, opts)

    @_method(other="reduce_scatter_single_coalesced")
    def reduce_scatter_tensor_coalesced(self, outputs: Any, inputs: Any, opts: Any = None) -> Work:
        """reduce_scatter_single of several tensors."""
        return _each(self.reduce_scatter_single, outputs, inputs, opts)

    @_method
    def alltoall(self, output_tensors: Any, input_tensors: Any, opts: Any = None) -> Work:
        """all_to_all."""
        return _ask(self, "all_to_all", output_tensors, input_tensors)

    @_method(other="alltoall_base")
    def all_to_all_single(
        self,
        output: Tensor,
        input: Tensor,
        output_split_sizes: Any = None,
        input_split_sizes: Any = None,
        opts: Any = None,
    ) -> Work:
        """all_to_all of one tensor that is cut."""
        return _ask(self, "all_to_all_single", output, input, output_split_sizes, input_split_sizes)

    @_method(other="all_to_all_single")
    def alltoall_base(
        self,
        output: Tensor,
        input: Tensor,
        output_split_sizes: Any = None,
        input_split_sizes: Any = None,
        opts: Any = None,
    ) -> Work:
        """all_to_all of one tensor that is cut."""
        return _ask(self, "all_to_all_single", output, input, output_split_sizes, input_split_sizes)

    @_method
    def barrier(self, opts: Any = None) -> Work:
        """Done when all have come."""
        return _ask(self, "barrier")

    @_method
    def send(self, tensors: Any, dstRank: int, tag: int = 0) -> Work:
        """A message to one."""
        from ._p2p import isend

        return isend(_one(tensors), group=self, tag=tag, group_dst=dstRank)

    @_method
    def recv(self, tensors: Any, srcRank: int, tag: int = 0) -> Work:
        """A message from one."""
        from ._p2p import irecv

        return irecv(_one(tensors), group=self, tag=tag, group_src=srcRank)

    @_method
    def recv_anysource(self, tensors: Any, tag: int = 0) -> Work:
        """A message from whoever sends."""
        from ._p2p import irecv

        return irecv(_one(tensors), group=self, tag=tag)


def _has_op(options):
    return hasattr(options, "reduceOp")


def _each(function, outputs, inputs, options):
    from ._groups import Works

    return Works([function(output, given, options) for output, given in zip(outputs, inputs)])


# ---- as c10d asks ----

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
    from . import _options

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
        self._work.get_future().add_done_callback(functools.partial(_answer, answer))
        return answer


def _answer(answer: Any, done: Future[Any]) -> None:
    try:
        value = done.value()
        if isinstance(value, Tensor):
            api.future_set(answer, value)
        else:
            api.future_set_list(answer, list(_flat(value)))
    except BaseException as error:
        core.future_fail(answer, error)


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
    from ._groups import RedOpType, Work

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
