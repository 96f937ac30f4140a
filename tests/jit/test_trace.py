"""trace() and trace_module(): what is written down, what warns, what is refused; beside torch's own."""

import io
import subprocess
import sys
import threading
import warnings
from collections import namedtuple
from pathlib import Path

import pytest
import torch
from support.oracle import LIBRARIES

import pytorch_c
from pytorch_c import jit, nn
from pytorch_c.jit import TracerWarning, TracingCheckError

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
Pair = namedtuple("Pair", "left right")


def twice(x, y):
    return 2 * x + y


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(2, 3), nn.ReLU())
        self.register_buffer("shift", pytorch_c.ones(3))

    def forward(self, x):
        return self.inner(x) + self.shift

    def part(self, x, *, by=2):
        return x / by


def traced_by_both(function, *inputs, **options):
    """The texts of the code that both libraries write of a function of (library, *tensors)."""
    found = []
    for library in LIBRARIES:

        def f(*given, library=library):
            return function(library, *given)

        f = eval(
            f"lambda {', '.join('abc'[: len(inputs)])}: f({', '.join('abc'[: len(inputs)])})",
            {"f": f, "__name__": "test"},
        )
        found.append(library.jit.trace(f, tuple(library.tensor(one) for one in inputs), **options))
    return found


# The code of a function is the one that torch writes, but for the arguments that only one spells out.
@pytest.mark.parametrize(
    "function",
    [
        lambda p, a: a.relu() + 1,
        lambda p, a: (a.t() @ a).sum(0, keepdim=True),
        lambda p, a: (a[0], a[..., None]),
        lambda p, a: p.cat([a, a * 2], 1),
        lambda p, a: p.stack((a, a)).mean(),
        lambda p, a: p.where(a > 1, a, -a),
        lambda p, a: a.clone().add_(1).mul_(a),
        lambda p, a: a.reshape(-1, 1).squeeze(1),
        lambda p, a: p.nn.functional.softmax(a, dim=-1),
        lambda p, a: (a.exp() - a.log()).clamp(min=0),
    ],
)
def test_code_is_torchs(function):
    ours, theirs = traced_by_both(function, [[1.0, 2.0], [3.0, 4.0]])
    assert ours.code == theirs.code
    assert str(ours.schema) == str(theirs.schema)


def test_a_function():
    traced = jit.trace(twice, (pytorch_c.rand(3), pytorch_c.rand(3)))
    assert isinstance(traced, jit.ScriptFunction) and traced.name == "twice"
    assert traced(pytorch_c.ones(2), pytorch_c.ones(2)).tolist() == [3.0, 3.0]
    assert traced(y=pytorch_c.ones(1), x=pytorch_c.zeros(1)).tolist() == [1.0]
    assert traced.code == torch.jit.trace(twice, (torch.rand(3), torch.rand(3))).code
    assert "aten::mul(%x" in str(traced.graph)
    file = io.BytesIO()
    jit.save(traced, file)
    file.seek(0)
    assert torch.jit.load(file)(torch.ones(1), torch.ones(1)).tolist() == [3.0]


def test_inputs_and_results_that_hold_tensors():
    x = pytorch_c.ones(2)
    nested = jit.trace(lambda pair, table: (pair[0] + table["k"], (pair[1],)), ((x, x * 2), {"k": x}))
    assert nested((x, x), {"k": x * 3})[0].tolist() == [4.0, 4.0]
    named = jit.trace(lambda x: Pair(x, x + 1), x)
    assert named(x)[1].tolist() == [2.0, 2.0]
    with pytest.raises(RuntimeError, match="Encountering a dict at the output of the tracer"):
        jit.trace(lambda x: {"a": x, "b": x + 1}, x)
    with pytest.warns(match="Encountering a list at the output of the tracer"):
        assert len(jit.trace(lambda x: [x, x + 1], x)(x)) == 2
    assert list(jit.trace(lambda x: {"a": x, "b": x + 1}, x, strict=False)(x)) == ["a", "b"]
    for wrong in (3, "text", None, object()):
        with pytest.raises((RuntimeError, TypeError)):
            jit.trace(lambda x: wrong, x)  # noqa: B023
        with pytest.raises((RuntimeError, TypeError)):
            jit.trace(lambda x, y: x, (x, wrong))
    with pytest.raises(TypeError, match="a function or a module is needed"):
        jit.trace(3, x)


