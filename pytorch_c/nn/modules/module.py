"""Module, the base class of everything with parameters (torch.nn.modules.module)."""

from __future__ import annotations

import importlib
import reprlib
import sys
import types
from collections.abc import Callable
from typing import Any, TypeVar

from ..._boundary.handle import core
from ...autograd import _profiler_calls
from ...autograd._gradients import set_back
from .. import _hooks
from .._convert import Converted
from .._hooks import (  # noqa: F401
    WrappedHook as _WrappedHook,
)
from .._hooks import (  # noqa: F401
    _global_backward_hooks,
    _global_backward_pre_hooks,
    _global_buffer_registration_hooks,
    _global_forward_hooks,
    _global_forward_hooks_always_called,
    _global_forward_hooks_with_kwargs,
    _global_forward_pre_hooks,
    _global_module_registration_hooks,
    _global_parameter_registration_hooks,
    _has_any_global_hook,
    register_module_backward_hook,
    register_module_buffer_registration_hook,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
    register_module_module_registration_hook,
    register_module_parameter_registration_hook,
)
from .._members import OWN, gotorchs, start
from .._reflect import adopt, find_by_reflection
from .._state_dict import _EXTRA_STATE_KEY_SUFFIX, State, _IncompatibleKeys  # noqa: F401

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

    from .._hooks import RemovableHandle

