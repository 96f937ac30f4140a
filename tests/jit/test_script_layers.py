"""nn's modules scripted: values and gradients as eager ones have them, and as torch gives from the archive."""

import copy
import io
import types
import warnings

import pytest
import torch

import pytorch_c
import pytorch_c.nn as nn


def draw(*shape):
    return ("normal", shape)


def whole(*values):
    return ("whole", values)


def wanted(nn, layer, size):
    """A layer that is told the size of what it gives."""

    class Wanted(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer, self.size = layer, size

        def forward(self, x):
            return self.layer(x, self.size)

    return Wanted()


def unpooled(nn, pool, unpool):
    """Maxima, put back where they were."""

    class Unpooled(nn.Module):
        def __init__(self):
            super().__init__()
            self.pool, self.unpool = pool, unpool

        def forward(self, x):
            values, indices = self.pool(x)
            return self.unpool(values, indices)

    return Unpooled()


def sampled(pool, dims):
    """A fractional pool whose steps are not drawn anew."""
    library = pytorch_c if isinstance(pool, pytorch_c.nn.Module) else torch
    pool._random_samples = library.linspace(0.1, 0.9, 2 * dims).view(1, 2, dims)
    return pool


CLASSES = whole(0, 1, 2, 3)
# name, how the module is made, its arguments
ROWS = [
    ("linear", lambda: nn.Linear(3, 4), draw(2, 3)),
    ("linear without bias", lambda: nn.Linear(3, 4, bias=False), draw(2, 3)),
    ("bilinear", lambda: nn.Bilinear(3, 4, 2), draw(2, 3), draw(2, 4)),
    ("conv1d", lambda: nn.Conv1d(3, 4, 3, padding=1), draw(2, 3, 8)),
    ("conv2d", lambda: nn.Conv2d(3, 4, 3, stride=2, padding="valid"), draw(2, 3, 8, 8)),
    ("conv2d with reflections", lambda: nn.Conv2d(3, 4, 3, padding=1, padding_mode="reflect"), draw(2, 3, 8, 8)),
    ("conv3d", lambda: nn.Conv3d(3, 4, 3), draw(1, 3, 4, 4, 4)),
    ("conv transpose to a size", lambda: wanted(nn, nn.ConvTranspose2d(3, 4, 3, stride=2), [18, 17]), draw(2, 3, 8, 8)),
    ("conv transpose", lambda: nn.ConvTranspose2d(3, 4, 3), draw(2, 3, 8, 8)),
    ("batch norm", lambda: nn.BatchNorm2d(3), draw(5, 3, 4, 4)),
    ("batch norm, plain mean", lambda: nn.BatchNorm1d(3, momentum=None), draw(5, 3)),
    ("batch norm, evaluation", lambda: nn.BatchNorm1d(3).eval(), draw(5, 3)),
    ("batch norm of batches", lambda: nn.BatchNorm2d(3, track_running_stats=False), draw(5, 3, 4, 4)),
    ("instance norm", lambda: nn.InstanceNorm2d(3, affine=True), draw(5, 3, 4, 4)),
    ("layer norm", lambda: nn.LayerNorm(4), draw(5, 4)),
    ("group norm", lambda: nn.GroupNorm(2, 4), draw(5, 4, 3)),
    ("rms norm", lambda: nn.RMSNorm(4), draw(5, 4)),
    ("local response norm", lambda: nn.LocalResponseNorm(2), draw(5, 4, 4)),
    ("dropout", lambda: nn.Dropout(0.5).eval(), draw(5, 4)),
    ("dropout2d", lambda: nn.Dropout2d(0.5).eval(), draw(5, 4, 2, 2)),
    *[
        (name, lambda name=name: getattr(nn, name)(), draw(4, 4))
        for name in (
            "Sigmoid Tanh LogSigmoid Softsign Tanhshrink ReLU SELU SiLU Mish Hardsigmoid Hardswish LeakyReLU ELU CELU "
            "Hardtanh ReLU6 GELU GLU Softplus Hardshrink Softshrink PReLU"
        ).split()
    ],
    ("rrelu", lambda: nn.RReLU().eval(), draw(4)),
    ("threshold", lambda: nn.Threshold(0.1, 2.0), draw(4)),
    ("softmax", lambda: nn.Softmax(dim=1), draw(4, 2)),
    ("log softmax", lambda: nn.LogSoftmax(dim=1), draw(4, 2)),
    ("lstm", lambda: nn.LSTM(3, 4, 2, bidirectional=True), draw(5, 2, 3)),
    ("lstm with projections", lambda: nn.LSTM(3, 4, batch_first=True, proj_size=2), draw(5, 2, 3)),
    ("gru", lambda: nn.GRU(3, 4), draw(5, 2, 3)),
    ("rnn without a batch", lambda: nn.RNN(3, 4), draw(5, 3)),
    ("rnn of relu", lambda: nn.RNN(3, 4, nonlinearity="relu"), draw(5, 2, 3)),
    ("lstm cell", lambda: nn.LSTMCell(3, 4), draw(2, 3)),
    ("gru cell", lambda: nn.GRUCell(3, 4), draw(2, 3)),
    ("rnn cell", lambda: nn.RNNCell(3, 4), draw(2, 3)),
    ("attention", lambda: nn.MultiheadAttention(4, 2), *[draw(5, 2, 4)] * 3),
    (
        "attention with other widths",
        lambda: nn.MultiheadAttention(4, 2, batch_first=True, add_bias_kv=True, kdim=3, vdim=3),
        draw(5, 2, 4),
        draw(5, 3, 3),
        draw(5, 3, 3),
    ),
    ("encoder layer", lambda: nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0), draw(5, 2, 4)),
    (
        "encoder layer, norm first",
        lambda: nn.TransformerEncoderLayer(4, 2, 8, 0.0, "gelu", batch_first=True, norm_first=True),
        draw(5, 2, 4),
    ),
    ("decoder layer", lambda: nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0), draw(5, 2, 4), draw(3, 2, 4)),
    ("transformer", lambda: nn.Transformer(4, 2, 1, 1, 8, dropout=0.0), draw(5, 2, 4), draw(3, 2, 4)),
    ("embedding", lambda: nn.Embedding(5, 3, padding_idx=1), whole(1, 2)),
    ("embedding bag", lambda: nn.EmbeddingBag(5, 3), ("whole", [[1, 2]])),
    ("max pool", lambda: nn.MaxPool2d(2), draw(1, 2, 8, 8)),
    ("max pool with indices", lambda: nn.MaxPool2d(3, 2, 1, return_indices=True), draw(1, 2, 8, 8)),
    ("average pool", lambda: nn.AvgPool2d(2), draw(1, 2, 8, 8)),
    ("adaptive pool", lambda: nn.AdaptiveAvgPool2d((3, 2)), draw(1, 2, 8, 8)),
    ("adaptive max pool", lambda: nn.AdaptiveMaxPool2d(2), draw(1, 2, 8, 8)),
    ("power pool", lambda: nn.LPPool2d(2, 2), draw(1, 2, 8, 8)),
    ("unpool", lambda: unpooled(nn, nn.MaxPool2d(2, return_indices=True), nn.MaxUnpool2d(2)), draw(1, 2, 8, 8)),
    ("unpool 1d", lambda: unpooled(nn, nn.MaxPool1d(3, 2, return_indices=True), nn.MaxUnpool1d(3, 2)), draw(2, 3, 7)),
    ("unpool 3d", lambda: unpooled(nn, nn.MaxPool3d(2, return_indices=True), nn.MaxUnpool3d(2)), draw(1, 2, 4, 4, 4)),
    ("fractional pool", lambda: sampled(nn.FractionalMaxPool2d(2, 3), 2), draw(1, 2, 8, 8)),
    ("fractional pool 3d", lambda: sampled(nn.FractionalMaxPool3d(2, output_ratio=0.5), 3), draw(1, 2, 8, 8, 8)),
    (
        "fractional pool with indices",
        lambda: sampled(nn.FractionalMaxPool2d(2, output_ratio=(0.5, 0.6), return_indices=True), 2),
        draw(1, 2, 8, 8),
    ),
    ("flatten", lambda: nn.Flatten(), draw(1, 2, 8, 8)),
    ("unfold", lambda: nn.Unfold(2), draw(1, 2, 8, 8)),
    ("fold", lambda: nn.Fold((4, 5), (2, 2)), draw(1, 12, 12)),
    ("pixel shuffle", lambda: nn.PixelShuffle(2), draw(1, 4, 2, 2)),
    ("upsample", lambda: nn.Upsample(scale_factor=2), draw(1, 4, 2, 2)),
    ("upsample to a size", lambda: nn.Upsample(size=(4, 4), mode="bilinear"), draw(1, 4, 2, 2)),
    ("zero pad", lambda: nn.ZeroPad2d(1), draw(1, 4, 2, 2)),
    ("circular pad", lambda: nn.CircularPad2d(1), draw(1, 4, 2, 2)),
    ("cosine", lambda: nn.CosineSimilarity(), draw(2, 3), draw(2, 3)),
    *[
        (name, lambda name=name: getattr(nn, name)(), draw(4, 4), ("target", (4, 4)))
        for name in (
            "MSELoss L1Loss SmoothL1Loss HuberLoss KLDivLoss BCEWithLogitsLoss PoissonNLLLoss SoftMarginLoss "
            "MultiLabelSoftMarginLoss HingeEmbeddingLoss"
        ).split()
    ],
    ("cross entropy", lambda: nn.CrossEntropyLoss(label_smoothing=0.1), draw(4, 4), CLASSES),
    ("nll", lambda: nn.NLLLoss(), draw(4, 4), CLASSES),
    ("multi margin", lambda: nn.MultiMarginLoss(), draw(4, 4), CLASSES),
    ("triplet margin", lambda: nn.TripletMarginLoss(), *[draw(4, 4)] * 3),
    ("triplet margin of distances", lambda: nn.TripletMarginWithDistanceLoss(swap=True), *[draw(4, 4)] * 3),
    ("sequential", lambda: nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)), draw(2, 3)),
]


