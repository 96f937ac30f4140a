"""Data in and out: Python's numbers and sequences, NumPy's arrays, buffers."""

from __future__ import annotations

import array
import functools
import importlib
import sys

from .._boundary import api, handle, warnings
from .._boundary.buffers import hold
from .._boundary.constants import UNSET, WARNING_USER
from .._boundary.handle import core
from ..autograd.grad_mode import is_grad_enabled
from . import small_floats
from .device import CPU, default_device
from .device import device as device_type
from .dtype import BY_CODE, DTYPES, of_type
from .dtype import dtype as dtype_type
from .promotion import get_default_dtype, promote_types
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .._typing import DeviceLike, Dtype


# dtype name -> type code of the array module and of memoryview
CODES = {
    "uint8": "B", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "float32": "f", "float64": "d", "bool": "?",
    "uint16": "H", "uint32": "I", "uint64": "Q",
}  # fmt: skip
_FROM_NUMPY = {
    "bool": "bool", "uint8": "uint8", "int8": "int8", "int16": "int16", "int32": "int32", "int64": "int64",
    "uint16": "uint16", "uint32": "uint32", "uint64": "uint64", "float16": "float16", "float32": "float32",
    "float64": "float64", "complex64": "complex64", "complex128": "complex128",
}  # fmt: skip
_COMPLEX = {"float64": "complex128", "float16": "complex32"}
_TO_NUMPY = {name: name for name in _FROM_NUMPY}
_DEEPEST = 128  # a list that holds itself never ends


def _from_bytes(data, size, dtype, device=None, requires_grad=False, pin_memory=False):
    address, count, held = hold(data)
    return api.tensor_from_data(address, count, size, dtype, None, device, pin_memory or None, bool(requires_grad))


# ---- tensor(...) ----


def is_array(x):
    """Returns whether x is an array or a number of NumPy's own, by its type.

    What else has an __array_interface__ may name any address there, and NumPy reads it: torch does not take it either.
    """
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(type(x), (numpy.ndarray, numpy.generic))


_PLAIN = {int, float, bool, complex}
_SEQUENCES = (list, tuple, range)


def _is_sequence(data):
    """Returns whether data has numbers inside: a list, or an array with dimensions; a tensor is one number, as to torch."""
    return isinstance(data, _SEQUENCES) or (not isinstance(data, Tensor) and bool(getattr(data, "ndim", 0)))


def _shape_of(data):
    """Sizes of nested sequences by their first items."""
    shape, level = [], data
    while _is_sequence(level):
        shape.append(len(level))
        if not len(level):
            break
        if len(shape) > _DEEPEST:
            raise ValueError(f"tensor(): too many dimensions '{type(level).__name__}'")
        level = level[0]
    return shape


class NestingError(ValueError, TypeError):
    """Sequences of unequal depth: a ValueError, and the TypeError that torch raises."""


def _flatten(data, shape, depth, out, dtypes):
    """Appends the numbers of nested sequences, and the dtypes of those that have one; ValueError where it is ragged."""
    if depth == len(shape):
        if isinstance(data, _SEQUENCES):
            raise NestingError(
                f"expected a number at dim {depth}, got a sequence of length {len(data)}: the nesting is ragged"
            )
        out.append(data if type(data) in _PLAIN else _number(data, out, dtypes))
        return
    if isinstance(data, Tensor) and data.dim():
        data = data.unbind()
    elif not _is_sequence(data):
        raise NestingError(
            f"expected a sequence of length {shape[depth]} at dim {depth}, got {type(data).__name__}, which is not a "
            "sequence: the nesting is ragged"
        )
    if len(data) != shape[depth]:
        raise ValueError(f"expected sequence of length {shape[depth]} at dim {depth} (got {len(data)})")
    for one in list(data) if type(data) is list else data:  # a number's own code may change the list
        _flatten(one, shape, depth + 1, out, dtypes)


