"""Matrices of derivatives: jacrev, jacfwd and hessian (torch.func)."""

from __future__ import annotations

import functools

from .. import _ops
from .._composites.compiling import is_dynamo_compiling
from ..utils._pytree import tree_flatten, tree_leaves
from ._arguments import check_real, chosen
from ._grad import vjp_of
from ._jvp import jvp_of
from ._vmap import vmap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from .._tensor.tensor import Tensor
    from .._typing import Argnums


def _basis(tensors: list[Tensor], chunk_size: int | None = None) -> Iterator[list[Tensor]]:
    """For each tensor the unit vectors of all their elements, along a first dimension; some at a time."""
    sizes = [one.numel() for one in tensors]
    total = sum(sizes)
    step = min(chunk_size or total, total)
    for start in range(0, total, step) if total else (0,):
        rows = min(step, total - start)
        before, found = 0, []
        for one, size in zip(tensors, sizes):
            chunk = one.new_zeros(rows, size)
            chunk.diagonal(start - before).fill_(1)
            before += size
            found.append(chunk.view(rows, *one.shape))
        yield found


def jacrev(
    func: Callable[..., Any],
    argnums: Argnums = 0,
    *,
    has_aux: bool = False,
    chunk_size: int | None = None,
    _preallocate_and_copy: bool = False,
) -> Callable[..., Any]:
    """The function that gives the derivative of each result of `func` by each argument that is meant, row by row.

    Args:
        func: Takes and gives real tensors, in containers or not
        argnums: The positional arguments to differentiate by, one or a tuple
        has_aux: `func` gives (result, what goes with it), and so does the function
        chunk_size: How many rows at once, None for all; 1 does without vmap

    The result is built as func's, and in place of each tensor there is one, built as the argument, of the shape
    result.shape + argument.shape.

    Raises RuntimeError for complex tensors, ValueError for a chunk_size that is not positive.
    Source: torch.func.jacrev.
    """
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    @functools.wraps(func)
    def wrapped(*args):
        if is_dynamo_compiling():  # which reads torch's own function in the place of this one
            return jacrev(func, argnums, has_aux=has_aux, chunk_size=chunk_size)(*args)
        check_real(args, "jacrev", "inputs")
        output, product, *aux = vjp_of(func, args, argnums, has_aux)
        outputs, spec = tree_flatten(output)
        check_real(outputs, "jacrev", "outputs")
        inputs, inputs_spec = tree_flatten(chosen(args, argnums))
        chunks = [_rows(product, spec, basis, chunk_size) for basis in _basis(outputs, chunk_size)]
        columns = chunks[0] if len(chunks) == 1 else [_ops.cat(parts, 0) for parts in zip(*chunks)]
        sizes = [one.numel() for one in outputs]
        blocks = [
            [block.view(out.shape + one.shape) for block, out in zip(_ops.split(column, sizes, 0), outputs)]
            for column, one in zip(columns, inputs)
        ]
        return _together(zip(*blocks), spec, inputs_spec, argnums, aux)

    return wrapped


def _rows(product, spec, basis, chunk_size):
    """The derivatives in the directions of a part of the basis, for each input, along a first dimension."""
    if chunk_size == 1:
        found = product(spec.unflatten(one.squeeze(0) for one in basis))
        return [one.unsqueeze(0) for one in tree_leaves(found)]
    return tree_leaves(vmap(product)(spec.unflatten(basis)))


def _together(rows, spec, inputs_spec, argnums, aux):
    """The derivatives of each output by all inputs, as the result of jacrev and jacfwd."""
    found = (inputs_spec.unflatten(row) for row in rows)
    result = spec.unflatten(one[0] if isinstance(argnums, int) else one for one in found)
    return (result, aux[0]) if aux else result


def jacfwd(
    func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False, *, randomness: str = "error"
) -> Callable[..., Any]:
    """Computes what jacrev does by derivatives forward: cheaper where there are fewer inputs than results.

    randomness: What random operators in `func` do in the directions, as for vmap.

    Raises RuntimeError for complex tensors. Source: torch.func.jacfwd.
    """

    @functools.wraps(func)
    def wrapped(*args):
        if is_dynamo_compiling():  # which reads torch's own function in the place of this one
            return jacfwd(func, argnums, has_aux, randomness=randomness)(*args)
        check_real(args, "jacfwd", "inputs")
        inputs, inputs_spec = tree_flatten(args if argnums is None else chosen(args, argnums))
        (basis,) = _basis(inputs)

        def along(directions):
            found = jvp_of(func, args, directions, argnums, has_aux=has_aux)
            check_real(found[0], "jacfwd", "outputs")
            return found[1:] if has_aux else found[1]

        found = vmap(along, randomness=randomness)(inputs_spec.unflatten(basis))
        aux = []
        if has_aux:
            found, rest = found
            leaves, rest_spec = tree_flatten(rest)
            aux = [rest_spec.unflatten(one[0] for one in leaves)]
        outputs, spec = tree_flatten(found)
        sizes = [one.numel() for one in inputs]
        rows = [
            [_shaped(part, one.shape) for part, one in zip(_ops.split(out.movedim(0, -1), sizes, -1), inputs)]
            for out in outputs
        ]
        return _together(rows, spec, inputs_spec, argnums, aux)

    return wrapped


def _shaped(part, shape):
    return part.unflatten(-1, shape) if shape else part.squeeze(-1)


def hessian(func: Callable[..., Any], argnums: Argnums = 0) -> Callable[..., Any]:
    """The function that gives the second derivatives of `func`: jacfwd(jacrev(func)). Source: torch.func.hessian."""
    return jacfwd(jacrev(func, argnums), argnums)
