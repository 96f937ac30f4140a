"""An exchange of two tensors, which modules use when they are converted in place."""

from __future__ import annotations

import weakref

from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._tensor.tensor import Tensor


def _slots(kind):
    """The names for which a class keeps a place of its own in each instance."""
    names = (vars(one).get("__slots__", ()) for one in kind.__mro__)
    return {name for some in names for name in ((some,) if isinstance(some, str) else some)}


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Exchanges what two tensors are: memory, dtype, gradient, class and attributes; each keeps its identity in Python.

    Raises:
        RuntimeError: one of them has weak references, slots that the other has not, or is held elsewhere: by the graph,
            or by another Tensor that means the same

    Source: torch.utils.swap_tensors.
    """
    for name, one in (("t1", t1), ("t2", t2)):
        if weakref.getweakrefs(one):
            raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it")
    if _slots(type(t1)) != _slots(type(t2)):
        raise RuntimeError("Cannot swap t1 and t2 if they have different slots")
    for name, one in (("t1", t1), ("t2", t2)):
        if one._use_count() > 1:
            raise RuntimeError(
                f"Expected use_count of {name} to be 1 or 2 with an AccumulateGrad node but got {one._use_count()} "
                "make sure you are not holding references to the tensor in other places."
            )
    t1.__class__, t2.__class__ = t2.__class__, t1.__class__
    t1.__dict__, t2.__dict__ = t2.__dict__, t1.__dict__
    core.swap_handles(t1, t2)
