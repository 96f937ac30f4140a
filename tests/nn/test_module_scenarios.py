"""Module's members as torch: attributes, tables, registration, walks, conversion, copies, side by side."""

import copy
import pickle
import sys
import warnings
from collections import OrderedDict

import pytest
import torch
from support.oracle import agree, all_of, raises

import pytorch_c


def names(pairs):
    return [name for name, _ in pairs]


def tried(*calls):
    """Returns what each call raises, as (built-in kind, text); or what it gives."""
    found = []
    for call in calls:
        try:
            found.append(str(call()))
        except Exception as error:
            base = next(one for one in type(error).__mro__ if one.__module__ == "builtins")
            found.append((base.__name__, str(error).replace("pytorch_c", "torch")))
    return found


def tables(module):
    """The names in a module's tables and own attributes."""
    own = [name for name in vars(module) if not name.startswith("_") and name != "training"]
    hidden = sorted(module._non_persistent_buffers_set)
    return [list(module._parameters), list(module._buffers), list(module._modules), hidden, own]


def mixed(t):
    """A module with a member of each kind, and attributes that are none."""
    n = t.nn

    class Mixed(n.Module):
        def __init__(self):
            super().__init__()
            self.plain = t.ones(2)
            self.trained = t.ones(2, requires_grad=True)
            self.weight = n.Parameter(t.ones(2))
            self.register_parameter("absent", None)
            self.held = [n.Linear(1, 1)]
            self.table = {"a": n.Parameter(t.ones(1))}
            self.layer = n.Linear(2, 3)
            self.register_buffer("seen", t.zeros(2))
            self.register_buffer("scratch", t.zeros(2), persistent=False)
            self.mean = n.Buffer(t.ones(1))
            self.passing = n.Buffer(t.ones(1), persistent=False)
            self.add_module("nothing", None)
            self.rows = n.ModuleList([n.Linear(1, 1, bias=False), n.BatchNorm1d(2)])

    return Mixed()


# ---- attributes ----


def only_registered_members_count(t):
    module = mixed(t)
    found = [names(module.named_parameters()), names(module.named_buffers()), names(module.named_modules())]
    return [*found, names(module.named_children()), list(module.state_dict()), tables(module)]


def attributes_change_their_kind(t):
    module, found = mixed(t), []
    module.weight = None
    found.append(tables(module))
    module.seen = t.nn.Parameter(t.ones(1))
    found.append(tables(module))
    module.layer = t.nn.Parameter(t.ones(1))
    module.plain = t.nn.Tanh()
    found.append(tables(module))
    module.scratch = t.ones(5)
    module.mean = None
    module.passing = t.nn.Linear(1, 1)
    found.append(tables(module))
    module.rows = None
    module.weight = t.nn.Parameter(t.zeros(1))
    found.append(tables(module))
    module.scratch = t.nn.Buffer(t.ones(1))
    found.append((tables(module), list(module.state_dict())))
    return found


def attributes_are_deleted(t):
    module = mixed(t)
    del module.weight, module.seen, module.layer, module.plain, module.scratch
    assert not hasattr(module, "weight")
    return tables(module), tried(lambda: delattr(module, "weight"), lambda: module.layer)


def wrong_assignments(t):
    module = mixed(t)
    assign = lambda name, value: lambda: setattr(module, name, value)  # noqa: E731
    return tried(
        assign("weight", t.ones(2)),
        assign("weight", 3),
        assign("absent", t.ones(2)),
        assign("layer", t.ones(2)),
        assign("layer", "text"),
        assign("nothing", 1.5),
        assign("seen", 3),
        assign("passing", [t.ones(1)]),
        lambda: setattr(module.layer, "weight", t.ones(1, 1)),
        lambda: setattr(module.layer, "weight", module.layer.weight * 2),
    )


def before_init(t):
    class Early(t.nn.Module):
        def __init__(self, **attributes):
            for name, value in attributes.items():
                setattr(self, name, value)
            super().__init__()

    early = Early(k=t.tensor(1), size=3, rows=[1])
    refused = tried(
        lambda: Early(p=t.nn.Parameter(t.ones(1))),
        lambda: Early(m=t.nn.Tanh()),
        lambda: t.nn.Module.__new__(Early).register_buffer("b", None),
        lambda: t.nn.Module.__new__(Early).register_parameter("b", None),
    )
    return early.k, early.size, names(early.named_parameters()), refused


