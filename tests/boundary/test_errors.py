"""Errors as a user meets them: the right class, one readable sentence, and the process lives."""

import pickle
import subprocess
import sys
import traceback

import pytest
from support.project import HANG

import pytorch_c

MEETS = [
    # (what, code, built-in class, what the sentence says)
    (
        "mm of wrong shapes",
        "t.mm(t.ones(2, 3), t.ones(2, 3))",
        RuntimeError,
        "mat1 and mat2 shapes cannot be multiplied .2x3 and 2x3.",
    ),
    (
        "backward of a non-scalar",
        "t.ones(2, requires_grad=True).mul(2).backward()",
        RuntimeError,
        "grad can be implicitly created only for scalar",
    ),
    (
        "what libtorch was sure of",
        "t.mul(t.eye(2).to_sparse(), t.eye(2).to_sparse(), out=t.ones(2, 2))",
        RuntimeError,
        r"^libtorch does not expect these arguments: .*not a sparse tensor .its check of self.is_sparse.., SparseTensorUtils.h:",
    ),
    ("index out of range", "t.ones(2)[5]", IndexError, "index 5 .*out of (bounds|range).*size"),
    ("dimension out of range", "t.ones(2).sum(dim=4)", IndexError, "Dimension out of range .*got 4"),
    ("wrong dtype", "t.ones(2, dtype=t.int64).mean()", RuntimeError, "dtype"),
    ("two dtypes", "t.mm(t.ones(2, 2), t.ones(2, 2, dtype=t.float64))", RuntimeError, "same dtype.*float.*double"),
    ("a string where a tensor belongs", "t.mm(t.ones(2, 2), 'a')", TypeError, "mm.*'mat2' must be Tensor, not str"),
    ("None where a tensor belongs", "t.relu(None)", TypeError, "relu.*'input' must be Tensor, not NoneType"),
    ("a ragged list", "t.tensor([[1, 2], [3]])", ValueError, "expected sequence of length 2 at dim 1 .got 1."),
    ("an unknown device", "t.zeros(2, device='nowhere')", RuntimeError, "nowhere"),
    ("CUDA on a CPU build", "t.zeros(2, device='cuda')", RuntimeError, "CUDA|cuda"),
    ("to CUDA on a CPU build", "t.zeros(2).cuda()", RuntimeError, "CUDA|cuda"),
    ("a missing file", "t.load('/nowhere/model.pt')", FileNotFoundError, "/nowhere/model.pt"),
    ("a wrong keyword", "t.relu(t.ones(2), speed=3)", TypeError, "relu.*speed"),
    ("a missing argument", "t.mm(t.ones(2, 2))", TypeError, "mm.*mat2"),
    ("too many arguments", "t.relu(t.ones(2), 1, 2)", TypeError, "relu.*argument"),
    ("a float for an int", "t.ones(2).unsqueeze(1.5)", TypeError, "unsqueeze.*'dim' must be int, not float"),
    (
        "a list of the wrong kind",
        "t.cat([t.ones(2), 3])",
        TypeError,
        "cat.*'tensors' must be .*Tensors, not list of Tensor and int",
    ),
    ("a name for a dtype", "t.ones(2, dtype='float32')", TypeError, "ones.*'dtype' must be .*dtype.*, not str"),
    ("a size that cannot be", "t.ones(2, 3).view(4, 4)", RuntimeError, "shape '.4, 4.' is invalid for input of size 6"),
    ("a negative size", "t.zeros(-1)", RuntimeError, "negative"),
    ("too much memory", "t.empty(1 << 60)", MemoryError, "allocate|memory|overflow|size"),
    ("a singular matrix", "t.linalg.inv(t.zeros(2, 2))", RuntimeError, "singular"),
    ("no kernel", "t.ones(2, dtype=t.bool).bmm(t.ones(2))", RuntimeError, "3D tensor|must be"),
    ("an int beyond 64 bits", "t.ones(2) + 2 ** 70", OverflowError, "64 bits|too big|too large"),
    ("a truth value of many", "bool(t.ones(2))", RuntimeError, "more than one value is ambiguous"),
    ("item of many", "t.ones(2).item()", RuntimeError, "2 elements cannot be converted to Scalar"),
    (
        "a leaf changed in place",
        "t.ones(2, requires_grad=True).add_(1)",
        RuntimeError,
        "leaf Variable that requires grad",
    ),
    (
        "an int that requires grad",
        "t.ones(2, dtype=t.int64, requires_grad=True)",
        RuntimeError,
        "floating point and complex",
    ),
    ("an unknown name", "t.no_such_operator", AttributeError, "no_such_operator"),
    ("an unknown method", "t.ones(1).no_such_method()", AttributeError, "no_such_method"),
]


