"""Wrapper subclasses of __torch_dispatch__, with torch as the oracle: files, copies, Parameters, custom operators."""

import copy
import importlib
import io
import operator
import pickle

import pytest
import torch
from support.oracle import agree

import pytorch_c


def wrapper(t, log=None):
    """A class without memory, whose attribute has the name of a method of Tensor's."""

    class Diagonal(t.Tensor):
        @staticmethod
        def __new__(cls, diag, requires_grad=False):
            return t.Tensor._make_wrapper_subclass(
                cls, diag.size() + diag.size(), dtype=diag.dtype, requires_grad=requires_grad
            )

        def __init__(self, diag, requires_grad=False):
            self.diag = diag

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            if log is not None:
                log.append(str(func))
            found = func(*(one.diag if isinstance(one, cls) else one for one in args), **(kwargs or {}))
            return cls(found) if isinstance(found, t.Tensor) and found.dim() == 1 else found

        def __repr__(self):
            return super().__repr__(tensor_contents=f"diag={self.diag}")

    Diagonal.__module__, Diagonal.__qualname__ = __name__, "Diagonal"
    globals()["Diagonal"] = Diagonal  # where pickle looks for it
    return Diagonal


def values(t):
    return t.tensor([1.0, 2.0, 3.0])


def parts(x):
    return type(x).__name__, tuple(x.shape), str(x.dtype), x.requires_grad, x.diag.tolist()


def saved_and_loaded(t):
    x, file = wrapper(t)(values(t), requires_grad=True), io.BytesIO()
    t.save({"x": x}, file)
    file.seek(0)
    return parts(t.load(file, weights_only=False)["x"])


def pickled(t):
    return parts(pickle.loads(pickle.dumps(wrapper(t)(values(t)))))


def copied(t):
    return parts(copy.deepcopy(wrapper(t)(values(t))))


def a_parameter_keeps_the_class(t):
    x = t.nn.Parameter(wrapper(t)(values(t)))
    return parts(x), isinstance(x, t.nn.Parameter), repr(x).replace("\n", "").replace(" ", "")


def a_parameter_needs_a_detach_of_the_class(t):
    class Unwrapping(t.Tensor):
        @staticmethod
        def __new__(cls, elem):
            return t.Tensor._make_wrapper_subclass(cls, elem.size(), dtype=elem.dtype)

        def __init__(self, elem):
            self.elem = elem

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            return func(*(one.elem if isinstance(one, cls) else one for one in args), **(kwargs or {}))

    with pytest.raises(RuntimeError) as caught:
        t.nn.Parameter(Unwrapping(values(t)))
    return str(caught.value)


def a_class_that_is_asked_below_is_not_asked_above(t):
    log = []
    kind = wrapper(t, log)
    x = kind(values(t))
    (x + 1).mul(2)
    return kind.__torch_function__ is t._C._disabled_torch_function_impl, log


def a_derived_class_keeps_its_torch_function(t):
    class Asking(t.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return super().__torch_function__(func, types, args, kwargs)

    class Both(Asking):
        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            return func(*args, **(kwargs or {}))

    return Both.__torch_function__.__func__ is Asking.__torch_function__.__func__


def custom_operators_ask_modes_and_classes(t):
    log = []

    @t.library.custom_op(f"wrappers_{t.__name__}::twice", mutates_args=())
    def twice(x: t.Tensor) -> t.Tensor:
        return x * 2

    class Noting(importlib.import_module(f"{t.__name__}.utils._python_dispatch").TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            log.append(str(func).partition(".")[2])
            return func(*args, **(kwargs or {}))

    x = values(t)
    with Noting():
        twice(x)
    seen = []
    found = twice(wrapper(t, seen)(values(t)))
    return log, type(found).__name__, found.diag.tolist(), [one.rpartition("::")[2].partition(".")[2] for one in seen]


def flops_of_a_custom_operator(t):
    flops = importlib.import_module(f"{t.__name__}.utils.flop_counter")

    @t.library.custom_op(f"flops_{t.__name__}::twice", mutates_args=())
    def twice(x: t.Tensor) -> t.Tensor:
        return x * 2

    @flops.register_flop_formula(getattr(t.ops, f"flops_{t.__name__}").twice)
    def formula(shape, **kwargs):
        return 2 * shape[0]

    with flops.FlopCounterMode(display=False) as mode:
        twice(values(t))
    return mode.get_total_flops()


def reentrant(t):
    class Reentrant(t.Tensor):
        @staticmethod
        def __new__(cls, elem):
            return t.Tensor._make_wrapper_subclass(cls, elem.size(), dtype=elem.dtype)

        def __init__(self, elem):
            self.elem = elem

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            with t.overrides.enable_reentrant_dispatch():
                found = func(*(one.elem if isinstance(one, cls) else one for one in args), **(kwargs or {}))
            return cls(found)

    x = values(t).requires_grad_()
    out = Reentrant(x) + 2
    out.elem.sum().backward()
    return out.requires_grad, out.elem.requires_grad, x.grad.tolist()


def super_calls_take_lists(t):
    log = []

    class Sub(t.Tensor):
        @staticmethod
        def __new__(cls, elem):
            return t.Tensor._make_subclass(cls, elem)

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            log.append(str(func))
            return super().__torch_dispatch__(func, types, list(args), kwargs)

    return Sub(values(t)).neg().tolist(), log


def no_address_and_no_numbers(t):
    x = wrapper(t)(values(t))
    with pytest.raises(RuntimeError, match="is not supported for tensor subclasses"):
        x.numpy()
    with pytest.raises(RuntimeError, match="is not supported for tensor subclasses"):
        x.tolist()
    with pytest.raises(RuntimeError, match="on an invalid python storage"):
        x.untyped_storage().data_ptr()
    return x.data_ptr()


SCENARIOS = [
    saved_and_loaded, pickled, copied, a_parameter_keeps_the_class, a_parameter_needs_a_detach_of_the_class,
    a_class_that_is_asked_below_is_not_asked_above, a_derived_class_keeps_its_torch_function,
    custom_operators_ask_modes_and_classes, flops_of_a_custom_operator, reentrant, super_calls_take_lists, no_address_and_no_numbers,
]  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda one: one.__name__)
def test_wrappers_are_as_torchs(scenario):
    agree(scenario)


def test_a_stream_of_the_cpu():
    for t in (pytorch_c, torch):
        assert t.Stream() == t.Stream(device="cpu") and t.Stream().query()
        other = t.Stream(stream_id=1, device_index=2, device_type=1)
        assert (other.stream_id, other.device_index, other.device_type) == (1, 2, 1)
    assert repr(pytorch_c.Stream()) == repr(torch.Stream())


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "pow", "matmul", "lt"])
def test_a_tensor_of_torch_and_one_of_ours_have_no_operator(name):
    for left, right in ((torch, pytorch_c), (pytorch_c, torch)):
        with pytest.raises(TypeError):
            getattr(operator, name)(left.ones(1), right.ones(1))


def test_a_tensor_of_torch_is_not_equal_to_one_of_ours():
    assert not torch.ones(1) == pytorch_c.ones(1)  # noqa: SIM201
