"""Errors, out=, inferred types and swaps, as torch's own tests ask for them (tools/torch_tests) and no other test here."""

import gc
import importlib
import io
import zipfile
from collections.abc import Sequence
from copy import deepcopy

import pytest
import torch
from numpy import array

import pytorch_c

BOTH = pytest.mark.parametrize("lib", [pytorch_c, torch], ids=["pytorch_c", "torch"])
FOREACH = "add sub mul div pow maximum minimum clamp_max clamp_min".split()


@BOTH
@pytest.mark.parametrize("name", FOREACH)
def test_an_empty_list_beside_tensors_is_one_of_numbers(lib, name):
    call = getattr(lib, f"_foreach_{name}")
    with pytest.raises(RuntimeError, match="Tensor list must have same number of elements as scalar list"):
        call([lib.ones(1)], [])
    with pytest.raises(RuntimeError, match="Tensor lists must have the same number of tensors, got 1 and 2"):
        call([lib.ones(1)], [lib.ones(1), lib.ones(1)])


@BOTH
@pytest.mark.parametrize(
    "call",
    [
        "lib.as_strided_copy(x, (2, 2), (1, 2), out=out)",
        "lib.diagonal_copy(x, offset=1, out=out)",
        "lib.slice_scatter(input=x, src=lib.zeros(1, 3), dim=0, start=0, end=1, out=out)",
        "lib.select_copy(x, 0, 1, out=out)",
        "lib.squeeze_copy(x, out=out)",
        "lib.transpose_copy(x, 0, 1, out=out)",
        "lib.view_copy(x, (6,), out=out)",
    ],
)
def test_copies_of_views_take_out(lib, call):
    x, out = lib.arange(6.0).view(2, 3), lib.empty(0)
    without = eval(call.replace(", out=out", ""), {"lib": lib, "x": x})
    assert eval(call, {"lib": lib, "x": x, "out": out}) is out
    assert lib.equal(out, without)


@BOTH
@pytest.mark.parametrize(
    "call",
    [
        "lib.nn.Embedding(10, 5, padding_idx=25)",
        "lib.nn.EmbeddingBag(10, 5, padding_idx=-25)",
        "lib.nn.functional.embedding(lib.tensor([1]), lib.ones(10, 5), padding_idx=25)",
        "lib.nn.Embedding(10, 5, _weight=lib.ones(3, 3))",
        "lib.nn.MultiheadAttention(5, 2)",
        "lib.nn.MultiheadAttention(4, 2)(lib.ones(1, 1, 4), lib.ones(1, 4), lib.ones(1, 4))",
    ],
)
def test_asserted_arguments_raise_assertion_errors(lib, call):
    with pytest.raises(AssertionError):
        eval(call, {"lib": lib})


@BOTH
def test_dropout1d_says_how_many_dimensions_came(lib):
    with pytest.raises(RuntimeError, match="Expected 2D or 3D input, but received a 4D input"):
        lib.nn.functional.dropout1d(lib.ones(1, 1, 1, 1))


@BOTH
def test_attention_says_why_it_takes_no_nested_tensors(lib):
    layer, x = lib.nn.MultiheadAttention(4, 4, batch_first=True).eval(), lib.nested.nested_tensor([lib.ones(4, 4)])
    with pytest.raises(AssertionError, match="outside of its fast path.*grad is enabled and.*or biases requires_grad"):
        layer(x, x, x)


@BOTH
def test_futures_say_what_is_wrong(lib):
    future = lib.futures.Future()
    future.set_result(1)
    with pytest.raises(RuntimeError, match="Future can only be marked completed once"):
        future.set_result(2)
    for call in (
        lib.jit.wait,
        lambda none: lib.futures.wait_all((none,)),
        lambda none: lib.futures.collect_all([none]),
    ):
        with pytest.raises(RuntimeError, match="Future can't be None"):
            call(None)
    with pytest.raises(RuntimeError, match="Can not pickle torch.futures.Future"):
        deepcopy(future)


class _Doubling:
    """A state dict's tensor is taken over doubled."""

    def module_load(self, other, assign=False):
        return other.detach() * 2


@BOTH
def test_module_load_says_what_a_swapped_parameter_becomes(lib):
    kind = type("Doubling", (_Doubling, lib.Tensor), {})
    layer = lib.nn.Linear(2, 1, bias=False)
    layer.seen = lib.nn.Buffer(lib.ones(2).as_subclass(kind))
    weight, seen = layer.weight, layer.seen
    lib.__future__.set_swap_module_params_on_conversion(True)
    try:
        layer.load_state_dict({"weight": lib.full((1, 2), 3.0), "seen": lib.full((2,), 4.0)})
        assert layer.weight is weight and isinstance(weight, lib.nn.Parameter) and weight.requires_grad
        assert layer.seen is seen
        assert weight.tolist() == [[3, 3]] and seen.tolist() == [8, 8]
    finally:
        lib.__future__.set_swap_module_params_on_conversion(False)