def test_arguments_by_name():
    x, y = pytorch_c.ones(1), pytorch_c.full((1,), 5.0)
    traced = jit.trace(twice, example_kwarg_inputs={"y": y, "x": x})
    assert str(traced.schema) == "twice(Tensor x, Tensor y) -> Tensor" and traced(x=x, y=y).tolist() == [7.0]
    module = jit.trace(Net(), example_kwarg_inputs={"x": pytorch_c.ones(1, 2)})
    assert module(x=pytorch_c.ones(4, 2)).shape == (4, 3)
    with pytest.raises(NameError, match="'z' is not in forward"):
        jit.trace(Net(), example_kwarg_inputs={"z": x})


def test_modules_and_methods():
    net = Net()
    x = pytorch_c.ones(4, 2)
    traced = jit.trace(net, x)
    assert type(traced) is jit.TopLevelTracedModule and type(traced.inner) is jit.TracedModule
    assert list(traced.state_dict()) == list(net.state_dict()) == ["shift", "inner.0.weight", "inner.0.bias"]
    assert traced.inner is traced.get_submodule("inner")
    assert getattr(traced.inner, "0").weight is net.inner[0].weight
    assert pytorch_c.equal(jit.trace(net.forward, x)(x), net(x))
    both = jit.trace_module(net, {"forward": x, "part": pytorch_c.ones(3)})
    assert both.part(pytorch_c.ones(2)).tolist() == [0.5, 0.5] and pytorch_c.equal(both(x), net(x))
    with pytest.raises(AttributeError, match="Please use trace_module"):
        jit.trace(net.part, x)
    with pytest.raises(AttributeError, match="expected torch.nn.Module"):
        jit.trace_module(twice, {})
    with pytest.raises(AttributeError, match="expected a dictionary"):
        jit.trace_module(net, x)
    with pytest.warns(UserWarning, match="already a ScriptModule"):
        assert jit.trace(traced, x) is traced
    with pytest.raises(ValueError, match="backward hooks"):
        hooked = Net()
        hooked.register_full_backward_hook(lambda *given: None)
        jit.trace(hooked, x)


def test_a_module_that_is_shared():
    layer = nn.Linear(2, 2)
    net = nn.Sequential(layer, nn.ReLU(), layer)
    traced = jit.trace(net, pytorch_c.ones(1, 2))
    x = pytorch_c.randn(3, 2)
    assert pytorch_c.equal(traced(x), net(x))
    assert len(list(traced.parameters())) == len(list(net.parameters())) == 2
    file = io.BytesIO(traced.save_to_buffer())
    theirs = torch.jit.load(file)
    assert list(theirs.state_dict()) == list(net.state_dict())
    assert torch.allclose(theirs(torch.from_numpy(x.numpy())), torch.from_numpy(net(x).detach().numpy()))


def test_hooks_are_traced():
    net = nn.Sequential(nn.Linear(2, 2))
    net[0].register_forward_hook(lambda module, args, result: result * 3)
    x = pytorch_c.randn(3, 2)
    assert pytorch_c.equal(jit.trace(net, x)(x), net(x))


CONVERSIONS = {
    "bool(x[0])": "Converting a tensor to a Python boolean",
    "int(x[0])": "Converting a tensor to a Python integer",
    "float(x[0])": "Converting a tensor to a Python float",
    "complex(x[0])": "Converting a tensor to a Python",
    "x[0].item()": "Converting a tensor to a Python",
    "x.tolist()": "Converting a tensor to a Python list",
    "x.numpy()": "Converting a tensor to a NumPy array",
    "list(x)": "Iterating over a tensor",
    "len(x)": "Using len to get tensor shape",
}


