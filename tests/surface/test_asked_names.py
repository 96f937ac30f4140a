"""Names beyond torch's documentation that well-known libraries import, and what they do."""

import importlib
import typing
import warnings

import pytest
import torch
from support import oracle

import pytorch_c

ASKED = """
    Future _check _check_index _check_is_size _check_not_implemented _check_tensor_all _check_tensor_all_with _check_type
    _check_value _check_with _convert_indices_from_coo_to_csr _segment_reduce _softmax_backward_data
    legacy_contiguous_format ByteStorage._from_buffer UntypedStorage.from_file FloatStorage.from_file
    _C.Future _C._are_functorch_transforms_active _C._get_accelerator _C._get_default_device _C._jit_can_fuse_on_cpu
    _C._jit_can_fuse_on_gpu _C._jit_set_nvfuser_guard_mode _dynamo.exc.Unsupported _dynamo.is_dynamo_supported
    _dynamo._trace_wrapped_higher_order_op.TransformGetItemToIndex _jit_internal._copy_to_script_wrapper
    _prims_common.is_contiguous_or_false _subclasses.FakeTensor _subclasses.fake_tensor.is_fake _tensor_str._add_suffixes
    _tensor_str._str_intern _tensor_str._tensor_str distributed.rpc.is_available distributed.nn.all_reduce
    fx.experimental.proxy_tensor.get_proxy_mode fx.experimental.symbolic_shapes.guard_or_false jit.annotations.List
    nn.attention.flex_attention.AuxRequest nn.attention.flex_attention.BlockMask nn.init._calculate_correct_fan
    nn.init._no_grad_uniform_ overrides.get_default_nowrap_functions utils._pytree._dict_flatten
    utils._pytree._dict_flatten_with_keys utils._pytree._dict_unflatten utils.data.dataloader._BaseDataLoaderIter
    utils.data.dataloader._MultiProcessingDataLoaderIter
""".split()


def found(t, name):
    """Returns what a name leads to; modules on the way are imported."""
    path = t.__name__
    for part in name.split("."):
        path = f"{path}.{part}"
        t = getattr(t, part) if hasattr(t, part) else importlib.import_module(path)
    return t


@pytest.mark.parametrize("name", ASKED)
def test_a_name_that_libraries_ask_for_is_here(name):
    assert found(torch, name) is not None
    assert found(pytorch_c, name) is not None


CONDITIONS = """
    _check(True) | _check_index(True) | _check_tensor_all(t.tensor([True])) | _check_tensor_all(t.zeros(0).bool())
"""
REFUSED = {
    RuntimeError: """_check(False) | _check(False, lambda: 3) | _check_with(RuntimeError, False, lambda: 'no')
        _check_tensor_all(t.tensor([True, False]), lambda: 'no')""",
    IndexError: "_check_index(False) | _check_index(False, lambda: 3)",
    ValueError: "_check_value(False, lambda: 'no')",
    NotImplementedError: "_check_not_implemented(False)",
    TypeError: """_check_type(False) | _check(False, 'text') | _check(1) | _check(t.ones(1)) | _check(None)
        _check_tensor_all(t.ones(2)) | _check_tensor_all(True)""",
}


@pytest.mark.parametrize("call", oracle.cases(CONDITIONS))
def test_conditions_that_hold_say_nothing(call):
    oracle.agree(lambda t: (eval(f"t.{call}", {"t": t}), "done"))


@pytest.mark.parametrize(
    "error, call", [(error, call) for error, text in REFUSED.items() for call in oracle.cases(text)]
)
def test_conditions_raise_as_torchs(error, call):
    oracle.agree(lambda t: eval(f"t.{call}", {"t": t}), raises=error)


VALUES = """
    t._softmax_backward_data(t.ones(2, 3) * 2, t.tensor([[.2, .3, .5], [.1, .1, .8]]), 1, t.float32)
    t._convert_indices_from_coo_to_csr(t.tensor([0, 0, 2, 3]), 5)
    t._convert_indices_from_coo_to_csr(t.tensor([0, 0, 2, 3]), 5, out_int32=True)
    t._segment_reduce(t.arange(6.), 'sum', lengths=t.tensor([2, 1, 3]))
    t.nn.init._calculate_correct_fan(t.ones(4, 3, 2), 'fan_out')
    t.utils._pytree._dict_flatten_with_keys({'a': 1, 'b': 2})[1]
    t._tensor_str._tensor_str(t.arange(6.).reshape(2, 3), 4)
    t._tensor_str._tensor_str(t.empty(0), 4)
    t._tensor_str._add_suffixes('tensor([1])', ['a=3', 'b=' + 'x' * 70], 7, False)
    t._tensor_str._str_intern(t.ones(2, dtype=t.float64), tensor_contents='here')
    t.masked.mean(t.arange(6.).view(2, 3), 1, mask=t.tensor([[True, False, True], [True, True, False]]))
    t.masked.softmax(t.arange(3.), 0, mask=t.tensor([True, False, True]))
    t.ByteStorage._from_buffer(b'abc').tolist()
    found(t, 'fx.experimental.symbolic_shapes.guard_or_false')(3 > 2)
    t.nn.init.trunc_normal_(t.empty(3, device='meta')).shape
    t.nn.init._no_grad_trunc_normal_(t.empty(40), 0., 1., -1., 1.)
"""


