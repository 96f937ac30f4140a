"""torch.ao's quantization upon pytorch_c: modules of torch's own file, packed parameters of libtorch's, torch's numbers."""

import copy
import importlib
import io
import os
import pickle
import subprocess
import sys

import pytest
import torch
from support.project import HANG

import pytorch_c

LIBRARIES = (pytorch_c, torch)
pytestmark = pytest.mark.filterwarnings("ignore")  # torch's deprecation of torch.ao


def quantization(t, name=""):
    return importlib.import_module(f"{t.__name__}.ao.quantization{name}")


def plain(t, value):
    """Values without their library: tensors as nested lists, dequantized."""
    if isinstance(value, t.Tensor):
        return (value.dequantize() if value.is_quantized else value).tolist()
    if isinstance(value, (list, tuple)):
        return [plain(t, one) for one in value]
    return value


def same(case):
    """Runs a case in both libraries from one seed, and compares what it returns to the bit."""
    found = []
    for t in LIBRARIES:
        t.manual_seed(0)
        found.append(plain(t, case(t)))
    assert found[0] == found[1]


def dynamic(t, *modules, kinds):
    return quantization(t).quantize_dynamic(t.nn.Sequential(*modules).eval(), kinds, dtype=t.qint8)


def linear(t):
    nn = t.nn
    model = dynamic(t, nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2), kinds={nn.Linear})
    x = t.randn(3, 4)
    other = dynamic(t, nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2), kinds={nn.Linear})
    before = other(x)
    other.load_state_dict(model.state_dict())
    return [repr(model), model(x), before, other(x), copy.deepcopy(model)(x), list(model.state_dict())]


def half(t):
    model = quantization(t).quantize_dynamic(t.nn.Sequential(t.nn.Linear(4, 2)), {t.nn.Linear}, dtype=t.float16)
    return [repr(model), model(t.randn(3, 4))]


def lstm(t):
    model = dynamic(t, t.nn.LSTM(4, 3, num_layers=2, bidirectional=True), kinds={t.nn.LSTM})
    x = t.randn(5, 2, 4)
    return [repr(model), model(x), copy.deepcopy(model)(x), list(model.state_dict())]


def gru(t):
    model = dynamic(t, t.nn.GRU(4, 3, batch_first=True), kinds={t.nn.GRU})
    return [repr(model), model(t.randn(2, 5, 4))]


def network(t):
    """A convolution, a batch norm and a layer between stubs."""
    nn, q = t.nn, quantization(t)

    class Network(nn.Module):
        def __init__(self):
            super().__init__()
            self.quant, self.dequant = q.QuantStub(), q.DeQuantStub()
            self.conv, self.bn, self.relu = nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU()
            self.fc = nn.Linear(4 * 36, 5)

        def forward(self, x):
            x = self.relu(self.bn(self.conv(self.quant(x))))
            return self.dequant(self.fc(x.flatten(1)))

    return Network().eval()


def static(engine):
    def case(t):
        q = quantization(t)
        t.backends.quantized.engine = engine
        model = q.fuse_modules(network(t), [["conv", "bn", "relu"]])
        model.qconfig = q.get_default_qconfig(engine)
        q.prepare(model, inplace=True)
        for _ in range(3):
            model(t.randn(2, 3, 8, 8))
        q.convert(model, inplace=True)
        x = t.randn(2, 3, 8, 8)
        return [repr(model), model(x), copy.deepcopy(model)(x), list(model.state_dict())]

    return case


def aware(t):
    """Three steps of training that is aware of quantization."""
    q = quantization(t)
    model = t.nn.Sequential(q.QuantStub(), t.nn.Linear(4, 3), t.nn.ReLU(), q.DeQuantStub()).train()
    model.qconfig = q.get_default_qat_qconfig("x86")
    q.prepare_qat(model, inplace=True)
    sgd = t.optim.SGD(model.parameters(), lr=0.1)
    losses = []
    for _ in range(3):
        sgd.zero_grad()
        loss = model(t.randn(5, 4)).sum()
        loss.backward()
        sgd.step()
        losses.append(loss.item())
    return [losses, q.convert(model.eval())(t.randn(2, 4))]


def graph(t):
    """Quantization of a traced graph."""
    q = quantization(t, ".quantize_fx")
    nn, x = t.nn, t.randn(2, 3, 8, 8)
    model = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(144, 3)).eval()
    prepared = q.prepare_fx(model, quantization(t).get_default_qconfig_mapping("x86"), (x,))
    prepared(x)
    made = q.convert_fx(prepared)
    return [[(node.op, node.name) for node in made.graph.nodes], made(x)]


CASES = {
    "linear": linear,
    "half": half,
    "lstm": lstm,
    "gru": gru,
    "aware": aware,
    **{f"static, {engine}": static(engine) for engine in ("fbgemm", "qnnpack", "x86", "onednn")},
}


@pytest.fixture(autouse=True)
def engine_kept():
    before = [t.backends.quantized.engine for t in LIBRARIES]
    yield
    for t, engine in zip(LIBRARIES, before, strict=True):
        t.backends.quantized.engine = engine


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_quantized_models_compute_torchs_numbers(case):
    same(case)


def test_a_quantized_graph_computes_torchs_numbers():
    """In a process of its own: torch's file keeps the prepared model, in torch too."""
    code = "import warnings; warnings.simplefilter('ignore'); import test_quantized_modules as m; m.same(m.graph)"
    here = os.path.dirname(__file__)
    path = os.pathsep.join((here, os.path.dirname(here), os.environ.get("PYTHONPATH", "")))
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=HANG,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr


