"""Sequential, ModuleList, ModuleDict, Functional."""

from collections import OrderedDict

import pytest
import torch
from support.built import array, assert_close, build_both, copy_state, outputs_and_gradients

import pytorch_c
from pytorch_c import nn

BUILD = {
    "Sequential": lambda t: t.nn.Sequential(t.nn.Linear(3, 4), t.nn.Tanh(), t.nn.Linear(4, 2)),
    "Sequential by name": lambda t: t.nn.Sequential(OrderedDict(first=t.nn.Linear(3, 4), act=t.nn.ReLU())),
    "Sequential nested": lambda t: t.nn.Sequential(t.nn.Sequential(t.nn.Linear(3, 3)), t.nn.Sequential()),
    "Sequential cut": lambda t: t.nn.Sequential(t.nn.Linear(3, 4), t.nn.Tanh(), t.nn.Linear(4, 2))[:2],
    "Sequential sum": lambda t: t.nn.Sequential(t.nn.Linear(3, 4)) + t.nn.Sequential(t.nn.Tanh()),
    "Sequential times": lambda t: t.nn.Sequential(t.nn.Linear(3, 3)) * 2,
    "ModuleList": lambda t: t.nn.ModuleList([t.nn.Linear(2, 2), t.nn.Linear(2, 2), t.nn.Tanh()]),
    "ModuleList empty": lambda t: t.nn.ModuleList(),
    "ModuleList with None": lambda t: t.nn.ModuleList([None, t.nn.Linear(2, 2)]),
    "ModuleList sum": lambda t: t.nn.ModuleList([t.nn.Tanh()]) + [t.nn.ReLU()],
    "ModuleDict": lambda t: t.nn.ModuleDict({"a": t.nn.Linear(2, 2), "b": t.nn.Tanh()}),
}


@pytest.mark.parametrize("case", BUILD)
def test_reads_and_names_as_torch(case):
    ours, theirs = build_both(BUILD[case])
    assert repr(ours) == repr(theirs)
    assert list(ours.state_dict()) == list(theirs.state_dict())
    assert [name for name, _ in ours.named_modules()] == [name for name, _ in theirs.named_modules()]
    assert len(ours) == len(theirs)
    copy_state(theirs, ours)
    copy_state(ours, theirs)


@pytest.mark.parametrize("case", ["Sequential", "Sequential by name", "Sequential nested", "Sequential times"])
def test_sequential_computes_as_torch(case):
    ours, theirs = build_both(BUILD[case])
    x = array((5, 3))
    assert_close(outputs_and_gradients(pytorch_c, ours, [x]), outputs_and_gradients(torch, theirs, [x]))


def test_empty_sequential_returns_its_input():
    x = pytorch_c.ones(2)
    assert nn.Sequential()(x) is x


def test_tuples_are_spread_over_arguments():
    class Split(nn.Module):
        def forward(self, x):
            return x, x + 1

    class Join(nn.Module):
        def forward(self, a, b):
            return a * b

    x = pytorch_c.tensor([2.0, 3.0])
    assert nn.Sequential(Split(), Join())(x).tolist() == [6.0, 12.0]
    assert nn.Sequential(Join())((x, x)).tolist() == [4.0, 9.0]
    result = nn.Sequential(nn.Identity(), Split())(x)
    assert isinstance(result, tuple) and len(result) == 2


def edited(row, library):
    """The class names in a row after each change, and after all of them its keys."""
    seen = []

    def note():
        seen.append([type(module).__name__ for module in row])

    make = library.nn
    row.append(make.Tanh()), note()
    row.insert(1, make.Sigmoid()), note()
    row[0] = make.Identity()
    note()
    row[-1] = make.Flatten()
    note()
    del row[1]
    note()
    row.extend([make.ReLU(), make.GELU(), make.Tanh()]), note()
    seen.append(type(row.pop(1)).__name__)
    note()
    del row[1:3]
    note()
    return seen, [name for name, _ in row.named_children()]


@pytest.mark.parametrize("kind", ["Sequential", "ModuleList"])
def test_edits_as_torch(kind):
    results = []
    for library in (pytorch_c, torch):
        modules = [library.nn.Linear(2, 2), library.nn.ReLU()]
        make = getattr(library.nn, kind)
        results.append(edited(make(*modules) if kind == "Sequential" else make(modules), library))
    assert results[0] == results[1]


def test_row_errors():
    row = nn.ModuleList([nn.Tanh()])
    for index in (1, -2):
        with pytest.raises(IndexError, match="out of range"):
            row[index]
        with pytest.raises(IndexError, match="out of range"):
            del row[index]
    with pytest.raises(IndexError, match="out of range"):
        row.insert(5, nn.Tanh())
    with pytest.raises(TypeError, match="is not a Module subclass"):
        row.append(pytorch_c.tanh)
    with pytest.raises(TypeError, match="is not a Module subclass"):
        row.insert(0, "Tanh")
    with pytest.raises(TypeError, match="is not a Module subclass"):
        nn.Sequential(pytorch_c.tanh)
    with pytest.raises(TypeError, match="iterable"):
        row.extend(nn.Tanh())
    with pytest.raises(ValueError, match="positive"):
        nn.Sequential() * 0
    assert len(row) == 1


def test_module_dict_is_a_dict():
    modules = nn.ModuleDict([("a", nn.Tanh())])
    modules["b"] = nn.Linear(1, 1)
    modules.update({"c": nn.ReLU(), "a": nn.Sigmoid()})
    modules.update(nn.ModuleDict({"d": nn.Tanh()}))
    assert list(modules) == list(modules.keys()) == ["a", "b", "c", "d"]
    assert "b" in modules and "z" not in modules and "training" not in modules
    assert isinstance(modules.pop("a"), nn.Sigmoid)
    assert [type(module).__name__ for module in modules.values()] == ["Linear", "ReLU", "Tanh"]
    del modules["b"]
    assert [name for name, _ in modules.items()] == ["c", "d"]
    modules.clear()
    assert len(modules) == 0


def test_module_dict_errors():
    modules = nn.ModuleDict({"a": nn.Tanh()})
    with pytest.raises(KeyError):
        modules["b"]
    with pytest.raises(KeyError):
        del modules["training"]
    for key in ("keys", "forward", "a.b", ""):
        with pytest.raises(KeyError):
            modules[key] = nn.Tanh()
    with pytest.raises(TypeError, match="Module"):
        modules["b"] = pytorch_c.tanh
    with pytest.raises(TypeError, match="pairs"):
        modules.update(3)


def test_functional_wraps_any_function():
    x = pytorch_c.tensor([-1.0, 2.0])
    assert nn.Functional(nn.functional.relu)(x).tolist() == [0.0, 2.0]
    assert nn.Functional(lambda a, b=1: a + b)(x, b=2).tolist() == [1.0, 4.0]
    assert repr(nn.Functional(nn.functional.relu)) == "Functional(relu)"
    with pytest.raises(TypeError, match="callable"):
        nn.Functional(3)
    model = nn.Sequential(nn.Linear(2, 2), nn.Functional(nn.functional.relu))
    assert [name for name, _ in model.named_parameters()] == ["0.weight", "0.bias"]
