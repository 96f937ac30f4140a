"""__torch_function__ of subclasses, foreign classes and modes, with torch as the oracle."""

import copy
import io
import os
import pickle
import subprocess
import sys

import numpy
import pytest
import torch
from support.oracle import agree

import pytorch_c


def names(calls):
    return [getattr(one, "__name__", str(one)).strip("_").replace("method-wrapper", "get") for one in calls]


def plain(t):
    class Sub(t.Tensor):
        """Without a __torch_function__ of its own."""

    return Sub


def recording(t, calls):
    class Sub(t.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            calls.append((func, [one.__name__ for one in types]))
            return super().__torch_function__(func, types, args, kwargs)

    return Sub


def make(t, kind, *size):
    values = numpy.arange(1.0, 1 + numpy.prod(size, dtype=int)).reshape(size)
    return t.from_numpy(values).as_subclass(kind)


def kinds(found):
    if isinstance(found, (tuple, list)):
        return [kinds(one) for one in found]
    return type(found).__name__


# ---- a class that derives from Tensor: what it is that comes out ----

RESULTS = {
    "add": lambda t, x: x + 1,
    "add, on the right": lambda t, x: 1 + x,
    "subtract, on the right": lambda t, x: 1 - x,
    "divide, on the right": lambda t, x: 2 / x,
    "power": lambda t, x: x**2,
    "power, on the right": lambda t, x: 2**x,
    "beside a tensor": lambda t, x: t.ones(2, 3) * x,
    "compare": lambda t, x: x > 2,
    "equal": lambda t, x: x == 2,
    "negative": lambda t, x: -x,
    "abs": lambda t, x: abs(x),
    "matmul": lambda t, x: x @ x.t(),
    "function": lambda t, x: t.sin(x),
    "method": lambda t, x: x.sum(),
    "keyword": lambda t, x: t.add(input=x, other=x),
    "list": lambda t, x: t.cat([t.ones(2, 3, dtype=t.float64), x]),
    "results": lambda t, x: x.max(0),
    "split": lambda t, x: x.split(1),
    "index": lambda t, x: x[0],
    "index of a tensor": lambda t, x: x[t.tensor([0])],
    "iteration": lambda t, x: list(x),
    "in place": lambda t, x: x.clone().add_(1),
    "in place, operator": lambda t, x: added(x.clone()),
    "set item": lambda t, x: written(x.clone()),
    "shape": lambda t, x: (x.shape, x.size(), x.dim(), len(x), x.dtype),
    "transposed": lambda t, x: x.T,
    "data": lambda t, x: x.data,
    "detach": lambda t, x: x.detach(),
    "gradient": lambda t, x: gradient(x),
    "item": lambda t, x: x[0, 0].item(),
    "numbers": lambda t, x: x.tolist(),
    "float": lambda t, x: (float(x[0, 0]), int(x[0, 0]), bool(x[0, 0])),
    "zeros_like": lambda t, x: t.zeros_like(x),
    "new_zeros": lambda t, x: x.new_zeros(2),
    "to": lambda t, x: x.to(t.float32),
    "einsum": lambda t, x: t.einsum("ij->j", x),
    "where": lambda t, x: t.where(x > 2, x, 0.0),
    "functional": lambda t, x: t.nn.functional.softmax(x, 1),
    "linear": lambda t, x: t.nn.functional.linear(x, t.ones(4, 3, dtype=t.float64)),
    "module": lambda t, x: t.nn.Tanh()(x),
    "out": lambda t, x: t.add(x, x, out=t.empty(2, 3, dtype=t.float64)),
    "comparison to text": lambda t, x: repr(x),
    "contains": lambda t, x: 3.0 in x,
    "sorted": lambda t, x: t.sort(x),
    "disabled": lambda t, x: without(t, x),
}


def added(x):
    x += 1
    return x


def written(x):
    x[0] = 7
    return x


def gradient(x):
    y = x.clone().requires_grad_()
    (y * y).sum().backward()
    return y.grad


def without(t, x):
    disable = (
        t.DisableTorchFunctionSubclass
        if hasattr(t, "DisableTorchFunctionSubclass")
        else t._C.DisableTorchFunctionSubclass
    )
    with disable():
        return x + 1, x[0], x.T


@pytest.mark.parametrize("name", RESULTS)
def test_results_of_a_subclass(name):
    def case(t):
        found = RESULTS[name](t, make(t, plain(t), 2, 3))
        return kinds(found), found if not isinstance(found, t.Tensor) else found.tolist()

    agree(case)


def test_a_subclass_of_a_subclass_comes_first():
    def case(t):
        first = plain(t)

        class Second(first):
            pass

        return kinds([make(t, first, 2) + make(t, Second, 2), make(t, Second, 2) + make(t, first, 2)])

    agree(case)


def test_classes_that_know_nothing_of_each_other():
    def case(t):
        return make(t, plain(t), 2) + make(t, plain(t), 2)

    agree(case, raises=TypeError, text=False)


# ---- what is asked for ----

CALLS = {
    "add": lambda t, x: t.add(x, 1),
    "operator": lambda t, x: x + 1,
    "method": lambda t, x: x.add(1),
    "keyword": lambda t, x: t.mul(t.ones(2), other=x),
    "list": lambda t, x: t.stack([t.ones(2, dtype=t.float64), x]),
    "shape": lambda t, x: x.shape,
    "size": lambda t, x: x.size(0),
    "transposed": lambda t, x: x.T,
    "requires_grad": lambda t, x: x.requires_grad_(),
    "index": lambda t, x: x[0],
    "set item": lambda t, x: written(x),
    "length": lambda t, x: len(x),
    "matmul": lambda t, x: x @ x,
    "beside a list": lambda t, x: t.where(t.tensor([True, False]), x, x),
}


@pytest.mark.parametrize("name", CALLS)
def test_calls_of_a_subclass(name):
    """The function by its name, and the classes."""

    def case(t):
        calls = []
        x = make(t, recording(t, calls), 2)
        calls.clear()
        CALLS[name](t, x)
        return names([calls[0][0]]), calls[0][1], len(calls)

    agree(case)


def foreign(t):
    class Length:
        def __init__(self, value):
            self.value = value

        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            if func.__name__ not in ("add", "mul", "cat", "mm", "linear", "index_select", "where", "sum"):
                return NotImplemented
            return func.__name__, [one.__name__ for one in types], len(args), sorted(kwargs or {})

    return Length(3)


FOREIGN = {
    "first": lambda t, x: t.add(x, t.ones(2)),
    "second": lambda t, x: t.add(t.ones(2), x),
    "keyword": lambda t, x: t.add(t.ones(2), other=x),
    "a number": lambda t, x: t.add(x, 2),
    "operator": lambda t, x: t.ones(2) + x,
    "list": lambda t, x: t.cat([t.ones(2), x]),
    "tuple": lambda t, x: t.cat((x,), dim=0),
    "last": lambda t, x: t.where(t.tensor([True]), t.ones(1), x),
    "only it": lambda t, x: t.sum(x),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_classes(name):
    agree(lambda t: FOREIGN[name](t, foreign(t)))


def test_nobody_knows():
    agree(lambda t: t.sin(foreign(t)), raises=TypeError, text=False)
    with pytest.raises(
        TypeError, match="no implementation found for 'torch.sin' on types that implement __torch_function__"
    ):
        pytorch_c.sin(foreign(pytorch_c))


# ---- modes ----


def logging(t, calls):
    class Log(t.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            calls.append(func)
            return func(*args, **(kwargs or {}))

    return Log()


@pytest.mark.parametrize("t", [torch, pytorch_c], ids=["torch", "pytorch_c"])
def test_a_gradient_is_deleted_within_a_mode_and_after_it(t):
    calls, x = [], t.ones(2, requires_grad=True)
    x.sum().backward()
    with logging(t, calls):
        del x.grad
    assert x.grad is None and [call.__name__ for call in calls] == ["__delete__"]
    x.sum().backward()
    del x.grad
    assert x.grad is None and len(calls) == 1


MODES = {
    "function": lambda t, x: t.add(x, 1),
    "operator": lambda t, x: x * 2,
    "on the right": lambda t, x: 2 * x,
    "method": lambda t, x: x.sum(),
    "factory": lambda t, x: t.zeros(2),
    "index": lambda t, x: x[0],
    "set item": lambda t, x: written(x),
    "shape": lambda t, x: x.shape,
    "size": lambda t, x: x.size(),
    "in place": lambda t, x: x.add_(1),
}

MODE_SCRIPT = """
import sys
sys.path[:0] = sys.argv[1:]
import torch, test_torch_function as here, pytorch_c
import pytorch_c.overrides
for name, case in here.MODES.items():
    found = []
    for t in (pytorch_c, torch):
        calls, x = [], t.ones(2)
        with here.logging(t, calls):
            case(t, x)
        with here.logging(t, []):
            pass
        found.append((here.names(calls), here.names([calls[0]])))
        calls.clear()
        x + 1, x.shape
        assert calls == []
    assert found[0] == found[1], (name, found)

class Double(pytorch_c.overrides.TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        found = func(*args, **(kwargs or {}))
        return found * 2 if func is pytorch_c.Tensor.add else found

x = pytorch_c.ones(1)
with Double(), Double():
    assert (x + 1).item() == 8
    assert [type(one) for one in pytorch_c.overrides._get_current_function_mode_stack()] == [Double, Double]
    with pytorch_c.overrides.DisableTorchFunction():
        assert (x + 1).item() == 2
with pytorch_c.overrides.BaseTorchFunctionMode():
    assert (x + 1).item() == 2
assert pytorch_c.overrides._get_current_function_mode() is None
try:
    with Double():
        raise KeyError
except KeyError:
    pass
assert (x + 1).item() == 2

import threading
seen = []
with Double():
    other = threading.Thread(target=lambda: seen.append((x + 1).item()))
    other.start()
    other.join()
assert seen == [2], "a mode belongs to its thread"
print("all")
"""


def test_modes():
    """In a process of its own: the first mode leaves Tensor with members that ask."""
    here = os.path.dirname(os.path.abspath(__file__))
    done = subprocess.run(
        [sys.executable, "-c", MODE_SCRIPT, here, os.path.dirname(here), os.path.dirname(os.path.dirname(here))],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.stdout.endswith("all\n"), done.stderr


# ---- the module ----


def test_functions_of_ones_own():
    def case(t):
        seen = []

        @t.overrides.wrap_torch_function(lambda a, b=None: (a, b))
        def mine(a, b=None):
            return seen.append("run")

        class Other:
            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                return func is mine, len(args), sorted(kwargs)

        has = t.overrides.has_torch_function
        x = make(t, plain(t), 2)
        return (
            mine(Other()),
            mine(t.ones(1)),
            mine(1, b=Other()),
            seen,
            [has((one,)) for one in (1, t.ones(1), x, Other(), t.nn.Parameter(t.ones(1)))],
            [t.overrides.has_torch_function_unary(one) for one in (1, x)],
            t.overrides.has_torch_function_variadic(1, x),
            [t.overrides.is_tensor_like(one) for one in (1, t.ones(1), x, Other(), "a")],
            t.overrides.handle_torch_function(mine, (Other(),), 1, b=2),
        )

    agree(case)


def test_names():
    t = pytorch_c
    resolve = t.overrides.resolve_name
    assert resolve(t.add) == "torch.add" and resolve(t.nn.functional.linear) == "torch.nn.functional.linear"
    assert resolve(t.Tensor.shape.__get__) == "torch.Tensor.shape.__get__" and resolve(len) is None
    assert resolve(t.Tensor.backward) == "torch.Tensor.backward"
    found = t.overrides.get_overridable_functions()
    assert (
        {t.add, t.einsum} <= set(found[t]) and t.linalg.inv in found[t.linalg] and t.Tensor.backward in found[t.Tensor]
    )
    assert t.overrides.is_tensor_method_or_property(t.Tensor.add)
    assert not t.overrides.is_tensor_method_or_property(t.nn.functional.linear)
    assert t.is_grad_enabled in t.overrides.get_ignored_functions()
    assert set(torch.overrides.__all__) <= set(dir(t.overrides))


def test_parameters_are_plain():
    agree(
        lambda t: kinds([t.nn.Parameter(t.ones(2)) + 1, t.nn.Parameter(t.ones(2))[0], t.nn.Parameter(t.ones(2)).data])
    )


def test_a_subclass_of_parameter_leaves_calls_to_its_base():
    def case(t):
        asked = []

        class Marked(t.nn.Parameter):
            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                asked.append(func)
                return super().__torch_function__(func, types, args, kwargs or {})

        x = Marked(t.ones(4))
        x.data = t.arange(4.0)
        (x * 2).sum().backward()
        found = kinds(t.chunk(x, 2)), kinds(x + 1), x.grad, x.shape, x.data, len(asked)
        base = t.nn.Parameter.__torch_function__
        return found, base(t.add, (), [x, 1]), base(t.neg, (), (x,)), len(asked)

    agree(case)


def test_make_subclass():
    def case(t):
        kind = plain(t)
        x = t.ones(2)
        made = t.Tensor._make_subclass(kind, x, True)
        made.data[0] = 5
        return kinds(made), made.requires_grad, made.is_leaf, x, kinds(x.as_subclass(kind))

    agree(case)


@pytest.mark.parametrize(
    "bad", [lambda t: t.ones(1).as_subclass(int), lambda t: t.Tensor._make_subclass(int, t.ones(1))]
)
def test_no_subclass(bad):
    agree(bad, raises=TypeError, text=False)


def test_a_graph_through_a_subclass():
    def case(t):
        w = t.ones(3, requires_grad=True)
        y = (w * 2).as_subclass(plain(t))
        (y.sin() * y).sum().backward()
        return w.grad, kinds(y * 2)

    agree(case)


class Kept(pytorch_c.Tensor):
    """A class that pickle can name."""


def test_copies_and_pickles_of_a_subclass():
    x = make(pytorch_c, Kept, 2, 3)
    x.note = "kept"
    for found in (copy.deepcopy(x), copy.copy(x), pickle.loads(pickle.dumps(x))):
        assert type(found) is Kept and found.tolist() == x.tolist() and found.note == "kept"
    file = io.BytesIO()
    pytorch_c.save(x, file)
    file.seek(0)
    assert pytorch_c.load(file, weights_only=False).tolist() == x.tolist()


def test_members_taken_from_the_class_are_copied_as_functions_are():
    for name in ("__rdiv__", "char", "grad", "sum", "T"):
        member = getattr(pytorch_c.Tensor, name)
        assert copy.deepcopy(member) is member, name


def test_torchs_own_functions_refuse_our_tensors_in_a_sentence():
    x = pytorch_c.ones(1)
    for call in (lambda: torch.add(x, 1), lambda: torch.cat([x])):
        with pytest.raises(TypeError, match="torch's own, which takes no tensors of pytorch_c"):
            call()


class _Part:
    """Stands in an index, and says what the call means."""

    @classmethod
    def __torch_function__(cls, func, types, args, kwargs=None):
        return func.__name__


class _TensorPart(pytorch_c.Tensor):
    __torch_function__ = _Part.__torch_function__


def test_parts_of_an_index_are_asked():
    x = pytorch_c.tensor([5])
    for part in (_Part(), _TensorPart()):
        assert x[part] == x[0, part] == "__getitem__"
        x[part] = x[5, part] = 1
    x[0] = _Part()
    assert x.tolist() == [5]


def test_parts_of_a_sequence_in_an_index_are_asked():
    x = pytorch_c.arange(6).reshape(2, 3)
    for index in ([_Part()], (0, [1, _Part()]), ((_Part(), 1), 0), [[0], [_TensorPart()]]):
        assert x[index] == "__getitem__"
        x[index] = 1
    assert x.tolist() == [[0, 1, 2], [3, 4, 5]]


LISTS = [
    "get_ignored_functions()",
    "get_testing_overrides()",
    "resolve_name(pytorch_c.add)",
    "is_tensor_method_or_property(len)",
]


@pytest.mark.parametrize("asked", LISTS)
def test_the_lists_of_functions_do_not_warn_of_deprecated_names(asked):
    code = f"import warnings, pytorch_c; warnings.simplefilter('error'); pytorch_c.overrides.{asked}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
