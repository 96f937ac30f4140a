"""torch.func.functionalize: a function without writing in place."""

from __future__ import annotations

import functools

from .._boundary import api
from .._tensor.tensor import Tensor
from ..utils._pytree import arg_tree_leaves, tree_map
from ._levels import functionalize_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def functionalize(func: Callable[..., Any], *, remove: str = "mutations") -> Callable[..., Any]:
    """The function that runs `func` with other operators in place of those that write into their arguments.

    What `func` wrote into its arguments is written back when it has returned.

    remove: "mutations", or "mutations_and_views", where views become copies, too.

    Raises RuntimeError for another value of remove. Source: torch.func.functionalize.
    """
    if remove not in ("mutations", "mutations_and_views"):
        raise RuntimeError(
            f"functionalize(f, remove='mutations'): received invalid argument for remove={remove}. Valid options are:\n"
            "     remove='mutations': all inplace and out= operators will be removed from the program, and replaced"
            " with their out-of-place equivalents.\n"
            "     remove='mutations_and_views': In addition to the above, all aliasing operators {view} will be"
            " replaced with their non-aliasing counterparts, {view}_copy.\n"
        )
    with_views = remove == "mutations"

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        with functionalize_level(with_views) as level:

            def inside(one):
                return api.func_functional(one, level) if isinstance(one, Tensor) else one

            def outside(one):
                return api.func_regular(one, with_views) if isinstance(one, Tensor) else one

            given, named = tree_map(inside, args), tree_map(inside, kwargs)
            found = tree_map(outside, func(*given, **named))
            for one, seen in zip(arg_tree_leaves(*args, **kwargs), arg_tree_leaves(*given, **named)):
                if isinstance(one, Tensor):
                    api.func_propagate(one, seen)
            return found

    return wrapped
