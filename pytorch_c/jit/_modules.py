"""Modules of TorchScript as nn.Modules: what they have lies in the C library, and is read there (torch.jit._script).

`_c` is the module of the C library. Parameters and buffers are the very tensors of the program; an attribute that
is set changes the program's.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from .._boundary import api, constants
from .._boundary.library import core
from .._C._ir import Graph
from ..nn import Module, _hooks
from ..nn._members import start
from . import _handles  # noqa: F401  (the class of modules' handles)
from ._functions import ScriptMethod, complete, function_of, method_of
from ._graph import ConstMap
from ._ignored import refuse_to_save
from ._literals import with_codes
from ._tensors import Tensors, known, lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["RecursiveScriptModule", "ScriptModule", "TopLevelTracedModule", "TracedModule", "wrap"]

_TENSORS = (constants.JIT_PARAMETER, constants.JIT_BUFFER)


class _Modules(dict):
    """The submodules as Python has them; another one of the same class may take a place."""

    def __init__(self, c: Any, found: dict[str, Any]) -> None:
        super().__init__(found)
        self._c = c

    def __setitem__(self, name: str, value: Any) -> None:
        if not isinstance(value, ScriptModule) or "_c" not in value.__dict__:
            raise RuntimeError(
                "Cannot re-assign modules in a ScriptModule with non-scripted module, tried to replace existing "
                f"module '{name}': {value}"
            )
        api.jit_module_set_attr(self._c, name, value)
        super().__setitem__(name, value)

    def __delitem__(self, name: str) -> None:
        raise RuntimeError("cannot delete methods or parameters of a script module")


class _Forward:
    """The method, which the module keeps once somebody has asked for it, so that a call finds it at once."""

    def __get__(self, module: Any, owner: Any) -> Any:
        if module is None:
            return self
        if "_c" not in module.__dict__:
            raise AttributeError(f"'{type(module).__name__}' object has no attribute 'forward'")
        return module.__getattr__("forward")


class ScriptModule(Module):
    """A module of TorchScript: traced, compiled or read from an archive (torch.jit.ScriptModule).

    Attributes, parameters, buffers, submodules and methods are those of the program; what else is set is an
    attribute of this object, which no archive keeps.
    """

    _c: Any
    forward = _Forward()

    # ---- how one is made ----

    def __init_subclass__(cls, made: bool = False, **options: Any) -> None:
        super().__init_subclass__(**options)
        if not made:
            sys.modules[__package__]._compile_after_init(cls)

    @classmethod
    def _construct(cls, cpp_module: Any, init_fn: Any = None) -> Any:
        """Returns the module of a handle; what `init_fn` would put into it is there already."""
        return wrap(cpp_module, cls)

    @classmethod
    def _wrap(cls, c: Any, children: dict[str, Any]) -> Self:
        made = cls.__new__(cls)
        start(made)
        made._become(c, children)
        return made

    def _become(self, c: Any, children: dict[str, Any]) -> None:
        own = self.__dict__
        own.pop("training", None)
        own.update(
            _c=c,
            _parameters=Tensors(c, constants.JIT_PARAMETER),
            _buffers=Tensors(c, constants.JIT_BUFFER),
            _modules=_Modules(c, children),
        )
        for kind, before in (("_forward_pre_hooks", True), ("_forward_hooks", False)):
            for name in lines(api.jit_module_hooks(c, before)):
                hook = function_of(api.jit_module_hook(c, name, before))
                _hooks.add(own[kind], hook, False, ())

    @property
    def _box(self) -> Any:
        """The module as a value of TorchScript's."""
        return core.module_box(self._c)

    @property
    def training(self) -> bool:
        """Returns whether it is in training mode; what was traced does what it did then."""
        own = self.__dict__
        if "_c" not in own:
            return own["training"]
        if api.jit_module_has(own["_c"], "training") == constants.JIT_NONE:
            raise AttributeError("a frozen module is in no mode")
        return api.jit_module_attr(own["_c"], "training")

    @training.setter
    def training(self, mode: bool) -> None:
        own = self.__dict__
        if "_c" not in own:
            own["training"] = mode
        elif api.jit_module_has(own["_c"], "training") == constants.JIT_ATTRIBUTE:
            api.jit_module_set_attr(own["_c"], "training", mode)

    # ---- attributes ----

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        if "_c" not in own:
            if "_forward_hooks" not in own:
                raise RuntimeError("ScriptModule has not been initialized, did you forget to call super's init?")
            return super().__getattr__(name)
        if name in own["_modules"]:
            return own["_modules"][name]
        kind = api.jit_module_has(own["_c"], name)
        if kind == constants.JIT_METHOD:
            method = own[name] = method_of(api.jit_module_method(own["_c"], name))
            return method
        if kind in _TENSORS:
            return known(api.jit_module_attr(own["_c"], name))
        if kind in (constants.JIT_ATTRIBUTE, constants.JIT_CONSTANT):
            return api.jit_module_attr(own["_c"], name)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if "_c" not in own:
            return super().__setattr__(name, value)
        if name in own["_modules"]:
            own["_modules"][name] = value
            return None
        kind = api.jit_module_has(own["_c"], name)
        if kind in _TENSORS:
            own["_parameters" if kind == constants.JIT_PARAMETER else "_buffers"][name] = value
        elif kind == constants.JIT_ATTRIBUTE:
            api.jit_module_set_attr(own["_c"], name, value)
        elif kind == constants.JIT_CONSTANT:
            raise AttributeError(f"Cannot mutate TorchScript constant value: '{name}'. Value: '{value}'")
        else:
            object.__setattr__(self, name, value)
        return None

    def __delattr__(self, name: str) -> None:
        if "_c" not in self.__dict__:
            super().__delattr__(name)
        else:
            object.__delattr__(self, name)

    def __dir__(self) -> list[str]:
        if "_c" not in self.__dict__:
            return super().__dir__()
        kinds = (constants.JIT_ATTRIBUTE, constants.JIT_METHOD, constants.JIT_CONSTANT)
        return sorted(
            {*super().__dir__(), *(n for kind in kinds for n in lines(api.jit_module_names(self._c, kind, False)))}
        )

    # ---- what it says of itself ----

    @property
    def graph(self) -> Graph:
        """The graph of forward."""
        return self.forward.graph

    @property
    def inlined_graph(self) -> Graph:
        """The graph of forward, with what it calls in the calls' places."""
        return self.forward.inlined_graph

    @property
    def code(self) -> str:
        """The source that TorchScript writes of forward."""
        return self.forward.code

    @property
    def code_with_constants(self) -> tuple[str, ConstMap]:
        """(code, what CONSTANTS.c0 and so on in it are)."""
        return self.forward.code_with_constants

    def graph_for(self, *args: Any, **kwargs: Any) -> Any:
        """Runs forward, and gives the graph that ran, as it was optimized for these arguments."""
        return self.forward.graph_for(*args, **kwargs)

    @property
    def original_name(self) -> str:
        """The name of the class that it was made from."""
        return api.jit_module_type(self._c).rpartition(".")[2]

    @property
    def qualified_name(self) -> str:
        """The name of its class of TorchScript's, with "__torch__." in front."""
        return api.jit_module_type(self._c)

    def extra_repr(self) -> str:
        """The class that it was made from."""
        return f"original_name={self.original_name}" if "_c" in self.__dict__ else ""

    def dump(self, code: bool = True, attrs: bool = True, params: bool = True) -> None:
        """Prints what is in it: methods, attributes, parameters."""
        print(self.dump_to_str(code, attrs, params))

    def dump_to_str(self, code: bool = True, attrs: bool = True, params: bool = True) -> str:
        """Returns what dump() prints."""
        return api.jit_module_dump(self._c, code, attrs, params)

    def define(self, src: str) -> None:
        """Compiles methods, `def twice(self, x): …`, which see what the module has; in __init__, when it is done."""
        if "_c" in self.__dict__:
            api.jit_module_define(self._c, with_codes(src), "<string>", 1, None)
        else:
            frame = sys._getframe(1)
            self.__dict__.setdefault("_sources", []).append((src, {**frame.f_globals, **frame.f_locals}))

    # ---- archives and copies ----

    def save(self, f: str | os.PathLike[str], _extra_files: dict[str, Any] | None = None) -> None:
        """Writes an archive that torch and the C library read. `f` is the name of a file. See jit.save."""
        refuse_to_save(self._c)
        api.jit_save(self._c, os.fspath(f), _extra_files)

    def save_to_buffer(self, _extra_files: dict[str, Any] | None = None) -> bytes:
        """The archive that save() writes, as bytes."""
        refuse_to_save(self._c)
        return core.jit_save_memory(self._c, _extra_files)

    def __copy__(self) -> Any:
        return wrap(api.jit_module_copy(self._c))

    def __deepcopy__(self, memo: dict[int, Any] | None) -> Any:
        return wrap(api.jit_module_deepcopy(self._c))

    def __reduce_ex__(self, protocol: Any) -> Any:
        import pickle

        raise pickle.PickleError("ScriptModules cannot be pickled: jit.save() and save_to_buffer() write archives")

    # ---- what Python looks for in the class ----

    def _special(self, name, *args):
        if name in self.__dict__:
            return self.__dict__[name](*args)
        if "_c" not in self.__dict__ or api.jit_module_has(self._c, name) != constants.JIT_METHOD:
            if name == "__iter__":
                raise TypeError(f"'{type(self).__name__}' object is not iterable")
            raise NotImplementedError(f"{type(self).__name__} has no method {name}")
        return self.__getattr__(name)(*args)

    def __iter__(self) -> Any:
        return self._special("__iter__")

    def __getitem__(self, idx: Any) -> Any:
        return self._special("__getitem__", idx)

    def __len__(self) -> int:
        return self._special("__len__")

    def __contains__(self, key: Any) -> bool:
        return self._special("__contains__", key)

    def __bool__(self) -> bool:
        return True


