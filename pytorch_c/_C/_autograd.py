"""Names of torch._C._autograd that torch's own Python imports."""

from __future__ import annotations

from .._boundary import api
from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_push_saved_tensors_default_hooks = core.push_saved_tensors_hooks
_pop_saved_tensors_default_hooks = api.saved_tensors_hooks_pop
_saved_tensors_hooks_get_disabled_error_message = api.saved_tensors_hooks_disabled
_saved_tensors_hooks_disable = api.saved_tensors_hooks_disable
_get_sequence_nr = api.sequence_number


class SavedTensor:
    """A tensor that the graph keeps; nothing is an instance."""


def _make_saved_tensor(tensor: Any, is_output: bool = False) -> Any:
    """Raises NotImplementedError: the graph keeps its tensors itself."""
    raise NotImplementedError(
        "torch._C._autograd._make_saved_tensor is not here: use graph.save_on_cpu() or saved_tensors_hooks"
    )


def _saved_tensors_hooks_enable() -> None:
    """Undoes _saved_tensors_hooks_disable."""
    api.saved_tensors_hooks_disable(None)


_traced = False


def _saved_tensors_hooks_set_tracing(is_tracing: bool) -> bool:
    """Sets whether a compiler traces what hooks would be given, and returns the setting before."""
    global _traced
    before, _traced = _traced, is_tracing
    return before


def _saved_tensors_hooks_is_enabled() -> bool:
    """Whether saved_tensors_hooks may be used."""
    return api.saved_tensors_hooks_disabled() is None
