"""Quantized tensors."""

from .family import operators_of
from .runner import row
from .samples import D, F, L, V


def bytes_of(*shape):
    """A tensor of quint8 of this shape."""

    def make(t):
        size = 1
        for n in shape:
            size *= n
        return t.quantize_per_tensor((t.arange(float(size)) * 0.1).reshape(shape), 0.1, 2, t.quint8)

    return L(make)


def channels(t):
    return t.quantize_per_channel(t.arange(6.0).reshape(2, 3), t.tensor([0.1, 0.2]), t.tensor([0, 1]), 0, t.qint8)


Q = bytes_of(2, 3)
SCALE, ZERO = V([0.1]), V([0], "int32")
OBSERVER = V([1]), V([1]), V([0.0]), V([1.0]), V([1.0]), V([0], "int32")

ROWS = [
    row("dequantize.self", Q),
    row("dequantize.tensors", [Q, Q]),
    row("empty_quantized", (2, 3), Q).shape_only(),
    row("_empty_affine_quantized", (2, 3), dtype=D("quint8"), scale=0.5, zero_point=3).shape_only(),
    row(
        "_empty_per_channel_affine_quantized",
        (2, 3),
        scales=V([0.1, 0.2]),
        zero_points=V([0, 1]),
        axis=0,
        dtype=D("qint8"),
    ).shape_only(),
    row("fake_quantize_per_channel_affine", F(2, 3), V([0.1, 0.2]), V([0, 1], "int32"), 0, 0, 255),
    row("fake_quantize_per_channel_affine_cachemask", F(2, 3), V([0.1, 0.2]), V([0, 1], "int32"), 0, 0, 255),
    row("fake_quantize_per_tensor_affine.tensor_qparams", F(2, 3), SCALE, ZERO, 0, 255),
    row("fused_moving_avg_obs_fake_quant", F(2, 3), *OBSERVER, 0.01, 0, 255, 0),
    row("int_repr", Q),
    row("q_per_channel_axis", L(channels)),
    row("q_per_channel_scales", L(channels)),
    row("q_per_channel_zero_points", L(channels)),
    row("q_scale", Q),
    row("q_zero_point", Q),
    row("qscheme", Q).as_method(),
    row("quantize_per_channel", F(2, 3), V([0.1, 0.2]), V([0, 1]), 0, D("qint8")),
    row("quantize_per_tensor", F(2, 3), 0.1, 2, D("quint8")),
    row("quantize_per_tensor", F(2, 3), scale=0.1, zero_point=0, dtype=D("qint32")),
    row("quantize_per_tensor.tensor_qparams", F(2, 3), V(0.1), V(2), D("quint8")),
    row("quantize_per_tensor.tensors", [F(2, 3), F(2)], V([0.1, 0.2]), V([0, 1]), D("quint8")),
    row("quantize_per_tensor_dynamic", F(2, 3), D("quint8"), False),
    row("quantized_batch_norm", bytes_of(1, 2, 3, 3), F(2), F(2), F(2), V([1.0, 2.0]), 1e-5, 0.1, 2),
    row("quantized_max_pool1d", bytes_of(1, 2, 6), 2),
    row("quantized_max_pool2d", bytes_of(1, 2, 6, 6), 2),
    row("quantized_max_pool3d", bytes_of(1, 1, 4, 4, 4), 2),
]


def packed(gates):
    """The arguments of a quantized cell, with weights packed by an operator."""
    quantize = lambda t, n: t.ops.aten.fbgemm_linear_quantize_weight(t.ones(3 * gates, n) * 0.5)
    quantized = lambda n, i: L(lambda t: quantize(t, n)[i])
    pack = lambda n: L(lambda t: t.ops.aten.fbgemm_pack_quantized_matrix(quantize(t, n)[0]))
    tensors = [
        quantized(2, 0),
        quantized(3, 0),
        F(3 * gates),
        F(3 * gates),
        pack(2),
        pack(3),
        quantized(2, 1),
        quantized(3, 1),
    ]
    return *tensors, 0.004, 0.004, 0, 0


ROWS += [
    row("quantized_gru_cell", F(5, 2), F(5, 3), *packed(3)),
    row("quantized_lstm_cell", F(5, 2), [F(5, 3), F(5, 3)], *packed(4)),
    row("quantized_rnn_relu_cell", F(5, 2), F(5, 3), *packed(1)),
    row("quantized_rnn_tanh_cell", F(5, 2), F(5, 3), *packed(1)),
    row("_fused_moving_avg_obs_fq_helper", F(2, 3), *OBSERVER, 0.01, 0, 255, 0),
]
ROWS = [one.fixed().no_grad() if one.method_only else one.fixed().no_grad().by_schema() for one in ROWS]

test_op = operators_of("quantized")
