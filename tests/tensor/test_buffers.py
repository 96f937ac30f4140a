"""memoryview(t), Arrow's arrays, from_blob with a deleter, DLPack's exchange API: memory shared with everybody else."""

import array
import ctypes
import gc
import hashlib
import struct

import numpy as np
import pytest
import torch

import pytorch_c

DTYPES = "bool uint8 int8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64 complex128".split()


# ---- the buffer protocol ----


@pytest.mark.parametrize("name", DTYPES)
def test_a_memoryview_is_the_tensors_memory(name):
    x = pytorch_c.arange(6).to(getattr(pytorch_c, name)).reshape(2, 3)
    view = memoryview(x)
    assert (view.shape, view.itemsize, view.nbytes, view.readonly) == ((2, 3), x.itemsize, x.nbytes, False)
    array = np.asarray(view)
    assert array.dtype == name and array.ctypes.data == x.data_ptr() and array.tolist() == x.tolist()
    array[0, 0] = 1
    assert x[0, 0].item() == 1


def test_strides_and_offsets_are_kept():
    x = pytorch_c.arange(12.0).reshape(3, 4)
    for part in (x.t(), x[1:, ::2], x[0, 0], x[:0], x[:, None].expand(3, 2, 4)):
        view = memoryview(part)
        assert view.shape == tuple(part.shape) and np.asarray(view).tolist() == part.tolist()
    assert bytes(x[1]) == struct.pack("4f", 4, 5, 6, 7)
    assert hashlib.sha256(x.reshape(-1)).digest() == hashlib.sha256(x.numpy().tobytes()).digest()
    with pytest.raises(BufferError, match="use contiguous"):
        struct.unpack_from("f", x.t())