def made(library, argument):
    kind, what = argument
    if kind == "whole":
        return library.tensor(list(what))
    numbers = torch.randn(what, generator=torch.Generator().manual_seed(len(what)))
    numbers = numbers.abs() if kind == "target" else numbers
    return library.from_numpy(numbers.numpy().copy()).requires_grad_(kind == "normal")


def flat(value, library):
    if isinstance(value, library.Tensor):
        return [value]
    return [one for part in value or () for one in flat(part, library)] if isinstance(value, (tuple, list)) else []


def outcome(module, library, arguments):
    """(results, gradients) of the floating point results' sum, as arrays."""
    given = [made(library, one) for one in arguments]
    results = flat(module(*given), library)
    loss = sum(one.sum() for one in results if one.requires_grad)
    if not isinstance(loss, int):
        loss.backward()
    learned = dict(module.named_parameters())
    gradients = [one.grad for one in (*given, *(learned[name] for name in sorted(learned)))]
    return [one.detach().numpy() for one in results], [None if g is None else g.numpy() for g in gradients]


def assert_same(one, other):
    for a, b in zip(one, other, strict=True):
        assert (a is None) == (b is None)
        if a is not None:
            torch.testing.assert_close(torch.from_numpy(a.copy()), torch.from_numpy(b.copy()), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(("make", "arguments"), [(make, rest) for _, make, *rest in ROWS], ids=[row[0] for row in ROWS])
def test_a_scripted_layer_is_the_eager_one(make, arguments):
    pytorch_c.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        eager = make()
        scripted = pytorch_c.jit.script(copy.deepcopy(eager))
        assert "Union" not in str(getattr(scripted, "forward", scripted).schema), (
            "who calls it does not know what it gives"
        )
        in_torch = torch.jit.load(io.BytesIO(scripted.save_to_buffer()))
        in_torch.train(eager.training)
        wanted = outcome(eager, pytorch_c, arguments)
        for module, library in ((scripted, pytorch_c), (in_torch, torch)):
            results, gradients = outcome(module, library, arguments)
            assert_same(results, wanted[0])
            assert_same(gradients, wanted[1])


@pytest.mark.parametrize("make", [lambda: nn.BatchNorm2d(3), lambda: nn.InstanceNorm2d(3), lambda: nn.CircularPad2d(1)])
def test_a_scripted_layer_says_how_many_dimensions_it_takes(make):
    with pytest.raises(pytorch_c.jit.Error, match=r"expected (3D or )?4D input \(got 2D input\)"):
        pytorch_c.jit.script(make())(pytorch_c.randn(3, 3))


def test_a_layer_whose_gradient_is_written_in_python_is_called_there():
    x = pytorch_c.randn(2, 5, 3, 3, requires_grad=True)
    layer = pytorch_c.nn.CrossMapLRN2d(3, alpha=0.5)
    gradients = []
    for module in (layer, pytorch_c.jit.script(layer)):
        module(x).sum().backward()
        gradients.append(x.grad.clone())
        x.grad = None
    assert gradients[0].equal(gradients[1])


def doubled(
    self, given: tuple[pytorch_c.Tensor, pytorch_c.Tensor | None], out: tuple[pytorch_c.Tensor, pytorch_c.Tensor]
):
    return out[0] * 2, out[1]


def test_a_hook_of_a_recurrent_layer_runs_after_its_call_with_a_tensor():
    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.GRU(3, 4)

        def forward(self, x):
            return self.layer(x)[0]

    model, x = Model(), pytorch_c.randn(5, 2, 3)
    model.layer.register_forward_hook(doubled)
    assert pytorch_c.jit.script(model)(x).equal(model(x))


# torch's compiler refuses these, or what it makes cannot be called when it is loaded (no `forward`), in torch either.
UNSCRIPTABLE = {
    "triplet margin of distances",
    "unpool",
    "unpool 1d",
    "unpool 3d",
    "lstm",
    "lstm with projections",
    "gru",
    "rnn without a batch",
    "rnn of relu",
}


@pytest.mark.parametrize(
    ("make", "arguments"),
    [(make, rest) for name, make, *rest in ROWS if name not in UNSCRIPTABLE],
    ids=[row[0] for row in ROWS if row[0] not in UNSCRIPTABLE],
)
def test_a_layer_that_torch_scripted_runs_here(make, arguments):
    of_torch = types.FunctionType(make.__code__, {**globals(), "nn": torch.nn}, argdefs=make.__defaults__)
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        layer = of_torch()
        buffer = io.BytesIO()
        torch.jit.save(torch.jit.script(layer), buffer)
        loaded = pytorch_c.jit.load(io.BytesIO(buffer.getvalue()))
        loaded.train(layer.training)
        results, gradients = outcome(loaded, pytorch_c, arguments)
        wanted = outcome(layer, torch, arguments)
    assert_same(results, wanted[0])
    assert_same(gradients, wanted[1])
