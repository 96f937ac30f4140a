"""load_state_dict: all is copied by one call where that is the same as one by one."""

import pytest
import torch
from pytorch_c.utils._python_dispatch import TorchDispatchMode

import pytorch_c
from pytorch_c import nn
from pytorch_c.overrides import TorchFunctionMode


def model(package):
    return package.nn.Sequential(package.nn.Linear(2, 3), package.nn.BatchNorm1d(3), package.nn.Linear(3, 1))


def test_all_values_are_those_of_the_state():
    for package in (torch, pytorch_c):
        one, other = model(package), model(package)
        state = {key: value + 1 for key, value in other.state_dict().items()}
        before = {key: value for key, value in one.state_dict(keep_vars=True).items()}
        keys = one.load_state_dict(state)
        assert not keys.missing_keys and not keys.unexpected_keys
        assert all(bool((value == state[key]).all()) for key, value in one.state_dict().items())
        assert all(value is before[key] for key, value in one.state_dict(keep_vars=True).items())


def test_other_dtypes_are_converted():
    layer = nn.Linear(2, 1)
    layer.load_state_dict({"weight": pytorch_c.ones(1, 2, dtype=pytorch_c.float64), "bias": pytorch_c.tensor([3])})
    assert layer.weight.tolist() == [[1.0, 1.0]] and layer.bias.tolist() == [3.0]
    assert layer.weight.dtype == pytorch_c.float32


def test_tied_weights_take_the_last_of_both():
    for package in (torch, pytorch_c):
        both = package.nn.Sequential(package.nn.Linear(1, 1), package.nn.Linear(1, 1))
        both[1].weight = both[0].weight
        state = both.state_dict()
        state = {**state, "0.weight": package.tensor([[1.0]]), "1.weight": package.tensor([[2.0]])}
        both.load_state_dict(state)
        assert both[0].weight.item() == 2.0


def test_what_cannot_be_copied_is_named():
    found = []
    for package in (torch, pytorch_c):
        layer = package.nn.Linear(2, 2)
        state = {"weight": package.empty(2, 2, device="meta"), "bias": package.ones(2)}
        with pytest.raises(RuntimeError, match='While copying the parameter named "weight"') as error:
            layer.load_state_dict(state)
        found.append((str(error.value).count("While copying"), layer.bias.tolist()))
    assert found[0] == found[1]


def test_modes_see_each_copy():
    layer, other = nn.Linear(2, 1), nn.Linear(2, 1)
    state, seen = other.state_dict(), []

    class Functions(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            seen.append(getattr(function, "__name__", ""))
            return function(*args, **(kwargs or {}))

    class Operators(TorchDispatchMode):
        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            seen.append(str(function))
            return function(*args, **(kwargs or {}))

    with Functions():
        layer.load_state_dict(state)
    assert seen.count("copy_") == 2
    with Operators():
        layer.load_state_dict(state)
    assert seen.count("aten.copy_.default") == 2 and not any("foreach" in one for one in seen)


def test_extra_state_is_taken_over():
    class Counting(nn.Linear):
        count = 0

        def get_extra_state(self):
            return self.count

        def set_extra_state(self, state):
            self.count = state

    one, other = Counting(1, 1), Counting(1, 1)
    other.count = 7
    one.load_state_dict(other.state_dict())
    assert one.count == 7 and one.weight.item() == other.weight.item()


def test_a_module_without_a_state_loads_nothing():
    assert not nn.ReLU().load_state_dict({}).missing_keys


def test_the_version_counter_counts_it():
    layer = nn.Linear(1, 1)
    before = layer.weight._version
    layer.load_state_dict(nn.Linear(1, 1).state_dict())
    assert layer.weight._version == before + 1
