"""Tensors that say by their class what a Module does with them: Parameter and Buffer."""

from __future__ import annotations

from .. import _ops
from .._boundary.handle import core, setup
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self


def _as_tensor(data, name):
    if data is None:
        return _ops.empty((0,))
    if not isinstance(data, Tensor):
        raise TypeError(f"{name} data must be a Tensor, got {type(data).__name__}")
    return data


class Parameter(Tensor):
    """A tensor that is trained: it shares data's memory and is a leaf of the graph.

    data: Tensor of any shape (default: empty); floating point or complex where requires_grad.
    Raises TypeError for anything else, TorchError for an integer tensor that requires a gradient.
    As torch.nn.Parameter.
    """

    __torch_function__ = core.no_override  # operators take it as they do Tensors

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Self:
        return _as_tensor(data, "Parameter")._make_subclass(cls, requires_grad)

    def __repr__(self) -> str:
        return "Parameter containing:\n" + super().__repr__()


class Buffer(Tensor):
    """A tensor that belongs to a module's state and is not trained.

    Three ways to make an attribute one: assign `Buffer(tensor)`, call `register_buffer`, or tag the
    attribute in the class, `running_mean: Buffer`, which is short for
    `running_mean: Annotated[Tensor, "buffer"]`, GoTorch's field tag.
    persistent=False keeps it out of state_dict. As torch.nn.Buffer.
    """

    persistent = True
    __torch_function__ = core.no_override

    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Self:
        data = _as_tensor(data, "Buffer")
        self = data._make_subclass(cls, data.requires_grad)
        self.persistent = persistent
        return self


setup(Parameter=Parameter)