def properties_and_class_attributes(t):
    class Net(t.nn.Module):
        scale = 3

        @property
        def weight(self):
            return self.layer.weight

        def __init__(self):
            super().__init__()
            self.layer = t.nn.Linear(1, 1)

    net = Net()
    return net.weight is net.layer.weight, net.scale, tables(net), tried(lambda: net.register_buffer("weight", None))


def overridden_attribute_access(t):
    class Net(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = t.nn.Linear(2, 2)

        def __getattr__(self, name):
            try:
                return super().__getattr__(name)
            except AttributeError:
                if name == "inner" or "inner" not in self._modules:
                    raise
                return getattr(self.inner, name)

        def __setattr__(self, name, value):
            if isinstance(value, t.nn.Module):
                self.add_module(name, value)  # must not come back here
            else:
                super().__setattr__(name, value)

    net = Net()
    net.other = t.nn.Tanh()
    return net.in_features, net.weight is net.inner.weight, names(net.named_modules()), tried(lambda: net.missing)


def dir_has_members(t):
    module = mixed(t)
    listed = dir(module)
    wanted = ("weight", "seen", "layer", "rows", "plain", "scratch", "forward", "0")
    return [name in listed for name in wanted], "0" in dir(module.rows), listed == sorted(listed)


# ---- registration ----


def wrong_registrations(t):
    module = mixed(t)
    found = []
    for name in ("a.b", "", 3, "forward", "weight", "seen", "layer", "plain", "new", None):
        found += tried(
            lambda name=name: module.register_parameter(name, None),
            lambda name=name: module.register_buffer(name, None),
            lambda name=name: module.add_module(name, None),
        )
    found += tried(
        lambda: module.register_parameter("p", t.ones(1)),
        lambda: module.register_parameter("p", 1.0),
        lambda: module.register_buffer("b", 1.0),
        lambda: module.register_buffer("b", "text"),
        lambda: module.add_module("m", len),
        lambda: module.add_module("m", 3),
        lambda: module.register_module("m", t.ones(1)),
    )
    return found


def non_leaf_parameter(t):
    class Odd(t.nn.Parameter):
        grad_fn = 5

    module = t.nn.Module()
    odd = t.nn.Parameter.__new__(Odd, t.ones(1))
    return tried(lambda: module.register_parameter("p", odd))


def tables_are_written(t):
    """Libraries write into the tables, and replace them."""
    module = t.nn.Linear(2, 2)
    module._parameters["extra"] = t.nn.Parameter(t.ones(1))
    module._buffers["seen"] = t.zeros(1)
    module._modules["act"] = t.nn.Tanh()
    module._non_persistent_buffers_set.add("seen")
    del module._parameters["bias"]
    first = [tables(module), list(module.state_dict()), module.extra, module.seen, str(module.act)]
    module._parameters = OrderedDict(other=t.nn.Parameter(t.ones(3)))
    module._modules = OrderedDict(a=t.nn.ReLU(), b=None)
    weight = tried(lambda: module.weight)
    module._parameters["other"] = t.ones(3) * 2  # a plain tensor, as functional calls put there
    return first, tables(module), weight, module.other, [type(one).__name__ for one in module.modules()]


def registration_hooks(t):
    m, seen = t.nn.modules.module, []
    handles = [
        m.register_module_parameter_registration_hook(lambda module, name, value: seen.append(("p", name))),
        m.register_module_buffer_registration_hook(lambda module, name, value: seen.append(("b", name))),
        m.register_module_module_registration_hook(lambda module, name, value: seen.append(("m", name))),
        m.register_module_module_registration_hook(lambda module, name, value: t.nn.ReLU() if name == "swap" else None),
    ]
    try:
        module = mixed(t)
        module.swap = t.nn.Tanh()
        module.add_module("swap", t.nn.Tanh())
        module.nothing = None
    finally:
        for handle in handles:
            handle.remove()
    module.late = t.nn.Tanh()
    return seen, str(module.swap), len(m._global_module_registration_hooks)


def overridden_register_buffer(t):
    seen = []

    class Old(t.nn.Module):
        def register_buffer(self, name, tensor):
            seen.append(name)
            super().register_buffer(name, tensor)

    module = Old()
    module.register_buffer("a", t.ones(1))
    module.a = t.zeros(1)
    return seen, module.a, tried(lambda: setattr(module, "b", t.nn.Buffer(t.ones(1), persistent=False)))


# ---- init ----


def call_super_init(t):
    class Other:
        def __init__(self, size, name="x"):
            self.size, self.label = size, name

    class Cooperative(t.nn.Module, Other):
        call_super_init = True

        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)

    class Plain(t.nn.Module, Other):
        def __init__(self):
            super().__init__()

    made = Cooperative(3, name="y")
    refused = tried(lambda: t.nn.Module(3), lambda: t.nn.Module(size=3), lambda: t.nn.Tanh(1))
    return made.size, made.label, hasattr(Plain(), "size"), refused[:2]


