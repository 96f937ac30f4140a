"""Modules of torch itself as ours, with the same parameters."""

from __future__ import annotations

import functools
import sys
import types

from .._tensor.torch_itself import from_torch as tensor_from_torch
from . import functional, modules
from .module import Module
from .parameter import Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Attributes of torch's modules that ours keep in another way.
_INTERNAL = ("_parameters", "_buffers", "_modules", "_non_persistent_buffers_set")


def from_torch(module: Any) -> Module:
    """A module of torch itself as one of ours that shares its parameters and buffers: what either changes, both have.

    Takes the modules of torch.nn, nested in any way; their hooks stay behind. Gradients are shared too: `backward` of
    either adds to the same `grad`.

    Raises:
        TypeError: what is no torch.nn.Module, or a class that is not torch.nn's own
    """
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(module, torch.nn.Module) or issubclass(torch.nn.Module, Module):
        raise TypeError(f"from_torch(): argument 'module' must be torch.nn.Module, not {type(module).__name__}")
    return _Copy(torch).module(module)


class _Copy:
    """Copies a module; a submodule that stands in it twice is copied once."""

    def __init__(self, torch):
        self.torch, self.seen = torch, {}

    def module(self, theirs):
        if id(theirs) in self.seen:
            return self.seen[id(theirs)]
        kind = type(theirs)
        ours = next((getattr(modules, one.__name__) for one in kind.__mro__ if hasattr(modules, one.__name__)), None)
        if not kind.__module__.startswith("torch.nn.") or ours in (None, Module):
            raise TypeError(
                f"from_torch(): a module of class {kind.__module__}.{kind.__qualname__} is none of torch.nn's"
            )
        made = self.seen[id(theirs)] = ours.__new__(ours)
        Module.__init__(made)
        plain = vars(Module()).keys() | set(_INTERNAL)
        for name, value in vars(theirs).items():
            if name == "training" or name not in plain:
                made.__dict__[name] = self.value(value)
        for name, value in theirs._parameters.items():
            made.register_parameter(name, self.value(value))
        for name, value in theirs._buffers.items():
            made.register_buffer(name, self.value(value), name not in theirs._non_persistent_buffers_set)
        for name, value in theirs._modules.items():
            made.add_module(name, None if value is None else self.module(value))
        return made

    def value(self, value):
        """An attribute's value, with ours for what is torch's."""
        if isinstance(value, self.torch.Tensor):
            return self.tensor(value)
        if isinstance(value, self.torch.nn.Module):
            return self.module(value)
        if isinstance(value, (list, tuple)) and type(value) in (list, tuple):
            return type(value)(map(self.value, value))
        if isinstance(value, types.FunctionType | types.BuiltinFunctionType):
            return getattr(functional, value.__name__, value)
        if isinstance(value, functools.partial):
            return functools.partial(self.value(value.func), *map(self.value, value.args), **value.keywords)
        return value

    def tensor(self, theirs):
        if id(theirs) not in self.seen:
            made = tensor_from_torch(theirs)
            if isinstance(theirs, self.torch.nn.Parameter):
                made = Parameter._adopt(made)
            self.seen[id(theirs)] = made
        return self.seen[id(theirs)]
