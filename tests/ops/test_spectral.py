"""Short-time Fourier transforms and their windows."""

from .family import operators_of
from .runner import row
from .samples import D, F, P

ROWS = [
    *(row(f"{name}_window", 6) for name in ("bartlett", "blackman", "hamming", "hann", "kaiser")),
    *(row(f"{name}_window.periodic", 6, False) for name in ("bartlett", "blackman", "hamming", "hann", "kaiser")),
    row("hamming_window.periodic_alpha", 6, True, 0.6),
    row("hamming_window.periodic_alpha_beta", 6, True, 0.6, 0.4),
    row("kaiser_window.beta", 6, True, 8.0, dtype=D("float64")),
    row("stft", F(2, 32), 8, 4, 8, P(8), False, True, True).by_schema(),
    row("stft.center", F(2, 32), 8, 4, 8, P(8), True, "constant", False, True, True).by_schema(),
    row("istft", F(5, 9).of("complex64"), 8, 4, 8, P(8)).by_schema(),
    row("istft", F(5, 9).of("complex64"), 8, window=P(8), center=True, length=16).by_schema(),
]

test_op = operators_of("spectral")
