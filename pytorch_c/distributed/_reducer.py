"""Gradients averaged over a group while the backward pass computes others: libtorch's Reducer."""

from __future__ import annotations

import json

from .._boundary import api
from .._boundary.library import core
from ._works import answer_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .._tensor.tensor import Tensor
    from ..futures import Future
    from ._groups import ProcessGroup


class GradBucket:
    """Gradients that are reduced together, as a communication hook gets them (torch.distributed.GradBucket)."""

    def __init__(
        self, index: int, is_last: bool, buffer: Tensor, gradients: tuple[Tensor, ...], parameters: tuple[Tensor, ...]
    ) -> None:
        self._index, self._is_last, self._buffer = index, is_last, buffer
        self._gradients, self._parameters = gradients, parameters

    def index(self) -> int:
        """Index of the bucket."""
        return self._index

    def is_last(self) -> bool:
        """Returns whether it is the last one of this pass."""
        return self._is_last

    def buffer(self) -> Tensor:
        """All gradients in one vector."""
        return self._buffer

    def set_buffer(self, tensor: Tensor) -> None:
        """Puts another vector in its place, for hooks that call each other."""
        self._buffer = tensor

    def gradients(self) -> list[Tensor]:
        """Parts of the bucket, in the shapes of the parameters."""
        return list(self._gradients)

    def parameters(self) -> list[Tensor]:
        """The parameters."""
        return list(self._parameters)


class Reducer:
    """libtorch's Reducer for some parameters and a group; nn.parallel.DistributedDataParallel has one."""

    def __init__(
        self,
        parameters: Sequence[Tensor],
        names: Sequence[str],
        group: ProcessGroup,
        bucket_bytes: int,
        first_bucket_bytes: int,
        find_unused_parameters: bool,
        gradient_as_bucket_view: bool,
        static_graph: bool,
        sparse: Sequence[bool],
    ) -> None:
        self._handle = api.reducer_new(
            group._handle,
            list(parameters),
            "\n".join(names),
            bucket_bytes,
            first_bucket_bytes,
            find_unused_parameters,
            gradient_as_bucket_view,
            static_graph,
            list(sparse),
        )
        self.described = False
        self.parameters = {id(one): one for one in parameters}

    def prepare_for_forward(self) -> None:
        """Before each forward pass that is trained."""
        api.reducer_prepare_for_forward(self._handle)

    def prepare_for_backward(self, outputs: Sequence[Tensor]) -> None:
        """Before the backward pass; outputs: those whose graph tells what is used, none where all is."""
        api.reducer_prepare_for_backward(self._handle, list(outputs))

    def rebuild_buckets(self) -> bool:
        """Returns whether buckets were made anew, in the order in which gradients came."""
        return api.reducer_rebuild_buckets(self._handle)

    def delay_all_reduce(self) -> None:
        """Of a static graph: reduces when all gradients are there."""
        api.reducer_delay_all_reduce(self._handle)

    def register_comm_hook(self, state: Any, hook: Callable[[Any, GradBucket], Future[Any]]) -> None:
        """hook(state, bucket) gives a future of the bucket's average, in place of all_reduce."""

        def run(index, is_last, buffer, gradients, parameters):
            bucket = GradBucket(index, is_last, buffer, gradients, parameters)
            later = hook(state, bucket)
            if not hasattr(later, "add_done_callback"):
                raise TypeError(f"a communication hook must give a torch.futures.Future, got {type(later).__name__}")
            answer = api.future_new()
            later.add_done_callback(lambda done: answer_with(answer, done, _first))
            return answer

        core.reducer_comm_hook(self._handle, run)

    def register_builtin_comm_hook(self, kind: int) -> None:
        """A hook of libtorch's: 1 all_reduce, 2 all_reduce in float16."""
        api.reducer_builtin_hook(self._handle, kind)

    # ---- of members that have no more data ----

    def zeros(self) -> list[Tensor]:
        """A vector of zeros for each bucket, in the order in which they are reduced."""
        return api.reducer_zeros(self._handle)

    def used(self) -> Tensor:
        """Tensor of 1 for each parameter that this pass has used, else 0, as int32."""
        return api.reducer_used(self._handle)

    def push_parameters(self) -> None:
        """Notes all parameters as if each had had its gradient: the next rebuild_buckets does as that of the others."""
        api.reducer_push_parameters(self._handle)

    def count_members(self, work: Any, static_size: bool) -> None:
        """Divides gradients by the result of work, an all_reduce of 1; by the group's size if static_size."""
        api.reducer_count_members(self._handle, work._handle, static_size)

    def describe(self, module: str, devices: Sequence[int], output: int, *switches: bool) -> None:
        """Says once of what model the facts are; switches: broadcast_buffers, whether it has SyncBatchNorm, static_graph."""
        self.described = True
        api.reducer_describe(self._handle, module, list(devices), output, *switches)

    def facts(self) -> dict[str, Any]:
        """libtorch's facts: sizes of buckets, times, switches."""
        return json.loads(api.reducer_facts(self._handle))

    def close(self) -> None:
        """Lets go of the parameters."""
        self._handle.close()


def _compute_bucket_assignment_by_size(
    tensors: Sequence[Tensor],
    bucket_size_limits: Sequence[int],
    expect_sparse_gradient: Sequence[bool] = (),
    tensor_indices: Sequence[int] = (),
    logger: Any = None,
) -> tuple[list[list[int]], list[int]]:
    """(the tensors of each bucket by number, the limits of bytes): the plan of a reducer for tensors in this order.

    Source: torch.distributed._compute_bucket_assignment_by_size.
    """
    plan = json.loads(
        api.bucket_plan(list(tensors), list(bucket_size_limits), list(expect_sparse_gradient), list(tensor_indices))
    )
    return plan["buckets"], plan["limits"]


def _first(answer, value):
    api.future_set(answer, value[0] if isinstance(value, (list, tuple)) else value)
