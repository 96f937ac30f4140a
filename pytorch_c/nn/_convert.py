"""Moving a module's tensors to another device, dtype or memory format, in place."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from .. import __future__, _ops
from .._boundary.handle import core
from .._tensor.device import device as Device
from .._tensor.dtype import dtype as DType
from .._tensor.tensor import Tensor
from ..autograd import no_grad
from ..utils._swapping import swap_tensors
from .parameter import Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

    from .._typing import DeviceLike, Dtype

_FORMS = "to(device, dtype, non_blocking), to(dtype, non_blocking), to(tensor, non_blocking) or keywords"


@core.asking
def _parse_to(*args: Any, **kwargs: Any) -> tuple[Any, Any, bool, Any]:
    """(device, dtype, non_blocking, memory_format) out of any of torch's forms of Module.to (torch._C._nn._parse_to)."""
    names = ["device", "dtype", "non_blocking"]
    if args and isinstance(args[0], DType):
        names = ["dtype", "non_blocking"]
    elif args and isinstance(args[0], Tensor):
        names = ["tensor", "non_blocking"]
    given = dict(zip(names, args))
    if "copy" in kwargs:
        raise RuntimeError(".to() does not accept copy argument")
    wrong = set(kwargs) - {"device", "dtype", "tensor", "non_blocking", "memory_format"}
    if len(args) > len(names) or wrong or set(given) & set(kwargs):
        raise TypeError(f"Module.to takes {_FORMS}; got positional {args} and keywords {sorted(kwargs)}")
    given.update(kwargs)
    other = given.get("tensor")
    if other is not None:
        given.update(device=other.device, dtype=other.dtype)
    dtype, device = given.get("dtype"), given.get("device")
    if dtype is not None and not isinstance(dtype, DType):
        raise TypeError(f"dtype must be a dtype, got {type(dtype).__name__}")
    if device is not None and not isinstance(device, Device):
        device = Device(device)
    return device, dtype, bool(given.get("non_blocking", False)), given.get("memory_format")


def converter(device: Any, dtype: Any, non_blocking: bool, memory_format: Any) -> Callable[[Tensor], Tensor]:
    """The function that converts one tensor; integers keep their dtype."""

    def convert(tensor):
        kwargs = {}
        if device is not None:
            kwargs["device"] = device
        if dtype is not None and (tensor.is_floating_point() or tensor.is_complex()):
            kwargs["dtype"] = dtype
        if memory_format is not None and tensor.dim() in (4, 5):
            kwargs["memory_format"] = memory_format
        try:
            return tensor.to(**kwargs, non_blocking=non_blocking) if kwargs else tensor
        except NotImplementedError as error:
            if "Cannot copy out of meta tensor" not in str(error):
                raise
            raise NotImplementedError(
                f"{error} Please use torch.nn.Module.to_empty() instead of torch.nn.Module.to() "
                "when moving module from meta to a different device."
            ) from None

    return convert