def _number(x, out, dtypes):
    """The number in a tensor of one or one of NumPy's, whose dtype is noted by its position; Python's as it is."""
    if isinstance(x, Tensor) and x.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    if hasattr(x, "item") and (isinstance(x, Tensor) or getattr(x, "ndim", None) == 0):
        name = x.dtype.name if isinstance(x, Tensor) else _FROM_NUMPY.get(x.dtype.name)
        if name is None:
            raise TypeError(f"tensor(): a number of NumPy's dtype {x.dtype} is not supported")
        dtypes[len(out)] = DTYPES[name]
        return x.item()
    if isinstance(x, (int, float, complex)):
        return x
    if core.is_symbol(x):  # what is traced holds the number, as in torch
        if hasattr(x, "__index__"):
            return x.__index__()
        if hasattr(x, "__float__"):
            return float(x)
    raise TypeError(f"tensor(): a number is needed, got {type(x).__name__}")


def _infer(numbers, dtypes):
    """torch's rule: complex, float, int, bool, in that order; float for no numbers; promoted with the dtypes noted."""
    if dtypes:
        plain = [x for position, x in enumerate(numbers) if position not in dtypes]
        return functools.reduce(promote_types, {*dtypes.values(), *([_infer(plain, None)] if plain else [])})
    kinds = set(map(type, numbers))
    if any(issubclass(k, complex) for k in kinds):
        return DTYPES[_COMPLEX.get(get_default_dtype().name, "complex64")]
    if not kinds or any(issubclass(k, float) for k in kinds):
        return get_default_dtype()
    return DTYPES["bool" if kinds == {bool} else "int64"]


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
            return array.array(CODES[dtype.name], numbers), dtype
        return array.array("d", numbers), DTYPES["float64"]
    code = CODES.get(dtype.name, "q")
    top = 0 if dtype.is_signed else 1 << 8 * dtype.itemsize
    try:
        # A negative number wraps in an unsigned dtype, as in torch.
        found = [x + top if -top < x < 0 else x for x in map(int, numbers)]
        return array.array(code, found), dtype if dtype.name in CODES else DTYPES["int64"]
    except OverflowError:
        raise ValueError(f"tensor(): value cannot be converted to type {dtype.name} without overflow") from None


# While something is traced: makes what the trace takes for a constant, with a warning; None: not on this thread.
traced: Callable[..., Tensor | None] | None = None


def tensor(
    data: Any,
    *,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    requires_grad: bool = False,
    pin_memory: bool = False,
) -> Tensor:
    """A tensor of numbers, nested sequences of one shape, a NumPy array or a tensor, copied (torch.tensor).

    The dtype is inferred if None: bool, int64, float32 or complex64. Raises
    ValueError for a ragged nesting, TypeError for anything that is no number.
    """
    if traced is not None:
        made = traced("torch.tensor", tensor, data, dtype=dtype, device=device, requires_grad=requires_grad)
        if made is not None:
            return made
    dtype = of_type(dtype)
    _check_dtype(dtype)
    if (device is None or device is CPU or device == "cpu") and not pin_memory:
        made = handle.numbers(data, UNSET if dtype is None else dtype.code, bool(requires_grad))
        if made is not None:
            return made
    if isinstance(data, Tensor):
        warn_of_copy("torch.tensor")
    return copied(data, dtype, device, requires_grad, pin_memory)


def warn_of_copy(name):
    """Warns of a copy by a function that is for numbers."""
    warnings.show(
        WARNING_USER,
        "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
        f"sourceTensor.detach().clone().requires_grad_(True), rather than {name}(sourceTensor).",
    )


def copied(data, dtype, device, requires_grad=False, pin_memory=False):
    """tensor() of what the fast way does not know; it does not warn of tensors."""
    if core.is_asked([]):
        return _lifted(data, dtype=dtype, device=device, requires_grad=requires_grad, pin_memory=pin_memory)
    if device is None and not pin_memory:
        device = default_device()
    if isinstance(data, Tensor):
        made = data.detach().clone()
        made = made.to(dtype=dtype, device=device)
        return made.requires_grad_() if requires_grad else made
    if is_array(data):
        made = _copy_array(data)
        made = made if dtype is device is None else made.to(dtype=dtype, device=device)
        return made.requires_grad_() if requires_grad else made
    if hasattr(data, "untyped") and hasattr(data, "_as_tensor"):  # a storage, shared with the tensor
        made = data._as_tensor(dtype).to(device=device)
        return made.requires_grad_() if requires_grad else made
    if hasattr(data, "__dlpack__"):
        made = importlib.import_module(".dlpack", __package__).from_dlpack(data).clone()
        made = made.to(dtype=dtype, device=device)
        return made.requires_grad_() if requires_grad else made
    return _of_sequences(data, dtype, device, requires_grad, pin_memory)