def test_loading_a_state_dict_leaves_no_cycle():
    layer = pytorch_c.nn.LSTM(2, 2)
    state = deepcopy(layer).state_dict()
    gc.collect()
    layer.load_state_dict(state)
    assert gc.collect() == 0


VALUES = ("1", "1.5", "True", "'a'", "None", "[1]", "[1.0, 2.0]", "[]", "(1, 2.0)", "lib.ones(2)", "[lib.ones(1)]", "{'a': 1}",
          "1j", "lib.float32", "lib.device('cpu')", "lib.strided", "[[1], [2]]", "object()", "slice(1, 2)", "{}",
          "lib.Generator()", "lib.Size([1, 2])")  # fmt: skip


@pytest.mark.parametrize("value", VALUES)
def test_inferred_types_equal_torchs(value):
    ours, theirs = (lib._C._jit_try_infer_type(eval(value, {"lib": lib})) for lib in (pytorch_c, torch))
    assert ours.success() == theirs.success()
    if theirs.success():
        assert ours.type().annotation_str == theirs.type().annotation_str
    else:
        assert ours.reason() == theirs.reason()
        with pytest.raises(RuntimeError):
            ours.type()


def test_a_tuple_of_nothing_has_a_type_to_write():
    assert pytorch_c._C.TupleType([]).annotation_str == torch._C.TupleType([]).annotation_str


def test_settings_of_programs_are_read_as_they_were_set():
    inner = pytorch_c._C
    assert not inner._jit_symbolic_shapes_test_mode_enabled()
    assert inner._jit_set_symbolic_shapes_test_mode(True) is False
    assert inner._jit_symbolic_shapes_test_mode_enabled()
    assert inner._jit_set_symbolic_shapes_test_mode(False) is True
    before = inner._jit_set_autocast_mode(True)
    assert inner._jit_set_autocast_mode(before) is True
    assert inner._jit_has_cpp_tests() is False  # they are in torch's extension alone


def test_dispatch_keys_are_a_name_of_torchs_operators():
    from pytorch_c._ops import DispatchKey

    assert DispatchKey is pytorch_c._C.DispatchKey


@pytest.mark.parametrize(
    "devices, says",
    [
        (["cpu"], "running with device='cpu' tensors: there is no cpu impl registered"),
        (["meta"], "running with device='Meta' tensors: there is no abstract impl registered"),
        ([], "There were no Tensor inputs to this operator"),
    ],
)
def test_a_custom_operator_says_which_device_has_no_kernel(devices, says):
    from pytorch_c._custom_op.impl import custom_op

    @custom_op("as_torchs_own_tests::nothing")
    def nothing(x: Sequence[pytorch_c.Tensor]) -> pytorch_c.Tensor: ...

    with pytest.raises(NotImplementedError, match=says):
        nothing([pytorch_c.ones(2, device=device) for device in devices])
    nothing._destroy()


def test_a_custom_operators_own_refusal_stays_what_it_is():
    from pytorch_c._custom_op.impl import custom_op

    @custom_op("as_torchs_own_tests::refuses")
    def refuses(x: pytorch_c.Tensor) -> pytorch_c.Tensor: ...

    @refuses.impl("cpu")
    def of_cpu(x):
        raise NotImplementedError("not on Mondays")

    with pytest.raises(NotImplementedError, match="not on Mondays"):
        refuses(pytorch_c.ones(2))
    refuses._destroy()


def test_parts_beside_each_other_take_a_dimension_from_the_end():
    def beside(lib):
        return lib.ops.aten._chunk_cat([lib.ones(1, 2, 3), lib.zeros(1, 2, 4)], -1, 5)

    assert torch.equal(torch.from_numpy(beside(pytorch_c).numpy()), beside(torch))


@BOTH
@pytest.mark.parametrize("data", [[[1, 2], 3], [[1, 2], array(3.0)], [1, [2]]], ids=["number", "array", "list"])
def test_sequences_of_unequal_depth_are_type_errors(lib, data):
    with pytest.raises(TypeError, match="not a sequence|expected a number|cannot be interpreted as an integer"):
        lib.tensor(data)


@BOTH
def test_a_tensor_is_a_row_among_lists(lib):
    assert lib.tensor([[1, 2], lib.ones(2)]).tolist() == [[1.0, 2.0], [1.0, 1.0]]
    with pytest.raises(ValueError, match="expected sequence of length 2 at dim 1"):
        lib.tensor([[1, 2], lib.ones(3)])


@BOTH
def test_a_tensor_is_not_set_to_one_of_another_dtype(lib):
    x = lib.ones(2)
    with pytest.raises(RuntimeError, match="(?i)could not set a? ?tensor of"):
        x.set_(lib.ones(2, dtype=lib.float64))
    assert x.set_(lib.zeros(2)).tolist() == [0, 0]


