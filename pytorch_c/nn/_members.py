"""Members of a module: parameters, buffers and children in dicts, found as attributes, walked and looked up by name."""

from __future__ import annotations

import inspect
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

from .._boundary.handle import core
from .._composites.inputs import typename
from .._tensor.tensor import Tensor
from . import _hooks
from .parameter import Buffer, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from .modules.module import Module

    _F = TypeVar("_F", bound=Callable[..., Any])


# Attributes of every instance, with their first values.
OWN = {
    "training": lambda: True,
    "_parameters": dict,
    "_buffers": dict,
    "_non_persistent_buffers_set": set,
    "_backward_pre_hooks": OrderedDict,
    "_backward_hooks": OrderedDict,
    "_is_full_backward_hook": lambda: None,
    "_forward_hooks": OrderedDict,
    "_forward_hooks_with_kwargs": OrderedDict,
    "_forward_hooks_always_called": OrderedDict,
    "_forward_pre_hooks": OrderedDict,
    "_forward_pre_hooks_with_kwargs": OrderedDict,
    "_state_dict_hooks": OrderedDict,
    "_state_dict_pre_hooks": OrderedDict,
    "_load_state_dict_pre_hooks": OrderedDict,
    "_load_state_dict_post_hooks": OrderedDict,
    "_modules": dict,
}


class _GoTorchs:
    """A method that GoTorch's modules have and torch's have not: a member of that name goes before it."""

    def __init__(self, function):
        self.function, self.name = function, function.__name__
        self.__doc__ = function.__doc__

    def __get__(self, module, owner):
        if module is None:
            return self.function
        for table in ("_parameters", "_buffers", "_modules"):
            members = vars(module).get(table, ())
            if self.name in members:
                return members[self.name]
        return self.function.__get__(module, owner)


def gotorchs(function: _F) -> _F:
    """Marks a method that torch's modules do not have."""
    return _GoTorchs(function)  # type: ignore[return-value]


def is_tensor_like(value: Any) -> bool:
    """Returns whether a value may stand where a tensor is meant: a Tensor, or a class that says how it takes operators."""
    return isinstance(value, Tensor) or hasattr(value, "__torch_function__")


def _checked_name(module, kind, name, table):
    """Refuses a name that no parameter or buffer can have."""
    if table not in vars(module):
        raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
    if "." in name:
        raise KeyError(f'{kind} name can\'t contain "."')
    if name == "":
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if name not in getattr(module, table) and is_taken(module, name):  # in this order: the compiler reads the first
        raise KeyError(f"attribute '{name}' already exists")


def is_taken(module: Any, name: str) -> bool:
    """Returns whether a name is an attribute already, those that only GoTorch's modules have aside."""
    return hasattr(module, name) and not isinstance(inspect.getattr_static(type(module), name, None), _GoTorchs)


def _hooked(hooks, module, name, value):
    """The value, or what the last registration hook that gave anything made of it."""
    for hook in hooks.values():
        changed = hook(module, name, value)
        if changed is not None:
            value = changed
    return value


