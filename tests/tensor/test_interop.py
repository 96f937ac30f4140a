"""Data in and out: Python's numbers and sequences, NumPy's arrays, buffers."""

import array
import ctypes
import gc
import warnings

import numpy
import pytest
import torch
from support.oracle import agree, agree_on, cases, refused

import pytorch_c

TENSOR = """t.tensor(1) | t.tensor(1.5) | t.tensor(True) | t.tensor(1j) | t.tensor([]) | t.tensor([[]]) | t.tensor([[], []]) | t.tensor(()) | t.tensor([1, 2])
t.tensor([1, 2.5]) | t.tensor([True, 2]) | t.tensor([True, False]) | t.tensor([1, 1j]) | t.tensor([[1, 2], [3, 4]]) | t.tensor(((1, 2), [3, 4]))
t.tensor(range(4)) | t.tensor([range(2), range(2)]) | t.tensor([1, 2], dtype=t.float16) | t.tensor([1.7, -1.7], dtype=t.int32) | t.tensor([0, 2], dtype=t.bool)
t.tensor(1, dtype=t.complex64) | t.tensor(0.1, dtype=t.bfloat16) | t.tensor([nan, inf, -inf])
t.tensor(nan) | t.tensor(2**62) | t.tensor(-2**63)
t.tensor(-1, dtype=t.uint8) | t.tensor(1e50) | t.tensor(1e300, dtype=t.float64)
t.tensor(1e6, dtype=t.float16) | t.tensor(2**63, dtype=t.float32) | t.tensor(2**64 - 1, dtype=t.uint64)
t.tensor(s) | t.tensor([s, s]) | t.tensor([[s], [1]]) | t.tensor(x) | t.tensor(x, dtype=t.int64) | t.tensor(np.float32(1.5)) | t.tensor([np.float32(1.5), 2])
t.tensor([np.int64(1), 2]) | t.tensor(np.int8(3)) | t.tensor(np.bool_(True)) | t.tensor(np.array([1, 2])) | t.tensor(np.array([[1.5, 2]])) | t.tensor(np.array(3))
t.tensor([np.array([1, 2]), np.array([3, 4])]) | t.tensor(np.ones(2), dtype=t.int32) | t.tensor(np.ones((2, 0)))
t.tensor([1, 2], device='cpu') | t.tensor([1.0], requires_grad=True) | t.tensor([1.0], dtype=t.float64, requires_grad=True)
t.tensor(1, dtype=float) | t.tensor([True, 1.5]) | t.tensor([[True], [2]]) | t.tensor([np.nan, 1]) | t.tensor(np.float16(2))
t.as_tensor([1, 2]) | t.as_tensor(x) is x | t.as_tensor(x, dtype=t.float64) | t.as_tensor(np.ones(2)) | t.as_tensor(2.5) | t.as_tensor([1], dtype=t.float32)
t.from_numpy(np.arange(3)) | t.from_numpy(np.ones((2, 3), dtype=np.float32).T) | t.from_numpy(np.arange(6)[::2])
t.from_numpy(np.zeros((0, 3))) | t.from_numpy(np.array(2.5)) | t.from_numpy(np.ones(2, dtype=np.complex64))
t.from_numpy(np.array([True])) | t.from_numpy(np.array([1, 2], dtype=np.uint16)) | t.from_numpy(np.arange(24).reshape(2, 3, 4)[:, 1])"""


@pytest.mark.parametrize("code", cases(TENSOR))
def test_data_in(code):
    agree_on(code)


NUMBERS = "uint8 int8 int16 int32 int64 float16 float32 float64 complex64 complex128 bool uint16 uint32 uint64"


@pytest.mark.parametrize("name", NUMBERS.split())
def test_numpy_and_back_shares_memory(name):
    given = numpy.array([[0, 1, 2], [3, 4, 5]]).astype(name)
    shared = pytorch_c.from_numpy(given)
    assert shared.dtype is getattr(pytorch_c, name) and shared.shape == (2, 3)
    back = shared.numpy()
    assert back.dtype == given.dtype and numpy.array_equal(back, given)
    assert back.ctypes.data == given.ctypes.data == shared.data_ptr()
    back[0, 0] = 1
    assert given[0, 0] == 1 and shared[0, 0].item() == given[0, 0].item()