REFUSED = {
    "bfloat16": (lambda t: t.ones(2, dtype=t.bfloat16), "no such dtype"),
    "conjugate": (lambda t: t.tensor([1j]).conj(), "conjugate or negative bit"),
    "requires grad": (lambda t: t.ones(2, requires_grad=True), "use detach"),
    "sparse": (lambda t: t.eye(2).to_sparse(), "only a strided tensor"),
    "meta": (lambda t: t.ones(2, device="meta"), "on a device"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_buffer_cannot_say_is_refused(name):
    make, words = REFUSED[name]
    with pytest.raises(BufferError, match=words):
        memoryview(make(pytorch_c))


def test_a_closed_tensor_has_no_buffer():
    x = pytorch_c.ones(2)
    x.close()
    with pytest.raises(pytorch_c.ClosedTensorError):
        memoryview(x)


def test_a_view_outlives_its_tensor_and_keeps_the_memory_in_place():
    gc.collect()
    before = pytorch_c.live_tensors()
    x = pytorch_c.arange(1000.0)
    view = memoryview(x)
    with pytest.raises(RuntimeError):
        x.resize_(10**6)
    x.close()
    del x
    gc.collect()
    assert sum(view) == 499500
    view.release()
    gc.collect()
    assert pytorch_c.live_tensors() == before


def test_a_subclass_with_its_own_array_keeps_it():
    class Own(pytorch_c.Tensor):
        def __array__(self, dtype=None, copy=None):
            return np.zeros(1)

    assert np.asarray(pytorch_c.ones(3).as_subclass(Own)).tolist() == [0]


# ---- memory by its address ----


def test_a_deleter_runs_once_when_nothing_needs_the_memory():
    memory, gone = (ctypes.c_float * 4)(1, 2, 3, 4), []
    x = pytorch_c.from_blob(ctypes.addressof(memory), pytorch_c.float32, (2, 2), deleter=lambda: gone.append(1))
    assert x.data_ptr() == ctypes.addressof(memory)
    x[0, 0] = 9
    memory[3] = 8
    assert memory[0] == 9 and x.tolist() == [[9, 2], [3, 8]]
    part = x[1]
    x.close()
    del x
    assert gone == [] and part.tolist() == [3, 8]
    part.close()
    del part
    gc.collect()
    assert gone == [1]
    turned = pytorch_c.from_blob(ctypes.addressof(memory), pytorch_c.float32, (2, 2), (1, 2))
    assert turned.tolist() == [[9, 3], [2, 8]]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_deleter_that_raises_is_shown_and_nothing_more(capsys):
    def fail():
        raise KeyError("mine")

    memory = (ctypes.c_float * 1)(1)
    pytorch_c.from_blob(ctypes.addressof(memory), pytorch_c.float32, (1,), deleter=fail)
    gc.collect()
    assert memory[0] == 1


@pytest.mark.parametrize(
    "arguments, kind, words",
    [
        ((0, pytorch_c.float32, (2,)), ValueError, "the address is 0"),
        ((64, pytorch_c.float32, (-2,)), ValueError, "must not be negative"),
        ((64, pytorch_c.float32, (2,), (-1,)), ValueError, "must not be negative"),
        ((64, pytorch_c.float32, (2,), (1, 1)), ValueError, "one stride for each"),
        ((64, "float32", (2,)), TypeError, "must be a dtype"),
        ((-64, pytorch_c.float32, (2,)), ValueError, "must not be negative"),
        ((2**80, pytorch_c.float32, (2,)), OverflowError, "too large|too big"),
    ],
)
def test_a_wrong_address_is_refused_and_the_deleter_runs(arguments, kind, words):
    gone = []
    with pytest.raises(kind, match=words):
        pytorch_c.from_blob(*arguments, deleter=lambda: gone.append(1))
    gc.collect()
    assert gone == [1]
    with pytest.raises(TypeError, match="'strides' and 'deleter' are for memory by its address"):
        pytorch_c.from_blob(array.array("f", [1]), pytorch_c.float32, (1,), deleter=gone.clear)


# ---- Arrow ----

ARROW = "int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64".split()


class Again:
    """A producer that gives the same capsules each time."""

    def __init__(self, capsules):
        self.capsules = capsules

    def __arrow_c_array__(self, requested_schema=None):
        return self.capsules


@pytest.mark.parametrize("name", ARROW)
def test_a_column_crosses_to_arrows_capsules_and_back(name):
    gc.collect()
    before = pytorch_c.live_tensors()
    x = pytorch_c.arange(5).to(getattr(pytorch_c, name))
    back = pytorch_c.from_arrow(x)
    assert back.dtype is x.dtype and back.data_ptr() == x.data_ptr()
    back[1] = 7
    assert x.tolist() == [0, 7, 2, 3, 4]
    x.close()
    assert back.sum().item() == 16
    del x, back
    gc.collect()
    assert pytorch_c.live_tensors() == before


def test_capsules_are_good_for_one_tensor():
    producer = Again(pytorch_c.ones(3).__arrow_c_array__())
    assert pytorch_c.from_arrow(producer).tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match="consumed already"):
        pytorch_c.from_arrow(producer)


@pytest.mark.parametrize("capsules", [None, (), (1, 2), (torch.ones(1).__dlpack__(),) * 2])
def test_what_are_no_capsules_of_arrows_is_refused(capsules):
    with pytest.raises(TypeError):
        pytorch_c.from_arrow(Again(capsules))
    with pytest.raises(TypeError, match="must have __arrow_c_array__"):
        pytorch_c.from_arrow(object())


@pytest.mark.parametrize(
    "make, kind",
    [
        (lambda t: t.ones(2, 2), ValueError),
        (lambda t: t.ones(2, dtype=t.bool), TypeError),
        (lambda t: t.ones(2, dtype=t.complex64), TypeError),
        (lambda t: t.ones(2, requires_grad=True), RuntimeError),
        (lambda t: t.ones(2, device="meta"), TypeError),
    ],
)
def test_what_arrow_cannot_say_is_refused(make, kind):
    with pytest.raises(kind):
        make(pytorch_c).__arrow_c_array__()


class Schema(ctypes.Structure):
    """An ArrowSchema."""


class Array(ctypes.Structure):
    """An ArrowArray."""


RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
Schema._fields_ = [
    *((name, ctypes.c_char_p) for name in ("format", "name", "metadata")),
    *((name, ctypes.c_int64) for name in ("flags", "n_children")),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", RELEASE),
    ("private_data", ctypes.c_void_p),
]
Array._fields_ = [
    *((name, ctypes.c_int64) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", RELEASE),
    ("private_data", ctypes.c_void_p),
]


class Lists:
    """Arrays of lists that all have `width` numbers, of bytes from 0 on; `changed` fields are of the outer ones."""

    def __init__(self, format=b"+w:4", elements=12, child=b"C", **changed):
        self.released = []
        self.memory = (ctypes.c_uint8 * 64)(*range(64))
        release = self.kept = RELEASE(self.released.append)
        buffers = (ctypes.c_void_p * 2)(None, ctypes.addressof(self.memory))
        inner = Array(length=elements, n_buffers=2, buffers=buffers, release=release)
        inner_schema = Schema(format=child, release=release)
        children, schemas = (ctypes.POINTER(Array) * 1)(), (ctypes.POINTER(Schema) * 1)()
        children[0], schemas[0] = ctypes.pointer(inner), ctypes.pointer(inner_schema)
        fields = {"length": 3, "n_buffers": 1, "n_children": 1} | changed
        self.array = Array(buffers=buffers, children=children, release=release, **fields)
        self.schema = Schema(format=format, n_children=1, children=schemas, release=release)
        self.parts = buffers, inner, inner_schema, children, schemas

    def __arrow_c_array__(self, requested_schema=None):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
        return (
            new(ctypes.addressof(self.schema), b"arrow_schema", None),
            new(ctypes.addressof(self.array), b"arrow_array", None),
        )


def test_lists_that_are_all_as_long_are_the_rows_of_a_matrix():
    lists = Lists()
    x = pytorch_c.from_arrow(lists)
    assert x.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]] and x.dtype is pytorch_c.uint8
    assert x.data_ptr() == ctypes.addressof(lists.memory) and not lists.released
    x.close()
    assert len(lists.released) == 1
    assert pytorch_c.from_arrow(Lists(length=2, offset=1)).tolist() == [[4, 5, 6, 7], [8, 9, 10, 11]]


