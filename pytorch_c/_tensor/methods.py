"""Members of Tensor that torch does not write as one schema: Python's protocols, conversions, properties."""

import math

from .. import _composites, _ops
from .._boundary import constants
from .._boundary.errors import TorchError, throw
from .._boundary.handle import wrap, wrap_same
from .._boundary.library import lib
from ..autograd._backward import backward as run_backward
from .data import from_numpy, tensor
from .device import device_numbers
from .dtype import DTYPES, FORMATS, of_type
from .dtype import dtype as dtype_type
from .dtype import memory_format as memory_format_type
from .tensor import Tensor

# ---- Python's protocols ----


def _bool(self):
    if self.numel() != 1:
        raise RuntimeError(
            f"Boolean value of Tensor with {'no values' if not self.numel() else 'more than one value'} is ambiguous"
        )
    try:
        return bool(self.item())
    except TorchError:
        return _ops.is_nonzero(self)  # says what a batched tensor has to say


def _len(self):
    shape = self.shape
    if not shape:
        raise TypeError("len() of a 0-d tensor")
    return shape[0]


def _iter(self):
    if not self.shape:
        raise TypeError("iteration over a 0-d tensor")
    return iter(_ops.unbind(self, 0))


def _index(self):
    if self.dtype.is_floating_point or self.dtype.is_complex or self.numel() != 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self.item())


def _reversed(self):
    return _ops.flip(self, (0,)) if self.dim() else self


def _array_wrap(self, array, context=None, return_scalar=False):
    """What NumPy's functions give for a tensor becomes one again."""
    return from_numpy(array.astype("uint8") if array.dtype == bool else array)


def _contains(self, element):
    if not isinstance(element, (Tensor, int, float, complex)):
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
    return bool((element == self).any().item())


def _repr(self):
    if self._h is None:
        return "tensor(<closed>)"
    from .printing import tensor_repr

    return tensor_repr(self)


def _format(self, spec):
    return object.__format__(self, spec) if self.shape or type(self) is not Tensor else format(self.item(), spec)


def _only(convert):
    """float(x), int(x), complex(x) of a tensor of one element."""

    def method(self):
        if self.numel() != 1:
            raise ValueError(
                f"only one element tensors can be converted to Python scalars, this one has {self.numel()}"
            )
        return convert(self.item())

    return method


def _delitem(self, index):
    raise TypeError("Tensor does not support deleting items")


def _reduce(self, protocol):
    from .._files.pickling import reduce

    return reduce(self)


def _deepcopy(self, memo):
    from .._files.pickling import deepcopy

    return deepcopy(self, memo)


def _dlpack(self, *, stream=-1, max_version=None, dl_device=None, copy=None):
    from .dlpack import dlpack

    return dlpack(self, stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)


def _dlpack_device(self):
    from .dlpack import dlpack_device

    return dlpack_device(self)


def _new(cls, *args, **kwargs):
    return _composites.chapter("typed").legacy_constructor(cls, args, kwargs)


PROTOCOLS = {
    "__new__": staticmethod(_new),
    "__bool__": _bool,
    "__len__": _len,
    "__iter__": _iter,
    "__index__": _index,
    "__int__": _only(int),
    "__float__": _only(float),
    "__complex__": _only(complex),
    "__delitem__": _delitem,
    "__contains__": _contains,
    "__reversed__": _reversed,
    "__array_wrap__": _array_wrap,
    "__array_priority__": 1000,  # NumPy asks the tensor first
    "__repr__": _repr,
    "__format__": _format,
    "__hash__": object.__hash__,
    "__reduce_ex__": _reduce,
    "__deepcopy__": _deepcopy,
    "__dlpack__": _dlpack,
    "__dlpack_device__": _dlpack_device,
}

# ---- methods ----