def test_arrays_outlive_their_tensors_and_tensors_their_arrays():
    found = pytorch_c.arange(1000.0).numpy()
    gc.collect()
    assert found.sum() == 499500
    tensor = pytorch_c.from_numpy(numpy.arange(1000.0))
    gc.collect()
    assert tensor.sum().item() == 499500
    view = pytorch_c.arange(10).numpy()[2:4]
    assert view.tolist() == [2, 3]


OUT = """x.numpy().sum() | x.t().numpy().strides | x[:, ::2].numpy().tolist() | s.numpy().shape | x[:0].numpy().shape | m.numpy().dtype.name | (x + 1j).numpy().dtype.name
t.no_grad()(x.clone().requires_grad_().numpy)().tolist() | x.clone().requires_grad_().detach().numpy().tolist() | x.requires_grad_().numpy(force=True).tolist()
(x + 1j).conj().numpy(force=True).tolist() | np.asarray(x).tolist() | np.asarray(x, dtype=np.int64).tolist() | np.array(x).dtype.name
np.sum(x.numpy()).item() | np.asarray(y).shape | np.array(s).shape | np.sin(v).numpy().tolist() | np.concatenate([v.numpy(), v.numpy()]).tolist()"""


def test_numpy_of_a_tensor_that_requires_grad_where_nothing_is_recorded():
    tensor = pytorch_c.ones(2, requires_grad=True)
    with pytorch_c.no_grad():
        array = tensor.numpy()
        array += 1
    assert tensor.tolist() == [2, 2]
    with pytest.raises(RuntimeError, match="requires grad"):
        tensor.numpy()


@pytest.mark.parametrize("code", cases(OUT))
def test_numpy_out(code):
    agree_on(code)


BUFFERS = """t.frombuffer(bytearray(range(8)), dtype=t.uint8) | t.frombuffer(bytearray(range(8)), dtype=t.int32) | t.frombuffer(bytearray(8), dtype=t.int16, count=2)
t.frombuffer(bytearray(range(8)), dtype=t.int16, offset=2) | t.frombuffer(bytearray(range(8)), dtype=t.uint8, count=3, offset=4)
t.frombuffer(bytearray(8), dtype=t.float64, requires_grad=True)
t.frombuffer(bytearray(8), dtype=t.bool)"""


@pytest.mark.parametrize("code", cases(BUFFERS))
def test_frombuffer(code):
    agree_on(code)


REFUSED = {
    OverflowError: """t.tensor(10**400, dtype=t.float64)""",
    RuntimeError: """t.tensor([1], requires_grad=True) | t.tensor([1, 2], device='nowhere') | x.clone().requires_grad_().numpy()
(x + 1j).conj().numpy() | np.asarray(x.clone().requires_grad_())""",
    TypeError: """t.tensor([1j], dtype=t.float32) | t.tensor([1j], dtype=t.int64) | t.tensor('a') | t.tensor(b'ab') | t.tensor()
t.tensor(1, 2) | t.tensor([1], dtype='float32') | t.tensor(np.array(['a'])) | t.tensor(np.array([1, None]))
t.from_numpy([1]) | t.from_numpy(np.array(['a'])) | t.from_numpy(np.float32(1))
t.zeros(2, device='meta').numpy() | t.frombuffer(bytearray(8)) | t.frombuffer(bytearray(8), dtype='float32')""",
    ValueError: """t.tensor(2**63) | t.tensor(2**64) | t.tensor(2**70) | t.tensor([[1, 2], [3]]) | t.tensor([[[1]], [[2, 3]]])
t.from_numpy(np.arange(6)[::-1]) | t.frombuffer(bytearray(7), dtype=t.int32) | t.frombuffer([1, 2], dtype=t.int32)
t.frombuffer(bytearray(8), dtype=t.int32, offset=9) | t.frombuffer(bytearray(8), dtype=t.int32, count=3)""",
    (
        RuntimeError,
        TypeError,
    ): """t.tensor(None) | t.tensor([None]) | t.tensor({}) | t.tensor({1: 2}) | t.tensor({1, 2}) | t.tensor(object())""",
    (
        RuntimeError,
        ValueError,
    ): """t.tensor(nan, dtype=t.int64) | t.tensor(inf, dtype=t.int32) | t.tensor(300, dtype=t.uint8)
t.tensor(200, dtype=t.int8) | t.tensor(2**40, dtype=t.int32)""",
    (TypeError, ValueError): """t.tensor([1, [2]]) | t.tensor([[1], 2]) | t.tensor([[1], [[2]]])""",
    (
        ValueError,
        TypeError,
    ): """t.tensor(['a']) | t.from_numpy(np.zeros(2, dtype='>f4'))""",
}


