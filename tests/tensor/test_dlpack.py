"""DLPack: memory shared with torch and NumPy, in both directions."""

import ctypes
import gc
import re
import weakref

import numpy
import pytest
import torch
from torch.utils import dlpack as torch_dlpack

import pytorch_c
from pytorch_c._boundary import library
from pytorch_c.utils import dlpack

DTYPES = """bool uint8 int8 int16 int32 int64 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex64 complex128
float8_e5m2 float8_e4m3fn float8_e5m2fnuz float8_e4m3fnuz float8_e8m0fnu float4_e2m1fn_x2""".split()
IN_NUMPY = [name for name in DTYPES if hasattr(numpy, name)]
SHAPES = ["x", "x[0, 0]", "x[:0]", "x[:, ::2]", "x.t()", "x[1:, 1:]", "x[:, None].expand(3, 2, 4)", "x.reshape(-1)[5:]"]


class Old:
    """A producer from before DLPack 1.0: its __dlpack__ knows only `stream`."""

    def __init__(self, tensor):
        self.tensor, self.asked = tensor, []

    def __dlpack__(self, stream=None):
        self.asked.append(stream)
        return torch_dlpack.to_dlpack(self.tensor)

    def __dlpack_device__(self):
        return self.tensor.__dlpack_device__()


def numbers(t, name):
    """A matrix of (3, 4) in a dtype."""
    x = t.arange(12, dtype=t.uint8).reshape(3, 4)
    return x.view(getattr(t, name)) if name.startswith("float4") or "float8" in name else x.to(getattr(t, name))


def bits(t):
    return bytes(t.contiguous().view(torch.uint8).reshape(-1).tolist()) if isinstance(t, torch.Tensor) else t.tobytes()


# ---- round trips ----


@pytest.mark.parametrize("name", DTYPES)
def test_every_dtype_goes_to_torch_and_comes_back(name):
    ours = numbers(pytorch_c, name)
    theirs = torch.from_dlpack(ours)
    assert theirs.dtype == getattr(torch, name) and theirs.data_ptr() == ours.data_ptr()
    assert bits(theirs) == bits(numbers(torch, name))
    back = pytorch_c.from_dlpack(theirs)
    assert back.dtype is ours.dtype and back.shape == ours.shape and back.data_ptr() == ours.data_ptr()


@pytest.mark.parametrize("name", IN_NUMPY)
def test_every_dtype_of_numpys_goes_both_ways(name):
    ours = numbers(pytorch_c, name)
    array = numpy.from_dlpack(ours)
    assert array.dtype.name == name and array.ctypes.data == ours.data_ptr()
    assert array.tolist() == ours.tolist()
    given = numpy.array([[0, 1], [2, 3]]).astype(name)
    shared = pytorch_c.from_dlpack(given)
    assert shared.dtype is getattr(pytorch_c, name) and shared.tolist() == given.tolist()
    assert shared.data_ptr() == given.ctypes.data


@pytest.mark.parametrize("code", SHAPES)
def test_shape_strides_and_offset_are_kept(code):
    ours = eval(code, {"x": pytorch_c.arange(12.0).reshape(3, 4)})
    theirs = eval(code, {"x": torch.arange(12.0).reshape(3, 4)})
    for found in (torch.from_dlpack(ours), pytorch_c.from_dlpack(theirs), pytorch_c.from_dlpack(Old(theirs))):
        assert tuple(found.shape) == tuple(theirs.shape) and found.tolist() == theirs.tolist()
    assert pytorch_c.from_dlpack(theirs).stride() == pytorch_c.from_dlpack(torch.from_dlpack(theirs)).stride()
    array = numpy.from_dlpack(ours)
    assert array.shape == tuple(theirs.shape) and array.tolist() == theirs.tolist()
    assert pytorch_c.from_dlpack(array).tolist() == theirs.tolist()


def test_memory_is_shared_both_ways():
    ours = pytorch_c.zeros(3)
    theirs, array = torch.from_dlpack(ours), numpy.from_dlpack(ours)
    ours[0], theirs[1], array[2] = 1, 2, 3
    assert ours.tolist() == theirs.tolist() == array.tolist() == [1, 2, 3]
    given = numpy.zeros(2)
    shared = pytorch_c.from_dlpack(given)
    shared[0], given[1] = 1, 2
    assert shared.tolist() == given.tolist() == [1, 2]


def test_read_only_memory_is_taken_as_by_torch():
    given = numpy.arange(3.0)
    given.flags.writeable = False
    assert pytorch_c.from_dlpack(given).tolist() == torch.from_dlpack(given).tolist() == [0, 1, 2]


def test_negative_strides_raise():
    # torch ends the process here
    with pytest.raises(ValueError, match="negative strides are not supported"):
        pytorch_c.from_dlpack(numpy.arange(3.0)[::-1])


# ---- lifetimes ----


