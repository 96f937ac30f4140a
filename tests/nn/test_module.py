"""Module: what is found among its attributes, in which order, and what its methods do to it."""

import copy
import pickle
from typing import Annotated

import pytest
import torch
from support.built import array, assert_close

import pytorch_c
from pytorch_c import Tensor, nn


def names(pairs):
    return [name for name, _ in pairs]


class Everything(nn.Module):
    """Each kind of attribute that the rule speaks of."""

    tagged: Annotated[Tensor, "buffer"]
    short: nn.Buffer
    maybe: nn.Buffer | None
    tagged_list: Annotated[list, "buffer"]

    def __init__(self):
        super().__init__()
        self.plain = pytorch_c.ones(2)
        self.trained = pytorch_c.ones(2, requires_grad=True)
        self.parameter = nn.Parameter(pytorch_c.ones(2))
        self.tagged = pytorch_c.ones(2)
        self.short = pytorch_c.ones(2)
        self.maybe = None
        self.tagged_list = [pytorch_c.ones(1)]
        self.instance = nn.Buffer(pytorch_c.ones(2), persistent=False)
        self.integers = pytorch_c.arange(3)
        self.flags = pytorch_c.ones(2, dtype=pytorch_c.bool)
        self.computed = self.trained * 2
        self.layer = nn.Linear(2, 2, bias=False)
        self.layers = [nn.Linear(1, 1), (nn.Linear(1, 1), None)]
        self.table = {"a": nn.Linear(1, 1), 3: pytorch_c.ones(1)}
        self.weights = (pytorch_c.ones(1), pytorch_c.zeros(1))
        self.words = ["one", "two", "three"]
        self.numbers = [1, pytorch_c.ones(1)]
        self.hidden = {1: 2}
        self.nothing = None


PARAMETERS = [
    "plain", "trained", "parameter", "table.3", "weights.0", "weights.1", "layer.weight",
    "layers.0.weight", "layers.0.bias", "layers.1.0.weight", "layers.1.0.bias", "table.a.weight", "table.a.bias",
]  # fmt: skip
BUFFERS = ["tagged", "short", "tagged_list.0", "instance", "integers", "flags"]


def test_attributes_are_found_by_the_rule():
    module = Everything()
    assert names(module.named_parameters()) == PARAMETERS
    assert names(module.named_buffers()) == BUFFERS
    assert names(module.named_children()) == ["layer", "layers.0", "layers.1.0", "table.a"]
    assert names(module.named_modules()) == ["", "layer", "layers.0", "layers.1.0", "table.a"]
    assert names(module.named_parameters(prefix="net", recurse=False)) == ["net." + n for n in PARAMETERS[:6]]
    assert set(module.state_dict()) == set(PARAMETERS + BUFFERS) - {"instance"}
    assert list(module._parameters) == PARAMETERS[:6] and list(module._buffers) == BUFFERS
    assert list(module._modules) == names(module.named_children())


def test_order_is_that_of_assignment():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.z = nn.Linear(1, 1)
            self.a = pytorch_c.ones(1)
            self.m = nn.Linear(1, 1)
            self.b = pytorch_c.ones(1)

    assert names(Net().named_parameters()) == ["a", "b", "z.weight", "z.bias", "m.weight", "m.bias"]


def test_requires_grad_stays_as_it_was_made():
    module = Everything()
    assert not module.plain.requires_grad and module.trained.requires_grad and module.parameter.requires_grad
    assert not module.integers.requires_grad
    module.requires_grad_(False)
    assert not any(parameter.requires_grad for parameter in module.parameters())
    module.requires_grad_()
    assert all(parameter.requires_grad for parameter in module.parameters())


def test_tags_are_inherited_and_read_from_text():
    class Child(Everything):
        own: "Annotated[Tensor, 'buffer']"
        unknown_name: "OnlyForTypeCheckers | nn.Buffer"  # noqa: F821
        no_tag: "Tensor"

        def __init__(self):
            super().__init__()
            self.own = pytorch_c.ones(1)
            self.unknown_name = pytorch_c.ones(1)
            self.no_tag = pytorch_c.ones(1)

    module = Child()
    assert [*BUFFERS, "own", "unknown_name"] == names(module.named_buffers())
    assert "no_tag" in names(module.named_parameters())


def test_shared_ones_come_once_or_under_each_name():
    layer = nn.Linear(2, 2)
    module = nn.Sequential(layer, nn.Sequential(layer))
    module.tied = layer.weight
    assert len(list(module.parameters())) == 2
    assert names(module.named_modules()) == ["", "0", "1"]
    assert names(module.named_modules(remove_duplicate=False)) == ["", "0", "1", "1.0"]
    every = names(module.named_parameters(remove_duplicate=False))
    assert every == ["tied", "0.weight", "0.bias", "1.0.weight", "1.0.bias"] == list(module.state_dict())


def test_cycles_end():
    child, parent = nn.Linear(1, 1), nn.Sequential()
    parent.child = child
    child.parent = [parent]
    parent.itself = [parent]
    parent.loop = []
    parent.loop.append(parent.loop)
    assert len(list(parent.modules())) == 2
    assert list(parent.state_dict()) == ["child.weight", "child.bias"]
    parent.load_state_dict(parent.state_dict())
    assert not parent.eval().child.training
    seen = []
    parent.apply(seen.append)
    assert seen == [child, parent]
    assert "..." in repr(parent)
    assert copy.deepcopy(parent).child is not child