@pytest.mark.parametrize("code, raises", refused(REFUSED))
def test_refused(code, raises):
    agree_on(code, raises)


def test_frombuffer_shares_memory_and_keeps_it():
    memory = bytearray(16)
    shared = pytorch_c.frombuffer(memory, dtype=pytorch_c.int32)
    shared[1] = 7
    assert memory[4] == 7
    numbers = array.array("d", [1.5, 2.5])
    shared = pytorch_c.frombuffer(numbers, dtype=pytorch_c.float64)
    assert shared.tolist() == [1.5, 2.5]
    del numbers
    gc.collect()
    assert shared.tolist() == [1.5, 2.5]
    assert pytorch_c.frombuffer((ctypes.c_int * 3)(1, 2, 3), dtype=pytorch_c.int32).tolist() == [1, 2, 3]


def test_from_blob_copies():
    memory = array.array("f", [1, 2, 3, 4])
    copied = pytorch_c.from_blob(memory, pytorch_c.float32, [2, 2])
    memory[0] = 9
    assert copied.tolist() == [[1, 2], [3, 4]]
    with pytest.raises((ValueError, RuntimeError), match="bytes|elements"):
        pytorch_c.from_blob(memory, pytorch_c.float32, [3, 3])
    with pytest.raises(TypeError, match="'dtype' must be a dtype"):
        pytorch_c.from_blob(memory, "float32", [2, 2])


def test_tensor_copies_its_data():
    given = numpy.ones(2)
    copied = pytorch_c.tensor(given)
    given[0] = 5
    assert copied.tolist() == [1, 1]
    assert pytorch_c.as_tensor(given)[0].item() == 5


@pytest.mark.parametrize(
    "code",
    """np.asfortranarray(A) | A.transpose(2, 0, 1) | A[:, ::2] | np.asfortranarray(A)[:, 1:] | np.broadcast_to(A[0], (2, 3, 4))
    np.zeros((4, 1), order='F') | np.ones((1, 3, 1)).T | A.transpose(1, 0, 2)[:, :0] | np.float32(A).T | A.astype('uint16').T
    np.broadcast_to(A[:, :1], (2, 3, 4)).T""".replace("\n", " | ").split(" | "),
)
def test_a_copy_of_an_array_keeps_the_order_of_its_axes(code):
    def copied(t):
        given = eval(code, {"np": numpy, "A": numpy.arange(24.0).reshape(2, 3, 4)})
        given.flags.writeable = False
        made = t.tensor(given), t.tensor(given, dtype=t.int64), t.Tensor(given), t.ones(1).new_tensor(given)
        return [(one, one.stride()) for one in made], t.rand_like(made[2]).stride()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        agree(copied)


@pytest.mark.parametrize("name", NUMBERS.split()[:-4] + ["bool", "bfloat16"])
def test_tolist_and_item_keep_pythons_type(name):
    ours = pytorch_c.tensor([0, 1, 1]).to(getattr(pytorch_c, name))
    theirs = torch.tensor([0, 1, 1]).to(getattr(torch, name))
    assert ours.tolist() == theirs.tolist() and type(ours.tolist()[0]) is type(theirs.tolist()[0])
    assert type(ours[1].item()) is type(theirs[1].item())


def test_a_ragged_list_names_the_place():
    with pytest.raises(ValueError, match="expected sequence of length 2 at dim 1 .got 1."):
        pytorch_c.tensor([[1, 2], [3]])
    with pytest.raises(ValueError, match="ragged"):
        pytorch_c.tensor([[1, 2], 3])


def test_a_self_containing_list_raises():
    endless = []
    endless.append(endless)
    with pytest.raises((ValueError, RecursionError, RuntimeError)):
        pytorch_c.tensor(endless)


def test_large_lists():
    numbers = list(range(100_000))
    assert pytorch_c.tensor(numbers).sum().item() == sum(numbers)
    assert pytorch_c.tensor([float(n) for n in numbers]).tolist()[-1] == 99999.0


@pytest.mark.parametrize(
    "make",
    [
        lambda t: t.ones(2, requires_grad=True),
        lambda t: t.eye(2).to_sparse(),
        lambda t: t.ones(2, dtype=t.complex64).conj(),
        lambda t: t.ones(2, device="meta"),
    ],
)
def test_what_is_no_array_says_what_to_use_instead(make):
    for t in (torch, pytorch_c):
        with pytest.raises((RuntimeError, TypeError), match=r"Use [tT]ensor\."):
            make(t).numpy()
