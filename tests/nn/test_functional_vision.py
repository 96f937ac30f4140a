"""Convolutions, padding, resizing, sampling and rearranging against torch's: values, gradients, words, refusals."""

import numpy
import pytest
from support.built import array, assert_close, assert_equals_torch, assert_raises_as_torch
from support.oracle import LIBRARIES, refusals

import pytorch_c
from pytorch_c.nn import functional

LINE = array((2, 4, 9), 2)
X = array((2, 4, 7, 6), 1)
SOLID = array((1, 2, 5, 4, 3), 3)
W = array((6, 4, 3, 3), 3)
B6 = array((6,), 4)

CASES = {
    "conv1d": (lambda F, x, w: F.conv1d(x, w, None, 2, 1), [LINE, array((5, 4, 3))]),
    "conv1d same": (lambda F, x, w: F.conv1d(x, w, padding="same"), [LINE, array((5, 4, 2))]),
    "conv2d ints": (lambda F, x, w, b: F.conv2d(x, w, b, 2, 1, 1), [X, W, B6]),
    "conv2d lists": (lambda F, x, w: F.conv2d(x, w, None, [1, 2], [2, 0], [1, 2]), [X, W]),
    "conv2d groups": (lambda F, x, w: F.conv2d(x, w, groups=2), [X, array((6, 2, 3, 3))]),
    "conv2d same": (lambda F, x, w: F.conv2d(x, w, padding="same", dilation=2), [X, W]),
    "conv2d valid": (lambda F, x, w: F.conv2d(x, w, padding="valid", stride=2), [X, W]),
    "conv2d one": (lambda F, x, w: F.conv2d(x[0], w), [X, W]),
    "conv3d": (lambda F, x, w: F.conv3d(x, w, padding=1), [SOLID, array((3, 2, 2, 2, 2))]),
    "conv3d same": (lambda F, x, w: F.conv3d(x, w, padding="same"), [SOLID, array((3, 2, 3, 2, 1))]),
    "conv_transpose1d": (lambda F, x, w: F.conv_transpose1d(x, w, stride=2), [LINE, array((4, 3, 3))]),
    "conv_transpose2d": (
        lambda F, x, w, b: F.conv_transpose2d(x, w, b, 2, 1, 1, 1, 2),
        [X, array((4, 3, 3, 3)), array((3,))],
    ),
    "conv_transpose3d": (
        lambda F, x, w: F.conv_transpose3d(x, w, None, (1, 2, 1), 1, (0, 1, 0), 2),
        [SOLID, array((2, 2, 2, 3, 2))],
    ),
    "conv_tbc": (lambda F, x, w, b: F.conv_tbc(x, w, b, 1), [array((7, 2, 3)), array((3, 3, 5)), array((5,))]),
    "unfold": (lambda F, x: F.unfold(x, 2), [X]),
    "unfold all": (lambda F, x: F.unfold(x, (2, 3), (2, 1), (1, 0), (1, 2)), [X]),
    "fold": (lambda F, x: F.fold(x, (4, 5), 2), [array((2, 12, 12))]),
    "fold all": (lambda F, x: F.fold(x, [4, 5], (2, 2), 1, 1, (2, 1)), [array((2, 12, 18))]),
    "fold of unfold": (lambda F, x: F.fold(F.unfold(x, 3), x.shape[2:], 3), [X]),
    "pixel_shuffle": (lambda F, x: F.pixel_shuffle(x, 2), [X]),
    "pixel_unshuffle": (lambda F, x: F.pixel_unshuffle(x, 2), [X[:, :, :6]]),
    "channel_shuffle": (lambda F, x: F.channel_shuffle(x, 2), [X]),
    "native_channel_shuffle": (lambda F, x: F.native_channel_shuffle(x.detach(), 2), [X]),
}

