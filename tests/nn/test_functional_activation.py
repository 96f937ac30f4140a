"""Activations, softmaxes and dropout against torch's: values, gradients, in-place forms, draws."""

import warnings

import numpy
import pytest
from support.built import array, assert_close, assert_equals_torch, assert_raises_as_torch
from support.oracle import LIBRARIES, refusals

import pytorch_c
from pytorch_c.nn import functional

X = array((2, 4, 7, 6), 1) * 3
LINE = array((2, 4, 9), 2)
ROW = array((3, 6), 4)
C4 = array((4,), 7, 0.1, 1.0)

CASES = {
    "celu": (lambda F, x: F.celu(x, 0.7), [X]),
    "elu": (lambda F, x: F.elu(x, alpha=0.3), [X]),
    "gelu": (lambda F, x: F.gelu(x), [X]),
    "gelu tanh": (lambda F, x: F.gelu(x, approximate="tanh"), [X]),
    "glu": (lambda F, x: F.glu(x), [X]),
    "glu dim": (lambda F, x: F.glu(x, dim=1), [X]),
    "hardshrink": (lambda F, x: F.hardshrink(x, 0.7), [X]),
    "hardsigmoid": (lambda F, x: F.hardsigmoid(x), [X]),
    "hardswish": (lambda F, x: F.hardswish(x), [X]),
    "hardtanh": (lambda F, x: F.hardtanh(x, -0.3, 0.4), [X]),
    "leaky_relu": (lambda F, x: F.leaky_relu(x, 0.2), [X]),
    "logsigmoid": (lambda F, x: F.logsigmoid(x), [X]),
    "mish": (lambda F, x: F.mish(x), [X]),
    "prelu": (lambda F, x, w: F.prelu(x, w), [X, C4]),
    "prelu one": (lambda F, x, w: F.prelu(x, w), [X, C4[:1]]),
    "relu": (lambda F, x: F.relu(x), [X]),
    "relu6": (lambda F, x: F.relu6(x * 4), [X]),
    "rrelu": (lambda F, x: F.rrelu(x, training=True), [X]),
    "rrelu off": (lambda F, x: F.rrelu(x, 0.1, 0.4), [X]),
    "selu": (lambda F, x: F.selu(x), [X]),
    "sigmoid": (lambda F, x: F.sigmoid(x), [X]),
    "silu": (lambda F, x: F.silu(x), [X]),
    "softplus": (lambda F, x: F.softplus(x, 2, 0.5), [X]),
    "softshrink": (lambda F, x: F.softshrink(x, lambd=0.4), [X]),
    "softsign": (lambda F, x: F.softsign(x), [X]),
    "tanh": (lambda F, x: F.tanh(x), [X]),
    "tanhshrink": (lambda F, x: F.tanhshrink(x), [X]),
    "threshold": (lambda F, x: F.threshold(x, 0.2, -7.0), [X]),
    "softmax": (lambda F, x: F.softmax(x, -1), [X]),
    "softmin": (lambda F, x: F.softmin(x, dim=1), [X]),
    "log_softmax": (lambda F, x: F.log_softmax(x, dim=1), [X]),
    "gumbel_softmax": (lambda F, x: F.gumbel_softmax(x, tau=0.7), [ROW]),
    "gumbel_softmax hard": (lambda F, x: F.gumbel_softmax(x, 0.5, True, dim=0), [ROW]),
    "dropout": (lambda F, x: F.dropout(x, p=0.4), [X]),
    "dropout off": (lambda F, x: F.dropout(x, 0.5, False), [X]),
    "alpha_dropout": (lambda F, x: F.alpha_dropout(x, 0.3, True), [X]),
    "alpha_dropout off": (lambda F, x: F.alpha_dropout(x), [X]),
    "feature_alpha_dropout": (lambda F, x: F.feature_alpha_dropout(x, 0.3, training=True), [X]),
    "dropout1d": (lambda F, x: F.dropout1d(x, 0.4), [LINE]),
    "dropout1d one": (lambda F, x: F.dropout1d(x, 0.4), [ROW]),
    "dropout2d": (lambda F, x: F.dropout2d(x, 0.4), [X]),
    "dropout3d": (lambda F, x: F.dropout3d(x.unsqueeze(-1), 0.4), [X]),
    "dropout3d one": (lambda F, x: F.dropout3d(x, 0.4), [X]),
}


