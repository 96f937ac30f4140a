"""Modules captured by their bytecode (torch._dynamo.functional_export), in programs of either library."""

import subprocess
import sys

import torch

import pytorch_c

PROGRAM = """
import torch
from torch._dynamo.functional_export import dynamo_graph_capture_for_export

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.by = torch.nn.Linear(2, 2), 3

    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: self.linear(x) * self.by, lambda x: x.sin(), (x,))

torch.manual_seed(0)
model, x = Model().eval(), torch.ones(2)
graph = dynamo_graph_capture_for_export(model)(x)
print(sorted(name for name, _ in graph.named_modules()), graph.by, graph.training)
print(torch.allclose(graph(x), model(x)), torch.allclose(graph(-x), model(-x)))
"""


def _said(path, *how):
    found = subprocess.run([sys.executable, *how, path], capture_output=True, text=True, timeout=300)
    assert found.returncode == 0, found.stderr[-3000:]
    return found.stdout.splitlines()


def test_a_graph_keeps_the_graphs_within_it(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    given = _said(path, "-m", "pytorch_c.run")
    assert given == _said(path) and len(given) == 2


def test_a_module_says_which_attributes_are_its_own():
    told, expected = (set(one.nn.Module.__annotations__) for one in (pytorch_c, torch))
    assert expected - told == {"__call__"} and told <= expected