def subclass_keywords(t):
    seen = []

    class Base(t.nn.Module):
        def __init_subclass__(cls, tag=None, **kwargs):
            super().__init_subclass__(**kwargs)
            seen.append((cls.__name__, tag))

    class _Child(Base, tag="x"):
        pass

    return seen


# ---- walks ----


def shared_members(t):
    layer = t.nn.Linear(2, 2)
    module = t.nn.Sequential(layer, t.nn.Sequential(layer))
    module.tied = layer.weight
    found = []
    for once in (True, False):
        found += [
            names(module.named_modules(remove_duplicate=once)),
            names(module.named_parameters(remove_duplicate=once)),
            names(module.named_parameters("net", recurse=False, remove_duplicate=once)),
        ]
    own = module._named_members(lambda one: [("k", one)], prefix="p")
    return found, list(module.state_dict()), names(own), len(list(module.modules())), len(list(module.children()))


def walks_with_arguments(t):
    module = mixed(t)
    return [
        names(module.named_modules(prefix="net")),
        names(module.named_modules({module.layer})),
        names(module.named_buffers(prefix="net", recurse=False)),
        [len(list(module.parameters(False))), len(list(module.buffers(False)))],
        [str(one) for one in module.children()],
    ]


def look_up(t):
    module = mixed(t)
    right = [
        module.get_submodule("") is module,
        module.get_submodule("rows.1") is module.rows[1],
        module.get_parameter("layer.weight") is module.layer.weight,
        module.get_parameter("weight") is module.weight,
        module.get_buffer("rows.1.running_mean") is module.rows[1].running_mean,
    ]
    wrong = tried(
        lambda: module.get_submodule("rows.7"),
        lambda: module.get_submodule("weight"),
        lambda: module.get_submodule("layer.weight.x"),
        lambda: module.get_parameter("layer.nothing"),
        lambda: module.get_parameter("seen"),
        lambda: module.get_parameter("nowhere.x"),
        lambda: module.get_buffer("weight"),
        lambda: module.get_buffer("x"),
        lambda: module.get_buffer("plain"),
    )
    return right, wrong


def set_submodule(t):
    module = mixed(t)
    module.set_submodule("rows.0", t.nn.Tanh())
    module.set_submodule("rows.new", t.nn.ReLU())
    module.set_submodule("layer", t.nn.GELU(), strict=True)
    wrong = tried(
        lambda: module.set_submodule("", t.nn.Tanh()),
        lambda: module.set_submodule("rows.0", 3),
        lambda: module.set_submodule("rows.9", t.nn.Tanh(), strict=True),
        lambda: module.set_submodule("nowhere.x", t.nn.Tanh()),
        lambda: module.set_submodule("weight", t.nn.Tanh()),
    )
    return str(module), wrong


# ---- conversion ----