@pytest.mark.parametrize("case", CASES)
def test_equals_torch(case):
    assert_equals_torch(*CASES[case])


# Every elementwise function of one argument, for the shapes that kernels treat apart.
UNARY = (
    "celu elu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu logsigmoid mish relu relu6 rrelu selu sigmoid "
    "silu softplus softshrink softsign tanh tanhshrink"
).split()


@pytest.mark.parametrize("name", UNARY)
def test_elementwise_in_other_shapes_and_dtypes(name):
    for make in (
        lambda t: t.tensor(-0.7),
        lambda t: t.zeros(0, 3),
        lambda t: t.from_numpy(X).transpose(1, 3),
        lambda t: t.from_numpy(X)[:, 1::2, ..., 3],
        lambda t: t.from_numpy(X).double(),
        lambda t: t.from_numpy(X).bfloat16() * 2,
    ):
        ours, theirs = (getattr(t.nn.functional, name)(make(t)) for t in LIBRARIES)
        assert ours.stride() == theirs.stride()
        assert str(ours.dtype) == str(theirs.dtype)
        assert_close(ours.double(), theirs.double(), atol=1e-5)


IN_PLACE = {
    "celu_": (0.7,),
    "elu_": (0.3,),
    "hardtanh_": (-0.3, 0.4),
    "leaky_relu_": (0.2,),
    "relu_": (),
    "rrelu_": (0.1, 0.3, True),
    "selu_": (),
    "threshold_": (0.2, -7.0),
}


@pytest.mark.parametrize("name", IN_PLACE)
def test_twins_and_flags_write_into_their_input(name):
    results = []
    for library in LIBRARIES:
        F = library.nn.functional
        library.manual_seed(5)
        x, y = library.from_numpy(X.copy()), library.from_numpy(X.copy())
        assert getattr(F, name)(x, *IN_PLACE[name]) is x
        library.manual_seed(5)
        assert getattr(F, name[:-1])(y, *IN_PLACE[name], inplace=True) is y
        results.append([x, y])
    assert_close(*results)


