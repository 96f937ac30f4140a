"""Members of torch.Tensor that few programs use: those of other devices, of sparse tensors, and what torch has removed."""

from __future__ import annotations

import importlib
import itertools
import warnings
from collections import OrderedDict

from .._boundary import api
from .._boundary.handle import core
from .dtype import memory_format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tensor import Tensor


def _by_name(name, operator=None):
    """A method that calls an operator which has no function of its own."""

    def method(self: Tensor, *args: Any, **kwargs: Any) -> Any:
        found = getattr(importlib.import_module("..ops", __package__).aten, operator or name)
        return found(self, *args, **kwargs)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"The operator aten::{operator or name}."
    return method


def _sparse_kind(name, operator):
    def method(self: Tensor, *args: Any, **kwargs: Any) -> Tensor:
        return getattr(self, operator)(*args, **kwargs)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"The tensor as {operator}() gives it."
    return method


def _moved(device):
    def method(self: Tensor, device_: Any = None, non_blocking: bool = False, **kwargs: Any) -> Tensor:
        place = device if device_ is None else f"{device}:{device_}" if isinstance(device_, int) else device_
        return self.to(place, non_blocking=non_blocking, **kwargs)

    method.__name__ = method.__qualname__ = device
    method.__doc__ = f"The tensor on a device of the type {device}."
    return method


