"""Collectives as methods of a group (torch.distributed.ProcessGroup's)."""

from __future__ import annotations

import functools

from .._tensor.tensor import Tensor
from ._works import FutureWork, ReduceOp, Work, Works

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# {name: a function of torch.distributed}; _collectives.py and _p2p.py, which need groups, put theirs here.
functions: dict[str, Callable[..., Any]] = {}


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
    return functions[name](*arguments, group=group, async_op=True, **named)


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
        return functions["isend"](_one(tensors), group=self, tag=tag, group_dst=dstRank)

    @_method
    def recv(self, tensors: Any, srcRank: int, tag: int = 0) -> Work:
        """A message from one."""
        return functions["irecv"](_one(tensors), group=self, tag=tag, group_src=srcRank)

    @_method
    def recv_anysource(self, tensors: Any, tag: int = 0) -> Work:
        """A message from whoever sends."""
        return functions["irecv"](_one(tensors), group=self, tag=tag)


def _has_op(options):
    return hasattr(options, "reduceOp")


def _each(function, outputs, inputs, options):
    return Works([function(output, given, options) for output, given in zip(outputs, inputs)])
