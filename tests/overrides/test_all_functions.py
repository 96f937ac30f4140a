"""Every entry of torch.overrides.get_testing_overrides: it is here too, and __torch_function__ is asked of it."""

import inspect
import json
import operator
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from support.oracle import agree

import pytorch_c
from pytorch_c import overrides

# Functions that no public module shows, and those of devices that are not here.
NOT_HERE = {
    "torch.Tensor.__setstate__",
    "torch.Tensor._backward_hooks.__get__",
    "torch.Tensor._post_accumulate_grad_hooks.__get__",
    "torch.Tensor.name.__get__",
}
# Their methods ask for those of torch's in their place, as torch's own do: x + y asks for Tensor.add.
REDIRECTED = {
    **{
        f"torch.Tensor.__{name}__": f"torch.Tensor.{other}"
        for name, other in {
            "ifloordiv": "floor_divide_",
            "truediv": "div",
            "rtruediv": "div",
            "itruediv": "div_",
            "neg": "neg",
            "mod": "remainder",
            "rmod": "remainder",
            "imod": "remainder_",
            "abs": "abs",
            "add": "add",
            "iadd": "add_",
            "radd": "add",
            "ge": "ge",
            "gt": "gt",
            "le": "le",
            "lt": "lt",
            "matmul": "matmul",
            "rmatmul": "matmul",
            "mul": "mul",
            "imul": "mul_",
            "rmul": "mul",
            "ne": "ne",
            "rsub": "sub",
            "sub": "sub",
            "isub": "sub_",
            "rfloordiv": "__floordiv__",
            "rlshift": "__lshift__",
            "rrshift": "__rshift__",
            "rand": "__and__",
            "ror": "__or__",
            "rxor": "__xor__",
            "rpow": "__pow__",
            "pos": "positive",
        }.items()
    },
    "torch.dsmm": "torch.mm",
    "torch.hsmm": "torch.hspmm",
    "torch.saddmm": "torch.sspaddmm",
    "torch.spmm": "torch.mm",
}
NOT_ASKED = {"torch.Tensor._storage"}


def public(names):
    return {
        one
        for one in names
        if one and "._" not in one.removeprefix("torch.Tensor.") and "fbgemm" not in one and "miopen" not in one
    }


def names_of(t):
    return public(t.overrides.resolve_name(one) for one in t.overrides.get_testing_overrides())


def test_each_entry_of_torchs_is_one_here():
    missing = names_of(torch) - names_of(pytorch_c)
    here = {one for one in missing if getattr(pytorch_c.nn.functional, one.rpartition(".")[2], None) is not None}
    assert missing - here - NOT_HERE == set()


def asked_of(function, stands):
    """The functions that __torch_function__ is asked of in a call with as many arguments as the stand-in needs."""
    asked = []

    def ask(cls, func, types, args=(), kwargs=None):
        asked.append(func)
        return -1

    method = overrides.is_tensor_method_or_property(function)
    kind = type("Asking", (pytorch_c.Tensor,) if method else (), {"__torch_function__": classmethod(ask)})
    spec = inspect.getfullargspec(stands)
    count = len(spec.args) - len(spec.defaults or ()) + (2 if spec.varargs else 0)
    try:
        function(*[kind([5]) if method else kind() for _ in range(count)])
    except Exception as error:  # -1 is not what Python's protocols want
        if not asked:
            raise AssertionError(f"{function} raised {error!r} and asked nobody") from error
    return asked


def test_each_entry_is_asked():
    by_name, wrong = {overrides.resolve_name(one): one for one in overrides.get_testing_overrides()}, {}
    for function, stands in overrides.get_testing_overrides().items():
        name = overrides.resolve_name(function)
        wanted = by_name.get(REDIRECTED.get(name), function)
        asked = asked_of(function, stands)
        if name not in NOT_ASKED and name != "torch.nonzero" and not {wanted, function} & set(asked):
            wrong[name or function] = asked
    assert not wrong


def asked_by(t):
    asked = []

    def ask(cls, func, types, args=(), kwargs=None):
        asked.append((t.overrides.resolve_name(func) or func.__name__, len(args)))
        return -1

    x, plain = type("Asking", (t.Tensor,), {"__torch_function__": classmethod(ask)})([5.0]), t.tensor([1.0])

    def of(name, *args):
        asked.clear()
        getattr(operator, name)(*args)
        return name, list(asked)

    return of, x, plain


BINARY = "add sub mul truediv floordiv mod pow and_ or_ xor lshift rshift eq ne lt le gt ge".split()
INPLACE = "iadd isub imul itruediv ifloordiv imod ipow iand ior ixor ilshift irshift".split()


@pytest.mark.parametrize("name", BINARY)
def test_python_operators_ask_as_torchs(name):
    def ask(t):
        of, x, plain = asked_by(t)
        return [of(name, *args) for args in ((x, 2), (2, x), (x, plain), (plain, x), (x, x))]

    assert ask(pytorch_c) == ask(torch)


@pytest.mark.parametrize("name", INPLACE)
def test_operators_in_place_ask_as_torchs(name):
    def ask(t):
        of, x, plain = asked_by(t)
        return [of(name, x, other) for other in (2, plain, x)]

    assert ask(pytorch_c) == ask(torch)


def methods_and_functions_are_told_apart(t):
    asked = []

    class Asking(t.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            asked.append((func is t.Tensor.sin, func is t.sin))
            return None

    Asking([1.0]).sin()
    t.sin(Asking([1.0]))
    return asked, t.Tensor.sin is t.sin, t.Tensor.sin.__name__, t.sin.__name__


def the_reflected_operator_of_the_other_class(t):
    class Nothing(t.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return NotImplemented

    class Reflected(t.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return -1 if func is t.Tensor.__rpow__ else NotImplemented

    return Nothing() ** Reflected()


def functions_of_nn_are_operators(t):
    asked = []

    class Asking:
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            asked.append(func is t.conv1d)

    t.nn.functional.conv1d(Asking(), Asking())
    return asked


@pytest.mark.parametrize(
    "scenario",
    [methods_and_functions_are_told_apart, the_reflected_operator_of_the_other_class, functions_of_nn_are_operators],
    ids=lambda one: one.__name__,
)
def test_as_torchs(scenario):
    agree(scenario)


def test_functions_have_torchs_names_and_modules():
    program = Path(__file__).with_name("names.py")
    theirs, ours = (
        set(
            json.loads(
                subprocess.run([sys.executable, program, name], capture_output=True, text=True, check=True).stdout
            )
        )
        for name in ("torch", "pytorch_c")
    )
    assert theirs - ours == set()