@pytest.mark.parametrize("code", CONVERSIONS)
def test_conversions_warn(code):
    for library in LIBRARIES:
        function = eval(f"lambda x: ({code}, x + 1)[1]")
        kind = library.jit.TracerWarning
        with pytest.warns(kind, match=CONVERSIONS[code]) as caught:
            library.jit.trace(function, library.ones(2))
        assert "<string>" in {one.filename for one in caught if one.category is kind}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        function(pytorch_c.ones(2))  # outside of a trace


def test_random_programs_warn():
    for layer in (nn.Dropout(), lambda x: x + pytorch_c.rand(20)):
        with pytest.warns(TracerWarning) as caught:
            jit.trace(layer, pytorch_c.ones(20))
        texts = [str(one.message) for one in caught]
        assert "Trace had nondeterministic nodes" in texts[0] and "Output nr 1. of the traced function" in texts[1]
        assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        jit.trace(nn.Dropout(), pytorch_c.ones(20), check_trace=False)
        jit.trace(nn.Dropout().eval(), pytorch_c.ones(20))


def test_checks():
    x = pytorch_c.ones(2)

    def sign(x):
        return x if x.sum() > 0 else -x * 2

    with pytest.warns(TracerWarning), pytest.raises(TracingCheckError, match="Graphs differed across invocations"):
        jit.trace(sign, x, check_inputs=[(-x,)])
    calls = []

    def changing(x):
        calls.append(1)
        return x + len(calls) * 0.1

    with pytest.warns(TracerWarning, match="does not match"), pytest.raises(TracingCheckError):
        jit.trace(changing, x)
    calls.clear()
    with pytest.raises(TracingCheckError, match="Tensor-valued Constant nodes differed"):
        jit.trace(changing, x, check_tolerance=1.0)

    def failing(x):
        calls.append(1)
        if len(calls) > 1:
            raise KeyError("later")
        return x

    calls.clear()
    with pytest.raises(KeyError, match="later"):
        jit.trace(failing, x)
    assert jit.trace(twice, (x, x), check_inputs=[(x * 2, x), (x, x * 3)], check_tolerance=0)(x, x).tolist() == [3, 3]


def test_nothing_is_left_of_a_trace_that_fails():
    before = dict(vars(pytorch_c.Tensor))

    class Failing(nn.Module):
        def forward(self, x):
            assert jit.is_tracing()
            raise KeyError("inside")

    for what in (lambda x: Failing()(x), Failing(), nn.Sequential(nn.ReLU(), Failing())):
        with pytest.raises(KeyError, match="inside"):
            jit.trace(what, pytorch_c.ones(1))
        assert not jit.is_tracing()
        assert dict(vars(pytorch_c.Tensor)) == before
    assert jit.trace(lambda x: x + 1, pytorch_c.ones(1))(pytorch_c.ones(1)).tolist() == [2.0]


def test_is_tracing_is_the_threads():
    seen = []

    def function(x):
        seen.append(jit.is_tracing())
        other = threading.Thread(target=lambda: seen.append((jit.is_tracing(), bool(pytorch_c.ones(1)))))
        other.start()
        other.join()
        return x + 1

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        jit.trace(function, pytorch_c.ones(1), check_trace=False)
    assert seen == [True, (False, True)] and not jit.is_tracing()


def test_gradients_flow():
    x = pytorch_c.ones(3, requires_grad=True)
    traced = jit.trace(lambda x: (x * x).sum(), x)
    for _ in range(3):
        x.grad = None
        traced(x).backward()
        assert x.grad.tolist() == [2.0, 2.0, 2.0]


