"""Every layer traced: the program computes what the layer does, here and, read from its archive, in torch; and torch's here."""

import io

import numpy
import pytest
import torch
from support.built import array, build_both, copy_state, inputs, numbers, outputs_and_gradients
from support.layers import LAYERS

import pytorch_c
from pytorch_c import nn

# A custom function, which torch traces as a call of Python's and cannot save; here its operators are traced, without its
# own derivative.
LAYERS = {code: shapes for code, shapes in LAYERS.items() if "CrossMapLRN2d" not in code}
IDS = torch.tensor([[1, 2, 0], [3, 4, 4]])
# (what to build, what it is called with) in the words of both libraries
MODELS = {
    "nn.LSTM(4, 5, num_layers=2)": "(R(6, 2, 4),)",
    "nn.LSTM(4, 5, batch_first=True, bidirectional=True, proj_size=3)": "(R(6, 2, 4), (R(2, 6, 3), R(2, 6, 5)))",
    "nn.GRU(4, 5, bias=False)": "(R(6, 2, 4), R(1, 2, 5))",
    "nn.RNN(4, 5, nonlinearity='relu')": "(R(6, 4),)",
    "nn.LSTMCell(4, 5)": "(R(2, 4),)",
    "nn.GRUCell(4, 5)": "(R(2, 4), R(2, 5))",
    "nn.RNNCell(4, 5)": "(R(2, 4),)",
    "nn.MultiheadAttention(8, 2, dropout=0.0)": "(R(5, 3, 8), R(5, 3, 8), R(5, 3, 8))",
    "nn.MultiheadAttention(8, 2, batch_first=True, kdim=6, vdim=4)": "(R(3, 5, 8), R(3, 7, 6), R(3, 7, 4))",
    "nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0)": "(R(5, 3, 8),)",
    "nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True), 2)": "(R(3, 5, 8),)",
    "nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0)": "(R(5, 3, 8), R(4, 3, 8))",
    "nn.Transformer(8, 2, 1, 1, 16, 0.0)": "(R(5, 3, 8), R(4, 3, 8))",
    "nn.Embedding(5, 3)": "(IDS,)",
    "nn.Embedding(5, 3, padding_idx=0, max_norm=1.0)": "(IDS,)",
    "nn.EmbeddingBag(5, 3, mode='mean')": "(IDS,)",
    "nn.MSELoss()": "(R(4, 3), R(4, 3))",
    "nn.L1Loss(reduction='sum')": "(R(4, 3), R(4, 3))",
    "nn.SmoothL1Loss()": "(R(4, 3), R(4, 3))",
    "nn.HuberLoss(delta=0.5)": "(R(4, 3), R(4, 3))",
    "nn.CrossEntropyLoss(label_smoothing=0.1)": "(R(2, 5), IDS[:, 1])",
    "nn.NLLLoss()": "(R(2, 5), IDS[:, 1])",
    "nn.KLDivLoss(reduction='batchmean')": "(R(4, 3), R(4, 3).exp())",
    "nn.BCEWithLogitsLoss()": "(R(4, 3), R(4, 3).sigmoid())",
    "nn.BCELoss()": "(R(4, 3).sigmoid(), R(4, 3).sigmoid())",
    "nn.PoissonNLLLoss()": "(R(4, 3), R(4, 3).exp())",
    "nn.GaussianNLLLoss()": "(R(4, 3), R(4, 3), R(4, 3).exp())",
    "nn.CosineEmbeddingLoss()": "(R(4, 3), R(4, 3), R(4).sign())",
    "nn.TripletMarginLoss()": "(R(4, 3), R(4, 3), R(4, 3))",
    "nn.MarginRankingLoss()": "(R(4), R(4), R(4).sign())",
    "nn.HingeEmbeddingLoss()": "(R(4, 3), R(4, 3).sign())",
    "nn.SoftMarginLoss()": "(R(4, 3), R(4, 3).sign())",
    "nn.CTCLoss()": "(R(6, 2, 5).log_softmax(2), IDS + 1 - IDS // 4, torch.tensor([6, 6]), torch.tensor([3, 3]))",
    "nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(64, 3))": "(R(2, 1, 6, 6),)",
}


def words(library):
    def rand(*shape):
        return library.from_numpy(array(shape, seed=sum(shape)))

    return {"torch": library, "nn": library.nn, "R": rand, "IDS": library.tensor(IDS.tolist())}