__all__ = [
    "Module",
    "register_module_backward_hook",
    "register_module_buffer_registration_hook",
    "register_module_forward_hook",
    "register_module_forward_pre_hook",
    "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook",
    "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]

_TABLES = ("_parameters", "_buffers", "_non_persistent_buffers_set", "_modules")


def _forward_unimplemented(self, *input: Any) -> None:
    """Raises NotImplementedError: the forward of a class that has none of its own."""
    raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')


class Module(Converted, State):
    """Base class of layers and models: subclass it, call super().__init__() first, write forward().

    Attributes that are a Parameter, a Buffer or a module are its members; so is what register_parameter,
    register_buffer and add_module are given. Anything else, a plain tensor or a list of modules, stays a plain
    attribute. `class Net(Module, reflect=True)` finds its members by reflection instead, as GoTorch does: the rule
    stands in nn/_reflect.py. As torch.nn.Module, and GoTorch's nn.Module.
    """

    dump_patches: bool = False
    _version: int
    call_super_init: bool = False
    T_destination = TypeVar("T_destination", bound=dict[str, Any])  # a name that libraries annotate state_dict() with
    _compiled_call_impl: Callable[..., Any] | None = None
    training: bool
    # Made by __init__: torch's capture takes other attributes of a module over to its graph.
    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    _non_persistent_buffers_set: set[str]
    _backward_pre_hooks: dict[int, Any]
    _backward_hooks: dict[int, Any]
    _is_full_backward_hook: bool | None
    _forward_hooks: dict[int, Any]
    _forward_hooks_with_kwargs: dict[int, bool]
    _forward_hooks_always_called: dict[int, bool]
    _forward_pre_hooks: dict[int, Any]
    _forward_pre_hooks_with_kwargs: dict[int, bool]
    _state_dict_hooks: dict[int, Any]
    _load_state_dict_pre_hooks: dict[int, Any]
    _state_dict_pre_hooks: dict[int, Any]
    _load_state_dict_post_hooks: dict[int, Any]
    _modules: dict[str, Any]

    def __init_subclass__(cls, reflect: bool = False, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if reflect:
            find_by_reflection(cls)
        core.quicken(cls)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if not self.call_super_init:
            if kwargs:
                raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument '{[*kwargs][0]}'")
            if args:
                raise TypeError(
                    f"{type(self).__name__}.__init__() takes 1 positional argument but {len(args) + 1} were given"
                )
        start(self)
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    @gotorchs
    def init(self, outer: Module | None = None) -> None:
        """GoTorch's Init: the members of outer's class (default: this one's) are found by reflection from now on.

        Called in place of super().__init__(), as `self.init(self)`, or after it.
        """
        outer = self if outer is None else outer
        if not isinstance(outer, Module):
            raise TypeError(f"outer must be a Module, got {type(outer).__name__}")
        if not type(outer)._reflects:
            find_by_reflection(type(outer))
        own = vars(outer)
        if "_forward_hooks" not in own:
            Module.__init__(outer)
        adopt(outer, {name: own[name] for name in _TABLES})

    # ---- call ----

    # An attribute, as in torch: type checkers then let a class have a forward of any parameters.
    forward: Callable[..., Any] = _forward_unimplemented

    def _wrapped_call_impl(self, *args: Any, **kwargs: Any) -> Any:
        if self._compiled_call_impl is not None:
            return self._compiled_call_impl(*args, **kwargs)
        return self._call_impl(*args, **kwargs)

    def _call_impl(self, *args: Any, **kwargs: Any) -> Any:
        own = self.__dict__
        if "_backward_hooks" not in own:
            getattr(self, "_backward_hooks")  # noqa: B009  raises: __init__() has not been called
        if _hooks._has_any_global_hook() or own["_backward_hooks"] or own["_backward_pre_hooks"]:
            return _hooks.HookedCall(self, args, kwargs).run()
        if own["_forward_hooks"] or own["_forward_pre_hooks"]:
            return _hooks.call(self, own, args, kwargs)
        if _hooks.traced_call is not None:
            return _hooks.traced_call(self, self.forward, args, kwargs)
        return self.forward(*args, **kwargs)

    __call__ = _wrapped_call_impl

    def _slow_forward(self, *input: Any, **kwargs: Any) -> Any:
        """Calls forward, as torch's traced calls do: classes with a __call__ of their own ask for it."""
        return self.forward(*input, **kwargs)

    def _get_backward_hooks(self) -> tuple[list[Callable[..., Any]], list[Callable[..., Any]]]:
        """Returns the full backward hooks and the others, of all modules and of this one."""
        return _hooks.backward_hooks(self)

    def _get_backward_pre_hooks(self) -> list[Callable[..., Any]]:
        """Returns the hooks before the backward pass, of all modules and of this one."""
        return _hooks.backward_pre_hooks(self)

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Has calls of this module run compiled, by torch.compile() with these arguments; state_dict and type stay what they are."""
        package = __package__.partition(".")[0]
        made = importlib.import_module(f"{package}._composites.compiling").compile(self._call_impl, *args, **kwargs)
        self._compiled_call_impl = None if made == self._call_impl else made

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Calls hook(module, args) before forward; what it returns, if not None, replaces args.

        with_kwargs: hook(module, args, kwargs), which returns None or both. prepend: before the others.
        """
        marks = ((self._forward_pre_hooks_with_kwargs, with_kwargs),)
        return _hooks.add(self._forward_pre_hooks, hook, prepend, marks)

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False, always_call: bool = False
    ) -> RemovableHandle:
        """Calls hook(module, args, result) after forward; what it returns, if not None, replaces the result.

        with_kwargs: hook(module, args, kwargs, result). always_call: also where forward or another hook raises,
        with the result so far. prepend: before the others.
        """
        marks = (self._forward_hooks_with_kwargs, with_kwargs), (self._forward_hooks_always_called, always_call)
        return _hooks.add(self._forward_hooks, hook, prepend, marks)

    def register_full_backward_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Calls hook(module, grad_output) before this module's gradients; what it returns replaces grad_output."""
        return _hooks.add(self._backward_pre_hooks, hook, prepend)

    def register_full_backward_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Calls hook(module, grad_input, grad_output) each time the gradients of this module's inputs are computed.

        Both are tuples with None for what is no tensor; what the hook returns, if not None, replaces grad_input.
        RuntimeError where register_backward_hook was used on this module.
        """
        self._is_full_backward_hook = _hooks.one_kind(self._is_full_backward_hook, True, "on a single Module")
        return _hooks.add(self._backward_hooks, hook, prepend)

    def register_backward_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Calls hook(module, grad_input, grad_output) at the last step of this module. Use the full one instead."""
        self._is_full_backward_hook = _hooks.one_kind(self._is_full_backward_hook, False, "on a single Module")
        return _hooks.add(self._backward_hooks, hook)

    # ---- mode ----

    def train(self, mode: bool = True) -> Self:
        """Sets training mode here and below: dropout drops, batch norm uses the batch. Returns self."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        children = list(self.children())
        self.training = mode
        for child in children:
            child.train(mode)  # a subclass may have its own
        return self

    def eval(self) -> Self:
        """Switches to evaluation, as train(False)."""
        return self.train(False)

    @gotorchs
    def is_training(self) -> bool:
        """Returns whether train mode is set; `training` as GoTorch asks for it."""
        return self.training

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Sets requires_grad of every parameter. Returns self."""
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget every parameter's gradient, or with set_to_none=False fill it with zeros."""
        set_back(self.parameters(), set_to_none)

    # ---- copies ----

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        state.pop("_compiled_call_impl", None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for name, make in OWN.items():
            if name not in self.__dict__:  # what wrote the state did not know of it yet
                self.__dict__[name] = make()

    def _replicate_for_data_parallel(self) -> Self:
        """A module of its own with the same children and no parameters yet, which a device's copies are put into."""
        replica = self.__new__(type(self))
        replica.__dict__ = self.__dict__.copy()
        replica._parameters = {}
        replica._buffers = replica._buffers.copy()
        replica._modules = replica._modules.copy()
        replica._is_replica = True
        return replica

    # ---- names and text ----

    @gotorchs
    def name(self) -> str:
        """The name of the class."""
        return type(self).__name__

    def _get_name(self):
        return type(self).__name__

    def apply(self, fn: Callable[[Module], Any]) -> Self:
        """Calls fn(module) on everything below this module, children first, then on itself. Returns self."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def extra_repr(self) -> str:
        """Returns what stands between the brackets of repr(): the settings of a layer."""
        return ""

    @reprlib.recursive_repr("(...)")
    def __repr__(self) -> str:
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = [f"({name}): " + indent(repr(module)) for name, module in self._modules.items()]
        if not children and len(lines) <= 1:
            return f"{self._get_name()}({extra})"
        return f"{self._get_name()}(\n  " + "\n  ".join(lines + children) + "\n)"


core.setup_modules(
    Module.__getattr__,
    Module.__call__,
    Module._call_impl,
    (Module.named_parameters, Module._named_members, Module.named_modules),
    (_global_backward_pre_hooks, _global_backward_hooks, _global_forward_pre_hooks, _global_forward_hooks),
)
core.quicken(Module)
_profiler_calls.KNOWN["module"] = Module._wrapped_call_impl.__code__


class _OfAllModules(types.ModuleType):
    """This module: a table of hooks that is assigned here takes the place of the one that calls read."""


def _assigned(table):
    def assign(module, hooks):
        kept = dict(hooks)
        table.clear()
        table.update(kept)

    return property(lambda module: table, assign)


for _name in [name for name in globals() if name.startswith("_global_")]:
    setattr(_OfAllModules, _name, _assigned(globals()[_name]))
sys.modules[__name__].__class__ = _OfAllModules


def indent(text: str, spaces: int = 2) -> str:
    """text with all lines but the first moved in; empty ones stay empty."""
    first, *rest = text.split("\n")
    return "\n".join([first, *(" " * spaces + line if line.strip() else "" for line in rest)])


_addindent = indent
