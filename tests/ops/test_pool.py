"""Pooling."""

from .family import operators_of
from .runner import row
from .samples import F, U, V

LINE, IMAGE, VOLUME = F(2, 3, 8), F(2, 3, 6, 7), F(1, 2, 4, 5, 6)

ROWS = [
    row("adaptive_avg_pool1d", LINE, 3),
    row("adaptive_avg_pool2d", IMAGE, (2, 3)),
    row("adaptive_avg_pool2d", IMAGE, 1),
    row("adaptive_avg_pool3d", VOLUME, (2, 2, 3)),
    row("adaptive_max_pool1d", LINE, 3),
    row("adaptive_max_pool2d", IMAGE, (2, 3)),
    row("avg_pool1d", LINE, 2),
    row("avg_pool1d", LINE, 3, 2, 1, True, False),
    row("avg_pool2d", IMAGE, 2),
    row("avg_pool2d", IMAGE, (3, 2), stride=1, padding=(1, 0), ceil_mode=True),
    row("avg_pool2d", IMAGE, 2, divisor_override=3),
    row("avg_pool3d", VOLUME, 2),
    row("max_pool1d", LINE, 2),
    row("max_pool1d", LINE, 3, stride=2, padding=1),
    row("max_pool2d", IMAGE, 2),
    row("max_pool2d", IMAGE, (3, 2), 1, 1, dilation=1, ceil_mode=True),
    row("max_pool2d_with_indices", IMAGE, 2),
    row("max_pool2d_with_indices", IMAGE, [2, 3], [1, 2]),
    row("max_pool3d", VOLUME, 2),
]

SPOTS = V([[[[0, 3], [8, 11]]]])

ROWS += [
    row("fractional_max_pool2d", F(1, 2, 6, 6), (2, 2), (3, 3), U(1, 2, 2).without_grad()).fixed(),
    row("fractional_max_pool3d", F(1, 2, 6, 6, 6), (2, 2, 2), (3, 3, 3), U(1, 2, 3).without_grad()).fixed(),
    row("max_unpool2d", F(1, 1, 2, 2), SPOTS, (4, 4)).fixed(),
    row("max_unpool3d", F(1, 1, 1, 2, 2), V([[[[[0, 3], [8, 11]]]]]), (1, 4, 4), (1, 2, 2), (0, 0, 0)).fixed(),
]

test_op = operators_of("pool")
