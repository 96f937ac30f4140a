"""Data in and out: Python's numbers and sequences, NumPy's arrays, buffers."""

import array

from . import _dtype, _handle, _ops
from ._device import NO_DEVICE, device_numbers
from ._dtype import DTYPES
from ._errors import throw
from ._lib import ffi, lib
from ._tensor import Tensor

# dtype name -> type code of the array module and of memoryview
_CODES = {
    "uint8": "B", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "float32": "f", "float64": "d", "bool": "?",
    "uint16": "H", "uint32": "I", "uint64": "Q",
}  # fmt: skip
_FROM_NUMPY = {
    "bool": "bool", "uint8": "uint8", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64",
    "uint16": "uint16", "uint32": "uint32", "uint64": "uint64", "float16": "float16", "float32": "float32",
    "float64": "float64", "complex64": "complex64", "complex128": "complex128",
}  # fmt: skip
_TO_NUMPY = {name: name for name in _FROM_NUMPY}


def _from_bytes(data, size, dtype, device=None, requires_grad=False, pin_memory=False):
    kind, index = NO_DEVICE if device is None else device_numbers(device)
    view = memoryview(data).cast("B") if len(data) else b""
    buffer = ffi.from_buffer(view)
    return _handle.wrap(
        lib.call_tensor_from_data(
            buffer, len(view), size, len(size), dtype.code, -1, kind, index, pin_memory or -1, bool(requires_grad)
        )
    )


# ---- tensor(...) ----


def _shape_of(data):
    """Sizes of nested sequences by their first items."""
    shape, level = [], data
    while isinstance(level, (list, tuple, range)) or (isinstance(level, Tensor) and level.dim()):
        shape.append(len(level))
        if not len(level):
            break
        level = level[0]
    return shape


def _flatten(data, shape, depth, out):
    """Appends the numbers of nested sequences; raises ValueError where the nesting is ragged."""
    if depth == len(shape):
        if isinstance(data, (list, tuple, range)):
            raise ValueError(f"expected a number at dim {depth}, got a sequence of length {len(data)}: the nesting is ragged")
        out.append(_number(data))
        return
    if not isinstance(data, (list, tuple, range, Tensor)) or (isinstance(data, Tensor) and not data.dim()):
        raise ValueError(f"expected a sequence of length {shape[depth]} at dim {depth}, got {type(data).__name__}: the nesting is ragged")
    if len(data) != shape[depth]:
        raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})")
    for one in data:
        _flatten(one, shape, depth + 1, out)


def _number(x):
    if isinstance(x, (int, float, complex)):
        return x
    if hasattr(x, "item") and getattr(x, "ndim", None) == 0:
        return x.item()
    raise TypeError(f"tensor(): a number is needed, got {type(x).__name__}")


def _infer(numbers):
    """torch's rule: complex, float, int, bool, in that order; float for no numbers."""
    kinds = set(map(type, numbers))
    if any(issubclass(k, complex) for k in kinds):
        return DTYPES["complex64"] if _default.name != "float64" else DTYPES["complex128"]
    if not kinds or any(issubclass(k, float) for k in kinds):
        return _default
    return DTYPES["bool" if kinds == {bool} else "int64"]


_default = DTYPES["float32"]


def get_default_dtype():
    """The dtype that floats get (torch.get_default_dtype)."""
    return _default


def _pack(numbers, dtype):
    """The bytes of numbers in a dtype, and the dtype that these bytes have."""
    if dtype.is_complex:
        pairs = array.array("d", [part for z in numbers for part in (complex(z).real, complex(z).imag)])
        return pairs, DTYPES["complex128"]
    if dtype.name == "bool":
        return bytes([bool(x) for x in numbers]), dtype
    if any(isinstance(x, complex) for x in numbers):
        raise TypeError(f"tensor(): a complex number cannot become {dtype}")
    if dtype.is_floating_point:
        if dtype.name in ("float32", "float64"):
            return array.array(_CODES[dtype.name], numbers), dtype
        return array.array("d", numbers), DTYPES["float64"]
    code = _CODES.get(dtype.name, "q")
    try:
        return array.array(code, [int(x) for x in numbers]), dtype if dtype.name in _CODES else DTYPES["int64"]
    except OverflowError:
        raise ValueError(f"tensor(): value cannot be converted to type {dtype.name} without overflow") from None


