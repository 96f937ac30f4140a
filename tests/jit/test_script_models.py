# ruff: noqa: UP006, UP007, UP045
"""Models scripted: submodules, containers, constants, exports, control flow and dicts; their archives in torch."""

import collections
import enum
import io
from typing import Dict, Final, List, Optional, Tuple  # noqa: UP035

import pytest
import torch as oracle

import pytorch_c as torch
import pytorch_c.nn as nn
import pytorch_c.nn.functional as F
from pytorch_c.vision import models


class Block(nn.Module):
    def __init__(self, width, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.relu = nn.ReLU(inplace=True)
        self.downsample = (
            nn.Sequential(nn.Conv2d(width, width, 1, stride), nn.BatchNorm2d(width)) if stride > 1 else None
        )

    def forward(self, x):
        kept = x
        if self.downsample is not None:
            kept = self.downsample(x)
        out = self.relu(self.bn1(self.conv1(x)))
        out = self.bn2(self.conv2(out))
        out += kept
        return self.relu(out)


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 4, 3, padding=1)
        self.layers = nn.Sequential(Block(4), Block(4, 2), Block(4))
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.head = nn.Linear(4, 5)

    def forward(self, x):
        x = self.pool(self.layers(self.stem(x)))
        return self.head(torch.flatten(x, 1))


class Flow(nn.Module):
    __constants__ = ["times", "missing"]
    scale: Final[float]
    names: List[str]

    def __init__(self):
        super().__init__()
        self.times, self.scale, self.missing = 3, 0.5, None
        self.names, self.settings = [], {"a": 1, "b": 2}
        self.cells = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3), nn.Tanh()])
        self.heads = nn.ModuleDict({"left": nn.Linear(3, 2), "right": nn.Linear(3, 2)})
        self.weights = nn.ParameterList([nn.Parameter(torch.ones(3)), nn.Parameter(torch.zeros(3))])
        self.register_buffer("steps", torch.zeros(1))
        self.activation = F.relu

    @property
    def twice(self) -> int:
        return self.times * 2

    def step(self, x, n: int):
        for number, cell in enumerate(self.cells):
            x = cell(x) + number * n
        for weight in self.weights:
            x = x + weight
        return x

    def forward(self, x, d: Optional[Dict[str, torch.Tensor]] = None) -> Dict[str, torch.Tensor]:
        self.steps += 1
        out: Dict[str, torch.Tensor] = {}
        i = 0
        while i < self.times:
            x = self.step(self.activation(x) * self.scale, i)
            i += 1
            if x.sum() > 1000:
                break
        if self.missing is not None:
            x = self.missing(x)
        for name, head in self.heads.items():
            out[name] = head(x)
        if d is not None:
            for key in d:
                out[key] = d[key] + self.settings["a"] + self.twice
        if "left" in self.heads and hasattr(self, "settings"):
            out["mixed"] = self.heads["left"](x) + self.cells[0](x).mean() + len(self.cells)
        return out

    @torch.jit.export
    def first(self, x):
        return self.cells[0](x) if self.training else self.cells[-1](x)

    @torch.jit.unused
    def in_python(self, x):
        return sorted(x.tolist(), key=lambda one: -one)


MODELS = [(ResNet, (2, 3, 8, 8)), (Flow, (2, 3))]


def sums(result):
    return sum(one.sum() for one in (result.values() if isinstance(result, dict) else [result]))


def listed(result):
    return list(result.values()) if isinstance(result, dict) else [result]


@pytest.mark.parametrize(("model", "shape"), MODELS, ids=["resnet", "flow"])
def test_a_scripted_model_is_the_eager_one_here_and_in_torch(model, shape):
    torch.manual_seed(0)
    eager = model()
    scripted, numbers = torch.jit.script(model()), oracle.randn(shape, generator=oracle.Generator().manual_seed(1))
    scripted.load_state_dict(eager.state_dict())
    in_torch = oracle.jit.load(io.BytesIO(scripted.save_to_buffer()))
    here = torch.from_numpy(numbers.numpy())
    results = [eager(here), scripted(here), in_torch(numbers)]
    for result in results:
        sums(result).backward()
    for other in results[1:]:
        for a, b in zip(listed(results[0]), listed(other), strict=True):
            assert abs(a.detach().numpy() - b.detach().numpy()).max() < 1e-5
    wanted = {name: one.grad.numpy() for name, one in eager.named_parameters() if one.grad is not None}
    for module in (scripted, in_torch):
        found = {name: one.grad for name, one in module.named_parameters() if one.grad is not None}
        assert found.keys() == wanted.keys()
        assert all(abs(found[name].numpy() - wanted[name]).max() < 1e-4 for name in wanted)
    for name, buffer in eager.named_buffers():
        assert abs(buffer.numpy() - dict(in_torch.named_buffers())[name].numpy()).max() < 1e-5


@pytest.mark.parametrize("name", ["resnet18", "resnet50", "vgg11_bn", "mobilenet_v2", "LeNet", "DCGANGenerator"])
def test_models_of_vision_are_scripted(name):
    torch.manual_seed(0)
    model = getattr(models, name)().eval()
    size = {"LeNet": (1, 1, 28, 28), "DCGANGenerator": (1, 100, 1, 1)}.get(name, (1, 3, 64, 64))
    scripted, numbers = torch.jit.script(model), oracle.randn(size, generator=oracle.Generator().manual_seed(1))
    in_torch = oracle.jit.load(io.BytesIO(scripted.save_to_buffer()))
    with torch.no_grad():
        wanted = model(torch.from_numpy(numbers.numpy())).numpy()
        assert abs(scripted(torch.from_numpy(numbers.numpy())).numpy() - wanted).max() < 1e-5
    assert abs(in_torch(numbers).detach().numpy() - wanted).max() < 1e-5