def _items(data):
    """The items of an object that says how many it has; not list(data): its iterator may have no end."""
    try:
        return [data[i] for i in range(len(data))]
    except Exception as error:
        raise ValueError(f"could not determine the shape of object type '{type(data).__name__}'") from error


def _of_sequences(data, dtype, device, requires_grad, pin_memory):
    """A tensor of nested sequences, or of one number; the dtype is inferred if None."""
    if isinstance(data, (str, bytes, dict, set)):
        raise TypeError(
            f"tensor(): argument 'data' must be numbers or nested sequences of them, not {type(data).__name__}"
        )
    if not isinstance(data, (list, tuple, range)) and hasattr(data, "__len__") and hasattr(data, "__getitem__"):
        data = _items(data)
    shape, numbers, dtypes = _shape_of(data), [], {}
    _flatten(data, shape, 0, numbers, dtypes)
    wanted = dtype or _infer(numbers, dtypes)
    packed, packed_dtype = _pack(numbers, wanted)
    same = packed_dtype is wanted
    made = _from_bytes(packed, shape, packed_dtype, device, requires_grad and same, pin_memory)
    if not same:
        made = made.to(dtype=wanted)
        if requires_grad:
            made.requires_grad_()
    return made


def _lifted(data, *, requires_grad, **options):
    """tensor() under modes: it is made below them, and they are asked what it becomes, as in torch."""
    package = __package__.rpartition(".")[0]
    dispatch = importlib.import_module(f"{package}.utils._python_dispatch")
    where = options["device"]
    # Fake tensors may be on a device that is not there: these are made on the CPU and moved by the mode.
    moved = where is not None and importlib.import_module(f"{package}._C._fake")._only_lift_cpu_tensors()
    with dispatch._disable_current_modes():
        make = copied if isinstance(data, Tensor) else tensor
        made = make(data, **options | {"device": None} if moved else options)
    made = importlib.import_module(f"{package}.ops").aten.lift_fresh.default(made)
    if moved:
        where = device_type(where)
        made = made.to(
            where if where.index is not None or where.type in ("cpu", "meta") else device_type(where.type, 0)
        )
    return made.requires_grad_() if requires_grad else made


def _check_dtype(dtype):
    if dtype is not None and not isinstance(dtype, dtype_type):
        raise TypeError(f"argument 'dtype' must be a dtype or None, not {type(dtype).__name__}")


@core.quick
def as_tensor(data: Any, dtype: Dtype | None = None, device: DeviceLike | None = None) -> Tensor:
    """The data itself where it is a tensor or array that fits, else a copy (torch.as_tensor)."""
    if traced is not None:
        made = traced("torch.as_tensor", as_tensor, data, dtype, device)
        if made is not None:
            return made
    if device is None:
        device = default_device()
    if isinstance(data, Tensor):
        return data.to(dtype=dtype, device=device)
    if is_array(data):
        import numpy as np

        return from_numpy(np.asarray(data)).to(dtype=dtype, device=device)  # also NumPy's numbers
    return tensor(data, dtype=dtype, device=device)


# ---- NumPy and buffers ----


def _copy_array(data):
    np = _numpy()
    found = np.asarray(data)
    shape = found.shape
    if (
        (1 not in shape and 0 not in shape and found.flags.c_contiguous)
        or not found.dtype.isnative
        or found.dtype.name not in _FROM_NUMPY
        or min(found.strides, default=-1) < 0
    ):
        return from_numpy(found.copy())
    return _over(found).clone()  # keeps the order of the axes in memory


