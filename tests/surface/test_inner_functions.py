"""Functions of torch._C that torch's own Python and tests ask for: kernels of convolutions, nodes of fx's graphs, what a schema writes."""

import pytest
import torch

import pytorch_c


def test_the_kernel_of_a_convolution_is_torchs():
    for shape, transposed in (((2, 6, 7), False), ((2, 6, 7, 8), True), ((0, 6, 7, 8), False)):
        dim = len(shape) - 2
        rest = (None, [1] * dim, [0] * dim, [1] * dim, transposed, [0] * dim, 1)
        expected, given = (
            m._C._select_conv_backend(m.ones(shape), m.ones([6, 6] + [3] * dim), *rest) for m in (torch, pytorch_c)
        )
        assert int(given) == int(expected) and given.name != "???"


def test_the_kernel_of_a_normalization_is_torchs():
    given = []
    for m in (torch, pytorch_c):
        statistics, backends = [m.ones(3)] * 4, m._C._BatchNormBackend
        given.append(m._C._select_batch_norm_backend(m.ones(2, 3), *statistics, training=True, eps=1e-5))
        assert given[-1] == backends.Native and given[-1] not in (backends.Cudnn, backends.Miopen)
    assert int(given[1]) == int(given[0])
    none = [None] * 4
    assert pytorch_c._C._select_batch_norm_backend(pytorch_c.ones(2, 3), *none, True, 1e-5) == backends.Native


def test_sequence_numbers_grow_with_the_graph():
    before = pytorch_c._C._autograd._get_sequence_nr()
    pytorch_c.ones(2, requires_grad=True).mul(2)
    assert pytorch_c._C._autograd._get_sequence_nr() > before


def test_nodes_are_in_the_order_of_their_list():
    base = pytorch_c._C._NodeBase
    root, *nodes = (base("graph", name, "call_function", print, None) for name in "rabc")
    for one in nodes:
        root._prepend(one)
    nodes[0]._prepend(nodes[2])
    assert [one.name for one in pytorch_c._C._NodeIter(root, False)] == ["c", "a", "b"]
    assert [one.name for one in pytorch_c._C._NodeIter(root, True)] == ["b", "a", "c"]
    assert nodes[2] < nodes[0] < nodes[1] and not nodes[0] > nodes[1]


def test_a_tensor_is_marked_as_the_conjugate_of_its_memory():
    x = pytorch_c.tensor([1 + 2j])
    pytorch_c._C._set_conj(x, True)
    assert x.is_conj() and x.item() == 1 - 2j
    with pytest.raises(TypeError, match="complex"):
        pytorch_c._C._set_conj(pytorch_c.ones(1), True)


def test_a_view_is_made_again_of_another_base():
    base, other = pytorch_c.arange(6.0), pytorch_c.arange(6.0) + 10
    assert base[2:4]._view_func(other).tolist() == [12, 13]
    with pytest.raises(ValueError, match="base"):
        base[2:4]._view_func(pytorch_c.ones(2))


def test_the_method_that_makes_a_view_again_has_no_elements_in_its_text():
    without_memory = pytorch_c.nn.Parameter(pytorch_c.ones(4))
    without_memory.untyped_storage().resize_(0)
    assert repr(without_memory._view_func_unsafe).startswith(
        "<built-in method _view_func_unsafe of Parameter object at 0x"
    )


def test_a_view_is_made_again_with_other_numbers():
    def made(t):
        seen, z = [], t.arange(4.0) + 1j
        row, part, strided = t.view_as_real(z)[1], t.view_as_real(z)[1:3, :1], t.arange(4.0)[1:3]
        found = [
            row._view_func_unsafe(z * 10, lambda one: seen.append(one) or 2),
            row._view_func_unsafe(z * 10, None, lambda one: one),
            part._view_func_unsafe(z * 10, lambda one: seen.append(one) or one),
            strided._view_func_unsafe(t.ones(4), lambda one: seen.append(one) or one),
        ]
        return [one.tolist() for one in found], seen

    assert made(pytorch_c) == made(torch)
    with pytest.raises(RuntimeError, match="no view"):
        pytorch_c.ones(2)._view_func_unsafe(pytorch_c.ones(2), lambda one: one)


def test_what_a_schema_writes():
    info = pytorch_c._C._SchemaInfo(pytorch_c.ops.aten.add_.Tensor._schema)
    assert info.is_mutable() and info.is_mutable("self") and not info.is_mutable("other") and info.has_argument("alpha")


def test_a_tensor_of_functionalize_is_made_for_a_level_that_is_not_open():
    inner = pytorch_c._C._functorch
    wrapped = inner._wrap_functional_tensor(pytorch_c.arange(3.0), 1)
    assert inner.is_functionaltensor(wrapped)
    assert inner._unwrap_functional_tensor(wrapped, False).tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="'level'"):
        inner._wrap_functional_tensor(pytorch_c.ones(1), -1)
