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


def test_a_fallback_is_given_what_is_not_the_default():
    seen = []
    key = "TESTING_ONLY_GenericMode"
    keys = torch._C.DispatchKeySet(key)
    include, exclude = torch._C._dispatch_tls_local_include_set(), torch._C._dispatch_tls_local_exclude_set()

    def note(op, *args, **kwargs):
        seen.append((str(op), args[1:], sorted(kwargs)))
        with torch._C._ForceDispatchKeyGuard(include, exclude | keys):
            return op(*args, **kwargs)

    with torch.library._scoped_library("_", "IMPL") as library:
        library.fallback(note, key)
        x = torch.ones(2)
        with torch._C._ForceDispatchKeyGuard(include | keys, exclude):
            torch.add(x, x), torch.add(x, x, alpha=2), torch.sum(x, 0)
    assert [one[2] for one in seen] == [[], ["alpha"], []]
    assert seen[2][1] == ([0],)


def test_an_operator_is_defined_by_a_decorator_of_a_library():
    with torch.library._scoped_library("defined_so", "DEF") as library:

        @torch.library.define(library, "twice(Tensor x) -> Tensor")
        def twice(x):
            return x * 2

        assert torch.ops.defined_so.twice(torch.ones(2)).tolist() == [2, 2]
        with pytest.raises(ValueError, match="reserved namespace"):
            torch.library.Library("prim", "FRAGMENT")


def test_a_library_for_one_key_takes_no_kernels_for_others():
    with torch.library._scoped_library("aten", "IMPL", dispatch_key="CPU") as library:
        with pytest.raises(RuntimeError, match="inconsistent with the dispatch key"):
            library.impl("sum", lambda x: x, "Conjugate")


def test_lists_of_results_are_lists():
    assert [type(torch.ops.aten.split.Tensor(torch.ones(4), 2)), type(torch.split(torch.ones(4), 2))] == [list, tuple]
    assert torch._efficientzerotensor(2, 3)._is_zerotensor()
    assert torch._C._dispatch_call_boxed(torch._C._dispatch_find_schema_or_throw("aten::sin", ""), torch.zeros(1)) == 0
