"""Modules as functions: functional_call, stack_module_state and replace_all_batch_norm_modules_ (torch.func)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .. import _ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.tensor import Tensor
    from ..nn.module import Module


def functional_call(
    module: Module, parameter_and_buffer_dicts: dict[str, Tensor] | Sequence[dict[str, Tensor]], args: Any = None,
    kwargs: dict[str, Any] | None = None, *, tie_weights: bool = True, strict: bool = False,
) -> Any:  # fmt: skip
    """What the module gives with other parameters and buffers, which are its own again afterwards.

    Args:
        parameter_and_buffer_dicts: {name as in named_parameters: tensor}, or several such dicts
        args: The positional arguments, a tuple, or one that is none
        tie_weights: One name of several for the same tensor stands for all of them
        strict: Every parameter and buffer must be given

    Raises ValueError for dicts that are none or share a name. Source: torch.func.functional_call.
    """
    given = parameter_and_buffer_dicts
    if not isinstance(given, dict):
        if not isinstance(given, Sequence):
            raise ValueError(
                f"Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got {type(given)}"
            )
        if not all(isinstance(one, dict) for one in given):
            raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
        repeated = [name for name, times in Counter(name for one in given for name in one).items() if times > 1]
        if repeated:
            raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
        given = {name: tensor for one in given for name, tensor in one.items()}
    from ..nn.utils import stateless

    return stateless._functional_call(module, given, args, kwargs, tie_weights=tie_weights, strict=strict)


def stack_module_state(models: Sequence[Module]) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
    """({name: parameters of all models, stacked}, {name: buffers, stacked}), to map over with vmap.

    Raises RuntimeError for no models, and for such as differ in class, mode or what requires grad.
    Source: torch.func.stack_module_state.
    """
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if len({bool(one.training) for one in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if len({type(one) for one in models}) > 1:
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")
    parameters = [dict(one.named_parameters()) for one in models]
    buffers = [dict(one.named_buffers()) for one in models]
    return _stacked(parameters), _stacked(buffers)


def _stacked(dicts):
    return {name: _stacked_leaf([one[name] for one in dicts], name) for name in dicts[0]}


def _stacked_leaf(tensors, name):
    wanted = {one.requires_grad for one in tensors}
    if len(wanted) > 1:
        raise RuntimeError(f"Expected {name} from each model to have the same .requires_grad")
    found = _ops.stack(tensors)
    return found.detach().requires_grad_() if wanted.pop() else found


def replace_all_batch_norm_modules_(root: Module) -> Module:
    """Takes the running statistics of every batch norm in `root` away, in place; vmap cannot write them.

    Source: torch.func.replace_all_batch_norm_modules_.
    """
    from ..nn.modules import batchnorm

    for one in (root, *root.modules()):
        if isinstance(one, batchnorm._BatchNorm) and one.track_running_stats:
            one.running_mean = one.running_var = one.num_batches_tracked = None
            one.track_running_stats = False
    return root