@pytest.mark.parametrize("call", [line.strip() for line in VALUES.strip().splitlines()])
def test_what_libraries_call_gives_torchs(call):
    oracle.agree(lambda t: eval(call, {"t": t, "found": found}))


def test_internal_operators_are_attributes_and_others_are_not():
    name = "_convert_indices_from_coo_to_csr"
    found, x = getattr(pytorch_c, name), pytorch_c.tensor([0, 1, 1])
    assert (found.__name__, found.__module__) == (name, "pytorch_c")
    assert found(x, 2).tolist() == getattr(pytorch_c.ops.aten, name)(x, 2).tolist() == [0, 1, 3]
    for name in ("_no_such_operator", "_indices", "_values"):
        with pytest.raises(AttributeError, match=name):
            getattr(pytorch_c, name)


def test_a_file_is_mapped_as_torch_maps_it(tmp_path):
    path = tmp_path / "bytes"
    path.write_bytes(bytes(range(16)))
    assert pytorch_c.UntypedStorage.from_file(str(path), False, 16).tolist() == list(range(16))
    private = pytorch_c.UntypedStorage.from_file(path, False, 4)
    private[0] = 9
    assert path.read_bytes()[0] == 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        shared = pytorch_c.FloatStorage.from_file(str(path), True, 5)  # four bytes longer
        shared[4] = 1.0
        assert torch.FloatStorage.from_file(str(path), False, 5)[4] == 1.0
    for arguments, error in (((False, 100), RuntimeError), ((False, -1), ValueError), ((False, 1.5), TypeError)):
        with pytest.raises(error):
            pytorch_c.UntypedStorage.from_file(str(path), *arguments)
    with pytest.raises(RuntimeError, match="unable to open"):
        pytorch_c.UntypedStorage.from_file(str(tmp_path / "none"), False, 4)


def test_a_tensor_indexes_by_value_under_vmap():
    def case(t):
        table = t.arange(5.0) * 2
        with found(t, "_dynamo._trace_wrapped_higher_order_op.TransformGetItemToIndex")():
            return t.vmap(lambda i: table[i])(t.tensor([3, 0, 1]))

    oracle.agree(case)


@pytest.mark.parametrize("heads", [2, 4])
def test_flex_attention_is_torchs(heads):
    """With a score that looks at places, a mask that looks into a tensor, and grouped heads."""

    def case(t):
        flex = importlib.import_module(f"{t.__name__}.nn.attention.flex_attention")
        flex._FLEX_ATTENTION_DISABLE_COMPILE_DEBUG = True  # torch's tracer takes long
        query = t.randn(2, heads, 9, 4)
        key, value = t.randn(2, 2, 7, 4), t.randn(2, 2, 7, 3)
        documents = t.tensor([0, 0, 1, 1, 1, 2, 2, 2, 2])

        def score(s, b, h, q, k):
            return s + (q - k) * 0.1 * (h + 1)

        def mask(b, h, q, k):
            return (documents[q] == documents[k]) | (k == 0)

        blocks = flex.create_block_mask(mask, 2, None, 9, 7, device="cpu", BLOCK_SIZE=4)
        asked = flex.AuxRequest(lse=True)
        out, more = flex.flex_attention(query, key, value, score, blocks, enable_gqa=heads > 2, return_aux=asked)
        dense = flex.create_mask(mask, 1, 1, 9, 7, device="cpu")
        return out, more.lse, blocks.to_dense(), dense, str(blocks)

    oracle.agree(case)


def test_flex_attention_of_a_row_without_keys_is_zero():
    flex = importlib.import_module("pytorch_c.nn.attention.flex_attention")
    x = pytorch_c.ones(1, 1, 4, 2)
    blocks = flex.create_block_mask(lambda b, h, q, k: q > 1, None, None, 4, 4, device="cpu")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        out = flex.flex_attention(x, x, x, block_mask=blocks)
    assert out[0, 0, :, 0].tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("stride", ["(1,)", "[2]", "1", "(1, 2)"])
def test_a_convolution_takes_one_number_in_a_sequence(stride):
    layer = f"t.nn.Conv2d(2, 3, 3, stride={stride}, padding=(1,))"
    oracle.agree(lambda t: eval(f"({layer}.stride, {layer}(t.ones(1, 2, 6, 6)))", {"t": t}))


PUBLIC = "nn optim optim.lr_scheduler data autograd nn.utils.rnn amp storage library futures jit".split()


def test_annotations_of_classes_can_be_read():
    """typing.get_type_hints of a class reads those of its bases too; libraries ask it of their modules."""
    kinds = {
        kind
        for name in PUBLIC
        for kind in vars(importlib.import_module(f"pytorch_c.{name}")).values()
        if isinstance(kind, type) and kind.__module__.startswith("pytorch_c")
    }
    assert len(kinds) > 200
    for kind in kinds:
        assert isinstance(typing.get_type_hints(kind), dict)
