"""Methods and properties of Tensor that torch does not write as one schema."""

from __future__ import annotations

import math

from .. import _ops
from .._boundary import api, constants
from .._boundary.handle import core, same
from ..autograd._backward import backward as run_backward
from .data import copied, tensor, warn_of_copy
from .device import device as device_type
from .dtype import DTYPES, FORMATS, of_type
from .dtype import dtype as dtype_type
from .dtype import memory_format as memory_format_type
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, overload

    from .._typing import DeviceLike, Dtype, MemoryFormat


def _once(name, named, first):
    if named is not None:
        raise TypeError(f"to() takes one {name}, got {name}={named!r} beside {first!r}")


def _to_in_order(args, dtype, device, non_blocking, copy):
    """(dtype, device, non_blocking, copy) of a call whose arguments stand in the order of one of the three forms."""
    first, *flags = args
    if isinstance(first, Tensor):
        _once("dtype", dtype, first)
        _once("device", device, first)
        dtype, device = first.dtype, first.device
    elif isinstance(first, (dtype_type, type)):
        _once("dtype", dtype, first)
        dtype = first
    else:
        _once("device", device, first)
        device = first
        if flags and (flags[0] is None or isinstance(flags[0], (dtype_type, type))):
            _once("dtype", dtype, first)
            dtype = flags.pop(0)
    if len(flags) > 2 or not all(isinstance(one, bool) for one in flags):
        kinds = ", ".join(one.__class__.__name__ for one in args)
        raise TypeError(
            f"to() takes (dtype), (device, dtype) or (other), then the bools non_blocking and copy, got ({kinds})"
        )
    given = [*flags, *[non_blocking, copy][len(flags) :]]
    return dtype, device, given[0], given[1]


if TYPE_CHECKING:

    @overload
    def to(
        self: Tensor,
        dtype: Dtype,
        non_blocking: bool = False,
        copy: bool = False,
        *,
        device: DeviceLike | None = None,
        memory_format: MemoryFormat | None = None,
    ) -> Tensor: ...

    @overload
    def to(
        self: Tensor,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
        non_blocking: bool = False,
        copy: bool = False,
        *,
        memory_format: MemoryFormat | None = None,
    ) -> Tensor: ...

    @overload
    def to(
        self: Tensor,
        other: Tensor,
        non_blocking: bool = False,
        copy: bool = False,
        *,
        memory_format: MemoryFormat | None = None,
    ) -> Tensor: ...


@core.quick
def to(
    self: Tensor,
    *args: Any,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    non_blocking: bool = False,
    copy: bool = False,
    memory_format: MemoryFormat | None = None,
) -> Tensor:
    """The tensor in another dtype, on another device, or like another tensor; itself where nothing changes.

    All of torch's forms: to(dtype), to(device), to(device, dtype), to(other), and by keyword.
    """
    if args:
        dtype, device, non_blocking, copy = _to_in_order(args, dtype, device, non_blocking, copy)
    if dtype is not None and not isinstance(dtype, dtype_type):
        dtype = of_type(dtype)
    if dtype is not None and not isinstance(dtype, dtype_type):
        raise TypeError(f"to(): argument 'dtype' must be a dtype or None, not {type(dtype).__name__}")
    more = bool(non_blocking), bool(copy), memory_format
    # The forms that torch calls, and programs that are captured have.
    if dtype is None:
        found = api.to_dtype_layout(self, None, None, device, None, *more)
    elif device is None:
        found = api.to_dtype(self, dtype, *more)
    else:
        found = api.to_device(self, device, dtype, *more)
    return same(found, self)


def backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensor | Sequence[Tensor] | None = None,
) -> None:
    """Adds the gradients of this tensor to the leaves it came from, or to `inputs` only.

    Raises TorchError for a tensor of more than one element without `gradient`.
    """
    run_backward(self, gradient, retain_graph, create_graph, inputs=inputs)


_IN_ORDER = FORMATS["contiguous_format"]


@core.quick
def contiguous(self: Tensor, *, memory_format: MemoryFormat = _IN_ORDER) -> Tensor:
    """The tensor with its elements in order, in memory_format; itself where they are."""
    if memory_format is _IN_ORDER and self.is_contiguous():
        return self
    if not isinstance(memory_format, memory_format_type):
        raise TypeError(
            f"contiguous(): argument 'memory_format' must be memory_format, not {type(memory_format).__name__}"
        )
    return same(api.contiguous(self, memory_format), self)


