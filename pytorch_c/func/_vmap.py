"""torch.vmap: a function of one sample as a function of a batch.

The work is libtorch's: what `func` calls meets tensors without their batch
dimension (`ptc_vmap_add_dim`), and libtorch's batching rules work on all samples.
"""

from __future__ import annotations

import functools

from .._boundary import api
from .._ops import cat, tensor_split
from .._tensor.generator import get_rng_state, set_rng_state
from .._tensor.tensor import Tensor
from ..utils._pytree import _broadcast_to_and_flatten as broadcast
from ..utils._pytree import tree_flatten, tree_leaves, tree_structure
from . import _rules
from ._levels import RANDOMNESS, add_dim, remove_dim, unbatched, vmap_level
from ._replaced import file_with_others

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def vmap(
    func: Callable[..., Any],
    in_dims: Any = 0,
    out_dims: Any = 0,
    randomness: str = "error",
    *,
    chunk_size: int | None = None,
) -> Callable[..., Any]:
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
    if randomness not in RANDOMNESS:
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        if torchs := _with_steps_of_others():
            return torchs.vmap_impl(func, in_dims, out_dims, randomness, chunk_size, *args, **kwargs)
        _check_out_dims(out_dims, func)
        dims, leaves, spec = _inputs(in_dims, args, func)

        def run(flat):
            return _run(func, dims, flat, spec, out_dims, randomness, kwargs)

        return run(leaves) if chunk_size is None else _in_chunks(run, dims, leaves, out_dims, randomness, chunk_size)

    return wrapped


# Steps of torch's own vmap, which others replace: tensordict does, for its TensorDicts to lose the batch as Tensors do.
_STEPS = (
    *("_process_batched_inputs", "_create_batched_inputs", "_unwrap_batched", "_flat_vmap", "_chunked_vmap"),
    *("_add_batch_dim", "_remove_batch_dim"),  # PyPose: a class of tensors keeps its class
)


def _with_steps_of_others():
    return file_with_others("vmap", _STEPS)


def _name(func):
    if hasattr(func, "__name__"):
        return func.__name__
    return f"functools.partial({_name(func.func)}, ...)" if isinstance(func, functools.partial) else repr(func)


# ---- arguments ----


def _check_out_dims(out_dims, func):
    for one in tree_leaves(out_dims):
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
    leaves, spec = tree_flatten(args)
    dims = broadcast(in_dims, spec)
    if dims is None:
        raise ValueError(
            f"{call}in_dims is not compatible with the structure of `inputs`. in_dims has structure "
            f"{tree_structure(in_dims)} but inputs has structure {spec}."
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


def _run(func, dims, leaves, spec, out_dims, randomness, kwargs):
    _rules.add()
    with vmap_level(_batch_size(dims, leaves), randomness) as level:
        batched = [leaf if dim is None else add_dim(leaf, dim, level) for dim, leaf in zip(dims, leaves)]
        found = func(*spec.unflatten(batched), **kwargs)
        del batched
        return _outputs(found, out_dims, level, func)


def _outputs(found, out_dims, level, func):
    """Returns what func gave, with the batch dimension back."""
    leaves, spec = tree_flatten(found)
    if isinstance(found, Tensor) and isinstance(out_dims, tuple) and len(out_dims) == 1:
        dims = list(out_dims)
    else:
        dims = broadcast(out_dims, spec)
    if dims is None:
        raise ValueError(
            f"vmap({_name(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
            f"`outputs`. out_dims has structure {tree_structure(out_dims)} but outputs has structure {spec}."
        )
    return spec.unflatten([_output(leaf, dim, level, _name(func)) for leaf, dim in zip(leaves, dims)])


def _output(leaf, dim, level, name):
    if dim is None:
        if isinstance(leaf, Tensor) and api.vmap_level(leaf):
            raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
        return leaf
    if not isinstance(leaf, Tensor):
        raise ValueError(
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(leaf)}. "
            "Did you mean to set out_dims= to None for output?"
        )
    return remove_dim(leaf, dim, level)


# ---- inside of others ----


def batched_call(func: Callable[..., Any], dims: Any, args: Any, batch_size: int, randomness: str) -> tuple[Any, Any]:
    """(what func gives, a tree of where each result has the batch, None for not at all) within one level of vmap.

    `dims` says where the arguments have it, and may end earlier than they do. What is no Tensor stays as it is.
    """
    leaves, spec = tree_flatten(args)
    places = broadcast(dims, spec)
    with vmap_level(batch_size, randomness) as level:
        found = func(
            *spec.unflatten(one if dim is None else add_dim(one, dim, level) for one, dim in zip(leaves, places))
        )
        return without_batch(found, level)


def without_batch(tree: Any, level: int) -> tuple[Any, Any]:
    """(the tree with tensors that show their batch of the level, a tree of where they have it)."""
    leaves, spec = tree_flatten(tree)
    if not leaves:
        return tree, ()
    pairs = [unbatched(one, level) if isinstance(one, Tensor) else (one, None) for one in leaves]
    return spec.unflatten(value for value, _ in pairs), spec.unflatten(dim for _, dim in pairs)


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
        found, spec = tree_flatten(run(list(flat)))
        chunks.append(found)
    if spec is None:
        raise ValueError("vmap: chunk_size needs at least one sample")
    joined = [cat(column, dim) for column, dim in zip(zip(*chunks), broadcast(out_dims, spec))]
    return spec.unflatten(joined)
