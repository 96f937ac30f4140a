"""Members found by reflection, for classes that ask for it: GoTorch's structs, whose fields are the declaration.

`class Net(Module, reflect=True)`, or GoTorch's `init(outer)`. Attributes are read in the order in which they were
first assigned, so every walk has the same order in every run. Lists, tuples and dicts are looked into, at any
depth, unless their first item is a string or a number. What is found is

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
import threading
import typing

from .._composites.inputs import typename
from .._tensor.tensor import Tensor
from ._members import OWN, Members, is_taken
from .parameter import Buffer, Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PARAMETER, BUFFER, TRANSIENT_BUFFER = "parameter", "buffer", "transient buffer"

_TAGS = "_buffer_tags"  # attribute -> whether state_dict has it
_CONTAINERS = (list, tuple, dict)
_PLAIN = (str, bytes, int, float, complex)


# ---- tags ----


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


# ---- what is found ----


def _inside(path, container, outer):
    """Yields (path, tensor or module, its container, its key there) from a list, tuple or dict, nested ones too."""
    items = list(container.items() if isinstance(container, dict) else enumerate(container))
    if id(container) in outer or (items and isinstance(items[0][1], _PLAIN)):
        return
    for key, value in items:
        if isinstance(value, (Tensor, Members)):
            yield f"{path}.{key}", value, container, key
        elif isinstance(value, _CONTAINERS):
            yield from _inside(f"{path}.{key}", value, (*outer, id(container)))


def _found(module):
    """Yields (attribute, path, tensor or module, its container or None, its key there) of a module alone."""
    attributes = vars(module)
    if _TAGS not in attributes:
        raise AttributeError(f"cannot use the module before {type(module).__name__} calls super().__init__()")
    for attribute, value in list(attributes.items()):
        if attribute in OWN or attribute == _TAGS:
            continue
        if isinstance(value, (Tensor, Members)):
            yield attribute, attribute, value, None, attribute
        elif isinstance(value, _CONTAINERS):
            for path, item, container, key in _inside(attribute, value, ()):
                yield attribute, path, item, container, key


def _kind(module, attribute, value):
    """PARAMETER, BUFFER, TRANSIENT_BUFFER, Members for a module, or None."""
    if isinstance(value, Members):
        return Members
    persistent = vars(module)[_TAGS].get(attribute)
    if persistent is None:
        if attribute in _class_tags(type(module)):
            persistent = True
        elif isinstance(value, Buffer):
            persistent = value.persistent
        elif isinstance(value, Parameter):
            return PARAMETER
        elif value.is_floating_point() or value.is_complex():
            return PARAMETER if value.is_leaf else None
        else:
            persistent = True
    return BUFFER if persistent else TRANSIENT_BUFFER


class _Found(dict):
    """Members of one kind that reflection finds, by path; an item that is set or deleted is set or deleted in the module."""

    def __init__(self, module, *kinds):
        self._module, self._places = module, {}
        for attribute, path, value, container, key in _found(module):
            if _kind(module, attribute, value) in kinds:
                super().__setitem__(path, value)
                self._places[path] = container, key

    def __setitem__(self, path, value):
        container, key = self._places.get(path, (None, path))
        if container is None:
            object.__setattr__(self._module, key, value)
        elif not isinstance(container, tuple):
            container[key] = value
        elif self[path] is not value:
            if not isinstance(value, Tensor):
                raise TypeError(f"cannot put {typename(value)} into a tuple, at {path!r}")
            self[path].data = value.data  # a tuple keeps its tensors, which get the new memory
            value = self[path]
        super().__setitem__(path, value)

    def __delitem__(self, path):
        container, key = self._places.get(path, (None, path))
        if container is None:
            object.__delattr__(self._module, key)
        else:
            del container[key]
        super().__delitem__(path)


# ---- the members of a class that asks for it ----


def _parameters(self):
    return _Found(self, PARAMETER)


def _buffers(self):
    return _Found(self, BUFFER, TRANSIENT_BUFFER)


def _modules(self):
    return _Found(self, Members)


def _non_persistent_buffers_set(self):
    return set(_Found(self, TRANSIENT_BUFFER))


def _setattr(self, name: str, value: Any) -> None:
    if isinstance(value, (Tensor, Members)):
        tags = vars(self).get(_TAGS)
        if tags is None:
            raise AttributeError(f"cannot assign {name!r} before {type(self).__name__} calls super().__init__()")
        if isinstance(value, Buffer):
            tags[name] = value.persistent
        elif isinstance(value, Parameter):
            tags.pop(name, None)
        elif isinstance(value, Tensor) and isinstance(vars(self).get(name), Parameter) and not value.is_leaf:
            raise TypeError(
                f"cannot assign the result of a computation to parameter {name!r} of {type(self).__name__}: "
                "assign a Parameter or None, or change parameter.data"
            )
    object.__setattr__(self, name, value)


def _checked_name(module, kind, name, known):
    if _TAGS not in vars(module):
        raise AttributeError(f"cannot register {kind} {name!r} before {type(module).__name__} calls super().__init__()")
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
    if "." in name or name == "":
        raise KeyError(f"{kind} name must not be empty or contain a dot, got {name!r}")
    if is_taken(module, name) and not known:
        raise KeyError(f"attribute {name!r} already exists")


def _register_parameter(self, name: str, param: Parameter | None) -> None:
    held = vars(self).get(name, self)
    _checked_name(self, "parameter", name, held is None or isinstance(held, Parameter))
    if param is not None and not isinstance(param, Parameter):
        raise TypeError(f"parameter {name!r} must be a Parameter or None, got {type(param).__name__}")
    setattr(self, name, param)


def _register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
    _checked_name(self, "buffer", name, name in vars(self).get(_TAGS, ()))
    if tensor is not None and not isinstance(tensor, Tensor):
        raise TypeError(f"buffer {name!r} must be a Tensor or None, got {type(tensor).__name__}")
    setattr(self, name, tensor)
    vars(self)[_TAGS][name] = persistent


def _add_module(self, name: str, module: Any) -> None:
    held = vars(self).get(name, self)
    _checked_name(self, "module", name, held is None or (held is not self and isinstance(held, Members)))
    if module is not None and not isinstance(module, Members):
        raise TypeError(f"{typename(module)} is not a Module subclass")
    setattr(self, name, module)


def _looked_up(table, what):
    """get_submodule and its like, which find what lies in lists and dicts, too."""

    def look_up(self, target: str) -> Any:
        if table == "_modules":
            found = dict(self.named_modules(remove_duplicate=False))
        else:
            found = dict(self._named_members(lambda one: getattr(one, table).items(), remove_duplicate=False))
        if target not in found:
            raise AttributeError(f"{type(self).__name__} has no {what} {target!r}")
        return found[target]

    return look_up


_walking = threading.local()


def _once(cls, name):
    """A method of Module that goes down to the children, for modules that may refer back to their parents."""

    def method(self, *args: Any, **kwargs: Any) -> Any:
        active = vars(_walking).setdefault(name, set())
        if self in active:
            return self
        active.add(self)
        try:
            return getattr(super(cls, self), name)(*args, **kwargs)
        finally:
            active.discard(self)

    return method


def find_by_reflection(cls: type) -> None:
    """Makes the members of cls's instances those that reflection finds."""
    members = {one.__name__: property(one) for one in (_parameters, _buffers, _modules, _non_persistent_buffers_set)}
    members |= {"__setattr__": _setattr, "__delattr__": object.__delattr__}
    members |= {"register_parameter": _register_parameter, "register_buffer": _register_buffer}
    members |= {"add_module": _add_module, "_reflects": True}
    members |= {"get_submodule": _looked_up("_modules", "module")}
    members |= {"get_parameter": _looked_up("_parameters", "parameter")}
    members |= {"get_buffer": _looked_up("_buffers", "buffer")}
    members |= {name: _once(cls, name) for name in ("train", "apply", "_apply", "state_dict")}
    for name, member in members.items():
        if name not in vars(cls):
            setattr(cls, name, member)


def adopt(module: Any, tables: dict[str, Any]) -> None:
    """Makes the members that a module has in tables already its attributes."""
    transient = tables.get("_non_persistent_buffers_set", ())
    vars(module).setdefault(_TAGS, {}).update({name: name not in transient for name in tables.get("_buffers", ())})
    for table in ("_parameters", "_buffers", "_modules"):
        for name, value in tables.get(table, {}).items():
            object.__setattr__(module, name, value)
        tables.get(table, {}).clear()
