"""csrc/modules.c: the slots of nn.Module's classes do what its methods in Python do, and step back where one is overridden."""

import sys
import types
from collections import OrderedDict, UserDict

import pytest
from support.oracle import agree, all_of, error_of

import pytorch_c
from pytorch_c import nn
from pytorch_c._boundary.handle import core


def net(t, **methods):
    """A module with a parameter, a buffer, a child and a plain attribute, whose class has these methods, too."""

    def forward(self, x, scale=1):
        return x * scale

    cls = type("Net", (t.nn.Module,), {"forward": forward, **methods})
    module = cls()
    module._parameters["weight"], module._buffers["seen"] = t.nn.Parameter(t.ones(2)), t.zeros(1)
    module.layer, module.plain = t.nn.Tanh(), 5
    return module


def missing(module, name):
    try:
        return getattr(module, name)
    except AttributeError as error:
        return str(error)


# ---- attributes ----


def members_are_attributes(t):
    module = net(t)
    found = [module.weight, module.seen, module.plain, module.layer(t.zeros(1)), missing(module, "nothing")]
    return found, hasattr(module, "nothing"), getattr(module, "nothing", 3), module.forward(2)


def a_class_attribute_goes_before_members(t):
    module = net(t, weight=property(lambda self: "of the class"), seen=7)
    module._parameters["weight"] = t.ones(1)
    module._buffers["seen"] = t.ones(1)
    return module.weight, module.seen


def an_own_getattr_is_asked(t):
    def __getattr__(self, name):
        return f"made {name}" if name.startswith("x") else t.nn.Module.__getattr__(self, name)

    module = net(t, __getattr__=__getattr__)
    below = type("Below", (type(module),), {})()
    return module.xyz, module.weight, missing(module, "nothing"), below.xyz, missing(below, "weight")


def an_own_getattribute_is_asked(t):
    def __getattribute__(self, name):
        return "seen" if name == "weight" else object.__getattribute__(self, name)

    module = net(t, __getattribute__=__getattribute__)
    return module.weight, module.seen, missing(module, "nothing")


def getattr_is_patched_for_a_while(t):
    module, original = net(t), t.nn.Module.__getattr__
    t.nn.Module.__getattr__ = lambda self, name: "patched" if name == "nothing" else original(self, name)
    try:
        found = [module.nothing, module.weight]
    finally:
        t.nn.Module.__getattr__ = original
    return found, missing(module, "nothing"), module.weight


def tables_of_other_kinds(t):
    class Loud(dict):
        def __contains__(self, name):
            return name in ("weight", "other")

        def __getitem__(self, name):
            return f"loud {name}"

    module = net(t)
    module._parameters = Loud()
    found = [module.weight, module.other]
    module._parameters = OrderedDict(weight=t.zeros(1))
    module._buffers = UserDict(late=t.ones(1))
    return found, module.weight, module.late, module.layer(t.zeros(1)), missing(module, "seen")


# ---- calls ----


def calls(t):
    module = net(t)
    return module(2), module(2, 3), module(2, scale=4), module(x=5), module(**{"x": 6, "scale": 2})


def forward_of_the_instance(t):
    module = net(t)
    module.forward = lambda *args: ("own", args)
    return module(1, 2)


def call_impl_is_overridden(t):
    module = net(t)
    first = net(t, _call_impl=lambda self, *args: ("overridden", args))(1)
    module._call_impl = lambda *args: ("of the instance", args)
    second, original = module(1), t.nn.Module._call_impl
    other = net(t)
    t.nn.Module._call_impl = lambda self, *args: ("patched", args)
    try:
        third = other(1)
    finally:
        t.nn.Module._call_impl = original
    return first, second, third, other(1)


def call_is_overridden_and_patched(t):
    module = net(t, __call__=lambda self, *args: ("own", args))
    other, original = net(t), t.nn.Module.__call__
    t.nn.Module.__call__ = lambda self, *args: ("patched", args)
    try:
        found = [module(1), other(1)]
    finally:
        t.nn.Module.__call__ = original
    return found, other(1), t.nn.Module.__call__(other, 4), callable(other)


def a_class_is_exchanged(t):
    module = net(t)
    module.__class__ = type("Other", (t.nn.Module,), {"forward": lambda self, x: x + 100})
    return module(1), module.plain, module.weight


def forward_is_no_function(t):
    module = net(t)
    type(module).forward = staticmethod(lambda x: x - 1)
    first = module(1)
    type(module).forward = t.nn.Tanh()
    return first, module(t.zeros(1))


def hooks_in_tables_of_other_kinds(t):
    module, seen = net(t), []
    module._forward_hooks = {1: lambda m, args, result: seen.append(result)}
    return module(3), seen


@all_of(sys.modules[__name__], helpers=[])
def test_as_torch(scenario):
    agree(scenario)


def test_a_call_has_no_frame_of_its_own():
    frames = []
    module = net(pytorch_c, forward=lambda self: frames.append(sys._getframe(1).f_code.co_name))
    module()
    handle = module.register_forward_hook(lambda *given: None)
    module()
    handle.remove()
    module()
    assert frames == ["test_a_call_has_no_frame_of_its_own", "call", "test_a_call_has_no_frame_of_its_own"]


def test_a_module_that_calls_itself_ends():
    module = net(pytorch_c, forward=lambda self, x: self(x))
    assert type(error_of(module, 1)) is RecursionError


def test_a_key_that_exchanges_the_tables_does_no_harm():
    class Key(str):
        __slots__ = ("module",)
        __hash__ = str.__hash__

        def __eq__(self, other):
            vars(self.module)["_parameters"] = {}
            return False

    module = net(pytorch_c)
    key = Key("wanted")
    key.module = module
    module._parameters[key] = pytorch_c.ones(1)
    assert "no attribute" in missing(module, "wanted") and module._parameters == {}
    del key.module


def test_wrong_uses_are_refused():
    for wrong in (3, int, None):
        with pytest.raises(TypeError, match="class derived from Module"):
            core.quicken(wrong)
    with pytest.raises(TypeError, match="hooks must be dicts"):
        core.setup_modules(len, len, len, (len, len, len), (3,))
    with pytest.raises(TypeError, match="walks must be 3 methods"):
        core.setup_modules(len, len, len, (len,), ())
    with pytest.raises(TypeError, match="a module and a bool"):
        core.parameters(nn.Tanh())
    with pytest.raises(TypeError):
        core.quicken(types.SimpleNamespace)
    assert nn.Tanh()(pytorch_c.zeros(1)).item() == 0