@BOTH
def test_the_warning_of_read_only_buffers_comes_each_time_where_all_warnings_do(lib):
    lib.set_warn_always(True)
    try:
        for _ in range(2):
            with pytest.warns(UserWarning, match="The given buffer is not writable"):
                lib.frombuffer(b"1234", dtype=lib.int8)
    finally:
        lib.set_warn_always(False)


@BOTH
@pytest.mark.parametrize(
    "name, kind",
    [("uint8", "Byte"), ("int64", "Long"), ("float16", "Half"), ("float64", "Double"), ("float32", "Float")],
)
def test_errors_name_types_of_tensors_as_torch_does(lib, name, kind):
    x = lib.zeros(2, dtype=getattr(lib, name))
    saved = lib._C._autograd._make_saved_tensor(x, False)
    x.add_(1)
    with pytest.raises(RuntimeError, match=rf"inplace operation: \[torch\.{kind}Tensor \[2\]\] is at version 1"):
        saved.unpack()


@BOTH
def test_checksums_can_be_left_out(lib):
    file = io.BytesIO()
    lib.serialization.set_crc32_options(False)
    try:
        lib.save(lib.ones(2), file)
    finally:
        lib.serialization.set_crc32_options(True)
    file.seek(0)
    assert lib.load(file).tolist() == [1, 1]
    archive = zipfile.ZipFile(file)
    with pytest.raises(zipfile.BadZipFile, match="Bad CRC-32"):
        archive.read("archive/data/0")


@BOTH
def test_a_package_has_its_version_among_its_data(lib):
    file = io.BytesIO()
    with importlib.import_module(f"{lib.__name__}.package").PackageExporter(file) as package:
        package.save_text("texts", "one", "1")
    names = {name.partition("/")[2] for name in zipfile.ZipFile(file).namelist()}
    assert names >= {"texts/one", ".data/version", "byteorder", ".data/serialization_id"} and "version" not in names


@BOTH
@pytest.mark.parametrize("training", [True, False])
def test_the_kernels_of_batch_norm_are_called_by_name(lib, training):
    x, weight, zeros, ones = lib.arange(12.0).view(2, 3, 2), lib.ones(3), lib.zeros(3), lib.ones(3)
    aten = lib.ops.aten
    wanted = lib.native_batch_norm(x, weight, zeros, zeros.clone(), ones.clone(), training, 0.1, 1e-5)
    found = aten._native_batch_norm_legit(x, weight, zeros, zeros.clone(), ones.clone(), training, 0.1, 1e-5)
    more = (
        aten._batch_norm_with_update(x, weight, zeros, zeros.clone(), ones.clone(), 0.1, 1e-5)
        if training
        else aten._native_batch_norm_legit_no_training(x, weight, zeros, zeros, ones, 0.1, 1e-5)
    )
    for one in (found, more):
        assert all(lib.equal(a, b) for a, b in zip(one[:3], wanted, strict=True))


@BOTH
def test_sparse_tensors_without_elements_are_broadcast(lib):
    for values, sparse, size in ((lib.zeros(3, 0), 2, (2, 3, 0)), (lib.ones(3, 1, 0), 2, (2, 3, 4, 0))):
        assert lib._sparse_broadcast_to(values.to_sparse(sparse), size).to_dense().shape == size


@BOTH
def test_scales_may_lead_beyond_the_size(lib):
    found = lib.ops.aten._upsample_bilinear2d_aa(lib.ones(1, 1, 10, 10), [3, 3], False, 1.7, 1.7)
    assert found.shape == (1, 1, 3, 3)


@BOTH
@pytest.mark.parametrize("new_format", [True, False])
def test_weights_quantized_by_channel_are_saved_in_any_order_of_memory(lib, new_format):
    """fbgemm gives a conv1d's weight back with strides of its own, which are neither contiguous nor a known format."""
    values = lib.arange(36.0).view(6, 2, 3)
    weight = lib.quantize_per_channel(values, lib.ones(6).double(), lib.full((6,), 3), 0, lib.qint8)
    packed = lib.ops.quantized.conv1d_prepack(weight, None, [1], [0], [1], 3)
    weight, _ = lib.ops.quantized.conv1d_unpack(packed)
    assert weight.stride() == (6, 1, 2)
    file = io.BytesIO()
    lib.save({"a": weight, "b": weight}, file, _use_new_zipfile_serialization=new_format)
    file.seek(0)
    again = lib.load(file)
    assert lib.equal(again["a"].int_repr(), weight.int_repr()) and again["a"].stride() == weight.stride()
    assert again["a"].data_ptr() == again["b"].data_ptr()
    assert lib.equal(deepcopy(weight).int_repr(), weight.int_repr())