def cast_to(self: Tensor, dtype: Dtype) -> Tensor:
    """The tensor in another dtype (GoTorch's CastTo)."""
    return self.to(dtype=dtype)


def copy_to(self: Tensor, device: DeviceLike) -> Tensor:
    """The tensor on another device (GoTorch's CopyTo)."""
    return self.to(device)


def cuda(
    self: Tensor,
    device: DeviceLike | None = None,
    non_blocking: bool = False,
    memory_format: MemoryFormat | None = None,
) -> Tensor:
    """The tensor on a CUDA device; raises RuntimeError for a device of another type (torch.Tensor.cuda)."""
    if isinstance(device, str):
        device = device_type(device)
    if isinstance(device, device_type) and device.type != "cuda":
        raise RuntimeError("Invalid device, must be cuda device")
    return self.to(device="cuda" if device is None else device, non_blocking=non_blocking, memory_format=memory_format)


@core.quick
def cpu(self: Tensor, memory_format: MemoryFormat | None = None) -> Tensor:
    """The tensor in host memory."""
    return self.to(device="cpu", memory_format=memory_format)


def _caster(name, dtype=None):
    dtype = DTYPES[dtype or name]

    def method(self: Tensor, memory_format: MemoryFormat | None = None) -> Tensor:
        if memory_format is None and self.dtype is dtype:
            return self
        if memory_format is None:
            return api.to_dtype(self, dtype, False, False, None)
        return self.to(dtype, memory_format=memory_format)

    method.__name__, method.__doc__ = name, f"The tensor as {dtype.name}."
    return core.quick(method)


