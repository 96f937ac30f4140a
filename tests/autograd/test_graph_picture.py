"""autograd.graph.draw: the nodes of a graph, their shapes, leaves and saved tensors, beside torch's own nodes."""

import re
import sys

import pytest
import torch

import pytorch_c
from pytorch_c import nn
from pytorch_c.autograd import graph

try:
    import graphviz
except ImportError:
    graphviz = None


def network(t):
    t.manual_seed(0)
    layers = (t.nn.Conv2d(1, 2, 3), t.nn.BatchNorm2d(2), t.nn.ReLU(), t.nn.Flatten(), t.nn.Linear(8, 3))
    model = t.nn.Sequential(*layers)
    return model, t.nn.functional.cross_entropy(model(t.ones(2, 1, 4, 4)), t.tensor([0, 1]))


def arrows(node):
    """[(name, name)] of torch's own nodes."""
    found, nodes, seen = [], [node], set()
    for one in nodes:
        if one in seen:
            continue
        seen.add(one)
        after = [each for each, _ in one.next_functions if each is not None]
        found += [(one.name().split("::")[-1], each.name().split("::")[-1]) for each in after]
        nodes += after
    return sorted(found)


def test_the_dot_text_has_torchs_nodes_and_arrows():
    model, loss = network(pytorch_c)
    dot = graph.draw(loss, params=model)
    names = dict(re.findall(r'^  (n\d+) \[label="(\w+?)(?:\\n.*)?"', dot, re.M))
    leaves = dict(re.findall(r'^  (n\d+) \[label="([\d.]+\w+) \(.*ellipse', dot, re.M))
    assert sorted(leaves.values()) == sorted(name for name, _ in model.named_parameters())
    names |= dict.fromkeys(leaves, "AccumulateGrad")
    found = sorted((names[a], names[b]) for a, b in re.findall(r"^  (n\d+) -> (n\d+)$", dot, re.M))
    assert found == arrows(network(torch)[1].grad_fn)


def test_the_tree_tells_shapes_and_what_is_saved(tmp_path):
    model, loss = network(pytorch_c)
    assert graph.draw(loss, tmp_path / "g.txt", model) == str(tmp_path / "g.txt")
    lines = (tmp_path / "g.txt").read_text().splitlines()
    assert lines[0].startswith("NllLossBackward0 () float32 [saved (2, 3) float32, (2,) int64")
    assert "├─ 4.bias (3,) float32 (leaf)" in lines and "   4.weight (3, 8) float32 (leaf)" in lines
    assert any(
        "ConvolutionBackward0 (2, 2, 2, 2) float32 [saved (2, 1, 4, 4) float32, (2, 1, 3, 3)" in one for one in lines
    )
    assert "saved" not in graph.draw(loss, saved=False)


SAVED = {
    "mul": lambda t, x: (x * x.exp(), ("_saved_self", "_saved_other")),
    "tanh": lambda t, x: (x.tanh(), ("_saved_result",)),
    "add": lambda t, x: (x + 1, ()),
    "mm": lambda t, x: (x @ x.exp(), ("_saved_self", "_saved_mat2")),
    "softmax": lambda t, x: (x.softmax(0), ("_saved_result",)),
}


@pytest.mark.parametrize("name", SAVED)
def test_what_is_saved_is_torchs(name):
    mine, _ = SAVED[name](pytorch_c, pytorch_c.ones(3, 3, requires_grad=True))
    other, attributes = SAVED[name](torch, torch.ones(3, 3, requires_grad=True))
    expected = [tuple(getattr(other.grad_fn, one).shape) for one in attributes]
    (step,) = [line for line in graph.draw(mine).splitlines() if line.startswith("  n0 [")]
    assert f"{type(other.grad_fn).__name__}" in step
    found = re.findall(r'^  n0s\d+ \[label="\((.*?)\)', graph.draw(mine), re.M)
    assert sorted(found) == sorted(", ".join(map(str, shape)) for shape in expected)


def test_a_shared_step_stands_once(tmp_path):
    x = pytorch_c.ones(2, requires_grad=True)
    y = x * 2
    z = (y + y.exp()) * y
    graph.draw(z, tmp_path / "z.txt", {"x": x}, saved=False)
    assert (tmp_path / "z.txt").read_text().splitlines() == [
        "MulBackward0 (2,) float32",
        "├─ AddBackward0 (2,) float32",
        "│  ├─ MulBackward0 (2,) float32 #2",
        "│  │  x (2,) float32 (leaf)",
        "│  └─ ExpBackward0 (2,) float32",
        "│     MulBackward0 (2,) float32 #2, above",
        "└─ MulBackward0 (2,) float32 #2, above",
    ]
    assert graph.draw([z, y, x]).count('label="result') == 3


