"""Derivatives backward: grad, grad_and_value and vjp (torch.func)."""

from __future__ import annotations

import functools

from .. import _ops
from .._boundary import api
from .._composites.compiling import is_dynamo_compiling
from .._tensor.tensor import Tensor
from ..autograd import _backward
from ..autograd._saved_tensors import disable_saved_tensors_hooks
from ..autograd.grad_mode import is_grad_enabled
from ..utils._pytree import tree_flatten, tree_map, treespec_pprint
from ._arguments import check_results, chosen, positions, with_aux
from ._levels import grad_level, outside_inference, recording, unwrap, unwrap_all, wrap
from ._replaced import file_with_others

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._typing import Argnums


_NO_HOOKS = "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case."

# Steps of torch's own, which others replace: PyPose does, for a class of tensors to be kept.
_STEPS = "_wrap_tensor_for_grad", "_wrap_all_tensors", "_create_differentiable"


def _leaf(one, level):
    """A tensor as one that the level's graph begins with."""
    if not isinstance(one, Tensor):
        raise ValueError(f"Thing passed to transform API must be Tensor, got {type(one)}")
    if not (one.is_floating_point() or one.is_complex()):
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    return api.func_wrap(one, level, True)


def _opened(args, argnums, level):
    """The arguments as tensors of the level; those that are meant begin its graph."""
    meant = set(range(len(args)) if argnums is None else positions(argnums, len(args)))
    return tuple(
        tree_map(lambda leaf: _leaf(leaf, level), one) if i in meant else wrap(one, level) for i, one in enumerate(args)
    )


def _gradients(outputs, inputs, given=None, retain_graph=False, create_graph=True):
    """The gradient of each input; zeros for one that no output depends on."""
    pairs = [(out, None if given is None else given[i]) for i, out in enumerate(outputs) if out.requires_grad]
    if not pairs:
        return [_ops.zeros_like(one) for one in inputs]
    outs, grads = (list(column) for column in zip(*pairs))
    found = _backward.grad(
        outs, inputs, None if given is None else grads, retain_graph, create_graph, allow_unused=True
    )
    return [_ops.zeros_like(one) if grad is None else grad for grad, one in zip(found, inputs)]


def grad_and_value(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The function that gives (gradient, value) of `func`, whose result is a tensor of no dimensions.

    Args:
        func: Takes tensors, in containers or not
        argnums: The positional arguments to differentiate by: one, whose gradient is given alone, or a tuple
        has_aux: `func` gives (value, what goes with it), and the result is (gradient, (value, what goes with it))

    It nests with every other function of functions.

    Raises:
        RuntimeError: a result that is no tensor or has dimensions, argnums that do not fit
        ValueError: an argument that is meant and holds something else than Tensors

    Source: torch.func.grad_and_value.
    """

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        if is_dynamo_compiling():  # which reads torch's own function in the place of this one
            return grad_and_value(func, argnums, has_aux)(*args, **kwargs)
        if torchs := file_with_others("eager_transforms", _STEPS):
            return torchs.grad_and_value_impl(func, argnums, has_aux, args, kwargs)
        name = "grad_and_value(f)(*args)"
        with disable_saved_tensors_hooks(_NO_HOOKS), grad_level() as level, outside_inference(), recording(True):
            args, kwargs = _opened(args, argnums, level), wrap(kwargs, level)
            output, aux = func(*args, **kwargs), None
            if has_aux:
                output, aux = with_aux(output, name)
            if not isinstance(output, Tensor):
                raise RuntimeError(f"{name}: Expected f(*args) to return a Tensor, got {type(output)}")
            if output.dim() != 0:
                raise RuntimeError(
                    f"{name}: Expected f(*args) to return a scalar Tensor, got tensor with {output.dim()} dims. "
                    "Maybe you wanted to use the vjp or jacrev APIs instead?"
                )
            leaves, spec = tree_flatten(args[argnums] if isinstance(argnums, int) else chosen(args, argnums))
            found = spec.unflatten(unwrap(one, level) for one in _gradients([output], leaves))
            value = unwrap(output, level)
            return (found, (value, unwrap_all(aux, level))) if has_aux else (found, value)

    return wrapped


def grad(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The function that gives the gradient of `func`, or with has_aux (gradient, what goes with the value).

    Arguments and what is raised are those of grad_and_value. Source: torch.func.grad.
    """
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return wrapped


def vjp(func: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """(func(*primals), the function of cotangents that gives their product with func's derivative).

    The product is a tuple, with one for each of the primals. With has_aux `func` gives (result, what goes with it), and
    that is the third of the results. The function may be called more than once; it takes `retain_graph` and
    `create_graph`, too.

    Raises RuntimeError for results that are no floating or complex Tensors, and for cotangents that are built otherwise
    than the result. Source: torch.func.vjp.
    """
    return vjp_of(func, primals, None, has_aux)


def vjp_of(func: Callable[..., Any], primals: tuple[Any, ...], argnums: Argnums | None, has_aux: bool) -> Any:
    """vjp by the arguments that are meant; None: by all, and then the products are a tuple."""
    if torchs := file_with_others("eager_transforms", _STEPS):
        return torchs._vjp_with_argnums(func, *primals, argnums=argnums, has_aux=has_aux)
    name = "vjp(f, *primals)"
    with disable_saved_tensors_hooks(_NO_HOOKS), grad_level() as level, outside_inference(), recording(True):
        primals = _opened(primals, argnums, level)
        found, aux = func(*primals), None
        if has_aux:
            found, aux = with_aux(found, name)
            aux = unwrap_all(aux, level)
        outputs, spec = tree_flatten(found)
        check_results(outputs, name)
        inputs, inputs_spec = tree_flatten(
            primals if argnums is None else primals[argnums] if isinstance(argnums, int) else chosen(primals, argnums)
        )
        result = unwrap_all(found, level)
        for one in outputs:
            if not (one.is_floating_point() or one.is_complex()):
                raise RuntimeError(
                    "vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor "
                    f"with dtype {one.dtype}"
                )

    def product(cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        given, given_spec = tree_flatten(cotangents)
        if given_spec != spec:
            raise RuntimeError(
                "Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. "
                f"cotangents: {treespec_pprint(given_spec)}, primal output: {treespec_pprint(spec)}"
            )
        recorded = is_grad_enabled()
        create = recorded if create_graph is None else create_graph
        with outside_inference(), recording(recorded):
            return inputs_spec.unflatten(_gradients(outputs, inputs, given, retain_graph, create))

    return (result, product, aux) if has_aux else (result, product)
