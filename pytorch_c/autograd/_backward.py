"""backward() and grad(): a walk through the graph that recorded what was computed."""

from __future__ import annotations

import re
import warnings

from .._boundary import api
from .._boundary.handle import core
from .._tensor import overriding
from .._tensor.device import from_numbers
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

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


before_pass: Callable[[], None] | None = None  # called before each pass; a capture for compile() refuses it so


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
    if before_pass is not None:
        before_pass()
    retain = bool(create_graph if retain_graph is None else retain_graph)
    if isinstance(tensors, Tensor) and grad_tensors is inputs is None:  # as in most programs: nothing to look at
        roots, grads, leaves = [tensors], [None], []
    else:
        if _has_edges(tensors) or _has_edges(inputs):
            run_pass(_listed(tensors), grad_tensors, _listed(inputs), retain, create_graph, True, True)
            return
        roots = _tensors(tensors, "tensors")
        leaves = _tensors(inputs, "inputs")
        if inputs is not None and not leaves:
            raise RuntimeError("`inputs` argument to `backward` cannot be empty.")
        grads = _gradients(grad_tensors, len(roots), "grad_tensors")
        _check_gradients(roots, grads)
    try:
        api.autograd_backward(roots, grads, retain, bool(create_graph), leaves)
    except RuntimeError as error:
        raise _explained(error, roots, grads) from None


# ---- by edges of the graph ----


def _is_edge(value):
    return isinstance(value, tuple) and hasattr(value, "output_nr")


def _has_edges(values):
    if isinstance(values, Tensor) or values is None:
        return False
    return _is_edge(values) or (isinstance(values, (list, tuple)) and any(map(_is_edge, values)))


def _listed(values):
    return [values] if isinstance(values, Tensor) or _is_edge(values) else list(values or ())


def _edge(value):
    """(node, which of its gradients) of a tensor or a GradientEdge."""
    if _is_edge(value):
        return value[0], value[1]
    if not isinstance(value, Tensor):
        raise TypeError(f"a Tensor or a GradientEdge is needed, not {type(value).__name__}")
    node, number = core.gradient_edge(value)
    if node is None:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    return node, number


def _look(root):
    """(a tensor of the shape and dtype of a root, None for a nested one; its device)."""
    if not _is_edge(root):
        return root, root.device
    _, *device = api.node_result_info(*_edge(root))[:3]
    return api.node_result(*_edge(root)), from_numbers(*device)


def _first_gradient(root):
    like, device = _look(root)
    if like is None or like.numel() != 1:
        raise RuntimeError("grad can be implicitly created only for scalar outputs")
    if not like.is_floating_point():
        raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {like.dtype}")
    from .._ops import ones

    return ones(like.shape, dtype=like.dtype, device=device)


def _explained(error, outs, grads, batched=False):
    """An error in torch's words, where a gradient does not fit its output; else the error."""
    for i, (out, grad) in enumerate(zip(outs, grads)):
        like = _look(out)[0]
        if grad is None:
            if not like.requires_grad or like.is_floating_point() or like.numel() != 1:
                continue
            return RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {like.dtype}")
        first = grad[0] if batched else grad
        if like is None or like.is_nested or first.is_nested:
            continue
        if first.shape != like.shape:
            shapes = f"grad_output[{i}] has a shape of {first.shape} and output[{i}] has a shape of {like.shape}"
            if batched:
                return RuntimeError(
                    "If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch "
                    "dimension. The sizes of the remaining dimensions are expected to match the shape of corresponding "
                    f"output, but a mismatch was detected: {shapes}. If you only want some tensors in `grad_output` to "
                    "be considered batched, consider using vmap."
                )
            return RuntimeError(f"Mismatch in shape: {shapes}.")
        if like.is_complex() != first.is_complex():
            return RuntimeError(
                "For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in "
                f"dtype: grad_output[{i}] has a dtype of {first.dtype} and output[{i}] has a dtype of {like.dtype}."
            )
    if error is not None:
        for said, words in _WORDS:
            error.args = (said.sub(words, str(error)), *error.args[1:])
    return error


_WORDS = [
    (re.compile(r"^element (\d+)of the differentiated Tensors"), r"The differentiated Tensor at index \1"),
    (re.compile(r"^element \d+ of the input tensors does"), "One of the differentiated Tensors does"),
]


def _check_gradients(outs, grads, batched=False):
    """Raises RuntimeError for one that does not fit its output: libtorch would add up what is more."""
    if any(one is not None for one in grads):
        wrong = _explained(None, outs, grads, batched)
        if wrong is not None:
            raise wrong


