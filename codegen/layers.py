"""Layers as data: what torch.nn's modules hold and call, the key "layers" of pytorch_c.json.

The generators of the bindings write a class for each entry; docs/json.md explains the keys. A layer's parameters are
made in the order given here, which is the order of torch's random draws.
"""

# Windows of pools and kernels of convolutions: how many numbers one stands for.
DIMENSIONS = (1, 2, 3)


def argument(name, kind, default=None, size=None):
    """An argument of a constructor; without a default it is required."""
    said = {"name": name, "kind": kind}
    if size:
        said["size"] = size
    return said | ({"default": default} if default is not None else {})


def call(function, *arguments, when=None):
    """A call of the library's: `arguments` are all of the function's, names and literals."""
    return {"function": f"ptc_{function}", "arguments": list(arguments)} | ({"when": when} if when else {})


def tensor(name, shape, init, when=None, dtype=None):
    """A parameter or a buffer: `init` is the name of a way to fill it, and what that needs."""
    said = {"name": name, "shape": shape, "init": init.split()}
    return said | ({"when": when} if when else {}) | ({"dtype": dtype} if dtype else {})


def layer(name, doc, arguments, forward, examples, parameters=(), buffers=(), **more):
    """An entry; each of `examples` has arguments, and the shape of an input (`below` a number where it is of ints)."""
    forward = [forward] if isinstance(forward, dict) else list(forward)
    return {
        "name": name,
        "doc": doc,
        "arguments": list(arguments),
        "parameters": list(parameters),
        "buffers": list(buffers),
        "forward": forward,
        "examples": examples,
    } | more


def example(arguments, *inputs, **more):
    return {"arguments": arguments, "input": list(inputs)} | more


def integer(name, default=None):
    return argument(name, "int", default)


def number(name, default):
    return argument(name, "float", default)


def flag(name, default):
    return argument(name, "bool", default)


def window(name, dimensions, default=None):
    return argument(name, "ints", default, dimensions)


def weighted(outputs, shape):
    """A weight of a shape, and a bias for each output."""
    return [
        tensor("weight", shape, "kaiming_uniform"),
        tensor("bias", [outputs], "fan_in_uniform weight", when="bias"),
    ]


def linear():
    return layer(
        "Linear",
        "x times the transpose of weight, and bias.",
        [integer("in_features"), integer("out_features"), flag("bias", True)],
        call("linear", "x", "weight", "bias"),
        [example([3, 2], 4, 3), example([3, 2, False], 4, 3)],
        weighted("out_features", ["out_features", "in_features"]),
    )


def convolution(n):
    return layer(
        f"Conv{n}d",
        f"A convolution over {n} dimensions, padded with zeros.",
        [
            integer("in_channels"),
            integer("out_channels"),
            window("kernel_size", n),
            window("stride", n, 1),
            window("padding", n, 0),
            window("dilation", n, 1),
            integer("groups", 1),
            flag("bias", True),
        ],
        call(f"conv{n}d", "x", "weight", "bias", "stride", "padding", "dilation", "groups"),
        [
            example([2, 4, 3], 2, 2, *[5] * n),
            example([2, 4, [2] * n, [2] * n, [1] * n, [1] * n, 2, False], 2, 2, *[6] * n),
        ],
        weighted("out_channels", ["out_channels", "in_channels / groups", "*kernel_size"]),
    )


def transposed(n):
    function = {1: "conv_transpose1d", 2: "conv_transpose2d_input"}[n]
    return layer(
        f"ConvTranspose{n}d",
        f"The gradient of a convolution over {n} dimensions with respect to its input: it enlarges.",
        [
            integer("in_channels"),
            integer("out_channels"),
            window("kernel_size", n),
            window("stride", n, 1),
            window("padding", n, 0),
            window("output_padding", n, 0),
            integer("groups", 1),
            flag("bias", True),
            window("dilation", n, 1),
        ],
        call(function, "x", "weight", "bias", "stride", "padding", "output_padding", "groups", "dilation"),
        [example([4, 2, 3, 2, 1, 1], 2, 4, *[3] * n)],
        weighted("out_channels", ["in_channels", "out_channels / groups", "*kernel_size"]),
    )


