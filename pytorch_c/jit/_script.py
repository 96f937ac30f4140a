"""jit.script: functions, classes and modules become TorchScript (torch.jit._script)."""

from __future__ import annotations

import enum
import functools
import inspect
import types

from .._boundary.errors import TorchError
from ..nn import Module, ModuleDict, ModuleList, Sequential
from . import _marks
from ._builtins import unwrapped
from ._classes import of_class
from ._collections import ScriptDict, ScriptList
from ._compile import compiled
from ._functions import CompilationUnit, ScriptFunction, function_of
from ._graph import ConstMap
from ._layers import torchs_form
from ._modules import RecursiveScriptModule, ScriptModule, wrap
from ._objects import RecursiveScriptClass, scripted_object
from ._recursive import Modules
from ._special import FORMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["CompilationUnit", "ConstMap", "RecursiveScriptModule", "ScriptFunction", "ScriptModule", "script"]


def script(obj: Any, optimize: None = None, _frames_up: int = 0, _rcb: Any = None, example_inputs: Any = None) -> Any:
    """A function, class or module compiled to TorchScript, by libtorch's own compiler.

    Args:
        obj: A Python function: gives a ScriptFunction. An nn.Module: gives a RecursiveScriptModule, which shares its
            parameters and buffers; forward, what it calls, and what is marked @export are compiled. A class: it may be
            used in programs from now on, and comes back as it is. A list or a dict: gives a ScriptList or ScriptDict,
            which programs change. An object of another class: gives a RecursiveScriptClass, which programs change.
            What is compiled already comes back as it is

    What the language has is in docs/torchscript.md. Raises FrontendError, NotSupportedError or UnsupportedNodeError
    (RuntimeErrors) for Python that it has not, RuntimeError for what libtorch's compiler refuses, all with the file,
    the line and a marker; OSError where the source is not to be had. Source: torch.jit.script.
    """
    if isinstance(obj, (ScriptModule, ScriptFunction)) and not _is_definition(obj):
        return obj
    if isinstance(obj, Module):
        return script_module(obj)
    if isinstance(obj, (RecursiveScriptClass, ScriptList, ScriptDict)):
        return obj
    if hasattr(obj, "__prepare_scriptable__") and not inspect.isclass(obj):
        obj = obj.__prepare_scriptable__()
    if isinstance(obj, (dict, list)):
        return ScriptDict(obj) if isinstance(obj, dict) else ScriptList(obj)
    if inspect.isclass(obj):
        return _script_class(obj)
    if getattr(obj, "__script_if_tracing_wrapper", False):
        obj = obj.__original_fn
    function = unwrapped(obj)
    if isinstance(function, types.MethodType):
        function = function.__func__
    if not inspect.isfunction(function):
        return _script_object(obj)
    made = function_of(_alone(torchs_form(function))[0])
    functools.update_wrapper(made, function)
    return made


def _alone(function):
    """Compiles a function; raises TorchError for one whose calls are written by their arguments."""
    if function in FORMS or hasattr(function, "__dispatched__"):
        raise TorchError(
            f"{function.__name__} is no program by itself: what it gives depends on its arguments. Script a function "
            "that calls it"
        )
    return compiled(function)


def _is_definition(obj):
    return isinstance(obj, ScriptModule) and "_c" not in vars(obj)


def _script_class(cls):
    if issubclass(cls, Module):
        raise TorchError(
            f"Type '{cls}' cannot be compiled since it inherits from nn.Module, consider passing an instance instead"
        )
    if len(cls.__mro__) > 2 and not issubclass(cls, (tuple, enum.Enum)):
        raise TorchError(
            "TorchScript classes does not support inheritance yet. Please directly inherit from 'object': "
            f"'{cls.__name__}' does not"
        )
    if of_class(cls) is None:
        raise TorchError(
            "New-style classes and classes that inherit from others cannot be compiled: "
            f"'{cls.__name__}' is no class that TorchScript knows"
        )
    return cls


def _script_object(obj):
    if isinstance(obj, (tuple, enum.Enum)) or of_class(type(obj)) is None:
        raise TorchError(
            f"jit.script needs a function, a class or an nn.Module, a list, a dict or an object of a class, got {obj!r}"
        )
    return RecursiveScriptClass(scripted_object(obj))


def script_module(module: Any, methods_of: Any = None) -> Any:
    """A module compiled, with its submodules."""
    modules = Modules(methods_of)
    record = modules.build(module)
    made = wrap(record.handle)
    _like_python(made, module)
    return made


def _like_python(made, module):
    """Gives the module what Python's side keeps: methods that are left alone, and methods of containers."""
    for name in dir(module):
        item = vars(module)[name] if name in vars(module) else inspect.getattr_static(type(module), name, None)
        item = item.__func__ if isinstance(item, types.MethodType) else item
        if inspect.isfunction(item) and (_marks.is_ignored(item) or _marks.modifier(item) == _marks.COPY):
            vars(made)[name] = types.MethodType(item, made)
    for cls in (Sequential, ModuleList, ModuleDict):
        if isinstance(module, cls):
            for name in ("__len__", "__iter__", "__getitem__", "__contains__", "items", "keys", "values"):
                if hasattr(cls, name) and getattr(type(module), name) is getattr(cls, name):
                    vars(made)[name] = types.MethodType(getattr(cls, name), made)
    for name in getattr(module, "__jit_ignored_attributes__", ()):
        item = inspect.getattr_static(type(module), name, None)
        if not isinstance(item, property) and hasattr(module, name):
            vars(made)[name] = getattr(module, name)
    for name, child in module._modules.items():
        if isinstance(child, Module) and name in made._modules and not isinstance(child, ScriptModule):
            _like_python(made._modules[name], child)
