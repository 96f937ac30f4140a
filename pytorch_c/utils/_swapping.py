"""An exchange of two tensors, which modules use when they are converted in place."""

from __future__ import annotations

import copyreg
import weakref

from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._tensor.tensor import Tensor


def _poisoned(grad_outputs):
    raise RuntimeError(
        "Trying to execute AccumulateGrad node that was poisoned by swap_tensors: the tensor was swapped, as a module's "
        "to() does with torch.__future__.set_swap_module_params_on_conversion(True), between the forward and the "
        "backward pass; convert the module before the one, or after the other"
    )


def _let_go(name, one):
    """Checks that nobody else holds a tensor but the node of the graph that adds to its gradient, which it poisons."""
    from ..autograd.graph import get_gradient_edge

    held = one._use_count()
    if held == 2 and one.is_leaf and one.requires_grad:
        node = get_gradient_edge(one).node  # made just now, if the second holder was somebody else
        if one._use_count() == 2:
            node.register_prehook(_poisoned)
            return
    if held > 1:
        raise RuntimeError(
            f"Expected use_count of {name} to be 1 or 2 with an AccumulateGrad node but got {held} "
            "make sure you are not holding references to the tensor in other places."
        )


def _swap_slots(t1, t2, names):
    for name in names:
        values = [(one, getattr(other, name)) for one, other in ((t1, t2), (t2, t1)) if hasattr(other, name)]
        for one in (t1, t2):
            if hasattr(one, name):
                delattr(one, name)
        for one, value in values:
            setattr(one, name, value)


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Exchanges what two tensors are: memory, dtype, gradient, class and attributes; each keeps its identity in Python.

    A graph through one of them cannot run backward any more.

    Raises:
        RuntimeError: one of them has weak references, slots that the other has not, or is held elsewhere: by the graph
            as more than a leaf, or by another Tensor that means the same

    Source: torch.utils.swap_tensors.
    """
    for name, one in (("t1", t1), ("t2", t2)):
        if weakref.getweakrefs(one):
            raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it")
    slots = copyreg._slotnames(type(t1))
    if set(slots) != set(copyreg._slotnames(type(t2))):
        raise RuntimeError("Cannot swap t1 and t2 if they have different slots")
    for name, one in (("t1", t1), ("t2", t2)):
        _let_go(name, one)
    t1.__class__, t2.__class__ = t2.__class__, t1.__class__
    t1.__dict__, t2.__dict__ = t2.__dict__, t1.__dict__
    _swap_slots(t1, t2, slots)
    core.swap_handles(t1, t2)
