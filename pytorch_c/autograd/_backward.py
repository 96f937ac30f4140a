"""backward() and grad(): a walk through the graph that recorded what was computed."""

from __future__ import annotations

import operator
import re
import warnings
from collections.abc import Mapping

from .._boundary import api
from .._boundary.errors import AssertedTypeError, TorchError
from .._boundary.handle import core
from .._tensor import overriding
from .._tensor.device import from_numbers
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._typing import Tensors


# ---- arguments, in the order in which torch looks at them ----


def _is_edge(value):
    return isinstance(value, tuple) and hasattr(value, "output_nr")


def _has_edges(values):
    for one in values:
        if not isinstance(one, Tensor):
            return True
    return False


def _is_one(value):
    """Returns whether an argument is a tensor, what stands for one, or an edge, and no sequence of them."""
    return isinstance(value, Tensor) or _is_edge(value) or hasattr(type(value), "__torch_function__")


def _sequence(value, name):
    if _is_one(value):
        return (value,)
    try:
        each = iter(value)
    except TypeError:
        raise TypeError(
            f"argument '{name}' must be a Tensor, a GradientEdge or a sequence of them, not {type(value).__name__}"
        ) from None
    return tuple(each)


def _inputs(value, function):
    if type(value) is dict:
        value = value.values()
    elif not isinstance(value, (Tensor, list, tuple)) and isinstance(value, Mapping):
        raise TypeError(
            f"`inputs` argument to `{function}()` must be a dict, not {type(value).__name__}. "
            "Other Mapping types are not supported."
        )
    found = _sequence(value, "inputs")
    if not found:
        raise RuntimeError(f"`inputs` argument to `{function}()` cannot be empty.")
    return found


def _flag(value, name):
    """A switch, which torch's engine takes as a byte."""
    if value is True or value is False:
        return value
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"argument '{name}' must be bool, not {type(value).__name__}") from None
    if not 0 <= number < 256:
        raise OverflowError(f"argument '{name}' must be bool, not {number}")
    return bool(number)


def _gradients(value, outs, names, batched=False):
    """The gradients of outputs as a tuple, None where libtorch is to make one; an error for one that does not fit."""
    if value is None:
        found = (None,) * len(outs)
    elif isinstance(value, Tensor):
        found = (value,)
    else:
        try:
            found = tuple(value)
        except TypeError:
            raise TypeError(
                f"argument '{names[1]}' must be a Tensor or a sequence of Tensors and None, not {type(value).__name__}"
            ) from None
    for i, (out, grad) in enumerate(zip(outs, found)):
        if not isinstance(out, Tensor) and not _is_edge(out):
            raise AssertedTypeError(
                f"argument '{names[0]}' must hold Tensors or GradientEdges, but number {i} is of type {type(out).__name__}"
            )
        if grad is not None and not isinstance(grad, Tensor):
            raise TypeError(
                f"argument '{names[1]}': gradients can be either Tensors or None, but got {type(grad).__name__}"
            )
        wrong = _misfit(i, out, grad, batched)
        if wrong is not None:
            raise wrong
    found = found[: len(outs)]  # torch, too, leaves out what is more
    if len(found) != len(outs):
        raise RuntimeError(f"got {len(outs)} tensors and {len(found)} gradients")
    return found


def _check_root(i, root):
    if isinstance(root, Tensor) and not root.requires_grad:
        raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")


def _check_ends(outs, inputs):
    for i, out in enumerate(outs):
        _check_root(i, out)
    for one in inputs:
        if not isinstance(one, Tensor) and not _is_edge(one):
            raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {type(one).__name__}")


def _asked(function, ends, args, named):
    """Returns what modes and the classes of outputs and inputs make of a call; NotImplemented for nothing."""
    tensors = [one for one in ends if hasattr(type(one), "__torch_function__")]
    return overriding.ask(function, tensors, args, named) if core.has_torch_function(tensors) else NotImplemented


