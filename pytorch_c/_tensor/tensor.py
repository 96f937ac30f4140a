"""The Tensor: a handle of the C library, and what no operator schema covers.

Other files own more of its members; members.py puts them on the class.
"""

import operator

from .._boundary import constants, handle
from .._boundary.errors import ClosedTensorError, number, small, throw
from .._boundary.library import NULL, ffi, lib
from .._memory import finalizers
from .device import from_numbers
from .dtype import BY_CODE, LAYOUT_BY_CODE, dtype_of
from .dtype import dtype as dtype_type
from .dtype import memory_format as memory_format_type

_item, wrap = handle.item, handle.wrap
_strides, _is_contiguous = handle.accel.strides, handle.accel.is_contiguous


class Size(tuple):
    """The sizes of a tensor, as torch.Size; anything but ints in it raises TypeError."""

    __slots__ = ()
    __module__ = "pytorch_c"

    def __new__(cls, iterable=(), /):
        sizes = tuple(iterable)
        for i, size in enumerate(sizes):
            if not hasattr(size, "__index__"):
                raise TypeError(f"torch.Size() takes an iterable of 'int' (item {i} is '{type(size).__name__}')")
        return tuple.__new__(cls, map(operator.index, sizes))

    def numel(self):
        """The product of the sizes."""
        total = 1
        for size in self:
            total *= size
        return total

    def __repr__(self):
        return f"torch.Size({list(self)})"

    def __add__(self, other):
        return Size(tuple.__add__(self, other))

    def __radd__(self, other):
        return Size(other) + self if isinstance(other, tuple) else NotImplemented

    def __mul__(self, times):
        return Size(tuple.__mul__(self, times))

    __rmul__ = __mul__

    def __getitem__(self, index):
        found = tuple.__getitem__(self, index)
        return Size(found) if isinstance(index, slice) else found


def _dim(dim, count, name):
    """A dimension, checked."""
    if isinstance(dim, bool) or not hasattr(dim, "__index__"):
        raise TypeError(f"{name}(): argument 'dim' must be int, not {type(dim).__name__}")
    if not -count <= dim < count:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-count}, {count - 1}], but got {dim})")
    return dim.__index__()


