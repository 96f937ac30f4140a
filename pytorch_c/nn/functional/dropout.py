"""Dropout: in training, parts of input are zeroed at random, and the rest is scaled so that the mean stays.

Any shape in, the same shape out. p is the probability of being zeroed; ValueError unless 0 <= p <= 1.
With training=False input comes back as it is. inplace=True writes into input and returns it.
The draws are torch's for torch's seed.
"""

from __future__ import annotations

import warnings

from ... import _ops
from ..._boundary.errors import TorchError
from ._arguments import check_probability

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Tensor


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Each value is zeroed with probability p, else divided by 1 - p. Source: Hinton et al. 2012, arXiv:1207.0580."""
    check_probability(p)
    return _ops.dropout_(input, p, training) if inplace else _ops.dropout(input, p, training)


def alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """dropout for values after selu: what is dropped becomes selu's lowest value, and mean and variance stay.

    Source: Klambauer et al. 2017, arXiv:1706.02515.
    """
    check_probability(p)
    return _ops.alpha_dropout_(input, p, training) if inplace else _ops.alpha_dropout(input, p, training)


def feature_alpha_dropout(input: Tensor, p: float = 0.5, training: bool = False, inplace: bool = False) -> Tensor:
    """alpha_dropout of whole channels of input (N, C, *)."""
    check_probability(p)
    drop = _ops.feature_alpha_dropout_ if inplace else _ops.feature_alpha_dropout
    return drop(input, p, training)


def _whole_channels(input, p, training, inplace, batched):
    """Zeroes channels of (N, C, *), or of (C, *) where it is not batched."""
    if not batched:
        input = input.unsqueeze_(0) if inplace else input.unsqueeze(0)
    result = _ops.feature_dropout_(input, p, training) if inplace else _ops.feature_dropout(input, p, training)
    if batched:
        return result
    return result.squeeze_(0) if inplace else result.squeeze(0)


def dropout1d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Whole channels of (N, C, L) or (C, L) are zeroed; TorchError for another number of dimensions.

    Source: Tompson et al. 2014, arXiv:1411.4280.
    """
    check_probability(p)
    dims = input.dim()
    if dims not in (2, 3):
        raise TorchError(
            f"dropout1d: Expected 2D or 3D input, but received a {dims}D input. It zeroes whole channels of inputs with "
            "one spatial dimension, a channel dimension, and an optional batch dimension."
        )
    return _whole_channels(input, p, training, inplace, dims == 3)


def _warn_dims(name, dims, wanted):
    warnings.warn(
        f"{name}: Received a {dims}-D input to {name}, which is deprecated and will result in an error in a future "
        f"release of torch. It drops whole channels of {wanted[0]}-D or {wanted[1]}-D inputs; use dropout instead.",
        stacklevel=3,
    )


def dropout2d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Whole channels of (N, C, H, W) are zeroed. Source: Tompson et al. 2014, arXiv:1411.4280.

    A 3-D input is (N, C, L), as in torch, with torch's warning that this will change; another number of
    dimensions warns too.
    """
    check_probability(p)
    dims = input.dim()
    if dims not in (3, 4):
        _warn_dims("dropout2d", dims, (3, 4))
    if dims == 3:
        warnings.warn(
            "dropout2d: Received a 3D input to dropout2d and assuming that channel-wise 1D dropout behavior is "
            "desired - input is interpreted as shape (N, C, L). torch will change this to (C, H, W); use dropout1d.",
            stacklevel=2,
        )
    return _whole_channels(input, p, training, inplace, True)


def dropout3d(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """Whole channels of (N, C, D, H, W) or (C, D, H, W) are zeroed; warns for another number of dimensions.

    Source: Tompson et al. 2014, arXiv:1411.4280.
    """
    check_probability(p)
    dims = input.dim()
    if dims not in (4, 5):
        _warn_dims("dropout3d", dims, (4, 5))
    return _whole_channels(input, p, training, inplace, dims == 5)