def _removed(name, instead):
    def method(self: Tensor, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError(f"This function was deprecated since version 1.9 and is now removed: use {instead}")

    method.__name__ = method.__qualname__ = name
    method.__doc__ = f"Raises RuntimeError: torch has removed it for {instead}."
    return method


def _dimI(self: Tensor) -> int:
    """The number of sparse dimensions."""
    return self.sparse_dim()


def _dimV(self: Tensor) -> int:
    """The number of dense dimensions of a sparse tensor."""
    return self.dense_dim()


def _to_dense(self: Tensor, dtype: Any = None, masked_grad: bool | None = None) -> Tensor:
    """The dense tensor of a sparse one."""
    return self.to_dense(dtype, masked_grad=masked_grad)


def const_data_ptr(self: Tensor) -> int:
    """The address of the first element, for reading."""
    return self.data_ptr()


def dim_order(self: Tensor, ambiguity_check: Any = False) -> tuple[int, ...]:
    """The dimensions in the order of their strides, the outermost first.

    `ambiguity_check` True, or a list of memory formats that may decide, raises RuntimeError where sizes of 1 or equal
    strides leave the order open. Source: torch.Tensor.dim_order.
    """
    formats = ambiguity_check if isinstance(ambiguity_check, list) else []
    if not isinstance(ambiguity_check, (bool, list)) or not all(isinstance(one, memory_format) for one in formats):
        raise TypeError("The ambiguity_check argument must be a bool or a list of memory formats.")
    sizes, strides = self.shape, self.stride()
    order = tuple(sorted(range(self.dim()), key=lambda dim: (-strides[dim], dim)))
    is_open = 1 in sizes or any(one == other for one, other in itertools.pairwise(strides))
    if ambiguity_check and is_open and sum(self.is_contiguous(memory_format=one) for one in formats) != 1:
        raise RuntimeError(
            "The tensor does not have unique dim order, or cannot map to exact one of the given memory formats."
        )
    return order


def _dir(self: Tensor) -> list[str]:
    """Names of what the tensor has, in their order: without `volatile`, which warns, and what its device does not have."""
    hidden = {"volatile"} if self.is_cuda and not self.is_sparse else {"volatile", "__cuda_array_interface__"}
    return sorted({*dir(type(self)), *vars(self)} - hidden)


def module_load(self: Tensor, other: Tensor, assign: bool = False) -> Any:
    """The tensor that a module loads in the place of `self`: `other` where `assign`, else `self` with its values.

    Source: torch.Tensor.module_load.
    """
    from .. import overrides
    from .tensor import Tensor

    if overrides.has_torch_function((other,)):  # a method asks the class of `self` alone
        return overrides.handle_torch_function(Tensor.module_load, (self, other), self, other, assign=assign)
    return other.detach() if assign else self.copy_(other).detach()


def record_stream(self: Tensor, stream: Any) -> None:
    """Notes that work on a stream uses the memory, which then waits for it before it is freed.

    A tensor's own stream, the current one where it was made, needs no such note.

    Raises:
        NotImplementedError: a tensor on the CPU, which has no streams
        ValueError: a stream of another kind of devices

    Source: torch.Tensor.record_stream.
    """
    _by_name("record_stream")(self, stream)


def resize(self: Tensor, *sizes: Any) -> Tensor:
    """The elements as another shape; deprecated for resize_()."""
    warnings.warn("non-inplace resize is deprecated", stacklevel=2)
    return self.reshape(*sizes)


def resize_as(self: Tensor, tensor: Tensor) -> Tensor:
    """The elements in the shape of another tensor; deprecated for resize_as_()."""
    warnings.warn("non-inplace resize_as is deprecated", stacklevel=2)
    return self.reshape(tensor.shape)


def _reduce_ex_internal(self: Tensor, proto: int) -> Any:
    """The tensor as pickle takes it."""
    return self.__reduce_ex__(proto)


def _fix_weakref(self: Tensor) -> None:
    """Does nothing: a weak reference to a tensor needs no mending here."""


def reinforce(self: Tensor, reward: Any) -> None:
    """Raises RuntimeError: torch has removed stochastic nodes."""
    raise RuntimeError("reinforce() was removed.\nUse torch.distributions instead.")


def _clear_non_serializable_cached_data(self: Tensor) -> None:
    """Does nothing: no tensor keeps what cannot be saved."""


def _name(self: Tensor) -> None:
    """None: names of variables are of torch's past."""


def _volatile(self: Tensor) -> bool:
    warnings.warn("volatile was removed (Variable.volatile is always False)", stacklevel=2)
    return False


def _set_volatile(self: Tensor, value: object = None) -> None:
    message = "volatile was removed and now has no effect. Use `with torch.no_grad():` instead."
    warnings.warn(message, stacklevel=2)


def _cuda_array_interface(self: Tensor) -> dict[str, Any]:
    if self.device.type != "cuda":
        raise AttributeError(
            f"Can't get __cuda_array_interface__ on non-CUDA tensor type: {self.type()} If CUDA data is required use "
            "tensor.cuda() to copy tensor to device memory."
        )
    if self.requires_grad:
        raise RuntimeError(
            "Can't get __cuda_array_interface__ on Variable that requires grad. If gradients aren't required, use "
            "var.detach() to get Variable that doesn't require grad."
        )
    kinds = {"bool": "|b1", "uint8": "|u1", "int8": "|i1", "int16": "<i2", "int32": "<i4", "int64": "<i8",
             "float16": "<f2", "float32": "<f4", "float64": "<f8", "complex64": "<c8", "complex128": "<c16"}  # fmt: skip
    item, size = self.element_size(), self.numel()
    strides = None if self.is_contiguous() else tuple(one * item for one in self.stride())
    data = (self.data_ptr() if size else 0, False)
    return {
        "typestr": kinds[self.dtype.name],
        "shape": tuple(self.shape),
        "strides": strides,
        "data": data,
        "version": 2,
    }


_cuda_array_interface.__name__ = "__cuda_array_interface__"  # the property is called so


def _grad(self: Tensor) -> Tensor | None:
    return self.grad


def _set_grad(self: Tensor, value: Tensor | None) -> None:
    self.grad = value


def _grad_fn(self: Tensor) -> Any:
    return self.grad_fn


def _set_grad_fn(self: Tensor, value: None) -> None:
    if value is not None:
        raise RuntimeError("_grad_fn can be only set to None")
    self.detach_()


def _delete_grad_fn(self: Tensor) -> None:
    raise RuntimeError("Deletion of _grad_fn not allowed. Detach tensor instead!")


def _has_symbolic(self: Tensor) -> bool:
    if any(map(core.is_symbol, self.shape)):
        return True
    if self.layout.name != "strided":
        return False
    return any(map(core.is_symbol, (*self.stride(), self.storage_offset())))


def _python_dispatch(self: Tensor) -> bool:
    return "Python" in api.tensor_dispatch_keys(self).split()


_NAMED = tuple(
    "_addmm_activation _autocast_to_full_precision _autocast_to_reduced_precision _conj _conj_physical _lazy_clone "
    "_neg_view _sparse_mask_projection".split()
)

METHODS = {
    **{name: _by_name(name) for name in _NAMED},
    **{
        f"_to_sparse{kind}": _sparse_kind(f"_to_sparse{kind}", f"to_sparse{kind}")
        for kind in ("", "_csr", "_csc", "_bsr", "_bsc")
    },
    "ipu": _moved("ipu"),
    "mtia": _moved("mtia"),
    "xpu": _moved("xpu"),
    "eig": _removed("eig", "torch.linalg.eig"),
    "lstsq": _removed("lstsq", "torch.linalg.lstsq"),
    "solve": _removed("solve", "torch.linalg.solve"),
    "symeig": _removed("symeig", "torch.linalg.eigh"),
    "__dir__": _dir,
    "_fix_weakref": _fix_weakref,
    "_reduce_ex_internal": _reduce_ex_internal,
    "_clear_non_serializable_cached_data": _clear_non_serializable_cached_data,
    "_dimI": _dimI,
    "_dimV": _dimV,
    "_to_dense": _to_dense,
    "const_data_ptr": const_data_ptr,
    "dim_order": dim_order,
    "module_load": module_load,
    "record_stream": record_stream,
    "reinforce": reinforce,
    "resize": resize,
    "resize_as": resize_as,
}


class _Hooks(OrderedDict):  # type: ignore[type-arg]
    """The hooks of a tensor by their places; what is set or deleted here is so at the tensor."""

    _of: Any = None  # the setter and the tensor; None while it is filled

    def __init__(self, tensor, after, register):
        super().__init__(enumerate(core.hooks_of(tensor, after)))
        self._of = _set_hooks(after, register), tensor

    def _changed(self):
        if self._of is not None:
            self._of[0](self._of[1], self)

    def __setitem__(self, key, hook):
        super().__setitem__(key, hook)
        self._changed()

    def __delitem__(self, key):
        super().__delitem__(key)
        self._changed()

    def popitem(self, last: bool = True) -> tuple[Any, Any]:
        found = super().popitem(last)
        self._changed()
        return found

    def clear(self) -> None:
        super().clear()
        self._changed()


def _hooks(after, register):
    """The getter of a tensor's hooks of one kind: an OrderedDict, None without hooks."""

    def hooks(self: Tensor) -> dict[Any, Any] | None:
        return _Hooks(self, after, register) or None

    return hooks


def _set_hooks(after, register):
    """The setter: the hooks take the place of those that are there."""

    def set_hooks(self: Tensor, hooks: dict[Any, Any] | None) -> None:
        core.remove_hooks(self, after)
        for hook in (hooks or {}).values() if self.requires_grad else ():
            getattr(self, register)(hook)

    return set_hooks


def _keep_hooks(self: Tensor) -> None:
    """The deleter, which refuses."""
    raise RuntimeError("Deletion of _backwards_hooks not allowed!")


PROPERTIES = {
    "__cuda_array_interface__": property(_cuda_array_interface),
    "_backward_hooks": property(_hooks(False, "register_hook"), _set_hooks(False, "register_hook"), _keep_hooks),
    "_grad": property(_grad, _set_grad),
    "_grad_fn": property(_grad_fn, _set_grad_fn, _delete_grad_fn),
    "_has_symbolic_sizes_strides": property(_has_symbolic),
    "_post_accumulate_grad_hooks": property(
        _hooks(True, "register_post_accumulate_grad_hook"), _set_hooks(True, "register_post_accumulate_grad_hook")
    ),
    "_python_dispatch": property(_python_dispatch),
    "name": property(_name),
    "volatile": property(_volatile, _set_volatile, _set_volatile),
}