def backward(
    tensors: Tensors,
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    grad_variables: Tensor | Sequence[Tensor | None] | None = None,
    inputs: Tensors | dict[str, Tensor] | None = None,
) -> None:
    """Adds the gradients of tensors to the leaves they came from, or to `inputs` only (torch.autograd.backward).

    Raises RuntimeError where a tensor of several elements has no gradient given, where nothing requires grad, where
    `inputs` is empty, and inside of vmap, func.grad and their like.
    """
    if api.vmap_depth():
        raise RuntimeError(
            "backward() called inside a functorch transform. This is not supported, please use functorch.grad or "
            "functorch.vjp instead or call backward() outside of functorch transforms."
        )
    plain = isinstance(tensors, Tensor) and grad_tensors is inputs is grad_variables is None
    if plain and not core.has_torch_function_unary(tensors):  # as in most programs: nothing to look at
        create = _flag(create_graph, "create_graph")
        retain = create if retain_graph is None else _flag(retain_graph, "retain_graph")
        try:
            return api.autograd_backward([tensors], [None], retain, create, ())
        except RuntimeError as error:
            raise _misfit(0, tensors, None) or error from None
    if grad_variables is not None:
        warnings.warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError(
                "`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
                "`grad_tensors`."
            )
        grad_tensors = grad_variables
    ends = () if inputs is None else _inputs(inputs, "backward")
    roots = _sequence(tensors, "tensors")
    if core.has_torch_function(roots + ends):
        named = {"grad_tensors": grad_tensors, "retain_graph": retain_graph, "create_graph": create_graph}
        found = _asked(backward, roots + ends, (roots,), {**named, "inputs": None if inputs is None else ends})
        if found is not NotImplemented:
            return found
    grads = _gradients(grad_tensors, roots, ("tensors", "grad_tensors"))
    create = _flag(create_graph, "create_graph")
    retain = create if retain_graph is None else _flag(retain_graph, "retain_graph")
    _check_ends(roots, ends)
    if _has_edges(roots + ends):
        run_pass(roots, grads, ends, retain, create, True, True)
        return None
    try:
        api.autograd_backward(roots, grads, retain, create, ends)
    except RuntimeError as error:
        raise _in_words(error) from None
    return None


# ---- by edges of the graph ----


def _edge(value):
    """(node, which of its gradients) of a tensor or a GradientEdge."""
    if _is_edge(value):
        return value[0], value[1]
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
    from .._ops import ones

    return ones(like.shape, dtype=like.dtype, device=device)


def _misfit(i, out, grad, batched=False):
    """The error, in torch's words, of a gradient that does not fit its output; None for one that does."""
    like = _look(out)[0]
    if grad is None:
        if isinstance(out, Tensor) and not out.requires_grad:
            return None
        if like is None or like.numel() != 1:
            return TorchError("grad can be implicitly created only for scalar outputs")
        if not like.is_floating_point():
            return TorchError(f"grad can be implicitly created only for real scalar outputs but got {like.dtype}")
        return None
    first = grad[0] if batched else grad
    if like is None or like.is_nested or first.is_nested:
        return None
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
    return None


def _in_words(error):
    """An error of libtorch's C++ in the words of torch's engine."""
    for said, words in _WORDS:
        error.args = (said.sub(words, str(error)), *error.args[1:])
    return error


_WORDS = [
    (re.compile(r"^element (\d+)of the differentiated Tensors"), r"The differentiated Tensor at index \1"),
    (re.compile(r"^element \d+ of the input tensors does"), "One of the differentiated Tensors does"),
]


def run_pass(
    roots: Sequence[Any],
    grads: Sequence[Tensor | None],
    inputs: Sequence[Any],
    keep_graph: bool,
    create_graph: bool,
    accumulate: bool,
    allow_unused: bool,
) -> tuple[Tensor | None, ...]:
    """A backward pass from tensors and GradientEdges to others: the gradients, unless they are added to leaves."""
    if accumulate:
        for one in inputs:
            if isinstance(one, Tensor):
                one.retain_grad()  # else the gradient of one within the graph would be lost
    given = tuple(_first_gradient(root) if one is None else one for root, one in zip(roots, grads))
    edges = tuple(map(_edge, roots)), given, tuple(map(_edge, inputs))
    return core.run_pass(*edges, keep_graph, create_graph, accumulate, allow_unused)