class Members:
    """The part of Module that has members."""

    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    _modules: dict[str, Any]
    _non_persistent_buffers_set: set[str]
    _reflects = False

    # ---- register ----

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Makes param (a Parameter, or None for "absent") the attribute `name`.

        Raises KeyError for a name that is empty, has a dot or is taken by something else, TypeError for
        another type, ValueError for the result of a computation. As torch.nn.Module.register_parameter.
        """
        _checked_name(self, "parameter", name, "_parameters")
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(
                f"cannot assign '{typename(param)}' object to parameter '{name}' (torch.nn.Parameter or None required)"
            )
        if param is not None and param.grad_fn is not None:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be created explicitly. "
                f"To express '{name}' as a function of another Tensor, compute the value in the forward() method."
            )
        if param is not None:
            param = _hooked(_hooks._global_parameter_registration_hooks, self, name, param)
        self._parameters[name] = param

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Makes tensor (or None for "absent") the attribute `name`, a part of the state that is not trained.

        persistent=False keeps it out of state_dict. Raises as register_parameter does.
        """
        _checked_name(self, "buffer", name, "_buffers")
        if tensor is not None and not is_tensor_like(tensor):
            raise TypeError(
                f"cannot assign '{typename(tensor)}' object to buffer '{name}' (torch Tensor or None required)"
            )
        self._buffers[name] = _hooked(_hooks._global_buffer_registration_hooks, self, name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def add_module(self, name: str, module: Module | None) -> None:
        """Makes module (or None for "absent") the child `name`. Raises as register_parameter does."""
        if module is not None and not isinstance(module, Members):
            raise TypeError(f"{typename(module)} is not a Module subclass")
        if not isinstance(name, str):
            raise TypeError(f"module name should be a string. Got {typename(name)}")
        if name not in self._modules and is_taken(self, name):
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'module name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError('module name can\'t be empty string ""')
        self._modules[name] = _hooked(_hooks._global_module_registration_hooks, self, name, module)

    def register_module(self, name: str, module: Module | None) -> None:
        """Adds a child, as add_module."""
        self.add_module(name, module)

    # ---- attributes ----

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        for table in ("_parameters", "_buffers", "_modules"):
            members = own.get(table)
            if members is not None and name in members:
                return members[name]
        if name in OWN and name not in own:
            raise AttributeError(f"cannot use {name!r} before {type(self).__name__} calls super().__init__()")
        if hasattr(type(self), name):
            return object.__getattribute__(self, name)  # a property that fails says why
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        parameters = own.get("_parameters")
        if isinstance(value, Tensor) and isinstance(value, Parameter):
            if parameters is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            _forget(self, name, own, self._buffers, self._modules)
            self.register_parameter(name, value)
        elif parameters is not None and name in parameters:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{typename(value)}' as parameter '{name}' (torch.nn.Parameter or None expected)"
                )
            self.register_parameter(name, value)
        elif isinstance(value, Members):
            if "_modules" not in own:
                raise AttributeError("cannot assign module before Module.__init__() call")
            _forget(self, name, own, self._parameters, self._buffers)
            own["_modules"][name] = _hooked(_hooks._global_module_registration_hooks, self, name, value)
        elif name in own.get("_modules", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{typename(value)}' as child module '{name}' (torch.nn.Module or None expected)"
                )
            own["_modules"][name] = _hooked(_hooks._global_module_registration_hooks, self, name, value)
        elif name in own.get("_buffers", ()) or (isinstance(value, Tensor) and isinstance(value, Buffer)):
            _set_buffer(self, name, value)
        else:
            super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if name in self._parameters:
            del self._parameters[name]
        elif name in self._buffers:
            del self._buffers[name]
            self._non_persistent_buffers_set.discard(name)
        elif name in self._modules:
            del self._modules[name]
        else:
            super().__delattr__(name)

    def __dir__(self) -> list[str]:
        names = {*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers}
        return sorted(name for name in names if not name[:1].isdigit())

    # ---- walk ----

    def _named_members(
        self,
        get_members_fn: Callable[[Any], Any],
        prefix: str = "",
        recurse: bool = True,
        remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Any]]:
        """Yields (dotted name, value) of what get_members_fn(module) gives as pairs, here and below."""
        seen = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for owner, module in modules:
            for name, value in get_members_fn(module):
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield (f"{owner}.{name}" if owner else name), value

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Yields (name, parameter), a module's own before its children's; a shared one once."""
        yield from self._named_members(
            lambda module: module._parameters.items(), prefix, recurse=recurse, remove_duplicate=remove_duplicate
        )

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Yields the parameters in the order of named_parameters."""
        found = core.parameters(self, recurse)
        if found is None:  # a class names its members in its own way
            found = [parameter for _, parameter in self.named_parameters(recurse=recurse)]
        yield from found

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Yields (name, buffer), those that state_dict leaves out included; a shared one once."""
        yield from self._named_members(
            lambda module: module._buffers.items(), prefix, recurse=recurse, remove_duplicate=remove_duplicate
        )

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Yields the buffers in the order of named_buffers."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yields (name, module) of the direct children, a shared one once."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Module]:
        """Yields the direct children, a shared one once."""
        for _, module in self.named_children():
            yield module

    def named_modules(
        self, memo: set[Module] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """Yields (name, module) of this module (its name is prefix) and all below it, parents first.

        A shared module comes once, or with remove_duplicate=False under each of its names.
        """
        seen = set() if memo is None else memo
        if self in seen:
            return
        seen.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                yield from module.named_modules(seen, f"{prefix}.{name}" if prefix else name, remove_duplicate)
        if not remove_duplicate:
            seen.discard(self)  # what is left in seen are ancestors: a cycle ends all the same

    def modules(self, remove_duplicate: bool = True) -> Iterator[Module]:
        """Yields this module and all below it, parents first."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    # ---- look up by name ----

    def get_submodule(self, target: str) -> Module:
        """The module below this one with that dotted name; "" is this module. AttributeError if there is none."""
        found = self
        for name in target.split(".") if target else ():
            found = _attribute(found, name)
            if not isinstance(found, Members):
                raise AttributeError(f"`{name}` is not an nn.Module")
        return found

    def set_submodule(self, target: str, module: Module, strict: bool = False) -> None:
        """Puts module in the place with that dotted name, which with strict=True must hold one already.

        Raises ValueError for an empty name or what is no module, AttributeError where the place is taken by
        something else, or a part of the way to it is missing. Source: torch.nn.Module.set_submodule.
        """
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Members):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if (strict or hasattr(parent, name)) and not isinstance(_attribute(parent, name), Members):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target: str) -> Parameter:
        """The parameter with that dotted name. AttributeError if there is none."""
        path, _, name = target.rpartition(".")
        found = _attribute(self.get_submodule(path), name)
        if not isinstance(found, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target: str) -> Tensor:
        """The buffer with that dotted name. AttributeError if there is none."""
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        found = _attribute(module, name)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return found


def _attribute(module, name):
    if not hasattr(module, name):
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    return getattr(module, name)


def start(module: Members) -> None:
    """Gives a new instance its tables, past the __setattr__ that needs them."""
    if type(module)._reflects:
        vars(module).update({name: make() for name, make in OWN.items()}, _buffer_tags={})
        return
    assign = super(Members, module).__setattr__
    for name, make in OWN.items():
        assign(name, make())


def _forget(module, name, *tables):
    """Takes a name out of every table but the one that it goes to."""
    for table in tables:
        table.pop(name, None)
    module._non_persistent_buffers_set.discard(name)


def _set_buffer(module, name, value):
    if value is not None and not is_tensor_like(value):
        raise TypeError(
            f"cannot assign '{typename(value)}' as buffer '{name}' (torch.nn.Buffer, torch.Tensor or None expected)"
        )
    if isinstance(value, Buffer):
        persistent = value.persistent
    else:
        persistent = name not in module._non_persistent_buffers_set
    register = module.register_buffer
    if getattr(register, "__func__", None) is Members.register_buffer or (
        "persistent" in inspect.signature(register).parameters
    ):
        register(name, value, persistent)
    elif persistent:
        register(name, value)
    else:
        raise RuntimeError(
            "Registering a non-persistent buffer on a Module subclass that implements register_buffer() without "
            "the persistent argument is not allowed."
        )