# mode -> sizes for the last 1, 2 and 3 dimensions
PADS = {
    "constant": ((1, 2), (1, -1, 0, 3), (2, 0, 1, 1, 0, 1)),
    "reflect": ((2, 1), (1, 2, 0, 3), (2, 0, 1, 1, 0, 1)),
    "replicate": ((2, 1), (1, 2, 0, 3), (2, 0, 1, 1, 0, 1)),
    "circular": ((2, 1), (1, 2, 0, 3), (2, 0, 1, 1, 0, 1)),
}
for _mode, _sizes in PADS.items():
    for _input, _pad in zip((LINE, X, SOLID), _sizes):
        CASES[f"pad {_mode} {len(_pad) // 2}d"] = (
            lambda F, x, pad=_pad, mode=_mode: F.pad(x, pad, mode),
            [_input],
        )
        if _mode != "constant":
            CASES[f"pad {_mode} {len(_pad) // 2}d one"] = (
                lambda F, x, pad=_pad, mode=_mode: F.pad(x[0], list(pad), mode=mode),
                [_input],
            )
CASES["pad value"] = (lambda F, x: F.pad(x, (1, 2), value=3.0), [X])
CASES["pad all"] = (lambda F, x: F.pad(x, (1, 0, 0, 1, 2, 0, 0, 1), "constant", -1), [X])
CASES["pad nothing"] = (lambda F, x: F.pad(x, (0, 0)), [X])

# input, modes, whether they take align_corners
RESIZES = [
    (LINE, ("nearest", "nearest-exact", "area"), (None,)),
    (X, ("nearest", "nearest-exact", "area"), (None,)),
    (SOLID, ("nearest", "nearest-exact", "area"), (None,)),
    (LINE, ("linear",), (None, True, False)),
    (X, ("bilinear", "bicubic"), (None, True, False)),
    (SOLID, ("trilinear",), (None, True, False)),
]
HOW = {
    "size": lambda dims: {"size": (5, 8, 7)[:dims]},
    "one size": lambda dims: {"size": 5},
    "factor": lambda dims: {"scale_factor": 1.7},
    "factors": lambda dims: {"scale_factor": [1.6, 0.5, 2][:dims]},
    "recompute": lambda dims: {"scale_factor": 1.7, "recompute_scale_factor": True},
    "not recompute": lambda dims: {"scale_factor": (0.6, 1.3, 1.9)[:dims], "recompute_scale_factor": False},
}
for _input, _modes, _corners in RESIZES:
    for _mode in _modes:
        for _corner in _corners:
            for _how in HOW:
                _options = {**HOW[_how](_input.ndim - 2), "mode": _mode, "align_corners": _corner}
                CASES[f"interpolate {_mode} {_input.ndim}d {_corner} {_how}"] = (
                    lambda F, x, options=_options: F.interpolate(x, **options),
                    [_input],
                )
for _mode in ("bilinear", "bicubic", "lanczos"):
    for _options in ({"size": (3, 9)}, {"scale_factor": 0.4}, {"scale_factor": (0.6, 1.5), "align_corners": False}):
        CASES[f"interpolate smooth {_mode} {_options}"] = (
            lambda F, x, mode=_mode, options=_options: F.interpolate(x, mode=mode, antialias=True, **options),
            [X],
        )
CASES["interpolate integer types"] = (lambda F, x: F.interpolate(x, (numpy.int64(3), 4)), [X])

GRID = array((2, 3, 5, 2), 6, -1.3, 1.3)
GRID3 = array((1, 2, 3, 4, 3), 7, -1.3, 1.3)
THETA = array((2, 2, 3), 8)
for _mode in ("bilinear", "nearest", "bicubic"):
    for _outside in ("zeros", "border", "reflection"):
        for _corner in (True, False):
            CASES[f"grid_sample {_mode} {_outside} {_corner}"] = (
                lambda F, x, grid, mode=_mode, outside=_outside, corner=_corner: F.grid_sample(
                    x, grid, mode, outside, corner
                ),
                [X, GRID],
            )
CASES["grid_sample 3-D"] = (lambda F, x, grid: F.grid_sample(x, grid, align_corners=False), [SOLID, GRID3])
CASES["affine_grid"] = (lambda F, theta: F.affine_grid(theta, (2, 3, 4, 5), False), [THETA])
CASES["affine_grid corners"] = (lambda F, theta: F.affine_grid(theta, [2, 3, 4, 5], align_corners=True), [THETA])
CASES["affine_grid 3-D"] = (lambda F, theta: F.affine_grid(theta, (2, 1, 3, 4, 5), True), [array((2, 3, 4), 9)])


@pytest.mark.parametrize("case", CASES)
def test_equals_torch(case):
    assert_equals_torch(*CASES[case])


