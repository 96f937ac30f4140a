"""nn.grad: the derivatives of convolutions as functions."""

import itertools

import pytest
import torch
from support.built import assert_close

import pytorch_c

SETTINGS = ({}, {"stride": 2, "padding": 1}, {"dilation": 2, "groups": 2}, {"padding": "each"})


@pytest.mark.parametrize("dimensions, which", [*itertools.product((1, 2, 3), ("input", "weight"))])
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_derivatives(dimensions, which, settings):
    settings = {name: list(range(dimensions)) if value == "each" else value for name, value in settings.items()}
    found = []
    for library in (pytorch_c, torch):
        library.manual_seed(0)
        functional = library.nn.functional
        sizes = {"weight": (4, 4 // settings.get("groups", 1), *[2] * dimensions), "input": (2, 4, *[5] * dimensions)}
        given = {name: library.randn(size) for name, size in sizes.items()}
        output = getattr(functional, f"conv{dimensions}d")(*[given[name] for name in ("input", "weight")], **settings)
        wanted = getattr(functional.grad, f"conv{dimensions}d_{which}")
        given[which] = sizes[which]
        found.append(wanted(given["input"], given["weight"], library.ones(output.shape), **settings))
    assert_close(*found)


def test_shapes_that_do_not_fit():
    with pytest.raises(RuntimeError):
        pytorch_c.nn.grad.conv1d_input((1, 1, 3), pytorch_c.ones(1, 2, 1), pytorch_c.ones(1, 1, 3))
