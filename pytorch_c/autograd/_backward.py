"""backward() and grad(): a walk through the graph that recorded what was computed."""

from __future__ import annotations

import warnings

from .._boundary import api
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._typing import Tensors


def _tensors(value, name):
    if not isinstance(value, (Tensor, type(None))) and not hasattr(value, "__iter__"):
        raise TypeError(f"argument '{name}' must be a Tensor or a sequence of Tensors, not {type(value).__name__}")
    if isinstance(value, dict):
        value = value.values()
    found = [value] if isinstance(value, Tensor) else list(value or ())
    for one in found:
        if not isinstance(one, Tensor):
            raise TypeError(f"argument '{name}' must be a Tensor or a sequence of Tensors, not {type(one).__name__}")
    return found


def _gradients(value, count, name):
    """Gradients as a list, with None where there is none."""
    found = [value] if value is None or isinstance(value, Tensor) else list(value)
    if len(found) not in (0, count) and not (len(found) == 1 and found[0] is None):
        raise RuntimeError(f"argument '{name}': {count} gradients are needed, got {len(found)}")
    if len(found) != count:
        found = [None] * count
    for one in found:
        if one is not None and not isinstance(one, Tensor):
            raise TypeError(f"argument '{name}' must hold Tensors or None, not {type(one).__name__}")
    return found


def backward(
    tensors: Tensors,
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Tensor | Sequence[Tensor | None] | None = None,
    inputs: Tensors | dict[str, Tensor] | None = None,
) -> None:
    """Adds the gradients of tensors to the leaves they came from, or to `inputs` only (torch.autograd.backward).

    Raises TorchError where a tensor of several elements has no gradient given,
    or where nothing requires grad.
    """
    if grad_variables is not None:
        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError("argument 'grad_variables' is the old name of 'grad_tensors': pass one of them")
        grad_tensors = grad_variables
    roots = _tensors(tensors, "tensors")
    leaves = _tensors(inputs, "inputs")
    if inputs is not None and not leaves:
        raise RuntimeError("`inputs` argument to `backward` cannot be empty.")
    grads = _gradients(grad_tensors, len(roots), "grad_tensors")
    retain = create_graph if retain_graph is None else retain_graph
    api.autograd_backward(roots, grads, bool(retain), bool(create_graph), leaves)


def grad(
    outputs: Tensors,
    inputs: Tensors | dict[str, Tensor],
    grad_outputs: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> tuple[Tensor, ...]:
    """The gradients of outputs by inputs, a tuple, or a dict like `inputs` (torch.autograd.grad).

    Args:
        grad_outputs: What is multiplied from the left, of the outputs' shapes; 1 for scalars
        allow_unused: Whether None stands for an input that is not in the graph, which else is an error
        is_grads_batched: grad_outputs, and so the results, have one more dimension in front
        materialize_grads: Zeros stand for an unused input

    Raises:
        TorchError: An unused input; an output that requires no grad, or is no scalar and has no grad_outputs
        ValueError: materialize_grads with allow_unused=False
    """
    if materialize_grads and allow_unused is False:
        raise ValueError("argument 'allow_unused' must be True or not passed when materialize_grads=True, got False")
    if not only_inputs:
        warnings.warn(
            "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for "
            "other parts of the graph, please use torch.autograd.backward.",
            FutureWarning,
            stacklevel=2,
        )
    outs, ins = _tensors(outputs, "outputs"), _tensors(inputs, "inputs")
    if not ins:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    retain = bool(create_graph if retain_graph is None else retain_graph)
    run = _grad_batched if is_grads_batched else _grad
    unused = bool(materialize_grads if allow_unused is None else allow_unused)
    found = run(outs, ins, grad_outputs, retain, bool(create_graph), unused)
    if materialize_grads:
        found = tuple(_zeros(one, create_graph) if got is None else got for got, one in zip(found, ins))
    if isinstance(inputs, dict):
        return dict(zip(inputs, found))  # type: ignore[return-value]
    return found


def _grad(outs, ins, grad_outputs, retain, create_graph, allow_unused):
    grads = _gradients(grad_outputs, len(outs), "grad_outputs")
    return api.autograd_grad(outs, ins, grads, retain, create_graph, allow_unused)


def _grad_batched(outs, ins, grad_outputs, retain, create_graph, allow_unused):
    """One backward pass for all indices of the first dimension."""
    from ..func._levels import add_dim, remove_dim, vmap_level

    given = _gradients(grad_outputs, len(outs), "grad_outputs")
    sizes = {one.shape[0] if one is not None and one.ndim else None for one in given}
    if len(sizes) != 1 or not all(sizes):
        raise ValueError("argument 'grad_outputs': all must have the same first dimension when is_grads_batched=True")
    with vmap_level(sizes.pop(), "error") as level:
        batched = [add_dim(one, 0, level) for one in given]
        found = _grad(outs, ins, batched, retain, create_graph, allow_unused)
        return tuple(None if one is None else remove_dim(one, 0, level) for one in found)


def _zeros(like, requires_grad):
    from .._ops import zeros_like

    return zeros_like(like, requires_grad=bool(requires_grad))
