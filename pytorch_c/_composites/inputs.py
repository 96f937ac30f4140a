"""Questions about tensors as functions, and asarray."""

from __future__ import annotations

import warnings

from .._boundary.handle import core
from .._tensor import overriding
from .._tensor.data import as_tensor, from_numpy, frombuffer, is_array, tensor
from .._tensor.device import default_device
from .._tensor.dlpack import from_dlpack
from .._tensor.dtype import dtype as dtype_type
from .._tensor.promotion import get_default_dtype
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import TypeIs

    from .._typing import DeviceLike, Dtype


@core.asking
def is_conj(input: Tensor) -> bool:
    """Returns whether the tensor is a conjugate that is not yet computed."""
    return input.is_conj()


@core.asking
def is_neg(input: Tensor) -> bool:
    """Returns whether the tensor is a negative that is not yet computed."""
    return input.is_neg()


@core.asking
def is_inference(input: Tensor) -> bool:
    """Returns whether the tensor was made in inference mode."""
    return input.is_inference()


@core.asking
def get_device(input: Tensor) -> int:
    """The index of the tensor's device, -1 on the CPU."""
    return input.get_device()


def typename(obj: object) -> str:
    """The name of a tensor's type ("torch.FloatTensor"), of a class or function, or the class of anything else.

    Source: torch.typename.
    """
    if isinstance(obj, Tensor):
        return obj.type()
    module, name = getattr(obj, "__module__", None), getattr(obj, "__qualname__", getattr(obj, "__name__", None))
    if name is None:
        module, name = type(obj).__module__, type(obj).__qualname__
    return name if not isinstance(module, str) or module in ("", "builtins") else f"{module}.{name}"


def _shared(obj, dtype):
    """A tensor over the memory of obj, or None where obj has none to share."""
    if isinstance(obj, Tensor):
        return obj
    if is_array(obj):
        import numpy as np

        return from_numpy(np.asarray(obj))
    if isinstance(obj, (bytes, bytearray, memoryview)):
        return frombuffer(obj, dtype=dtype or get_default_dtype())
    if hasattr(obj, "__dlpack__") or type(obj).__name__ == "PyCapsule":
        return from_dlpack(obj)
    of_storage = getattr(type(obj), "_as_tensor", None)
    return None if of_storage is None else of_storage(obj, dtype)


_FOLLOWS = (
    "torch.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of False. "
    "Pass requires_grad=False explicitly to get the old behavior and silence this warning."
)


@core.quick
def asarray(
    obj: Any,
    *,
    dtype: Dtype | None = None,
    device: DeviceLike | None = None,
    copy: bool | None = None,
    requires_grad: bool | None = None,
) -> Tensor:
    """A tensor of obj: a tensor, an array, a buffer, a storage, a number or nested sequences of numbers.

    Args:
        dtype, device: None are those of obj
        copy: True copies; False never does, and raises where it would have to; None copies where it must
        requires_grad: of the result, and of obj itself where the result is obj; None is obj's own.
            False leaves the graph of a tensor that was computed.

    Returns:
        Tensor, over obj's memory where it was not copied

    Raises:
        ValueError: copy=False for numbers, another dtype or another device
        TypeError: a dtype or requires_grad of another type
        RuntimeError: integers that would require grad

    Warns:
        UserWarning: requires_grad was not given, and obj requires grad (it was False in earlier versions of torch)

    Source: torch.asarray.
    """
    a_mode_asks = core.has_torch_function_unary(None)  # classes are not asked for this
    if a_mode_asks:
        given = {"dtype": dtype, "device": device, "copy": copy, "requires_grad": requires_grad}
        return overriding.ask(asarray, (), (obj,), {name: one for name, one in given.items() if one is not None})
    if device is None:
        device = default_device()
    if dtype is not None and not isinstance(dtype, dtype_type):
        raise TypeError(f"asarray(): argument 'dtype' must be a dtype or None, not {type(dtype).__name__}")
    if requires_grad is not None and not isinstance(requires_grad, bool):
        raise TypeError(f"asarray(): argument 'requires_grad' must be bool, not {type(requires_grad).__name__}")
    if requires_grad is None:
        requires_grad = getattr(obj, "requires_grad", False) is True
        if requires_grad:
            warnings.warn(_FOLLOWS, stacklevel=2)
    shared = _shared(obj, dtype)
    if shared is None:
        if copy is False:
            raise ValueError("can't alias arbitrary sequence, so a copy is needed; got copy=False")
        return tensor(obj, dtype=dtype, device=device, requires_grad=requires_grad)
    found = as_tensor(shared, dtype=dtype, device=device)
    moved = found.dtype is not shared.dtype or found.device != shared.device
    if copy is False and moved:
        raise ValueError(
            f"can't alias a tensor from device '{shared.device}' to '{found.device}', or with dtype '{shared.dtype}' into "
            f"dtype '{found.dtype}'; got copy=False"
        )
    if copy and not moved:
        found = found.clone()
    return found.requires_grad_(requires_grad) if found.is_leaf or requires_grad else found.detach()


def is_tensor(obj: object) -> TypeIs[Tensor]:
    """Returns whether an object is a Tensor."""
    return isinstance(obj, Tensor)


def _checked(input, name):
    if not isinstance(input, Tensor):
        raise TypeError(f"{name}(): argument 'input' must be Tensor, not {type(input).__name__}")
    return input


@core.asking
def is_floating_point(input: Tensor) -> bool:
    """Returns whether a tensor's dtype is a float."""
    return _checked(input, "is_floating_point").is_floating_point()


@core.asking
def is_complex(input: Tensor) -> bool:
    """Returns whether a tensor's dtype is complex."""
    return _checked(input, "is_complex").is_complex()


@core.asking
def numel(input: Tensor) -> int:
    """The number of elements of a tensor."""
    return _checked(input, "numel").numel()
