"""Normalizations: torch.nn.functional.NAME; the shape stays.

eps is added to the variance. weight and bias, where given, multiply and are added afterwards.
"""

from __future__ import annotations

from ... import _ops
from ..._boundary import api
from ..._boundary.errors import TorchError
from ._arguments import check_batch_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import Tensor


def _cudnn():
    """Returns whether kernels of cuDNN may be taken; a graph that is captured says so."""
    return api.context_switch("cudnn.enabled")


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalize each channel of (N, C, *), then weight * x + bias; the other tensors are (C) or None.

    training=True uses the batch's mean and variance and moves running_mean and running_var, in place,
    by momentum towards them; else those two are used. ValueError if there is one value per channel
    in training, or for eps <= 0. Source: Ioffe and Szegedy 2015, arXiv:1502.03167.
    """
    if training:
        check_batch_size(input.shape)
    if eps < 0.0 or (training and eps == 0.0):
        raise ValueError(f"batch_norm eps must be {'positive' if training else 'non-negative'}, but got {eps}")
    return _ops.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, _cudnn())


def instance_norm(
    input: Tensor,
    running_mean: Tensor | None = None,
    running_var: Tensor | None = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    use_input_stats: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Normalize each channel of each sample of (N, C, *), then weight * x + bias; the other tensors are (C) or None.

    use_input_stats=True: by its own mean and variance, towards whose means over N the running ones are moved;
    else by running_mean and running_var. ValueError if a channel has one value, TorchError where what is needed
    is None. Source: Ulyanov et al. 2016, arXiv:1607.08022.
    """
    if use_input_stats:
        count = input.shape[2:].numel()
        if count == 1:
            raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    return _ops.instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, _cudnn())


def _sizes(normalized_shape):
    return (normalized_shape,) if isinstance(normalized_shape, int) else normalized_shape


def layer_norm(
    input: Tensor,
    normalized_shape: Sequence[int],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """Normalize over the last dimensions, whose sizes are normalized_shape; weight and bias have that shape.

    TorchError if they do not. Source: Ba et al. 2016, arXiv:1607.06450.
    """
    return _ops.layer_norm(input, _sizes(normalized_shape), weight, bias, eps, True)


def rms_norm(
    input: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, eps: float | None = None
) -> Tensor:
    """x / sqrt(mean(x^2) + eps) over the last dimensions, whose sizes are normalized_shape; weight has that shape.

    eps=None is the dtype's own. Source: Zhang and Sennrich 2019, arXiv:1910.07467.
    """
    return _ops.rms_norm(input, _sizes(normalized_shape), weight, eps)


def group_norm(
    input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5
) -> Tensor:
    """Normalize (N, C, *) over each of num_groups groups of channels; weight and bias are (C).

    TorchError if input has fewer than 2 dimensions or C is not divisible by num_groups; ValueError if there is
    one value per group. Source: Wu and He 2018, arXiv:1803.08494.
    """
    size = input.shape
    if len(size) < 2:
        raise TorchError(f"Expected at least 2 dimensions for input tensor but received {len(size)}")
    check_batch_size((size[0] * size[1] // num_groups, num_groups, *size[2:]))
    return _ops.group_norm(input, num_groups, weight, bias, eps, True)


def local_response_norm(input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> Tensor:
    """x / (k + alpha * mean of x^2 over the `size` channels around its own) ** beta, of (N, C, *).

    ValueError if input has fewer than 3 dimensions. Source: Krizhevsky et al. 2012, ImageNet Classification with
    Deep Convolutional Neural Networks.
    """
    shape = input.shape
    if len(shape) < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {len(shape)} dimensions)")
    if input.numel() == 0:
        return input
    squares, ends = input * input, (size // 2, (size - 1) // 2)
    if len(shape) == 3:
        means = _ops.avg_pool2d(_ops.pad(squares.unsqueeze(1), (0, 0, *ends)), (size, 1), 1)
    else:
        squares = squares.reshape(shape[0], 1, shape[1], shape[2], -1)
        means = _ops.avg_pool3d(_ops.pad(squares, (0, 0, 0, 0, *ends)), (size, 1, 1), 1)
    return input / means.reshape(shape).mul(alpha).add(k).pow(beta)


def normalize(
    input: Tensor, p: float = 2.0, dim: int | Sequence[int] = 1, eps: float = 1e-12, out: Tensor | None = None
) -> Tensor:
    """input divided by its p-norm along dim (an int or several), or by eps where that is larger.

    IndexError for a dim out of range.
    """
    # Expanded first, as in torch: its second derivatives sum in this order, which shows in bfloat16.
    norm = _ops.linalg_vector_norm(input, 2.0 if p == "fro" else p, dim, True).clamp_min(eps).expand_as(input)
    return input / norm if out is None else _ops.div(input, norm, out=out)