@functools.cache
def _numpy():
    """The module, of which the C extension knows from now on (csrc/arrays.c)."""
    import numpy as np

    dtypes = (_TO_NUMPY.get(dtype.name) for dtype in BY_CODE)
    core.set_arrays(np.ndarray, tuple(name and np.dtype(name) for name in dtypes))
    return np


@core.quick
def from_numpy(ndarray: Any) -> Tensor:
    """A tensor over the array's memory, which stays alive with it (torch.from_numpy).

    Raises TypeError for anything else and for dtypes that torch lacks,
    ValueError for negative strides. Warns once that a read-only array is not protected from the tensor.
    """
    if traced is not None:
        made = traced("torch.from_numpy", from_numpy, ndarray)
        if made is not None:
            return made
    np = _numpy()
    if not issubclass(type(ndarray), np.ndarray):
        raise TypeError(f"from_numpy(): argument 'ndarray' must be numpy.ndarray, not {type(ndarray).__name__}")
    if type(ndarray) is not np.ndarray:
        ndarray = np.asarray(ndarray)  # a class of the user's may say anything of its shape
    name = _FROM_NUMPY.get(ndarray.dtype.name) or small_floats.name_of(ndarray.dtype)
    if name is None or not ndarray.dtype.isnative:
        raise TypeError(
            f"from_numpy(): can't convert a numpy.ndarray of dtype {ndarray.dtype}; the supported ones are {', '.join(_FROM_NUMPY)}"
        )
    if any(step < 0 for step in ndarray.strides):
        raise ValueError("from_numpy(): an array with negative strides is not supported; make a copy first")
    if not ndarray.flags.writeable:
        _warn_read_only("NumPy array", "writing to this tensor will result in undefined behavior", "array")
    return _over(ndarray, name)


