"""Moving a module's tensors to another device, dtype or memory format, in place."""

from .._tensor.device import device as Device
from .._tensor.dtype import dtype as DType
from .._tensor.tensor import Tensor
from ..autograd import no_grad
from ._reflect import BUFFER, TRANSIENT_BUFFER

_FORMS = "to(device, dtype, non_blocking), to(dtype, non_blocking), to(tensor, non_blocking) or keywords"


def parse_to(args, kwargs):
    """(device, dtype, non_blocking, memory_format) out of any of torch's forms of Module.to."""
    names = ["device", "dtype", "non_blocking"]
    if args and isinstance(args[0], DType):
        names = ["dtype", "non_blocking"]
    elif args and isinstance(args[0], Tensor):
        names = ["tensor", "non_blocking"]
    given = dict(zip(names, args))
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
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise TypeError(f"Module.to only accepts floating point or complex dtypes, got {dtype}")
    if device is not None and not isinstance(device, Device):
        device = Device(device)
    return device, dtype, bool(given.get("non_blocking", False)), given.get("memory_format")


def converter(device, dtype, non_blocking, memory_format):
    """The function that converts one tensor; integers keep their dtype."""

    def convert(tensor):
        kwargs = {}
        if device is not None:
            kwargs["device"] = device
        if dtype is not None and (tensor.is_floating_point() or tensor.is_complex()):
            kwargs["dtype"] = dtype
        if memory_format is not None and tensor.dim() in (4, 5):
            kwargs["memory_format"] = memory_format
        return tensor.to(**kwargs, non_blocking=non_blocking) if kwargs else tensor

    return convert


def replace_tensors(module, convert):
    """Give each parameter and its gradient the data that convert returns, and module new buffers, where they change.

    The parameters stay the same objects, so optimizers and shared ones keep working. A buffer may be the caller's
    own tensor, the weights of a loss; as in torch that one is left as it is, and what shared it shares the new one.
    """
    with no_grad():
        for tensor in module.parameters():
            _replace(tensor, convert)
        made = {}
        for owner in module.modules():
            for name, buffer in [*owner._own_tensors(BUFFER, TRANSIENT_BUFFER)]:
                if name not in vars(owner):  # in a list or dict
                    _replace(buffer, convert)
                    continue
                _, new = made.setdefault(id(buffer), (buffer, convert(buffer)))
                object.__setattr__(owner, name, new)
    return module


def _replace(tensor, convert):
    grad = tensor.grad if tensor.is_leaf else None
    data = tensor.data
    converted = convert(data)
    if converted is not data:
        tensor.data = converted
    if grad is not None:
        tensor.grad = convert(grad)
