"""Questions about libtorch's kernels that torch's own tests ask (torch._C)."""

from __future__ import annotations

from .._boundary import api
from .._calls.native_enum import NativeEnum
from .._tensor.dtype import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .._tensor.tensor import Tensor

_emit_hooks: tuple[Callable[..., Any] | None, Callable[..., Any] | None] = (None, None)


def _hint(number):
    """Returns a number, that of a symbol as it is now: a choice of a kernel is no reason to fix it."""
    hint = number if isinstance(number, int) else number.node.hint
    return int(number) if hint is None else hint


def _select_conv_backend(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Sequence[int],
    padding: Sequence[int],
    dilation: Sequence[int],
    transposed: bool,
    output_padding: Sequence[int],
    groups: int,
    bias_sizes: Sequence[int] | None = None,
) -> Any:
    """Returns the kernel that a convolution takes, a _ConvBackend."""
    lists = [[_hint(number) for number in one] for one in (stride, padding, dilation, output_padding)]
    sizes = None if bias_sizes is None else [_hint(number) for number in bias_sizes]
    return _ConvBackend(api.conv_backend(input, weight, bias, *lists[:3], transposed, lists[3], _hint(groups), sizes))


def _select_batch_norm_backend(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    eps: float,
) -> Any:
    """Returns the kernel that a batch_norm takes, a _BatchNormBackend."""
    return _BatchNormBackend(api.batch_norm_backend(input, weight, bias, running_mean, running_var, training, eps))


def _conv_determine_backend_memory_format(input: Tensor, weight: Tensor, backend: Any) -> Any:
    """Returns the memory format of what a kernel of convolutions gives."""
    code = api.conv_memory_format(input, weight, int(backend))
    return next(one for one in FORMATS.values() if one.code == code)


def _jit_set_emit_hooks(for_module: Callable[..., Any] | None, for_function: Callable[..., Any] | None) -> None:
    """Keeps two functions for _jit_get_emit_hooks; nothing calls them: modules are compiled piece by piece here."""
    global _emit_hooks
    _emit_hooks = for_module, for_function


def _jit_get_emit_hooks() -> tuple[Callable[..., Any] | None, Callable[..., Any] | None]:
    """Returns the functions that _jit_set_emit_hooks was given."""
    return _emit_hooks


class _ConvBackend(NativeEnum):
    """A kernel of convolutions, by its number in at::native::ConvBackend."""

    CudaDepthwise2d, CudaDepthwise3d, Cudnn, CudnnTranspose, Empty, Miopen, MiopenDepthwise, MiopenTranspose = range(8)
    Mkldnn, MkldnnTranspose, MkldnnEmpty, NnpackSpatial, Overrideable, Slow2d, Slow3d, SlowDilated2d = range(8, 16)
    SlowDilated3d, SlowTranspose2d, SlowTranspose3d, Winograd3x3Depthwise, Xnnpack2d = range(16, 21)
    Mps, MpsTranspose = 21, 22


class _BatchNormBackend(NativeEnum):
    """A kernel of batch_norm, by its number in at::native::BatchNormBackend."""

    Native, Cudnn, Miopen = range(3)
