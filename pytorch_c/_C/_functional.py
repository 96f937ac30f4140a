"""Tensors of functionalization, as FunctionalTensorMode and AOTAutograd use them (torch._C, torch's top level)."""

from __future__ import annotations

from .._boundary import api, constants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._tensor.tensor import Tensor


def _to_functional_tensor(t: Tensor) -> Tensor:
    """Returns a tensor of functionalization around another one; writing into it computes."""
    return api.functional_wrap(t)


def _from_functional_tensor(t: Tensor) -> Tensor:
    """Returns the tensor that one of functionalization wraps."""
    return api.functional_unwrap(t)


def _functionalize_replace(t: Tensor, o: Tensor) -> None:
    """Lets a tensor of functionalization wrap another tensor."""
    api.functional_replace(t, o)


def _functionalize_get_storage_size(t: Tensor, before: bool) -> int:
    """Returns the bytes of the storage, now or before anything was written."""
    return api.functional_storage_size(t, before)


def _mirror_autograd_meta_to(src_: Tensor, dst_: Tensor) -> None:
    """Makes a tensor require grad as another one does, as no leaf; a backward pass through it raises."""
    api.functional_mirror(dst_, src_)


# ---- this thread ----


def _functionalize_enable_reapply_views(reapply_views: bool = False) -> bool:
    """Sets whether views stay views, and returns what was set before."""
    return api.functional_set_views(reapply_views)


def _functionalization_reapply_views_tls() -> bool:
    """Returns whether views stay views."""
    return api.functional_views()


def _enable_functionalization(*, reapply_views: bool = False) -> None:
    """Begins functionalization of what this thread calls; RuntimeError where it has begun."""
    if api.dispatch_included("Functionalize"):
        raise RuntimeError(
            "multiple layers of mode-style functionalization nesting is not currently supported, outside of the "
            "functionalize() transform"
        )
    api.dispatch_set_included("Functionalize", True)
    if reapply_views:
        api.functional_set_views(True)


def _disable_functionalization() -> None:
    """Ends functionalization."""
    api.dispatch_set_included("Functionalize", False)
    api.functional_set_views(False)


# ---- questions and steps, one number of the C library each ----


def _state(name: str, kind: type, words: str) -> Callable[[Tensor], Any]:
    which = constants.FUNCTIONAL[name]

    def ask(t: Tensor) -> Any:
        return kind(api.functional_state(t, which))

    ask.__doc__ = f"Returns {words}."
    return ask


def _step(name: str, words: str) -> Callable[[Tensor], None]:
    which = constants.FUNCTIONAL_STEP[name]

    def take(t: Tensor) -> None:
        api.functional_do(t, which)

    take.__doc__ = words
    return take


_functionalize_has_data_mutation = _state("data_changed", bool, "whether elements were written")
_functionalize_has_metadata_mutation = _state("sizes_changed", bool, "whether sizes or strides were changed in place")
_functionalize_are_all_mutations_hidden_from_autograd = _state(
    "all_hidden", bool, "whether no derivative sees what was written"
)
_functionalize_are_all_mutations_under_no_grad_or_inference_mode = _state(
    "all_without_grad", bool, "whether all was written without grad mode"
)
_functionalize_was_storage_changed = _state("storage_changed", bool, "whether set_() gave another storage")
_functionalize_was_inductor_storage_resized = _state("storage_resized", bool, "whether the storage was resized")
_functionalize_inductor_storage_resized_counter = _functionalize_was_inductor_storage_resized
_functionalize_is_multi_output_view = _state(
    "multi_output_view", bool, "whether it is one of several views of one call"
)
_is_functional_tensor_base = _state("base", bool, "whether it is no view")
_functionalize_is_symbolic = _state("symbolic", bool, "whether it is a view by symbols")
_functionalize_mutation_counter = _state("changes", int, "how often elements were written")
_functionalize_storage_changed_counter = _state("storage_changes", int, "how often set_() gave another storage")

_functionalize_sync = _step("sync", "Brings a view up to date with what was written to its base.")
_functionalize_commit_update = _step("commit", "Sends what was written to the tensors that share memory.")
_functionalize_mark_mutation_hidden_from_autograd = _step("hide", "Hides what was written from derivatives.")
_functionalize_mark_storage_changed = _step("storage", "Notes that set_() gave another storage.")
_freeze_functional_tensor = _step("freeze", "Refuses writing from now on.")
