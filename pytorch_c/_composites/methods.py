"""Methods of Tensor that torch does not write as one operator."""

from __future__ import annotations

from .. import _ops
from .._boundary import api
from .._boundary.handle import core
from .._tensor.device import device as Device
from .._tensor.dtype import DTYPES
from .._tensor.dtype import dtype as dtype_type
from .._tensor.promotion import get_default_dtype
from .._tensor.tensor import Size, Tensor
from . import typed, types
from .factorization import norm as norm_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import builtins
    from collections.abc import Callable, Sequence
    from typing import Any, overload

    from .._typing import DeviceLike, Dtype, Ints, MemoryFormat, Number, Operand, TensorT


type_of_types = type
_COMPLEX64, _COMPLEX128 = DTYPES["complex64"], DTYPES["complex128"]


def as_subclass(self: Tensor, cls: builtins.type[TensorT]) -> TensorT:
    """A `cls`, a subclass of Tensor, over the same memory and in the same graph (torch.Tensor.as_subclass)."""
    if not isinstance(cls, type_of_types) or not issubclass(cls, Tensor):
        raise TypeError(f"as_subclass(): argument 'cls' must be a subclass of Tensor, not {cls!r}")
    return cls._adopt(core.aliased(self))


def cfloat(self: Tensor, memory_format: MemoryFormat | None = None) -> Tensor:
    """The tensor as complex64."""
    return self.to(_COMPLEX64) if memory_format is None else self.to(_COMPLEX64, memory_format=memory_format)


def cdouble(self: Tensor, memory_format: MemoryFormat | None = None) -> Tensor:
    """The tensor as complex128."""
    return self.to(_COMPLEX128) if memory_format is None else self.to(_COMPLEX128, memory_format=memory_format)


@core.quick
def get_device(self: Tensor) -> int:
    """The index of the device, -1 on the CPU."""
    index = self.device.index
    return -1 if index is None else index


def is_pinned(self: Tensor, device: DeviceLike | None = None) -> bool:
    """Returns whether the memory is page-locked; `device` is torch's old argument and changes nothing."""
    return api.tensor_is_pinned(self)


@core.quick
def ndimension(self: Tensor) -> int:
    """The number of dimensions."""
    return self.dim()


def norm(
    self: Tensor,
    p: Number | str | None = "fro",
    dim: Ints | None = None,
    keepdim: bool = False,
    dtype: Dtype | None = None,
) -> Tensor:
    """A norm of all elements, or along `dim`: as pytorch_c.norm, without `out`.

    Source: torch.Tensor.norm.
    """
    return norm_of(self, p, dim, keepdim, dtype=dtype)


def polygamma(self: Tensor, n: int) -> Tensor:
    """The n-th derivative of digamma, of each element."""
    return _ops.polygamma(n, self)


def qscheme(self: Tensor) -> Any:
    """Returns how a quantized tensor is quantized: per_tensor_affine, …"""
    return types.SCHEMES[_ops.qscheme(self)]


def to_sparse_coo(self: Tensor) -> Tensor:
    """The tensor as sparse_coo."""
    return self.to_sparse()


def where(self: Tensor, condition: Tensor, other: Operand) -> Tensor:
    """The elements where `condition` holds, those of `other`, a tensor or a number, elsewhere; broadcast."""
    return _ops.where(condition, self, other)


def unflatten(self: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    """Dimension `dim` as several of `sizes`, of which one may be -1; raises RuntimeError for no sizes."""
    if not sizes:
        raise RuntimeError("unflatten: sizes must be non-empty")
    return _ops.unflatten(self, dim, sizes)


def new(self: Tensor, *args: Any, size: Any = None, device: Any = None) -> Tensor:
    """Returns a tensor with this one's dtype and device: of sizes, of a Size, or of data (torch.Tensor.new).

    A sparse tensor takes indices and values, with or without sizes, in the place of data. Raises RuntimeError for a
    device of another kind than this one's, and for nested, quantized and other tensors.
    """
    if device is not None and Device(device).type != self.device.type:
        raise RuntimeError(f"new(): expected a device of type {self.device.type}, got {Device(device)}")
    if size is not None:
        if args:
            raise TypeError("new(): size is given twice")
        args = (Size(size),)
    if self.is_sparse:
        return typed.construct_sparse(args, self.dtype, self.device)
    if self.layout.name != "strided" or self.is_quantized or self.is_nested:
        kind = "nested" if self.is_nested else "quantized" if self.is_quantized else str(self.layout)
        raise RuntimeError(f"new(): a strided or a sparse_coo tensor is expected, got a {kind} one")
    return typed.construct("new", args, self.dtype, self.device)


if TYPE_CHECKING:

    @overload
    def type(self: Tensor, dtype: None = None, non_blocking: bool = False) -> str: ...

    @overload
    def type(self: Tensor, dtype: Dtype | str | builtins.type[Any], non_blocking: bool = False) -> Tensor: ...


def type(
    self: Tensor, dtype: Dtype | str | builtins.type[Any] | None = None, non_blocking: bool = False
) -> str | Tensor:
    """The name of its type ("torch.FloatTensor"); or the tensor in a dtype or a type, itself where nothing changes.

    Args:
        dtype: dtype, name ("torch.LongTensor") or class (LongTensor)

    Raises:
        ValueError: anything else
    """
    if dtype is None:
        return typed.type_name(self)
    device = None
    if dtype is Tensor:  # the class of the default dtype, as torch has it
        dtype, device = get_default_dtype(), "cpu"
    if isinstance(dtype, str):
        dtype, device = typed.parse(dtype)
    elif not isinstance(dtype, Tensor) and isinstance(getattr(dtype, "dtype", None), dtype_type):
        dtype, device = dtype.dtype, "cpu"
    if not isinstance(dtype, dtype_type):
        raise ValueError(f"invalid type: {getattr(dtype, '__name__', dtype)!r}")
    return self.to(dtype=dtype, device=device, non_blocking=non_blocking)


# ---- a Python function for each element ----


def _map(self, name, function, others):
    if self.device.type != "cpu":
        raise TypeError(f"{name} is only implemented on CPU tensors")
    for one in (self, *others):
        if one.requires_grad:
            raise RuntimeError(
                f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead."
            )
    if any(one.dtype is not self.dtype for one in others):
        raise TypeError(
            f"{name}(): expected tensors of {self.dtype}, got {', '.join(str(one.dtype) for one in others)}"
        )
    from .._tensor.data import tensor

    shape = tuple(self.shape)
    columns = [one.expand(shape).flatten().tolist() for one in (self, *others)]
    return self.copy_(tensor([function(*row) for row in zip(*columns)], dtype=self.dtype).view(shape))


def apply_(self: Tensor, callable: Callable[[Any], Any]) -> Tensor:
    """Replaces each element of a CPU tensor by callable(element); returns itself.

    Raises:
        RuntimeError: a tensor that requires grad
        TypeError: another device
    """
    return _map(self, "apply_", callable, ())


def map_(self: Tensor, tensor: Tensor, callable: Callable[[Any, Any], Any]) -> Tensor:
    """Replaces each element of a CPU tensor by callable(element, that of `tensor`, broadcast); returns itself.

    Raises:
        RuntimeError: a tensor that requires grad
        TypeError: another dtype or device
    """
    return _map(self, "map_", callable, (tensor,))


def map2_(self: Tensor, x: Tensor, y: Tensor, callable: Callable[[Any, Any, Any], Any]) -> Tensor:
    """Does what map_ does, with callable(element, that of x, that of y)."""
    return _map(self, "map2_", callable, (x, y))
