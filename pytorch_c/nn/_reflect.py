"""Which attributes of a module are parameters, buffers and children: GoTorch's reflection and tags.

A module's attributes are read in the order in which they were first assigned, so every walk has
the same order in every run. Lists, tuples and dicts are looked into, at any depth, unless their
first item is a string or a number. What is found is

- a buffer, if the attribute is tagged in the class (`mean: Buffer`, `Annotated[Tensor, "buffer"]`),
  was registered with register_buffer, or holds a Buffer;
- a parameter, if it is a Parameter, or a floating point or complex tensor that is a leaf;
- a buffer, if it is an integer or bool tensor, which cannot be trained;
- nothing, if it is the result of a computation (a tensor with a gradient function);
- a child, if it is a module.

To keep a tensor out of all this, hold it in anything else: a set, a function, an object.
"""

from __future__ import annotations

import inspect
import re
import sys
import typing

from .._tensor.tensor import Tensor
from .parameter import Buffer, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .module import Module


PARAMETER, BUFFER, TRANSIENT_BUFFER = "parameter", "buffer", "transient buffer"

_OWN_ATTRIBUTES = frozenset({"training", "_hooks", "_buffer_tags"})
_CONTAINERS = (list, tuple, dict)
_PLAIN = (str, bytes, int, float, complex)


def _is_buffer_tag(annotation):
    if annotation is Buffer or "buffer" in getattr(annotation, "__metadata__", ()):
        return True
    return any(_is_buffer_tag(part) for part in typing.get_args(annotation))


def _tagged_in(cls):
    """Names that the class statement of cls itself tags as buffers."""
    scope = vars(sys.modules.get(cls.__module__, typing))
    for name, annotation in inspect.get_annotations(cls).items():
        if isinstance(annotation, str):
            # `from __future__ import annotations`, or a name that only a type checker imports.
            try:
                annotation = eval(annotation, scope, dict(vars(cls)))
            except Exception:
                if re.search(r"\bBuffer\b|['\"]buffer['\"]", annotation):
                    yield name
                continue
        if _is_buffer_tag(annotation):
            yield name


def _class_tags(cls):
    tags = cls.__dict__.get("_class_buffer_tags")
    if tags is None:
        tags = frozenset(name for base in cls.__mro__ if base is not object for name in _tagged_in(base))
        cls._class_buffer_tags = tags
    return tags


def _inside(path, container, outer):
    """Yield (path, tensor or module) from a list, tuple or dict, looking into nested ones."""
    items = list(container.items() if isinstance(container, dict) else enumerate(container))
    if id(container) in outer or (items and isinstance(items[0][1], _PLAIN)):
        return
    for key, value in items:
        if isinstance(value, (Tensor, Reflected)):
            yield f"{path}.{key}", value
        elif isinstance(value, _CONTAINERS):
            yield from _inside(f"{path}.{key}", value, (*outer, id(container)))