def batch_norm(n):
    batch = "training or not track_running_stats"
    return layer(
        f"BatchNorm{n}d",
        "Each channel normalized by its mean and variance: those of the batch in training, else the running ones.",
        [
            integer("num_features"),
            number("eps", 1e-5),
            number("momentum", 0.1),
            flag("affine", True),
            flag("track_running_stats", True),
        ],
        [
            call("add__Scalar", "num_batches_tracked", 1, 1, when="training and track_running_stats"),
            call(
                "batch_norm",
                *["x", "weight", "bias", "running_mean", "running_var", batch, "momentum", "eps", True],
            ),
        ],
        [example([3], 4, 3, *[5] * n), example([3, 1e-3, 0.2, False, False], 4, 3, *[5] * n)],
        [
            tensor("weight", ["num_features"], "ones", when="affine"),
            tensor("bias", ["num_features"], "zeros", when="affine"),
        ],
        [
            tensor("running_mean", ["num_features"], "zeros", when="track_running_stats"),
            tensor("running_var", ["num_features"], "ones", when="track_running_stats"),
            tensor("num_batches_tracked", [], "zeros", when="track_running_stats", dtype="int64"),
        ],
    )


def layer_norm():
    return layer(
        "LayerNorm",
        "The last dimensions normalized by their mean and variance.",
        [
            argument("normalized_shape", "ints"),
            number("eps", 1e-5),
            flag("elementwise_affine", True),
            flag("bias", True),
        ],
        call("layer_norm", "x", "normalized_shape", "weight", "bias", "eps", True),
        [example([[5]], 2, 3, 5), example([[3, 5], 1e-3, False, False], 2, 3, 5)],
        [
            tensor("weight", ["*normalized_shape"], "ones", when="elementwise_affine"),
            tensor("bias", ["*normalized_shape"], "zeros", when="elementwise_affine and bias"),
        ],
    )


def group_norm():
    return layer(
        "GroupNorm",
        "Groups of channels normalized by their mean and variance.",
        [integer("num_groups"), integer("num_channels"), number("eps", 1e-5), flag("affine", True)],
        call("group_norm", "x", "num_groups", "weight", "bias", "eps", True),
        [example([2, 4], 2, 4, 5)],
        [
            tensor("weight", ["num_channels"], "ones", when="affine"),
            tensor("bias", ["num_channels"], "zeros", when="affine"),
        ],
    )


def embedding():
    return layer(
        "Embedding",
        "Rows of weight by their numbers; the row padding_idx, if it is not -1, is zeros and gets no gradient.",
        [integer("num_embeddings"), integer("embedding_dim"), integer("padding_idx", -1)],
        call("embedding", "weight", "x", "padding_idx", False, False),
        [example([7, 3], 2, 4, below=7), example([7, 3, 2], 2, 4, below=7)],
        [tensor("weight", ["num_embeddings", "embedding_dim"], "embedding padding_idx")],
    )


def recurrent(name, function, gates, doc):
    """`recurrent`: rows of gates in a weight; forward takes (x, states) and gives the output and the new states."""
    names = ["x", "states", "weights", "bias", "num_layers", "dropout", "training", "bidirectional", "batch_first"]
    return layer(
        name,
        doc,
        [
            integer("input_size"),
            integer("hidden_size"),
            integer("num_layers", 1),
            flag("bias", True),
            flag("batch_first", False),
            number("dropout", 0.0),
            flag("bidirectional", False),
        ],
        call(function, *names),
        [
            example([3, 4], 5, 2, 3),
            example([3, 4, 2, True, True, 0.0, True], 2, 5, 3),
            example([3, 4, 1, False], 5, 2, 3),
        ],
        recurrent={"gates": gates, "states": 2 if name == "LSTM" else 1},
    )


def dropout():
    return layer(
        "Dropout",
        "In training each element is zeroed with probability p, and the others are scaled by 1 / (1 - p).",
        [number("p", 0.5)],
        call("dropout", "x", "p", "training"),
        [example([0.25], 4, 5)],
    )


