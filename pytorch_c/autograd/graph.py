"""The graph that operators leave behind (torch.autograd.graph): its nodes, edges, and hooks on them."""

from __future__ import annotations

from collections import OrderedDict, namedtuple
from weakref import WeakValueDictionary

from .._boundary import api
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ..utils.hooks import RemovableHandle
from ._saved_tensors import (  # noqa: F401
    disable_saved_tensors_hooks,
    increment_version,
    register_multi_grad_hook,
    save_on_cpu,
    saved_tensors_hooks,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Literal, NamedTuple, NoReturn, TypeAlias

    from ..nn import Module

    _Grads: TypeAlias = tuple[Tensor, ...]
    _NewGrads: TypeAlias = tuple[Tensor | None, ...] | None

# One object for each node, as long as somebody holds it, so that `is` tells nodes apart.
_nodes = WeakValueDictionary()
_classes = {}
_nothing = OrderedDict()  # in place of a dict with hooks: the graph holds them


class _Hook(RemovableHandle):
    """The handle of a hook that the graph holds."""

    def __init__(self, hook):
        super().__init__(_nothing)
        self._h = hook

    def remove(self) -> None:
        api.hook_remove(self._h)


def hang(where: Literal["tensor", "leaf", "node", "before"], on: Any, hook: Callable[..., Any]) -> RemovableHandle:
    """A hook in the graph: on a "tensor", after a "leaf", after or "before" a "node"."""
    return _Hook(core.register_hook(where, on, hook))


class Node:
    """A step of the graph (torch.autograd.graph.Node): `tensor.grad_fn`, and what `next_functions` lead to.

    Two are the same object where they are the same step. Its class is named as
    the step is: MulBackward0, AccumulateGrad, …
    """

    __slots__ = ("_h", "__weakref__")

    def __new__(cls, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError("nodes are made by operators: see Tensor.grad_fn")

    def name(self) -> str:
        """The name of the step: "AddBackward0", …"""
        return api.node_name(self)

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """Where its gradients go: a tuple of (Node or None, which of that node's gradients it is)."""
        edges = (api.node_next(self, index) for index in range(api.node_next_count(self)))
        return tuple((wrap_node(node), number) for node, number in edges)

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict for one's own use, which lives as long as the step does."""
        return core.node_data(self._h)

    @property
    def variable(self) -> Tensor:
        """The leaf that an AccumulateGrad adds to; AttributeError for any other step."""
        found = api.node_variable(self)
        if found is None:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute 'variable'")
        return found

    @property
    def saved_tensors(self) -> tuple[Tensor, ...]:
        """What a custom Function saved for its backward; AttributeError for any other step."""
        if not type(self).__name__.endswith("Backward"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute 'saved_tensors'")
        return api.node_saved_tensors(self)

    def __getattr__(self, name: str) -> Any:
        """What a custom Function has put on its `ctx`."""
        if not name.startswith("__"):
            ctx = core.node_context(self._h)
            if ctx is not None and hasattr(ctx, name):
                return getattr(ctx, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _sequence_nr(self):
        return api.node_sequence_nr(self)

    def register_hook(self, fn: Callable[[_Grads, _Grads], _NewGrads]) -> RemovableHandle:
        """Runs `fn(grad_inputs, grad_outputs)` after the step, both tuples; a tuple that it returns replaces the former.

        Returns a RemovableHandle. Source: torch.autograd.graph.Node.register_hook.
        """
        _check_hook(fn, "register_hook")
        return hang("node", self._h, fn)

    def register_prehook(self, fn: Callable[[_Grads], _NewGrads]) -> RemovableHandle:
        """Runs `fn(grad_outputs)` before the step; a tuple that it returns replaces them.

        Returns a RemovableHandle. Source: torch.autograd.graph.Node.register_prehook.
        """
        _check_hook(fn, "register_prehook")
        return hang("before", self._h, fn)

    def __repr__(self):
        return f"<{type(self).__name__} object at {id(self):#x}>"


def _check_hook(fn, name):
    if not callable(fn):
        raise TypeError(f"{name}(): argument 'fn' must be callable, not {type(fn).__name__}")


def wrap_node(handle: Any) -> Node | None:
    """The Node of a handle; None for None."""
    if handle is None:
        return None
    number = api.node_id(handle)
    found = _nodes.get(number)
    if found is None:
        name = api.node_name(handle).rpartition("::")[2]
        made = _classes.get(name) or _classes.setdefault(name, type(name, (Node,), {"__slots__": ()}))
        found = object.__new__(made)
        found._h = handle
        found = _nodes.setdefault(number, found)
    return found


def grad_fn(tensor: Tensor) -> Node | None:
    """The step that made the tensor (Node), or None for a leaf."""
    return wrap_node(api.tensor_grad_fn(tensor))


if TYPE_CHECKING:

    class _Edge(NamedTuple):
        node: Node
        output_nr: int
else:
    _Edge = namedtuple("_Edge", ["node", "output_nr"])


class GradientEdge(_Edge):
    """Where the gradient of a tensor goes: a step, and which of its gradients it is."""

    __slots__ = ()


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Where the gradient of the tensor goes, also for a leaf (GradientEdge).

    Raises RuntimeError for a tensor that does not require grad.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"argument 'tensor' must be Tensor, not {type(tensor).__name__}")
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    node, number = api.tensor_gradient_edge(tensor)
    return GradientEdge(wrap_node(node), number)


def draw(
    tensor: Tensor | Iterable[Tensor],
    path: str | os.PathLike[str] | None = None,
    params: Module | Mapping[str, Tensor] | None = None,
    saved: bool = True,
) -> str:
    """Draws the graph that made a tensor, or several: its steps with the shapes of their results, leaves, saved tensors.

    Args:
        path: The file to write. Its ending says what: .dot or .gv, text for graphviz; .txt, a tree of text; .svg, .png,
            .pdf or another format of graphviz, which the package graphviz and its program `dot` draw. Without those a
            warning says so, and the tree is written with the ending .txt. None only gives the DOT text.
        params: A Module, or {name: tensor}, for the names of leaves
        saved: Whether the tensors that are kept for the backward pass are shown

    Returns the path of the file that was written, or the DOT text. Raises TypeError, ValueError for a tensor without a
    graph or a path without an ending, and OSError where nothing can be written.
    """
    from . import _picture

    return _picture.draw(tensor, path, params, saved)
