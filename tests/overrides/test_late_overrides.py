"""Classes that are given their __torch_function__ after they were made: their methods and attributes ask, as torch's do."""

import pytest
import torch

import pytorch_c


def asked(lib, dispatches):
    """Names of the functions that a class is asked for which got its __torch_function__ when its tensors were there."""
    seen = []

    class Late(lib.Tensor):
        if dispatches:

            @classmethod
            def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
                raise NotImplementedError(f"{func} is not expected")

    class Below(Late):
        pass

    def function(cls, func, types, args=(), kwargs=None):
        seen.append(func.__name__)
        return "asked"

    plain = lib.ones(2)
    if dispatches:
        tensors = [lib.Tensor._make_wrapper_subclass(kind, plain.shape) for kind in (Late, Below)]
    else:
        tensors = [plain.as_subclass(kind) for kind in (Late, Below)]
    Late.__torch_function__ = classmethod(function)
    for x in tensors:
        assert [x.module_load(plain), x.is_shared(), x.norm(), x.shape, x.sum(), x + 1] == ["asked"] * 6
    return seen


@pytest.mark.parametrize("dispatches", [False, True])
def test_a_function_that_is_set_later_is_asked(dispatches):
    assert asked(pytorch_c, dispatches) == asked(torch, dispatches)


def test_a_class_whose_function_cannot_be_set_stays_as_it_was():
    class Plain(pytorch_c.Tensor):
        pass

    with pytest.raises(TypeError):
        pytorch_c.Tensor.__class__.__setattr__(Plain, 3, None)
    assert pytorch_c.ones(1).as_subclass(Plain).is_shared() is False
