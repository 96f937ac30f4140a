"""Parts of torch's extension that export(strict=True) asks for: slots of classes, names of variables, settings, guards."""

import collections
import decimal
import enum
import types
import weakref

import pytest
import torch

import pytorch_c
from pytorch_c._C import _dynamo

CLASSES = [
    list, dict, int, str, tuple, set, float, object, type, range, slice, bytes, complex, bool, type(None), type({}.keys()),
    type(iter([])), types.GeneratorType, types.FunctionType, collections.OrderedDict, collections.deque,
    collections.Counter, decimal.Decimal, enum.Enum, torch.nn.Module, torch.Tensor,
]  # fmt: skip


def test_slots_of_classes_are_torchs():
    theirs = torch._C._dynamo
    found = {one: _dynamo.get_type_slots(one) for one in CLASSES}
    assert found == {one: theirs.get_type_slots(one) for one in CLASSES}
    assert _dynamo.get_type_slots([]) == found[list]
    for slots in found[dict]:
        assert [_dynamo.has_slot(slots, bit) for bit in range(12)] == [theirs.has_slot(slots, bit) for bit in range(12)]


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "1a",
        "",
        "-a",
        "a-b",
        "___get(a, 1)",
        "a.layers[slice(2)][0]._x",
        "getattr(getattr(a.x[3], '0'), '3')",
        "L['x'].w",
    ],
)
def test_names_of_variables_are_torchs(text):
    for name in ("strip_function_call", "is_valid_var_name"):
        assert getattr(_dynamo, name)(text) == getattr(torch._C._dynamo, name)(text)


def test_the_guard_of_settings_says_what_changed():
    guard = _dynamo.guards.GlobalStateGuard()
    assert guard.check() and guard.reason() == ""
    with pytorch_c.no_grad():
        assert not guard.check() and guard.reason() == "grad_mode "
    assert guard.check()


def test_inference_mode_ends_with_its_object():
    pytorch_c._C._InferenceMode(True).__enter__()
    assert not pytorch_c.is_inference_mode_enabled()
    with pytorch_c._C._InferenceMode(True):
        assert pytorch_c.is_inference_mode_enabled()
    with pytorch_c.no_grad():
        pytorch_c._C._InferenceMode(False).__enter__()
        assert not pytorch_c.is_grad_enabled()


@pytest.mark.parametrize("name", ["linear", "relu", "conv2d", "prelu"])
def test_functions_are_referred_to_as_torchs(name):
    function, theirs = getattr(pytorch_c.nn.functional, name), getattr(torch.nn.functional, name)
    assert weakref.ref(function)() is function
    assert hasattr(function, "__self__") == hasattr(theirs, "__self__") == isinstance(function, types.BuiltinMethodType)


def test_objects_of_classes_of_cpp_are_script_objects():
    weight = pytorch_c.quantize_per_tensor(pytorch_c.ones(2, 3), 0.1, 0, pytorch_c.qint8)
    packed = pytorch_c.ops.quantized.linear_prepack(weight, None)
    assert isinstance(packed, pytorch_c.ScriptObject) and pytorch_c._C.ScriptObject is pytorch_c.ScriptObject
    assert packed._type().qualified_name() == "__torch__.torch.classes.quantized.LinearPackedParamsBase"
