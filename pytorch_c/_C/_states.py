"""States of a thread and of the process that torch's own tests read and put back (torch._C)."""

from __future__ import annotations

import enum
import faulthandler

from .._boundary import api, constants
from .._boundary.handle import core
from .._tensor import overriding
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from ..autograd.variable import ImperativeEngine as _ImperativeEngine  # noqa: F401
from ..utils import _recomputation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class _TorchFunctionState(enum.Enum):
    """Who is asked for __torch_function__."""

    ENABLED = 0
    SUBCLASSES_DISABLED = 1
    ALL_DISABLED = 2


def _get_torch_function_state() -> _TorchFunctionState:
    """Returns who is asked on this thread."""
    return _TorchFunctionState(core.override_level())


def _set_torch_function_state(state: _TorchFunctionState) -> None:
    """Sets who is asked on this thread."""
    core.override_level(state.value)


def _len_torch_function_stack() -> int:
    """Returns the number of this thread's modes."""
    return len(overriding.modes())


def _get_function_stack_at(level: int) -> Any:
    """Returns the mode at an index, the outermost at 0."""
    return overriding.modes()[level]


def _pop_torch_function_stack() -> Any:
    """Ends the innermost mode and returns it."""
    return overriding.pop_mode()


def _push_on_torch_function_stack(mode: Any) -> None:
    """Begins a mode."""
    overriding.push_mode(mode)


def _is_torch_function_mode_enabled() -> bool:
    """Returns whether this thread has a mode that is asked."""
    return core.overriding()[1]


def _is_torch_function_enabled() -> bool:
    """Returns whether the classes of arguments are asked on this thread."""
    return core.overriding()[0]


def _is_torch_function_all_disabled() -> bool:
    """Returns whether nobody is asked on this thread."""
    return core.override_level() == 2


_has_torch_function: Callable[[Any], bool] = core.has_torch_function
_has_torch_function_unary: Callable[[Any], bool] = core.has_torch_function_unary
_has_torch_function_variadic: Callable[..., bool] = core.has_torch_function_variadic


def _get_all_dtypes() -> list[Any]:
    """Returns all dtypes."""
    return list(dict.fromkeys(DTYPES.values()))


def _functionalization_reapply_views_tls() -> bool:
    """Returns False: functionalization here gives copies for views."""
    return False


def _add_docstr(function: Any, text: str) -> Any:
    """The function itself: it has its documentation already."""
    return function


def _exchanged(option, value):
    before = api.jit_option(option)
    api.jit_set_option(option, int(value))
    return before


def _jit_set_profiling_executor(on: bool) -> bool:
    """Sets whether programs are specialized to their inputs, and returns the setting before."""
    return bool(_exchanged(constants.JIT_PROFILING_EXECUTOR, on))


def _jit_set_profiling_mode(on: bool) -> bool:
    """Sets whether programs' first runs record shapes, and returns the setting before."""
    return bool(_exchanged(constants.JIT_PROFILING_MODE, on))


def _set_graph_exec_group(group: Any) -> None:
    """Sets the GraphExecGroup of this thread, whose backward passes recompute a checkpointed part once; None for none."""
    _recomputation.set_group(group)


def _get_graph_exec_group() -> Any:
    """Returns the GraphExecGroup of this thread, or None."""
    return _recomputation.group()


def _get_graph_executor_optimize(on: bool | None = None) -> bool:
    """Sets whether graphs are optimized, where `on` is given, and returns the setting before."""
    before = bool(api.jit_option(constants.JIT_OPTIMIZE))
    if on is not None:
        api.jit_set_option(constants.JIT_OPTIMIZE, int(on))
    return before


def _set_graph_executor_optimize(on: bool) -> None:
    """Sets whether graphs are optimized."""
    api.jit_set_option(constants.JIT_OPTIMIZE, int(on))


def _jit_set_num_profiled_runs(runs: int) -> int:
    """Sets how many runs of a program are recorded first, and returns the number before."""
    return _exchanged(constants.JIT_PROFILED_RUNS, runs)


def _jit_get_num_profiled_runs() -> int:
    """Returns how many runs of a program are recorded first."""
    return api.jit_option(constants.JIT_PROFILED_RUNS)


# ---- autograd ----


def _set_fwd_grad_enabled(enabled: bool) -> None:
    """Sets whether operators compute tangents on this thread."""
    api.set_forward_grad_mode(bool(enabled))


def _is_fwd_grad_enabled() -> bool:
    """Returns whether operators compute tangents on this thread."""
    return api.forward_grad_mode()


