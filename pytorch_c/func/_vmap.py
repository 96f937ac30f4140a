"""torch.vmap: a function of one sample as a function of a batch.

The work is libtorch's: what `func` calls meets tensors without their batch
dimension (`ptc_vmap_add_dim`), and libtorch's batching rules work on all samples.
"""

from __future__ import annotations

import functools

from .._boundary import constants
from .._boundary.errors import number, throw
from .._boundary.handle import wrap
from .._boundary.library import ffi, lib
from .._ops import cat, tensor_split
from .._tensor.generator import get_rng_state, set_rng_state
from .._tensor.tensor import Tensor
from ._pytree import broadcast, flatten, unflatten

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_RANDOMNESS = constants.RANDOMNESS


def vmap(
    func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error", *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:  # fmt: skip
    """The function that calls `func` once for all samples of a batch, and not once for each (torch.vmap).

    Args:
        func: Takes tensors without the batch dimension, in containers or not, and whatever else; gives Tensors
        in_dims: The batch dimension of each positional argument, None for those that have none: one for all, or a
            tuple nested as the arguments are. Keyword arguments are handed on as they are
        out_dims: Where each result has the batch dimension, likewise; None for what is not batched
        randomness: What random operators do: "error", the "same" numbers for each sample, or "different" ones
        chunk_size: How many samples at once, None for all

    Tuples, lists, dicts and named tuples count as containers. `vmap` nests, and results can be differentiated.

    Raises:
        ValueError: in_dims or out_dims that do not fit, batches of different sizes, results that are no Tensors
        RuntimeError: An unknown randomness; in `func`, item(), control flow by a value, or a random operator
            that randomness="error" forbids

    Source: torch.vmap.
    """
    if randomness not in _RANDOMNESS:
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        _check_out_dims(out_dims, func)
        dims, leaves, spec = _inputs(in_dims, args, func)

        def run(flat):
            return _run(func, dims, flat, spec, out_dims, randomness, kwargs)

        return run(leaves) if chunk_size is None else _in_chunks(run, dims, leaves, out_dims, randomness, chunk_size)

    return wrapped


def _name(func):
    if hasattr(func, "__name__"):
        return func.__name__
    return f"functools.partial({_name(func.func)}, ...)" if isinstance(func, functools.partial) else repr(func)


# ---- arguments ----


def _check_out_dims(out_dims, func):
    for one in flatten(out_dims)[0]:
        if not isinstance(one, int) and one is not None:
            raise ValueError(
                f"vmap({_name(func)}, ..., out_dims={out_dims}): `out_dims` must be an int, None or a python collection "
                "of ints representing where in the outputs the vmapped dimension should appear."
            )


def _inputs(in_dims, args, func):
    """(a dimension or None for each leaf of the arguments, the leaves, their Spec), checked."""
    call = f"vmap({_name(func)}, in_dims={in_dims}, ...)(<inputs>): "
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(
            f"{call}expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, "
            f"got: {type(in_dims)}."
        )
    if not args:
        raise ValueError(
            f"vmap({_name(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap "
            "over a function with no inputs. The latter is unsupported."
        )
    leaves, spec = flatten(args)
    dims = broadcast(in_dims, spec)
    if dims is None:
        raise ValueError(
            f"{call}in_dims is not compatible with the structure of `inputs`. in_dims has structure "
            f"{flatten(in_dims)[1]} but inputs has structure {spec}."
        )
    dims = [_dimension(dim, leaf, call) for dim, leaf in zip(dims, leaves)]
    _batch_size(dims, leaves)
    return dims, leaves, spec


def _dimension(dim, leaf, call):
    """The dimension of one leaf, counted from the front, or None."""
    if dim is None:
        return None
    if not isinstance(dim, int):
        raise ValueError(f"{call}Got in_dim={dim} for an input but in_dim must be either an integer dimension or None.")
    if not isinstance(leaf, Tensor):
        raise ValueError(
            f"{call}Got in_dim={dim} for an input but the input is of type {type(leaf)}. We cannot vmap over "
            "non-Tensor arguments, please use None as the respective in_dim"
        )
    count = leaf.dim()
    if not -count <= dim < count:
        raise ValueError(
            f"{call}Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {count} so expected "
            f"in_dim to satisfy -{count} <= in_dim < {count}."
        )
    return int(dim % count)


def _batch_size(dims, leaves):
    sizes = [leaf.shape[dim] for dim, leaf in zip(dims, leaves) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if any(size != sizes[0] for size in sizes):
        raise ValueError(
            "vmap: Expected all tensors to have the same size in the mapped dimension, "
            f"got sizes {sizes} for the mapped dimension"
        )
    return sizes[0]


# ---- one call ----


class Level:
    """An open level, for a `with` block."""

    def __init__(self, batch_size, randomness):
        self.opened = batch_size, _RANDOMNESS[randomness]

    def __enter__(self):
        level = ffi.new("int64_t *")
        error = lib.call_vmap_push(*self.opened, level)
        if error:
            throw(error)
        self.level = level[0]
        return self.level

    def __exit__(self, *exc):
        error = lib.call_vmap_pop(self.level)
        if error:
            throw(error)


def add_dim(tensor, dim, level):
    """The tensor without this dimension, which becomes the batch of the level."""
    return wrap(lib.call_vmap_add_dim(tensor._open(), dim, level))


def remove_dim(tensor, dim, level):
    """The tensor with the batch of the level as this dimension."""
    return wrap(lib.call_vmap_remove_dim(tensor._open(), level, dim))


def _run(func, dims, leaves, spec, out_dims, randomness, kwargs):
    with Level(_batch_size(dims, leaves), randomness) as level:
        batched = [leaf if dim is None else add_dim(leaf, dim, level) for dim, leaf in zip(dims, leaves)]
        found = func(*unflatten(batched, spec), **kwargs)
        del batched
        return _outputs(found, out_dims, level, func)


def _outputs(found, out_dims, level, func):
    """What func gave, with the batch dimension back."""
    leaves, spec = flatten(found)
    if isinstance(found, Tensor) and isinstance(out_dims, tuple) and len(out_dims) == 1:
        dims = list(out_dims)
    else:
        dims = broadcast(out_dims, spec)
    if dims is None:
        raise ValueError(
            f"vmap({_name(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
            f"`outputs`. out_dims has structure {flatten(out_dims)[1]} but outputs has structure {spec}."
        )
    return unflatten([_output(leaf, dim, level, _name(func)) for leaf, dim in zip(leaves, dims)], spec)


def _output(leaf, dim, level, name):
    if dim is None:
        if isinstance(leaf, Tensor) and level_of(leaf):
            raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
        return leaf
    if not isinstance(leaf, Tensor):
        raise ValueError(
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(leaf)}. "
            "Did you mean to set out_dims= to None for output?"
        )
    return remove_dim(leaf, dim, level)


def level_of(tensor):
    """The level at which a tensor is batched, 0 if it is not."""
    return number(lib.call_vmap_level, tensor._open())


# ---- in chunks ----


def _in_chunks(run, dims, leaves, out_dims, randomness, chunk_size):
    """The results of some samples after the other, joined along the batch."""
    size = _batch_size(dims, leaves)
    ends = [*range(chunk_size, size, chunk_size), *([size] if size else [])]
    columns = [
        [leaf] * len(ends) if dim is None else tensor_split(leaf, ends, dim)[: len(ends)]
        for dim, leaf in zip(dims, leaves)
    ]
    state = get_rng_state() if randomness == "same" else None
    chunks, spec = [], None
    for flat in zip(*columns):
        if state is not None:
            set_rng_state(state)
        found, spec = flatten(run(list(flat)))
        chunks.append(found)
    if spec is None:
        raise ValueError("vmap: chunk_size needs at least one sample")
    joined = [cat(column, dim) for column, dim in zip(zip(*chunks), broadcast(out_dims, spec))]
    return unflatten(joined, spec)
