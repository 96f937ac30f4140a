"""Recomputation of saved tensors for checkpoints: the function runs once more."""

from __future__ import annotations

import itertools
import threading
import weakref
from collections import defaultdict

from .._boundary import api
from .._tensor.tensor import Tensor
from ..autograd._saved_tensors import saved_tensors_hooks
from ..autograd.grad_mode import enable_grad, no_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NUMBERS = itertools.count(-2, -1)  # for tensors that are wanted outside of a backward pass
_OVERLAP = (
    "Performing two backward calls that overlap (i.e. require the same saved activation in order to compute gradients) "
    "is not allowed while under the torch.utils.checkpoint.GraphExecGroup context. "
)
_group = threading.local()


TIP = """
Tip: To see a more detailed error message, either pass `debug=True` to
`torch.utils.checkpoint.checkpoint(...)` or wrap the code block
with `with torch.utils.checkpoint.set_checkpoint_debug_enabled(True):` to
enable checkpoint\N{NON-BREAKING HYPHEN}debug mode globally.

If this error occurs under torch.compile with automatic_dynamic_shapes enabled,
it may be because the recomputation selected a different compiled graph than the
forward pass (e.g., a dynamic graph instead of the original static graph).
To fix this, either:
  - Use torch._dynamo.mark_dynamic() to explicitly mark varying dimensions as
    dynamic upfront, avoiding the static-to-dynamic transition.
  - Call torch._C._dynamo.eval_frame._set_lru_cache(False) to disable LRU cache
    reordering, which can change which graph is checked first between forward
    and recompute.
See https://github.com/pytorch/pytorch/issues/166926 for more details and
workaround examples.
"""


def group() -> Any:
    """Returns this thread's group of backward passes (GraphExecGroup), if it is in one."""
    return getattr(_group, "now", None)


def set_group(value: Any) -> None:
    """Makes this thread's backward passes members of a group, or of none (None)."""
    _group.now = value


class CheckpointError(RuntimeError):
    """Error of a recomputation that saved other tensors than its function did."""


class _Stop(Exception):
    """All that the pass wants has been computed again."""


class _Holder:
    """The place of one saved tensor; for each pass, the tensor until it is taken."""

    def __init__(self):
        self.found: dict[int, Tensor | None] = {}


def metadata_of(tensor: Tensor) -> dict[str, object]:
    """Returns what a recomputed tensor must have in common with the first one."""
    return {"shape": tensor.shape, "dtype": tensor.dtype, "device": tensor.device}


class _Frame:
    """One call of a checkpoint: its inputs, the places of what it saved, and what each pass has recomputed."""

    def __init__(self, again, args, early_stop, metadata):
        self.again, self.early_stop, self.metadata = again, early_stop, metadata
        self.inputs = [(one, one._version if isinstance(one, Tensor) else None) for one in args]
        self.holders: list[weakref.ref[_Holder]] = []
        self.metadatas: list[object] = []
        self.counts: dict[int, int] = defaultdict(int)
        self.recomputed: set[int] = set()
        self.forward_completed = False
        self.ignore_mismatch = False

    def get_inputs(self):
        for one, version in self.inputs:
            if version is not None and one._version != version:
                raise RuntimeError(
                    "one of the variables needed for gradient computation has been modified by an inplace operation: "
                    f"an input of a checkpoint is at version {one._version}; expected version {version} instead."
                )
        return [one for one, _ in self.inputs]

    def recompute(self, number):
        try:
            with _recomputation_hook(weakref.ref(self), number), enable_grad():
                self.again(*self.get_inputs())
        except _Stop:
            pass
        self.recomputed.add(number)
        self.check(number)

    def check(self, number):
        if self.ignore_mismatch:
            return
        if len(self.holders) != self.counts[number]:
            raise CheckpointError(
                "torch.utils.checkpoint: A different number of tensors was saved during the original forward and "
                f"recomputation.\nNumber of tensors saved during forward: {len(self.holders)}\n"
                f"Number of tensors saved during recomputation: {self.counts[number]}.\n{TIP}"
            )
        different = ""
        for index, (reference, before) in enumerate(zip(self.holders, self.metadatas)):
            holder = reference()
            now = None if holder is None else self.metadata(holder.found[number])
            if holder is not None and before != now:
                different += f"tensor at position {index}:\nsaved metadata: {before}\nrecomputed metadata: {now}\n"
        if different:
            raise CheckpointError(
                "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than "
                f"during the forward pass.\n{different}.\n{TIP}"
            )


class checkpoint_hook(saved_tensors_hooks):
    """Around the function of a checkpoint: a place is kept for each tensor, and filled when a pass wants the first."""

    def __init__(self, again, args, early_stop, metadata):
        frame = self.frame = _Frame(again, args, early_stop, metadata)

        def pack(tensor):
            holder = _Holder()
            frame.holders.append(weakref.ref(holder))
            with no_grad():
                frame.metadatas.append(frame.metadata(tensor))
            return holder

        def unpack(holder):
            number = group() or api.backward_id()
            number = next(_NUMBERS) if number == -1 else number
            if number not in frame.recomputed:
                frame.recompute(number)
            if number not in holder.found:
                raise CheckpointError("torch.utils.checkpoint: a saved tensor was not computed again")
            tensor = holder.found[number]
            if tensor is None:
                overlap = _OVERLAP if group() else ""
                raise CheckpointError(
                    "torch.utils.checkpoint: Unpack is being triggered for a tensor that was already unpacked once. "
                    f"{overlap}If you are calling ctx.saved_tensors in backward, make sure to do so only once. "
                    "Otherwise please open an issue with details on your use case."
                )
            holder.found[number] = None
            return tensor

        super().__init__(pack, unpack)


class _recomputation_hook(saved_tensors_hooks):
    """Around the recomputation: tensors go to the places of the frame, in their order."""

    def __init__(self, frame_of, number):
        def pack(tensor):
            tensor = tensor.detach() if tensor.requires_grad else tensor
            frame = frame_of()
            index = frame.counts[number]
            frame.counts[number] += 1
            if index >= len(frame.holders):
                if not frame.forward_completed:  # a pass inside of the function itself
                    frame.ignore_mismatch = True
                    return tensor
                raise CheckpointError(
                    "torch.utils.checkpoint: trying to save more tensors during recomputation than during the "
                    f"original forward pass.\n{TIP}"
                )
            holder = frame.holders[index]()
            if holder is not None:
                holder.found[number] = tensor
            if frame.early_stop and index + 1 == len(frame.holders):
                raise _Stop
            return tensor

        super().__init__(pack, lambda tensor: tensor)
