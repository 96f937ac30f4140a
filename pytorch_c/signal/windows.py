"""Window functions (torch.signal.windows): vectors of M values, symmetric (for filters) or periodic (for spectra)."""

from __future__ import annotations

from collections.abc import Iterable
from math import pi, sqrt
from typing import TYPE_CHECKING

from .. import _ops
from .._tensor.data import tensor
from .._tensor.dtype import DTYPES, LAYOUTS
from .._tensor.promotion import get_default_dtype

if TYPE_CHECKING:
    from .. import Tensor
    from .._tensor.device import device as Device
    from .._tensor.dtype import dtype as DType
    from .._tensor.dtype import layout as Layout

__all__ = [
    "bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann",
    "kaiser", "nuttall",
]  # fmt: skip

_STRIDED = LAYOUTS["strided"]


def _options(name, M, dtype, layout, device, requires_grad):
    """The factory's options; ValueError for what is no window."""
    dtype = get_default_dtype() if dtype is None else dtype
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not _STRIDED:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if dtype not in (DTYPES["float32"], DTYPES["float64"]):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return {"dtype": dtype, "layout": layout, "device": device, "requires_grad": requires_grad}


def exponential(
    M: int, *, center: float | None = None, tau: float = 1.0, sym: bool = True, dtype: DType | None = None,
    layout: Layout = _STRIDED, device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """exp(-|n - center| / tau): (M,), float32 or float64.

    center: only where sym is False, and there M / 2 by default. ValueError for what a window cannot have.
    Source: torch.signal.windows.exponential.
    """
    options = _options("exponential", M, dtype, layout, device, requires_grad)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")
    if M == 0:
        return _ops.empty((0,), **options)
    if center is None:
        center = (M if not sym and M > 1 else M - 1) / 2.0
    constant = 1 / tau
    k = _ops.linspace(-center * constant, (-center + (M - 1)) * constant, M, **options)
    return _ops.exp(-_ops.abs(k))


def cosine(
    M: int, *, sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """sin(π (n + 0.5) / M): (M,), float32 or float64. Source: torch.signal.windows.cosine."""
    options = _options("cosine", M, dtype, layout, device, requires_grad)
    if M == 0:
        return _ops.empty((0,), **options)
    constant = pi / (M + 1 if not sym and M > 1 else M)
    return _ops.sin(_ops.linspace(0.5 * constant, (0.5 + (M - 1)) * constant, M, **options))


def gaussian(
    M: int, *, std: float = 1.0, sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """exp(-(n / (2 std))²) around the middle: (M,), float32 or float64; ValueError for a std of 0 or less.

    Source: torch.signal.windows.gaussian.
    """
    options = _options("gaussian", M, dtype, layout, device, requires_grad)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")
    if M == 0:
        return _ops.empty((0,), **options)
    start = -(M if not sym and M > 1 else M - 1) / 2.0
    constant = 1 / (std * sqrt(2))
    k = _ops.linspace(start * constant, (start + (M - 1)) * constant, M, **options)
    return _ops.exp(-(k**2))


def kaiser(
    M: int, *, beta: float = 12.0, sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """I₀(beta √(1 - x²)) / I₀(beta), x from -1 to 1: (M,), float32 or float64; ValueError for a negative beta.

    Source: torch.signal.windows.kaiser.
    """
    options = _options("kaiser", M, dtype, layout, device, requires_grad)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if M < 2:
        return (_ops.ones if M else _ops.empty)((M,), **options)
    # As a tensor: rounded as the others are, so that no root is of a negative number.
    limit = tensor(beta, dtype=options["dtype"], device=device)
    constant = 2.0 * limit / (M if not sym else M - 1)
    end = _ops.minimum(limit, -limit + (M - 1) * constant)
    k = _ops.linspace(-limit, end, M, **options)
    return _ops.i0(_ops.sqrt(limit * limit - _ops.pow(k, 2))) / _ops.i0(limit)


def bartlett(
    M: int, *, sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """A triangle, 1 - |2 n / (M - 1) - 1|: (M,), float32 or float64. Source: torch.signal.windows.bartlett."""
    options = _options("bartlett", M, dtype, layout, device, requires_grad)
    if M < 2:
        return (_ops.ones if M else _ops.empty)((M,), **options)
    constant = 2 / (M if not sym else M - 1)
    return 1 - _ops.abs(_ops.linspace(-1, -1 + (M - 1) * constant, M, **options))


# ---- sums of cosines ----


def general_cosine(
    M: int, *, a: Iterable[float], sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """Σ (-1)ⁱ aᵢ cos(2 π i n / (M - 1)): (M,), float32 or float64.

    TypeError for coefficients `a` that are no sequence, ValueError for none. Source: torch.signal.windows.general_cosine.
    """
    options = _options("general_cosine", M, dtype, layout, device, requires_grad)
    if M < 2:
        return (_ops.ones if M else _ops.empty)((M,), **options)
    if not isinstance(a, Iterable):
        raise TypeError("Coefficients must be a list/tuple")
    if not a:
        raise ValueError("Coefficients cannot be empty")
    constant = 2 * pi / (M if not sym else M - 1)
    k = _ops.linspace(0, (M - 1) * constant, M, **options)
    signed = [(-1) ** i * w for i, w in enumerate(a)]
    factors = tensor(signed, dtype=options["dtype"], device=device, requires_grad=requires_grad)
    i = _ops.arange(len(signed), dtype=options["dtype"], device=device, requires_grad=requires_grad)
    return (factors.unsqueeze(-1) * _ops.cos(i.unsqueeze(-1) * k)).sum(0)


def general_hamming(
    M: int, *, alpha: float = 0.54, sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """alpha - (1 - alpha) cos(2 π n / (M - 1)): (M,), float32 or float64. Source: torch.signal.windows.general_hamming."""
    options = _options("general_hamming", M, dtype, layout, device, requires_grad)
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, **options)


def hamming(
    M: int, *, sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """general_hamming with alpha 0.54: (M,), float32 or float64. Source: torch.signal.windows.hamming."""
    return general_hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hann(
    M: int, *, sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """general_hamming with alpha 0.5, sin²(π n / (M - 1)): (M,), float32 or float64. Source: torch.signal.windows.hann."""
    return general_hamming(
        M, alpha=0.5, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad
    )


def blackman(
    M: int, *, sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """general_cosine of 0.42, 0.5, 0.08: (M,), float32 or float64. Source: torch.signal.windows.blackman."""
    options = _options("blackman", M, dtype, layout, device, requires_grad)
    return general_cosine(M, a=[0.42, 0.5, 0.08], sym=sym, **options)


def nuttall(
    M: int, *, sym: bool = True, dtype: DType | None = None, layout: Layout = _STRIDED,
    device: Device | str | None = None, requires_grad: bool = False,
) -> Tensor:  # fmt: skip
    """general_cosine of Nuttall's four coefficients: (M,), float32 or float64. Source: torch.signal.windows.nuttall."""
    coefficients = [0.3635819, 0.4891775, 0.1365995, 0.0106411]
    return general_cosine(
        M, a=coefficients, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad
    )