def test_what_was_lent_outlives_its_tensor():
    x = pytorch_c.arange(1000.0)
    theirs, array = torch.from_dlpack(x), numpy.from_dlpack(x)
    x.close()
    del x
    gc.collect()
    assert theirs.sum() == array.sum() == 499500


class Array(numpy.ndarray):
    """An array that can be watched."""


def watched():
    """(an array, a weak reference to it)."""
    array = numpy.arange(1000.0).view(Array)
    return array, weakref.ref(array)


def gone(alive):
    """Returns whether the array went, handles that a strategy puts aside included."""
    library.lib.ptc_close_pending()
    gc.collect()
    return alive() is None


def test_what_was_borrowed_outlives_its_owner():
    given, alive = watched()
    shared = pytorch_c.from_dlpack(given)
    view = shared[10:]
    del given
    shared.close()
    assert not gone(alive) and view.sum().item() == 499500 - 45
    view.close()
    assert gone(alive)


@pytest.mark.parametrize(
    "make", [dlpack.to_dlpack, lambda x: x.__dlpack__(), lambda x: x.__dlpack__(max_version=(1, 0))]
)
def test_a_capsule_that_nobody_takes_lets_go(make):
    given, alive = watched()
    ours = pytorch_c.from_dlpack(given)
    capsule = make(ours)
    ours.close()
    del given
    assert not gone(alive) and capsule
    del capsule
    assert gone(alive)


@pytest.mark.frees
def test_a_chain_of_borrowers_lets_go():
    end, alive = watched()
    for step in (pytorch_c, torch, pytorch_c, torch, numpy, pytorch_c):
        end = step.from_dlpack(end)
    end[0] = 7
    assert alive()[0] == 7
    del end
    assert gone(alive)


def test_tensors_from_dlpack_are_counted():
    before = pytorch_c.live_tensors()
    shared = pytorch_c.from_dlpack(numpy.zeros(10))
    assert pytorch_c.live_tensors() == before + 1
    shared.close()
    assert pytorch_c.live_tensors() == before


# ---- capsules ----


VERSIONS = {None: "dltensor", (0, 8): "dltensor", (1, 0): "dltensor_versioned", (2, 3): "dltensor_versioned"}


@pytest.mark.parametrize("version, name", VERSIONS.items(), ids=map(str, VERSIONS))
def test_a_capsule_is_consumed_once(version, name):
    capsule = pytorch_c.ones(2).__dlpack__(max_version=version)
    assert f'"{name}"' in repr(capsule)
    taken = pytorch_c.from_dlpack(capsule)
    assert f'"used_{name}"' in repr(capsule) and taken.tolist() == [1, 1]
    for t in (pytorch_c, torch):
        with pytest.raises(RuntimeError, match="consumed only once"):
            t.from_dlpack(capsule)


@pytest.mark.parametrize("t, other", [(torch, pytorch_c), (pytorch_c, torch)])
def test_capsules_go_between_torch_and_us(t, other):
    capsule = t.to_dlpack(t.arange(3))
    assert other.from_dlpack(capsule).tolist() == [0, 1, 2]
    assert '"used_dltensor"' in repr(capsule)


def test_a_capsule_that_is_refused_stays_whole():
    wrong = numpy.arange(3.0)[::-1].__dlpack__()
    with pytest.raises(ValueError, match="negative strides"):
        pytorch_c.from_dlpack(wrong)
    assert '"dltensor"' in repr(wrong)


def garbage():
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype, capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    yield capsule(1, b"other", None)
    yield capsule(1, None, None)
    yield capsule(1, b"used_dltensor", None)


@pytest.mark.parametrize("capsule", list(garbage()), ids=["another's", "nameless", "used"])
def test_a_capsule_of_something_else_raises(capsule):
    with pytest.raises(RuntimeError, match="invalid capsule"):
        pytorch_c.from_dlpack(capsule)


class Producer:
    """Gives what it is told."""

    def __init__(self, capsule, place=(1, 0)):
        self.capsule, self.place = capsule, place

    def __dlpack__(self, **kwargs):
        return self.capsule

    def __dlpack_device__(self):
        return self.place


@pytest.mark.parametrize("capsule", [None, 3, "dltensor", object(), b"dltensor"])
def test_a_producer_that_gives_no_capsule_raises(capsule):
    with pytest.raises(TypeError, match="'ext_tensor' must have __dlpack__ .* or be a capsule"):
        pytorch_c.from_dlpack(Producer(capsule))


# ---- arguments ----


@pytest.mark.parametrize("value", [None, 3, "x", object(), [1.0], b"123", Old])
def test_what_does_not_speak_dlpack_raises(value):
    with pytest.raises(TypeError, match="'ext_tensor'|__dlpack"):
        pytorch_c.from_dlpack(value)


