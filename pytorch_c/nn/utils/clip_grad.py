"""Clipping gradients (torch.nn.utils.clip_grad).

foreach: None and True step through libtorch's kernels for lists of tensors, False through one tensor after the other;
the result is the same.
"""

from __future__ import annotations

import types
import warnings

from ... import _ops
from ..._boundary import api
from ..._boundary.errors import TorchError
from ..._boundary.handle import core
from ..._tensor.tensor import Tensor
from ...autograd import no_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"]


def _listed(tensors):
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


def _gradients(parameters):
    return core.gradients(_listed(parameters))[1]


def _groups(tensors):
    """Lists of the tensors of one device and dtype: what a fused kernel takes at once."""
    if core.are_alike(tensors):
        return [tensors] if tensors else []
    groups = {}
    for tensor in tensors:
        groups.setdefault((tensor.device, tensor.dtype), []).append(tensor)
    return list(groups.values())


@no_grad()
def get_total_norm(
    tensors: Tensor | Iterable[Tensor],
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """The norm of a tensor, or of several as if they were one vector: a 0-dim tensor on the first one's device.

    norm_type may be infinite, also as the word "inf". No tensors at all have norm 0.
    TorchError for a norm that is infinite or no number, where error_if_nonfinite is true.
    """
    return _total_norm(_listed(tensors), float(norm_type), error_if_nonfinite, foreach)


def _total_norm(tensors, norm_type, error_if_nonfinite, foreach):
    if not tensors:
        return _ops.zeros(())
    norms, groups = [], _groups(tensors)
    for group in groups:
        if foreach is None or foreach:
            norms.extend(_ops._foreach_norm(group, norm_type))
        else:
            norms.extend(_ops.linalg_vector_norm(tensor, norm_type) for tensor in group)
    if len(groups) > 1:
        device = tensors[0].device
        norms = [norm.to(device) for norm in norms]
    total = _ops.linalg_vector_norm(_ops.stack(norms), norm_type)
    if error_if_nonfinite and not total.isfinite().item():
        raise TorchError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be "
            "clipped. To disable this error and scale the gradients by the non-finite norm anyway, "
            "set `error_if_nonfinite=False`"
        )
    return total


@no_grad()
def clip_grads_with_norm_(
    parameters: Tensor | Iterable[Tensor], max_norm: float, total_norm: Tensor, foreach: bool | None = None
) -> None:
    """Multiplies the gradients by max_norm / (total_norm + 1e-6), in place, unless that is above 1.

    total_norm: a 0-dim tensor, as get_total_norm gives it.
    """
    _scale(_gradients(parameters), float(max_norm), total_norm, foreach)


def _scale(gradients, max_norm, total_norm, foreach):
    if not gradients:
        return
    # Clamped, not compared: a comparison would wait for the device.
    factor = (max_norm / (total_norm + 1e-6)).clamp(max=1.0)
    for group in _groups(gradients):
        own = factor.to(group[0].device)
        if foreach is None or foreach:
            _ops._foreach_mul_(group, own)
        else:
            for gradient in group:
                gradient.mul_(own)


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scales the gradients of one parameter or several, in place, so that their norm is at most max_norm.

    Returns the norm from before, a 0-dim tensor. Parameters without a gradient are passed over.
    """
    if isinstance(parameters, types.GeneratorType):
        parameters = list(parameters)
        if not parameters:
            warnings.warn("`parameters` is an empty generator, no gradient clipping will occur.", stacklevel=2)
    gradients = _gradients(parameters)
    if foreach is not False and not error_if_nonfinite and core.are_alike(gradients) and not core.is_asked(gradients):
        return api.clip_grad_norm_(gradients, float(max_norm), float(norm_type))
    with no_grad():
        total_norm = _total_norm(gradients, float(norm_type), error_if_nonfinite, foreach)
        _scale(gradients, float(max_norm), total_norm, foreach)
    return total_norm


def clip_grad_norm(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Clips gradients, as clip_grad_norm_, under torch's old name."""
    warnings.warn(
        "`torch.nn.utils.clip_grad_norm` is now deprecated in favor of `torch.nn.utils.clip_grad_norm_`.",
        FutureWarning,
        stacklevel=2,
    )
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)


@no_grad()
def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None) -> None:
    """Holds each value of the gradients between -clip_value and clip_value, in place."""
    clip_value = float(clip_value)
    for group in _groups(_gradients(parameters)):
        if foreach is None or foreach:
            _ops._foreach_clamp_min_(group, -clip_value)
            _ops._foreach_clamp_max_(group, clip_value)
        else:
            for gradient in group:
                gradient.clamp_(-clip_value, clip_value)


_get_total_norm, _clip_grads_with_norm_ = get_total_norm, clip_grads_with_norm_
