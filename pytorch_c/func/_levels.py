"""Levels of libtorch's, on which the functions of functions work, and the tensors that belong to them."""

from __future__ import annotations

from .._boundary import api, constants
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ..utils._pytree import tree_map

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RANDOMNESS = constants.RANDOMNESS
VMAP, GRAD, JVP, FUNCTIONALIZE = (constants.TRANSFORM[name] for name in ("vmap", "grad", "jvp", "functionalize"))
_SUSPENDED = 0


def vmap_level(batch_size: int, randomness: str) -> Any:
    """A level for a `with` block, which gets its number; so are the next ones."""
    return core.Level(VMAP, batch_size, RANDOMNESS[randomness])


def grad_level() -> Any:
    return core.Level(GRAD)


def jvp_level() -> Any:
    return core.Level(JVP)


def functionalize_level(with_views: bool) -> Any:
    return core.Level(FUNCTIONALIZE, 0, with_views)


def suspended() -> Any:
    """Without the innermost level, for a `with` block."""
    return core.Level(_SUSPENDED)


def recording(on: bool | None = None, tangents: bool | None = None) -> Any:
    """Returns what is recorded inside of a `with` block: the graph, and tangents; None for as it is."""
    state = core.State()
    if on is not None:
        state._recording = on
    if tangents is not None:
        state._tangents = tangents
    return state


def outside_inference() -> Any:
    """A `with` block without inference mode, in which nothing could be derived."""
    state = core.State()
    if api.inference_mode():
        state._inference = False
    return state


# ---- tensors ----


def add_dim(tensor: Tensor, dim: int, level: int) -> Tensor:
    """The tensor without this dimension, which becomes the batch of a level of vmap."""
    return api.vmap_add_dim(tensor, dim, level)


def remove_dim(tensor: Tensor, dim: int, level: int) -> Tensor:
    """The tensor with the batch of the level as this dimension."""
    return api.vmap_remove_dim(tensor, level, dim)


def unbatched(tensor: Tensor, level: int) -> tuple[Tensor, int | None]:
    """(the tensor with its batch at the level, which dimension that is), or (itself, None)."""
    if api.vmap_level(tensor) != level:
        return tensor, None
    dim, value = api.vmap_value(tensor)
    return value, dim


def wrap(tree: Any, level: int) -> Any:
    """The tree with its tensors as ones of a level of grad or jvp."""
    return tree_map(lambda one: api.func_wrap(one, level, False) if isinstance(one, Tensor) else one, tree)


def unwrap(tensor: Tensor, level: int) -> Tensor:
    """Returns what is wrapped at the level; another tensor is given back itself."""
    return core.same(api.func_unwrap(tensor, level), tensor)


def unwrap_all(tree: Any, level: int) -> Any:
    """The tree with its tensors outside of the level. Raises RuntimeError for other leaves."""

    def one(leaf):
        if not isinstance(leaf, Tensor):
            raise RuntimeError(f"Expected tensors, got unsupported type {type(leaf)}")
        return unwrap(leaf, level)

    return tree_map(one, tree)


def debug_unwrap(tensor: Tensor, *, recurse: bool = True) -> Tensor:
    """Returns what a tensor inside of vmap, grad, jvp or functionalize stands for; of all levels unless recurse=False.

    For looking only: gradients and batches do not see what is done with it. Any other tensor is given back itself.
    Source: torch.func.debug_unwrap.
    """
    while isinstance(tensor, Tensor) and api.func_level(tensor):
        tensor = api.func_value(tensor)
        if not recurse:
            break
    return tensor
