"""Nested tensors: their parts, and the ways to and from padded ones."""

import subprocess
import sys

import pytest
import torch
from support.compare import same
from support.project import HANG

import pytorch_c

from .family import operators_of
from .runner import row
from .samples import D, F, L, V


def parts(t):
    return [t.arange(6.0).reshape(2, 3), t.arange(3.0).reshape(1, 3) + 10]


def nested(t):
    return t._nested_tensor_from_tensor_list(parts(t))


NESTED = L(nested)
SIZES, STRIDES, OFFSETS = V([[2, 3], [1, 3]]), V([[3, 1], [3, 1]]), V([0, 6])
MASK = V([[True, True, False], [True, False, False]])

ROWS = [
    row("_nested_compute_contiguous_strides_offsets", SIZES),
    row("_nested_tensor_from_mask", F(2, 3, 4), MASK).no_grad(),
    row("_nested_tensor_from_mask", F(2, 3, 4), MASK, False).no_grad(),
    row("_nested_tensor_from_mask_left_aligned", F(2, 3, 4), MASK),
    row("_nested_tensor_from_mask_left_aligned", F(2, 2, 4), V([[False, True], [True, True]])),
    row("_nested_tensor_from_tensor_list", [F(2, 3), F(1, 3)]).no_grad(),
    row("_nested_tensor_from_tensor_list", [F(2, 3), F(1, 3)], dtype=D("float64"), pin_memory=False).no_grad(),
    row("_nested_tensor_size", NESTED),
    row("_nested_tensor_storage_offsets", NESTED),
    row("_nested_tensor_strides", NESTED),
    row("_nested_view_from_buffer", F(9), SIZES, STRIDES, OFFSETS).no_grad(),
    row("_nested_view_from_buffer_copy", F(9), SIZES, STRIDES, OFFSETS).no_grad(),
]
ROWS = [one.fixed().by_schema() for one in ROWS]


def ragged(t):
    """A nested tensor of a row of two and a row of three."""
    return t.ops.aten._nested_tensor_from_tensor_list([t.ones(2), t.ones(3)])


ROWS += [
    row("to_padded_tensor", L(ragged), 0.5).fixed().no_grad(),
    row("nested_to_padded_tensor", L(ragged), 0.5).fixed().no_grad(),
]

test_op = operators_of("nested")


def test_gradient_reaches_the_components():
    found = []
    for t in (pytorch_c, torch):
        given = [part.requires_grad_() for part in parts(t)]
        made = t._nested_tensor_from_tensor_list(given)
        assert made.is_nested and made.dim() == 3 and not given[0].is_nested
        sum((part * part).sum() for part in made.unbind()).backward()
        found.append([part.grad for part in given])
    same(*found)


@pytest.mark.parametrize("grad", [False, True])
def test_nested_tensor_is_printed_as_torch_does(grad):
    ours, theirs = (nested(t).requires_grad_(grad) for t in (pytorch_c, torch))
    assert repr(ours) == repr(theirs) and (ours.dim(), ours.ndim, ours.numel()) == (3, 3, 9)
    assert repr(ours.clone()) == repr(theirs.clone())


OUTSIDE = {
    "too long": ([[2, 3], [2, 3]], [[3, 1], [3, 1]], [0, 6]),
    "before it": ([[2, 3], [1, 3]], [[3, 1], [3, 1]], [0, -1]),
    "backwards": ([[2, 3], [1, 3]], [[-3, 1], [3, 1]], [6, 6]),
    "huge": ([[2, 3], [2**62, 3]], [[3, 1], [2**62, 1]], [0, 6]),
    "forms": ([[2, 3]], [[3, 1], [3, 1]], [0, 6]),
}


@pytest.mark.parametrize("what", OUTSIDE)
@pytest.mark.parametrize("name", ["_nested_view_from_buffer", "_nested_view_from_buffer_copy"])
def test_components_outside_of_the_buffer_are_refused(name, what):
    numbers = [pytorch_c.tensor(one) for one in OUTSIDE[what]]
    with pytest.raises(pytorch_c.Error, match="outside of the buffer of 9 elements|must be"):
        getattr(pytorch_c, name)(pytorch_c.ones(9), *numbers)


@pytest.mark.parametrize("shape, dtype", [((0, 4), "int64"), ((3,), "int64"), ((2, 3), "int32")])
def test_sizes_in_another_form_are_refused(shape, dtype):
    with pytest.raises(pytorch_c.Error, match="'nested_size' must be"):
        pytorch_c._nested_compute_contiguous_strides_offsets(pytorch_c.ones(shape, dtype=getattr(pytorch_c, dtype)))


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
@pytest.mark.parametrize("dim", [0, 1, 2, -1, -2, -3])
def test_the_size_of_one_dimension(dim):
    theirs, ours = nested(torch), nested(pytorch_c)
    try:
        wanted = theirs.size(dim)
    except RuntimeError as error:
        with pytest.raises(RuntimeError, match=str(error)):
            ours.size(dim)
    else:
        assert ours.size(dim) == ours.size(dim=dim) == wanted
    with pytest.raises(IndexError, match="out of range"):
        ours.size(3)


def test_the_warning_advises_nothing_that_is_not_here():
    program = """
import warnings
import pytorch_c
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    pytorch_c.nested.nested_tensor([pytorch_c.ones(1)])
print([str(warning.message) for warning in caught])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG)
    assert "prototype stage" in done.stdout and "jagged" not in done.stdout, done.stderr