@pytest.mark.parametrize(
    "wrong, kind",
    [
        ({"length": 4}, ValueError),
        ({"offset": 1}, ValueError),
        ({"length": -1}, ValueError),
        ({"length": 1 << 60}, ValueError),
        ({"null_count": 1}, ValueError),
        ({"n_buffers": 2}, ValueError),
        ({"n_children": 0}, TypeError),
        ({"format": b"+w:0"}, TypeError),
        ({"format": b"+w:4x"}, TypeError),
        ({"format": b"+w:99999999999999999999"}, TypeError),
        ({"format": b"+l"}, TypeError),
        ({"child": b"u"}, TypeError),
    ],
)
def test_lists_that_are_no_matrix_are_refused_and_stay_their_owners(wrong, kind):
    lists = Lists(**wrong)
    with pytest.raises(kind, match=r"from_arrow\(\)"):
        pytorch_c.from_arrow(lists)
    assert not lists.released


def test_pyarrow_and_tensors_share_memory():
    pyarrow = pytest.importorskip("pyarrow")
    x = pytorch_c.arange(5.0)
    column = pyarrow.array(x)
    assert column.buffers()[1].address == x.data_ptr() and column.to_pylist() == x.tolist()
    part = pytorch_c.from_arrow(column[2:])
    assert part.data_ptr() == x.data_ptr() + 8 and part.tolist() == [2, 3, 4]
    rows = pyarrow.array([[1, 2], [3, 4], [5, 6]], pyarrow.list_(pyarrow.float32(), 2))
    assert pytorch_c.from_arrow(rows[1:]).tolist() == [[3, 4], [5, 6]]
    for wrong in (pyarrow.array([1, None]), pyarrow.array(["a"]), pyarrow.array([True]), pyarrow.array([[1]])):
        with pytest.raises((TypeError, ValueError)):
            pytorch_c.from_arrow(wrong)


# ---- DLPack's exchange API ----