def flatten():
    return layer(
        "Flatten",
        "The dimensions from start_dim to end_dim as one.",
        [integer("start_dim", 1), integer("end_dim", -1)],
        call("flatten_using_ints", "x", "start_dim", "end_dim"),
        [example([], 2, 3, 4), example([0, 1], 2, 3, 4)],
    )


def pools():
    for n in (1, 2):
        start = [window("kernel_size", n), window("stride", n, []), window("padding", n, 0)]
        doc = "of windows; an empty stride is the kernel's size."
        yield layer(
            f"MaxPool{n}d",
            f"Maxima {doc}",
            [*start, window("dilation", n, 1), flag("ceil_mode", False)],
            call(f"max_pool{n}d", "x", "kernel_size", "stride", "padding", "dilation", "ceil_mode"),
            [example([2], 2, 3, *[7] * n), example([[3] * n, [2] * n, [1] * n, [1] * n, True], 2, 3, *[8] * n)],
        )
        last = [None] if n == 2 else []
        yield layer(
            f"AvgPool{n}d",
            f"Means {doc}",
            [*start, flag("ceil_mode", False), flag("count_include_pad", True)],
            call(f"avg_pool{n}d", "x", "kernel_size", "stride", "padding", "ceil_mode", "count_include_pad", *last),
            [example([2], 2, 3, *[7] * n)],
        )
        yield layer(
            f"AdaptiveAvgPool{n}d",
            "Means of as many windows as output_size says.",
            [window("output_size", n)],
            call(f"adaptive_avg_pool{n}d", "x", "output_size"),
            [example([3], 2, 3, *[7] * n)],
        )


def activation(name, function, doc, arguments=(), *more, examples=([],)):
    given = [one["name"] for one in arguments]
    forward = call(function, "x", *given, *more)
    return layer(name, doc, arguments, forward, [example(one, 3, 4) for one in examples])


def activations():
    yield activation("ReLU", "relu", "x above 0, else 0.")
    slope = [number("negative_slope", 0.01)]
    yield activation("LeakyReLU", "leaky_relu", "x above 0, else negative_slope * x.", slope, examples=([], [0.2]))
    yield activation("ELU", "elu", "x above 0, else alpha * (exp(x) - 1).", [number("alpha", 1.0)], 1, 1)
    kind = [argument("approximate", "string", "none")]
    doc = 'x times the normal distribution function of x; approximate is "none" or "tanh".'
    yield activation("GELU", "gelu", doc, kind, examples=([], ["tanh"]))
    yield activation("SiLU", "silu", "x * sigmoid(x).")
    yield activation("Mish", "mish", "x * tanh(softplus(x)).")
    yield activation("Sigmoid", "sigmoid", "1 / (1 + exp(-x)).")
    yield activation("Tanh", "tanh", "The hyperbolic tangent.")
    given = [number("beta", 1.0), number("threshold", 20.0)]
    yield activation(
        "Softplus", "softplus", "log(1 + exp(beta * x)) / beta; x itself where beta * x > threshold.", given
    )
    given = [number("min_val", -1.0), number("max_val", 1.0)]
    yield activation("Hardtanh", "hardtanh", "x within min_val and max_val.", given)
    dim = [integer("dim")]
    yield activation("Softmax", "softmax_int", "exp(x) over its sum along dim.", dim, None, examples=([1],))
    yield activation("LogSoftmax", "log_softmax_int", "The log of softmax along dim.", dim, None, examples=([1],))


def described():
    """All entries, in the order in which the bindings have them."""
    lstm = "A long short-term memory over a sequence: the output of each step, and (hidden, cell)."
    gru = "A gated recurrent unit over a sequence: the output of each step, and the hidden state."
    return [
        linear(),
        *map(convolution, DIMENSIONS),
        transposed(1),
        transposed(2),
        *map(batch_norm, (1, 2)),
        layer_norm(),
        group_norm(),
        embedding(),
        recurrent("LSTM", "lstm_input", 4, lstm),
        recurrent("GRU", "gru_input", 3, gru),
        dropout(),
        flatten(),
        *pools(),
        *activations(),
    ]
