"""Activations and softmax."""

from .family import operators_of
from .runner import row
from .samples import D, F, N, Out, P, Seeded

ROWS = [
    *(
        row(name, F(3, 4))
        for name in ("celu", "elu", "gelu", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "leaky_relu")
    ),
    *(
        row(name, F(3, 4))
        for name in ("mish", "relu", "relu6", "rrelu", "selu", "sigmoid", "silu", "softplus", "softshrink", "tanh")
    ),
    *(row(name, F(3, 4)) for name in ("elu_", "hardtanh_", "leaky_relu_", "relu_", "sigmoid_", "silu_", "tanh_")),
    row("celu", F(3, 4), 0.5),
    row("elu", F(3, 4), alpha=0.5),
    row("elu_", F(3, 4), 0.5),
    row("gelu", F(3, 4), approximate="tanh"),
    row("glu", F(3, 4)),
    row("glu", F(4, 3), 0),
    row("hardshrink", F(3, 4), lambd=1),
    row("hardtanh", F(3, 4), -0.5, 0.5),
    row("leaky_relu", F(3, 4), 0.2),
    row("leaky_relu_", F(3, 4), negative_slope=0.2),
    row("prelu", F(2, 3, 4), P(3)),
    row("prelu", F(2, 3, 4), P(1)),
    row("rrelu", F(3, 4), training=True),
    row("rrelu", F(3, 4), 0.1, 0.5, True),
    row("softplus", F(3, 4), 2, 1),
    row("softshrink", F(3, 4), 1),
    row("threshold", F(3, 4), 0.1, 20),
    row("threshold_", F(3, 4), 0.1, 20),
    row("softmax.int", F(3, 4), 1),
    row("softmax.int", F(3, 4), dim=-2),
    row("softmax.int", F(3, 4), 0, dtype=D("float64")),
    row("softmax.int", N(3, 4), 0, D("float32")),
    row("log_softmax.int", F(3, 4), 1),
    row("log_softmax.int", F(3, 4), dim=0, dtype=D("float64")),
    row("log_sigmoid", F(3, 4)),
    *(row(name, F(3, 4), 0.5, True) for name in ("alpha_dropout", "dropout", "dropout_")),
    *(row(name, F(3, 4), p=0.5, train=False) for name in ("alpha_dropout", "dropout", "feature_dropout")),
    row("_softmax.out", F(3, 4), 1, False, out=Out()).no_grad(),
    row("_log_softmax.out", F(3, 4), 0, False, out=Out()).no_grad(),
    row("rrelu_with_noise", F(3, 4), F(3, 4).without_grad(), 0.1, 0.3, True, Seeded()).by_schema(),
    row("rrelu_with_noise_", F(3, 4), F(3, 4).without_grad(), 0.1, 0.3, True, Seeded()).by_schema(),
    row("rrelu_with_noise.out", F(3, 4), F(3, 4), 0.1, 0.3, True, Seeded(), out=F(3, 4)).by_schema().fixed().no_grad(),
]

test_op = operators_of("activation")
