"""Convolutions: torch.nn.functional.NAME.

stride, padding, dilation and output_padding are an int or one int per dimension.
"""

from ... import _ops


def _padding_word(padding, stride):
    """Raise ValueError for a word that is no padding, or "same" with a stride."""
    if padding not in ("same", "valid"):
        raise ValueError(f"padding must be 'same', 'valid' or numbers, got {padding!r}")
    strides = (stride,) if isinstance(stride, int) else stride
    if padding == "same" and any(step != 1 for step in strides):
        raise ValueError("padding='same' is not supported for strided convolutions")


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """(N, C, L), (out, C / groups, k) -> (N, out, L'); padding may be "same" or "valid"."""
    if isinstance(padding, str):
        _padding_word(padding, stride)
    return _ops.conv1d(input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """(N, C, H, W), (out, C / groups, kH, kW) -> (N, out, H', W'); padding may be "same" or "valid".

    The batch dimension may be left out. TorchError for shapes that do not fit.
    """
    if isinstance(padding, str):
        _padding_word(padding, stride)
    return _ops.conv2d(input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """(N, C, D, H, W), (out, C / groups, kD, kH, kW) -> (N, out, D', H', W'); padding may be "same" or "valid"."""
    if isinstance(padding, str):
        _padding_word(padding, stride)
    return _ops.conv3d(input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of conv1d by its input: (N, C, L), (C, out / groups, k) -> (N, out, L')."""
    return _ops.conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of conv2d by its input: (N, C, H, W), (C, out / groups, kH, kW) -> (N, out, H', W')."""
    return _ops.conv_transpose2d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The gradient of conv3d by its input: (N, C, D, H, W), (C, out / groups, kD, kH, kW) -> (N, out, D', H', W')."""
    return _ops.conv_transpose3d(input, weight, bias, stride, padding, output_padding, groups, dilation)


def pad(input, pad, mode="constant", value=None):
    """Pad the last len(pad) / 2 dimensions: pad = (left, right, top, bottom, ...), last dimension first.

    mode: "constant" (with value, default 0), "reflect", "replicate" or "circular"; else ValueError.
    """
    if mode not in ("constant", "reflect", "replicate", "circular"):
        raise ValueError(f"mode must be 'constant', 'reflect', 'replicate' or 'circular', got {mode!r}")
    return _ops.pad(input, pad, mode, value)
