"""Names of torch._C._autograd that torch's own Python imports."""

from __future__ import annotations

from .._boundary import api
from .._boundary.handle import core
from .._tensor.device import from_numbers
from .._tensor.dtype import dtype_of
from .._tensor.tensor import Tensor
from ..autograd._profiler_kinds import DeviceType  # noqa: F401
from ..autograd._profiler_results import KinetoEvent as _KinetoEvent  # noqa: F401
from ..autograd._profiler_results import TraceActivity as _ITraceActivity  # noqa: F401
from ..autograd._profiling import (  # noqa: F401
    _add_metadata_json,
    _disable_profiler,
    _enable_profiler,
    _is_kineto_stopped,
    _kineto_step,
    _prepare_profiler,
    _profiler_enabled,
    _ProfilerResult,
    _record_function_with_args_enter,
    _record_function_with_args_exit,
    _supported_activities,
    _toggle_collection_dynamic,
    kineto_available,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


_push_saved_tensors_default_hooks = core.push_saved_tensors_hooks
_pop_saved_tensors_default_hooks = api.saved_tensors_hooks_pop
_saved_tensors_hooks_get_disabled_error_message = api.saved_tensors_hooks_disabled
_get_sequence_nr = api.sequence_number


def _unsafe_set_version_counter(tensors: Any, versions: Any) -> None:
    """Sets the version of each tensor: a backward pass takes what was changed for what was saved."""
    for tensor, version in zip(tensors, versions, strict=True):
        api.tensor_set_version(tensor, version)


class SavedTensor:
    """A tensor that a node of the graph has saved: of `grad_fn._raw_saved_self` and its like."""

    __slots__ = ("_index", "_name", "_node")

    def __new__(cls) -> SavedTensor:
        raise RuntimeError("Trying to create a SavedTensor object from Python is forbidden.")

    def unpack(self) -> Any:
        """Returns the saved tensor, through its hooks if it has any; None where none was saved.

        Raises RuntimeError where it was changed in place since or is freed, and for a result whose node is unknown; else
        what unpack_hook raises.
        """
        return api.node_saved_tensor(self._node, self._name, self._index)

    def register_hooks(self, *hooks: Callable[[Any], Any]) -> None:
        """register_hooks(pack_hook, unpack_hook): packs the tensor now, and unpacks it where a backward pass wants it.

        Raises RuntimeError where it has hooks or is freed, and for what is None; else what pack_hook raises.
        """
        if len(hooks) != 2 or not all(map(callable, hooks)):
            raise TypeError("register_hooks(): incompatible function arguments: two functions are needed")
        core.node_saved_hooks(self._node, self._name, self._index, *hooks)


class _InputMetadata:
    """Properties of a result of a node's operator: shape, dtype, device."""

    def __init__(self, node: Any, index: int) -> None:
        code, kind, place, self.is_nested_tensor, self.is_tensor_subclass = api.node_result_info(node, index)
        self.dtype, self.device = dtype_of(code), from_numbers(kind, place)
        like = api.node_result(node, index)
        self.shape = None if like is None else like.shape
        self.is_cpp_nested_tensor = self.is_nested_tensor and not self.is_tensor_subclass


def _of_node(node, name, index):
    """Returns what csrc/nodes.c asks for: a SavedTensor, or the metadata of all results where the name is empty."""
    if name == "":
        return tuple(_InputMetadata(node, i) for i in range(api.node_result_count(node)))
    made = object.__new__(SavedTensor)
    made._node, made._name, made._index = node, name, index or 0
    return made


core.set_saved_class(_of_node)


def _get_current_graph_task_keep_graph() -> bool:
    """Returns whether the backward pass that runs on this thread keeps the graph; True outside of any, as torch."""
    try:
        return api.backward_keeps_graph()
    except RuntimeError:
        return True


def _make_saved_tensor(tensor: Any, is_output: bool, is_inplace_on_view: bool = False) -> SavedTensor:
    """Returns a tensor saved as an operator saves it: packed by this thread's saved_tensors_hooks.

    is_output: it is saved as a result, without its node, so that only a leaf can be unpacked
    is_inplace_on_view: it is a view that an operator changed in place

    Raises RuntimeError for is_inplace_on_view without is_output or for a leaf; TypeError for what is no tensor.
    Source: torch._C._autograd._make_saved_tensor.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"argument 'tensor': expected a tensor, got {type(tensor).__name__}")
    return _of_node(api.node_saving(tensor, is_output, is_inplace_on_view), None, None)


def _saved_tensors_hooks_disable(error_message: str) -> None:
    """Has hooks of saved tensors raise RuntimeError with this message from now on."""
    api.saved_tensors_hooks_disable(error_message)


def _saved_tensors_hooks_enable() -> None:
    """Undoes _saved_tensors_hooks_disable."""
    api.saved_tensors_hooks_disable(None)


def _get_data_attr(t: Any) -> Any:
    """Returns `t.data`, as a function for graphs."""
    return t.data


def _get_creation_meta(t: Any) -> Any:
    """Returns how a view was made, a CreationMeta. Raises RuntimeError for a tensor that is no view."""
    from . import extension

    return extension.named("_autograd", "CreationMeta")(api.tensor_creation_meta(t))


def _set_creation_meta(t: Any, new_meta: Any) -> None:
    """Says of a view how it was made. Raises RuntimeError for a tensor that is no view."""
    api.tensor_set_creation_meta(t, int(new_meta))


def _saved_tensors_hooks_set_tracing(is_tracing: bool) -> bool:
    """Sets whether a compiler traces what hooks would be given, who then get nothing, and returns the setting before."""
    return api.saved_tensors_hooks_suspend(is_tracing)


def _saved_tensors_hooks_is_enabled() -> bool:
    """Returns whether saved_tensors_hooks may be used."""
    return api.saved_tensors_hooks_disabled() is None


def _top_saved_tensors_default_hooks(ignore_is_tracing: bool) -> None:
    """Returns None: no hooks are inlined into a graph, those of the thread run where the graph saves."""
