"""The graph that operators leave behind (torch.autograd.graph): its nodes, edges, and hooks on them."""

from __future__ import annotations

import abc
from collections import OrderedDict, namedtuple

from .._boundary import api
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ..utils.hooks import RemovableHandle
from ._saved_tensors import disable_saved_tensors_hooks as disable_saved_tensors_hooks
from ._saved_tensors import increment_version as increment_version
from ._saved_tensors import register_multi_grad_hook as register_multi_grad_hook
from ._saved_tensors import save_on_cpu as save_on_cpu
from ._saved_tensors import saved_tensors_hooks as saved_tensors_hooks
from .grad_mode import enable_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, Literal, NamedTuple, TypeAlias

    from ..nn import Module

    _Grads: TypeAlias = tuple[Tensor, ...]
    _NewGrads: TypeAlias = tuple[Tensor | None, ...] | None

_nothing = OrderedDict()  # in place of a dict with hooks: the graph holds them


class _Hook(RemovableHandle):
    """The handle of a hook that the graph holds."""

    def __init__(self, hook):
        super().__init__(_nothing)
        self._h = hook

    def remove(self) -> None:
        api.hook_remove(self._h)


core.set_hook_class(_Hook)


def hang(where: Literal["tensor", "leaf", "node", "before"], on: Any, hook: Callable[..., Any]) -> RemovableHandle:
    """A hook in the graph: on a "tensor", after a "leaf", after or "before" a "node"."""
    return _Hook(core.register_hook(where, on, hook))


class Node(abc.ABC):
    """A step of the graph (torch.autograd.graph.Node): `tensor.grad_fn`, and what `next_functions` lead to.

    Two are the same object where they are the same step. Its class is named as the step is: MulBackward0,
    AccumulateGrad, …; the step of a custom Function is its `ctx`. A call, `node(*grads)`, computes its gradients alone.
    """

    @abc.abstractmethod
    def name(self) -> str:
        """The name of the step: "AddBackward0", …"""

    @property
    @abc.abstractmethod
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """Nodes to which the gradients go: a tuple of (Node or None, which of that node's gradients it is)."""

    @property
    @abc.abstractmethod
    def metadata(self) -> dict[Any, Any]:
        """A dict for one's own use, which lives as long as the step does."""

    @abc.abstractmethod
    def _sequence_nr(self) -> int:
        """Number of the step, in the order in which its thread made steps."""

    @abc.abstractmethod
    def register_hook(self, fn: Callable[[_Grads, _Grads], _NewGrads]) -> RemovableHandle:
        """Runs `fn(grad_inputs, grad_outputs)` after the step, both tuples; a tuple that it returns replaces the former.

        Returns a RemovableHandle. Source: torch.autograd.graph.Node.register_hook.
        """

    @abc.abstractmethod
    def register_prehook(self, fn: Callable[[_Grads], _NewGrads]) -> RemovableHandle:
        """Runs `fn(grad_outputs)` before the step; a tuple that it returns replaces them.

        Returns a RemovableHandle. Source: torch.autograd.graph.Node.register_prehook.
        """


Node.register(core.Node)
Node.register(core.FunctionBase)


if TYPE_CHECKING:

    class GradientEdge(NamedTuple):
        node: Node
        output_nr: int
        ownership_token: Node | None = None
else:

    class GradientEdge(namedtuple("GradientEdge", ["node", "output_nr", "ownership_token"], defaults=[None])):
        """Edge along which the gradient of a tensor goes: a step, and which of its gradients it is.

        The third is a step that keeps the graph, for a custom Function's, which does not.
        """

        __slots__ = ()


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """Edge along which the gradient of the tensor goes, also for a leaf (GradientEdge).

    Raises RuntimeError for a tensor that does not require grad.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"argument 'tensor' must be Tensor, not {type(tensor).__name__}")
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    node, number = core.gradient_edge(tensor)
    token = None
    if isinstance(node, core.FunctionBase):
        with enable_grad():
            token = tensor.view_as(tensor).grad_fn
    return GradientEdge(node, number, token)


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


def set_warn_on_accumulate_grad_stream_mismatch(enabled: bool) -> None:
    """Sets whether AccumulateGrad warns of another stream than its tensor was made on, which only accelerators have."""
    if not isinstance(enabled, bool):
        raise TypeError(f"argument 'enabled' must be bool, not {type(enabled).__name__}")


if not TYPE_CHECKING:

    def __getattr__(name):
        """allow_mutation_on_saved_tensors, which is torch's own file upon __torch_dispatch__."""
        if name not in ("allow_mutation_on_saved_tensors", "_AllowMutationOnSavedContext", "_swap_with_cloned"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        import importlib

        found = globals()[name] = getattr(importlib.import_module("._torch_graph", __package__), name)
        return found
