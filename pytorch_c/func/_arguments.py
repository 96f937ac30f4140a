"""Choice of arguments, and errors about arguments and results in torch's words."""

from __future__ import annotations

from .._tensor.tensor import Tensor
from ..utils._pytree import tree_leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import Argnums


def _position(argnum, count):
    if not isinstance(argnum, int):
        raise RuntimeError(f"argnum must be int, got: {type(argnum)}")
    if not -count <= argnum < count:
        raise RuntimeError(f"Got argnum={argnum}, but only {count} positional inputs")
    return argnum % count


def positions(argnums: Argnums, count: int) -> tuple[int, ...]:
    """The positions among `count` arguments, counted from the front. Raises RuntimeError."""
    if isinstance(argnums, int):
        return (_position(argnums, count),)
    if not isinstance(argnums, tuple):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    found = tuple(_position(one, count) for one in argnums)
    if not found:
        raise RuntimeError("argnums must be non-empty")
    if len(set(found)) != len(found):
        raise RuntimeError(f"argnums elements must be unique, got {found}")
    return found


def chosen(args: tuple[Any, ...], argnums: Argnums) -> tuple[Any, ...]:
    """The arguments that are meant, one for an int too."""
    return tuple(args[i] for i in positions(argnums, len(args)))


def replaced(args: tuple[Any, ...], argnums: Argnums, others: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments with others in the places that are meant."""
    found = list(args)
    for i, one in zip(positions(argnums, len(args)), others, strict=True):
        found[i] = one
    return tuple(found)


def with_aux(found: Any, name: str) -> tuple[Any, Any]:
    """(result, what goes with it) of a function with has_aux=True."""
    if not (isinstance(found, tuple) and len(found) == 2):
        raise RuntimeError(f"{name}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return found


def check_results(leaves: list[Any], name: str) -> None:
    """Raises RuntimeError unless all are Tensors, and there is one."""
    if not leaves or leaves == [None]:
        raise RuntimeError(f"{name}: Expected f to be a function that has non-empty output (got output = {leaves})")
    for one in leaves:
        if not isinstance(one, Tensor):
            raise RuntimeError(f"{name}: expected f(*primals) to return only tensors, got unsupported type {type(one)}")


def check_tensors(leaves: list[Any], name: str, what: str) -> None:
    """Raises RuntimeError unless an argument holds Tensors and nothing else."""
    if not leaves:
        raise RuntimeError(f"{name}: Expected {what} to contain at least one Tensor.")
    for one in leaves:
        if not isinstance(one, Tensor):
            raise RuntimeError(f"{name}: Expected {what} to only contain Tensors, got {type(one)}")


def check_real(tree: Any, name: str, what: str) -> None:
    """Raises RuntimeError for a complex tensor."""
    for i, one in enumerate(tree_leaves(tree)):
        if isinstance(one, Tensor) and one.dtype.is_complex:
            raise RuntimeError(
                f"{name}: Expected all {what} to be real but received complex tensor at flattened input idx: {i}"
            )
