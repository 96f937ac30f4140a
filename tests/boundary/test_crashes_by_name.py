"""The checks in front of operators hold for calls by name too (cshim/src/checks/by_name.cc), one by one."""

import re

import pytest
import torch
from support.project import ROOT
from support.surviving import say

import pytorch_c as t
from codegen import checks_by_name

SOURCE = ROOT / "cshim" / "src" / "checks" / "by_name.cc"

OBSERVER = "ONE.long(), ONE, ONE, ONE, ONE.int(), 0.01, 0, 255, 0"
ATTENTION = "t.ones(1, 2, 4), t.ones(1, 2, 4), t.ones(1, 2, 4), 4, {heads}, t.ones(12, 4), t.ones(12){dtype}, t.ones(4, 4), t.ones(4)"
LAYER = (
    "t.ones(1, 2, 4), 4, 1, t.ones(12, 4), t.ones(12).half(), t.ones(4, 4), t.ones(4), False, False, 1e-5, t.ones(4),"
    " t.ones(4), t.ones(4), t.ones(4), t.ones(4, 4), t.ones(4), t.ones(4, 4), t.ones(4)"
)
HX, PARAMS = "[t.ones(1, 5, 4)] * 2", "[t.ones(16, 3), t.ones(16, 4)]"
ADAM = "[t.ones(3)], [t.ones(3)], [t.ones(2)], [t.ones(3)], [], [ONE], lr=1, beta1=1, beta2=1, weight_decay=0, eps=1, amsgrad=False, maximize=False"
SGD = "[t.ones(3)], [t.ones(2)], [], weight_decay=0, momentum=0, lr=1, dampening=0, nesterov=False, maximize=False, is_first_step=True"
ADAGRAD = "[t.ones(3)], [t.ones(3)], [t.ones(3)], [t.ones(2)], lr=1, lr_decay=0, weight_decay=0, eps=1, maximize=False"
CTC = "t.randn(5, 1, 4).log_softmax(2), t.tensor([[1, 99]])"
NO_CLASS = "targets must be within 0 and 3"
UNLIKE = "argument '{}': entry 0 must be like its parameter"
NESTED = "t.ones(4), t.tensor([[9]]), t.tensor([[1]]), t.tensor([0])"
SOBOL = "t.zeros({}, dtype=t.int64)"

ZEROS = "t.ops.aten._efficientzerotensor((3,))"
RAGGED = "t._nested_tensor_from_tensor_list([t.ones(2)] * 2)"
FAR = ("t.ones(3), [3], [1 << 62]", "reach beyond any memory")
LOW = "t.full((2,), -(1 << 63), dtype=t.int64)"
NORMED = "t.ones(2, 3), t.ones(3), t.ones(3), t.zeros(2), t.ones(3)"
OF_CHANNELS = "running_mean must have one element for each channel"
OUT_OF_SCALE = ("t.ones(1, 1, 4, 4), [2, 2], False, 0.1, 0.1", "scales must lead to output_size")

# operator, as in the table of the source, with the overload where one is meant: (arguments, what the error says)
# Numbers that are not plain: with plain arguments an operator runs its own C function, which has checks of its own.
ZERO, TWO = "__import__('numpy').int64(0)", "__import__('numpy').float64(2)"

# One tensor as an input and as the output.
SELF, SELF_AGAIN = "(kept := t.ones(1, 1, 3))", "kept"
ANOTHER = "another tensor than self"

