"""Poolings against torch's: values, indices, gradients, draws, and what they refuse."""

import math

import pytest
from support.built import array, assert_close, assert_equals_torch, assert_raises_as_torch
from support.oracle import LIBRARIES, refusals

import pytorch_c

LINE = array((2, 4, 9), 2)
X = array((2, 4, 7, 6), 1)
SOLID = array((1, 2, 5, 6, 4), 3)
SAMPLES2 = array((2, 4, 2), 4, 0, 1)
SAMPLES3 = array((1, 2, 3), 5, 0, 1)

CASES = {
    "max_pool1d": (lambda F, x: F.max_pool1d(x, 3), [LINE]),
    "max_pool1d all": (lambda F, x: F.max_pool1d(x, 3, 2, 1, 2, True), [LINE]),
    "max_pool1d indices": (lambda F, x: F.max_pool1d(x, 2, return_indices=True), [LINE]),
    "max_pool1d one": (lambda F, x: F.max_pool1d(x[0], [2], [1]), [LINE]),
    "max_pool1d_with_indices": (lambda F, x: F.max_pool1d_with_indices(x, 3, 2), [LINE]),
    "max_pool2d": (lambda F, x: F.max_pool2d(x, 2), [X]),
    "max_pool2d all": (lambda F, x: F.max_pool2d(x, [2, 3], 2, [1, 1], 1, True), [X]),
    "max_pool2d indices": (lambda F, x: F.max_pool2d(x, 2, return_indices=True), [X]),
    "max_pool2d_with_indices": (lambda F, x: F.max_pool2d_with_indices(x, 2, None, 1), [X]),
    "max_pool3d": (lambda F, x: F.max_pool3d(x, 2, ceil_mode=True), [SOLID]),
    "max_pool3d indices": (lambda F, x: F.max_pool3d(x, (2, 3, 2), 1, return_indices=True), [SOLID]),
    "max_pool3d_with_indices": (lambda F, x: F.max_pool3d_with_indices(x, 2, (1, 2, 2)), [SOLID]),
    "avg_pool1d": (lambda F, x: F.avg_pool1d(x, 3), [LINE]),
    "avg_pool1d all": (lambda F, x: F.avg_pool1d(x, 3, 2, 1, True, False), [LINE]),
    "avg_pool2d": (lambda F, x: F.avg_pool2d(x, 3, 2, 1, True, False), [X]),
    "avg_pool2d divisor": (lambda F, x: F.avg_pool2d(x, (2, 2), divisor_override=3), [X]),
    "avg_pool3d": (lambda F, x: F.avg_pool3d(x, (2, 3, 2), 2, (1, 1, 0), False, True, 5), [SOLID]),
    "lp_pool1d": (lambda F, x: F.lp_pool1d(x, 2, 3), [LINE]),
    "lp_pool1d odd": (lambda F, x: F.lp_pool1d(x.abs() + 0.1, 1.5, 3, 2, True), [LINE]),
    "lp_pool2d": (lambda F, x: F.lp_pool2d(x, 2.0, (2, 3), 2), [X]),
    "lp_pool2d of zeros": (lambda F, x: F.lp_pool2d(x * 0 + x.detach() * 0, 1, 2), [X]),
    "lp_pool2d largest": (lambda F, x: F.lp_pool2d(x, math.inf, 2), [X]),
    "lp_pool2d smallest": (lambda F, x: F.lp_pool2d(x, -math.inf, 2, 1), [X]),
    "lp_pool3d": (lambda F, x: F.lp_pool3d(x, 3, 2, ceil_mode=True), [SOLID]),
    "adaptive_avg_pool1d": (lambda F, x: F.adaptive_avg_pool1d(x, 4), [LINE]),
    "adaptive_avg_pool2d": (lambda F, x: F.adaptive_avg_pool2d(x, 3), [X]),
    "adaptive_avg_pool2d keep": (lambda F, x: F.adaptive_avg_pool2d(x, (None, 2)), [X]),
    "adaptive_avg_pool2d one": (lambda F, x: F.adaptive_avg_pool2d(x[0], [2, None]), [X]),
    "adaptive_avg_pool3d": (lambda F, x: F.adaptive_avg_pool3d(x, (2, None, 3)), [SOLID]),
    "adaptive_max_pool1d": (lambda F, x: F.adaptive_max_pool1d(x, 4), [LINE]),
    "adaptive_max_pool1d indices": (lambda F, x: F.adaptive_max_pool1d(x, 4, True), [LINE]),
    "adaptive_max_pool1d_with_indices": (lambda F, x: F.adaptive_max_pool1d_with_indices(x, 4), [LINE]),
    "adaptive_max_pool2d": (lambda F, x: F.adaptive_max_pool2d(x, (2, 2)), [X]),
    "adaptive_max_pool2d indices": (lambda F, x: F.adaptive_max_pool2d(x, (None, 2), return_indices=True), [X]),
    "adaptive_max_pool2d_with_indices": (lambda F, x: F.adaptive_max_pool2d_with_indices(x, 3), [X]),
    "adaptive_max_pool3d": (lambda F, x: F.adaptive_max_pool3d(x, 2), [SOLID]),
    "adaptive_max_pool3d indices": (lambda F, x: F.adaptive_max_pool3d(x, (2, None, 1), True), [SOLID]),
    "adaptive_max_pool3d_with_indices": (lambda F, x: F.adaptive_max_pool3d_with_indices(x, (1, 2, 2)), [SOLID]),
    "fractional_max_pool2d": (lambda F, x: F.fractional_max_pool2d(x, 2, 4), [X]),
    "fractional_max_pool2d ratio": (lambda F, x: F.fractional_max_pool2d(x[0], (2, 3), None, (0.5, 0.4), True), [X]),
    "fractional_max_pool2d samples": (
        lambda F, x, s: F.fractional_max_pool2d(x, 2, (3, 4), _random_samples=s.detach()),
        [X, SAMPLES2],
    ),
    "fractional_max_pool2d_with_indices": (
        lambda F, x: F.fractional_max_pool2d_with_indices(x, 2, output_ratio=(0.5, 0.7)),
        [X],
    ),
    "fractional_max_pool3d": (lambda F, x: F.fractional_max_pool3d(x, 2, (3, 4, 2)), [SOLID]),
    "fractional_max_pool3d ratio": (lambda F, x: F.fractional_max_pool3d(x[0], 2, output_ratio=0.5), [SOLID]),
    "fractional_max_pool3d_with_indices": (
        lambda F, x, s: F.fractional_max_pool3d_with_indices(x, 2, 2, _random_samples=s.detach()),
        [SOLID, SAMPLES3],
    ),
    "max_unpool1d": (lambda F, x: F.max_unpool1d(*F.max_pool1d(x, 2, return_indices=True), 2), [LINE]),
    "max_unpool1d size": (
        lambda F, x: F.max_unpool1d(*F.max_pool1d(x, 2, return_indices=True), 2, output_size=(9,)),
        [LINE],
    ),
    "max_unpool2d": (
        lambda F, x: F.max_unpool2d(*F.max_pool2d(x[..., :6, :], 2, 2, 1, return_indices=True), 2, 2, 1),
        [X],
    ),
    "max_unpool2d size": (
        lambda F, x: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), (2, 2), output_size=x.size()),
        [X],
    ),
    "max_unpool3d": (lambda F, x: F.max_unpool3d(*F.max_pool3d(x, 2, return_indices=True), 2), [SOLID]),
    "max_unpool3d size": (
        lambda F, x: F.max_unpool3d(*F.max_pool3d(x, 2, return_indices=True), 2, None, 0, [5, 6, 4]),
        [SOLID],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_equals_torch(case):
    assert_equals_torch(*CASES[case])


def test_channels_last_stays_channels_last():
    results = []
    for library in LIBRARIES:
        x = library.from_numpy(X).contiguous(memory_format=library.channels_last)
        result = library.nn.functional.max_pool2d(x, 2)
        assert result.is_contiguous(memory_format=library.channels_last)
        results.append(result)
    assert_close(*results)


def test_out_is_written():
    F = pytorch_c.nn.functional
    for name, x in (("avg_pool2d", X), ("avg_pool3d", SOLID)):
        x, out = pytorch_c.from_numpy(x), pytorch_c.empty(0)
        assert getattr(F, name)(x, 2, out=out) is out
        pytorch_c.testing.assert_close(out, getattr(F, name)(x, 2))


BAD = {
    RuntimeError: {
        "max_pool1d kernel": (lambda F, x: F.max_pool1d(x, 0), [LINE], "kernel_size|kernel size"),
        "max_pool2d padding": (lambda F, x: F.max_pool2d(x, 2, padding=2), [X], "pad should be at most half"),
        "max_pool2d dims": (lambda F, x: F.max_pool2d(x[0, 0], 2), [X], "3D or 4D"),
        "max_pool3d dilation": (lambda F, x: F.max_pool3d(x, 2, dilation=0), [SOLID], "dilation"),
        "max_pool2d too many": (lambda F, x: F.max_pool2d(x, (2, 2, 2)), [X], "kernel_size"),
        "avg_pool2d divisor": (lambda F, x: F.avg_pool2d(x, 2, divisor_override=0), [X], "divisor"),
        "avg_pool3d dims": (lambda F, x: F.avg_pool3d(x[0, 0], 2), [SOLID], r"(?i)4D or 5D|non-empty"),
        "adaptive_avg_pool2d sizes": (lambda F, x: F.adaptive_avg_pool2d(x, (2, 2, 2)), [X], "output_size"),
        "max_unpool2d index": (
            lambda F, x: F.max_unpool2d(x, (x * 0).long() + 999, 2),
            [X],
            "(?i)out of range|invalid max index|index",
        ),
    },
    ValueError: {
        "adaptive_avg_pool2d dims": (lambda F, x: F.adaptive_avg_pool2d(x[0, 0], (2, 2)), [X], "at least 3"),
        "adaptive_max_pool3d dims": (lambda F, x: F.adaptive_max_pool3d(x[0, 0], (2, 2, 2)), [SOLID], "at least 4"),
        "fractional_max_pool2d": (lambda F, x: F.fractional_max_pool2d(x, 2), [X], "output_size or an output_ratio"),
        "fractional_max_pool2d ratios": (
            lambda F, x: F.fractional_max_pool2d(x, 2, output_ratio=(0.5, 0.5, 0.5)),
            [X],
            "output_ratio",
        ),
        "fractional_max_pool3d": (
            lambda F, x: F.fractional_max_pool3d(x, 2),
            [SOLID],
            "output_size or an output_ratio",
        ),
        "max_unpool1d size": (
            lambda F, x: F.max_unpool1d(*F.max_pool1d(x, 2, return_indices=True), 2, output_size=[12]),
            [LINE],
            r'invalid output_size "\[12\]" \(dim 0 must be between 6 and 10\)',
        ),
        "max_unpool2d sizes": (
            lambda F, x: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2, output_size=[7, 6, 1]),
            [X],
            "containing 2 or 4 elements, but it has a length of '3'",
        ),
        "max_unpool2d negative": (lambda F, x: F.max_unpool2d(x, x.long(), 1, 1, 4), [X], "non-negative"),
    },
}


@pytest.mark.parametrize("case, raises", refusals(BAD))
def test_bad_arguments_raise_as_torch(case, raises):
    assert_raises_as_torch(*case, raises)