class RecursiveScriptModule(ScriptModule, made=True):
    """A module that is scripted, frozen, or read from an archive (torch.jit.RecursiveScriptModule)."""


class TracedModule(ScriptModule, made=True):
    """A submodule of a module that was traced (torch.jit.TracedModule)."""

    def _get_name(self) -> str:
        return self.original_name

    @property
    def _name(self) -> str:
        """The name of the class that it was made from."""
        return self.original_name


class TopLevelTracedModule(TracedModule, made=True):
    """A module that trace() has made (torch.jit.TopLevelTracedModule)."""


def wrap(c: Any, cls: Any = RecursiveScriptModule, below: Any = None, seen: dict[int, Any] | None = None) -> Any:
    """A module of the C library as a ScriptModule, its submodules too; those are of the class `below`.

    A submodule that is in several places is one object.
    """
    seen = {} if seen is None else seen
    number = api.jit_module_id(c)
    if number not in seen:
        names = lines(api.jit_module_names(c, constants.JIT_MODULE, False))
        children = {name: wrap(api.jit_module_module(c, name), below or cls, below, seen) for name in names}
        seen[number] = cls._wrap(c, children)
    return seen[number]


def _owner(self):
    return wrap(api.jit_function_owner(self._c))


class _OfProgram:
    """A member that torch's modules do not have: an attribute of the program of that name comes before it."""

    def __init__(self, name: str) -> None:
        self.name, self.member = name, getattr(ScriptModule, name)
        self.__doc__ = self.member.__doc__

    def __get__(self, module: Any, owner: Any = None) -> Any:
        if module is None:
            return self.member
        c = module.__dict__.get("_c")
        if c is not None and api.jit_module_has(c, self.name) != constants.JIT_NONE:
            return module.__getattr__(self.name)
        return self.member.__get__(module, owner)


for _name in (
    "_save_to_state_dict",
    "_load_from_state_dict",
    "name",
    "init",
    "is_training",
    "set_state_dict",
    "dump",
    "dump_to_str",
    "qualified_name",
):
    setattr(ScriptModule, _name, _OfProgram(_name))

complete(ScriptMethod, {name: property(_owner, doc="The module.") for name in ("owner", "raw_owner")})