def test_pixels_of_bytes_resize_as_torch():
    image = (X * 100 + 128).astype("uint8")
    for mode in ("nearest", "bilinear"):
        ours, theirs = (t.nn.functional.interpolate(t.from_numpy(image), 4, mode=mode) for t in LIBRARIES)
        assert_close(ours, theirs)


WARNINGS = {
    "upsample": (lambda F, t: F.upsample(t.ones(1, 1, 2, 2), None, 2, "bilinear", True), "upsample` is deprecated"),
    "upsample_nearest": (lambda F, t: F.upsample_nearest(t.ones(1, 1, 2), 3), "upsample_nearest` is deprecated"),
    "upsample_bilinear": (
        lambda F, t: F.upsample_bilinear(t.ones(1, 1, 2, 2), scale_factor=(2, 1.5)),
        "upsample_bilinear` is deprecated",
    ),
    "grid_sample": (lambda F, t: F.grid_sample(t.ones(1, 1, 2, 2), t.zeros(1, 1, 1, 2)), "Default grid_sample"),
    "affine_grid": (lambda F, t: F.affine_grid(t.ones(1, 2, 3), (1, 1, 2, 2)), "Default grid_sample and affine_grid"),
    "affine_grid unit": (lambda F, t: F.affine_grid(t.ones(1, 2, 3), (1, 1, 1, 2), True), "unit-size grids"),
}


@pytest.mark.parametrize("case", WARNINGS)
def test_warns_as_torch(case):
    function, words = WARNINGS[case]
    results = []
    for library in LIBRARIES:
        with pytest.warns(UserWarning, match=words) as caught:
            results.append(function(library.nn.functional, library))
        assert caught[0].filename == __file__
    assert_close(*results)