class View(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


P = ctypes.c_void_p
SET_ERROR = ctypes.CFUNCTYPE(None, P, ctypes.c_char_p, ctypes.c_char_p)


class Exchange(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("older", P),
        ("allocate", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.POINTER(View), ctypes.POINTER(P), P, SET_ERROR)),
        ("from_object", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(P))),
        ("to_object", ctypes.PYFUNCTYPE(ctypes.c_int, P, ctypes.POINTER(ctypes.py_object))),
        ("look", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(View))),
        ("current_stream", ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int32, ctypes.c_int32, ctypes.POINTER(P))),
    ]


def exchange(cls):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = P, (ctypes.py_object, ctypes.c_char_p)
    return Exchange.from_address(get(cls.__dlpack_c_exchange_api__, b"dlpack_exchange_api"))


def taken(found):
    """The object whose reference an API has given."""
    value = found.value
    ctypes.pythonapi.Py_DecRef(found)
    found.value = None
    return value


def test_the_exchange_api_is_that_of_torch():
    ours, theirs = exchange(pytorch_c.Tensor), exchange(torch.Tensor)
    assert (ours.major, ours.minor, ours.older) == (theirs.major, theirs.minor, theirs.older) == (1, 3, None)
    for api, t in ((ours, pytorch_c), (theirs, torch)):
        x = t.arange(6.0).reshape(2, 3).t()
        view = View()
        assert api.look(x, view) == 0
        assert (view.data, view.ndim, view.code, view.bits, view.lanes) == (x.data_ptr(), 2, 2, 32, 1)
        assert (view.shape[:2], view.strides[:2], list(view.device)) == ([3, 2], [1, 3], [1, 0])
        stream = P(7)
        assert api.current_stream(1, 0, stream) == 0 and stream.value is None


def test_tensors_cross_through_the_exchange_api_of_both():
    ours, theirs = exchange(pytorch_c.Tensor), exchange(torch.Tensor)
    x, managed, found = pytorch_c.arange(3.0), P(), ctypes.py_object()
    assert ours.from_object(x, managed) == 0 and theirs.to_object(managed, found) == 0
    there = taken(found)
    there[0] = 5
    assert type(there) is torch.Tensor and x.tolist() == [5, 1, 2]
    assert theirs.from_object(there, managed) == 0 and ours.to_object(managed, found) == 0
    back = taken(found)
    assert type(back) is pytorch_c.Tensor and back.data_ptr() == x.data_ptr()


def test_the_exchange_api_makes_memory_and_names_errors():
    api, said = exchange(pytorch_c.Tensor), []
    set_error = SET_ERROR(lambda context, kind, message: said.append((kind, message)))
    shape = (ctypes.c_int64 * 2)(2, 3)
    view = View(device=(1, 0), ndim=2, code=2, bits=64, lanes=1, shape=shape)
    managed, found = P(), ctypes.py_object()
    assert api.allocate(view, managed, None, set_error) == 0 and api.to_object(managed, found) == 0
    made = taken(found)
    assert made.shape == (2, 3) and made.dtype is pytorch_c.float64 and said == []
    view.bits = 7
    assert api.allocate(view, managed, None, set_error) == -1 and managed.value is None and len(said) == 1
    view.bits, shape[0] = 64, -1
    assert api.allocate(view, managed, None, set_error) == -1 and len(said) == 2
    with pytest.raises(TypeError, match="a Tensor is needed"):
        api.from_object(5, managed)
    with pytest.raises(BufferError):
        api.from_object(pytorch_c.tensor([1j]).conj(), managed)


@pytest.mark.parametrize("partner", ["torch", "numpy", "jax.numpy", "tvm_ffi"])
def test_partners_see_the_same_memory(partner):
    there = pytest.importorskip(partner)
    x = pytorch_c.arange(6.0).reshape(2, 3)
    theirs = there.from_dlpack(x)
    x[0, 0] = 5
    back = pytorch_c.from_dlpack(theirs)
    assert back.data_ptr() == x.data_ptr() and back.tolist() == [[5, 1, 2], [3, 4, 5]]
    x.close()
    gc.collect()
    assert back.sum().item() == 20