def test_custom_functions_freed_graphs_and_hooks():
    class Double(pytorch_c.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    x = pytorch_c.ones(4, requires_grad=True)
    assert '"DoubleBackward\\n(4,) float32"' in graph.draw(Double.apply(x)) and "n0s0" in graph.draw(Double.apply(x))
    y = x.exp().sum()
    y.backward()
    assert '"freed"' in graph.draw(y)
    with graph.saved_tensors_hooks(lambda a: a, lambda a: a):
        z = x.sin()
    assert '"changed or packed"' in graph.draw(z)


def test_a_deep_graph_is_drawn(tmp_path):
    x = pytorch_c.ones(1, requires_grad=True)
    for _ in range(3000):
        x = x + 1
    graph.draw(x, tmp_path / "x.txt")
    assert len((tmp_path / "x.txt").read_text().splitlines()) == 3001


def test_names_are_escaped():
    x = pytorch_c.ones(1, requires_grad=True)
    assert r'"a\"b\\c (1,) float32"' in graph.draw(x * 2, params={'a"b\\c': x})


def test_dot_files_are_the_text(tmp_path):
    y = pytorch_c.ones(1, requires_grad=True) * 2
    for ending in (".dot", ".gv"):
        graph.draw(y, tmp_path / f"y{ending}")
        assert (tmp_path / f"y{ending}").read_text() == graph.draw(y)


def test_without_graphviz_a_warning_and_the_tree(tmp_path, monkeypatch):
    y = pytorch_c.ones(1, requires_grad=True) * 2
    monkeypatch.setitem(sys.modules, "graphviz", None)
    with pytest.warns(UserWarning, match="package graphviz; a tree of text is written to .*y.txt"):
        assert graph.draw(y, tmp_path / "y.svg") == str(tmp_path / "y.txt")
    assert (tmp_path / "y.txt").read_text().startswith("MulBackward0 (1,)") and not (tmp_path / "y.svg").exists()


@pytest.mark.skipif(graphviz is None, reason="the package graphviz is not installed")
def test_graphviz_draws_with_its_program(tmp_path, monkeypatch):
    y = pytorch_c.ones(1, requires_grad=True) * 2
    program = tmp_path / "dot"
    program.write_text('#!/bin/sh\necho "<svg>$@"\nexec cat\n')  # what it was asked for, and the text
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    graph.draw(y, tmp_path / "y.svg")
    drawn = (tmp_path / "y.svg").read_text()
    assert drawn.startswith("<svg>") and "-Tsvg" in drawn and graph.draw(y) in drawn
    with pytest.raises(ValueError, match="no format of graphviz"):
        graph.draw(y, tmp_path / "y.doc")
    program.unlink()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.warns(UserWarning, match="program dot"):
        graph.draw(y, tmp_path / "y.png")


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda y: graph.draw(3), TypeError, "int"),
        (lambda y: graph.draw("y"), TypeError, "got str"),
        (lambda y: graph.draw([y, 3]), TypeError, "got int"),
        (lambda y: graph.draw([]), ValueError, "empty"),
        (lambda y: graph.draw(y.detach()), ValueError, "does not require a gradient"),
        (lambda y: graph.draw(y, "picture"), ValueError, "needs an ending"),
        (lambda y: graph.draw(y, "nowhere/y.dot"), FileNotFoundError, "nowhere"),
        (lambda y: graph.draw(y, params={"y": 3}), TypeError, "params"),
        (lambda y: graph.draw(y, params=[y]), TypeError, "params"),
    ],
)
def test_wrong_arguments_are_named(make, error, words):
    with pytest.raises(error, match=words):
        make(pytorch_c.ones(1, requires_grad=True) * 2)


def test_a_module_names_its_leaves():
    linear = nn.Linear(2, 1)
    dot = graph.draw(linear(pytorch_c.ones(1, 2)), params=linear)
    assert '"weight (1, 2) float32"' in dot and '"bias (1,) float32"' in dot
    assert sum(line.startswith("  r") for line in dot.splitlines()) == 2
