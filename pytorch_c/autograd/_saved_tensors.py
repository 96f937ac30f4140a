"""Hooks on the tensors that operators save for the backward pass, and on several gradients."""

from __future__ import annotations

import contextlib
import threading
from collections import defaultdict

from .. import _ops
from .._boundary import api
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ..utils.hooks import RemovableHandle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, Literal


class saved_tensors_hooks:
    """A block in which pack_hook is given each tensor that an operator saves, and what it returns is kept instead.

    unpack_hook is given that when a backward pass wants the tensor, and returns one like it. In nested
    blocks the innermost pair counts. pack_hook must not change the tensor in place. Of this thread alone.
    Raises TypeError for what cannot be called. As torch.autograd.graph.saved_tensors_hooks.
    """

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None:
        for name, hook in (("pack_hook", pack_hook), ("unpack_hook", unpack_hook)):
            if not callable(hook):
                raise TypeError(f"argument '{name}' must be callable, not {type(hook).__name__}")
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self) -> None:
        message = api.saved_tensors_hooks_disabled()
        if message is not None:
            raise RuntimeError(message)
        core.push_saved_tensors_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *args: object) -> None:
        api.saved_tensors_hooks_pop()


class save_on_cpu(saved_tensors_hooks):
    """A block in which what operators save lies in the CPU's memory until it is wanted, pinned with pin_memory.

    device_type: whose tensors come back without waiting. As torch.autograd.graph.save_on_cpu.
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        def pack(tensor):
            if not pin_memory:
                return tensor.device, tensor.cpu()
            pinned = tensor.device.type == device_type and not tensor.is_sparse
            packed = _ops.empty(tensor.size(), dtype=tensor.dtype, layout=tensor.layout, pin_memory=pinned)
            packed.copy_(tensor, non_blocking=pinned)
            return tensor.device, packed

        def unpack(packed):
            device, tensor = packed
            return tensor.to(device, non_blocking=pin_memory)

        super().__init__(pack, unpack)


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message: str) -> Iterator[None]:
    """A block in which saved_tensors_hooks raises RuntimeError with this message.

    Raises it itself inside of such hooks. As torch.autograd.graph.disable_saved_tensors_hooks.
    """
    before = api.saved_tensors_hooks_disabled()
    try:
        api.saved_tensors_hooks_disable(error_message)
    except RuntimeError:
        raise RuntimeError(error_message) from None
    try:
        yield
    finally:
        api.saved_tensors_hooks_disable(before)


def increment_version(tensor: Tensor | Iterable[Tensor]) -> None:
    """Notes that a tensor, or each of several, was changed in place by what the library does not know of.

    A tensor of inference mode has no versions: nothing happens. As torch.autograd.graph.increment_version.
    """
    for one in [tensor] if isinstance(tensor, Tensor) else list(tensor):
        if not isinstance(one, Tensor):
            raise TypeError(f"increment_version expects each element of the iterable to be a tensor, got {one!r}")
        if not one.is_inference():
            api.tensor_increment_version(one)


# ---- hooks on several gradients ----


class _MultiHandle(RemovableHandle):
    """Takes several hooks away at once."""

    def __init__(self, handles: tuple[RemovableHandle, ...]) -> None:
        self.handles = handles

    def remove(self) -> None:
        for handle in self.handles:
            handle.remove()

    def __getstate__(self) -> Any:
        return self.handles

    def __setstate__(self, state: Any) -> None:
        self.handles = state


def _backward_id():
    number = api.backward_id()
    if number == -1:
        raise AssertionError("expected this hook to be called inside a backward call")
    return number


def _hooks_for_all(tensors, fn):
    """A hook for each tensor; the last one that runs in a pass calls fn with all gradients."""
    lock = threading.Lock()
    nodes = [api.tensor_gradient_edge(tensor)[0] for tensor in tensors]
    running: dict[int, list[Any]] = {}  # pass -> how many hooks are to come, the gradients

    def hook_of(index):
        def hook(grad):
            number = _backward_id()
            with lock:
                if number not in running:
                    running[number] = [sum(api.node_will_run(node) for node in nodes), [None] * len(nodes)]
                state = running[number]
                state[0] -= 1
                state[1][index] = grad
                if state[0]:
                    return
                del running[number]
            fn(state[1])

        return hook

    return [tensor.register_hook(hook_of(index)) for index, tensor in enumerate(tensors)]


def _hooks_for_any(tensors, fn):
    lock = threading.Lock()
    ran: dict[int, bool] = defaultdict(bool)

    def hook(grad):
        number = _backward_id()
        with lock:
            before, ran[number] = ran[number], True
        if not before:
            fn(grad)

    return [tensor.register_hook(hook) for tensor in tensors if tensor.requires_grad]


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable[[Any], None], *, mode: Literal["all", "any"] = "all"
) -> RemovableHandle:
    """fn runs once in each backward pass: with "all" when every gradient that the pass computes for tensors is there,
    given a list with None for the others; with "any" when the first is there, given that one.

    Returns a RemovableHandle. Raises ValueError for another mode, RuntimeError for tensors that do not
    require grad. As torch.autograd.graph.register_multi_grad_hook.
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    hooks = (_hooks_for_all if mode == "all" else _hooks_for_any)(tuple(tensors), fn)
    return _MultiHandle(tuple(hooks))
