"""What a tensor is in libtorch, whatever Python objects mean it: _cdata, _base, _use_count, swap_tensors; and old names."""

import copy
import weakref

import pytest
from support import oracle

import pytorch_c

CODES = """
    x._base | x[0]._base | x.view(4)._base.shape | x[0]._cdata == x._cdata | x._cdata == x._cdata | x.detach()._base
    x.__rdiv__(3) | x.__div__(2) | x.__idiv__(2) | t.ones(1).__nonzero__() | t.tensor(3).__long__() | t.zeros(1).__nonzero__()
    x.type(t.Tensor) | x.double().type(t.Tensor) | t.randint(1, 2, (t.tensor([2]),)) | t.randint(1, 2, [t.tensor([2]), 3])
    t.zeros(2)._use_count() | t.utils.data.DistributedSampler(range(5), 2, 0, shuffle=False).total_size
"""


@pytest.mark.parametrize("code", oracle.cases(CODES))
def test_it_is_torchs(code):
    oracle.agree(lambda t: (eval(code, {"t": t, "x": t.tensor([[1.0, 2.0], [4.0, 8.0]])}), "done"))


def test_handles_of_one_tensor_have_one_number():
    x = pytorch_c.ones(2, requires_grad=True)
    (x * 2).sum().backward()
    assert x.grad._cdata == x.grad._cdata != x._cdata
    view = x.detach()[:1]
    assert view._base.data_ptr() == x.data_ptr()


def test_a_closed_tensor_has_none_of_it():
    x = pytorch_c.ones(2)
    x.close()
    for look in (lambda: x._cdata, lambda: x._base, lambda: x._use_count()):
        with pytest.raises(pytorch_c.ClosedTensorError):
            look()


def test_a_class_without_memory_of_its_own_is_refused():
    kind = type("Kind", (pytorch_c.Tensor,), {})
    with pytest.raises(NotImplementedError, match="Kind cannot be without memory"):
        pytorch_c.Tensor._make_wrapper_subclass(kind, (2,), dtype=pytorch_c.float32)


def test_a_size_of_several_numbers_is_refused():
    for size in ([pytorch_c.tensor([2, 3])], [pytorch_c.tensor([2.0])]):
        with pytest.raises(TypeError, match="randint"):
            pytorch_c.randint(1, 5, size)


def test_swapped_tensors_are_each_other():
    def case(t):
        a, b = t.ones(2), t.nn.Parameter(t.zeros(3, dtype=t.float64))
        a.note, before = "a", (id(a), id(b))
        t.utils.swap_tensors(a, b)
        assert (id(a), id(b)) == before
        return a, b, type(a).__name__, type(b).__name__, b.note, hasattr(a, "note"), a.requires_grad

    oracle.agree(case)


def test_what_is_held_elsewhere_is_not_swapped():
    def weakly(t):
        a, b = t.ones(2), t.zeros(2)
        keep = weakref.ref(a)  # noqa: F841
        t.utils.swap_tensors(a, b)

    def with_slots(t):
        kind = type("Kind", (t.Tensor,), {"__slots__": ("place",)})
        t.utils.swap_tensors(t.ones(2), t.zeros(2).as_subclass(kind))

    def in_the_graph(t):
        a = t.ones(2, requires_grad=True)
        result = (a * a).sum()
        t.utils.swap_tensors((a * a), result * 1)
        b = (a * 2).exp()
        held = b.sin()  # noqa: F841
        t.utils.swap_tensors(b, t.ones(2))

    for case in (weakly, with_slots):
        oracle.agree(case, raises=RuntimeError)
    oracle.agree(in_the_graph, raises=RuntimeError, text=False)


def test_swapped_tensors_close_their_memory():
    before = pytorch_c.live_tensors()
    a, b = pytorch_c.ones(2), pytorch_c.zeros(3)
    pytorch_c.utils.swap_tensors(a, b)
    a.close()
    assert a.closed and not b.closed and b.tolist() == [1, 1]
    c = copy.deepcopy(b)
    del a, b, c
    assert pytorch_c.live_tensors() == before
