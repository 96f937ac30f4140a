"""Operators and methods of Tensor: attaches the derived functions and Python's own protocols."""

import math

from .. import _composites, _ops
from .._boundary import api, constants
from .._boundary.errors import TorchError
from .._boundary.handle import core, same
from . import operators
from .dtype import DTYPES, FORMATS, of_type
from .dtype import dtype as dtype_type
from .dtype import memory_format as memory_format_type
from .tensor import Tensor

# ---- every operator whose first argument is a tensor called self ----


class _Lazy:
    """Stands for a method until its first use, which loads its chapter of composites."""

    __slots__ = ("find", "name")

    def __init__(self, find, name):
        self.find, self.name = find, name

    def __get__(self, instance, owner):
        function = self.find(self.name)
        setattr(Tensor, self.name, function)
        return function if instance is None else function.__get__(instance, owner)


def _attach():
    for name in _ops.METHODS:
        if not hasattr(Tensor, name):
            setattr(Tensor, name, getattr(_ops, name))


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
    from .data import from_numpy

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


_PROTOCOLS = {
    "__bool__": _bool,
    "__len__": _len,
    "__iter__": _iter,
    "__index__": _index,
    "__int__": _only(int),
    "__float__": _only(float),
    "__complex__": _only(complex),
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

# ---- methods that torch does not write as one schema ----


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
    found = api.to_dtype_layout(self, dtype, None, device, None, bool(non_blocking), bool(copy), memory_format)
    return same(found, self)


def backward(self, gradient=None, retain_graph=None, create_graph=False, inputs=None):
    """Adds the gradients of this tensor to the leaves it came from, or to `inputs` only.

    Raises TorchError for a tensor of more than one element without `gradient`.
    """
    from ..autograd import backward as run

    run(self, gradient, retain_graph, create_graph, inputs=inputs)


_IN_ORDER = FORMATS["contiguous_format"]


@core.quick
def contiguous(self, *, memory_format=_IN_ORDER):
    """The tensor with its elements in order, in memory_format; itself where they are."""
    if memory_format is _IN_ORDER and self.is_contiguous():
        return self
    if not isinstance(memory_format, memory_format_type):
        raise TypeError(
            f"contiguous(): argument 'memory_format' must be memory_format, not {type(memory_format).__name__}"
        )
    return same(api.contiguous(self, memory_format), self)


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

    def method(self, memory_format=None):
        if memory_format is None and self.dtype is dtype:
            return self
        if memory_format is None:
            return api.to_dtype(self, dtype, False, False, None)
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
        api.set_(self)
    elif size is None:
        api.set__source_Tensor(self, source)
    else:
        steps = [math.prod(size[i + 1 :]) for i in range(len(size))] if stride is None else stride
        api.set__source_Tensor_storage_offset(self, source, storage_offset, size, steps)
    return self


def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    """A tensor of `data` with this one's dtype and device."""
    from .data import tensor

    return tensor(data, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)


_METHODS = {f.__name__: f for f in (to, backward, contiguous, cast_to, copy_to, cuda, cpu, set_, new_tensor)}


def _property_T(self):
    return self.t() if self.dim() == 2 else _ops.numpy_T(self)


def install():
    """Puts everything on the class; called once by the package."""
    _attach()
    operators.install()
    for name in _composites.METHODS:
        setattr(Tensor, name, _Lazy(_composites.method, name))
    for name, method in {**_PROTOCOLS, **_METHODS}.items():
        setattr(Tensor, name, method)
    for name in ("half", "float", "double", "bfloat16", "short", "int", "long", "bool"):
        setattr(Tensor, name, _caster(name))
    Tensor.byte, Tensor.char = _caster("uint8"), _caster("int8")
    Tensor.T = property(_property_T)
    Tensor.mT = property(lambda self: _ops.mT(self))
    Tensor.H = property(lambda self: _ops.matrix_H(self))
    Tensor.mH = property(lambda self: _ops.mH(self))
    Tensor.real = property(lambda self: _ops.real(self) if self.dtype.is_complex else self)
    Tensor.imag = property(lambda self: _ops.imag(self))
    Tensor.grad_fn = property(lambda self: _composites.chapter("hooks").grad_fn(self))
    Tensor.is_sparse_csr = property(lambda self: self.layout.name == "sparse_csr")
    Tensor.is_mkldnn = property(lambda self: self.layout.name == "_mkldnn")
    Tensor.is_nested = property(lambda self: self._flag(constants.FLAG_NESTED))
    for kind in ("xpu", "mps", "xla", "ipu", "mtia", "maia", "vulkan"):
        setattr(Tensor, f"is_{kind}", property(lambda self, kind=kind: self.device.type == kind))


install()