def tensor(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """A tensor of numbers, nested sequences of one shape, a NumPy array or a tensor, copied (torch.tensor).

    The dtype is inferred if None: bool, int64, float32 or complex64. Raises
    ValueError for a ragged nesting, TypeError for anything that is no number.
    """
    _check_dtype(dtype)
    if isinstance(data, Tensor):
        made = data.detach().clone()
        made = made.to(dtype=dtype, device=device)
        return made.requires_grad_() if requires_grad else made
    if hasattr(data, "__array_interface__"):
        made = _copy_array(data)
        made = made.to(dtype=dtype, device=device)
        return made.requires_grad_() if requires_grad else made
    if isinstance(data, (str, bytes, dict, set)):
        raise TypeError(f"tensor(): argument 'data' must be numbers or nested sequences of them, not {type(data).__name__}")
    if not isinstance(data, (list, tuple, range)) and hasattr(data, "__len__") and hasattr(data, "__getitem__"):
        data = list(data)
    shape, numbers = _shape_of(data), []
    _flatten(data, shape, 0, numbers)
    wanted = dtype or _infer(numbers)
    packed, packed_dtype = _pack(numbers, wanted)
    same = packed_dtype is wanted
    made = _from_bytes(packed, shape, packed_dtype, device, requires_grad and same, pin_memory)
    if not same:
        made = made.to(dtype=wanted)
        if requires_grad:
            made.requires_grad_()
    return made


def _check_dtype(dtype):
    if dtype is not None and not isinstance(dtype, _dtype.dtype):
        raise TypeError(f"argument 'dtype' must be a dtype or None, not {type(dtype).__name__}")


def as_tensor(data, dtype=None, device=None):
    """The data itself where it is a tensor or array that fits, else a copy (torch.as_tensor)."""
    if isinstance(data, Tensor):
        return data.to(dtype=dtype, device=device)
    if hasattr(data, "__array_interface__"):
        return from_numpy(data).to(dtype=dtype, device=device)
    return tensor(data, dtype=dtype, device=device)


asarray = as_tensor


def legacy_constructor(cls, args, kwargs):
    """Tensor(2, 3), Tensor([1, 2]): float32, as torch.Tensor."""
    if kwargs:
        raise TypeError(f"Tensor() takes no argument '{next(iter(kwargs))}'; use tensor(data, dtype=…)")
    if len(args) == 1 and not isinstance(args[0], int):
        made = tensor(args[0], dtype=_default)
    else:
        made = _ops.empty(tuple(args) if args else (0,), dtype=_default)
    return made if cls is Tensor else cls._adopt(made)


# ---- NumPy and buffers ----


def _copy_array(data):
    import numpy as np

    found = np.asarray(data)
    return from_numpy(np.array(found, order="C", copy=True))


def from_numpy(ndarray):
    """A tensor over the array's memory, which stays alive with it (torch.from_numpy).

    Raises TypeError for anything else and for dtypes that torch lacks,
    ValueError for negative strides.
    """
    import numpy as np

    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"from_numpy(): argument 'ndarray' must be numpy.ndarray, not {type(ndarray).__name__}")
    name = _FROM_NUMPY.get(ndarray.dtype.name)
    if name is None or not ndarray.dtype.isnative:
        raise TypeError(f"from_numpy(): can't convert a numpy.ndarray of dtype {ndarray.dtype}; the supported ones are {', '.join(_FROM_NUMPY)}")
    if any(step < 0 for step in ndarray.strides):
        raise ValueError("from_numpy(): an array with negative strides is not supported; make a copy first")
    if any(step % ndarray.itemsize for step in ndarray.strides):
        raise ValueError("from_numpy(): an array whose strides are no multiples of its element size is not supported")
    strides = tuple(step // ndarray.itemsize for step in ndarray.strides)
    return _handle.share(ndarray.ctypes.data, ndarray.shape, strides, DTYPES[name].code, ndarray)


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A one-dimensional tensor over a buffer's memory, which stays alive with it (torch.frombuffer)."""
    _check_dtype(dtype)
    view = memoryview(buffer).cast("B")
    size = dtype.itemsize
    if not 0 <= offset <= len(view):
        raise ValueError(f"frombuffer(): offset must be 0 to {len(view)}, got {offset}")
    if count < 0:
        if (len(view) - offset) % size:
            raise ValueError(f"frombuffer(): {len(view) - offset} bytes after the offset are no whole number of {dtype} elements")
        count = (len(view) - offset) // size
    if offset + count * size > len(view):
        raise ValueError(f"frombuffer(): {count} elements of {dtype} need {count * size} bytes, the buffer has {len(view) - offset}")
    held = ffi.from_buffer(view)
    address = int(ffi.cast("uintptr_t", held)) + offset
    made = _handle.share(address, (count,), (1,), dtype.code, held)
    return made.requires_grad_() if requires_grad else made


def from_blob(buffer, dtype, sizes):
    """A copy of a buffer's contiguous elements (GoTorch's FromBlob)."""
    _check_dtype(dtype)
    view = memoryview(buffer).cast("B")
    return _from_bytes(view, list(sizes), dtype)


class _Memory:
    """The memory of a tensor for NumPy, which keeps the tensor alive."""

    def __init__(self, tensor, typestr):
        size = tensor.element_size()
        self.tensor = tensor
        self.__array_interface__ = {
            "version": 3,
            "data": (tensor.data_ptr(), False),
            "shape": tuple(tensor.shape),
            "strides": tuple(step * size for step in tensor.stride()),
            "typestr": typestr,
        }


def numpy(self, *, force=False):
    """The tensor as a NumPy array over the same memory.

    `force` detaches, moves to the CPU and resolves first. Raises RuntimeError if it requires
    grad, TypeError if it is on a device or of a dtype that NumPy lacks.
    """
    import numpy as np

    if force:
        self = self.detach().to(device="cpu").resolve_conj().resolve_neg()
    if self.requires_grad:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    if self.device.type != "cpu":
        raise TypeError(f"can't convert a {self.device} tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.")
    if self.layout.name != "strided":
        raise TypeError(f"can't convert a tensor of layout {self.layout} to numpy")
    if self.is_conj() or self.is_neg():
        raise RuntimeError("Can't call numpy() on a Tensor that has the conjugate or negative bit set; use tensor.resolve_conj().resolve_neg()")
    name = _TO_NUMPY.get(self.dtype.name)
    if name is None:
        raise TypeError(f"NumPy has no dtype for {self.dtype}")
    if not self.numel():
        return np.empty(tuple(self.shape), dtype=name)
    return np.asarray(_Memory(self, np.dtype(name).str))


def _host_bytes(self):
    """All elements, contiguous, as a bytearray."""
    out = bytearray(self.numel() * self.element_size())
    error = lib.call_tensor_copy_to(self._open(), ffi.from_buffer(out) if out else ffi.NULL, len(out))
    if error:
        throw(error)
    return out


def _nest(values, shape):
    """Consecutive values as nested lists."""
    if not shape:
        return values[0]
    for size in reversed(shape[1:]):
        count = len(values) // size if size else 0
        values = [values[i * size : (i + 1) * size] for i in range(count)]
    return values


def tolist(self):
    """The numbers as nested lists; a 0-dim tensor as a number."""
    shape = tuple(self.shape)
    if 0 in shape:
        return _ops_empty(shape)
    dtype = self.dtype
    if dtype.is_complex:
        pairs = tolist(_ops.view_as_real(self.detach().to(dtype=DTYPES["complex128"])))
        return _to_complex(pairs, len(shape))
    if dtype.name not in _CODES:
        return tolist(self.detach().to(dtype=DTYPES["float64" if dtype.is_floating_point else "int64"]))
    values = memoryview(_host_bytes(self)).cast(_CODES[dtype.name]).tolist()
    return _nest(values, shape)


def _ops_empty(shape):
    return [_ops_empty(shape[1:]) for _ in range(shape[0])] if shape else []


def _to_complex(pairs, depth):
    return complex(*pairs) if not depth else [_to_complex(one, depth - 1) for one in pairs]


def array_protocol(self, dtype=None, copy=None):
    """numpy.asarray(tensor)."""
    found = numpy(self)
    return found if dtype is None else found.astype(dtype, copy=False)


Tensor.numpy = numpy
Tensor.tolist = tolist
Tensor._host_bytes = _host_bytes
Tensor.__array__ = array_protocol