# ---- in programs ----


def quantized(t, x):
    return t.quantize_per_tensor(x, 0.1, 3, t.quint8)


def scripted(t):
    nnq = quantization_modules(t)
    x, image = quantized(t, t.randn(2, 3)), quantized(t, t.randn(1, 2, 4, 4))
    layers = [(nnq.Linear(3, 4), x), (nnq.Conv2d(2, 3, 2), image)]
    for layer, shape in zip([one for one, _ in layers], [(4, 3), (3, 2, 2, 2)]):
        layer.set_weight_bias(t.quantize_per_tensor(t.randn(shape), 0.1, 0, t.qint8), t.randn(shape[0]))
    observer = t.jit.script(quantization(t).HistogramObserver())
    observer(t.randn(20))
    found = [[t.jit.script(layer)(given), saved_and_loaded(t, t.jit.script(layer))(given)] for layer, given in layers]
    return [*found, observer.calculate_qparams(), t.jit.script(quantization(t).MinMaxObserver()).qscheme]


def quantization_modules(t, name="quantized"):
    return importlib.import_module(f"{t.__name__}.ao.nn.{name}")


def saved_and_loaded(t, program):
    t.jit.save(program, file := io.BytesIO())
    file.seek(0)
    return t.jit.load(file)


def recurrent(t):
    modules = quantization_modules(t, "quantized.dynamic")
    layers = modules.LSTM(3, 2, bidirectional=True), modules.LSTMCell(3, 2)
    weights = [
        {name: one for kind in (layer.get_weight, layer.get_bias) for name, one in kind().items()} for layer in layers
    ]
    plain_one = t.nn.LSTM(3, 2)
    before = plain_one(t.ones(1, 1, 3))[0]
    plain_one._flat_weights = [one * 2 for one in plain_one._flat_weights]
    other = plain_one(t.ones(1, 1, 3))[0]
    plain_one.weight_ih_l0 = t.nn.Parameter(plain_one.weight_ih_l0.detach() * 0)
    return (
        [sorted(one) for one in weights],
        [list(one.values()) for one in weights],
        before,
        other,
        plain_one(t.ones(1, 1, 3))[0],
    )


def transposed(t):
    layer = t.nn.ConvTranspose2d(2, 2, 3, stride=2)
    wanted = [None, [9, 10], [1, 2, 10, 9]]
    settings = layer.stride, layer.padding, layer.kernel_size, 2, layer.dilation
    found = [list(layer._output_padding(t.ones(1, 2, 4, 4), one, *settings)) for one in wanted]
    reference = quantization_modules(t, "quantized.reference").ConvTranspose1d(2, 2, 2)
    return found, reference(t.ones(1, 2, 4)).shape[-1]


def number_of_a_tensor(t):
    x = quantized(t, t.arange(16.0).reshape(1, 2, 2, 2, 2))
    ones = t.ones(2)
    return t.ops.quantized.batch_norm3d_relu(x, ones, ones, ones, ones, 1e-5, t.tensor([0.5]), 0)


@pytest.mark.parametrize("case", [scripted, recurrent, transposed, number_of_a_tensor], ids=lambda one: one.__name__)
def test_quantized_modules_are_torchs_in_programs_too(case):
    same(case)


def test_a_batch_norm_keeps_its_qconfig_where_it_is_synchronized():
    for t in LIBRARIES:
        layer = t.nn.BatchNorm2d(1)
        layer.qconfig = "mine"
        assert t.nn.SyncBatchNorm.convert_sync_batchnorm(layer).qconfig == "mine"


# ---- packed parameters: objects of classes of C++ ----


def packed(t):
    return t.ops.quantized.linear_prepack(t.quantize_per_tensor(t.arange(6.0).reshape(2, 3), 0.5, 0, t.qint8), None)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_packed_parameters_are_copied_with_their_state(copied):
    one = packed(pytorch_c)
    other = copied(one)
    assert other is not one and repr(other) == "ScriptObject <__torch__.torch.classes.quantized.LinearPackedParamsBase>"
    assert other.unpack()[0].dequantize().tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def test_a_method_that_a_class_of_c_lacks_is_an_attribute_error():
    assert not hasattr(packed(pytorch_c), "nothing")
    with pytest.raises(AttributeError, match="LinearPackedParamsBase' object has no attribute or method 'nothing'"):
        packed(pytorch_c).nothing()


def test_objects_tell_their_methods_and_their_state_as_torchs_do():
    ours, theirs = map(packed, LIBRARIES)
    assert sorted(ours._method_names()) == sorted(theirs._method_names())
    (state, name), (wanted, its_name) = ours.__getstate__(), theirs.__getstate__()
    assert (name, len(state)) == (its_name, len(wanted)) and state[0].dequantize().tolist() == wanted[
        0
    ].dequantize().tolist()


def test_a_class_that_nobody_registered_is_named():
    for t in LIBRARIES:
        with pytest.raises(RuntimeError, match="class 'quantized.Nothing', but it does not exist"):
            _ = t.classes.quantized.Nothing


def test_limits_of_quantized_dtypes_are_torchs():
    for name in ("qint8", "quint8", "qint32", "quint4x2", "quint2x4"):
        ours, theirs = (t.iinfo(getattr(t, name)) for t in LIBRARIES)
        assert (ours.bits, ours.min, ours.max) == (theirs.bits, theirs.min, theirs.max)