def numbers_of(found):
    """The tensors of nested results in order."""
    if isinstance(found, (tuple, list)):
        return [one for item in found for one in numbers_of(item)]
    return [] if found is None else [found]


def through_a_file(library, program, other):
    """The program saved by one library and loaded by the other."""
    file = io.BytesIO()
    library.jit.save(program, file)
    file.seek(0)
    return other.jit.load(file)


def assert_agree(found, expected, **tolerance):
    found, expected = numbers_of(found), numbers_of(expected)
    assert len(found) == len(expected)
    for one, other in zip(found, expected):
        assert str(one.dtype) == str(other.dtype)
        numpy.testing.assert_allclose(numbers(one), numbers(other), **{"atol": 1e-5, "rtol": 1e-4, **tolerance})


def run(library, function, given):
    library.manual_seed(3)
    return function(*given)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("training", [False, True])
@pytest.mark.parametrize("code", LAYERS)
def test_a_layer(code, training):
    ours, theirs = build_both(lambda library: eval(f"torch.nn.{code}", {"torch": library}).train(training))
    arrays = [array(shape, seed) for seed, shape in enumerate(LAYERS[code])]
    given, torch_given = inputs(pytorch_c, arrays, False), inputs(torch, arrays, False)
    traced = pytorch_c.jit.trace(ours, tuple(given), check_trace=not training)
    torch_traced = torch.jit.trace(theirs, tuple(torch_given), check_trace=False)
    assert list(traced.state_dict()) == list(ours.state_dict()) and traced.training == training
    copy_state(theirs, ours)
    expected = run(torch, theirs, torch_given)
    copy_state(ours, theirs)
    assert_agree(run(pytorch_c, traced, given), expected)
    copy_state(theirs, ours)
    assert_agree(run(torch, through_a_file(pytorch_c, traced, torch), torch_given), expected)
    assert_agree(run(pytorch_c, through_a_file(torch, torch_traced, pytorch_c), given), expected)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("code", MODELS)
def test_a_model(code):
    ours, theirs = build_both(lambda library: eval(code, words(library)).eval())
    given, torch_given = (eval(MODELS[code], words(library)) for library in (pytorch_c, torch))
    traced = pytorch_c.jit.trace(ours, given)
    torch_traced = torch.jit.trace(theirs, torch_given, check_trace=False)
    expected = run(torch, theirs, torch_given)
    assert_agree(run(pytorch_c, traced, given), expected)
    read = through_a_file(pytorch_c, traced, torch)
    assert list(read.state_dict()) == list(theirs.state_dict())
    assert_agree(run(torch, read, torch_given), expected)
    assert_agree(run(pytorch_c, through_a_file(torch, torch_traced, pytorch_c), given), expected)


@pytest.mark.parametrize("code", [code for code in LAYERS if "Dropout" not in code and "RReLU" not in code][:110:4])
def test_gradients_of_a_layer(code):
    ours, _ = build_both(lambda library: eval(f"torch.nn.{code}", {"torch": library}).eval())
    arrays = [array(shape, seed) for seed, shape in enumerate(LAYERS[code])]
    traced = pytorch_c.jit.trace(ours, tuple(inputs(pytorch_c, arrays, False)))
    expected = outputs_and_gradients(pytorch_c, ours, arrays)
    wanted = [None if one.grad is None else one.grad.clone() for one in ours.parameters()]
    ours.zero_grad()
    assert_agree(outputs_and_gradients(pytorch_c, traced, arrays), expected)
    for one, grad in zip(ours.parameters(), wanted):
        assert (one.grad is None) == (grad is None)
        if grad is not None:
            assert_agree(one.grad, grad)


def test_submodules_are_methods():
    net = nn.Sequential(nn.Linear(2, 3), nn.Sequential(nn.ReLU(), nn.Linear(3, 1)))
    traced = pytorch_c.jit.trace(net, pytorch_c.ones(4, 2))
    assert "(_1).forward((_0).forward(" in traced.code
    assert repr(traced) == (
        "Sequential(\n  original_name=Sequential\n  (0): Linear(original_name=Linear)\n  (1): Sequential(\n"
        "    original_name=Sequential\n    (0): ReLU(original_name=ReLU)\n    (1): Linear(original_name=Linear)\n  )\n)"
    )
    x = pytorch_c.ones(5, 3)
    assert_agree(getattr(traced, "1")(x), net[1](x))
