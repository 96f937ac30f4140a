"""The Tensor: a handle of the C library, and what no operator schema covers.

Other files own more of its members; members.py puts them on the class.
"""

from __future__ import annotations

from .._boundary import api, constants, handle
from .._boundary.errors import ClosedTensorError, TorchError
from .._boundary.handle import core
from .device import device_numbers
from .dtype import BY_CODE, FORMATS, LAYOUT_BY_CODE, dtype_of
from .dtype import dtype as dtype_type
from .dtype import layout as layout_type
from .dtype import memory_format as memory_format_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, SupportsIndex, overload

    from typing_extensions import Self

    from .._typing import Dtype, Layout, MemoryFormat
    from ..autograd.graph import Node
    from .device import device as Device

_strides, _storage_offset = core.strides, core.storage_offset


if TYPE_CHECKING:
    _Sizes = tuple[int, ...]
else:
    _Sizes = core.Sizes  # csrc/size.c


class Size(_Sizes):
    """The sizes of a tensor, as torch.Size; anything but ints, and symbols for them, raises TypeError."""

    __slots__ = ()
    __module__ = "pytorch_c"

    if TYPE_CHECKING:  # what the base class has

        def __new__(cls, iterable: Iterable[SupportsIndex] = (), /) -> Self: ...
        def numel(self) -> int: ...
        def __add__(self, other: tuple[int, ...], /) -> Size: ...
        def __radd__(self, other: tuple[int, ...], /) -> Size: ...
        def __mul__(self, times: SupportsIndex, /) -> Size: ...
        def __rmul__(self, times: SupportsIndex, /) -> Size: ...
        @overload
        def __getitem__(self, index: SupportsIndex, /) -> int: ...
        @overload
        def __getitem__(self, index: slice, /) -> Size: ...


def _dim(dim, count, name):
    """A dimension, checked."""
    if isinstance(dim, bool) or not hasattr(dim, "__index__"):
        raise TypeError(f"{name}(): argument 'dim' must be int, not {type(dim).__name__}")
    if not -count <= dim < count:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-count}, {count - 1}], but got {dim})")
    return dim.__index__()


_POLICIES = {None: 0, "strides": 1, "sizes": 2}


def _ask(made, policy, device, layout):
    """Has a tensor ask its class of its sizes and strides, its device and its layout too."""
    if policy not in _POLICIES:
        raise RuntimeError(f'Unknown sizes_strides_policy: {policy}; expected one of "strides" or "sizes"')
    if policy is not None or device or layout:
        core.asks(made, _POLICIES[policy], device, layout)


def _names_of_keys(keys):
    """The names of the keys of a DispatchKeySet, one a line."""
    names, bits = [], keys._bits
    while first := api.keyset_first(bits):
        names.append(api.dispatch_key_name(first).removesuffix("Undefined"))  # a kind of tensors, of any device
        bits = api.keyset_remove(bits, first)
    return "\n".join(names)


def _device_of_wrapper(device):
    """(type, index) of a device, its text or its index; the default is the CPU."""
    return (constants.DEVICE_TYPE["cpu"], constants.UNSET) if device is None else device_numbers(device)


