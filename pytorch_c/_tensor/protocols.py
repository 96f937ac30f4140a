"""Python's protocols on Tensor: truth, length, iteration, text, pickle, DLPack, …"""

from __future__ import annotations

from .. import _composites, _ops
from .._boundary.errors import TorchError
from .._boundary.handle import core
from .data import from_numpy
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, SupportsIndex

    from .._typing import Operand, TensorT


@core.quick
def _bool(self: Tensor) -> bool:
    if self.numel() != 1:
        raise RuntimeError(
            f"Boolean value of Tensor with {'no values' if not self.numel() else 'more than one value'} is ambiguous"
        )
    try:
        return bool(self.item())
    except TorchError:
        return _ops.is_nonzero(self)  # says what a batched tensor has to say


def _len(self: Tensor) -> int:
    shape = self.shape
    if not shape:
        raise TypeError("len() of a 0-d tensor")
    return shape[0]


def _iter(self: Tensor) -> Iterator[Tensor]:
    if self.dim() == 0:
        raise TypeError("iteration over a 0-d tensor")
    return iter(self.unbind(0))


@core.quick
def _index(self: Tensor) -> int:
    if self.dtype.is_floating_point or self.dtype.is_complex or self.numel() != 1:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self.item())


def _reversed(self: Tensor) -> Tensor:
    return _ops.flip(self, (0,)) if self.dim() else self


def _array_wrap(self: Tensor, array: Any, context: Any = None, return_scalar: bool = False) -> Tensor:
    """Returns the result of a NumPy function as a tensor."""
    return from_numpy(array.astype("uint8") if array.dtype == bool else array)


def _array_function(self: Tensor, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    from .._numpy.dispatch import array_function

    return array_function(func, types, args, kwargs)


def _array_ufunc(self: Tensor, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
    from .._numpy.dispatch import array_ufunc

    return array_ufunc(ufunc, method, inputs, kwargs)


def _contains(self: Tensor, element: Operand) -> bool:
    if not isinstance(element, (Tensor, int, float, complex)):
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
    return bool((element == self).any().item())


def _repr(self: Tensor, *, tensor_contents: str | None = None) -> str:
    """The text of a tensor; `tensor_contents` is a text in the place of its numbers."""
    if self._h is None:
        return "tensor(<closed>)"
    from .printing import tensor_repr

    with core.DispatchBlock():  # modes are not asked
        return tensor_repr(self, tensor_contents)


def _format(self: Tensor, spec: str) -> str:
    if type(self) is Tensor and self.dim() == 0 and not self.is_meta:
        return format(self.item(), spec)
    return object.__format__(self, spec)


def _only(self):
    """The element of a tensor that has one."""
    if self.numel() != 1:
        raise ValueError(f"only one element tensors can be converted to Python scalars, this one has {self.numel()}")
    return self.item()


@core.quick
def _int(self: Tensor) -> int:
    return int(_only(self))


@core.quick
def _float(self: Tensor) -> float:
    return float(_only(self))


def _complex(self: Tensor) -> complex:
    return complex(_only(self))


def _reduce(self: Tensor, protocol: SupportsIndex) -> tuple[Any, ...]:
    from .._files.pickling import reduce

    return reduce(self)


def _deepcopy(self: Tensor, memo: Any) -> Tensor:
    from .._files.pickling import deepcopy

    return deepcopy(self, memo)


def _dlpack(
    self: Tensor,
    *,
    stream: int | None = -1,
    max_version: tuple[int, int] | None = None,
    dl_device: tuple[int, int] | None = None,
    copy: bool | None = None,
) -> Any:
    from .dlpack import dlpack

    return dlpack(self, stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)


def _dlpack_device(self: Tensor) -> tuple[int, int]:
    from .dlpack import dlpack_device

    return dlpack_device(self)


def _array_namespace(self: Tensor, *, api_version: str | None = None) -> Any:
    from importlib import import_module

    return import_module("..array_api", __package__)


def _arrow_c_array(self: Tensor, requested_schema: Any = None) -> tuple[Any, Any]:
    from .arrow import arrow_c_array

    return arrow_c_array(self, requested_schema)


def _new(cls: type[TensorT], *args: Any, **kwargs: Any) -> TensorT:
    return _composites.chapter("typed").legacy_constructor(cls, args, kwargs)


def _nonzero(self: Tensor) -> bool:
    return bool(self)


def _long(self: Tensor) -> int:
    return int(self)


def _setstate(self: Tensor, state: Any) -> None:
    """Sets attributes, (attributes, slots), or what torch's old files hold of a tensor (torch.Tensor.__setstate__)."""
    if state is None or isinstance(state, dict) or len(state) == 2:
        own, more = state if isinstance(state, tuple) else (state, None)
        vars(self).update(own or {})
        for name, value in (more or {}).items():
            setattr(self, name, value)
        return
    if not self.is_leaf:
        raise RuntimeError("__setstate__ can be only called on leaf Tensors")
    if len(state) == 4:  # (storage, offset, size, stride)
        self.set_(*state)
        return
    if len(state) == 5:
        self.data = state[0]
        state = (state[3], state[4], state[2])
    self.requires_grad = state[0]


def _div(self: Tensor, other: Any) -> Tensor:
    return self / other


def _rdiv(self: Tensor, other: Any) -> Tensor:
    return other / self


def _idiv(self: Tensor, other: Any) -> Tensor:
    self /= other
    return self


PROTOCOLS = {
    "__new__": staticmethod(_new),
    "__bool__": _bool,
    "__len__": _len,
    "__iter__": _iter,
    "__nonzero__": _nonzero,  # Python 2's names, which libraries still call
    "__long__": _long,
    "__div__": _div,
    "__rdiv__": _rdiv,
    "__idiv__": _idiv,
    "__index__": _index,
    "__int__": _int,
    "__float__": _float,
    "__complex__": _complex,
    "__contains__": _contains,
    "__reversed__": _reversed,
    "__array_wrap__": _array_wrap,
    "__array_function__": _array_function,
    "__array_ufunc__": _array_ufunc,
    "__array_priority__": 1000,  # NumPy asks the tensor first
    "__repr__": _repr,
    "__format__": _format,
    "__hash__": core.Owner.__hash__,
    "__reduce_ex__": _reduce,
    "__setstate__": _setstate,
    "__deepcopy__": _deepcopy,
    "__dlpack__": _dlpack,
    "__dlpack_device__": _dlpack_device,
    "__arrow_c_array__": _arrow_c_array,
    "__array_namespace__": _array_namespace,
    "__dlpack_c_exchange_api__": core.dlpack_exchange_api,
}