class Tensor(handle.accel.Owner):
    """An array of numbers on a device, in memory of libtorch's (torch.Tensor, GoTorch's Tensor).

    Made by `tensor`, `zeros`, `randn`, … and by every operator. The memory goes
    with the last reference; `close()` lets go at once, and a closed tensor
    raises ClosedTensorError on use.
    """

    # _h is the cffi handle; None once closed.
    __slots__ = ("_h", "__weakref__", "__dict__")
    __module__ = "pytorch_c"  # under which name a pickle and a message have it

    # ---- the handle ----

    def close(self):
        """Lets go of the memory at once. Closing twice is harmless.

        A call that is using the tensor on another thread ends first, and an
        array of NumPy's over the same memory keeps it.
        """
        handle.close(self)

    @property
    def closed(self):
        """Whether close() was called."""
        return self._h is None

    def _open(self):
        if self._h is None:
            raise ClosedTensorError("this tensor was closed")
        return self._h

    @classmethod
    def _adopt(cls, tensor):
        """An instance of this class that takes over the handle of a fresh tensor."""
        made = object.__new__(cls)
        made._h, tensor._h = tensor._open(), None
        handle.made(made)
        return made

    def _make_subclass(self, cls, requires_grad=False):
        """A `cls` over the same memory, outside of the graph (torch.Tensor._make_subclass)."""
        made = cls._adopt(wrap(lib.call_detach(self._open())))
        if requires_grad:
            made.requires_grad = True
        return made

    # ---- what it is (shape, dtype, device, size() and others are in csrc/properties.c) ----

    @property
    def layout(self):
        """strided, sparse_coo, …"""
        return LAYOUT_BY_CODE[small(lib.call_tensor_layout(self._open()))]

    @property
    def itemsize(self):
        """Bytes of one element."""
        return self.dtype.itemsize

    @property
    def nbytes(self):
        """Bytes of all elements."""
        return self.numel() * self.itemsize

    @property
    def _version(self):
        return number(lib.call_tensor_version, self._open())

    def _size(self, dim=None):
        shape = self.shape
        return shape if dim is None else shape[_dim(dim, len(shape), "size")]

    def stride(self, dim=None):
        """Steps in elements of the dimensions, or of one; raises IndexError if there is none."""
        steps = _strides(self)
        return steps if dim is None else steps[_dim(dim, len(steps), "stride")]

    def storage_offset(self):
        """Elements before the first one in the storage."""
        return number(lib.call_tensor_storage_offset, self._open())

    def element_size(self):
        """Bytes of one element."""
        return self.dtype.itemsize

    def data_ptr(self):
        """The address of the first element."""
        return int(ffi.cast("uintptr_t", number(lib.call_tensor_data_ptr, self._open(), kind="void **")))

    def _storage(self):
        """(address, bytes) of the whole storage."""
        data, count = ffi.new("void **"), ffi.new("int64_t *")
        error = lib.call_tensor_storage(self._open(), data, count)
        if error:
            throw(error)
        return int(ffi.cast("uintptr_t", data[0])), count[0]

    def is_contiguous(self, memory_format=None):
        """Whether elements lie in order, in the given memory format."""
        if memory_format is None:
            return _is_contiguous(self)
        if not isinstance(memory_format, memory_format_type):
            raise TypeError(
                f"is_contiguous(): argument 'memory_format' must be memory_format, not {type(memory_format).__name__}"
            )
        return small(lib.call_tensor_is_contiguous(self._open(), memory_format.code)) == 1

    def _flag(self, bit):
        return bool(number(lib.call_tensor_flags, self._open()) & bit)

    def is_conj(self):
        return self._flag(constants.FLAG_CONJ)

    def is_neg(self):
        return self._flag(constants.FLAG_NEG)

    def _is_view(self):
        return self._flag(constants.FLAG_VIEW)

    def is_inference(self):
        return self._flag(constants.FLAG_INFERENCE)

    def is_floating_point(self):
        return self.dtype.is_floating_point

    def is_complex(self):
        return self.dtype.is_complex

    def is_signed(self):
        return self.dtype.is_signed

    is_quantized = property(lambda self: self._flag(constants.FLAG_QUANTIZED))
    is_cpu = property(lambda self: self.device.type == "cpu")
    is_cuda = property(lambda self: self.device.type == "cuda")
    is_meta = property(lambda self: self.device.type == "meta")
    is_sparse = property(lambda self: self.layout.name == "sparse_coo")

    # ---- values out ----

    def item(self):
        """The only element as int, float, bool or complex; raises if there are more."""
        handle = self._h
        return _item(handle) if handle is not None else self._open()

    def string(self):
        """libtorch's own text (GoTorch's String)."""
        text = ffi.new("char const **")
        error = lib.call_tensor_string(self._open(), text)
        if error:
            throw(error)
        found = ffi.string(text[0]).decode()
        lib.ptc_string_free(text[0])
        return found

    def print(self):
        """Prints libtorch's own text (GoTorch's Print)."""
        print(self.string())

    # ---- gradients ----

    def requires_grad_(self, requires_grad=True):
        """Sets requires_grad; returns itself."""
        self.requires_grad = requires_grad
        return self

    def _set_grad(self, value):
        if value is not None and not isinstance(value, Tensor):
            raise TypeError(f"argument 'grad' must be Tensor or None, not {type(value).__name__}")
        error = lib.call_tensor_set_grad(self._open(), NULL if value is None else value._open())
        if error:
            throw(error)

    def retain_grad(self):
        """Keeps the gradient of a tensor that is no leaf."""
        error = lib.call_tensor_retain_grad(self._open())
        if error:
            throw(error)

    @property
    def retains_grad(self):
        return small(lib.call_tensor_retains_grad(self._open())) == 1

    @property
    def grad_dtype(self):
        """The dtype to which backward casts a leaf's gradient; None takes any. Raises RuntimeError for other tensors."""
        any, code = ffi.new("bool *"), ffi.new("int32_t *")
        error = lib.call_tensor_grad_dtype(self._open(), any, code)
        if error:
            throw(error)
        return None if any[0] else dtype_of(code[0])

    @grad_dtype.setter
    def grad_dtype(self, value):
        if value is not None and not isinstance(value, dtype_type):
            raise TypeError(f"argument 'grad_dtype' must be a dtype or None, not {type(value).__name__}")
        error = lib.call_tensor_set_grad_dtype(self._open(), constants.UNSET if value is None else value.code)
        if error:
            throw(error)

    @property
    def output_nr(self):
        return number(lib.call_tensor_output_nr, self._open())

    def grad_fn_name(self):
        """The name of the node that made it ("AddBackward0"), or None for a leaf."""
        text = ffi.new("char const **")
        error = lib.call_tensor_grad_fn_name(self._open(), text)
        if error:
            throw(error)
        if text[0] == NULL:
            return None
        found = ffi.string(text[0]).decode()
        lib.ptc_string_free(text[0])
        return found

    def _set_data(self, value):
        if not isinstance(value, Tensor):
            raise TypeError(f"argument 'data' must be Tensor, not {type(value).__name__}")
        error = lib.call_tensor_set_data(self._open(), value._open())
        if error:
            throw(error)

    def set_data(self, data):
        """Makes this tensor mean other data (GoTorch's SetData)."""
        self.data = data

    def is_same(self, other):
        """Whether both are handles to the very same tensor of libtorch's."""
        return small(lib.call_tensor_is_same(self._open(), other._open())) == 1


handle.setup(Tensor, Size, BY_CODE, from_numbers)
finalizers.start(Tensor)
