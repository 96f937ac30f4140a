"""nn.functional as a whole: torch's names and signatures. Its other chapters are in test_functional_*.py."""

import inspect
import pickle
import re
from pathlib import Path

import pytest
import torch

import pytorch_c
from pytorch_c._boundary.library import core
from pytorch_c.nn import functional

THEIRS = torch.nn.functional
# Names of torch's module that ours leaves out; the reasons are in the docstring of pytorch_c.nn.functional.
LEFT_OUT = set(
    "Callable DType Optional Tensor assert_int_or_pair boolean_dispatch handle_torch_function has_torch_function "
    "has_torch_function_unary has_torch_function_variadic".split()
)
PUBLIC = sorted(name for name in dir(THEIRS) if not name.startswith("_") and callable(getattr(THEIRS, name)))
# The functions that torch makes of two, and those whose signature it does not say.
DISPATCHED = {
    **{f"max_pool{n}d": f"max_pool{n}d_with_indices" for n in (1, 2, 3)},
    **{f"adaptive_max_pool{n}d": f"adaptive_max_pool{n}d_with_indices" for n in (1, 2, 3)},
    **{f"fractional_max_pool{n}d": f"fractional_max_pool{n}d_with_indices" for n in (2, 3)},
}
SAID_HERE = {"conv_tbc": "input, weight, bias, pad=0", "one_hot": "input, num_classes=-1"}
# Defaults of operators, and what torch's documentation says of them.
NOT_GIVEN = {"()": "None", "<not given>": "0"}
CLASSES = {"ScalingType", "SwizzleType"}


def test_every_public_name_is_there_or_left_out_with_a_reason():
    assert set(PUBLIC) - set(functional.__all__) == LEFT_OUT
    assert set(functional.__all__) <= set(PUBLIC)
    for name in LEFT_OUT - {"has_torch_function_unary", "has_torch_function_variadic"}:
        assert name in functional.__doc__


def _parameters(name):
    """torch's parameters of a function: names and defaults."""
    function = getattr(THEIRS, DISPATCHED.get(name, name))
    if inspect.isfunction(function):
        return [(p.name, p.default) for p in inspect.signature(function).parameters.values()]
    said = re.match(rf"\s*{name}\((.*?)\)( ->|\n|$)", function.__doc__ or "", re.DOTALL)
    text = SAID_HERE.get(name) or said.group(1)
    made = {}
    exec(f"def f({text}): pass", {}, made)
    return [(p.name, p.default) for p in inspect.signature(made["f"]).parameters.values()]


@pytest.mark.parametrize("name", sorted(set(functional.__all__) - CLASSES))
def test_signature_is_torchs(name):
    ours = [(p.name, p.default) for p in inspect.signature(getattr(functional, name)).parameters.values()]
    theirs = _parameters(name)
    if isinstance(getattr(functional, name), core.Operator):  # it may take more than torch's documentation says
        ours = [(n, NOT_GIVEN.get(str(default), default)) for n, default in ours[: len(theirs)]]
        assert [n for n, _ in ours] == [n for n, _ in theirs]
        assert all(one == other or str(one) == str(other) for (_, one), (_, other) in zip(ours, theirs))
        return
    if ours[-1] == ("out", None) and theirs[-1][0] != "out":
        ours.pop()  # torch takes it, but its documentation does not say so
    assert [(n, str(default)) for n, default in ours] == [(n, str(default)) for n, default in theirs]


@pytest.mark.parametrize("name", sorted(set(functional.__all__) - CLASSES))
def test_what_is_an_operator_in_torch_is_one_here(name):
    function, theirs = getattr(functional, name), getattr(THEIRS, name)
    assert isinstance(function, core.Operator) == inspect.isbuiltin(theirs)
    assert function.__module__ == theirs.__module__.replace("torch", "pytorch_c", 1)
    assert function.__name__ == theirs.__name__
    assert pickle.loads(pickle.dumps(function)) is function


def test_enumerations_have_torchs_members():
    for name in CLASSES:
        ours, theirs = getattr(functional, name), getattr(THEIRS, name)
        assert {m.name: m.value for m in ours} == {key: m.value for key, m in theirs.__members__.items()}


def test_every_function_is_run_by_a_row():
    here = Path(__file__).parent
    text = "\n".join(path.read_text() for path in here.glob("test_functional_*.py"))
    in_place = {"celu_", "elu_", "hardtanh_", "leaky_relu_", "relu_", "rrelu_", "selu_", "threshold_"}
    missing = [
        name
        for name in functional.__all__
        if not re.search(rf"F\.{name}\b", text) and not (name in in_place and f'"{name}": (' in text)
    ]
    assert missing == []


def test_every_function_says_what_it_does():
    assert [name for name in functional.__all__ if not getattr(functional, name).__doc__] == []


@pytest.mark.parametrize("name", ["conv2d", "relu", "linear", "max_pool2d", "layer_norm", "nll_loss", "embedding"])
def test_what_is_no_tensor_is_named(name):
    required = [p for p in inspect.signature(getattr(functional, name)).parameters.values() if p.default is p.empty]
    arguments = [pytorch_c.ones(1) for _ in required]
    arguments[0] = "text"
    with pytest.raises((TypeError, AttributeError), match="input|str"):
        getattr(functional, name)(*arguments)


def settable(function):
    """Returns whether a function takes attributes, as fastai gives some."""
    try:
        function.noted = 1
        assert function.noted == 1
        del function.noted
    except AttributeError:
        return False
    return not hasattr(function, "noted")


@pytest.mark.parametrize("name", sorted(set(functional.__all__) - CLASSES))
def test_functions_that_are_pythons_in_torch_take_attributes(name):
    assert settable(getattr(functional, name)) >= settable(getattr(THEIRS, name))