class Reflected:
    """The part of Module that knows its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.training = True
        self._hooks = None
        self._buffer_tags = {}  # attribute -> whether state_dict has it

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, (Tensor, Reflected)):
            self._check_assignment(name, value)
        object.__setattr__(self, name, value)

    def _check_assignment(self, name, value):
        if "_hooks" not in vars(self):
            raise AttributeError(self._not_ready(f"assign {name!r}"))
        if isinstance(value, Buffer):
            self._buffer_tags[name] = value.persistent
        elif isinstance(value, Parameter):
            self._buffer_tags.pop(name, None)
        elif isinstance(value, Tensor) and isinstance(vars(self).get(name), Parameter) and not value.is_leaf:
            raise TypeError(
                f"cannot assign the result of a computation to parameter {name!r} of {type(self).__name__}: "
                "assign a Parameter or None, or change parameter.data"
            )

    def __getattr__(self, name: str) -> Any:
        if "_hooks" not in vars(self):
            raise AttributeError(self._not_ready(f"use {name!r}"))
        return object.__getattribute__(self, name)  # raises Python's own error, or the property's

    def _not_ready(self, what):
        return f"cannot {what} before {type(self).__name__} calls super().__init__()"

    # ---- register ----

    def _check_name(self, kind, name, known):
        if not isinstance(name, str):
            raise TypeError(f"{kind} name must be a string, got {type(name).__name__}")
        if "." in name or name == "":
            raise KeyError(f"{kind} name must not be empty or contain a dot, got {name!r}")
        if "_hooks" not in vars(self):
            raise AttributeError(self._not_ready(f"register {kind} {name!r}"))
        if hasattr(self, name) and not known:
            raise KeyError(f"attribute {name!r} already exists")

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Make param (a Parameter, or None for "absent") the attribute `name`.

        Raises KeyError for a name with a dot or one already taken by something else,
        TypeError for another type. As torch.nn.Module.register_parameter.
        """
        held = vars(self).get(name, self)
        self._check_name("parameter", name, held is None or isinstance(held, Parameter))
        if param is not None and not isinstance(param, Parameter):
            raise TypeError(f"parameter {name!r} must be a Parameter or None, got {type(param).__name__}")
        setattr(self, name, param)

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Make tensor (or None for "absent") the attribute `name`, a part of the state that is not trained.

        persistent=False keeps it out of state_dict. Raises as register_parameter does.
        """
        self._check_name("buffer", name, name in self._buffer_tags)
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"buffer {name!r} must be a Tensor or None, got {type(tensor).__name__}")
        setattr(self, name, tensor)
        self._buffer_tags[name] = persistent

    def add_module(self, name: str, module: Module | None) -> None:
        """Make module (or None for "absent") the child `name`. Raises as register_parameter does."""
        held = vars(self).get(name, self)
        self._check_name("module", name, held is None or (held is not self and isinstance(held, Reflected)))
        if module is not None and not isinstance(module, Reflected):
            raise TypeError(f"child {name!r} must be a Module or None, got {type(module).__name__}")
        setattr(self, name, module)

    def register_module(self, name: str, module: Module | None) -> None:
        """The same as add_module."""
        self.add_module(name, module)

    # ---- walk ----

    def _members(self):
        """Yield (attribute, path, tensor or module) of this module alone."""
        attributes = vars(self)
        if "_hooks" not in attributes:
            raise AttributeError(self._not_ready("use the module"))
        for attribute, value in list(attributes.items()):
            if attribute in _OWN_ATTRIBUTES:
                continue
            if isinstance(value, (Tensor, Reflected)):
                yield attribute, attribute, value
            elif isinstance(value, _CONTAINERS):
                for path, item in _inside(attribute, value, ()):
                    yield attribute, path, item

    def _kind(self, attribute, tensor):
        persistent = self._buffer_tags.get(attribute)
        if persistent is None:
            if attribute in _class_tags(type(self)):
                persistent = True
            elif isinstance(tensor, Buffer):
                persistent = tensor.persistent
            elif isinstance(tensor, Parameter):
                return PARAMETER
            elif tensor.is_floating_point() or tensor.is_complex():
                return PARAMETER if tensor.is_leaf else None
            else:
                persistent = True
        return BUFFER if persistent else TRANSIENT_BUFFER

    def _own_tensors(self, *kinds):
        """Yield (path, tensor) of this module alone, children left out."""
        for attribute, path, value in self._members():
            if isinstance(value, Tensor) and self._kind(attribute, value) in kinds:
                yield path, value

    def _own_modules(self):
        for _, path, value in self._members():
            if isinstance(value, Reflected):
                yield path, value

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yield (name, module) of the direct children, a shared one once."""
        seen = set()
        for name, module in self._own_modules():
            if module not in seen:
                seen.add(module)
                yield name, module

    def children(self) -> Iterator[Module]:
        """Yield the direct children, a shared one once."""
        for _, module in self.named_children():
            yield module

    def named_modules(
        self, memo: set[Module] | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """Yield (name, module) of this module (its name is prefix) and all below it, parents first.

        A shared module comes once, or with remove_duplicate=False under each of its names.
        """
        seen = set() if memo is None else memo
        if self in seen:
            return
        seen.add(self)
        yield prefix, self
        for name, module in self._own_modules():
            yield from module.named_modules(seen, f"{prefix}.{name}" if prefix else name, remove_duplicate)
        if not remove_duplicate:
            seen.discard(self)  # what is left in seen are ancestors: a cycle ends all the same

    def modules(self, remove_duplicate: bool = True) -> Iterator[Module]:
        """Yield this module and all below it, parents first."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def _named_tensors(self, kinds, prefix, recurse, remove_duplicate):
        seen = set()
        owners = self.named_modules(None, prefix, remove_duplicate) if recurse else [(prefix, self)]
        for owner, module in owners:
            for path, tensor in module._own_tensors(*kinds):
                if id(tensor) not in seen:
                    if remove_duplicate:
                        seen.add(id(tensor))
                    yield (f"{owner}.{path}" if owner else path), tensor

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Parameter]]:
        """Yield (name, parameter), a module's own before its children's; a shared one once."""
        return self._named_tensors((PARAMETER,), prefix, recurse, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """Yield the parameters in the order of named_parameters."""
        for _, tensor in self.named_parameters(recurse=recurse):
            yield tensor

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Tensor]]:
        """Yield (name, buffer), those that state_dict leaves out included; a shared one once."""
        return self._named_tensors((BUFFER, TRANSIENT_BUFFER), prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """Yield the buffers in the order of named_buffers."""
        for _, tensor in self.named_buffers(recurse=recurse):
            yield tensor

    # ---- look up by name ----

    def _find(self, what, named, target):
        for name, value in named:
            if name == target:
                return value
        raise AttributeError(f"{type(self).__name__} has no {what} {target!r}")

    def get_submodule(self, target: str) -> Module:
        """The module below this one with that dotted name; "" is this module. AttributeError if there is none."""
        return self._find("module", self.named_modules(remove_duplicate=False), target)

    def get_parameter(self, target: str) -> Parameter:
        """The parameter with that dotted name. AttributeError if there is none."""
        return self._find("parameter", self.named_parameters(remove_duplicate=False), target)

    def get_buffer(self, target: str) -> Tensor:
        """The buffer with that dotted name. AttributeError if there is none."""
        return self._find("buffer", self.named_buffers(remove_duplicate=False), target)
