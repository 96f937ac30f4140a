"""All parameters as one vector (torch.nn.utils.convert_parameters)."""

from __future__ import annotations

from ... import _ops
from ..._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def _one_device(parameters):
    """The parameters as a list; TypeError unless they are on one device."""
    parameters = list(parameters)
    if len({parameter.device for parameter in parameters}) > 1:
        raise TypeError("Found two parameters on different devices, this is currently not supported.")
    return parameters


def parameters_to_vector(parameters: Tensor | Iterable[Tensor]) -> Tensor:
    """All values of the parameters, in order, as a 1-D tensor, through which gradients flow."""
    return _ops.cat([parameter.view(-1) for parameter in _one_device(parameters)])


def vector_to_parameters(vec: Tensor, parameters: Tensor | Iterable[Tensor]) -> None:
    """Makes the parameters mean the slices of vec, in order: they share its memory from then on.

    TypeError if vec is no tensor, TorchError if it is too short.
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"vec must be Tensor, not {type(vec).__name__}")
    start = 0
    for parameter in _one_device(parameters):
        end = start + parameter.numel()
        parameter.data = vec[start:end].view_as(parameter).data
        start = end
