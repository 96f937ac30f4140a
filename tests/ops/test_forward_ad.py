"""Dual tensors by their operators (tests/test_forward_ad.py: forward mode itself)."""

import pytest

import pytorch_c

from .family import operators_of
from .runner import row
from .samples import F, L


def dual(t):
    return t._make_dual(t.arange(6.0).reshape(2, 3), t.ones(2, 3), 0)


ROWS = [
    row("_make_dual", F(2, 3), F(2, 3), 0),
    row("_unpack_dual", F(2, 3), 0),
    row("_unpack_dual", L(dual), 0).fixed(),
]


@pytest.fixture(autouse=True)
def level():
    """Open for both libraries: they share libtorch."""
    with pytorch_c.autograd.forward_ad.dual_level():
        yield


test_op = operators_of("forward_ad")
