"""Members found by reflection, in classes that ask for it: the rule, its order, what Module's methods do with them."""

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


class Everything(nn.Module, reflect=True):
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


PARAMETERS = (
    "plain trained parameter table.3 weights.0 weights.1 layer.weight layers.0.weight layers.0.bias layers.1.0.weight "
    "layers.1.0.bias table.a.weight table.a.bias"
).split()
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
    class Net(nn.Module, reflect=True):
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
    class Net(nn.Module, reflect=True):
        def __init__(self):
            super().__init__()
            layer = nn.Linear(2, 2)
            self.layers = [layer, [layer]]
            self.tied = layer.weight

    module = Net()
    assert len(list(module.parameters())) == 2
    assert names(module.named_modules()) == ["", "layers.0"]
    assert names(module.named_modules(remove_duplicate=False)) == ["", "layers.0", "layers.1.0"]
    every = names(module.named_parameters(remove_duplicate=False))
    assert every == ["tied", "layers.0.weight", "layers.0.bias", "layers.1.0.weight", "layers.1.0.bias"]
    assert every == list(module.state_dict())


def test_cycles_end():
    class Node(nn.Module, reflect=True):
        pass

    child, parent = Node(), Node()
    child.weight, child.bias = pytorch_c.ones(1), pytorch_c.ones(1)
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
    class Early(nn.Module, reflect=True):
        def __init__(self, assign):
            if assign is not None:
                self.layer = assign
            self.size = 3

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


def test_register():
    class Net(nn.Module, reflect=True):
        pass

    module = Net()
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
    with pytest.raises(TypeError, match="result of a computation to parameter 'count'"):
        module.count = module.count * 2


BAD_NAMES = [
    ("a.b", KeyError, "dot"),
    ("", KeyError, "dot"),
    (3, TypeError, "string"),
    ("forward", KeyError, "already"),
]


@pytest.mark.parametrize("name, error, words", BAD_NAMES)
def test_bad_names_are_refused(name, error, words):
    module = Everything()
    for register in (module.register_parameter, module.register_buffer, module.add_module):
        with pytest.raises(error, match=words):
            register(name, None)


def test_bad_values_are_refused():
    module = Everything()
    with pytest.raises(TypeError, match="Parameter or None, got Tensor"):
        module.register_parameter("other", pytorch_c.ones(1))
    with pytest.raises(TypeError, match="Tensor or None, got float"):
        module.register_buffer("other", 1.0)
    with pytest.raises(TypeError, match="is not a Module subclass"):
        module.add_module("other", lambda x: x)
    with pytest.raises(KeyError, match="already exists"):
        module.register_buffer("layer", pytorch_c.ones(1))


def test_look_up_by_name():
    module = Everything()
    assert module.get_submodule("") is module
    assert module.get_submodule("layers.1.0") is module.layers[1][0]
    assert module.get_parameter("table.a.bias") is module.table["a"].bias
    assert module.get_buffer("tagged") is module.tagged
    for look_up in (module.get_submodule, module.get_parameter, module.get_buffer):
        with pytest.raises(AttributeError, match="'layer.nothing'"):
            look_up("layer.nothing")


class Picklable(nn.Module, reflect=True):
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


def test_a_plain_tensor_model_trains():
    class Line(nn.Module, reflect=True):
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


def test_a_subclass_reflects_and_a_base_does_not():
    class Base(nn.Module):
        def __init__(self):
            super().__init__()
            self.plain = pytorch_c.ones(1)

    class Net(Base, reflect=True):
        pass

    class Below(Net):
        pass

    assert [names(kind().named_parameters()) for kind in (Base, Net, Below)] == [[], ["plain"], ["plain"]]
    assert not nn.Module._reflects and Below._reflects


def test_init_is_gotorchs_way_of_asking():
    class Line(nn.Module):
        mean: nn.Buffer

        def __init__(self, first):
            if first:
                super().__init__()
                self.register_buffer("scratch", pytorch_c.ones(1), persistent=False)
            self.init(self)
            self.slope, self.mean, self.layers = pytorch_c.ones(1), pytorch_c.ones(1), [nn.Linear(1, 1)]

    for first in (False, True):
        module = Line(first)
        assert names(module.named_parameters()) == ["slope", "layers.0.weight", "layers.0.bias"]
        assert names(module.named_buffers()) == ["scratch", "mean"][1 - first :]
        assert list(module.state_dict()) == ["slope", "mean", "layers.0.weight", "layers.0.bias"]
    with pytest.raises(TypeError, match="outer must be a Module"):
        module.init(3)


def test_the_tables_write_through():
    module = Everything()
    weight = nn.Parameter(pytorch_c.zeros(1))
    module._parameters["table.3"] = weight
    module._parameters["plain"] = weight
    module._modules["layers.0"] = layer = nn.Tanh()
    assert module.table[3] is weight and module.plain is weight and module.layers[0] is layer
    with pytest.raises(TypeError, match="into a tuple"):
        module._modules["layers.1.0"] = layer
    del module._buffers["integers"]
    assert not hasattr(module, "integers")


def test_converts_and_loads():
    module, source = Everything(), Everything()
    with pytorch_c.no_grad():
        for tensor in source.state_dict().values():
            tensor.copy_(tensor * 3)
    assert str(module.load_state_dict(source.state_dict())) == "<All keys matched successfully>"
    assert module.tagged.tolist() == [3.0, 3.0] and module.weights[0].tolist() == [3.0]
    weight = module.table[3]
    module.double()
    assert module.table[3] is weight and weight.dtype == module.weights[1].dtype == pytorch_c.float64
    assert module.tagged_list[0].dtype == pytorch_c.float64 and module.integers.dtype == pytorch_c.int64
    module.load_state_dict(Everything().state_dict(), assign=True)
    assert module.table[3].dtype == module.tagged_list[0].dtype == pytorch_c.float32
    with pytest.raises(RuntimeError, match='Unexpected key.*"layers.7.weight"'):
        module.load_state_dict({**source.state_dict(), "layers.7.weight": pytorch_c.ones(1)})


def test_a_call_with_other_tensors():
    class Line(nn.Module, reflect=True):
        def __init__(self):
            super().__init__()
            self.slopes = [pytorch_c.ones(1)]
            self.layer = nn.Linear(1, 1, bias=False)

        def forward(self, x):
            return self.layer(x) * self.slopes[0]

    module, x = Line(), pytorch_c.ones(1, 1)
    given = {"layer.weight": pytorch_c.tensor([[2.0]])}
    weight = module.layer.weight.item()
    assert nn.utils.stateless._functional_call(module, given, x).item() == 2.0
    assert module.layer.weight.item() == weight
    with pytest.raises(TypeError, match="submodule `slopes`"):  # torch's own file looks for modules alone
        nn.utils.stateless._functional_call(module, {"slopes.0": pytorch_c.tensor([3.0])}, x)
