"""The Tensor: a handle of the C library, and what no operator schema covers.

Other files own more of its members; members.py puts them on the class.
"""

from .._boundary import api, constants, handle
from .._boundary.errors import ClosedTensorError
from .._boundary.handle import core
from .dtype import BY_CODE, FORMATS, LAYOUT_BY_CODE, dtype_of
from .dtype import dtype as dtype_type
from .dtype import layout as layout_type
from .dtype import memory_format as memory_format_type

_strides, _is_contiguous = core.strides, core.is_contiguous


class Size(tuple):
    """The sizes of a tensor, as torch.Size."""

    __slots__ = ()
    __module__ = "pytorch_c"

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


class Tensor(core.Owner):
    """An array of numbers on a device, in memory of libtorch's (torch.Tensor, GoTorch's Tensor).

    Made by `tensor`, `zeros`, `randn`, … and by every operator. The memory goes
    with the last reference; `close()` lets go at once, and a closed tensor
    raises ClosedTensorError on use.
    """

    # The handle itself, `_h`, is the base class's (csrc/tensor.c).
    __slots__ = ("__weakref__", "__dict__")
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
        return handle.take_over(object.__new__(cls), tensor)

    def _make_subclass(self, cls, requires_grad=False):
        """A `cls` over the same memory, outside of the graph (torch.Tensor._make_subclass)."""
        made = cls._adopt(api.detach(self))
        if requires_grad:
            made.requires_grad = True
        return made

    # ---- what it is (shape, dtype, device, size() and others are in csrc/tensor.c) ----

    @property
    def layout(self):
        """strided, sparse_coo, …"""
        return LAYOUT_BY_CODE[api.tensor_layout(self)]

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
        return api.tensor_version(self)

    def _size(self, dim=None):
        shape = self.shape
        return shape if dim is None else shape[_dim(dim, len(shape), "size")]

    def stride(self, dim=None):
        """Steps in elements of the dimensions, or of one; raises IndexError if there is none."""
        steps = _strides(self)
        return steps if dim is None else steps[_dim(dim, len(steps), "stride")]

    def storage_offset(self):
        """Elements before the first one in the storage."""
        return api.tensor_storage_offset(self)

    def element_size(self):
        """Bytes of one element."""
        return self.dtype.itemsize

    def data_ptr(self):
        """The address of the first element."""
        return api.tensor_data_ptr(self)

    def _storage(self):
        """(address, bytes) of the whole storage."""
        return api.tensor_storage(self)

    def is_contiguous(self, memory_format=None):
        """Whether elements lie in order, in the given memory format."""
        if memory_format is None:
            return _is_contiguous(self)
        if not isinstance(memory_format, memory_format_type):
            raise TypeError(
                f"is_contiguous(): argument 'memory_format' must be memory_format, not {type(memory_format).__name__}"
            )
        return api.tensor_is_contiguous(self, memory_format.code)

    def _flag(self, bit):
        return bool(api.tensor_flags(self) & bit)

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

    def string(self):
        """libtorch's own text (GoTorch's String)."""
        return api.tensor_string(self)

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
        api.tensor_set_grad(self, value)

    def retain_grad(self):
        """Keeps the gradient of a tensor that is no leaf."""
        api.tensor_retain_grad(self)

    @property
    def retains_grad(self):
        return api.tensor_retains_grad(self)

    @property
    def grad_dtype(self):
        """The dtype to which backward casts a leaf's gradient; None takes any. Raises RuntimeError for other tensors."""
        any, code = api.tensor_grad_dtype(self)
        return None if any else dtype_of(code)

    @grad_dtype.setter
    def grad_dtype(self, value):
        if value is not None and not isinstance(value, dtype_type):
            raise TypeError(f"argument 'grad_dtype' must be a dtype or None, not {type(value).__name__}")
        api.tensor_set_grad_dtype(self, constants.UNSET if value is None else value.code)

    @property
    def output_nr(self):
        return api.tensor_output_nr(self)

    def grad_fn_name(self):
        """The name of the node that made it ("AddBackward0"), or None for a leaf."""
        return api.tensor_grad_fn_name(self)

    def _set_data(self, value):
        if not isinstance(value, Tensor):
            raise TypeError(f"argument 'data' must be Tensor, not {type(value).__name__}")
        api.tensor_set_data(self, value)

    def set_data(self, data):
        """Makes this tensor mean other data (GoTorch's SetData)."""
        self.data = data

    def is_same(self, other):
        """Whether both are handles to the very same tensor of libtorch's."""
        return api.tensor_is_same(self, other)


handle.setup(
    Tensor=Tensor, Size=Size, dtype=dtype_type, layout=layout_type, memory_format=memory_format_type,
    dtypes=BY_CODE, layouts=LAYOUT_BY_CODE, formats=tuple(FORMATS.values()),
)  # fmt: skip
