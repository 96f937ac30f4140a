"""compile() with a backend: calls that cannot be captured run as they are, once, and captured ones see what has changed.

python compiling.py: runs each function here whose name begins with "that", and prints what failed as JSON.
"""

import json
import traceback
import warnings

import pytorch_c as torch


class Counting:
    """A backend that counts the graphs that it is given."""

    def __init__(self):
        self.graphs = []

    def __call__(self, graph, inputs):
        self.graphs.append(graph)
        return graph.forward


def raised(kind, function, *arguments):
    try:
        function(*arguments)
    except kind as error:
        return str(error)
    raise AssertionError(f"{kind.__name__} was not raised")


class Keeping(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(()))
        self.last, self.calls = None, 0

    def forward(self, x):
        self.last = x * self.weight
        self.calls += 1
        return self.last + 1


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 5


def that_calls_that_need_values_run_as_they_are(backend):
    f = torch.compile(lambda x: x + 1 if x.sum() > 0 else x - 1, backend=backend)
    assert f(torch.ones(1)).item() == 2 and f(-torch.ones(1)).item() == -2
    assert backend.graphs == []


def that_effects_upon_python_happen_once(backend):
    seen = []

    @torch.compile(backend=backend)
    def f(x, into):
        seen.append(x * 2)
        into.append(x)
        return x + 1

    given = []
    f(torch.ones(1), given)
    assert [one.tolist() for one in seen] == [[2]] and [one.tolist() for one in given] == [[1]]
    module = Keeping()
    torch.compile(module, backend=backend)(torch.ones(2))
    assert module.calls == 1 and module.last.tolist() == [1, 1] and type(module.last) is torch.Tensor
    assert backend.graphs == []


def that_training_steps_and_custom_functions_run_as_they_are(backend):
    weight = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([weight], lr=0.5, momentum=0.9)

    @torch.compile(backend=backend)
    def step(x):
        optimizer.zero_grad()
        (weight * x).sum().backward()
        optimizer.step()

    step(torch.ones(2))
    assert weight.tolist() == [0.5, 0.5] and type(optimizer.state[weight]["momentum_buffer"]) is torch.Tensor
    x = torch.ones(1, requires_grad=True)
    torch.compile(Doubled.apply, backend=backend)(x).backward()
    torch.compile(lambda x: Doubled.apply(x), backend=backend)(x).backward()
    assert x.grad.item() == 10 and backend.graphs == []


def that_what_a_function_reaches_has_a_graph_of_its_own(backend):
    scale, table = 2, {"shift": 1}

    @torch.compile(backend=backend)
    def f(x):
        return x * scale + table["shift"]

    found = [f(torch.ones(1)).item()]
    scale = 3
    found.append(f(torch.ones(1)).item())
    table["shift"] = 5
    found += [f(torch.ones(1)).item(), f(torch.zeros(1)).item()]
    assert found == [3, 4, 8, 5] and len(backend.graphs) == 3


def that_modules_and_parameters_may_be_exchanged(backend):
    model = torch.nn.Sequential(torch.nn.Linear(2, 2, bias=False), torch.nn.Dropout(0.5))
    f = torch.compile(model, backend=backend)
    model.eval()
    x = torch.ones(1, 2)
    f(x)
    model[0].weight = torch.nn.Parameter(torch.full((2, 2), 3.0))
    assert f(x).tolist() == [[6, 6]] and len(backend.graphs) == 1
    model.train()
    f(x)
    assert len(backend.graphs) == 2
    model.eval()
    model.compile(backend=backend)
    assert model(x).tolist() == [[6, 6]] and len(backend.graphs) == 3


def that_fullgraph_names_the_cause_and_graphs_are_few(backend):
    f = torch.compile(lambda x: x.item(), backend=backend, fullgraph=True)
    assert "was not captured" in raised(RuntimeError, f, torch.ones(()))
    g = torch.compile(lambda x, k: x * k, backend=backend)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        assert [g(torch.ones(()), k).item() for k in range(10)] == list(range(10))
    assert len(backend.graphs) == 8 and any("8 graphs" in str(one.message) for one in said)


def that_a_backend_sees_the_options_and_its_errors_reach_the_caller(backend):
    def failing(graph, inputs, options):
        raise LookupError(options["word"])

    f = torch.compile(lambda x: x + 1, backend=failing, options={"word": "given"})
    assert "given" in raised(LookupError, f, torch.ones(1))


def that_functions_know_that_they_are_captured(backend):
    f = torch.compile(lambda x: x * (2 if torch.compiler.is_compiling() else 3), backend=backend)
    assert f(torch.ones(1)).item() == 2 and not torch.compiler.is_compiling()


def that_export_reads_bytecode(backend):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.conv, self.norm = torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4)

        def forward(self, x, *, scale=2.0):
            y = torch.relu(self.norm(self.conv(x)) * scale)
            return torch.cond(y.sum() > 0, lambda a: a.sin(), lambda a: a.cos(), (y,)), [y.mean()]

    net, x = Net().eval(), torch.randn(2, 3, 6, 6)
    program = torch.export.export(
        net, (x,), strict=True, dynamic_shapes={"x": {0: torch.export.Dim("n", min=2, max=9)}}
    )
    assert {str(one.target) for one in program.graph.nodes} >= {"aten.conv2d.default", "aten.relu.default", "cond"}
    for rows in (2, 5):
        given = torch.randn(rows, 3, 6, 6)
        (found, (mean,)), (wanted, (also,)) = program.module()(given), net(given)
        assert torch.allclose(found, wanted) and torch.allclose(mean, also)
    assert torch.is_grad_enabled() and not torch.is_inference_mode_enabled()


if __name__ == "__main__":
    found = {}
    for name, check in list(globals().items()):
        if name.startswith("that_"):
            try:
                check(Counting())
                found[name] = None
            except Exception:
                found[name] = traceback.format_exc()
    print(json.dumps(found))
