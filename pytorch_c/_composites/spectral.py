"""Short-time Fourier transforms with torch's own defaults (torch.functional)."""

from __future__ import annotations

from .. import _ops
from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Tensor


@core.asking
def stft(
    input: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    pad_mode: str = "reflect",
    normalized: bool = False,
    onesided: bool | None = None,
    return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Tensor:
    """Fourier transforms of windows of (…, n), hop_length apart: (…, n_fft // 2 + 1, frames), complex.

    Args:
        n_fft: the length of each transform
        hop_length: None is n_fft // 4
        win_length: None is n_fft
        window: Tensor (win_length,); None is ones
        center: whether `input` is padded by n_fft // 2 on both sides, so that frame t is centered at t * hop_length
        pad_mode: how: "reflect", "constant", "replicate" or "circular"
        normalized: whether to divide by sqrt(n_fft)
        onesided: half of the frequencies; None is True for a real `input` and window, for which the rest says nothing new
        return_complex: must be given for a real `input`; False gives pairs of floats in a last dimension
        align_to_window: only without `center`

    Raises:
        RuntimeError: align_to_window with center
        TorchError: return_complex not given for real input, a window of another length, hop_length below 1

    Source: torch.functional.stft.
    """
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    if center:
        shape, pad = tuple(input.shape), int(n_fft // 2)
        extended = input.view((1,) * (3 - len(shape)) + shape)
        padded = _ops.pad(extended, [pad, pad], pad_mode)
        input = padded.view(tuple(padded.shape)[-len(shape) :])
    return _ops.stft(
        input,
        n_fft,
        hop_length,
        win_length,
        window,
        normalized,
        onesided,
        return_complex,
        align_to_window=align_to_window,
    )


@core.asking
def istft(
    input: Tensor,
    n_fft: int,
    hop_length: int | None = None,
    win_length: int | None = None,
    window: Tensor | None = None,
    center: bool = True,
    normalized: bool = False,
    onesided: bool | None = None,
    length: int | None = None,
    return_complex: bool = False,
) -> Tensor:
    """The signal of a short-time Fourier transform, (…, frequencies, frames), by least squares: (…, length).

    The arguments are those that stft was given; `length` is that of the signal, None what the frames cover.

    Raises:
        TorchError: input that is not complex, windows that leave a sample uncovered

    Source: torch.functional.istft.
    """
    return _ops.istft(
        input, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex
    )
