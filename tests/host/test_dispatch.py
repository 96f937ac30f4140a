"""__torch_dispatch__: classes of tensors and modes run operators; with torch beside, each library asks its own."""

import gc
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from pytorch_c.utils._python_dispatch import TorchDispatchMode

import pytorch_c as torch
from pytorch_c._boundary import api


class Wrapper(torch.Tensor):
    """A tensor without memory that stands for another one, and notes the operators that it is asked for."""

    @staticmethod
    def __new__(cls, elem, **options):
        made = torch.Tensor._make_wrapper_subclass(
            cls, elem.size(), strides=elem.stride(), dtype=elem.dtype, device=elem.device, **options
        )
        made.elem = elem
        return made

    __torch_function__ = torch._C._disabled_torch_function_impl

    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        def open(x):
            return x.elem if isinstance(x, Wrapper) else x

        out = func(*(open(x) for x in args), **{name: open(x) for name, x in (kwargs or {}).items()})
        return cls(out) if isinstance(out, torch.Tensor) else out


class Noting(TorchDispatchMode):
    """A mode that keeps the names of the operators."""

    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.names.append(str(func))
        return func(*args, **(kwargs or {}))


def test_operators_of_a_class_are_run_by_it():
    x = Wrapper(torch.ones(2, 3))
    y = (x + 1) * x
    assert type(y) is Wrapper
    assert y.elem.tolist() == [[2.0] * 3] * 2
    assert y.shape == (2, 3)


def test_gradients_are_of_the_class():
    x = Wrapper(torch.ones(2, 3), requires_grad=True)
    (x * 3).sum().backward()
    assert type(x.grad) is Wrapper
    assert x.grad.elem.tolist() == [[3.0] * 3] * 2


def test_a_wrapper_that_only_the_graph_holds_comes_back_as_itself():
    x = Wrapper(torch.ones(2), requires_grad=True)
    gradient = Wrapper(torch.full((2,), 5.0))
    gradient.mark = object()
    mark, address = weakref.ref(gradient), id(gradient)
    x.grad = gradient
    del gradient
    assert mark() is x.grad
    assert id(x.grad) == address
    assert x.grad.mark
    x.grad = None
    assert mark() is None


def test_the_innermost_mode_is_asked_first_and_is_off_meanwhile():
    with Noting() as outer, Noting() as inner:
        torch.nn.functional.linear(torch.ones(2, 3), torch.ones(4, 3))
    assert inner.names == outer.names
    assert any("mm" in name for name in inner.names)


def test_numbers_that_libtorch_made_tensors_come_as_numbers():
    seen = []

    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            seen.append((args[1:], kwargs))
            return func(*args, **(kwargs or {}))

    x = torch.ones(2)
    with Mode():
        torch.add(x, 2, alpha=3)
    assert seen == [((2,), {"alpha": 3})]


