"""Module, the base class of everything with parameters."""

from __future__ import annotations

import reprlib
import threading
import types

from ._convert import converter, parse_to, replace_tensors
from ._hooks import Hooks
from ._reflect import BUFFER, PARAMETER, TRANSIENT_BUFFER, Reflected
from ._state_dict import load, save

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from typing_extensions import Self

    from .._typing import DeviceLike
    from ._hooks import RemovableHandle

_in_train = threading.local()


class Module(Reflected):
    """Base class of layers and models: subclass it, call super().__init__() first, write forward().

    Tensors and modules among the attributes, and in lists, tuples and dicts there, are found by
    themselves (the rule stands in nn/_reflect.py). Assigning a module or tensor before
    super().__init__(), or using the module, raises AttributeError.
    As torch.nn.Module, and GoTorch's nn.Module.
    """

    _version = 1

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """What calling the module computes."""
        raise NotImplementedError(f"{type(self).__name__} has no forward method")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._hooks is None:
            return self.forward(*args, **kwargs)
        return self._hooks.call(self, args, kwargs)

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call hook(module, args) before forward; what it returns, if not None, replaces args."""
        hooks = self._make_hooks()
        return hooks.add(hooks.before, hook, prepend, with_kwargs)

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call hook(module, args, result) after forward; what it returns, if not None, replaces the result."""
        hooks = self._make_hooks()
        return hooks.add(hooks.after, hook, prepend, with_kwargs)

    def _make_hooks(self):
        if self._hooks is None:
            self._hooks = Hooks()
        return self._hooks

    # ---- torch's tables, to read ----

    @property
    def _parameters(self):
        return types.MappingProxyType(dict(self._own_tensors(PARAMETER)))

    @property
    def _buffers(self):
        return types.MappingProxyType(dict(self._own_tensors(BUFFER, TRANSIENT_BUFFER)))

    @property
    def _modules(self):
        return types.MappingProxyType(dict(self._own_modules()))

    # ---- mode ----

    def train(self, mode: bool = True) -> Self:
        """Set training mode here and below: dropout drops, batch norm uses the batch. Returns self."""
        if not isinstance(mode, bool):
            raise ValueError(f"mode must be a bool, got {mode!r}")
        active = vars(_in_train).setdefault("modules", set())
        if self not in active:  # modules may refer back to their parents
            active.add(self)
            try:
                children = list(self.children())
                self.training = mode
                for child in children:
                    child.train(mode)  # a subclass may have its own
            finally:
                active.discard(self)
        return self

    def eval(self) -> Self:
        """The same as train(False)."""
        return self.train(False)

    def is_training(self) -> bool:
        """Whether train mode is set; `training` as GoTorch asks for it."""
        return self.training

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Set requires_grad of every parameter. Returns self."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget every parameter's gradient, or with set_to_none=False fill it with zeros."""
        for parameter in self.parameters():
            grad = parameter.grad
            if grad is None:
                continue
            parameter.grad = None if set_to_none else grad.detach().zero_()

    # ---- device and dtype ----

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Move parameters and buffers, in place: to(device, dtype), to(dtype), to(tensor), keywords. Returns self.

        dtype must be floating point or complex (else TypeError) and is not applied to integer buffers.
        """
        return replace_tensors(self, converter(*parse_to(args, kwargs)))

    def cpu(self) -> Self:
        """Move to the CPU. Returns self."""
        return self.to("cpu")

    def cuda(self, device: DeviceLike | None = None) -> Self:
        """Move to the current CUDA device, or to `device` (an index or a device). Returns self."""
        if isinstance(device, int):
            device = f"cuda:{device}"
        return self.to("cuda" if device is None else device)

    def _cast(self, method):
        return replace_tensors(self, lambda tensor: getattr(tensor, method)() if tensor.is_floating_point() else tensor)

    def float(self) -> Self:
        """Cast floating point tensors to float32. Returns self."""
        return self._cast("float")

    def double(self) -> Self:
        """Cast floating point tensors to float64. Returns self."""
        return self._cast("double")

    def half(self) -> Self:
        """Cast floating point tensors to float16. Returns self."""
        return self._cast("half")

    def bfloat16(self) -> Self:
        """Cast floating point tensors to bfloat16. Returns self."""
        return self._cast("bfloat16")

    # ---- state ----

    def state_dict(
        self, *, destination: dict[str, Any] | None = None, prefix: str = "", keep_vars: bool = False
    ) -> dict[str, Any]:
        """An OrderedDict of dotted name -> tensor: parameters and buffers, sharing memory with this module.

        keep_vars=True keeps the Parameter objects instead of detached tensors.
        """
        return save(self, destination, prefix, keep_vars)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> Any:
        """Copy tensors by name into this module; assign=True takes their memory, dtype and device over instead.

        Returns (missing_keys, unexpected_keys). Raises TorchError that lists every missing key, unexpected
        key (both only if strict) and shape that differs; nothing has been changed then.
        """
        return load(self, state_dict, strict, assign)

    def set_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> Any:
        """The same as load_state_dict, under GoTorch's name."""
        return self.load_state_dict(state_dict, strict, assign)

    def _upgrade_state_dict(self, state_dict, prefix, version):
        """Mend, in state_dict, what an older version of this class wrote; version is None if unknown."""

    # ---- names and text ----

    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def _get_name(self):
        return type(self).__name__

    def apply(self, fn: Callable[[Module], Any]) -> Self:
        """Call fn(module) on everything below this module, children first, then on itself. Returns self."""
        for module in _children_first(self, set()):
            fn(module)
        return self

    def extra_repr(self) -> str:
        """What stands between the brackets of repr(): the settings of a layer."""
        return ""

    @reprlib.recursive_repr("(...)")
    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = [f"({name}): " + indent(repr(module)) for name, module in self._own_modules()]
        if not children and len(lines) <= 1:
            return f"{self._get_name()}({extra})"
        return f"{self._get_name()}(\n  " + "\n  ".join(lines + children) + "\n)"


def _children_first(module, seen):
    seen.add(module)
    for child in module.children():
        if child not in seen:
            yield from _children_first(child, seen)
    yield module


def indent(text: str) -> str:
    """text with all lines but the first moved in by two."""
    return text.replace("\n", "\n  ")