def set_(
    self: Tensor,
    source: Tensor | None = None,
    storage_offset: int = 0,
    size: Sequence[int] | None = None,
    stride: Sequence[int] | None = None,
) -> Tensor:
    """Makes this tensor mean the storage of `source`, from an offset with sizes and strides in elements.

    Without sizes, what `source` means; without a source, nothing. Returns itself. A storage is a source, too: without
    sizes all of it, as one dimension; RuntimeError for elements that it does not have, or of another dtype.
    """
    if not isinstance(source, (Tensor, type(None))):
        storage = source.untyped() if hasattr(source, "untyped") else None
        if storage is None:
            raise TypeError(f"set_(): argument 'source' must be Tensor, a storage or None, not {type(source).__name__}")
        if getattr(source, "dtype", self.dtype) is not self.dtype:
            raise RuntimeError(
                f"Expected a Storage of type {self.dtype} or an UntypedStorage, but got type {source.dtype} for argument "
                "'source'"
            )
        size = (storage.nbytes() // self.itemsize,) if size is None else size
        steps = [math.prod(size[i + 1 :]) for i in range(len(size))] if stride is None else stride
        # Without memory there is none to be left, and the storage's own size may be a symbol.
        if storage.device.type == "meta" or any(map(core.is_symbol, (storage_offset, *size, *steps))):
            from ..ops import overload

            return overload("aten::set_", "source_Storage_storage_offset")(self, storage, storage_offset, size, steps)
        api.storage_set(self, storage._s, storage_offset, tuple(size), tuple(steps))
    elif source is None:
        api.set_(self)
    elif size is None:
        if source.dtype is not self.dtype:
            raise RuntimeError(
                f"argument 'source': could not set a tensor of {source.dtype} to a tensor of {self.dtype}"
            )
        api.set__source_Tensor(self, source)
    else:
        steps = [math.prod(size[i + 1 :]) for i in range(len(size))] if stride is None else stride
        api.set__source_Tensor_storage_offset(self, source, storage_offset, size, steps)
    return self


def new_tensor(
    self: Tensor,
    data: Any,
    *,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    requires_grad: bool = False,
) -> Tensor:
    """A tensor of `data` with this one's dtype and device."""
    if isinstance(data, Tensor):
        warn_of_copy("tensor.new_tensor")
        return copied(data, dtype or self.dtype, device or self.device, requires_grad)
    return tensor(data, dtype=dtype or self.dtype, device=device or self.device, requires_grad=requires_grad)


@core.quick
def untyped_storage(self: Tensor) -> Any:
    """The memory behind this tensor, as bytes; views have the same one. NotImplementedError for layouts without one."""
    from .. import storage

    return storage.untyped_storage(self)


def _storage(self: Tensor) -> Any:
    """The memory behind this tensor, as elements of its dtype; it warns, since torch deprecates it."""
    from ..storage import of_tensor

    return of_tensor(self)


def _typed_storage(self: Tensor) -> Any:
    from ..storage import typed_storage

    return typed_storage(untyped_storage(self), self.dtype)


def _storage_type(self: Tensor) -> Any:
    """The class that storage() gives an instance of, FloatStorage for float32."""
    from ..storage import LEGACY

    return LEGACY[_typed_storage(self).pickle_storage_type()]


def share_memory_(self: Tensor) -> Tensor:
    """Moves the memory where other processes can see it, for all tensors over it; returns itself.

    A tensor that is sent through a queue or pipe of pytorch_c.multiprocessing is moved so by itself.
    Raises RuntimeError while an array or another view looks at the memory. Source: torch.Tensor.share_memory_.
    """
    untyped_storage(self).share_memory_()
    return self


def is_shared(self: Tensor) -> bool:
    """Returns whether other processes can see the memory (torch.Tensor.is_shared); on CUDA always."""
    return untyped_storage(self).is_shared()


METHODS = {
    "share_memory_": share_memory_,
    "is_shared": is_shared,
    "storage": _storage,
    "storage_type": _storage_type,
    "untyped_storage": untyped_storage,
    "_typed_storage": _typed_storage,
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
    "byte": _caster("byte", "uint8"),
    "char": _caster("char", "int8"),
    "short": _caster("short"),
    "int": _caster("int"),
    "long": _caster("long"),
    "bool": _caster("bool"),
}

# ---- properties ----


def _T(self: Tensor) -> Tensor:
    return self.t() if self.dim() == 2 else _ops.numpy_T(self)


def _mT(self: Tensor) -> Tensor:
    return _ops.mT(self)


def _H(self: Tensor) -> Tensor:
    return _ops.matrix_H(self)


def _mH(self: Tensor) -> Tensor:
    return _ops.mH(self)


def _real(self: Tensor) -> Tensor:
    return _ops.real(self) if self.dtype.is_complex else self


def _imag(self: Tensor) -> Tensor:
    return _ops.imag(self)


def _put_part(part, value):
    part.copy_(value if isinstance(value, Tensor) else tensor(value, dtype=part.dtype, device=part.device))


def _set_real(self: Tensor, value: Any) -> None:
    _put_part(_real(self), value)


def _set_imag(self: Tensor, value: Any) -> None:
    _put_part(_imag(self), value)


@core.quick
def _is_sparse_csr(self: Tensor) -> bool:
    return self.layout.name == "sparse_csr"


@core.quick
def _is_mkldnn(self: Tensor) -> bool:
    return self.layout.name == "_mkldnn"


@core.quick
def _is_nested(self: Tensor) -> bool:
    return self._flag(constants.FLAG_NESTED)


def _is_on(kind):
    @core.quick
    def _is_elsewhere(self: Tensor) -> bool:
        return self.device.type == kind

    return _is_elsewhere


@core.quick
def _is_cpu(self: Tensor) -> bool:
    return self.device.type == "cpu"


@core.quick
def _is_cuda(self: Tensor) -> bool:
    return self.device.type == "cuda"


@core.quick
def _is_meta(self: Tensor) -> bool:
    return self.device.type == "meta"


PROPERTIES = {
    "T": property(_T),
    "mT": property(_mT),
    "H": property(_H),
    "mH": property(_mH),
    "real": property(_real, _set_real),
    "imag": property(_imag, _set_imag),
    "is_sparse_csr": property(_is_sparse_csr),
    "is_mkldnn": property(_is_mkldnn),
    "is_nested": property(_is_nested),
    "is_cpu": property(_is_cpu),
    "is_cuda": property(_is_cuda),
    "is_meta": property(_is_meta),
    "is_xpu": property(_is_on("xpu")),
    "is_mps": property(_is_on("mps")),
    "is_xla": property(_is_on("xla")),
    "is_ipu": property(_is_on("ipu")),
    "is_mtia": property(_is_on("mtia")),
    "is_maia": property(_is_on("maia")),
    "is_vulkan": property(_is_on("vulkan")),
}
