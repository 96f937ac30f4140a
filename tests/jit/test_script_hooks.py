"""Hooks of scripted modules: they run where a module is called, and go through archives both ways."""

import importlib.util
import io

import pytest
import torch

import pytorch_c

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

TEXT = """
from typing import Tuple

import {library} as torch


class Sub(torch.nn.Module):
    def forward(self, x):
        return x * 2


class Whole(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.sub = Sub()

    def forward(self, x):
        return self.sub(x)


class Nothing(torch.nn.Module):
    def forward(self):
        return torch.ones(2)


def one_more(self, input: Tuple[torch.Tensor]) -> Tuple[torch.Tensor]:
    return (input[0] + 1,)


def squared(self, input: Tuple[torch.Tensor]) -> torch.Tensor:
    return input[0] * input[0]


def scaled(self, input: Tuple[torch.Tensor], out: torch.Tensor) -> torch.Tensor:
    return out * 10 + input[0]


def looks(self, input: Tuple[torch.Tensor], out: torch.Tensor) -> None:
    print(int(out.sum()))


def whole():
    made = Whole()
    made.sub.register_forward_pre_hook(one_more)
    made.sub.register_forward_hook(scaled)
    made.sub.register_forward_hook(looks)
    made.register_forward_pre_hook(squared)
    made.register_forward_hook(scaled)
    return made


def nothing():
    made = Nothing()
    made.register_forward_pre_hook(lambda_free)
    return made


def lambda_free(self, input: Tuple[()]) -> None:
    print("called")
"""


@pytest.fixture
def modules(tmp_path):
    """Returns the same file for torch and for pytorch_c."""
    found = []
    for library in ("torch", "pytorch_c"):
        path = tmp_path / f"hooks_for_{library}.py"
        path.write_text(TEXT.format(library=library))
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found.append(module)
    return found


def test_they_run_where_the_module_is_called(modules, capfd):
    theirs, ours = (module.whole() for module in modules)
    scripted = [torch.jit.script(theirs), pytorch_c.jit.script(ours)]
    for one, library in zip(scripted, (torch, pytorch_c)):
        x = library.full((2,), 3.0)
        assert one(x).tolist() == theirs(torch.full((2,), 3.0)).tolist() == [2109.0] * 2
        assert one.forward(x).tolist() == scripted[0].forward(torch.full((2,), 3.0)).tolist()
        assert one.sub(x).tolist() == scripted[0].sub(torch.full((2,), 3.0)).tolist()
    assert capfd.readouterr().out.count("420\n") >= 4


@pytest.mark.parametrize("writer, reader", [(torch, pytorch_c), (pytorch_c, torch), (pytorch_c, pytorch_c)])
def test_archives_have_them(modules, writer, reader):
    scripted = writer.jit.script(modules[writer is pytorch_c].whole())
    buffer = io.BytesIO()
    writer.jit.save(scripted, buffer)
    buffer.seek(0)
    read = reader.jit.load(buffer)
    x = [1.0, 2.0]
    assert read(reader.tensor(x)).tolist() == scripted(writer.tensor(x)).tolist()
    assert read.forward(reader.tensor(x)).tolist() == scripted.forward(writer.tensor(x)).tolist()
    assert [len(read._forward_hooks), len(read.sub._forward_hooks), len(read.sub._forward_pre_hooks)] == [1, 2, 1]


def test_a_module_without_inputs(modules, capfd):
    scripted = pytorch_c.jit.script(modules[1].nothing())
    assert scripted().tolist() == [1.0, 1.0]
    assert capfd.readouterr().out == "called\n"


def test_a_hook_of_the_wrong_type_says_so(modules):
    made = modules[1].Whole()
    made.register_forward_hook(modules[1].one_more)
    with pytest.raises(RuntimeError, match="one_more"):
        pytorch_c.jit.script(made)