BAD = {
    NotImplementedError: {
        "pad dims": (lambda F, x: F.pad(x, (1, 1, 1, 1), "reflect"), [X[0, 0]], "."),
        "interpolate mode": (lambda F, x: F.interpolate(x, 3, mode="cubic"), [X], "Only 3D, 4D and 5D.*got cubic"),
        "interpolate line bilinear": (
            lambda F, x: F.interpolate(x, 3, mode="bilinear"),
            [LINE],
            "bilinear mode needs 4D",
        ),
        "interpolate trilinear": (lambda F, x: F.interpolate(x, 3, mode="trilinear"), [X], "trilinear mode needs 5D"),
        "interpolate linear": (lambda F, x: F.interpolate(x, 3, mode="linear"), [SOLID], "Got 5D input, but linear"),
        "interpolate 2-D": (lambda F, x: F.interpolate(x[0, 0], 3), [X], "got 2D"),
        "affine_grid size": (lambda F, t: F.affine_grid(t, (2, 3, 4), True), [THETA], "only supports 4D and 5D"),
    },
    RuntimeError: {
        "conv2d channels": (lambda F, x, w: F.conv2d(x, w[:, :3]), [X, W], "channels"),
        "conv2d groups": (lambda F, x, w: F.conv2d(x, w, groups=5), [X, W], "divisible|groups"),
        "conv1d dims": (lambda F, x, w: F.conv1d(x, w), [X, array((5, 4, 3))], "(?i)expected"),
        "conv_tbc": (lambda F, x, w: F.conv_tbc(x, w, w[0, 0]), [LINE, array((3, 4, 5))], "."),
        "unfold": (lambda F, x: F.unfold(x, 9), [X], "(?i)sliding blocks"),
        "fold": (lambda F, x: F.fold(x, (4, 5), 2), [array((2, 12, 11))], "(?i)sliding blocks"),
        "pad odd": (lambda F, x: F.pad(x, (1, 2, 3)), [X], "(?i)padding.*must be divisible by 2|length"),
        "pad reflect": (lambda F, x: F.pad(x, (7, 0), "reflect"), [X[0]], "(?i)padding size should be less"),
        "pad circular": (lambda F, x: F.pad(x, (8, 0), "circular"), [X[0]], "(?i)wrapping around"),
        "pad value": (lambda F, x: F.pad(x, (1, 0), "circular", 1.0), [X], "(?i)value"),
        "pixel_shuffle": (lambda F, x: F.pixel_shuffle(x, 3), [X], "(?i)divisible"),
        "pixel_unshuffle": (lambda F, x: F.pixel_unshuffle(x, 2), [X], "(?i)divisible"),
        "channel_shuffle": (lambda F, x: F.channel_shuffle(x, 3), [X], "(?i)divisible"),
        "grid_sample grid": (lambda F, x, g: F.grid_sample(x, g[..., :1], align_corners=True), [X, GRID], "grid"),
    },
    TypeError: {
        "conv2d padding type": (lambda F, x, w: F.conv2d(x, w, padding=1.5), [X, W], "padding|conv2d"),
        "interpolate float size": (lambda F, x: F.interpolate(x, (3.0, 2)), [X], "expected size to be one of int"),
    },
    ValueError: {
        "interpolate nothing": (lambda F, x: F.interpolate(x), [X], "either size or scale_factor"),
        "interpolate both": (lambda F, x: F.interpolate(x, 3, 2), [X], "only one of size or scale_factor"),
        "interpolate corners": (lambda F, x: F.interpolate(x, 3, align_corners=False), [X], "align_corners option"),
        "interpolate sizes": (lambda F, x: F.interpolate(x, (3,)), [X], "same number of spatial dimensions"),
        "interpolate factors": (lambda F, x: F.interpolate(x, None, [2.0]), [X], "same number of spatial dimensions"),
        "interpolate recompute": (
            lambda F, x: F.interpolate(x, 3, recompute_scale_factor=True),
            [X],
            "recompute_scale_factor is not meaningful",
        ),
        "interpolate smooth": (lambda F, x: F.interpolate(x, 3, antialias=True), [X], "(?i)anti-?alias"),
        "interpolate smooth line": (
            lambda F, x: F.interpolate(x, 3, mode="bilinear", antialias=True),
            [LINE],
            "(?i)anti-?alias",
        ),
        "interpolate lanczos": (lambda F, x: F.interpolate(x, 3, mode="lanczos"), [X], "requires antialias=True"),
        "interpolate lanczos corners": (
            lambda F, x: F.interpolate(x, 3, mode="lanczos", align_corners=True, antialias=True),
            [X],
            "align_corners=True",
        ),
        "grid_sample mode": (
            lambda F, x, g: F.grid_sample(x, g, "linear", align_corners=True),
            [X, GRID],
            "expected mode to be.*'linear'",
        ),
        "grid_sample padding_mode": (
            lambda F, x, g: F.grid_sample(x, g, "nearest", "wrap"),
            [X, GRID],
            "expected padding_mode to be.*'wrap'",
        ),
        "affine_grid dtype": (
            lambda F, t: F.affine_grid(t.long(), (2, 3, 4, 5), True),
            [THETA],
            "theta.*floating point",
        ),
        "affine_grid theta": (lambda F, t: F.affine_grid(t[0], (2, 3, 4, 5), True), [THETA], "Nx2x3"),
        "affine_grid theta 3-D": (lambda F, t: F.affine_grid(t, (2, 3, 4, 5, 6), True), [THETA], "Nx3x4"),
        "affine_grid zero": (lambda F, t: F.affine_grid(t, (2, 3, 0, 5), False), [THETA], "positive output size"),
    },
}


@pytest.mark.parametrize("case, raises", refusals(BAD))
def test_bad_arguments_raise_as_torch(case, raises):
    assert_raises_as_torch(*case, raises)


WORDS = {
    "conv1d": (lambda F, x: F.conv1d(x[0], x[0], padding="full"), "Invalid padding string: 'full'"),
    "conv2d": (lambda F, x: F.conv2d(x, x, padding="full"), "Invalid padding string: 'full'"),
    "conv3d": (lambda F, x: F.conv3d(x, x[None], padding=""), "Invalid padding string: ''"),
    "conv2d same": (lambda F, x: F.conv2d(x, x, padding="same", stride=[1, 2]), "not supported for strided"),
}


@pytest.mark.parametrize("case", WORDS)
def test_unknown_words_for_padding_raise_as_torch(case):
    function, words = WORDS[case]
    for library in LIBRARIES:
        with pytest.raises(RuntimeError, match=words):
            function(library.nn.functional, library.ones(2, 2, 3, 3))


def test_unknown_mode_of_pad_names_the_allowed():
    with pytest.raises(ValueError, match="'constant', 'reflect', 'replicate' or 'circular'"):
        functional.pad(pytorch_c.ones(3), (1, 1), mode="mirror")