@pytest.mark.parametrize("make", [lambda m: torch.jit.script(m), lambda m: torch.jit.trace(m, torch.ones(1, 2))])
def test_names_that_are_no_identifiers(make):
    """Names children as torchvision's RegNet does."""
    model = nn.Sequential(collections.OrderedDict([("block1-0", nn.Linear(2, 2)), ("a b", nn.Tanh())]))
    model.register_parameter("w-1", nn.Parameter(torch.ones(1)))
    made = make(model)
    other = oracle.jit.load(io.BytesIO(made.save_to_buffer()))
    assert list(other.state_dict()) == list(made.state_dict()) == ["w-1", "block1-0.weight", "block1-0.bias"]
    assert abs(other(oracle.ones(1, 2)) - oracle.tensor(made(torch.ones(1, 2)).tolist())).max() < 1e-6


def test_parameters_are_shared_and_attributes_are_there():
    model = Flow()
    scripted = torch.jit.script(model)
    with torch.no_grad():
        model.cells[0].weight.fill_(2.0)
    assert scripted.cells[0].weight.tolist() == model.cells[0].weight.tolist()
    assert (scripted.times, scripted.scale, scripted.settings) == (3, 0.5, {"a": 1, "b": 2})
    assert [name for name, _ in scripted.named_parameters()] == [name for name, _ in model.named_parameters()]
    assert len(scripted.cells) == 3
    assert scripted.in_python(torch.tensor([1.0, 2.0])) == [2.0, 1.0]


def test_exported_methods_know_the_mode():
    scripted, x = torch.jit.script(Flow()), torch.ones(1, 3)
    assert torch.equal(scripted.first(x), scripted.cells[0](x))
    scripted.eval()
    assert torch.equal(scripted.first(x), x.tanh())


def test_modules_with_the_same_types_share_a_class():
    model = torch.jit.script(nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 3)))
    first, second, third = (one.qualified_name for one in model._modules.values())
    assert first == second
    assert first != third  # out_features is a constant


class Outer(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x) + self.inner.first(x)


def test_what_is_scripted_already_is_called():
    inner, x = torch.jit.script(Flow()), torch.ones(1, 3)

    class Holder(nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = inner

        def forward(self, x):
            return self.inner(x)["left"] + 1

    assert torch.equal(torch.jit.script(Holder())(x), inner(x)["left"] + 1)


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x):
        return self.linear(x)


class Derived(Base):
    def forward(self, x):
        return super().forward(x) * 2


def test_methods_of_base_classes_are_called():
    model, x = Derived(), torch.ones(1, 2)
    assert torch.equal(torch.jit.script(model)(x), model(x))


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.anything = object()

    def forward(self, x):
        return x + self.anything


def test_an_attribute_without_a_type_is_named_where_it_is_used():
    with pytest.raises(RuntimeError, match="has no attribute 'anything' .*failed to convert Python type: 'object'"):
        torch.jit.script(Bad())


def test_a_module_without_super_init_is_refused():
    class Half(nn.Module):
        def __init__(self):
            pass

    with pytest.raises(RuntimeError, match="has not been initialized"):
        torch.jit.script(Half())


def test_a_module_class_is_refused():
    with pytest.raises(RuntimeError, match="consider passing an instance"):
        torch.jit.script(Base)


# ---- hooks, interfaces, enums ----


def plus_one(self, input: Tuple[torch.Tensor]) -> Tuple[torch.Tensor]:
    return (input[0] + 1,)


def doubled(self, input: Tuple[torch.Tensor], output: torch.Tensor):
    return output * 2


class Hooked(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(2, 2)
        self.inner.register_forward_pre_hook(plus_one)
        self.inner.register_forward_hook(doubled)

    def forward(self, x):
        return self.inner(x)


def test_hooks_of_submodules_run():
    model, x = Hooked(), torch.ones(1, 2)
    scripted = torch.jit.script(model)
    assert torch.equal(scripted(x), model(x))
    in_torch = oracle.jit.load(io.BytesIO(scripted.save_to_buffer()))
    assert abs(in_torch(oracle.ones(1, 2)).detach().numpy() - model(x).detach().numpy()).max() < 1e-6


@torch.jit.interface
class OneArgument(nn.Module):
    def one(self, x: torch.Tensor) -> torch.Tensor:
        pass


class Meets(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def one(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x)


class Kind(enum.Enum):
    PLAIN = 1
    DOUBLE = 2


class ByInterface(nn.Module):
    part: OneArgument

    def __init__(self, kind):
        super().__init__()
        self.part, self.kind = Meets(), kind

    def forward(self, x):
        return self.part.one(x) * 2 if self.kind == Kind.DOUBLE else self.part.one(x)


@pytest.mark.parametrize("kind", list(Kind))
def test_a_submodule_is_known_by_its_interface_and_an_attribute_is_an_enum(kind):
    model, x = ByInterface(kind), torch.ones(1, 2)
    assert torch.equal(torch.jit.script(model)(x), model(x))


def with_losses(library):
    """A module of which an unused method says no type, as DETR's."""

    class WithLosses(library.nn.Module):
        def __init__(self, wanted: bool):
            super().__init__()
            self.wanted = wanted

        def forward(self, x):
            out = {"x": x}
            if self.wanted:
                out["losses"] = self.losses(x)
            return out

        @library.jit.unused
        def losses(self, x):
            return [x.sum()]

    return WithLosses


def test_an_unused_method_without_annotation_gives_a_tensor():
    for library in (oracle, torch):
        made = with_losses(library)
        assert library.jit.script(made(False))(library.ones(2))["x"].tolist() == [1, 1]
        with pytest.raises(Exception, match="ignored"):
            library.jit.script(made(True))(library.ones(2))
