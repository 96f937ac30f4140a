"""Normalization and dropout."""

from ... import _ops
from ._arguments import check_batch_size, check_probability


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    """Normalize each channel of (N, C, *), then weight * x + bias; the other tensors are (C) or None.

    training=True uses the batch's mean and variance and moves running_mean and running_var, in place,
    by momentum towards them; else those two are used. ValueError if there is one value per channel
    in training, or for eps <= 0.
    """
    if training:
        check_batch_size(input.shape)
    if eps < 0.0 or (training and eps == 0.0):
        raise ValueError(f"eps must be positive, got {eps}")
    return _ops.batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, True)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalize over the last dimensions, whose sizes are normalized_shape; weight and bias have that shape."""
    if isinstance(normalized_shape, int):
        normalized_shape = (normalized_shape,)
    return _ops.layer_norm(input, normalized_shape, weight, bias, eps, True)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalize (N, C, *) over each of num_groups groups of channels; weight and bias are (C)."""
    size = input.shape
    if len(size) < 2:
        raise ValueError(f"input must have at least 2 dimensions, got {len(size)}")
    check_batch_size((size[0] * size[1] // num_groups, num_groups, *size[2:]))
    return _ops.group_norm(input, num_groups, weight, bias, eps, True)


def normalize(input, p=2.0, dim=1, eps=1e-12):
    """input divided by its p-norm along dim, or by eps where that is larger."""
    return input / _ops.linalg_vector_norm(input, p, dim, True).clamp_min(eps)


def dropout(input, p=0.5, training=True, inplace=False):
    """In training: each value is 0 with probability p, else divided by 1 - p. ValueError unless 0 <= p <= 1."""
    check_probability(p)
    return _ops.dropout_(input, p, training) if inplace else _ops.dropout(input, p, training)