def overridden_apply(t):
    """A library's _apply sees every conversion, and moves what is no member."""

    class Net(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer, self.plain = t.nn.Linear(2, 2), t.ones(2)

        def _apply(self, fn, *args, **kwargs):
            super()._apply(fn, *args, **kwargs)
            self.plain = fn(self.plain)
            return self

    net = t.nn.Sequential(Net())
    found = []
    for convert in (
        lambda: net.double(),
        lambda: net.to(t.float32),
        lambda: net.half(),
        lambda: net.type(t.float64),
        lambda: net.to_empty(device="meta"),
    ):
        assert convert() is net
        found.append([str(net[0].plain.dtype), str(net[0].layer.weight.dtype), str(net[0].plain.device)])
    return found


def apply_by_hand(t):
    net = t.nn.BatchNorm1d(2)
    weight, mean = net.weight, net.running_mean
    weight.sum().backward()
    net._apply(lambda one: one * 2, recurse=False)
    return (
        net.weight is weight,
        net.running_mean is mean,
        weight,
        weight.grad,
        net.running_mean,
        net.num_batches_tracked,
    )


def type_casts_integers_too(t):
    net = t.nn.BatchNorm1d(2).type(t.float64)
    return [str(one.dtype) for one in net.state_dict().values()]


def meta_and_back(t):
    net = t.nn.Linear(2, 3, device="meta")
    weight = net.weight
    refused = tried(lambda: net.to("cpu"))
    empty = net.to_empty(device="cpu")
    assert empty is net
    there = t.nn.Linear(2, 3)
    kept = there.weight
    there.to("meta")
    same = [net.weight is weight, there.weight is kept, there.weight.is_meta, there.weight.requires_grad]
    return refused[0][0], [str(one.device) for one in net.parameters()], same


def overwritten_parameters(t):
    net, found = t.nn.Linear(1, 1), []
    net(t.ones(1, 1)).sum().backward()
    t.__future__.set_overwrite_module_params_on_conversion(True)
    try:
        for convert in (lambda: net.double(), lambda: net.double()):
            held, grad = net.weight, net.weight.grad
            convert()
            found += [net.weight is held, str(held.dtype), str(net.weight.dtype), net.weight.grad, grad]
    finally:
        t.__future__.set_overwrite_module_params_on_conversion(False)
    return found


def to_complex(t):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        net = t.nn.Linear(1, 1).to(t.complex64)
    return str(net.weight.dtype), [one.category.__name__ for one in seen]


def shared_parameters_stay_shared(t):
    first, second = t.nn.Linear(2, 2), t.nn.Linear(2, 2)
    second.weight = first.weight
    other = t.nn.BatchNorm1d(2)
    other.running_mean = mean = t.ones(2)
    net = t.nn.Sequential(first, second, other).double()
    return net[0].weight is net[1].weight, str(net[0].weight.dtype), other.running_mean is mean, str(mean.dtype)


def requires_grad_and_zero_grad(t):
    net = t.nn.Sequential(t.nn.Linear(2, 2), t.nn.BatchNorm1d(2))
    net(t.ones(3, 2)).sum().backward()
    held = net[0].weight.grad
    net.zero_grad(set_to_none=False)
    found = [held, net[0].weight.grad.data_ptr() == held.data_ptr()]
    net.zero_grad()
    assert net.requires_grad_(False) is net
    return found, net[0].weight.grad is None, [one.requires_grad for one in net.parameters()]


def train_and_apply(t):
    class Frozen(t.nn.Linear):
        def train(self, mode=True):
            return super().train(False)

    shared = t.nn.Tanh()
    module = t.nn.Sequential(t.nn.Dropout(), shared, t.nn.Sequential(shared, Frozen(1, 1)))
    seen = []
    assert module.eval() is module and module.train() is module
    module.apply(lambda part: seen.append(type(part).__name__))
    return [part.training for part in module.modules()], seen, tried(lambda: module.train("yes"))


# ---- text ----


def texts(t):
    class Two(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.rows = t.nn.ModuleList([t.nn.Linear(1, 1), t.nn.Linear(1, 1), t.nn.Sequential(t.nn.Tanh())])
            self.add_module("nothing", None)

        def extra_repr(self):
            return "one=1\n\ntwo=2"

    class Named(t.nn.Tanh):
        def _get_name(self):
            return "Other"

    return [repr(Two()), repr(Named()), repr(t.nn.Sequential()), repr(t.nn.ModuleDict({"a": Two()}))]


# ---- copies ----


def made_here(t):
    class Net(t.nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = t.nn.Linear(2, 2)
            self.tied = self.layer.weight
            self.register_buffer("scratch", t.zeros(1), persistent=False)
            self.plain = t.ones(2)
            self.note = {"a": [1, 2]}

    Net.__qualname__ = "Net"
    Net.__module__ = __name__
    sys.modules[__name__].Net = Net
    return Net()


def copies(t):
    net = made_here(t).eval()
    net.register_forward_hook(print_nothing)
    found = []
    for twin in (copy.deepcopy(net), pickle.loads(pickle.dumps(net)), copy.copy(net)):
        assert list(vars(twin)) == list(vars(net)) or set(vars(twin)) == set(vars(net))
        found.append([tables(twin), twin.tied is twin.layer.weight, twin.training, twin.tied is net.tied, twin.note])
        found.append([len(twin._forward_hooks), list(twin.state_dict()), twin.plain, type(twin.tied).__name__])
    return found


def print_nothing(module, args, result):
    """A hook that pickle can find."""


def old_states_are_filled_in(t):
    """__setstate__ of what an older torch pickled."""
    net = t.nn.Linear(1, 1)
    state = net.__getstate__()
    for name in ("_forward_pre_hooks", "_state_dict_hooks", "_non_persistent_buffers_set", "_backward_pre_hooks"):
        del state[name]
    twin = t.nn.Linear.__new__(t.nn.Linear)
    twin.__setstate__(state)
    return tables(twin), len(twin._forward_pre_hooks), len(twin.state_dict()), twin(t.ones(1)).shape


def an_overridden_setstate(t):
    class Net(t.nn.Linear):
        def __setstate__(self, state):
            super().__setstate__(state)
            self.extra = 5

    return copy.deepcopy(Net(1, 1)).extra


# ---- parameters ----


def parameters_and_buffers(t):
    class Sub(t.Tensor):
        pass

    sub = t.nn.Parameter(t.ones(2).as_subclass(Sub)) if hasattr(t.Tensor, "as_subclass") else None
    buffer = t.nn.Buffer(t.ones(2))
    found = [isinstance(t.nn.Parameter(t.ones(1)), t.nn.Parameter), isinstance(t.ones(1), t.nn.Parameter)]
    found += [isinstance(buffer, t.nn.Buffer), isinstance(t.ones(1), t.nn.Buffer), type(buffer) is t.Tensor]
    found += [buffer.persistent, sub is None or isinstance(sub, t.nn.Parameter)]
    return found, copy.deepcopy(buffer).tolist(), t.nn.Parameter(buffer), isinstance(buffer, t.nn.Parameter)


def lazy_parameters(t):
    p, b = t.nn.UninitializedParameter(dtype=t.float64), t.nn.UninitializedBuffer()
    found = [repr(p), repr(b), t.nn.parameter.is_lazy(p), t.nn.parameter.is_lazy(t.ones(1))]
    found += tried(lambda: p.shape, lambda: b.share_memory_())
    found += [kind for kind, _ in tried(lambda: p + 1, lambda: t.mm(p, p), lambda: b.sum(), lambda: p.detach())]
    found += [str(p.dtype), p.requires_grad, p.is_leaf, p.grad, str(b.float().dtype), p.is_floating_point()]
    twin = copy.deepcopy(p)
    p.materialize((2, 3))
    b.materialize((2,), dtype=t.int64)
    found += [type(p) is t.nn.Parameter, p.shape, str(p.dtype), p.requires_grad, type(b) is t.Tensor, str(b.dtype)]
    return [*found, t.nn.parameter.is_lazy(p), repr(twin), str(twin.dtype)]


def lazy_modules(t):
    n = t.nn

    class Scale(n.modules.lazy.LazyModuleMixin, n.Module):
        def __init__(self):
            super().__init__()
            self.weight = n.UninitializedParameter()

        def initialize_parameters(self, x):
            if self.has_uninitialized_params():
                with t.no_grad():
                    self.weight.materialize(x.shape[-1:])
                    self.weight.fill_(2.0)

        def forward(self, x):
            return x * self.weight

    module, other = Scale(), Scale()
    twin = copy.deepcopy(module)
    found = [twin(t.ones(1, 4)), twin.weight, twin.has_uninitialized_params(), len(twin._forward_pre_hooks)]
    unset = [module.has_uninitialized_params(), len(module._forward_pre_hooks), list(module.state_dict())]
    y = module(t.ones(2, 3))
    other.load_state_dict(module.state_dict())
    return (
        found,
        unset,
        y,
        len(module._forward_pre_hooks),
        module.weight,
        other.weight,
        module.has_uninitialized_params(),
    )


@raises(NotImplementedError)
def no_forward(t):
    t.nn.Module()(1)


@raises(RuntimeError)
def lazy_without_initialize(t):
    class Forgetful(t.nn.modules.lazy.LazyModuleMixin, t.nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = t.nn.UninitializedParameter()

        def initialize_parameters(self, x):
            pass

    Forgetful()(t.ones(1))


@all_of(sys.modules[__name__], helpers=[mixed, made_here])
def test_as_torch(scenario):
    agree(scenario)


def test_compile_and_share_memory(monkeypatch):
    module = pytorch_c.nn.Linear(1, 1)
    assert module.compile(mode="max-autotune") is None and module(pytorch_c.ones(1)).shape == (1,)
    if not hasattr(pytorch_c.Tensor, "share_memory_"):
        with pytest.raises(NotImplementedError, match="share_memory"):
            module.share_memory()


# ---- names ----


def test_no_name_of_ours_stands_in_a_subclasss_way():
    """A library's own `_key` or `start` must not meet one of Module's."""
    kinds = ["Module", "Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict", "DataParallel"]
    for kind in kinds:
        extra = set(dir(getattr(pytorch_c.nn, kind))) - set(dir(getattr(torch.nn, kind)))
        assert extra == {"init", "is_training", "name", "set_state_dict", "_reflects"}, kind
