"""Module: its mode, text, hooks and Parameter; tests/nn/test_module_scenarios.py compares the rest with torch."""

import pytest
import torch

import pytorch_c
from pytorch_c import Tensor, nn


def names(pairs):
    return [name for name, _ in pairs]


def test_use_before_init_says_so():
    class Early(nn.Module):
        def __init__(self):
            self.size, self.plain = 3, pytorch_c.ones(1)

        def forward(self, x):
            return x

    module = Early()
    assert module.plain.item() == 1
    uses = [
        lambda: module(1),
        lambda: list(module.parameters()),
        lambda: module.state_dict(),
        lambda: module.to("cpu"),
        lambda: module.training,
        lambda: module.add_module("x", None),
        lambda: module.register_forward_hook(print),
        lambda: repr(module),
    ]
    for use in uses:
        with pytest.raises(AttributeError, match=r"before Early calls super\(\).__init__\(\)"):
            use()


def test_missing_attributes_and_failing_properties_say_which():
    class Net(nn.Module):
        @property
        def broken(self):
            return self.not_there

    with pytest.raises(AttributeError, match="'Net' object has no attribute 'wieght'"):
        _ = Net().wieght
    with pytest.raises(AttributeError, match="not_there"):
        _ = Net().broken
    with pytest.raises(NotImplementedError, match=r'Module \[Net\] is missing the required "forward" function'):
        Net()(1)


def test_train_and_eval_reach_everything_and_overrides():
    class Frozen(nn.Linear):
        def train(self, mode=True):
            return super().train(False)

    module = nn.Sequential(nn.Dropout(), nn.Sequential(nn.Dropout(), Frozen(1, 1)))
    assert module.is_training() and module.eval() is module
    assert not any(part.training for part in module.modules())
    assert module.train() is module and module.is_training()
    assert [part.training for part in module.modules()] == [True, True, True, True, False]


def test_apply_goes_children_first():
    module = nn.Sequential(nn.Linear(1, 1), nn.Sequential(nn.Tanh()))
    seen = []
    assert module.apply(lambda part: seen.append(part.name())) is module
    assert seen == ["Linear", "Tanh", "Sequential", "Sequential"]


def test_zero_grad():
    module = nn.Linear(2, 1)
    module(pytorch_c.ones(1, 2)).sum().backward()
    held = module.weight.grad
    module.zero_grad(set_to_none=False)
    assert held.tolist() == module.weight.grad.tolist() == [[0.0, 0.0]]
    module.zero_grad()
    assert module.weight.grad is None and module.bias.grad is None


def test_repr_reads_as_torch():
    def net(library):
        class Net(library.nn.Module):
            def __init__(self):
                super().__init__()
                self.body = library.nn.Sequential(library.nn.Conv2d(1, 2, 3), library.nn.ReLU())
                self.head = library.nn.Linear(2, 1)

            def extra_repr(self):
                return "one=1\ntwo=2"

        class Small(library.nn.Module):
            pass

        return repr(Net()), repr(Small()), repr(library.nn.Module())

    assert net(pytorch_c) == net(torch)


def test_parameter():
    data = pytorch_c.ones(2)
    parameter = nn.Parameter(data)
    assert isinstance(parameter, Tensor) and parameter.requires_grad and parameter.is_leaf
    assert not data.requires_grad and parameter.data_ptr() == data.data_ptr()
    assert repr(parameter) == repr(torch.nn.Parameter(torch.ones(2)))
    assert type(parameter * 1) is Tensor and type(parameter.data) is Tensor
    assert nn.Parameter().numel() == 0
    computed = nn.Parameter((parameter * 2), requires_grad=False)
    assert computed.is_leaf and not computed.requires_grad
    with pytest.raises(TypeError, match="Parameter data must be a Tensor, got list"):
        nn.Parameter([1.0])
    with pytest.raises(RuntimeError, match="floating point"):
        nn.Parameter(pytorch_c.arange(3))
    assert nn.Parameter(pytorch_c.arange(3), requires_grad=False).dtype == pytorch_c.int64


def test_a_parameter_keeps_its_own_attributes():
    parameter = nn.Parameter(pytorch_c.ones(1))
    parameter.no_decay = True
    assert parameter.no_decay


def test_hooks_change_arguments_and_results():
    module = nn.Identity()
    seen = []
    before = module.register_forward_pre_hook(lambda module, args: (args[0] + 1,))
    after = module.register_forward_hook(lambda module, args, result: result * 10)
    module.register_forward_hook(lambda module, args, result: seen.append((args[0].item(), result.item())))
    first = module.register_forward_hook(lambda module, args, result: seen.append("first"), prepend=True)
    assert module(pytorch_c.tensor(1.0)).item() == 20.0
    assert seen == ["first", (2.0, 20.0)]
    for handle in (before, after, first, first):
        handle.remove()
    assert module(pytorch_c.tensor(1.0)).item() == 1.0


def test_hooks_see_keywords():
    module = nn.Functional(lambda a, b: a + b)
    with module.register_forward_pre_hook(lambda m, args, kwargs: (args, {"b": 5}), with_kwargs=True):
        assert module(1, b=2) == 6
    assert module(1, b=2) == 3
    with module.register_forward_hook(lambda m, args, kwargs, result: kwargs["b"], with_kwargs=True):
        assert module(1, b=2) == 2


@pytest.mark.parametrize("recurse", [True, False, 1, 0, "yes", None])
def test_parameters_recurse_where_it_is_true(recurse):
    for library in (pytorch_c, torch):
        net = library.nn.Sequential(library.nn.Linear(2, 3))
        net.own = library.nn.Parameter(library.ones(1))
        assert len(list(net.parameters(recurse))) == (3 if recurse else 1)


@pytest.mark.parametrize("name", ["named_parameters", "_named_members", "named_modules"])
@pytest.mark.parametrize("own", ["class", "instance"])
def test_parameters_come_from_what_a_class_says(name, own):
    def count(library):
        asked = []

        class Inner(library.nn.Linear):
            pass

        net = library.nn.Sequential(Inner(2, 3), library.nn.Sequential(library.nn.Linear(3, 1, bias=False)))
        net.append(net[0])  # shared
        plain = getattr(Inner if own == "class" else net[0], name)

        def said(*args, **kwargs):
            asked.append(name)
            return plain(*args, **kwargs)

        setattr(Inner if own == "class" else net[0], name, said)
        return (
            [tuple(p.shape) for p in net.parameters()],
            [tuple(p.shape) for p in net[0].parameters(False)],
            len(asked),
        )

    assert count(pytorch_c) == count(torch)