CALLS = {
    "embedding_bag": ("t.ones(5, 3), t.tensor([1, 2]), EMPTY", "no bag"),
    "_embedding_bag": ("t.ones(5, 3), t.tensor([1, 2]), EMPTY", "no bag"),
    "_embedding_bag_forward_only": ("t.ones(5, 3), t.tensor([1, 2]), EMPTY", "no bag"),
    "rrelu_with_noise.out": (
        "t.ones(3, 4), t.ones(3, 4), 0.1, 0.3, True, out=t.ones(2)",
        "out must be of self's sizes",
    ),
    "_native_multi_head_attention": (ATTENTION.format(heads=0, dtype=""), "'num_head': at least 1"),
    "_transformer_encoder_layer_fwd": (LAYER, "'qkv_bias': the dtype of the input"),
    "col2im": ("t.ones(1, 12, 12), [4, 5], [2, 2], [1, 1], [1 << 31, 1 << 31], [1, 1]", "padding must be less than"),
    "im2col": ("t.ones(1, 1, 4, 4), [1 << 31, 2], [1, 1], [0, 0], [1, 1]", "kernel_size must be less than"),
    "range.step": ("0, 5, 0.5, dtype=t.int64", "step must be at least 1"),
    "zeros": ("[2], dtype=t.float64, layout=t._mkldnn", "must be float32"),
    "zeros_like": ("t.ones(2).double(), layout=t._mkldnn", "must be float32"),
    "max_pool1d": ("t.ones(1, 1, 9), [1 << 31]", "kernel_size must be less than"),
    "fractional_max_pool3d": (
        "t.ones(1, 4, 4, 4), [-1, 1, 1], [1, 1, 1], t.ones(1, 1, 3)",
        "kernel_size must be positive",
    ),
    "slow_conv_transpose2d": ("t.ones(1, 2, 3, 3), t.ones(2, 1, 2, 2), [1, 1]", "kernel_size must be the weight's"),
    "slow_conv_transpose3d": (
        "t.ones(1, 2, 3, 3, 3), t.ones(2, 1, 2, 2, 2), [1, 1, 1]",
        "kernel_size must be the weight's",
    ),
    "_foreach_addcdiv_.ScalarList": (
        "[ONE], [ONE], [ONE], []",
        "Tensor list must have same number of elements as scalar list. scalars has 0",
    ),
    "_foreach_addcmul_.ScalarList": (
        "[ONE], [ONE], [ONE], []",
        "Tensor list must have same number of elements as scalar list. scalars has 0",
    ),
    "_foreach_lerp_.ScalarList": (
        "[ONE], [ONE], []",
        "Tensor list must have same number of elements as scalar list. weight has 0",
    ),
    "_foreach_pow_.ScalarList": (
        "[ONE], []",
        "Tensor list must have same number of elements as scalar list. exponent has 0",
    ),
    "native_group_norm": ("t.ones(1, 2, 1), None, None, 1, 2, 1, 0, 1e-5", "group must be positive"),
    "_transform_bias_rescale_qkv": ("t.ones(1, 2, 12), t.ones(12), 0", "'num_heads': at least 1"),
    "_dyn_quant_pack_4bit_weight": ("t.ones(2, 3), t.ones(3), None, 0, 3, 2", "block_size, in_features and"),
    "_dyn_quant_matmul_4bit": ("t.ones(2, 3), t.ones(3), 0, -1, -2", "block_size must be positive"),
    "_fft_c2c": ("t.ones(2, 2) + 0j, [1, 2147483647], 0, False", "dim must be within 0 and 1"),
    "_fft_r2c": ("t.ones(2, 2), [2147483647], 0, False", "dim must be within 0 and 1"),
    "_fft_c2r": ("t.ones(2, 2) + 0j, [2147483647], 0, 2", "dim must be within 0 and 1"),
    "_remove_batch_dim": ("t.ones(2), 1, 2, 2147483648", "dim must be within 0 and 1"),
    "zero_": ("t.ones(4).to(t.bfloat16).to_mkldnn()", "must be float32"),
    "copy": ("t.eye(2).to_sparse_csr(), t.ones(2)", "must be strided"),
    "to_mkldnn": ("t.ones(0, 3)", "self must have elements"),
    "broadcast_to": ("t.ones(1, 1), [-2, 0, 1]", "size must not be negative"),
    "median.dim": (f"t.ones(1).expand(3), {ZERO}", "elements that share memory"),
    "median.dim_values": ("t.ones(1).expand(3), 0, values=t.ones(()), indices=t.ones(()).long()", "share memory"),
    "nanmedian.dim": (f"t.ones(1).expand(3), {ZERO}", "elements that share memory"),
    "nanmedian.dim_values": ("t.ones(1).expand(3), 0, values=t.ones(()), indices=t.ones(()).long()", "share memory"),
    "range.out": ("255.0, -1, -0.9, out=t.ones(3).long()", "step must be nonzero"),
    "_lazy_clone": ("t.frombuffer(bytearray(8), dtype=t.float32)", "move memory that others look at"),
    "special_laguerre_polynomial_l": ("t.ones(2), t.tensor([1.0, 1e18])", "n must be at most 65536"),
    "special_legendre_polynomial_p.n_scalar": ("t.ones(2), 1e18", "n must be at most 65536"),
    "_log_softmax.out": ("t.ones(2, 3), 1, False, out=t.ones(2, 1).expand(2, 3)", "more than one element"),
    "_foreach_norm": ("[], 2", "at least one tensor"),
    "_foreach_copy": ("[ONE, ONE], [ONE]", "Tensor lists must have the same number of tensors, got 2 and 1 in src"),
    "_stack": ("[]", "at least one tensor"),
    "linalg_eigvals": ("t.full((3, 3), float('inf'))", "infs or NaNs"),
    "linalg_eig": (f"{SELF}, eigenvalues={SELF_AGAIN}, eigenvectors=t.ones(3, dtype=t.complex64)", ANOTHER),
    "linalg_lstsq": ("t.ones(2, 3), t.ones(2, 0), driver='gelss'", "at least one column"),
    "max_unpool2d": (f"{SELF}, t.zeros(1, 1, 3, dtype=t.int64), [3, 6], out={SELF_AGAIN}", ANOTHER),
    "max_unpool3d": (
        f"{SELF}, t.zeros(1, 1, 3, dtype=t.int64), [3, 6, 1], [1] * 3, [0] * 3, out={SELF_AGAIN}",
        ANOTHER,
    ),
    "_scaled_dot_product_flash_attention_for_cpu": (
        "t.ones(1, 2, 3, 8), t.ones(1, 2, 6, 8), t.ones(1, 1, 6, 8)",
        "key and value must have the same",
    ),
    "scaled_dot_product_attention": ("t.ones(1, 2, 3, 8), t.ones(1, 2, 3, 8), t.ones(1, 2, 6, 8)", "the same length"),
    "fill.Tensor": ("t.ones(3), META", "no number"),
    "fill_.Tensor": ("t.ones(3), META", "no number"),
    "fill.Tensor_out": ("t.ones(3), META, out=t.ones(3)", "no number"),
    "cross": ("t.ones(1, 3), t.ones(5, 3, device='meta')", "two devices"),
    "masked_scatter": ("t.ones(3), t.ones(3) > 0, t.ones(3, device='meta')", "two devices"),
    "grid_sampler": ("t.ones(1, 1, 5, 5), t.zeros(1, 5, 5, 2), 4, 0, False", "interpolation_mode"),
    "_grid_sampler_2d_cpu_fallback": ("t.ones(1, 1, 5, 5), t.zeros(1, 5, 5, 2), 0, 3, False", "padding_mode"),
    "linalg_cross": ("t.ones(1, 3), t.ones(5, 3, device='meta')", "two devices"),
    "grid_sampler_2d": ("t.ones(1, 1, 5, 5), t.zeros(1, 5, 5, 2), 4, 0, False", "interpolation_mode"),
    "grid_sampler_3d": ("t.ones(1, 1, 2, 2, 2), t.zeros(1, 1, 1, 1, 3), 0, -1, False", "padding_mode"),
    **{
        name: (f"t.zeros(3), 0, t.tensor([0]), t.ones(1).to_mkldnn(){more}", "'src': a strided tensor is needed")
        for name, more in (
            ("scatter", ""),
            ("scatter_", ""),
            ("scatter_add", ""),
            ("scatter_add_", ""),
            ("scatter_reduce", ", 'sum'"),
            ("scatter_reduce_", ", 'sum'"),
        )
    },
    **{
        f"reflection_pad{n}d": (f"{SELF}, [0] * {2 * n}, out={SELF_AGAIN}", "refer to a single memory location")
        for n in (1, 2, 3)
    },
    "linalg_ldl_solve": ("t.eye(3), t.tensor([-1, 2, 3], dtype=t.int32), t.ones(3, 2)", "in equal pairs"),
    "linalg_matrix_power": ("t.eye(2), -(1 << 63)", "n must be more than"),
    "matrix_power": ("t.eye(2), -(1 << 63)", "n must be more than"),
    "lu_unpack": ("t.eye(2), EMPTY.int()", "LU_pivots must be"),
    "pdist": (f"t.ones(0, 3, requires_grad=True), {TWO}", "self must have elements"),
    "_pdist_forward": (f"t.ones(0, 3, requires_grad=True), {TWO}", "self must have elements"),
    "ctc_loss": (CTC + ", [5], [2]", NO_CLASS),
    "ctc_loss.Tensor": (CTC + ", t.tensor([5]), t.tensor([2])", NO_CLASS),
    "_ctc_loss": (CTC + ", [5], [2]", NO_CLASS),
    "native_batch_norm": (
        "t.ones(5, 7), t.ones(3), t.ones(3), None, None, True, 0.1, 1e-5",
        "one element for each channel",
    ),
    "_weight_norm": ("t.ones(0, 3), t.ones(0, 1)", "v must have elements"),
    "fused_moving_avg_obs_fake_quant": (f"t.ones(2, 3), EMPTY, {OBSERVER}", "observer_on must have one element"),
    "_fused_moving_avg_obs_fq_helper": (f"t.ones(2, 3), EMPTY, {OBSERVER}", "observer_on must have one element"),
    "quantized_lstm_cell": (
        "ONE, [ONE], ONE, ONE, ONE, ONE, ONE, ONE, ONE, ONE, 1, 1, 0, 0",
        "hx must be two tensors",
    ),
    "lstm.input": (f"t.ones(2, 1, 3), {HX}, {PARAMS}, False, 1, 0.0, False, False, False", "by 1 sequences"),
    "lstm.data": (f"t.ones(2, 3), t.tensor([2]), {HX}, {PARAMS}, False, 1, 0.0, False, False", "by 2 sequences"),
    "_pad_packed_sequence": ("t.ones(4, 2), t.tensor([3, 5]), False, 0, 0", "batch_sizes must be positive"),
    "segment_reduce": ("t.ones(2), 'sum', offsets=t.tensor([0, 99])", "offsets must be within"),
    "repeat_interleave.Tensor": ("t.tensor([-1, 3]), output_size=2", "repeats can not be negative"),
    "repeat_interleave.self_Tensor": ("t.ones(2), t.tensor([-1, 3]), output_size=2", "repeats can not be negative"),
    "binomial": ("t.full((2,), float('nan')), t.ones(2)", "count must be finite"),
    "_sobol_engine_draw": (f"{SOBOL.format(2)}, 1, {SOBOL.format('(2, 9)')}, 2, 0, None", "'sobolstate' must be"),
    "_sobol_engine_ff_": (f"{SOBOL.format(3)}, 1, {SOBOL.format('(2, 30)')}, 2, 0", "'self' must be"),
    "_sobol_engine_initialize_state_": (f"{SOBOL.format('(2, 9)')}, 2", "'self' must be"),
    "_sobol_engine_scramble_": (f"{SOBOL.format('(2, 30)')}, {SOBOL.format('(2, 30)')}, 2", "'ltm' must be"),
    "_nested_compute_contiguous_strides_offsets": ("t.ones(2)", "'nested_size' must be"),
    "_nested_from_padded": ("t.ones(2), t.ones(2)", "sizes of components must be a matrix of int64"),
    "_nested_from_padded_and_nested_example": ("t.ones(2), t.ones(2)", "nt_example must be a nested tensor"),
    "_nested_view_from_buffer": (NESTED, "lies outside of the buffer"),
    "_nested_view_from_buffer_copy": (NESTED, "lies outside of the buffer"),
    "_convert_indices_from_coo_to_csr": ("t.tensor([0, 9]), 2", "rows within 0 and size - 1"),
    "_native_batch_norm_legit": (f"{NORMED}, True, 0.1, 1e-5", OF_CHANNELS),
    "_native_batch_norm_legit_functional": (f"{NORMED}, True, 0.1, 1e-5", OF_CHANNELS),
    "_native_batch_norm_legit_no_training": (f"{NORMED}, 0.1, 1e-5", OF_CHANNELS),
    "_batch_norm_with_update": (f"{NORMED}, 0.1, 1e-5", OF_CHANNELS),
    "_batch_norm_with_update_functional": (f"{NORMED}, 0.1, 1e-5", OF_CHANNELS),
    "_batch_norm_no_update": ("t.ones(2, 3), None, None, None, None, 0.1, 1e-5", "running_mean must be defined"),
    "_convert_indices_from_csr_to_coo": ("t.tensor([0, 99]), t.tensor([0])", "'crow_indices' must rise"),
    "_sparse_broadcast_to": ("t.eye(3).to_sparse(), [0, 3, 3]", "size must be positive"),
    "_spdiags": ("t.ones(1, 3), t.tensor([0]), [-1, 3]", "shape must not be negative"),
    "_fused_adam": (ADAM, UNLIKE.format("exp_avgs")),
    "_fused_adam_": (ADAM, UNLIKE.format("exp_avgs")),
    "_fused_adamw": (ADAM, UNLIKE.format("exp_avgs")),
    "_fused_adamw_": (ADAM, UNLIKE.format("exp_avgs")),
    "_fused_adagrad": (ADAGRAD, "'state_steps': each must hold one number"),
    "_fused_adagrad_": (ADAGRAD, "'state_steps': each must hold one number"),
    **dict.fromkeys(("as_strided", "as_strided_", "as_strided_copy", "_reshape_alias"), FAR),
    "_softmax_backward_data": ("t.ones(2, 3), t.ones(2), 1, t.float32", "must be of output's sizes"),
    "_log_softmax_backward_data": ("t.ones(2, 3), t.ones(2), 1, t.float32", "must be of output's sizes"),
    "replication_pad1d": ("t.ones(1, 2, 3), [1 << 31, 0]", "padding must be less than"),
    "replication_pad2d": ("t.ones(1, 2, 3, 4), [-1, -3, 1 << 32, 65535]", "padding must be less than"),
    "replication_pad3d": ("t.ones(1, 2, 3, 4, 5), [0, 0, 0, 0, 1 << 31, 0]", "padding must be less than"),
    "_neg_view": ("t.quantize_per_tensor(ONE, 0.1, 0, t.quint8)", "self must not be quantized"),
    "view.dtype": ("t.quantize_per_tensor(ONE, 0.1, 0, t.quint8), t.qint8", "self must not be quantized"),
    "resize_": (f"{ZEROS}, [4000]", "gives a result"),
    "resize_as_": (f"{ZEROS}, t.ones(4000)", "gives a result"),
    "_reshape_alias_copy": ("t.ones(3), [2], [3]", "must stay within self's memory"),
    "convolution_backward": (
        "t.ones(1, 2, 5), t.ones(1, 2, 5), t.ones(2, 2, 1), None, [1], [0], [1], False, [0], 0, [True] * 3",
        "groups must be positive",
    ),
    "as_strided_scatter": ("t.ones(3), t.ones(3), [3], [1 << 62]", "reach beyond any memory"),
    "empty_strided": ("[3], [1 << 62]", "reach beyond any memory"),
    "new_empty_strided": ("t.ones(3), [3], [1 << 62]", "reach beyond any memory"),
    **dict.fromkeys(("expand", "expand_copy"), ("t.ones(2), [-1, 2]", "size must not be negative")),
    **dict.fromkeys(("trapz", "trapezoid", "cumulative_trapezoid"), (RAGGED, "y must not be a nested tensor")),
    **dict.fromkeys(("select.int", "select_copy.int"), (RAGGED + f", -1, {ZERO}", "self must not be a nested tensor")),
    "chunk": ("t._nested_tensor_from_tensor_list([ONE.sum()] * 2), 2", "components with dimensions"),
    **dict.fromkeys(
        ("cat.out", "concat.out", "concatenate.out"),
        ("[], 0, out=t.quantize_per_tensor(t.ones(2), 0.1, 0, t.quint8)", "expected a non-empty list of Tensors"),
    ),
    "_chunk_cat": ("[t.tensor(1.0)], 0, 2", "alike before dimension dim"),
    "batch_norm_update_stats": ("t.ones(4, 4), None, t.ones(3), 0.1", "running_var must have one element"),
    "choose_qparams_optimized": ("t.ones(3), 2, -1, 0.16, 8", "n_bins must be between"),
    **dict.fromkeys(("lcm", "lcm_"), (f"{LOW}, {LOW}", "no absolute value")),
    **dict.fromkeys(("_upsample_bilinear2d_aa.", "_upsample_bicubic2d_aa.", "_upsample_lanczos2d_aa."), OUT_OF_SCALE),
    **dict.fromkeys(
        ("_upsample_bilinear2d_aa.out", "_upsample_bicubic2d_aa.out", "_upsample_lanczos2d_aa.out"),
        (OUT_OF_SCALE[0] + ", out=t.ones(1, 1, 2, 2)", OUT_OF_SCALE[1]),
    ),
    **dict.fromkeys(
        ("index_copy", "index_copy_"), ("t.ones(2, 2), 0, t.tensor([0]), t.ones(1, 2).to_mkldnn()", "must be strided")
    ),
    "_ctc_loss.Tensor": (CTC + ", t.tensor([5]), t.tensor([2])", NO_CLASS),
    "random_.from": ("t.ones(3), (1 << 63) - 1, None", "from must be less"),
    "_fused_sgd": (SGD, UNLIKE.format("grads")),
    "_fused_sgd_": (SGD, UNLIKE.format("grads")),
    "sparse_coo_tensor.indices_size": ("t.tensor([[0, 10**9]]), t.ones(2), [2]", "size is inconsistent with indices"),
    "sparse_csr_tensor.crow_col_value_size": (
        "t.tensor([0, 1, 2]), t.tensor([0, 10**9]), t.ones(2), [2, 2]",
        "0 <= col_indices < ncols",
    ),
    "set_.source_Tensor": ("t.ones(2), t._to_functional_tensor(t.ones(2))", "source must have memory"),
    "set_.source_Tensor_storage_offset": (
        "t.ones(2), t._to_functional_tensor(t.ones(2)), 0, [2], [1]",
        "source must have memory",
    ),
}