def run_engine(
    roots: tuple[Any, ...],
    grads: tuple[Any, ...],
    inputs: tuple[Any, ...],
    keep_graph: bool,
    create_graph: bool,
    accumulate: bool,
    allow_unused: bool,
) -> tuple[Tensor | None, ...] | None:
    """run_pass() with the checks of torch's engine, for who calls that himself; None where gradients are accumulated."""
    named = {"keep_graph": keep_graph, "create_graph": create_graph}
    later = {"accumulate_grad": accumulate, "allow_unreachable": allow_unused}
    keep, create, add, unused = (_flag(value, name) for name, value in {**named, **later}.items())
    if len(roots) != len(grads):
        raise RuntimeError(f"got {len(roots)} tensors and {len(grads)} gradients")
    for i, (root, grad) in enumerate(zip(roots, grads)):
        if not isinstance(root, Tensor) and not _is_edge(root):
            raise RuntimeError(f"element {i} of tensors tuple is neither a Tensor nor a GradientEdge")
        _check_root(i, root)
        if grad is None:
            what = "output is a GradientEdge.This is not supported." if _is_edge(root) else "Tensor requires grad"
            raise RuntimeError(f"element {i} of gradients tuple is None, but the corresponding {what}")
        if not isinstance(grad, Tensor):
            raise RuntimeError(f"element {i} of gradients tuple is not a Tensor or None")
    _check_ends((), inputs)
    if not add and not inputs:
        raise RuntimeError("grad requires non-empty inputs.")
    found = run_pass(roots, grads, inputs, keep, create, add, unused)
    return None if add else found


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
        raise ValueError(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
        )
    unused = materialize_grads if allow_unused is None else allow_unused
    outs, ins = _sequence(outputs, "outputs"), _inputs(inputs, "grad")
    found = NotImplemented
    if core.has_torch_function(outs + ins):
        named = {
            "grad_outputs": grad_outputs,
            "retain_graph": retain_graph,
            "create_graph": create_graph,
            "only_inputs": only_inputs,
            "allow_unused": unused,
            "is_grads_batched": is_grads_batched,
            "materialize_grads": materialize_grads,
        }
        found = _asked(grad, outs + ins, (outs, ins), named)
    if found is NotImplemented:
        if not only_inputs:
            warnings.warn(
                "only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for "
                "other parts of the graph, please use torch.autograd.backward.",
                FutureWarning,
                stacklevel=2,
            )
        grads = _gradients(grad_outputs, outs, ("outputs", "grad_outputs"), is_grads_batched)
        create = _flag(create_graph, "create_graph")
        retain = create if retain_graph is None else _flag(retain_graph, "retain_graph")
        run = _grad_batched if is_grads_batched else _grad
        found = run(outs, ins, grads, retain, create, _flag(unused, "allow_unused"))
        if materialize_grads:
            found = _materialized(found, ins, create)
    if type(inputs) is not dict:
        return found
    if len(found) != len(inputs):
        raise ValueError(f"grad(): {len(inputs)} gradients are needed, __torch_function__ has given {len(found)}")
    return dict(zip(inputs, found))  # type: ignore[return-value]


def _grad(outs, ins, grads, retain, create_graph, allow_unused):
    _check_ends(outs, ins)
    if _has_edges(outs + ins):
        return run_pass(outs, grads, ins, retain, create_graph, False, allow_unused)
    try:
        return api.autograd_grad(outs, ins, grads, retain, create_graph, allow_unused)
    except RuntimeError as error:
        raise _in_words(error) from None


def _grad_batched(outs, ins, grads, retain, create_graph, allow_unused):
    """One backward pass for all indices of the first dimension."""
    from ..func._levels import add_dim, remove_dim, vmap_level

    given = [
        _first_gradient(out) if one is None and (_is_edge(out) or out.requires_grad) else one
        for out, one in zip(outs, grads)
    ]
    sizes = {one.shape[0] if one.ndim else None for one in given if one is not None}
    if len(sizes) != 1 or not all(sizes):
        raise ValueError("argument 'grad_outputs': all must have the same first dimension when is_grads_batched=True")
    with vmap_level(sizes.pop(), "error") as level:
        batched = [None if one is None else add_dim(one, 0, level) for one in given]
        found = _grad(outs, ins, batched, retain, create_graph, allow_unused)
        return tuple(None if one is None else remove_dim(one, 0, level) for one in found)


def _materialized(found, like, requires_grad):
    """Gradients, with zeros for those that are None."""
    from .._ops import zeros_like

    if any(got is None and _is_edge(one) for got, one in zip(found, like)):
        raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
    return tuple(zeros_like(one, requires_grad=requires_grad) if got is None else got for got, one in zip(found, like))
