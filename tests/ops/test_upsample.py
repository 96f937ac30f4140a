"""Resizing and sampling of images."""

from .family import operators_of
from .runner import row
from .samples import F, U

SOURCES = {1: F(1, 2, 4), 2: F(1, 2, 4, 4), 3: F(1, 2, 3, 4, 4)}


def resizing():
    for name, n in (("bicubic2d", 2), ("linear1d", 1), ("nearest1d", 1), ("nearest3d", 3), ("trilinear3d", 3)):
        corners = [False] if "nearest" not in name else []
        yield row(f"upsample_{name}.vec", SOURCES[n], (6,) * n, *corners, None)
        yield row(f"upsample_{name}.vec", SOURCES[n], None, *corners, [1.5] * n)


ROWS = [
    *resizing(),
    row("affine_grid_generator", F(2, 2, 3), (2, 1, 3, 4), False),
    row("affine_grid_generator", F(2, 3, 4), (2, 1, 2, 3, 4), True),
    row("grid_sampler", F(1, 2, 4, 4), U(1, 3, 3, 2), 0, 0, False),
    row("grid_sampler_2d", F(1, 2, 4, 4), F(1, 3, 3, 2), 1, 1, True),
    row("grid_sampler_3d", F(1, 2, 3, 4, 4), U(1, 2, 3, 3, 3), 0, 2, False),
]

ROWS = [one.by_schema() for one in ROWS]

test_op = operators_of("upsample")