class Tensor(core.Owner, metaclass=core._TensorMeta):
    """An array of numbers on a device, in memory of libtorch's (torch.Tensor, GoTorch's Tensor).

    Made by `tensor`, `zeros`, `randn`, … and by every operator. The memory goes
    with the last reference; `close()` lets go at once, and a closed tensor
    raises ClosedTensorError on use.
    """

    # The handle itself, `_h`, and its weak references are the base class's (csrc/tensor.c).
    __slots__ = ("__dict__",)
    __module__ = "pytorch_c"  # under which name a pickle and a message have it

    if TYPE_CHECKING:  # what the base class has (csrc/tensor.c)
        grad: Tensor | None
        data: Tensor
        requires_grad: bool

        @property
        def shape(self) -> Size: ...
        @property
        def dtype(self) -> Dtype: ...
        @property
        def device(self) -> Device: ...
        @property
        def ndim(self) -> int: ...
        @property
        def is_leaf(self) -> bool: ...
        @property
        def grad_fn(self) -> Node | None: ...
        def dim(self) -> int: ...
        def is_contiguous(self, memory_format: MemoryFormat | None = None) -> bool: ...
        def detach(self) -> Tensor: ...
        def item(self) -> Any: ...
        def numel(self) -> int: ...
        def nelement(self) -> int: ...
        def __delitem__(self, index: Any, /) -> None: ...
        @overload
        def size(self, dim: None = None) -> Size: ...
        @overload
        def size(self, dim: int) -> int: ...

    # ---- the handle ----

    def close(self) -> None:
        """Lets go of the memory at once. Closing twice is harmless.

        A call that is using the tensor on another thread ends first, and an
        array of NumPy's over the same memory keeps it.
        """
        handle.close(self)

    @property
    def closed(self) -> bool:
        """Returns whether close() was called."""
        return self._h is None

    def _open(self) -> Any:
        if self._h is None:
            raise ClosedTensorError("this tensor was closed")
        return self._h

    @classmethod
    def _adopt(cls, tensor: Tensor) -> Self:
        """An instance of this class that takes over the handle of a fresh tensor.

        Raises RuntimeError for a tensor of another class with __torch_dispatch__.
        """
        if type(tensor).__torch_dispatch__ is not core.no_dispatch and not isinstance(tensor, cls):
            raise RuntimeError(
                f"Creating a new Tensor subclass {cls.__name__} but the raw Tensor object is already associated to a "
                f"python object of type {type(tensor).__name__}"
            )
        return handle.take_over(object.__new__(cls), tensor)

    __torch_dispatch__ = core.no_dispatch

    def _make_subclass(
        self: Any,
        data: Any,
        require_grad: bool = False,
        *,
        dispatch_sizes_strides_policy: str | None = None,
        dispatch_device: bool = False,
        dispatch_layout: bool = False,
        device_for_backend_keys: Any = None,
    ) -> Any:
        """A `cls` over the same memory, outside of the graph: Tensor._make_subclass(cls, data), or data's method.

        Source: torch.Tensor._make_subclass.
        """
        cls, source = (self, data) if isinstance(self, type) else (data, self)
        if not (isinstance(cls, type) and issubclass(cls, Tensor)):
            raise TypeError(f"_make_subclass(): argument 'cls' must be a subclass of Tensor, not {cls!r}")
        if not isinstance(source, Tensor):
            raise TypeError(f"_make_subclass(): argument 'data' must be Tensor, not {type(source).__name__}")
        made = cls._adopt(core.detached(source))
        if require_grad:
            with core.WithoutOverrides(2):  # its class has not seen it yet
                made.requires_grad = True
        _ask(made, dispatch_sizes_strides_policy, dispatch_device, dispatch_layout)
        if device_for_backend_keys is not None:
            api.tensor_set_backend_keys(made, *_device_of_wrapper(device_for_backend_keys))
        return made

    @staticmethod
    def _make_wrapper_subclass(
        cls: Any,
        size: Any,
        strides: Any = None,
        storage_offset: int | None = None,
        memory_format: Any = None,
        dtype: Any = None,
        layout: Any = None,
        device: Any = None,
        pin_memory: bool = False,
        requires_grad: bool = False,
        dispatch_sizes_strides_policy: str | None = None,
        dispatch_device: bool = False,
        dispatch_layout: bool = False,
        _extra_dispatch_keys: Any = None,
        storage_size: int | None = None,
    ) -> Any:
        """A `cls` without memory, whose __torch_dispatch__ runs its operators. Source: torch.Tensor._make_wrapper_subclass."""
        if not (isinstance(cls, type) and issubclass(cls, Tensor)):
            raise TypeError(f"_make_wrapper_subclass(): argument 'cls' must be a subclass of Tensor, not {cls!r}")
        if cls.__torch_dispatch__ is core.no_dispatch:
            raise TypeError(f"{cls.__name__} must define __torch_dispatch__")
        keys = None if _extra_dispatch_keys is None else _names_of_keys(_extra_dispatch_keys)
        kind, index = _device_of_wrapper(device)
        sizes, steps = tuple(size), None if strides is None else tuple(strides)
        symbols = any(map(core.is_symbol, (*sizes, *(steps or ()), storage_offset)))
        if core.is_symbol(storage_size):
            storage_size = 0  # a number would fix the symbol to what it is now
        made = cls._adopt(
            core.wrapper(
                *(((), None, None) if symbols else (sizes, steps, storage_offset)),
                constants.UNSET if storage_size is None else storage_size,
                keys,
                (api.get_default_dtype() if dtype is None else dtype.code),
                0 if layout is None else layout.code,
                kind,
                index,
            )
        )
        if symbols:
            core.set_sizes(made, sizes, steps, storage_offset)
        if requires_grad:
            with core.WithoutOverrides(2):
                made.requires_grad = True
        _ask(made, dispatch_sizes_strides_policy, dispatch_device, dispatch_layout)
        return made

    @staticmethod
    def _dtensor__new__(cls: Any, local_tensor: Tensor, spec: Any, *, requires_grad: bool) -> Any:
        """A `cls` of the sizes that a DTensorSpec says, which keeps both. Source: torch.Tensor._dtensor__new__."""
        made = Tensor._make_wrapper_subclass(
            cls,
            spec.tensor_meta.shape,
            strides=spec.tensor_meta.stride,
            dtype=local_tensor.dtype,
            layout=local_tensor.layout,
            device=local_tensor.device,
            requires_grad=requires_grad,
        )
        made._spec, made._local_tensor = spec, local_tensor
        return made

    # ---- what it is (shape, dtype, device, size() and others are in csrc/tensor.c) ----

    @property
    def layout(self) -> Layout:
        """strided, sparse_coo, …"""
        return LAYOUT_BY_CODE[api.tensor_layout(self)]

    @property
    def itemsize(self) -> int:
        """Bytes of one element."""
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        """Bytes of all elements."""
        return self.numel() * self.itemsize

    @property
    def _version(self) -> int:
        return api.tensor_version(self)

    @property
    def _cdata(self) -> int:
        """A number that all handles of this tensor have in common."""
        return api.tensor_impl(self)

    @property
    def _base(self) -> Tensor | None:
        """The tensor that this one is a view of, or None."""
        return api.tensor_base(self)

    def _use_count(self) -> int:
        """Returns how many hold the tensor: its handles, and the graph."""
        return api.tensor_use_count(self)

    def _size(self, dim: int | None = None, *, axis: int | None = None) -> Size | int:
        dim = axis if dim is None else dim
        if dim is not None and self.is_nested:
            return self._nested_size(_dim(dim, self.ndim, "size"))
        shape = self.shape
        return shape if dim is None else shape[_dim(dim, len(shape), "size")]

    def _nested_size(self, dim):
        """The size that all components of a nested tensor have, or for 0 their number; TorchError where they differ."""
        sizes = self._nested_tensor_size()  # type: ignore[attr-defined]
        at = dim % self.ndim
        found = set(sizes[:, at - 1].tolist()) if at else {len(sizes) if sizes.dim() else 0}
        if len(found) != 1:
            raise TorchError(f"Given dimension {dim} is irregular and does not have a size.")
        return found.pop()

    if TYPE_CHECKING:

        @overload
        def stride(self, dim: None = None, *, axis: None = None) -> tuple[int, ...]: ...

        @overload
        def stride(self, dim: int, *, axis: None = None) -> int: ...

        @overload
        def stride(self, dim: None = None, *, axis: int) -> int: ...

    def stride(self, dim: int | None = None, *, axis: int | None = None) -> tuple[int, ...] | int:
        """Steps in elements of the dimensions, or of one, `dim` or `axis`; raises IndexError if there is none."""
        dim, steps = axis if dim is None else dim, _strides(self)
        return steps if dim is None else steps[_dim(dim, len(steps), "stride")]

    def storage_offset(self) -> int:
        """Elements before the first one in the storage."""
        return _storage_offset(self)

    def element_size(self) -> int:
        """Bytes of one element."""
        return self.dtype.itemsize

    def data_ptr(self) -> int:
        """The address of the first element."""
        return api.tensor_data_ptr(self)

    def _storage(self) -> tuple[int, int]:
        """(address, bytes) of the whole storage."""
        return api.tensor_storage(self)

    def _is_contiguous(self, memory_format: MemoryFormat | None = None) -> bool:
        if memory_format is None:
            return self.is_contiguous()
        if not isinstance(memory_format, memory_format_type):
            raise TypeError(
                f"is_contiguous(): argument 'memory_format' must be memory_format, not {type(memory_format).__name__}"
            )
        return api.tensor_is_contiguous(self, memory_format.code)

    def _flag(self, bit: int) -> bool:
        return bool(api.tensor_flags(self) & bit)

    def is_conj(self) -> bool:
        return self._flag(constants.FLAG_CONJ)

    def is_neg(self) -> bool:
        return self._flag(constants.FLAG_NEG)

    def _is_view(self) -> bool:
        return self._flag(constants.FLAG_VIEW)

    def is_inference(self) -> bool:
        return self._flag(constants.FLAG_INFERENCE)

    def is_floating_point(self) -> bool:
        return self.dtype.is_floating_point

    def is_complex(self) -> bool:
        return self.dtype.is_complex

    def is_signed(self) -> bool:
        return self.dtype.is_signed

    @property
    def is_quantized(self) -> bool:
        return self._flag(constants.FLAG_QUANTIZED)

    @property
    def is_sparse(self) -> bool:
        return self.layout.name == "sparse_coo"

    # ---- values out ----

    def string(self) -> str:
        """libtorch's own text (GoTorch's String)."""
        return api.tensor_string(self)

    def print(self) -> None:
        """Prints libtorch's own text (GoTorch's Print)."""
        print(api.tensor_string(self))

    # ---- gradients ----

    def requires_grad_(self, requires_grad: bool = True) -> Tensor:
        """Sets requires_grad; returns itself. Raises RuntimeError inside of vmap and the transforms of func."""
        if not isinstance(requires_grad, bool):
            kind = type(requires_grad).__name__
            raise TypeError(f"requires_grad_(): argument 'requires_grad' must be bool, not {kind}")
        try:
            api.tensor_set_requires_grad(self, requires_grad)
        except RuntimeError:
            if not (self.is_floating_point() or self.is_complex()):
                raise RuntimeError("only Tensors of floating point dtype can require gradients") from None
            raise
        return self

    def _set_grad(self, value: Tensor) -> None:
        if not isinstance(value, Tensor):
            raise TypeError(
                f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}"
            )
        api.tensor_set_grad(self, value)

    def retain_grad(self) -> None:
        """Keeps the gradient of a tensor that is no leaf."""
        api.tensor_retain_grad(self)

    @property
    def retains_grad(self) -> bool:
        return api.tensor_retains_grad(self)

    @property
    def grad_dtype(self) -> Dtype | None:
        """The dtype to which backward casts a leaf's gradient; None takes any. Raises RuntimeError for other tensors."""
        any, code = api.tensor_grad_dtype(self)
        return None if any else dtype_of(code)

    @grad_dtype.setter
    def grad_dtype(self, value: Dtype | None) -> None:
        if value is not None and not isinstance(value, dtype_type):
            raise TypeError(f"argument 'grad_dtype' must be a dtype or None, not {type(value).__name__}")
        api.tensor_set_grad_dtype(self, constants.UNSET if value is None else value.code)

    @property
    def output_nr(self) -> int:
        return api.tensor_output_nr(self)

    def grad_fn_name(self) -> str | None:
        """The name of the node that made it ("AddBackward0"), or None for a leaf."""
        return api.tensor_grad_fn_name(self)

    def _set_data(self, value: Tensor) -> None:
        if not isinstance(value, Tensor):
            raise TypeError(f"argument 'data' must be Tensor, not {type(value).__name__}")
        api.tensor_set_data(self, value)

    def set_data(self, data: Tensor) -> None:
        """Makes this tensor mean other data (GoTorch's SetData)."""
        self.data = data

    def is_same(self, other: Tensor) -> bool:
        """Returns whether both are handles to the very same tensor of libtorch's."""
        return api.tensor_is_same(self, other)


handle.setup(
    Tensor=Tensor,
    Size=Size,
    dtype=dtype_type,
    layout=layout_type,
    memory_format=memory_format_type,
    dtypes=BY_CODE,
    layouts=LAYOUT_BY_CODE,
    formats=tuple(FORMATS.values()),
)