class Converted:
    """The part of Module whose tensors move."""

    def _apply(self, fn: Callable[[Tensor], Tensor], recurse: bool = True) -> Self:
        """Gives each parameter, its gradient and each buffer what fn makes of it, children first. Returns self.

        A parameter stays the same object where its memory can be exchanged, so that optimizers and
        shared ones keep working. Every conversion of modules comes through here.
        """
        if recurse:
            for module in self.children():
                module._apply(fn)
        parameters, buffers = self._parameters, self._buffers
        for name, parameter in list(parameters.items()):
            if parameter is not None:
                new = _converted(parameter, fn)
                if new is not parameter:
                    parameters[name] = new
        for name, buffer in list(buffers.items()):
            if buffer is not None:
                buffers[name] = fn(buffer)
        return self

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Moves parameters and buffers, in place: to(device, dtype), to(dtype), to(tensor), keywords. Returns self.

        dtype must be floating point or complex (else TypeError) and is not applied to integer tensors.
        """
        device, dtype, non_blocking, memory_format = _parse_to(*args, **kwargs)
        if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
            raise TypeError(
                f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={dtype}"
            )
        if dtype is not None and dtype.is_complex:
            warnings.warn(
                "Complex modules are a new feature under active development whose design may change, and some modules "
                "might not work as expected when using complex tensors as parameters or buffers.",
                stacklevel=2,
            )
        return self._apply(converter(device, dtype, non_blocking, memory_format))

    def to_empty(self, *, device: DeviceLike | None, recurse: bool = True) -> Self:
        """Moves to device without the values: memory that is not set. Returns self."""
        return self._apply(lambda tensor: _ops.empty_like(tensor, device=device), recurse=recurse)

    def cpu(self) -> Self:
        """Moves to the CPU. Returns self."""
        return self._apply(lambda tensor: tensor.cpu())

    def cuda(self, device: DeviceLike | None = None) -> Self:
        """Moves to the current CUDA device, or to `device` (an index or a device). Returns self."""
        return self._apply(lambda tensor: tensor.cuda(device))

    def xpu(self, device: DeviceLike | None = None) -> Self:
        """Moves to the current XPU device, or to `device`. Returns self."""
        return self._apply(converter(_device_of("xpu", device), None, False, None))

    def mtia(self, device: DeviceLike | None = None) -> Self:
        """Moves to the current MTIA device, or to `device`. Returns self."""
        return self._apply(converter(_device_of("mtia", device), None, False, None))

    def ipu(self, device: DeviceLike | None = None) -> Self:
        """Moves to the current IPU device, or to `device`. Returns self."""
        return self._apply(converter(_device_of("ipu", device), None, False, None))

    def type(self, dst_type: Dtype | str) -> Self:
        """Cast every tensor, integers too, to a dtype or a name such as "torch.DoubleTensor". Returns self."""
        return self._apply(lambda tensor: tensor.type(dst_type))

    def float(self) -> Self:
        """Cast floating point tensors to float32. Returns self."""
        return self._apply(lambda tensor: tensor.float() if tensor.is_floating_point() else tensor)

    def double(self) -> Self:
        """Cast floating point tensors to float64. Returns self."""
        return self._apply(lambda tensor: tensor.double() if tensor.is_floating_point() else tensor)

    def half(self) -> Self:
        """Cast floating point tensors to float16. Returns self."""
        return self._apply(lambda tensor: tensor.half() if tensor.is_floating_point() else tensor)

    def bfloat16(self) -> Self:
        """Cast floating point tensors to bfloat16. Returns self."""
        return self._apply(lambda tensor: tensor.bfloat16() if tensor.is_floating_point() else tensor)

    def share_memory(self) -> Self:
        """Puts every parameter and buffer where other processes can see it (Tensor.share_memory_). Returns self."""
        return self._apply(lambda tensor: tensor.share_memory_())


def _device_of(kind, device):
    if device is None:
        return Device(kind)
    return Device(kind, device) if isinstance(device, int) else Device(device)


def _exchanges(old, new):
    """Returns whether a tensor can take another's memory over, and shall."""
    if __future__.get_overwrite_module_params_on_conversion():
        return False
    return old is new or bool(_ops._has_compatible_shallow_copy_type(old, new))


def _is_wrapper(tensor):
    """Returns whether a tensor holds others, so that its memory cannot be exchanged."""
    if type(tensor) in (Tensor, Parameter):
        return False
    from ..utils._python_dispatch import is_traceable_wrapper_subclass

    return is_traceable_wrapper_subclass(tensor)


def _swapped(parameter, data, grad, fn):
    """The parameter with all that fn's tensor is (utils.swap_tensors), its gradient too."""
    parameter.grad = None  # the graph's own reference to it
    try:
        swap_tensors(parameter, Parameter(data, parameter.requires_grad))
    except Exception as error:
        parameter.grad = grad
        raise RuntimeError("_apply(): Couldn't swap a parameter") from error
    if grad is None:
        return parameter
    with no_grad():
        converted = fn(grad).requires_grad_(grad.requires_grad)
    if converted is not grad:
        swap_tensors(grad, converted)
    parameter.grad = grad
    return parameter


def _converted(parameter, fn):
    """The parameter with the memory that fn gives, or where that cannot be exchanged a new one; its gradient too."""
    with no_grad():
        data = fn(parameter)
    grad = parameter.grad if parameter.is_leaf else None
    if __future__.get_swap_module_params_on_conversion() or _is_wrapper(data):
        return _swapped(parameter, data, grad, fn)
    kept = _exchanges(parameter, data)
    if not kept:
        parameter = Parameter(data, parameter.requires_grad)
    elif data is not parameter:
        parameter.data = data
    if grad is not None:
        with no_grad():
            converted = fn(grad)
        if not (kept and _exchanges(grad, converted)):
            parameter.grad = converted.requires_grad_(grad.requires_grad)
        elif converted is not grad:
            grad.data = converted
    return parameter