@pytest.mark.parametrize(("code", "kind", "says"), [row[1:] for row in MEETS], ids=[row[0] for row in MEETS])
def test_as_a_user_meets_it(code, kind, says):
    with pytest.raises(kind, match=says) as caught:
        eval(code, {"t": pytorch_c})
    message = str(caught.value)
    assert "Exception raised from" not in message and "0x" not in message, "no C++ frames in a message"
    # Arguments are judged before C is called; the rest is libtorch's and shares one class.
    if kind not in (TypeError, AttributeError, FileNotFoundError, OverflowError, ValueError) and "bool(" not in code:
        assert isinstance(caught.value, pytorch_c.Error)


def test_a_closed_tensor_raises():
    x = pytorch_c.ones(2, 2)
    x.close()
    for call in (
        lambda: pytorch_c.mm(x, x),
        lambda: x + 1,
        lambda: pytorch_c.cat([x]),
        lambda: x.sum(),
        lambda: x.tolist(),
        lambda: pytorch_c.std(x),
    ):
        with pytest.raises(pytorch_c.ClosedTensorError, match="closed"):
            call()
    assert issubclass(pytorch_c.ClosedTensorError, (pytorch_c.Error, ValueError))


BY_HAND = """x.to({}) | x.contiguous(memory_format='a') | x.set_('a') | t.result_type('a', 1) | t.can_cast(1, 2) | t.promote_types('a', 2) | x.backward('a') | x.requires_grad_('a')
x.index('a') | x.new_tensor('a') | x.view_as(3) | x.cast_to(3) | t.set_num_threads('a') | t.Generator(3.5) | x.stride('a') | x.size('a')
x.expand('a') | t.tensor([1], device=3.5) | t.is_floating_point(3) | t.numel('a') | x.is_set_to(3) | x.is_contiguous(memory_format=3)
t.autograd.grad(x, 3) | t.stack(3) | t.manual_seed('a') | t.tensor('a') | t.from_numpy(3)"""


@pytest.mark.parametrize("code", [one.strip() for line in BY_HAND.splitlines() for one in line.split(" | ")])
def test_functions_by_hand_name_the_argument(code):
    with pytest.raises(TypeError, match=r"argument '\w+'|positions") as caught:
        eval(code, {"t": pytorch_c, "x": pytorch_c.ones(2)})
    assert "object has no attribute" not in str(caught.value)


def test_classes():
    for name, kind in {
        "TorchError": RuntimeError,
        "TorchIndexError": IndexError,
        "TorchValueError": ValueError,
        "TorchTypeError": TypeError,
        "TorchNotImplementedError": NotImplementedError,
        "OutOfMemoryError": MemoryError,
        "LinAlgError": RuntimeError,
        "TorchBufferError": BufferError,
    }.items():
        raised = getattr(pytorch_c, name)
        assert issubclass(raised, pytorch_c.Error) and issubclass(raised, kind)
    assert issubclass(pytorch_c.OutOfMemoryError, RuntimeError)  # as torch.OutOfMemoryError


def test_backtrace_is_there_on_demand():
    with pytest.raises(pytorch_c.TorchError) as caught:
        pytorch_c.mm(pytorch_c.ones(1, 2), pytorch_c.ones(1, 2))
    assert isinstance(caught.value.backtrace, str) and "at::" in caught.value.backtrace
    assert "at::" not in str(caught.value)


