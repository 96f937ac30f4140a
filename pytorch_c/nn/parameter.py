"""Tensors that say what a Module does with them: Parameter and Buffer, and those whose shape is not known yet."""

from __future__ import annotations

from .. import _ops
from .._boundary.handle import core, setup
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from typing_extensions import Self

    from .._typing import DeviceLike, Dtype

__all__ = [
    "Buffer",
    "Parameter",
    "UninitializedBuffer",
    "UninitializedParameter",
    "UninitializedTensorMixin",
    "is_lazy",
]


def _as_tensor(data, name):
    if data is None:
        return _ops.empty((0,))
    if not isinstance(data, Tensor):
        raise TypeError(f"{name} data must be a Tensor, got {type(data).__name__}")
    return data


class _ParameterMeta(type(Tensor)):
    """A tensor of another class that is marked as a parameter is an instance of Parameter, too."""

    def __instancecheck__(cls, instance):
        if cls is Parameter and isinstance(instance, Tensor) and getattr(instance, "_is_param", False):
            return True
        return super().__instancecheck__(instance)


class Parameter(Tensor, metaclass=_ParameterMeta):
    """A tensor that is trained: it shares data's memory and is a leaf of the graph.

    data: Tensor of any shape (default: empty); floating point or complex where requires_grad. One of a class of
    the user's keeps its class and is marked as a parameter.
    Raises TypeError for anything else, TorchError for an integer tensor that requires a gradient.
    As torch.nn.Parameter.
    """

    __torch_function__ = core.no_override  # operators take it as they do Tensors

    def __new__(cls, data: Tensor | None = None, requires_grad: bool = True) -> Self:
        if cls is Parameter and (made := core.plain_parameter(data, requires_grad)) is not NotImplemented:
            return made
        data = _as_tensor(data, "Parameter")
        if type(data) is Tensor or type(data) is Parameter or issubclass(cls, type(data)):
            return Tensor._make_subclass(cls, data, requires_grad)
        made = data.detach().requires_grad_(requires_grad)
        if type(made) is not type(data):
            if type(data).__torch_dispatch__ is not core.no_dispatch:
                raise RuntimeError(
                    f"Creating a Parameter from an instance of type {type(data).__name__} requires that detach() returns an "
                    f"instance of the same type, but return type {type(made).__name__} was found instead. To use the type "
                    "as a Parameter, please correct the detach() semantics defined by its __torch_dispatch__() "
                    "implementation."
                )
            made = Tensor._make_subclass(type(data), data, requires_grad)
        made._is_param = True
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Returns a parameter with a copy of the data alone: without the gradient and attributes, as torch's."""
        from .._files.pickling import deepcopy_parameter

        found: Self = deepcopy_parameter(self, memo)
        return found

    def __repr__(self) -> str:
        return "Parameter containing:\n" + super().__repr__()


class _BufferMeta(type(Tensor)):
    """A buffer is a plain tensor that is marked as one."""

    def __instancecheck__(cls, instance):
        if cls is Buffer and isinstance(instance, Tensor) and getattr(instance, "_is_buffer", False):
            return True
        return super().__instancecheck__(instance)


class Buffer(Tensor, metaclass=_BufferMeta):
    """A tensor that belongs to a module's state and is not trained.

    Assigned to an attribute of a module, `self.mean = Buffer(tensor)` is what register_buffer does. In a class
    that finds its members by reflection, a tag in the class says it, too: `running_mean: Buffer`, which is short
    for `running_mean: Annotated[Tensor, "buffer"]`, GoTorch's field tag.
    persistent=False keeps it out of state_dict. What is made is a plain Tensor that shares data's memory.
    As torch.nn.Buffer.
    """

    persistent: bool
    __torch_function__ = core.no_override

    def __new__(cls, data: Tensor | None = None, *, persistent: bool = True) -> Self:
        data = _as_tensor(data, "Buffer")
        made = data.detach().requires_grad_(data.requires_grad)
        made.persistent, made._is_buffer = persistent, True
        return made


# Methods allowed on a parameter without a shape, beside the getters and setters of its properties.
_ALLOWED = frozenset(
    "__hash__ size copy_ is_complex is_floating_point half float double char short int long cuda cpu to get_device "
    "_has_compatible_shallow_copy_type".split()
)


class UninitializedTensorMixin:
    """Base of parameters and buffers whose shape the first batch will tell."""

    cls_to_become: type = Tensor

    def materialize(self, shape: Any, device: DeviceLike | None = None, dtype: Dtype | None = None) -> None:
        """Gives the tensor memory of this shape, values not set, and its class for good.

        device, dtype: as it was made with, unless given.
        """
        data = self.data
        self.data = _ops.empty(shape, device=device or data.device, dtype=dtype or data.dtype)
        self.__class__ = self.cls_to_become

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if getattr(func, "__name__", "") not in (*_ALLOWED, "__get__", "__set__"):
            raise ValueError(
                f"Attempted to use an uninitialized parameter in {func}. This error happens when you are using a "
                f"`LazyModule` or explicitly manipulating `torch.nn.parameter.{cls.__name__}` objects. When using "
                "LazyModules Call `forward` with a dummy batch to initialize the parameters before calling torch "
                "functions"
            )
        with core.WithoutOverrides():
            return func(*args, **(kwargs or {}))

    @property
    def shape(self) -> NoReturn:
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in "
            "`load_state_dict` when trying to load an uninitialized parameter into an initialized one. "
            "Call `forward` to initialize the parameters before accessing their attributes."
        )

    def share_memory_(self) -> NoReturn:
        raise RuntimeError(
            "Can't share memory on an uninitialized parameter or buffer. "
            "Call `forward` to initialize the parameters before calling `module.share_memory()`."
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return type(self), (self.requires_grad,)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        if id(self) not in memo:
            data = self.data
            memo[id(self)] = type(self)(self.requires_grad, data.device, data.dtype)
        return memo[id(self)]


def is_lazy(param: Any) -> bool:
    """Returns whether a parameter or buffer has no shape yet. Source: torch.nn.parameter.is_lazy."""
    return isinstance(param, UninitializedTensorMixin)


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    """A parameter that has a dtype and a device, and no shape until materialize() is called.

    Source: torch.nn.UninitializedParameter.
    """

    cls_to_become = Parameter

    def __new__(cls, requires_grad: bool = True, device: DeviceLike | None = None, dtype: Dtype | None = None) -> Self:
        return Tensor._make_subclass(cls, _ops.empty((0,), device=device, dtype=dtype), requires_grad)


class UninitializedBuffer(UninitializedTensorMixin, Tensor):
    """A buffer that has a dtype and a device, and no shape until materialize() is called.

    Source: torch.nn.UninitializedBuffer.
    """

    cls_to_become = Tensor
    persistent: bool

    def __new__(
        cls,
        requires_grad: bool = False,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
        persistent: bool = True,
    ) -> Self:
        made = Tensor._make_subclass(cls, _ops.empty((0,), device=device, dtype=dtype), requires_grad)
        made.persistent, made._is_buffer = persistent, True
        return made


setup(Parameter=Parameter)
