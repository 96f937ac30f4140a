"""torch.library's autocast, its switching of kernels and get_kernel, with torch as the oracle; and who else sees an operator."""

import numpy
import pytest
import torch
from support.oracle import agree

import pytorch_c

from .test_library import by_name, faked, gradient, new_name, scaled, x


def cast(t, device="cpu"):
    def function(x: t.Tensor, ys: list[t.Tensor], by: float) -> t.Tensor:
        assert not t.is_autocast_enabled("cpu")
        return x * sum(ys[1:], ys[0]) * by

    function.__annotations__["ys"] = list[t.Tensor]
    op = t.library.custom_op(new_name(t), function, mutates_args=())
    op.register_autocast(device, t.bfloat16)
    return op


def dtypes(t, device="cpu"):
    op, one = cast(t, device), t.ones(3, dtype=t.float32)
    double = one.to(t.float64)
    call = lambda: (op(one, [one, one], 2.0).dtype, op(double, [double], 1.0).dtype)  # noqa: E731
    if device == "cuda":  # its autocast does not touch tensors of the CPU
        return call()
    with t.autocast("cpu", dtype=t.bfloat16):
        inside = call()
        assert t.is_autocast_enabled("cpu")
        with t.autocast("cpu", enabled=False):
            return [str(one) for one in (*inside, op(one, [one], 1.0).dtype)]


@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_autocast(device):
    agree(lambda t: [str(one) for one in dtypes(t, device)])


def test_autocast_when_the_kernel_fails():
    op = cast(pytorch_c)
    with pytorch_c.autocast("cpu", dtype=pytorch_c.bfloat16):
        with pytest.raises(RuntimeError):
            op(pytorch_c.ones(2), [pytorch_c.ones(3)], 1.0)
        assert pytorch_c.is_autocast_enabled("cpu")


def test_gradients_through_autocast():
    """The cast is recorded: float16 inside, and the derivative that was registered, as float32."""

    def case(t):
        def function(x: t.Tensor) -> t.Tensor:
            assert x.dtype is t.float16
            return x.detach() * 2

        op = t.library.custom_op(new_name(t), function, mutates_args=())
        op.register_autograd(lambda ctx, grad: grad * 10)
        t.library.register_autocast(op, "cpu", t.float16)
        with t.autocast("cpu", dtype=t.bfloat16):
            return gradient(t, op, x(t, 3))

    agree(case)


BAD_AUTOCAST = {
    "index": (lambda t, op: op.register_autocast("cuda:0", t.float16), RuntimeError),
    "no text": (lambda t, op: op.register_autocast(3, t.float16), ValueError),
    "meta": (lambda t, op: op.register_autocast("meta", t.float16), ValueError),
}


@pytest.mark.parametrize("name", BAD_AUTOCAST)
def test_bad_autocast(name):
    call, kind = BAD_AUTOCAST[name]
    agree(lambda t: call(t, scaled(t)), raises=kind, text=False)


def test_autocast_to_what_is_no_dtype():
    """torch finds the error at the first call."""
    with pytest.raises(TypeError, match="'cast_inputs' must be a dtype, not str"):
        scaled(pytorch_c).register_autocast("cpu", "float16")


def test_a_kernel_switched_off():
    def case(t):
        def function(x: t.Tensor) -> t.Tensor:
            return t.zeros(1)

        op = t.library.custom_op(new_name(t), function, mutates_args=())
        op.register_kernel("cpu")(lambda x: t.ones(1))
        found = [op(t.ones(2))]
        with op.set_kernel_enabled("cpu", enabled=False):
            found.append(op(t.ones(2)))
            with op.set_kernel_enabled("cpu"):
                found.append(op(t.ones(2)))
            found.append(op(t.ones(2)))
        return [*found, op(t.ones(2))]

    agree(case)


# ---- get_kernel ----


def test_get_kernel():
    found = pytorch_c.library.get_kernel("aten::add.Tensor", "CPU")
    one = pytorch_c.ones(2, requires_grad=True)
    assert found.call_boxed(None, one, one, alpha=2).tolist() == [3, 3]
    assert not found(one, one).requires_grad, "the CPU's kernel records nothing"
    recording = pytorch_c.library.get_kernel(pytorch_c.ops.aten.add.Tensor, "AutogradCPU")
    assert recording(one, one).requires_grad
    assert pytorch_c.library.get_kernel("aten::sin", "Meta")(pytorch_c.empty(2, device="meta")).is_meta