def test_use_before_init_says_so():
    class Early(nn.Module):
        def __init__(self, assign):
            if assign is not None:
                self.layer = assign
            self.size = 3

        def forward(self, x):
            return x

    for value in (nn.Linear(1, 1), pytorch_c.ones(1), nn.Parameter(pytorch_c.ones(1))):
        with pytest.raises(AttributeError, match=r"before Early calls super\(\).__init__\(\)"):
            Early(value)
    module = Early(None)
    uses = [
        lambda: module(1),
        lambda: list(module.parameters()),
        lambda: module.state_dict(),
        lambda: module.train(),
        lambda: module.to("cpu"),
        lambda: module.training,
        lambda: module.register_buffer("x", pytorch_c.ones(1)),
        lambda: module.register_parameter("x", None),
        lambda: module.add_module("x", None),
        lambda: repr(module),
    ]
    for use in uses:
        with pytest.raises(AttributeError, match=r"super\(\).__init__\(\)"):
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
    with pytest.raises(NotImplementedError, match="Net has no forward"):
        Net()(1)


def test_register_as_torch():
    module = nn.Module()
    module.register_parameter("weight", nn.Parameter(pytorch_c.ones(2)))
    module.register_parameter("bias", None)
    module.register_buffer("count", pytorch_c.zeros(1))
    module.register_buffer("scratch", pytorch_c.zeros(1), persistent=False)
    module.register_buffer("later", None)
    module.register_module("layer", nn.Tanh())
    module.add_module("none", None)
    assert names(module.named_parameters()) == ["weight"]
    assert names(module.named_buffers()) == ["count", "scratch"]
    assert list(module.state_dict()) == ["weight", "count"]
    module.later = pytorch_c.ones(1)
    module.count = module.count + 1
    assert names(module.named_buffers()) == ["count", "scratch", "later"]
    module.count = nn.Parameter(pytorch_c.ones(1))
    assert "count" in names(module.named_parameters())
    module.weight = None
    assert names(module.named_parameters()) == ["count"]


BAD_NAMES = [
    ("a.b", KeyError, "dot"),
    ("", KeyError, "dot"),
    (3, TypeError, "string"),
    ("forward", KeyError, "already"),
]


@pytest.mark.parametrize("name, error, words", BAD_NAMES)
def test_bad_names_are_refused(name, error, words):
    module = nn.Module()
    for register in (module.register_parameter, module.register_buffer, module.add_module):
        with pytest.raises(error, match=words):
            register(name, None)


def test_bad_values_are_refused():
    module = nn.Linear(2, 2)
    with pytest.raises(TypeError, match="Parameter or None, got Tensor"):
        module.register_parameter("other", pytorch_c.ones(1))
    with pytest.raises(TypeError, match="Tensor or None, got float"):
        module.register_buffer("other", 1.0)
    with pytest.raises(TypeError, match="Module or None, got function"):
        module.add_module("other", lambda x: x)
    with pytest.raises(KeyError, match="already exists"):
        module.register_buffer("weight", pytorch_c.ones(1))
    with pytest.raises(TypeError, match="result of a computation to parameter 'weight'"):
        module.weight = module.weight * 2
    with pytest.raises(ValueError, match="mode must be a bool"):
        module.train("yes")


def test_look_up_by_name():
    module = Everything()
    assert module.get_submodule("") is module
    assert module.get_submodule("layers.1.0") is module.layers[1][0]
    assert module.get_parameter("table.a.bias") is module.table["a"].bias
    assert module.get_buffer("tagged") is module.tagged
    for look_up in (module.get_submodule, module.get_parameter, module.get_buffer):
        with pytest.raises(AttributeError, match="'layer.nothing'"):
            look_up("layer.nothing")


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


class Picklable(nn.Module):
    kept: nn.Buffer

    def __init__(self):
        super().__init__()
        self.kept = pytorch_c.ones(2)
        self.register_buffer("scratch", pytorch_c.zeros(1), persistent=False)
        self.layers = [nn.Linear(2, 2), nn.Linear(2, 2)]
        self.frozen = nn.Parameter(pytorch_c.ones(1), requires_grad=False)
        self.tied = self.layers[0].weight


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda module: pickle.loads(pickle.dumps(module))])
def test_copies_keep_structure(copied):
    module = Picklable().eval()
    twin = copied(module)
    assert names(twin.named_parameters()) == names(module.named_parameters())
    assert names(twin.named_buffers()) == names(module.named_buffers())
    assert list(twin.state_dict()) == list(module.state_dict())
    assert twin.tied is twin.layers[0].weight and not twin.frozen.requires_grad and not twin.training
    assert isinstance(twin.frozen, nn.Parameter)
    with pytorch_c.no_grad():
        twin.tied.zero_()
    assert module.tied.abs().sum().item() > 0


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


def test_a_plain_tensor_model_trains():
    class Line(nn.Module):
        def __init__(self):
            super().__init__()
            self.slope = pytorch_c.zeros(1, requires_grad=True)
            self.offsets = [pytorch_c.zeros(1, requires_grad=True)]

        def forward(self, x):
            return x * self.slope + self.offsets[0]

    model = Line()
    optimizer = pytorch_c.optim.SGD(model.parameters(), lr=0.3)
    x = pytorch_c.from_numpy(array((50,), 1))
    for _ in range(200):
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), 3 * x - 1).backward()
        optimizer.step()
    assert_close(model.slope, torch.tensor([3.0]), atol=1e-3)
    assert_close(model.offsets[0], torch.tensor([-1.0]), atol=1e-3)
