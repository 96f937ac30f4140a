"""Fourier transforms (torch.fft): fft, ifft, rfft, fftfreq, …

Each is the operator fft_NAME.
"""

from . import _ops

globals().update(_ops.below("fft_"))
