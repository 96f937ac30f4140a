"""Functions as attributes of classes: where torch's is a function of C, it is called with what is given alone."""

import operator
import re
import types

import pytest
import torch
from support.oracle import agree

import pytorch_c

SPACES = ("", ".nn.functional", ".linalg", ".fft", ".special")


def space(t, name):
    return t if not name else __import__("importlib").import_module(t.__name__ + name)


class HasFunctions:
    """Of both libraries; a subclass has the functions."""

    def activated(self, x):
        return self.activation(x), self.make([1.0, 2.0])

    def convolved(self, x):
        act = self.activation
        return act(self.conv(x, weight=x.new_ones(1, 1, 2, 2), padding=1)), self.find(x > 0)


def test_a_classs_function_is_not_given_the_object():
    def run(t):
        has = {"activation": t.tanh, "conv": t.conv2d, "make": t.as_tensor, "find": t.argwhere}
        one = type("Has", (HasFunctions,), has)()
        return one.activated(t.ones(2)), one.convolved(t.ones(1, 1, 3, 3))

    agree(run)


def test_a_modules_class_may_name_its_activation():
    def run(t):
        class Net(t.nn.Module):
            activation = t.relu

            def forward(self, x):
                return self.activation(x)

        return Net()(t.tensor([-1.0, 1.0])), t.fx.symbolic_trace(Net())(t.tensor([-2.0, 2.0]))

    agree(run)


@pytest.mark.parametrize("name", SPACES)
def test_operators_bind_as_torchs_functions_do(name):
    ours, theirs = space(pytorch_c, name), space(torch, name)
    operators = {
        one for one in dir(ours) if isinstance(getattr(ours, one), pytorch_c._ops.Operator) and hasattr(theirs, one)
    }

    def bound(where, one):
        function = getattr(where, one)
        return type("Has", (), {"function": function})().function is not function

    assert len(operators) >= 10
    assert {one for one in operators if bound(ours, one) != bound(theirs, one)} == set()


def test_methods_of_tensors_bind():
    x = pytorch_c.ones(2)
    assert isinstance(pytorch_c.Tensor.add, types.MethodDescriptorType)
    assert isinstance(pytorch_c.add, types.BuiltinFunctionType)
    add = x.add
    assert (
        add(1).tolist()
        == [2, 2]
        == pytorch_c.Tensor.add(x, 1).tolist()
        == pytorch_c.Tensor.__dict__["add"].__get__(x)(1).tolist()
    )


@pytest.mark.parametrize(
    "named", ["flatten", "conv2d", "Tensor.flatten", "Tensor.add_", "nn.functional.gelu", "fft.fft", "linalg.det"]
)
def test_texts_of_operators_are_torchs(named):
    found, expected = (re.sub(r"0x\w+", "0x", str(operator.attrgetter(named)(of))) for of in (pytorch_c, torch))
    assert found == expected
