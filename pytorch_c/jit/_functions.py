"""TorchScript's functions in Python: ScriptFunction, ScriptMethod, and units of them (torch.jit.ScriptFunction).

The two classes are csrc/script.c's, so that a call has no frame of Python's; what else they have is here.
"""

from __future__ import annotations

import os
import pickle
import sys

from .._boundary import api, constants
from .._boundary.errors import Error
from .._boundary.library import core
from .._C._ir import Graph, wrapped
from .._calls.function_schema import FunctionSchema
from .._calls.jit_types import python_unit as python_unit
from ._graph import ConstMap
from ._ignored import refuse_to_save
from ._source import FrontendTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["CompilationUnit", "ScriptFunction", "ScriptMethod"]

ScriptFunction: Any = core.ScriptFunction
ScriptMethod: Any = core.ScriptMethod
ScriptFunction.__doc__ = (
    "A function of TorchScript, traced or compiled; called as any other (torch.jit.ScriptFunction)."
)
ScriptMethod.__doc__ = "A method of a module of TorchScript, with its module (torch.ScriptMethod)."


core.jit_print()


def function_of(resource: Any) -> Any:
    """A function of the C library as a ScriptFunction."""
    return core.script(ScriptFunction, resource)


def method_of(resource: Any) -> Any:
    """A method of the C library as a ScriptMethod."""
    return core.script(ScriptMethod, resource)


# ---- what both have ----


def _graph(kind):
    return lambda self: wrapped(Graph, api.ir_graph_of(self._c, kind))


def _code(self):
    return api.jit_function_code(self._c)[0]


def _code_with_constants(self):
    """(code, ConstMap): the text of the function, and what CONSTANTS.c0 and so on in it are."""
    code, constants = api.jit_function_code(self._c)
    return code, ConstMap({f"c{number}": one for number, one in enumerate(constants)})


def _graph_for(self, *args, **kwargs):
    """Runs it, and gives the graph that ran, as it was optimized for these arguments."""
    from ._fuser import last_executed_optimized_graph

    self(*args, **kwargs)
    return last_executed_optimized_graph()


_SHARED = {
    "graph": property(_graph(constants.JIT_GRAPH_PLAIN), doc="The graph."),
    "inlined_graph": property(
        _graph(constants.JIT_GRAPH_INLINED), doc="The graph with what it calls in the calls' places."
    ),
    "code": property(_code, doc="The source that TorchScript writes of it."),
    "code_with_constants": property(_code_with_constants, doc=_code_with_constants.__doc__),
    "schema": property(
        lambda self: FunctionSchema.of(api.jit_function_schema(self._c).rstrip()), doc="Its arguments and results."
    ),
    "name": property(lambda self: api.jit_function_name(self._c), doc="Its name."),
    "qualified_name": property(
        lambda self: api.jit_function_qualified_name(self._c), doc="Its name within the unit that it is in."
    ),
    "graph_for": _graph_for,
    "_debug_flush_compilation_cache": lambda self: api.jit_function_flush(self._c),
}


# ---- functions ----


def _save(self, f: str | os.PathLike[str], _extra_files: dict[str, Any] | None = None) -> None:
    """Writes an archive with the function as its forward. `f` is the name of a file."""
    module = api.jit_function_module(self._c)
    refuse_to_save(module)
    api.jit_save(module, os.fspath(f), _extra_files)


def _save_to_buffer(self, _extra_files: dict[str, Any] | None = None) -> bytes:
    """The archive that save() writes, as bytes."""
    module = api.jit_function_module(self._c)
    refuse_to_save(module)
    return core.jit_save_memory(module, _extra_files)


def _reduce(self, *protocol):
    raise pickle.PickleError("ScriptFunction cannot be pickled")


_OF_FUNCTIONS = {"save": _save, "save_to_buffer": _save_to_buffer, "__reduce__": _reduce, "__reduce_ex__": _reduce}


def complete(cls, members):
    """Gives a class of C's more members; functions get their names."""
    for name, value in members.items():
        if not isinstance(value, property):
            value.__name__, value.__qualname__ = name, f"{cls.__name__}.{name}"
        setattr(cls, name, value)


complete(ScriptFunction, _SHARED | _OF_FUNCTIONS)
complete(ScriptMethod, _SHARED)


def _define_from(unit, frame, lang, own, first):
    """The source again, with what names mean in a frame: libtorch alone does not know these."""
    names = {**frame.f_globals, **frame.f_locals, **{name: function_of(one) for name, one in own.items()}}
    try:
        return sys.modules[__package__]._define_text(unit, lang, names)
    except Error as error:
        about = [str(one).strip().partition("\n")[0] for one in (first, error)]
        if about[0].startswith("undefined value") and about[0] != about[1]:  # the second one knows the name
            raise error from None
        if isinstance(error, FrontendTypeError) and "Attempted to use" in str(error):  # libtorch says: an unknown name
            raise
        return False


class CompilationUnit:
    """Functions of TorchScript, compiled from their source, as attributes (torch.jit.CompilationUnit).

    Args:
        lang: The source: functions with annotated arguments; one without is a Tensor. A name that the source does not
            define may be one of Python's, in the frame of the caller, or of `_frames_up` above it

    Raises RuntimeError that shows the line for a source with an error.
    """

    def __init__(self, lang: str | None = None, _frames_up: int = 0) -> None:
        self._c = api.jit_unit_new()
        if lang is not None:
            self.define(lang, None, _frames_up + 1)

    def define(self, lang: str, rcb: Any = None, _frames_up: int = 0) -> None:
        """Compiles more functions; they may call those that are there."""
        own = {one: api.jit_unit_function(self._c, one) for one in api.jit_unit_functions(self._c).split("\n") if one}
        scope = api.jit_scope_new(self._c)
        for name, function in own.items():
            api.jit_scope_function(scope, name, function)
        try:
            api.jit_unit_define(self._c, None, lang, "<string>", 1, scope)
        except Error as error:
            if not _define_from(self._c, sys._getframe(1 + _frames_up), lang, own, error):
                raise

    def find_function(self, name: str) -> Any:
        """The function, or None where there is none of the name."""
        if name not in api.jit_unit_functions(self._c).split("\n"):
            return None
        return function_of(api.jit_unit_function(self._c, name))

    def get_functions(self) -> list[Any]:
        """All functions."""
        names = api.jit_unit_functions(self._c)
        return [self.find_function(name) for name in names.split("\n") if name]

    def __getattr__(self, name: str) -> Any:
        found = None if name.startswith("__") or name == "_c" else self.find_function(name)
        if found is None:
            raise AttributeError(f"'CompilationUnit' has no attribute '{name}'")
        return found
