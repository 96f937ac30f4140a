"""Convolution layers."""

from __future__ import annotations

from ... import _ops
from ..._boundary.errors import TorchError
from .. import functional as F
from ..functional._arguments import ntuple
from ..parameter import Parameter, UninitializedParameter
from .lazy import LazyModuleMixin
from .linear import uniform_by_fan_in
from .module import Module
from .utils import _reverse_repeat_tuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..._typing import DeviceLike, Dtype, Ints, Tensor

__all__ = [
    "Conv1d",
    "Conv2d",
    "Conv3d",
    "ConvTranspose1d",
    "ConvTranspose2d",
    "ConvTranspose3d",
    "LazyConv1d",
    "LazyConv2d",
    "LazyConv3d",
    "LazyConvTranspose1d",
    "LazyConvTranspose2d",
    "LazyConvTranspose3d",
]

_PADDING_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """Base of all convolutions; sizes come as tuples."""

    __constants__ = (
        "stride padding dilation groups padding_mode output_padding in_channels out_channels kernel_size".split()
    )
    weight: Parameter
    bias: Parameter

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: tuple[int, ...],
        stride: tuple[int, ...],
        padding: str | tuple[int, ...],
        dilation: tuple[int, ...],
        transposed: bool,
        output_padding: tuple[int, ...],
        groups: int,
        bias: bool,
        padding_mode: str,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        super().__init__()
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride, self.padding, self.dilation = kernel_size, stride, padding, dilation
        self.transposed, self.output_padding, self.padding_mode = transposed, output_padding, padding_mode
        self._check()
        self._reversed_padding_repeated_twice = self._sides()
        outer, inner = (in_channels, out_channels) if transposed else (out_channels, in_channels)
        shape = (outer, inner // groups, *kernel_size)
        self.weight = Parameter(_ops.empty(shape, device=device, dtype=dtype))
        own = Parameter(_ops.empty((out_channels,), device=device, dtype=dtype)) if bias else None
        self.register_parameter("bias", own)
        self.reset_parameters()

    def _check(self):
        if self.groups <= 0:
            raise ValueError(f"groups must be positive, got {self.groups}")
        for name in ("in_channels", "out_channels"):
            if getattr(self, name) % self.groups != 0:
                raise ValueError(f"{name} must be divisible by groups, got {getattr(self, name)} and {self.groups}")
        if isinstance(self.padding, str):
            if self.transposed or self.padding not in ("same", "valid"):
                words = "numbers" if self.transposed else "'same', 'valid' or numbers"
                raise ValueError(f"padding must be {words}, got {self.padding!r}")
            if self.padding == "same" and any(step != 1 for step in self.stride):
                raise ValueError("padding='same' is not supported for strided convolutions")
        modes = ("zeros",) if self.transposed else _PADDING_MODES
        if self.padding_mode not in modes:
            raise ValueError(f"padding_mode must be one of {', '.join(modes)}, got {self.padding_mode!r}")

    def _sides(self):
        """The padding as F.pad takes it: last dimension first, before and after."""
        if not isinstance(self.padding, str):
            return _reverse_repeat_tuple(self.padding, 2)
        sides = []
        for dilation, size in zip(reversed(self.dilation), reversed(self.kernel_size)):
            total = dilation * (size - 1) if self.padding == "same" else 0
            sides += [total // 2, total - total // 2]
        return sides

    def reset_parameters(self) -> None:
        """Draws new starting values."""
        uniform_by_fan_in(self.weight, self.bias)

    def extra_repr(self) -> str:
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        for name, default in (("padding", 0), ("dilation", 1), ("output_padding", 0)):
            value = getattr(self, name)
            if value != (default,) * len(value):
                text += f", {name}={value}"
        if self.groups != 1:
            text += f", groups={self.groups}"
        if self.bias is None:
            text += ", bias=False"
        return text if self.padding_mode == "zeros" else text + f", padding_mode={self.padding_mode}"


def _several(value, count, name):
    """A number for each dimension; one in a sequence stays alone and stands for all, as for libtorch."""
    return tuple(value) if isinstance(value, (tuple, list)) and len(value) == 1 else ntuple(value, count, name)


class _PlainConv(_ConvNd):
    """A convolution; a subclass says its number of dimensions and its function."""

    dimensions = 0
    convolve = None

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        padding: str | Ints = 0,
        dilation: Ints = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        count = self.dimensions
        super().__init__(
            in_channels,
            out_channels,
            ntuple(kernel_size, count, "kernel_size"),
            _several(stride, count, "stride"),
            padding if isinstance(padding, str) else _several(padding, count, "padding"),
            _several(dilation, count, "dilation"),
            False,
            (0,) * count,
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def _conv_forward(self, input, weight, bias):
        """The convolution with this layer's settings, and another weight and bias."""
        padding = self.padding
        if self.padding_mode != "zeros":
            input, padding = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode), 0
        return self.convolve(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input: Tensor) -> Tensor:
        return self._conv_forward(input, self.weight, self.bias)


class _ConvTransposeNd(_ConvNd):
    """The gradient of a convolution by its input; a subclass says its number of dimensions and its function."""

    dimensions = 0
    convolve = None

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        padding: Ints = 0,
        output_padding: Ints = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Ints = 1,
        padding_mode: str = "zeros",
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        count = self.dimensions
        super().__init__(
            in_channels,
            out_channels,
            ntuple(kernel_size, count, "kernel_size"),
            _several(stride, count, "stride"),
            padding if isinstance(padding, str) else _several(padding, count, "padding"),
            _several(dilation, count, "dilation"),
            True,
            _several(output_padding, count, "output_padding"),
            groups,
            bias,
            padding_mode,
            device,
            dtype,
        )

    def forward(self, input: Tensor, output_size: Ints | None = None) -> Tensor:
        """output_size: the sizes wanted, where several are possible; ValueError if this layer cannot make them."""
        extra = self._output_padding(
            input, output_size, self.stride, self.padding, self.kernel_size, self.dimensions, self.dilation
        )
        return self.convolve(
            input, self.weight, self.bias, self.stride, self.padding, extra, self.groups, self.dilation
        )

    def _output_padding(
        self,
        input: Tensor,
        output_size: Ints | None,
        stride: Sequence[int],
        padding: Sequence[int],
        kernel_size: Sequence[int],
        num_spatial_dims: int,
        dilation: Sequence[int] | None = None,
    ) -> list[int]:
        """The output_padding that makes the output's last dimensions `output_size`; the layer's own without one.

        Raises ValueError for sizes that this layer cannot make. Derived classes of torch's call it.
        """
        if output_size is None:
            return list(self.output_padding)
        wanted, count = list(output_size), num_spatial_dims
        leading = input.dim() - count
        if len(wanted) == leading + count:
            wanted = wanted[leading:]
        if len(wanted) != count:
            raise ValueError(f"output_size must have {count} or {leading + count} elements, got {len(wanted)}")
        least = [
            (length - 1) * step - 2 * side + wide * (kernel - 1) + 1
            for length, step, side, wide, kernel in zip(
                input.shape[leading:], stride, padding, dilation or [1] * count, kernel_size
            )
        ]
        most = [size + step - 1 for size, step in zip(least, stride)]
        if any(not low <= size <= high for low, size, high in zip(least, wanted, most)):
            raise ValueError(f"output_size must be between {least} and {most} for this input, got {wanted}")
        return [size - low for size, low in zip(wanted, least)]


class Conv1d(_PlainConv):
    """Convolution over a line: (N, in_channels, L) -> (N, out_channels, L'). Arguments as Conv2d."""

    dimensions = 1
    convolve = staticmethod(F.conv1d)


class Conv2d(_PlainConv):
    """Convolution over a plane: (N, in_channels, H, W) -> (N, out_channels, H', W'), or without N.

    kernel_size, stride, padding, dilation: an int or one for each dimension; padding may be "same" or
    "valid". padding_mode: zeros, reflect, replicate or circular.
    weight: (out_channels, in_channels / groups, kH, kW); bias: (out_channels) or None.
    Raises ValueError for words it does not know and channels that groups does not divide.
    """

    dimensions = 2
    convolve = staticmethod(F.conv2d)


class Conv3d(_PlainConv):
    """Convolution over a volume: (N, in_channels, D, H, W) -> (N, out_channels, D', H', W'). As Conv2d."""

    dimensions = 3
    convolve = staticmethod(F.conv3d)


class ConvTranspose1d(_ConvTransposeNd):
    """The gradient of Conv1d by its input: (N, in_channels, L) -> (N, out_channels, L')."""

    dimensions = 1
    convolve = staticmethod(F.conv_transpose1d)


class ConvTranspose2d(_ConvTransposeNd):
    """The gradient of Conv2d by its input: (N, in_channels, H, W) -> (N, out_channels, H', W').

    output_padding: added to one side of the output. weight: (in_channels, out_channels / groups, kH, kW).
    """

    dimensions = 2
    convolve = staticmethod(F.conv_transpose2d)


class ConvTranspose3d(_ConvTransposeNd):
    """The gradient of Conv3d by its input: (N, in_channels, D, H, W) -> (N, out_channels, D', H', W')."""

    dimensions = 3
    convolve = staticmethod(F.conv_transpose3d)


# ---- whose in_channels the first input tells ----


class _LazyConvXdMixin(LazyModuleMixin):
    """A convolution without in_channels; those of the first input become it."""

    def _wait(self, out_channels, bias, device, dtype):
        self.out_channels = out_channels
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self) -> None:
        """Draws new starting values, once the sizes are known."""
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor, *args: Any, **kwargs: Any) -> None:
        """Makes weight and bias for inputs (N, in_channels, *), or without N; ValueError where groups do not divide."""
        if not self.has_uninitialized_params():
            return
        channels = self._get_in_channels(input)
        if channels % self.groups != 0:
            raise ValueError(f"in_channels must be divisible by groups, got {channels} and {self.groups}")
        self.in_channels = channels
        outer, inner = (channels, self.out_channels) if self.transposed else (self.out_channels, channels)
        self.weight.materialize((outer, inner // self.groups, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()

    def _get_in_channels(self, input):
        count = self._get_num_spatial_dims()
        if input.dim() not in (count + 1, count + 2):
            raise TorchError(
                f"Expected {count + 1}D (unbatched) or {count + 2}D (batched) input to {type(self).__name__}, "
                f"but got input of size: {input.shape}"
            )
        return input.shape[-count - 1]

    def _get_num_spatial_dims(self):
        return self.dimensions


class _LazyPlainConv(_LazyConvXdMixin):
    def __init__(
        self,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        padding: str | Ints = 0,
        dilation: Ints = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        settings = (kernel_size, stride, padding, dilation, groups, False, padding_mode, device, dtype)
        super().__init__(0, 0, *settings)
        self._wait(out_channels, bias, device, dtype)


class _LazyConvTranspose(_LazyConvXdMixin):
    def __init__(
        self,
        out_channels: int,
        kernel_size: Ints,
        stride: Ints = 1,
        padding: Ints = 0,
        output_padding: Ints = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Ints = 1,
        padding_mode: str = "zeros",
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        settings = (kernel_size, stride, padding, output_padding, groups, False, dilation, padding_mode, device, dtype)
        super().__init__(0, 0, *settings)
        self._wait(out_channels, bias, device, dtype)


class LazyConv1d(_LazyPlainConv, Conv1d):
    """Conv1d whose in_channels are those of the first input; it is a Conv1d from then on."""

    cls_to_become = Conv1d


class LazyConv2d(_LazyPlainConv, Conv2d):
    """Conv2d whose in_channels are those of the first input; it is a Conv2d from then on."""

    cls_to_become = Conv2d


class LazyConv3d(_LazyPlainConv, Conv3d):
    """Conv3d whose in_channels are those of the first input; it is a Conv3d from then on."""

    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvTranspose, ConvTranspose1d):
    """ConvTranspose1d whose in_channels are those of the first input; it is a ConvTranspose1d from then on."""

    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvTranspose, ConvTranspose2d):
    """ConvTranspose2d whose in_channels are those of the first input; it is a ConvTranspose2d from then on."""

    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvTranspose, ConvTranspose3d):
    """ConvTranspose3d whose in_channels are those of the first input; it is a ConvTranspose3d from then on."""

    cls_to_become = ConvTranspose3d