@pytest.mark.parametrize(
    "name",
    ["relu6", "silu", "mish", "hardswish", "hardsigmoid", "dropout", "alpha_dropout", "feature_alpha_dropout",
     "dropout1d", "dropout2d", "dropout3d"],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:dropout")
def test_inplace_flag_writes_into_its_input(name):
    values = LINE if name == "dropout1d" else X[..., None] if name == "dropout3d" else X
    results = []
    for library in LIBRARIES:
        library.manual_seed(6)
        x = library.from_numpy(values.copy())
        training = {"training": True} if "dropout" in name else {}
        assert getattr(library.nn.functional, name)(x, inplace=True, **training) is x
        results.append(x)
    assert_close(*results)


def test_unbatched_dropout_in_place_keeps_the_shape():
    for name, shape in (("dropout1d", (4, 9)), ("dropout3d", (4, 2, 2, 2))):
        x = pytorch_c.ones(shape)
        result = getattr(functional, name)(x, 1.0, True, True)
        assert result is x and x.shape == shape and x.sum().item() == 0


def test_out_is_written():
    x = pytorch_c.from_numpy(X)
    for name in ("gelu", "logsigmoid", "softplus", "hardshrink", "softshrink"):
        out = pytorch_c.empty(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert getattr(functional, name)(x, out=out) is out
        pytorch_c.testing.assert_close(out, getattr(functional, name)(x))


def test_softmax_in_another_dtype():
    x = numpy.arange(4).reshape(2, 2)
    for name in ("softmax", "softmin", "log_softmax"):
        ours, theirs = (getattr(t.nn.functional, name)(t.from_numpy(x), 1, dtype=t.float64) for t in LIBRARIES)
        assert_close(ours, theirs)


@pytest.mark.parametrize("name", ["softmax", "softmin", "log_softmax"])
def test_implicit_dim_warns_as_torch(name):
    for shape in ((), (3,), (2, 3), (2, 3, 4), (1, 2, 3, 4)):
        results = []
        for library in LIBRARIES:
            with pytest.warns(UserWarning, match="Implicit dimension choice") as caught:
                results.append(getattr(library.nn.functional, name)(library.ones(shape)))
            assert caught[0].filename == __file__
        assert_close(*results)


WARNINGS = {
    "gumbel_softmax": (lambda F, x: F.gumbel_softmax(x, eps=1e-3), (2, 3), "`eps` parameter is deprecated"),
    "dropout2d 3-D": (lambda F, x: F.dropout2d(x), (2, 3, 4), "assuming that channel-wise 1D dropout"),
    "dropout2d 5-D": (lambda F, x: F.dropout2d(x), (2, 3, 4, 2, 2), "Received a 5-D input to dropout2d"),
    "dropout3d": (lambda F, x: F.dropout3d(x), (2, 3, 4), "Received a 3-D input to dropout3d"),
}


@pytest.mark.parametrize("case", WARNINGS)
def test_warns_as_torch(case):
    function, shape, words = WARNINGS[case]
    results = []
    for library in LIBRARIES:
        library.manual_seed(7)
        with pytest.warns(UserWarning, match=words) as caught:
            results.append(function(library.nn.functional, library.ones(shape)))
        assert caught[0].filename == __file__
    assert_close(*results)


BAD = {
    IndexError: {
        "softmax dim": (lambda F, x: F.softmax(x, 2), [ROW], "out of range"),
        "softmin dim": (lambda F, x: F.softmin(x, -3), [ROW], "out of range"),
        "log_softmax dim": (lambda F, x: F.log_softmax(x, 2), [ROW], "out of range"),
        "gumbel_softmax dim": (lambda F, x: F.gumbel_softmax(x, dim=2), [ROW], "out of range"),
    },
    NotImplementedError: {
        "elu of ints": (lambda F, x: F.elu(x), [numpy.arange(3)], "elu"),
    },
    RuntimeError: {
        "celu": (lambda F, x: F.celu(x, 0), [ROW], "(?i)alpha|div"),
        "glu 0-dim": (lambda F, x: F.glu(x.sum()), [ROW], "glu"),
        "glu odd": (lambda F, x: F.glu(x, 0), [ROW], "even"),
        "prelu": (lambda F, x, w: F.prelu(x, w), [X, C4[:3]], "(?i)parameter"),
        "rrelu": (lambda F, x: F.rrelu(x, 0.5, 0.1), [ROW], "(?i)lower"),
        "softshrink": (lambda F, x: F.softshrink(x, -1.0), [ROW], "lambda"),
        "dropout1d dims": (lambda F, x: F.dropout1d(x), [X], "dropout1d: Expected 2D or 3D input, but received a 4D"),
    },
    TypeError: {
        "relu of a list": (lambda F, x: F.relu([1.0]), [ROW], "relu.*input|relu"),
    },
    ValueError: {
        "hardtanh": (lambda F, x: F.hardtanh(x, 1, -1), [ROW], "min_val cannot be greater than max_val"),
    },
}
for _name in ("dropout", "alpha_dropout", "feature_alpha_dropout", "dropout1d", "dropout2d", "dropout3d"):
    for _p in (1.1, -0.1):
        BAD[ValueError][f"{_name} {_p}"] = (
            lambda F, x, name=_name, p=_p: getattr(F, name)(x, p),
            [LINE],
            f"between 0 and 1, but got {_p}",
        )


@pytest.mark.parametrize("case, raises", refusals(BAD))
def test_bad_arguments_raise_as_torch(case, raises):
    assert_raises_as_torch(*case, raises)


def test_unknown_approximation_names_the_allowed():
    for library in LIBRARIES:
        with pytest.raises(RuntimeError, match="approximate argument must be either none or tanh"):
            library.nn.functional.gelu(library.ones(2), approximate="exact")
        with pytest.raises(TypeError, match="takes 1 positional argument but 2 were given"):
            library.nn.functional.gelu(library.ones(2), "tanh")


def test_leaf_that_requires_a_gradient_is_not_overwritten():
    for library in LIBRARIES:
        with pytest.raises(RuntimeError, match="leaf Variable"):
            library.nn.functional.relu(library.ones(2, requires_grad=True), inplace=True)
