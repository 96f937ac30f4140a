"""What the ways to check a derivative share: outputs as real tensors, finite differences, tangents."""

from __future__ import annotations

import itertools

from .. import _ops
from .._tensor.tensor import Tensor
from .forward_ad import dual_level, make_dual, unpack_dual
from .grad_mode import enable_grad


class GradcheckError(RuntimeError):
    """A derivative is not what finite differences say."""


def real_parts(outputs):
    """The outputs as lists of real tensors that can be differentiated: complex ones in two parts."""
    found = []
    for one in outputs:
        if one.is_complex():
            found += [one.real, one.imag]
        elif one.is_floating_point():
            found.append(one)
    return found


def is_wanted(one):
    """Whether it is an input by which is differentiated."""
    return isinstance(one, Tensor) and one.requires_grad


def outputs_of(func, inputs):
    out = func(*inputs)
    found = out if isinstance(out, (tuple, list)) else (out,)
    return real_parts([one for one in found if isinstance(one, Tensor)])


def numbers_of(func, inputs):
    with enable_grad():  # functions may ask what their inputs are
        return [one.detach().clone().reshape(-1) for one in outputs_of(func, inputs)]


def slopes_of(func, inputs, x, eps):
    """For each element of x: its place, and for each direction of it (two of a complex number) the outputs' slopes."""
    data = x.data
    for place in itertools.product(*map(range, x.shape)):
        before, slopes = data[place].item(), []
        for unit in (1, 1j) if x.is_complex() else (1,):
            data[place] = before + unit * eps
            above = numbers_of(func, inputs)
            data[place] = before - unit * eps
            below = numbers_of(func, inputs)
            data[place] = before
            slopes.append([(a - b) / (2 * eps) for a, b in zip(above, below)])
        yield place, slopes


def tangents_of(func, inputs, tangents):
    """The outputs' tangents, real parts and imaginary ones, from those of the inputs, of which some are None."""
    with dual_level():
        given = [one.detach() if isinstance(one, Tensor) else one for one in inputs]
        given = [one if along is None else make_dual(one, along) for one, along in zip(given, tangents)]
        outputs = [unpack_dual(one) for one in outputs_of(func, given)]
    return [_ops.zeros_like(one.primal) if one.tangent is None else one.tangent.detach() for one in outputs]
