"""Setting and deleting attributes of tensors that cannot be set, or that are of torch's past, with torch as the oracle."""

import inspect
import types
import warnings

import pytest
import torch
from support.oracle import agree

MEMBERS = sorted(
    name
    for name, one in inspect.getmembers_static(torch.Tensor)
    if isinstance(one, types.GetSetDescriptorType) and name not in ("__dict__", "__weakref__")
)


def _changed(t, make, name, delete):
    x = make(t)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            delattr(x, name) if delete else setattr(x, name, None)
            said = None
        except (AttributeError, RuntimeError) as error:
            said = str(error)
    return said, [str(one.message) for one in caught], x.requires_grad, x.is_leaf


MAKERS = {
    "leaf": lambda t: t.ones(2, requires_grad=True),
    "result": lambda t: t.ones(2, requires_grad=True) * 2,
    "parameter": lambda t: t.nn.Parameter(t.ones(2)),
}


def _is_fixed(name):
    try:
        setattr(torch.ones(2, dtype=torch.complex64), name, None)
    except AttributeError as error:
        return "not writable" in str(error)
    except Exception:  # it can be set, to another value
        return False
    return False


FIXED = [name for name in MEMBERS if _is_fixed(name)]


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_what_cannot_be_set_says_so_as_torch_does(make):
    assert {"T", "_base", "_version", "device", "grad_fn", "name", "ndim", "shape"} <= set(FIXED)
    for name in FIXED:
        for delete in (False, True):
            agree(lambda t, name=name, delete=delete: _changed(t, make, name, delete))


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.parametrize("name", ["volatile", "_grad_fn", "__cuda_array_interface__"])
@pytest.mark.parametrize("delete", [False, True], ids=["set", "deleted"])
def test_what_is_set_otherwise(make, name, delete):
    agree(lambda t: _changed(t, make, name, delete))


def test_a_step_of_the_graph_is_taken_away_alone():
    def refused(t):
        (t.ones(2, requires_grad=True) * 2)._grad_fn = 1

    def of_a_view(t):
        (t.ones(2, requires_grad=True) * 2)[:1]._grad_fn = None

    agree(refused, RuntimeError)
    agree(of_a_view, RuntimeError)
