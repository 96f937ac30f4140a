"""Calls on which libtorch itself crashes or never comes back: here each is an error that says why, or gives its result.

The checks stand in cshim/src/checks/checks.cc.
"""

import re

import pytest
from support.surviving import say

# (what, call, what its error says or None where it works)
CALLS = [
    (
        "bags for no offset",
        "t.embedding_bag(t.ones(5, 3), t.tensor([1, 2]), EMPTY, mode=2)",
        "offsets: 2 indices and no bag",
    ),
    (
        "gradient of indices behind the last bag",
        "gradient(lambda w: t.embedding_bag(w, t.tensor([0, 1, 1]), t.tensor([0, 1]), include_last_offset=True)[0], t.ones(5, 3))",
        "offsets: the last must be the number of indices, 3, where the weight's gradient is wanted, got 1",
    ),
    (
        "indices behind the last bag",
        "t.embedding_bag(t.ones(5, 3), t.tensor([0, 1, 1]), t.tensor([0, 1]), include_last_offset=True)",
        None,
    ),
    (
        "attention to fewer keys than values",
        "t.nn.functional.scaled_dot_product_attention(t.ones(1, 4, 3, 8), t.ones(1, 4, 3, 8), t.ones(1, 4, 6, 8))",
        "key and value must have the same length, got .1, 4, 3, 8. and .1, 4, 6, 8.",
    ),
    (
        "complex numbers where the processor reads none",
        "t.frombuffer(HELD, dtype=t.complex128, count=1, offset=OFFSET).clone()",
        "memory of complex128 must be aligned to 16 bytes",
    ),
    ("fill by a meta tensor", "t.fill(t.ones(3), META)", "a meta tensor has no number"),
    ("fill in place by a meta tensor", "t.ones(3).fill_(META)", "a meta tensor has no number"),
    (
        "cross with a meta tensor",
        "t.linalg.cross(t.ones(1, 3), t.ones(5, 3, device='meta'))",
        "two devices, meta and cpu",
    ),
    ("cross of meta tensors", "t.linalg.cross(t.ones(5, 3, device='meta'), t.ones(5, 3, device='meta'))", None),
    (
        "scatter of a meta tensor",
        "t.masked_scatter(t.ones(3), t.ones(3) > 0, t.ones(3, device='meta'))",
        "two devices, meta and cpu|Cannot inplace",
    ),
    (
        "linear into memory by a meta weight",
        "t._ops.linear(t.ones(2, 3), t.ones(4, 3, device='meta'), out=t.empty(2, 4))",
        "two devices, meta and that of 'out'",
    ),
    (
        "samples of no interpolation",
        "t._ops.grid_sampler_2d(t.ones(1, 1, 5, 5), t.zeros(1, 5, 5, 2), 4, 0, False)",
        "argument 'interpolation_mode' must be 0 .bilinear., 1 .nearest. or 2 .bicubic., got 4",
    ),
    (
        "samples of no padding",
        "t._ops.grid_sampler_3d(t.ones(1, 1, 2, 2, 2), t.zeros(1, 1, 1, 1, 3), 0, -1, False)",
        "argument 'padding_mode' must be 0",
    ),
    ("gradient of pdist of nothing", "gradient(t.pdist, t.ones(0, 3))", None),
    ("unpack without pivots", "t.lu_unpack(t.eye(2), EMPTY.int())", "LU_pivots must be .2. for LU_data of .2, 2."),
    (
        "batch norm of other channels",
        "t.native_batch_norm(t.ones(5, 7), t.ones(3), t.ones(3), None, None, True, 0.1, 1e-5)",
        "weight must have one element for each channel, .7., got .3.",
    ),
    ("norm of no list", "t._ops._foreach_norm([], 2)", "self must have at least one tensor"),
    ("stack of no list", "t._ops._stack([])", "tensors must have at least one tensor"),
    (
        "copy of a shorter list",
        "t._ops._foreach_copy([ONE, ONE], [ONE])",
        "Tensor lists must have the same number of tensors, got 2 and 1 in src",
    ),
    (
        "scalars for no tensor",
        "t._ops._foreach_addcmul_([ONE], [ONE], [ONE], [])",
        "Tensor list must have same number of elements as scalar list. scalars has 0, the list 1",
    ),
    (
        "fused step of unlike rows",
        "t._ops._fused_sgd_([t.ones(3)], [t.ones(2)], [], weight_decay=0, momentum=0, lr=1, dampening=0,"
        " nesterov=False, maximize=False, is_first_step=True)",
        "argument 'grads': entry 0 must be like its parameter, .3. Float on cpu, got .2.",
    ),
    (
        "fused step of unlike order",
        "t._ops._fused_sgd_([t.ones(3, 2)], [t.ones(2, 3).t()], [], weight_decay=0, momentum=0, lr=1, dampening=0,"
        " nesterov=False, maximize=False, is_first_step=True)",
        "argument 'grads': entry 0 and its parameter must lie in memory alike",
    ),
    (
        "segments beyond the data",
        "t.segment_reduce(t.ones(2), 'sum', offsets=t.tensor([0, 99]))",
        "offsets must be within 0 and 2",
    ),
    (
        "unsafe lengths beyond the data",
        "t.segment_reduce(t.ones(2), 'sum', lengths=t.tensor([99]), unsafe=True)",
        "lengths must not be negative, nor sum up to more than 2",
    ),
    ("negative repeats", "t.repeat_interleave(t.tensor([-1, 3]), output_size=2)", "repeats can not be negative"),
    (
        "an LSTM's state of another batch",
        "t.lstm(t.ones(2, 1, 3), [t.ones(1, 5, 4)] * 2, [t.ones(16, 3), t.ones(16, 4)], False, 1, 0.0, False, False, False)",
        "hx must be of 1 layers and directions by 1 sequences",
    ),
    ("weight norm of nothing", "t._ops._weight_norm(t.ones(0, 3), t.ones(0, 1))", "v must have elements"),
    ("eigenvalues of infinity", "t.linalg.eigvals(t.full((3, 3), float('inf')))", "should not contain infs or NaNs"),
    (
        "a single negative pivot",
        "t.linalg.ldl_solve(t.eye(3), t.tensor([-1, 2, 3], dtype=t.int32), t.ones(3, 2))",
        "negative ones come in equal pairs",
    ),
    (
        "pivots of another dtype",
        "t.linalg.ldl_solve(t.eye(3), t.tensor([-1, -1, -1]), t.ones(3, 2))",
        "negative ones come in equal pairs",
    ),
    (
        "an attention bias of another dtype",
        "t._ops._native_multi_head_attention(t.ones(1, 2, 4), t.ones(1, 2, 4), t.ones(1, 2, 4), 4, 1, t.ones(12, 4),"
        " t.ones(12).half(), t.ones(4, 4), t.ones(4))",
        "argument 'qkv_bias': the dtype of the input is needed, Float, got Half",
    ),
    ("the least power", "t.linalg.matrix_power(t.eye(2), -(1 << 63))", "n must be more than"),
    (
        "a label that is no class",
        "t.nn.functional.ctc_loss(t.randn(5, 1, 4).log_softmax(2), t.tensor([[1, 99]]), [5], [2])",
        "targets must be within 0 and 3, the classes of log_probs, got 99",
    ),
    (
        "labels that only pad",
        "t.nn.functional.ctc_loss(t.randn(5, 1, 4).log_softmax(2), t.tensor([[1, 99]]), [5], [1])",
        None,
    ),
    (
        "packed sequences of other sizes",
        "t._ops._pad_packed_sequence(t.ones(4, 2), t.tensor([3, 5]), False, 0, 0)",
        "batch_sizes must be positive and not grow, got 5 at 1",
    ),
    (
        "a sparse tensor spread over nothing",
        "t._sparse_broadcast_to(t.eye(3).to_sparse(), (0, 3, 3))",
        "size must be positive",
    ),
    (
        "diagonals of a negative shape",
        "t._ops._spdiags(t.ones(1, 3), t.tensor([0]), (-1, 3))",
        "shape must not be negative",
    ),
    (
        "a column that is not there",
        "t.sparse_csr_tensor([0, 1, 2], [0, 10**9], [1.0, 2.0], (2, 2)) @ t.ones(2)",
        "0 <= col_indices < ncols. is not satisfied",
    ),
    (
        "a place outside of the size",
        "t.sparse_coo_tensor([[0, 10**9]], [1.0, 2.0], (2,)).to_dense()",
        "size is inconsistent with indices",
    ),
    ("draws of no number", "t.binomial(t.full((2,), float('nan')), t.ones(2))", "count must be finite"),
    (
        "a kernel that is not the weight's",
        "t._ops.slow_conv_transpose3d(t.ones(1, 2, 3, 3, 3), t.ones(2, 1, 2, 2, 2), [1, 1, 1])",
        "kernel_size must be the weight's",
    ),
    (
        "a padding whose square has no 64 bits",
        "t._ops.col2im(t.ones(1, 12, 12), [4, 5], [2, 2], [1, 1], [1 << 31, 1 << 31], [1, 1])",
        "padding must be less than 2.30",
    ),
    (
        "an output without elements",
        "t._ops.rrelu_with_noise(t.ones(3, 4), t.ones(3, 4), 0.1, 0.3, True, out=t.empty(0))",
        None,
    ),
    (
        "statistics that are missing",
        "t.native_batch_norm(t.ones(2, 3), None, None, None, None, False, 0.1, 1e-5)",
        "running_mean must be defined in evaluation mode",
    ),
    ("a step that is cut to 0", "t.range(255.0, -1, -0.9, out=t.ones(3).long())", "step must be nonzero"),
    (
        "exponents for no tensor that requires grad",
        "t._ops._foreach_pow_([t.ones(3, requires_grad=True) * 1], [])",
        "Tensor lists must have the same number of tensors, got 1 and 0",
    ),
    (
        "divisors for no tensor that requires grad",
        "t._ops._foreach_div_([t.ones(3, requires_grad=True) * 1], [])",
        "Tensor list must have same number of elements as scalar list",
    ),
    (
        "weights for no tensor that requires grad",
        "t.ops.aten._foreach_lerp_.ScalarList([t.ones(3, requires_grad=True) * 1], [t.ones(3)], [])",
        "Tensor list must have same number of elements as scalar list. weight has 0",
    ),
    ("a dense copy into a sparse one", "t._ops.copy(t.eye(2).to_sparse_csr(), t.ones(2))", "must be strided"),
    ("a dense copy into MKL-DNN's", "t._ops.copy(t.eye(2).to_mkldnn(), t.ones(2))", "must be strided"),
    ("an empty tensor for MKL-DNN", "t.ones(0, 3).to_mkldnn()", "self must have elements"),
    (
        "indices that are nested",
        "t._ops._convert_indices_from_csr_to_coo(t.ops.aten._nested_tensor_from_tensor_list([ONE.long(), ONE.long()]), ONE.long())",
        "'crow_indices' must rise from 0",
    ),
    ("the median of one element spread out", "t.median(t.tensor([-1.0]).expand(3), 0)", None),
    (
        "an out whose elements share memory",
        "t._ops._log_softmax(t.ones(2, 3), 1, False, out=t.ones(2, 1).expand(2, 3))",
        "more than one element of the written-to tensor refers to a single memory location",
    ),
    (
        "a padded out whose elements share memory",
        "t._ops.replication_pad3d(t.ones(1, 2, 2, 2), [1] * 6, out=t.ones(1).expand(1, 4, 4, 4))",
        "more than one element of the written-to tensor",
    ),
    ("an order without end", "t.special.laguerre_polynomial_l(ONE, 1e18)", "n must be at most 65536"),
    (
        "orders without end",
        "t.special.hermite_polynomial_h(t.ones(2), t.tensor([1.0, 1e18]))",
        "n must be at most 65536",
    ),
    ("a CUDA tensor on the CPU", "t.ones(2).cuda(t.device('cpu'))", "Invalid device, must be cuda device"),
    (
        "an observer of no element",
        "t.fused_moving_avg_obs_fake_quant(t.ones(2, 3), EMPTY, ONE.long(), ONE, ONE, ONE, ONE.int(), 0.01, 0, 255, 0)",
        "observer_on must have one element",
    ),
]


@pytest.fixture(scope="module")
def said():
    return say([call for _, call, _ in CALLS])


@pytest.mark.parametrize("i", range(len(CALLS)), ids=[what.replace(" ", "-") for what, _, _ in CALLS])
def test_a_call_says_what_is_wrong(said, i):
    assert re.search(CALLS[i][2] or "gives a result", said[i]), said[i]
