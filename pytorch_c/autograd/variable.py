"""Variable, which code older than torch 0.4 wraps around each tensor (torch.autograd.variable)."""

from __future__ import annotations

import warnings

from .. import _ops
from .._boundary import api
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ._backward import run_engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ImperativeEngine(core.EngineBase):
    """The engine of backward passes, as programs ask for it under Variable._execution_engine."""

    def run_backward(
        self,
        tensors: Any,
        grad_tensors: Any,
        keep_graph: bool,
        create_graph: bool,
        inputs: Any = (),
        allow_unreachable: bool = False,
        accumulate_grad: bool = False,
    ) -> tuple[Tensor | None, ...] | None:
        """A pass from tensors or GradientEdges: the gradients of inputs; None with accumulate_grad, where leaves get them.

        Raises RuntimeError for what torch's engine does not take, which makes no gradient of ones.
        """
        for name, value in (("tensors", tensors), ("grad_tensors", grad_tensors)):
            if not isinstance(value, tuple):
                raise RuntimeError(f"{name} argument is expected to be a tuple, but got {type(value).__name__}")
        if type(inputs) is not tuple:
            raise RuntimeError("inputs to run_backward must be a tuple")
        return run_engine(tensors, grad_tensors, inputs, keep_graph, create_graph, accumulate_grad, allow_unreachable)

    def is_checkpoint_valid(self) -> bool:
        """Returns whether the pass that runs adds to all leaves."""
        return api.backward_is_whole()


class _VariableMeta(type):
    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, Tensor)


class Variable(metaclass=_VariableMeta):
    """Variable(tensor, requires_grad=False) is a tensor over the same memory; each Tensor is an instance."""

    _execution_engine = ImperativeEngine()

    def __new__(
        cls, data: Tensor | None = None, requires_grad: bool = False, volatile: bool = False, *, name: Any = None
    ) -> Tensor:
        if data is not None and not isinstance(data, Tensor):
            raise TypeError(f"Variable(): argument 'data' must be Tensor, not {type(data).__name__}")
        if volatile:
            if requires_grad:
                raise ValueError("Variable(): argument 'volatile' cannot go with requires_grad")
            warnings.warn(
                "volatile was removed and now has no effect. Use `with torch.no_grad():` instead.", stacklevel=2
            )
        found = _ops.empty(0) if data is None else data.detach()
        return found.requires_grad_(bool(requires_grad))
