"""A callable for every operator at once, by a dispatch key (cshim/tests/dispatch.c has the rest)."""

from collections import Counter

import pytest

import pytorch_c as torch
from pytorch_c._boundary import api
from pytorch_c._boundary.handle import core

KEY = "TESTING_ONLY_GenericMode"


@pytest.fixture
def watched():
    """Counts operators while it is open, also those that C++ calls, in this thread and in its backward passes."""
    seen = Counter()

    def watch(call, name, overload, arguments):
        seen[name] += 1
        core.library_redispatch(call)

    kernel = core.library_fallback(KEY, watch)
    api.dispatch_set_included(KEY, True)
    yield seen
    api.dispatch_set_included(KEY, False)
    kernel.close()


def test_it_sees_what_is_called_within(watched):
    x = torch.ones(3, requires_grad=True)
    torch.nn.functional.layer_norm(x * 2, (3,)).sum().backward()
    assert watched["aten::layer_norm"] == watched["aten::native_layer_norm"] == 1
    assert watched["aten::native_layer_norm_backward"] == 1


def test_its_exception_is_that_of_the_call():
    def object_to(call, name, overload, arguments):
        raise KeyError(name)

    x, kernel = torch.ones(3), core.library_fallback(KEY, object_to)
    api.dispatch_set_included(KEY, True)
    try:
        with pytest.raises(KeyError, match="aten::neg"):
            torch.neg(x)
    finally:
        api.dispatch_set_included(KEY, False)
        kernel.close()


def test_keys_of_a_tensor():
    assert api.tensor_dispatch_keys(torch.ones(2)).split()[-1] == "CPU"
    assert "SparseCPU" in api.tensor_dispatch_keys(torch.eye(2).to_sparse())