def test_the_kernel_of_an_operator_that_is_made_of_others():
    """The kernel stands for all keys; libtorch's own call for one key would go to an address of zero."""
    ones = pytorch_c.ones(2, 2)
    for name in ("aten::detach", "aten::to_dense", "aten::contiguous"):
        for key in ("CPU", "QuantizedCPU"):
            assert pytorch_c.library.get_kernel(name, key)(ones).tolist() == ones.tolist()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("aten::neg", "SparseCPU"),
        ("aten::mul.Tensor", "MkldnnCPU"),
        ("aten::neg", "Batched"),
        ("aten::add.Tensor", "Meta"),
        ("aten::neg", "FuncTorchDynamicLayerBackMode"),
    ],
)
def test_a_kernel_for_other_tensors_is_refused(name, key):
    kernel, ones = pytorch_c.library.get_kernel(name, key), pytorch_c.ones(2, 2)
    with pytest.raises(TypeError, match=f"its kernel for {key} does not take these tensors"):
        kernel(ones, ones) if "Tensor" in name else kernel(ones)


@pytest.mark.parametrize(
    ("op", "key", "kind", "words"),
    [
        ("aten::add.nothing", "CPU", ValueError, "no operator aten::add.nothing"),
        ("aten::add.Tensor", "Elsewhere", RuntimeError, "Elsewhere"),
        ("aten::add.Tensor", 3, ValueError, "Invalid dispatch key"),
        ("aten::add.Tensor", "Autograd", ValueError, "stands for several keys"),
        (3, "CPU", ValueError, "unexpected type"),
    ],
)
def test_what_get_kernel_refuses(op, key, kind, words):
    with pytest.raises(kind, match=words):
        pytorch_c.library.get_kernel(op, key)


def test_no_kernel():
    lib = pytorch_c.library.Library("no_kernel_tests", "DEF")
    handle = pytorch_c._boundary.api.library_define("no_kernel_tests::f(Tensor x) -> Tensor")
    with pytest.raises(RuntimeError, match="no kernel for CPU"):
        pytorch_c.library.get_kernel("no_kernel_tests::f", "CPU")
    handle.close()
    lib._destroy()


# ---- who else sees an operator ----


def test_torch_sees_it_eagerly_and_in_torchscript():
    """One dispatcher: torch's own calls, its gradients and its TorchScript run the Python kernel."""
    op = faked(pytorch_c)
    other = by_name(torch, op)
    given = torch.arange(3.0, requires_grad=True)
    assert torch.equal(other(given, 3.0), given * 3)
    (found,) = torch.autograd.grad(other(given, 3.0).sum(), given)
    assert found.tolist() == [30] * 3, "the derivative is the one that was registered"

    def repeated(x, n: int):
        for _ in range(n):
            x = other(x, by=2.0)
        return x

    scripted = torch.jit.script(repeated)
    assert op._qualname in str(scripted.graph)
    assert torch.equal(scripted(torch.ones(2), 3), torch.full((2,), 8.0))


def test_an_exception_inside_torchscript():
    def function(x: pytorch_c.Tensor) -> pytorch_c.Tensor:
        raise ValueError("not with these")

    op = pytorch_c.library.custom_op(new_name(pytorch_c), function, mutates_args=())
    other = by_name(torch, op)

    def once(x):
        return other(x)

    with pytest.raises(RuntimeError, match="not with these"):
        torch.jit.script(once)(torch.ones(2))


def test_dtypes_beyond_float32():
    for dtype in ("int64", "float64", "bool"):
        kind = getattr(pytorch_c, dtype)

        def function(x: pytorch_c.Tensor) -> pytorch_c.Tensor:
            return x.clone()

        op = pytorch_c.library.custom_op(new_name(pytorch_c), function, mutates_args=())
        found = by_name(torch, op)(torch.from_numpy(numpy.ones(2, dtype=dtype)))
        assert found.dtype is getattr(torch, dtype)
        assert op(pytorch_c.ones(2, dtype=kind)).dtype is kind


def test_a_kernel_that_selects_the_backend_comes_first():
    """torch.distributed.pipelining's pipe_split, which has no tensors, has no other."""

    def found(t):
        library, said = t.library.Library("first_of_all", "FRAGMENT"), []
        library.define("mark() -> ()")
        library.define("other() -> ()")
        t.library.impl("first_of_all::mark", "BackendSelect", lambda: said.append("marked"))
        library.impl("other", lambda: said.append("other"), "BackendSelect")
        t.ops.first_of_all.mark(), t.ops.first_of_all.other()
        return said

    assert found(pytorch_c) == found(torch) == ["marked", "other"]