@pytest.mark.frees
def test_errors_hold_no_tensors():
    before = pytorch_c.live_tensors()
    for _ in range(3):
        try:
            pytorch_c.mm(pytorch_c.ones(1, 2), pytorch_c.ones(1, 2))
        except RuntimeError:
            pass
    assert pytorch_c.live_tensors() == before


def test_an_error_has_no_second_one_below_it():
    """`During handling of the above exception` would show the binding's own workings."""
    for code in ("t.relu(None)", "t.cat([1])", "t.ones(2)['a']", "t.std('a')", "t.ones(2) + object()"):
        with pytest.raises((TypeError, IndexError)) as caught:
            eval(code, {"t": pytorch_c})
        assert caught.value.__cause__ is None and (
            caught.value.__context__ is None or caught.value.__suppress_context__
        )


def python(code):
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG)


def test_import_brings_neither_torch_nor_numpy():
    done = python(
        "import pytorch_c, sys; x = pytorch_c.ones(2, 3) @ pytorch_c.ones(3); print([m for m in ('torch', 'numpy') if m in sys.modules], x.tolist())"
    )
    assert done.stdout.strip() == "[] [3.0, 3.0]", done.stderr


@pytest.mark.parametrize("order", ("pytorch_c, torch", "torch, pytorch_c"))
def test_beside_torch_in_either_order(order):
    done = python(
        f"import {order}\n"
        "a, b = torch.arange(6.).reshape(2, 3), pytorch_c.arange(6.).reshape(2, 3)\n"
        "assert (a @ a.T).tolist() == (b @ b.T).tolist()\n"
        "torch.manual_seed(3); one = torch.rand(2).tolist(); pytorch_c.manual_seed(3); assert pytorch_c.rand(2).tolist() == one\n"
        "x = pytorch_c.from_numpy(a.numpy()); x[0, 0] = 9; assert a[0, 0] == 9\n"
        "try: pytorch_c.mm(b, b)\n"
        "except RuntimeError: print('lives')\n"
    )
    assert done.stdout.strip() == "lives" and done.returncode == 0, done.stderr


NASTY = """
import pytorch_c as t
x = t.ones(2, 2)
class Odd:
    shape = property(lambda self: 1 / 0)
    def __index__(self): raise KeyError("odd")
    def __len__(self): raise KeyError("odd")
    def __getitem__(self, i): raise KeyError("odd")
    def item(self): return self
for code in '''x[Odd()]
x + Odd()
t.zeros(Odd())
t.tensor(Odd())
t.tensor([Odd()])
x.sum(Odd())
t.full((2,), Odd())
t.cat(Odd())
t.as_strided(x, (2 ** 62, 2 ** 62), (1, 1))
t.as_strided(x, (100, 100), (1, 1))
t.as_strided(x, (2, 2), (1, 1), -5)
t.zeros(2 ** 62, 2 ** 62)
t.zeros(*[1] * 100).sum()
t.ones(2).expand(*[1] * 70, 2)
t.arange(0, 1, 0)
t.arange(0, 1e30)
t.arange(0, float("nan"))
t.linspace(0, 1, -1)
t.embedding(x, t.tensor([100]))
t.gather(x, 0, t.tensor([[100]]))
t.nll_loss(x, t.tensor([5, 5]))
t.one_hot(t.tensor([-3]))
t.bincount(t.tensor([-1]))
t.conv2d(x, x, stride=0)
t.max_pool2d(t.ones(1, 1, 2, 2), 0)
t.reshape(x, (-1, 0))
t.einsum("ij,jk,", [x, x])
t.Tensor.add(1, 2)
t.Tensor.__getitem__(1, 2)
t.Tensor.item(3)
object.__new__(t.Tensor).sum()
object.__new__(t.Tensor) + 1
object.__new__(t.Tensor).shape
repr(object.__new__(t.Tensor))
t.frombuffer(b"", dtype=t.int32)
t.from_blob(b"1234", t.float32, [2 ** 62])
x.resize_(2 ** 60)
x.set_(x, 0, (100,), (1,))
x.view(t.bits8).sum()
x.to(t.quint8)
t.zeros(2, dtype=t.qint8)
t.zeros(2, dtype=t.float8_e5m2) + 1
t.zeros(2, device="meta").item()
t.zeros(2, device="meta").tolist()
t.zeros(2, device="meta").data_ptr()
t.zeros(2, layout=t.sparse_coo).storage_offset()
t.zeros(2, layout=t.sparse_coo).stride()
t.zeros(2, 2, layout=t.sparse_csr).data_ptr()'''.splitlines():
    try:
        eval(code, {"t": t, "x": x, "Odd": Odd})
    except BaseException as error:
        print(type(error).__name__, flush=True)
    else:
        print("fine", code, flush=True)
print("lives")
"""


