"""Vision: resampling, grids, shuffled pixels."""

from .family import operators_of
from .runner import row
from .samples import F, U

SOURCES = {1: F(1, 2, 4), 2: F(1, 2, 4, 4), 3: F(1, 2, 3, 4, 4)}


def resizing():
    for name, n in (("bicubic2d", 2), ("linear1d", 1), ("nearest1d", 1), ("nearest3d", 3), ("trilinear3d", 3)):
        corners = [False] if "nearest" not in name else []
        yield row(f"upsample_{name}.vec", SOURCES[n], (6,) * n, *corners, None)
        yield row(f"upsample_{name}.vec", SOURCES[n], None, *corners, [1.5] * n)
    for n in (1, 2, 3):
        yield row(f"_upsample_nearest_exact{n}d.vec", SOURCES[n], (6,) * n, None)
        yield row(f"_upsample_nearest_exact{n}d.vec", SOURCES[n], None, [1.5] * n)
    for name in ("bicubic", "bilinear", "lanczos"):
        yield row(f"_upsample_{name}2d_aa.vec", F(1, 2, 7, 6), (3, 4), False, None)
        yield row(f"_upsample_{name}2d_aa.vec", F(1, 2, 7, 6), None, False, [0.5, 0.75])


ROWS = [
    *resizing(),
    row("affine_grid_generator", F(2, 2, 3), (2, 1, 3, 4), False),
    row("affine_grid_generator", F(2, 3, 4), (2, 1, 2, 3, 4), True),
    row("grid_sampler", F(1, 2, 4, 4), U(1, 3, 3, 2), 0, 0, False),
    row("grid_sampler_2d", F(1, 2, 4, 4), F(1, 3, 3, 2), 1, 1, True),
    row("grid_sampler_3d", F(1, 2, 3, 4, 4), U(1, 2, 3, 3, 3), 0, 2, False),
]

ROWS = [one.by_schema() for one in ROWS]

ROWS += [
    row("pixel_shuffle", F(1, 4, 2, 3), 2),
    row("pixel_unshuffle", F(1, 1, 4, 6), 2),
    row("upsample_bilinear2d", F(1, 2, 3, 3), (5, 6), False),
    row("upsample_bilinear2d", F(1, 2, 3, 3), (5, 6), True, None, None),
    row("upsample_bilinear2d.vec", F(1, 2, 3, 3), (5, 6), True, None),
    row("upsample_bilinear2d.vec", F(1, 2, 3, 3), None, False, [2.0, 1.5]),
    row("upsample_nearest2d", F(1, 2, 3, 3), (5, 6)),
    row("upsample_nearest2d.vec", F(1, 2, 3, 3), None, [2.0, 2.0]),
    row("upsample_nearest2d.vec", F(1, 2, 3, 3), [4, 4], None),
]

test_op = operators_of("vision")
