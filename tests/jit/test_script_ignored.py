"""@ignore: programs call Python; texts of units and classes derived from ScriptModule know Python's names."""
# ruff: noqa: UP006, UP035, UP045 (programs have them)

import io
from typing import Dict, List, Optional, Tuple

import pytest
import torch as theirs

import pytorch_c as torch

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
calls = []
FACTOR = 3


@torch.jit.ignore
def counted(x, n: int = 2) -> Tuple[torch.Tensor, int]:
    calls.append(n)
    return x * n, n + 1


@torch.jit.ignore
def note(text: str, more: Optional[List[int]]) -> None:
    calls.append((text, more))


def program(x):
    y, n = counted(x)
    z, n = counted(y, n)
    note("here", [n])
    note("here", None)
    return z, n


def test_a_program_calls_python_each_time_with_gradients():
    calls.clear()
    scripted = torch.jit.script(program)
    x = torch.ones(2, requires_grad=True)
    out, n = scripted(x)
    assert calls == [2, 3, ("here", [4]), ("here", None)]
    assert (out.tolist(), n) == ([6.0, 6.0], 4)
    out.sum().backward()
    assert x.grad.tolist() == [6.0, 6.0]


class Weighted(torch.nn.Module):
    def __init__(self, weight):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.full((2,), float(weight)))

    def forward(self, x):

        return self.of_python(x, {"a": [1, 2]}) + 1

    @torch.jit.ignore
    def of_python(self, x, d: Dict[str, List[int]]) -> torch.Tensor:
        return self.another(x * self.weight) + d["a"][1]

    @torch.jit.ignore
    def another(self, x):
        return x * 10


def test_a_method_has_its_own_module():
    """Both share a class of TorchScript; torch gives 23 and 33 for them without `another`."""
    found = [torch.jit.script(Weighted(weight))(torch.ones(2)).tolist() for weight in (2, 3)]
    assert found == [[23.0, 23.0], [33.0, 33.0]]


def test_its_exception_comes_through():
    @torch.jit.ignore
    def fails(x):
        raise KeyError("mine")

    def program(x):
        return fails(x)

    with pytest.raises(KeyError, match="mine"):
        torch.jit.script(program)(torch.ones(1))


@pytest.mark.parametrize("obj", [program, Weighted(1)], ids=["function", "module"])
def test_it_cannot_be_saved(obj, tmp_path):
    scripted = torch.jit.script(obj)
    with pytest.raises(RuntimeError, match="Could not export Python function call"):
        scripted.save(tmp_path / "no.pt")
    with pytest.raises(RuntimeError, match="Could not export Python function call"):
        torch.jit.save(scripted, io.BytesIO())
    assert not (tmp_path / "no.pt").exists()


class Mine:
    def __init__(self, x: int):
        self.x = x


def test_a_type_that_cannot_go_to_python_is_named():
    @torch.jit.ignore
    def takes(mine: Mine) -> int:
        return mine.x

    def program(x: int):
        return takes(Mine(x))

    with pytest.raises(RuntimeError, match="'takes' is marked @ignore: an argument or result of type"):
        torch.jit.script(program)


# ---- texts ----


def doubled(x):
    return x * 2


TEXT = """
    def f(x, n: int) -> List[Tensor]:
        # a comment

        y = torch.zeros_like(doubled(x), dtype=torch.int64)
        return [y + n * FACTOR, F.relu(x)]
"""


def test_a_text_knows_the_names_of_its_caller():
    F = torch.nn.functional  # noqa: F841  (the text's)
    unit = torch.jit.CompilationUnit(TEXT)
    assert [one.tolist() for one in unit.f(torch.tensor([-1.0, 2.0]), 2)] == [[6, 6], [0.0, 2.0]]
    unit.define("def g(x):\n  return f(x, FACTOR)[0]")
    assert unit.g(torch.ones(1)).tolist() == [9]
    assert sorted(one.name for one in unit.get_functions()) == ["f", "g"]


def test_an_error_of_a_text_is_libtorchs():
    with pytest.raises(RuntimeError, match="undefined value nobody") as ours:
        torch.jit.CompilationUnit("def f(x):\n  return nobody(x)\n")
    with pytest.raises(RuntimeError, match="undefined value nobody") as found:
        theirs.jit.CompilationUnit("def f(x):\n  return nobody(x)\n")
    assert str(ours.value).strip() == str(found.value).strip()


# ---- classes derived from ScriptModule ----


class Scripted(torch.jit.ScriptModule):
    def __init__(self, number: int):
        super().__init__()
        self.number = number
        self.linear = torch.nn.Linear(2, 2)
        self.define("def twice(self, x):\n  return self.linear(x) * 2")

    @torch.jit.script_method
    def forward(self, x):
        return self.linear(x) + self.number


class Derived(Scripted):
    pass


@pytest.mark.parametrize("kind", [Scripted, Derived])
def test_an_object_is_compiled_when_it_is_made(kind):
    made = [kind(number) for number in (1, 2)]
    x = torch.ones(1, 2)
    for number, one in enumerate(made, 1):
        assert isinstance(one, kind) and one.number == number
        torch.testing.assert_close(one(x), one.linear(x) + number)
        torch.testing.assert_close(one.twice(x), one.linear(x) * 2)
        assert "prim::GetAttr" in str(one.forward.graph)
    buffer = io.BytesIO()
    torch.jit.save(made[1], buffer)
    read = theirs.jit.load(io.BytesIO(buffer.getvalue()))
    assert read(theirs.ones(1, 2)).tolist() == made[1](x).tolist()
    assert read.twice(theirs.ones(1, 2)).tolist() == made[1].twice(x).tolist()


class WithMethods(torch.jit.ScriptModule):
    """Chooses among its methods in Python, as RWKV does; forward is no program."""

    def __init__(self):
        super().__init__()
        self.weights = {"a": torch.ones(2)}

    def forward(self, x, whole=False, state=None):
        return self.several(x, whole=whole) if isinstance(x, list) else self.one(x)

    @torch.jit.script_method
    def one(self, x):
        return x + self.weights["a"]

    @torch.jit.script_method
    def several(self, x: List[torch.Tensor], whole: bool = False):
        made = [self.one(each) for each in x]
        return torch.stack(made if whole else made[-1:])

    @torch.jit.export
    def never_compiled(self, x, whole=False):
        return x


def test_only_script_methods_are_compiled_where_there_are_some():
    made, x = WithMethods(), torch.ones(2)
    assert made(x).tolist() == [2, 2] and made([x, x], True).shape == (2, 2) and made([x, x]).shape == (1, 2)
    assert isinstance(made.one, torch.jit.ScriptMethod)
    assert not isinstance(made.forward, torch.jit.ScriptMethod) and made.never_compiled(x) is x


def test_attributes_of_a_program_come_before_members_that_torch_has_not():
    class Named(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.name = "abc"

        def forward(self, x: str):
            return x + self.name

    scripted = torch.jit.script(Named())
    assert (scripted.name, scripted("x")) == ("abc", "xabc")
    assert torch.jit.script(torch.nn.ReLU()).name() == "RecursiveScriptModule"