def _enter_dual_level() -> int:
    """Opens a level for dual tensors and returns its number."""
    return api.forward_level_enter()


def _exit_dual_level(level: int) -> None:
    """Closes the level for dual tensors."""
    api.forward_level_exit(level)


def _set_view_replay_enabled(enabled: bool) -> None:
    """Sets whether views of a base that was changed are made anew by the operators that made them."""
    api.set_view_replay_enabled(bool(enabled))


def _is_view_replay_enabled() -> bool:
    """Returns whether views of a base that was changed are made anew by the operators that made them."""
    return api.view_replay_enabled()


def _set_multithreading_enabled(enabled: bool) -> None:
    """Sets whether a backward pass of this thread may use a thread for each device."""
    api.set_multithreading_enabled(bool(enabled))


def _is_multithreading_enabled() -> bool:
    """Returns whether a backward pass of this thread may use a thread for each device."""
    return api.multithreading_enabled()


def is_grad_enabled() -> bool:
    """Returns whether this thread records derivatives."""
    return api.grad_mode()


def tensors_of(args: Any) -> Iterator[Tensor]:
    """Yields the tensors among arguments, and those of lists among them."""
    for one in args:
        for tensor in one if isinstance(one, (list, tuple)) else (one,):
            if isinstance(tensor, Tensor):
                yield tensor


def _any_requires_grad(*args: Any, **kwargs: Any) -> bool:
    """Returns whether a tensor among the arguments, or in a list among them, requires grad."""
    return any(tensor.requires_grad for tensor in tensors_of((*args, *kwargs.values())))


def _current_graph_task_id() -> int:
    """The number of the backward pass that runs on this thread; -1 outside of any."""
    return api.backward_id()


def _current_autograd_node() -> Any:
    """The node that a backward pass runs on this thread, or None."""
    return core.current_node()


def _current_graph_task_execution_order() -> list[Any]:
    """The nodes that the backward pass of this thread runs from now on; RuntimeError outside of any."""
    if api.backward_id() == -1:
        raise RuntimeError("_current_graph_task_execution_order should only be called during the backward pass")
    found: list[Any] = []
    while (node := core.next_node(len(found))) is not None:
        found.append(node)
    return found


def _will_engine_execute_node(node: Any) -> bool:
    """Returns whether the backward pass of this thread runs a node."""
    return api.node_will_run(node)


def _set_cached_tensors_enabled(enabled: bool) -> None:
    """Sets whether marks of _add_cached_tensor are looked at."""
    api.set_cached_tensors_enabled(bool(enabled))


def _add_cached_tensor(t: Any) -> None:
    """Marks a tensor that stays from step to step."""
    api.tensor_set_cached(t, True)


def _remove_cached_tensor(t: Any) -> None:
    """Takes the mark of _add_cached_tensor away."""
    api.tensor_set_cached(t, False)


def _is_cached_tensor(t: Any) -> bool:
    """Returns whether a tensor has the mark of _add_cached_tensor."""
    return api.tensor_is_cached(t)


def _vmapmode_increment_nesting() -> int:
    """Begins a level of libtorch's older kind of vmap, and returns it."""
    return api.vmap_mode_nest(True)


def _vmapmode_decrement_nesting() -> int:
    """Ends a level of libtorch's older kind of vmap, and returns the one around it."""
    return api.vmap_mode_nest(False)


class _WeakTensorRef:
    """A reference that keeps no tensor, neither its object nor its memory."""

    def __init__(self, tensor: Any) -> None:
        self._number, self._free = api.tensor_weak(tensor), api.tensor_weak_release

    def expired(self) -> bool:
        """Returns whether the tensor is gone: nobody holds it, neither an object nor the graph."""
        return api.tensor_weak_expired(self._number)

    def __del__(self) -> None:
        if hasattr(self, "_free"):
            self._free(self._number)


def _debug_only_are_vmap_fallback_warnings_enabled() -> bool:
    """Returns whether an operator that vmap runs sample by sample warns."""
    return api.vmap_fallback_warnings()


def _debug_only_display_vmap_fallback_warnings(enabled: bool) -> None:
    """Sets whether an operator that vmap runs sample by sample warns."""
    api.vmap_set_fallback_warnings(enabled)


def _set_print_stack_traces_on_fatal_signal(print: bool) -> None:
    """Sets whether a signal that ends the process prints where its threads are, in Python, first (faulthandler)."""
    faulthandler.enable(all_threads=True) if print else faulthandler.disable()