def test_inputs_stay_as_they_were():
    x = pytorch_c.zeros(2)
    traced = jit.trace(lambda x: x.add_(1), x)
    assert x.tolist() == [1.0, 1.0]  # once, by the trace; the checks have inputs of their own
    assert traced(pytorch_c.zeros(1)).tolist() == [1.0]


def test_without_torch():
    done = subprocess.run([sys.executable, Path(__file__).parent / "alone.py"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_layers_fit_other_sizes():
    for layer, one, other in (
        (nn.LSTM(4, 5, num_layers=2), (6, 2, 4), (3, 7, 4)),
        (nn.GRU(4, 5, batch_first=True), (6, 2, 4), (3, 7, 4)),
        (nn.TransformerEncoderLayer(4, 2, 8).eval(), (3, 2, 4), (6, 5, 4)),
        (nn.Sequential(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.Linear(8, 2)), (1, 1, 4, 4), (6, 1, 4, 4)),
    ):
        traced = jit.trace(layer, pytorch_c.randn(one))
        x = pytorch_c.randn(other)
        found, expected = traced(x), layer(x)
        if isinstance(expected, tuple):
            found, expected = found[0], expected[0]
        assert found.shape == expected.shape and pytorch_c.allclose(found, expected, atol=1e-5)


class Signed(nn.Module):
    def forward(self, x):
        if bool(x.sum() > 0):
            return x + 1
        return x - 1


def test_programs_within_a_trace():
    unit = jit.CompilationUnit("def f(x, n: int = 2):\n  if bool(x.sum() > 0):\n    return x * n\n  return x - 1\n")
    x = pytorch_c.ones(2)
    traced = jit.trace(lambda x: unit.f(x, n=3) + 1, x)
    assert traced(x).tolist() == [4.0, 4.0] and traced(-x).tolist() == [-1.0, -1.0]
    net = nn.Sequential(nn.Linear(2, 2), jit.script(Signed()))
    traced = jit.trace(net, x)
    for given in (x * 9, -x * 9):
        assert pytorch_c.equal(traced(given), net(given))
    assert "forward1" not in traced.code
    file = io.BytesIO(traced.save_to_buffer())
    theirs = torch.jit.load(file)
    assert theirs(torch.full((2,), -9.0)).tolist() == pytest.approx(net(-x * 9).tolist())


def test_what_cannot_be_traced_is_refused_in_torchs_words():
    words = {
        "lambda x: None": "The traced function didn't return any values! Side-effects are not captured in traces",
        "lambda x: 'text'": "Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced",
        "lambda x: {}": "Dictionary inputs must have entries",
        "lambda x: []": "List trace inputs must have elements",
    }
    for code, text in words.items():
        for library in LIBRARIES:
            with pytest.raises(RuntimeError, match=text):
                library.jit.trace(eval(code, {"__name__": "test"}), library.ones(1))
    for library in LIBRARIES:
        with pytest.raises(RuntimeError, match="cannot be traced. Only Tensors and"):
            library.jit.trace(eval("lambda x: x", {"__name__": "test"}), (1,))
    for library in LIBRARIES:
        x = library.ones(1)
        other = library.ones(2, 3).long()
        assert library.jit.trace(eval("lambda x: x[0]", {"__name__": "test"}), ([x, other],))([other, x]).shape == (
            2,
            3,
        )
        with pytest.raises(RuntimeError, match="must have consistent element type"):
            library.jit.trace(eval("lambda x: x[0]", {"__name__": "test"}), ([x, (x, x)],))


def test_the_tracing_state_is_that_of_is_tracing():
    seen = []

    def f(x):
        seen.append((bool(pytorch_c._C._get_tracing_state()), pytorch_c._C._is_tracing()))
        return x + 1

    f(pytorch_c.ones(2))
    pytorch_c.jit.trace(f, pytorch_c.ones(2), check_trace=False)
    assert seen == [(False, False), (True, True)]