def test_nothing_ends_the_process():
    done = python(NASTY)
    assert done.returncode == 0 and done.stdout.endswith("lives\n"), done.stdout[-500:] + done.stderr[-500:]
    assert "SystemError" not in done.stdout


# ---- what an error says beside its message: the call that failed ----

NOTES = [
    (lambda t: t.mm(t.ones(2, 3), t.ones(2, 3)), "mm(input=float32[2, 3], mat2=float32[2, 3])"),
    (lambda t: t.ones(2) + t.ones(3), "add(input=float32[2], other=float32[3])"),
    (lambda t: t.ones(3).view(-1, 4), "view(input=float32[3], size=(-1, 4))"),
    (lambda t: t.cat([t.ones(2), t.ones(2, 2).long()], dim=1), "cat(tensors=[float32[2], int64[2, 2]], dim=1)"),
    (
        lambda t: t.stack([t.ones(2)] * 5 + [t.ones(3)]),
        "stack(tensors=[float32[2], float32[2], float32[2], float32[2], … 6 in all])",
    ),
    (lambda t: t.allclose(t.ones(2), t.ones(3)), "allclose(input=float32[2], other=float32[3])"),
    (lambda t: t.ones(2, device="meta").item(), "item(self=float32[2] meta)"),
]


@pytest.mark.parametrize("call, text", NOTES, ids=[text.split("(")[0] for _, text in NOTES])
def test_an_error_knows_the_call_that_failed(call, text):
    with pytest.raises(pytorch_c.Error) as caught:
        call(pytorch_c)
    assert caught.value.call == text
    assert f"in {text}" in "".join(traceback.format_exception(caught.value)) or sys.version_info < (3, 11)
    assert text not in str(caught.value)


def test_an_error_that_is_pickled_keeps_its_call():
    with pytest.raises(pytorch_c.TorchError) as caught:
        pytorch_c.mm(pytorch_c.ones(2), pytorch_c.ones(2))
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value) and str(again) == str(caught.value)
    assert again.call == "mm(input=float32[2], mat2=float32[2])" and again.backtrace == ""


def test_notes_of_a_user_stay():
    with pytest.raises(pytorch_c.TorchError) as caught:
        pytorch_c.mm(pytorch_c.ones(2), pytorch_c.ones(2))
    caught.value.__notes__.append("while drawing")
    assert caught.value.__notes__[1:] == ["while drawing"]


def test_an_error_keeps_no_tensor():
    import weakref

    x = pytorch_c.ones(2)
    alive = weakref.ref(x)
    with pytest.raises(pytorch_c.TorchError) as caught:
        pytorch_c.mm(x, x)
    error = caught.value.with_traceback(None)
    del x, caught
    assert alive() is None and error.args


@pytest.mark.parametrize("name", ["OutOfMemoryError", "AcceleratorError"])
def test_cuda_has_the_errors_of_the_top_level(name):
    import torch

    assert getattr(torch.cuda, name) is getattr(torch, name)
    assert getattr(pytorch_c.cuda, name) is getattr(pytorch_c, name)