WRONG = {
    "x.__dlpack__(stream='a')": (TypeError, "'stream' must be int or None, not str"),
    "x.__dlpack__(stream=True)": (TypeError, "'stream' must be int or None, not bool"),
    "x.__dlpack__(stream=1)": (ValueError, "'stream' must be None"),
    "x.__dlpack__(max_version=1)": (TypeError, "'max_version' must be a tuple of two ints or None, not int"),
    "x.__dlpack__(max_version=('1', 0))": (TypeError, "'max_version'"),
    "x.__dlpack__(dl_device=1)": (TypeError, "'dl_device' must be a tuple of two ints or None, not int"),
    "x.__dlpack__(dl_device=(99, 0))": (BufferError, "none of libtorch's"),
    "x.__dlpack__(dl_device=(2, 0), copy=False)": (ValueError, "copy=False. tensor from cpu to cuda:0 without copying"),
    "x.__dlpack__(copy=3)": (TypeError, "'copy' must be bool or None, not int"),
    "x.clone().requires_grad_().__dlpack__()": (BufferError, "require gradient, use tensor.detach"),
    "(x + 1j).conj().__dlpack__()": (BufferError, "conjugate bit"),
    "(x + 1j).conj().imag.__dlpack__()": (BufferError, "negative bit"),
    "x.to_sparse().__dlpack__()": (BufferError, "layout other than torch.strided"),
    "t.to_dlpack(x.to_sparse())": (BufferError, "layout other than torch.strided"),
    "t.zeros(2, device='meta').__dlpack__()": (BufferError, "meta"),
    "t.zeros(2, device='meta').__dlpack_device__()": (BufferError, "meta"),
    "t.quantize_per_tensor(x, 0.1, 0, t.quint8).__dlpack__()": (BufferError, "QUInt"),
    "t.to_dlpack(3)": (TypeError, "'tensor' must be Tensor, not int"),
    "t.from_dlpack(x, device=3)": (TypeError, "'device' must be device, str or None, not int"),
    "t.from_dlpack(x, device='nowhere')": (RuntimeError, "nowhere"),
    "t.from_dlpack(x, device='meta')": (BufferError, "meta"),
    "t.from_dlpack(x, copy='yes')": (TypeError, "'copy' must be bool or None, not str"),
    "t.from_dlpack(x, device='cuda:0', copy=False)": (ValueError, "without copying"),
    "t.from_dlpack(t.to_dlpack(x), copy=True)": (ValueError, "'device' and 'copy'"),
    "t.from_dlpack(closed)": (pytorch_c.ClosedTensorError, "closed"),
}


@pytest.mark.parametrize("code", WRONG)
@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor", "ignore:quantize_per_tensor")
def test_a_wrong_argument_is_named(code):
    kind, words = WRONG[code]
    closed = pytorch_c.ones(1)
    closed.close()
    with pytest.raises(kind, match=words):
        eval(code, {"t": pytorch_c, "x": pytorch_c.ones(2), "closed": closed})


def test_where_the_memory_is():
    kind, index = pytorch_c.ones(1).__dlpack_device__()
    assert (kind, index) == torch.ones(1).__dlpack_device__() and kind is dlpack.DLDeviceType.kDLCPU
    assert [(one.name, one.value) for one in dlpack.DLDeviceType] == [
        (one.name, one.value) for one in torch_dlpack.DLDeviceType
    ]


@pytest.mark.parametrize("copy", [None, False, True])
def test_copy_is_the_producers_or_ours(copy):
    x = pytorch_c.ones(2)
    array = numpy.ones(2)
    for source, address in ((x, x.data_ptr()), (array, array.ctypes.data), (Old(torch.from_dlpack(x)), x.data_ptr())):
        for device in (None, "cpu", pytorch_c.device("cpu")):
            found = pytorch_c.from_dlpack(source, device=device, copy=copy)
            assert (found.data_ptr() != address) is bool(copy) and found.tolist() == [1, 1]
    assert (torch.from_dlpack(x, copy=copy).data_ptr() != x.data_ptr()) is bool(copy)


def test_a_producers_own_error_is_raised():
    class Broken(Producer):
        def __dlpack__(self, **kwargs):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        pytorch_c.from_dlpack(Broken(None))


def test_the_names_are_torchs():
    assert pytorch_c.from_dlpack is dlpack.from_dlpack and pytorch_c.to_dlpack is dlpack.to_dlpack
    assert pytorch_c.utils.dlpack is dlpack
    assert not re.search("dlpack", " ".join(set(torch_dlpack.__all__) - set(dlpack.__all__)))


def test_a_parameter_and_a_graph_are_left_behind():
    weight = pytorch_c.nn.Linear(2, 2).weight
    shared = torch.from_dlpack(weight.detach())
    assert not shared.requires_grad and shared.data_ptr() == weight.data_ptr()
    assert torch.from_dlpack(dlpack.to_dlpack(weight)).tolist() == weight.tolist()  # as torch's to_dlpack