def _over(ndarray, name=None):
    """A tensor over an array's memory; name: that of the dtype, where it is not NumPy's own."""
    if any(step % ndarray.itemsize for step in ndarray.strides):
        raise ValueError("from_numpy(): an array whose strides are no multiples of its element size is not supported")
    strides = tuple(step // ndarray.itemsize for step in ndarray.strides)
    dtype = DTYPES[name or _FROM_NUMPY[ndarray.dtype.name]]
    return handle.share(ndarray.ctypes.data, ndarray.shape, strides, dtype.code, ndarray)


_warned = set()


def _warn_read_only(what, consequence, word):
    """torch's warning, once in a process for arrays and once for buffers, unless set_warn_always() is on."""
    if what in _warned and not api.warn_always():
        return
    _warned.add(what)
    warnings.show(
        WARNING_USER,
        f"The given {what} is not writable, and PyTorch does not support non-writable tensors. This means "
        f"{consequence}. You may want to copy the {word} to protect its data or make it writable before converting "
        "it to a tensor. This type of warning will be suppressed for the rest of this program.",
    )


def frombuffer(buffer: Any, *, dtype: Dtype, count: int = -1, offset: int = 0, requires_grad: bool = False) -> Tensor:
    """A one-dimensional tensor over a buffer's memory, which stays alive with it (torch.frombuffer).

    Raises ValueError where offset and count do not fit the buffer. Warns once that a read-only buffer is not
    protected from the tensor.
    """
    _check_dtype(dtype)
    try:
        address, total, held = hold(buffer)
    except TypeError:
        raise ValueError(
            f"frombuffer(): object does not implement Python buffer protocol. It is of type {type(buffer).__name__}"
        ) from None
    if memoryview(buffer).readonly:
        consequence = "you can write to the underlying (supposedly non-writable) buffer using the tensor"
        _warn_read_only("buffer", consequence, "buffer")
    size = dtype.itemsize
    if not total or not count:
        raise ValueError(f"frombuffer(): both buffer length ({total}) and count ({count}) must not be 0")
    if not 0 <= offset < total:
        raise ValueError(
            f"frombuffer(): offset ({offset} bytes) must be non-negative and no greater than buffer length ({total} bytes) "
            "minus 1"
        )
    if count < 0:
        if (total - offset) % size:
            raise ValueError(
                f"frombuffer(): buffer length ({total - offset} bytes) after offset ({offset} bytes) must be a multiple of "
                f"element size ({size})"
            )
        count = (total - offset) // size
    if offset + count * size > total:
        raise ValueError(
            f"frombuffer(): requested buffer length ({count} * {size} bytes) after offset ({offset} bytes) must not be "
            f"greater than actual buffer length ({total} bytes)"
        )
    made = handle.share(address + offset, (count,), (1,), dtype.code, held)
    return made.requires_grad_() if requires_grad else made


def from_blob(
    buffer: Any,
    dtype: Dtype,
    sizes: Sequence[int],
    strides: Sequence[int] | None = None,
    *,
    deleter: Callable[[], Any] | None = None,
) -> Tensor:
    """A copy of a buffer's contiguous elements (GoTorch's FromBlob); of an address as int, a tensor over that memory.

    Memory by its address is believed: sizes and strides (in elements; default: in order) say how much is there.
    `deleter()` is called once when nothing needs the memory any more, on any thread, and also where this fails.

    Raises:
        TypeError: an argument of another type
        ValueError: the address 0 of more than no elements, negative sizes or strides
    """
    if isinstance(buffer, int) and not isinstance(buffer, bool):
        from .blob import over_address

        return over_address(buffer, dtype, sizes, strides, deleter)
    if strides is not None or deleter is not None:
        raise TypeError("from_blob(): 'strides' and 'deleter' are for memory by its address, an int")
    _check_dtype(dtype)
    return _from_bytes(buffer, list(sizes), dtype)


class _Memory:
    """The memory of a tensor for NumPy, held for as long as an array looks at it, and fixed in its place."""

    lent = None

    def __init__(self, tensor, typestr):
        size = tensor.element_size()
        tensor.data_ptr()  # raises, in torch's words, where there is no memory
        self.lent = api.tensor_lend(tensor)
        self.__array_interface__ = {
            "version": 3,
            "data": (self.lent.data_ptr(), False),
            "shape": tuple(tensor.shape),
            "strides": tuple(step * size for step in tensor.stride()),
            "typestr": typestr,
        }

    def __del__(self):
        if self.lent is not None:
            self.lent.close()  # nobody else has it, whoever closes tensors


@core.quick
def numpy(self: Tensor, *, force: bool = False) -> Any:
    """The tensor as a NumPy array over the same memory.

    `force` detaches, moves to the CPU and resolves first. Raises RuntimeError if it requires
    grad and gradients are recorded, TypeError if it is on a device or of a dtype that NumPy lacks.
    """
    if force:
        plain = (self.detach() if self.requires_grad else self).cpu()
        return numpy(plain.resolve_conj().resolve_neg() if plain.is_conj() or plain.is_neg() else plain)
    np = _numpy()
    if type(self).__torch_dispatch__ is not core.no_dispatch:
        raise RuntimeError(".numpy() is not supported for tensor subclasses.")
    if self.requires_grad and is_grad_enabled():
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    if self.device.type != "cpu":
        raise TypeError(
            f"can't convert a {self.device} tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
        )
    if self.layout.name != "strided":
        raise TypeError(f"can't convert a tensor of layout {self.layout} to numpy. Use Tensor.to_dense() first.")
    if self.is_conj() or self.is_neg():
        raise RuntimeError(
            "Can't call numpy() on a Tensor that has the conjugate or negative bit set. Use "
            "tensor.resolve_conj().resolve_neg().numpy() instead."
        )
    name = _TO_NUMPY.get(self.dtype.name)
    if name is None:
        return small_floats.to_array(self, numpy)
    if not self.numel():
        return np.empty(tuple(self.shape), dtype=name)
    return np.asarray(_Memory(self, np.dtype(name).str))


def array_protocol(self: Tensor, dtype: Any = None, copy: bool | None = None) -> Any:
    """numpy.asarray(tensor): over the same memory unless `dtype` or `copy` say otherwise; ValueError for copy=False then."""
    found = numpy(self)
    if dtype is not None and found.dtype != dtype:
        if copy is False:
            raise ValueError(f"unable to avoid copy: the tensor's dtype is {found.dtype}, not {dtype}")
        return found.astype(dtype)
    return found.copy() if copy else found


METHODS = {"numpy": numpy, "__array__": array_protocol}