def test_an_exception_comes_back_as_itself():
    error = KeyError("mine")

    class Mode(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            raise error

    x = torch.ones(2)
    with pytest.raises(KeyError) as caught, Mode():
        x + x
    assert caught.value is error
    error.__traceback__ = None
    assert (x + x).tolist() == [2, 2]


def test_nobody_who_runs_it_is_a_type_error():
    class Shy(Wrapper):
        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            return NotImplemented

    with pytest.raises(TypeError, match="(?s)Multiple dispatch failed for 'torch._ops.aten.*Shy"):
        torch.Tensor.add(Shy(torch.ones(2)), 1)


def test_a_derived_class_is_asked_before_its_base():
    order = []

    class Base(Wrapper):
        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            order.append((cls.__name__, [t.__name__ for t in types]))
            return NotImplemented if len(order) < 2 else super().__torch_dispatch__(func, types, args, kwargs)

    class Derived(Base):
        pass

    a, b = Base(torch.ones(2)), Derived(torch.ones(2))
    torch.add(a, b)
    assert order == [("Derived", ["Derived", "Base"]), ("Base", ["Derived", "Base"])]


def test_memory_of_a_wrapper_is_not_read():
    x = Wrapper(torch.ones(2))
    with pytest.raises(RuntimeError, match="no data of its own"), torch._C._DisableTorchDispatch():
        x + x


def test_sizes_are_what_the_class_says():
    class Told(Wrapper):
        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            if func in (torch.ops.aten.size.default, torch.ops.aten.sym_size.default):
                return (4, 5)
            return None

    x = Told(torch.ones(2, 3), dispatch_sizes_strides_policy="sizes")
    assert tuple(x.shape) == (4, 5)
    with pytest.raises(RuntimeError, match="sizes_strides_policy"):
        Told(torch.ones(2), dispatch_sizes_strides_policy="all")


def test_a_class_without_the_method_cannot_be_a_wrapper():
    class Plain(torch.Tensor):
        pass

    with pytest.raises(TypeError, match="must define __torch_dispatch__"):
        torch.Tensor._make_wrapper_subclass(Plain, (2,))


def test_make_subclass_keeps_memory_and_asks():
    class Logged(torch.Tensor):
        asked = []
        __torch_function__ = torch._C._disabled_torch_function_impl

        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            cls.asked.append(str(func))
            with torch._C._DisableTorchDispatch():
                return func(*args, **(kwargs or {}))

    data = torch.ones(2)
    x = torch.Tensor._make_subclass(Logged, data, True)
    assert x.requires_grad
    assert (x + 1).tolist() == [2, 2]
    assert Logged.asked
    assert type(data.as_subclass(Logged)) is Logged


def test_modes_belong_to_their_thread():
    seen = []
    with Noting() as mode:
        thread = threading.Thread(target=lambda: seen.append(torch.ones(2) + 1))
        thread.start()
        thread.join()
    assert mode.names == []
    seen.clear()


def test_rules_of_others_come_first():
    rules = torch.library.Library("_", "IMPL")

    @torch.library.register_torch_dispatch("aten::mul.Tensor", Noting, lib=rules)
    def rule(mode, func, types, args, kwargs):
        return torch.full((1,), 42.0)

    x = torch.ones(2)
    with Noting() as mode:
        assert (x * x).tolist() == [42]
    with pytest.raises(RuntimeError, match="already has"):
        torch.library.register_torch_dispatch("aten::mul.Tensor", Noting, rule, lib=rules)
    rules._destroy()
    with mode:
        assert (x * x).tolist() == [1, 1]


@pytest.mark.parametrize("first", ["torch", "ours", "hosting"])
def test_with_torch_in_the_process_each_asks_its_own(first):
    program = Path(__file__).parent / "both.py"
    done = subprocess.run([sys.executable, program, first], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    ours, theirs, again, last = done.stdout.split()
    assert ours == theirs == again == last


# ---- as torch tells it ----

FACTORIES = """
class Telling(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func, sorted((name, str(value)) for name, value in (kwargs or {}).items() if name != "generator"))
        return func(*args, **(kwargs or {}))

x = torch.ones(2, 2)
with Telling():
    torch.empty(2), torch.zeros(2, dtype=torch.int64), torch.full((2,), 1.0), torch.arange(3), torch.eye(3)
    torch.rand(2), torch.randperm(3), torch.empty_like(x), x.new_zeros(2), torch.hann_window(3)
    torch.empty_strided((2,), (1,)), torch.tril_indices(3, 3), torch.empty(2, device="cpu"), torch.fft.fftfreq(3)
    torch.tensor([1.0]), torch.tensor([[1, 2], [3, 4]], dtype=torch.float16)
    print(torch.tensor([1.0], requires_grad=True).is_leaf, torch.tensor([1j], requires_grad=True).requires_grad)
    torch.result_type(x, 1.0)
"""


def test_a_mode_is_told_of_factories_as_by_torch():
    text = "from torch.utils._python_dispatch import TorchDispatchMode\nimport torch\n" + FACTORIES
    ours, theirs = (
        subprocess.run([sys.executable, *how, text], capture_output=True, text=True)
        for how in (["-m", "pytorch_c.run", "-c"], ["-c"])
    )
    assert theirs.stdout.count("\n") > 15, theirs.stderr
    assert ours.stdout == theirs.stdout, ours.stderr


def test_a_tensor_that_a_weak_reference_names_comes_back_as_itself():
    references = []

    class Naming(TorchDispatchMode):
        def __torch_dispatch__(self, func, types, args=(), kwargs=None):
            out = func(*args, **(kwargs or {}))
            references.append(weakref.ref(out))
            return out

    with Naming(), Naming():
        x = torch.empty(2)
    assert [one() is x for one in references] == [True, True]
    del x
    assert [one() for one in references] == [None, None]


def test_a_storage_of_a_wrapper_is_that_of_another():
    x = torch.ones(2, 3)
    wrapper, view = Wrapper(x), Wrapper(x[1])
    assert wrapper.untyped_storage()._cdata != view.untyped_storage()._cdata
    torch._functionalize_unsafe_set(view, wrapper)
    assert wrapper.untyped_storage()._cdata == view.untyped_storage()._cdata
    assert view.shape == (3,)


def test_kinds_of_wrappers_by_their_keys():
    keys = torch._C.DispatchKeySet(torch._C.DispatchKey.NestedTensor)
    made = torch.Tensor._make_wrapper_subclass(Wrapper, (2,), _extra_dispatch_keys=keys)
    assert torch._C._dispatch_keys(made).has(torch._C.DispatchKey.NestedTensor)


def test_a_class_that_dispatches_anew_under_a_mode():
    class Reentrant(Wrapper):
        @classmethod
        def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
            with torch.overrides.enable_reentrant_dispatch():
                return func(args[0].elem)

    with Noting() as mode:
        found = Reentrant(torch.ones(2)).clone()
    assert type(found) is torch.Tensor
    assert mode.names[-1] == "aten.clone.default"


def test_a_storage_is_an_argument_of_a_mode():
    with Noting() as mode:
        x = torch.empty(0).set_(torch.ones(3).storage())
    assert x.tolist() == [1, 1, 1]
    assert any(name.startswith("aten.set_.source_Storage") for name in mode.names)


def test_a_tensor_of_another_class_is_not_made_one():
    class Other(torch.Tensor):
        pass

    for make in (lambda x: torch.Tensor._make_subclass(Other, x), lambda x: x.as_subclass(Other)):
        with pytest.raises(RuntimeError, match="subclass Other but .* already associated .* of type Wrapper"):
            make(Wrapper(torch.ones(2)))


class Failing(TorchDispatchMode):
    """A mode whose `at`-th operator fails, before it ran or after."""

    def __init__(self, at, before):
        super().__init__()
        self.at, self.before, self.count = at, before, 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.count += 1
        if self.before and self.count == self.at:
            raise KeyError(f"operator {self.at}")
        out = func(*args, **(kwargs or {}))
        if self.count == self.at:
            raise KeyError(f"operator {self.at}")
        return out


def steps(mode):
    """A forward and a backward pass of wrappers within a mode."""
    w = Wrapper(torch.ones(3, 3), requires_grad=True)
    with mode:
        y = (torch.relu(w @ w + 1) * 2).sum()
        y.backward()


@pytest.mark.parametrize("before", [True, False])
def test_exceptions_at_any_point_leave_nothing(before):
    steps(Failing(0, before))
    gc.collect()
    kept, at, failed = (torch.live_tensors(), api.live_handles()), 0, True
    while failed:
        at, failed = at + 1, False
        try:
            steps(Failing(at, before))
        except KeyError as error:
            failed = True
            assert error.args == (f"operator {at}",)
        gc.collect()
        assert (torch.live_tensors(), api.live_handles()) == kept, at
    assert at > 8


@pytest.fixture
def streamed():
    """A library with an operator that gives a stream, and a kernel for the one that takes one."""
    made = torch.Stream(stream_id=0, device_index=1, device_type=2)
    seen = []
    with (
        torch.library._scoped_library("streamed", "DEF") as ours,
        torch.library._scoped_library("aten", "IMPL") as aten,
    ):
        ours.define("stream_of(Tensor self) -> Stream")
        ours.impl("stream_of", lambda x: made, "CPU")
        aten.impl("record_stream", lambda x, stream: seen.append(stream), "CPU")
        yield made, seen


class Streams(TorchDispatchMode):
    """A mode that keeps what record_stream is given, and gives a stream of its own for each other operator."""

    def __init__(self):
        super().__init__()
        self.seen = []
        self.own = torch.Stream(stream_id=2**62, device_index=0, device_type=1)

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func.name() == "aten::record_stream":
            return self.seen.append(args[1])
        return self.own


def test_streams_are_values_of_kernels_and_modes(streamed):
    made, seen = streamed
    x = torch.ones(2)
    assert torch.ops.streamed.stream_of(x) == made
    for stream in (torch.Stream(device="cpu"), made):
        x.record_stream(stream)
        assert seen[-1] == stream and type(seen[-1]) is torch.Stream
    with Streams() as mode:
        assert torch.ops.streamed.stream_of(x) == mode.own
        x.record_stream(made)
    assert mode.seen == [made] and len(seen) == 2


def test_a_stream_on_a_device_that_there_is_not_is_refused(streamed):
    x = torch.ones(2)
    elsewhere = torch.Stream(stream_id=0, device_index=1000, device_type=1)
    with pytest.raises(ValueError, match="there is no device of the type 1 with the index 1000"):
        x.record_stream(elsewhere)
    with Streams() as mode, pytest.raises(ValueError, match="result 0: there is no device"):
        mode.own = elsewhere
        torch.ops.streamed.stream_of(x)
    with pytest.raises(ValueError, match="unknown device type number 99"):
        torch.Stream(stream_id=0, device_index=0, device_type=99)


FIRST_IN_THREADS = """
import threading
import pytorch_c as torch

class Doubled(torch.Tensor):
    @staticmethod
    def __new__(cls, inner):
        return torch.Tensor._make_wrapper_subclass(cls, inner.shape)
    @classmethod
    def __torch_dispatch__(cls, func, types, args=(), kwargs=None):
        return torch.full((), 2.0)

together, found = threading.Barrier(8), []
def first():
    together.wait()
    found.append(torch.sum(Doubled(torch.ones(3))).item())
threads = [threading.Thread(target=first) for _ in range(8)]
for one in threads: one.start()
for one in threads: one.join()
assert found == [2] * 8, found
"""


def test_threads_may_be_the_first_together_to_need_a_host():
    ran = subprocess.run([sys.executable, "-c", FIRST_IN_THREADS], capture_output=True, text=True)
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