@pytest.fixture(scope="module")
def said():
    calls = []
    for name, (arguments, _) in CALLS.items():
        base, _, overload = name.partition(".")
        found = f"getattr(t.ops.aten.{base}, {overload!r})" if overload else f"t.ops.aten.{base}"
        calls.append(f"{found}({arguments})")
    return dict(zip(CALLS, say(calls), strict=True))


@pytest.mark.parametrize("name", CALLS)
def test_a_call_by_name_says_what_is_wrong(said, name):
    assert CALLS[name][1] in said[name]


def test_every_check_by_name_has_a_call():
    untyped = re.findall(r'^ {6}\{"(\w+)",', SOURCE.read_text(), re.MULTILINE)
    assert len(untyped) > 15 and set(untyped) <= set(CALLS)


def test_every_check_of_a_typed_function_has_a_call():
    called = {name.partition(".")[0] for name in CALLS}
    rows = checks_by_name.rows()
    assert len(rows) > 70
    assert [names for names in rows.values() if not called & {name.partition(".")[0] for name in names}] == []


# Kinds of operators that are for libtorch's own use.
BELIEVING = (
    "_pdist_backward _cummax_helper _weight_norm_interface "
    "_nnpack_spatial_convolution _slow_conv2d_forward _logcumsumexp _new_zeros_with_same_feature_meta _neg_view_copy "
    "_compute_linear_combination reflection_pad2d_backward"
).split()


def example(argument):
    """Something that its type takes."""
    kind = str(argument.real_type)
    if kind.startswith("Optional"):
        return None
    one = {"Tensor": t.ones(2), "bool": True, "ScalarType": t.float32}.get(kind.removeprefix("List[").rstrip("]"), 1)
    return [one] * (argument.N or 2) if kind.startswith("List[") else one


@pytest.mark.parametrize("name", BELIEVING)
def test_what_believes_its_arguments_is_refused(name):
    operator = getattr(t.ops.aten, name)
    for overload in operator.overloads():
        form = getattr(operator, overload)
        with pytest.raises(t.TorchError, match="is for libtorch's own use"):
            form(**{one.name: example(one) for one in form._schema.arguments if not one.has_default_value()})


def test_trust_lets_it_be_called():
    x, y = torch.randn(3, 4), torch.rand(3, 4)
    tanh = t.ops.aten.tanh_backward
    mine = t.tensor(x.numpy()), t.tensor(y.numpy())
    with pytest.raises(t.TorchError, match="ptc_operator_trust lets it be called"):
        tanh(*mine)
    assert tanh.default.trust() is tanh.default
    assert tanh(*mine).tolist() == torch.ops.aten.tanh_backward(x, y).tolist()