def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    """The tensor in another dtype, on another device, or like another tensor; itself where nothing changes.

    All of torch's forms: to(dtype), to(device), to(device, dtype), to(other), and by keyword.
    """
    flags = 0
    for one in args:
        if isinstance(one, dtype_type) and dtype is None:
            dtype = one
        elif isinstance(one, Tensor):
            dtype, device = one.dtype, one.device
        elif isinstance(one, bool):
            non_blocking, copy, flags = (one, copy, 1) if not flags else (non_blocking, one, 2)
        elif isinstance(one, type):
            dtype = one
        elif one is not None:
            device = one
    if dtype is not None and not isinstance(dtype, dtype_type):
        dtype = of_type(dtype)
    if dtype is not None and not isinstance(dtype, dtype_type):
        raise TypeError(f"to(): argument 'dtype' must be a dtype or None, not {type(dtype).__name__}")
    where = device_numbers(device)
    unset = constants.UNSET
    code = unset if dtype is None else dtype.code
    order = unset if memory_format is None else memory_format.code
    options = code, unset, *where, unset, unset
    found = lib.call_to_dtype_layout(self._open(), *options, bool(non_blocking), bool(copy), order)
    return wrap_same(found, self)


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Adds the gradients of this tensor to the leaves it came from, or to `inputs` only.

    Raises TorchError for a tensor of more than one element without `gradient`.
    """
    run_backward(self, gradient, retain_graph, create_graph, inputs=inputs)


_IN_ORDER = FORMATS["contiguous_format"]


def contiguous(self, *, memory_format=_IN_ORDER):
    """The tensor with its elements in order, in memory_format; itself where they are."""
    if memory_format is _IN_ORDER and self.is_contiguous():
        return self
    if not isinstance(memory_format, memory_format_type):
        raise TypeError(
            f"contiguous(): argument 'memory_format' must be memory_format, not {type(memory_format).__name__}"
        )
    return wrap_same(lib.call_contiguous(self._open(), memory_format.code), self)


def cast_to(self, dtype):
    """The tensor in another dtype (GoTorch's CastTo)."""
    return self.to(dtype=dtype)


def copy_to(self, device):
    """The tensor on another device (GoTorch's CopyTo)."""
    return self.to(device)


def cuda(self, device=None, non_blocking=False, memory_format=None):
    """The tensor on a CUDA device."""
    return self.to(device="cuda" if device is None else device, non_blocking=non_blocking, memory_format=memory_format)


def cpu(self, memory_format=None):
    """The tensor in host memory."""
    return self.to(device="cpu", memory_format=memory_format)


def _caster(name):
    dtype = DTYPES[name]
    code = dtype.code

    def method(self, memory_format=None):
        if memory_format is None and self.dtype is dtype:
            return self
        if memory_format is None:
            return wrap(lib.call_to_dtype(self._open(), code, False, False, -1))
        return self.to(dtype, memory_format=memory_format)

    method.__name__, method.__doc__ = name, f"The tensor as {dtype.name}."
    return method


def set_(self, source=None, storage_offset=0, size=None, stride=None):
    """Makes this tensor mean the storage of `source`, from an offset with sizes and strides in elements.

    Without sizes, what `source` means; without a source, nothing. Returns itself.
    """
    if not isinstance(source, (Tensor, type(None))):
        raise TypeError(f"set_(): argument 'source' must be Tensor or None, not {type(source).__name__}")
    if source is None:
        error = lib.call_set_(self._open())
    elif size is None:
        error = lib.call_set__source_Tensor(self._open(), source._open())
    else:
        steps = [math.prod(size[i + 1 :]) for i in range(len(size))] if stride is None else stride
        error = lib.call_set__source_Tensor_storage_offset(
            self._open(), source._open(), storage_offset, size, len(size), steps, len(steps)
        )
    if error:
        throw(error)
    return self


def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    """A tensor of `data` with this one's dtype and device."""
    return tensor(data, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)


METHODS = {
    "to": to,
    "backward": backward,
    "contiguous": contiguous,
    "cast_to": cast_to,
    "copy_to": copy_to,
    "cuda": cuda,
    "cpu": cpu,
    "set_": set_,
    "new_tensor": new_tensor,
    "half": _caster("half"),
    "float": _caster("float"),
    "double": _caster("double"),
    "bfloat16": _caster("bfloat16"),
    "byte": _caster("uint8"),
    "char": _caster("int8"),
    "short": _caster("short"),
    "int": _caster("int"),
    "long": _caster("long"),
    "bool": _caster("bool"),
}

# ---- properties ----


def _T(self):
    return self.t() if self.dim() == 2 else _ops.numpy_T(self)


def _mT(self):
    return _ops.mT(self)


def _H(self):
    return _ops.matrix_H(self)


def _mH(self):
    return _ops.mH(self)


def _real(self):
    return _ops.real(self) if self.dtype.is_complex else self


def _imag(self):
    return _ops.imag(self)


def _grad_fn(self):
    return _composites.chapter("hooks").grad_fn(self)


def _is_sparse_csr(self):
    return self.layout.name == "sparse_csr"


def _is_mkldnn(self):
    return self.layout.name == "_mkldnn"


def _is_nested(self):
    return self._flag(constants.FLAG_NESTED)


def _is_on(kind):
    def is_on(self):
        return self.device.type == kind

    return is_on


PROPERTIES = {
    "T": property(_T),
    "mT": property(_mT),
    "H": property(_H),
    "mH": property(_mH),
    "real": property(_real),
    "imag": property(_imag),
    "grad_fn": property(_grad_fn),
    "is_sparse_csr": property(_is_sparse_csr),
    "is_mkldnn": property(_is_mkldnn),
    "is_nested": property(_is_nested),
    "is_xpu": property(_is_on("xpu")),
    "is_mps": property(_is_on("mps")),
    "is_xla": property(_is_on("xla")),
    "is_ipu": property(_is_on("ipu")),
    "is_mtia": property(_is_on("mtia")),
    "is_maia": property(_is_on("maia")),
    "is_vulkan": property(_is_on("vulkan")),
}
