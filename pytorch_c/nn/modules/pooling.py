"""Pooling layers, of (N, C, *) or without N. Sizes are an int or one for each dimension after C."""

from __future__ import annotations

from .. import functional as F
from ..module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Ints, Tensor


class _MaxPool(Module):
    function = None

    def __init__(
        self,
        kernel_size: Ints,
        stride: Ints | None = None,
        padding: Ints = 0,
        dilation: Ints = 1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input: Tensor) -> Tensor:
        return self.function(
            input, self.kernel_size, self.stride, self.padding, self.dilation, self.ceil_mode, self.return_indices
        )

    def extra_repr(self) -> str:
        return (
            f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}, "
            f"dilation={self.dilation}, ceil_mode={self.ceil_mode}"
        )


class MaxPool1d(_MaxPool):
    """The largest value of each window of (N, C, L); stride defaults to kernel_size.

    return_indices=True returns (values, int64 index of each in its row).
    """

    function = staticmethod(F.max_pool1d)


class MaxPool2d(_MaxPool):
    """The largest value of each window of (N, C, H, W); stride defaults to kernel_size.

    return_indices=True returns (values, int64 index of each in its H x W plane).
    """

    function = staticmethod(F.max_pool2d)


class MaxPool3d(_MaxPool):
    """The largest value of each window of (N, C, D, H, W); stride defaults to kernel_size.

    return_indices=True returns (values, int64 index of each in its D x H x W block).
    """

    function = staticmethod(F.max_pool3d)


class AvgPool1d(Module):
    """The mean of each window of (N, C, L); stride defaults to kernel_size."""

    def __init__(
        self,
        kernel_size: Ints,
        stride: Ints | None = None,
        padding: Ints = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
    ) -> None:
        super().__init__()
        # One number, but shown as torch shows it.
        self.kernel_size, self.stride, self.padding = (
            n if isinstance(n, (tuple, list)) else (n,)
            for n in (kernel_size, kernel_size if stride is None else stride, padding)
        )
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad

    def forward(self, input: Tensor) -> Tensor:
        return F.avg_pool1d(input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad)

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class _AvgPool(Module):
    function = None

    def __init__(
        self,
        kernel_size: Ints,
        stride: Ints | None = None,
        padding: Ints = 0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def forward(self, input: Tensor) -> Tensor:
        return self.function(
            input, self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad,
            self.divisor_override,
        )  # fmt: skip

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool2d(_AvgPool):
    """The mean of each window of (N, C, H, W); stride defaults to kernel_size.

    count_include_pad=False leaves padding out of the mean; divisor_override divides by that number instead.
    """

    function = staticmethod(F.avg_pool2d)


class AvgPool3d(_AvgPool):
    """The mean of each window of (N, C, D, H, W). Arguments as AvgPool2d."""

    function = staticmethod(F.avg_pool3d)


class _AdaptivePool(Module):
    function = None

    def __init__(self, output_size: Ints) -> None:
        super().__init__()
        self.output_size = output_size

    def forward(self, input: Tensor) -> Tensor:
        return self.function(input, self.output_size)

    def extra_repr(self) -> str:
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptivePool):
    """Means of windows chosen so that (N, C, L) becomes (N, C, output_size)."""

    function = staticmethod(F.adaptive_avg_pool1d)


class AdaptiveAvgPool2d(_AdaptivePool):
    """Means of windows chosen so that (N, C, H, W) becomes (N, C, *output_size); None keeps a length."""

    function = staticmethod(F.adaptive_avg_pool2d)


class AdaptiveAvgPool3d(_AdaptivePool):
    """Means of windows chosen so that (N, C, D, H, W) becomes (N, C, *output_size); None keeps a length."""

    function = staticmethod(F.adaptive_avg_pool3d)
