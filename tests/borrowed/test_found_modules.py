"""Modules with a `__getattr__`: their names are found by the extension, and change as those of any module do."""

import copy
import pickle
import types

import pytest

import pytorch_c
from pytorch_c._borrowed.whole import Found
from pytorch_c._boundary.library import core

MODULES = [pytorch_c, pytorch_c.nn, pytorch_c.nn.functional, pytorch_c.optim, pytorch_c.ops]


def look(module):
    return module.number_of_test


@pytest.mark.parametrize("module", MODULES[:-1], ids=lambda one: one.__name__)
def test_a_name_is_what_it_was_last_set_to(module):
    assert isinstance(module, Found)
    for number in range(300):  # by now Python has specialized the look
        module.number_of_test = number
        assert look(module) == number
    vars(module)["number_of_test"] = None
    assert look(module) is None
    del module.number_of_test
    with pytest.raises(AttributeError, match="number_of_test"):
        look(module)


def test_two_modules_with_the_same_name_in_each():
    one, other = Found("one"), Found("other")
    one.number_of_test, other.number_of_test = 1, 2
    for _ in range(50):
        assert (look(one), look(other)) == (1, 2)
    del one
    again = Found("again")  # perhaps where the first was
    with pytest.raises(AttributeError, match="module 'again' has no attribute 'number_of_test'"):
        look(again)


def test_what_the_class_has_is_found_too():
    assert pytorch_c.__class__ is Found
    assert pytorch_c.__dict__ is vars(pytorch_c)
    with pytest.raises(AttributeError, match="has no attribute 'no_such'"):
        pytorch_c.nn.no_such  # noqa: B018


@pytest.mark.parametrize("module", MODULES, ids=lambda one: one.__name__)
def test_it_has_what_a_plain_module_has(module):
    plain = types.ModuleType("plain")
    more = {one for one in dir(type(module)) if hasattr(module, one)} - set(dir(types.ModuleType))
    assert more <= ({"__iter__"} if module is pytorch_c.ops else set())  # torch.ops is gone through
    assert type(module).__name__ == type(plain).__name__
    assert not hasattr(module, "__module__") and not hasattr(plain, "__module__")  # torch.fx asks for it


@pytest.mark.parametrize("module", MODULES, ids=lambda one: one.__name__)
def test_a_module_is_pickled_by_its_name(module):
    assert pickle.loads(pickle.dumps(module)) is module
    assert copy.deepcopy(module) is module


@pytest.mark.parametrize("given", [3, int, types.ModuleType, pytorch_c.Tensor, object()], ids=repr)
def test_only_classes_of_modules_are_hastened(given):
    with pytest.raises(TypeError, match="a class of modules is needed"):
        core.find_fast(given)


def test_a_class_with_its_own_look_is_refused():
    class Own(types.ModuleType):
        def __getattribute__(self, name):
            return object.__getattribute__(self, name)

    with pytest.raises(TypeError, match="a class of modules is needed"):
        core.find_fast(Own)
