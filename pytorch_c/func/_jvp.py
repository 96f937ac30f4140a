"""Derivatives forward: jvp, and linearize (torch.func)."""

from __future__ import annotations

from .. import _ops
from .._tensor.tensor import Tensor
from ..autograd.grad_mode import is_grad_enabled
from ..utils._pytree import tree_flatten, tree_map_only
from ._arguments import check_results, check_tensors, chosen, replaced, with_aux
from ._grad import vjp
from ._levels import jvp_level, outside_inference, recording, unwrap, unwrap_all, wrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._typing import Argnums

_NAME = "jvp(f, primals, tangents)"
_FORWARD_LEVEL = 0  # libtorch has one


def jvp(func: Callable[..., Any], primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False) -> Any:
    """(func(*primals), its derivative in the direction of the tangents).

    Args:
        primals: A tuple of arguments that hold Tensors and nothing else
        tangents: Built as the primals are, of their shapes and dtypes
        strict: A result that does not depend on the primals is an error; else its derivative is zeros
        has_aux: `func` gives (result, what goes with it), and that is the third of the results

    Raises RuntimeError for primals, tangents and results that do not fit. Source: torch.func.jvp.
    """
    return jvp_of(func, primals, tangents, None, strict=strict, has_aux=has_aux)


def _unpacked(dual, strict):
    primal, tangent = _ops._unpack_dual(dual, _FORWARD_LEVEL)
    if tangent is None:
        if strict:
            raise RuntimeError(
                "jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. "
                "This is not allowed with strict=True."
            )
        tangent = _ops.zeros_like(primal)
    return primal, tangent


def jvp_of(
    func: Callable[..., Any],
    primals: Any,
    tangents: Any,
    argnums: Argnums | None,
    *,
    strict: bool = False,
    has_aux: bool = False,
) -> Any:
    """jvp by the arguments that are meant, all for None."""
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{_NAME}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    leaves, spec = tree_flatten(primals if argnums is None else chosen(primals, argnums))
    directions, directions_spec = tree_flatten(tangents)
    if spec != directions_spec:
        raise RuntimeError(
            f"{_NAME}: Expected primals and tangents to have the same python structure. For example, if primals is a "
            f"tuple of 3 tensors, tangents also must be. Got primals with structure {spec} and tangents with structure "
            f"{directions_spec}"
        )
    check_tensors(leaves, _NAME, "primals")
    check_tensors(directions, _NAME, "tangents")
    recorded = is_grad_enabled()
    with jvp_level() as level, outside_inference(), recording(recorded, tangents=True):
        duals = spec.unflatten(_dual(one, along) for one, along in zip(leaves, directions))
        if argnums is not None:
            duals = replaced(wrap(primals, level), argnums, duals)
        found, aux = func(*duals), None
        if has_aux:
            found, aux = with_aux(found, _NAME)
            aux = unwrap_all(aux, level)
        outputs, outputs_spec = tree_flatten(found)
        check_results(outputs, _NAME)
        pairs = [_unpacked(one, strict) for one in outputs]
        results = [outputs_spec.unflatten(unwrap(one, level) for one in column) for column in zip(*pairs)]
        return (*results, aux) if has_aux else tuple(results)


def _dual(primal, tangent):
    for what, one in (("primal", primal), ("tangent", tangent)):
        if not (one.dtype.is_floating_point or one.dtype.is_complex):
            raise ValueError(f"Expected {what} to be floating point or complex, but got: {one.dtype}")
    return _ops._make_dual(primal, tangent, _FORWARD_LEVEL)


def linearize(func: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """(func(*primals), the function of tangents that gives func's derivative there in their direction).

    `func` runs once; each call of the function costs about as much as a backward pass. It is made of two derivatives
    backward, where torch traces one forward: they agree up to rounding.

    Raises RuntimeError, from the function, for tangents of other shapes, dtypes or devices than the primals'.
    Source: torch.func.linearize.
    """
    output, product = vjp(func, *primals)
    leaves, spec = tree_flatten(primals)
    zeros = tree_map_only(Tensor, _ops.zeros_like, output)
    _, derivative = vjp(product, zeros)

    def along(*tangents: Any) -> Any:
        given, given_spec = tree_flatten(tangents)
        if given_spec != spec:
            raise RuntimeError(f"Expected the tangents {given_spec} to have the same argspec as the primals {spec}")
        for i, (one, primal) in enumerate(zip(given, leaves)):
            for what in ("shape", "device", "dtype"):
                has, wanted = getattr(one, what), getattr(primal, what)
                if has != wanted:
                    raise RuntimeError(
                        f"tangent:{i} with {what} {has} in flattened pytree doesn't match the {what} {wanted} of the "
                        "corresponding primal."
                    )
        (found,) = derivative(tangents)
        return found

    return output, along