def run_pass(
    roots: Sequence[Any],
    grads: Any,
    inputs: Sequence[Any],
    keep_graph: bool,
    create_graph: bool,
    accumulate: bool,
    allow_unused: bool,
) -> tuple[Tensor | None, ...]:
    """A backward pass from tensors and GradientEdges to others: the gradients, unless they are added to leaves."""
    given = _gradients(grads, len(roots), "grad_outputs")
    given = tuple(_first_gradient(root) if one is None else one for root, one in zip(roots, given))
    _check_gradients(roots, given)
    edges = tuple(map(_edge, roots)), given, tuple(map(_edge, inputs))
    return core.run_pass(*edges, bool(keep_graph), bool(create_graph), accumulate, allow_unused)


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
    if before_pass is not None:
        before_pass()
    if materialize_grads and allow_unused is False:
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
        )
    if not only_inputs:
        warnings.warn(
            "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for "
            "other parts of the graph, please use torch.autograd.backward.",
            FutureWarning,
            stacklevel=2,
        )
    retain = bool(create_graph if retain_graph is None else retain_graph)
    unused = bool(materialize_grads if allow_unused is None else allow_unused)
    asked = core.who_overrides(outputs, inputs)
    if asked or core.overriding()[1]:
        found = _asked(
            asked,
            outputs,
            inputs,
            grad_outputs=grad_outputs,
            retain_graph=retain_graph,
            create_graph=create_graph,
            only_inputs=only_inputs,
            allow_unused=allow_unused,
            is_grads_batched=is_grads_batched,
            materialize_grads=materialize_grads,
        )
        if found is not NotImplemented:
            return found
    if _has_edges(outputs) or _has_edges(inputs):
        outs, ins, run = _listed(outputs), _listed(inputs), _grad_of_edges
    else:
        outs, ins, run = _tensors(outputs, "outputs"), _tensors(inputs, "inputs"), _grad
        if not ins:
            raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    options = retain, bool(create_graph), unused
    if is_grads_batched:
        found = _grad_batched(run, outs, ins, grad_outputs, *options)
    else:
        found = run(outs, ins, grad_outputs, *options)
    if materialize_grads:
        found = _materialized(found, ins, create_graph)
    if isinstance(inputs, dict):
        return dict(zip(inputs, found))  # type: ignore[return-value]
    return found


def _grad(outs, ins, grad_outputs, retain, create_graph, allow_unused):
    grads = _gradients(grad_outputs, len(outs), "grad_outputs")
    _check_gradients(outs, grads)
    try:
        return api.autograd_grad(outs, ins, grads, retain, create_graph, allow_unused)
    except RuntimeError as error:
        raise _explained(error, outs, grads) from None


def _grad_of_edges(outs, ins, grad_outputs, retain, create_graph, allow_unused):
    return run_pass(outs, grad_outputs, ins, retain, create_graph, False, allow_unused)


def _asked(relevant, outputs, inputs, **named):
    """Returns what modes and the classes of outputs and inputs make of grad(), given them as tuples; NotImplemented for nothing."""
    if not core.overriding()[1] and not overriding.in_order(relevant):
        return NotImplemented
    given = (
        tuple(one) if isinstance(one, (list, tuple)) and not _is_edge(one) else (one,) for one in (outputs, inputs)
    )
    return overriding.ask(grad, relevant, tuple(given), named)


def _grad_batched(run, outs, ins, grad_outputs, retain, create_graph, allow_unused):
    """One backward pass for all indices of the first dimension."""
    from ..func._levels import add_dim, remove_dim, vmap_level

    given = _gradients(grad_outputs, len(outs), "grad_outputs")
    sizes = {one.shape[0] if one is not None and one.ndim else None for one in given}
    if len(sizes) != 1 or not all(sizes):
        raise ValueError("argument 'grad_outputs': all must have the same first dimension when is_grads_batched=True")
    _check_gradients(outs, given, batched=True)
    with vmap_level(sizes.pop(), "error") as level:
        batched = [add_dim(one, 0, level) for one in given]
        found = run(outs, ins, batched, retain, create_graph, allow_unused)
        return tuple(None if one is None else remove_dim(one, 0, level) for one in found)


def _materialized(found, like, requires_grad):
    """Gradients, with zeros for those that are None."""
    from .._ops import zeros_like

    if any(got is None and _is_edge(one) for got, one in zip(found, like)):
        raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
    return tuple(
        zeros_like(one, requires_grad=bool(requires_grad)) if got is None else got for got, one in zip(found, like)
    )
