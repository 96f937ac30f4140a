"""TorchScript (torch.jit): programs that are traced or compiled, saved, and run without Python.

Each part is loaded when one of its names is asked for.
"""

from __future__ import annotations

import collections
from typing import Final

from ._marks import _copy_to_script_wrapper as _copy_to_script_wrapper
from ._marks import _drop as _drop
from ._marks import _overload as _overload
from ._marks import _overload_method as _overload_method
from ._marks import _unwrap_optional as _unwrap_optional
from ._marks import (
    annotate,
    export,
    ignore,
    interface,
    is_scripting,
    isinstance,
    script_if_tracing,
    script_method,
    unused,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "Attribute", "CompilationUnit", "Error", "Final", "Future", "ScriptFunction", "ScriptModule", "annotate", "enable_onednn_fusion", "export",
    "export_opnames", "fork", "freeze", "fuser", "ignore", "interface", "is_scripting", "is_tracing", "isinstance",
    "last_executed_optimized_graph", "load", "onednn_fusion_enabled", "optimize_for_inference",
    "optimized_execution", "save", "script", "script_if_tracing", "script_method", "set_fusion_strategy", "strict_fusion",
    "trace", "trace_module", "TracerWarning", "unused", "wait",
]  # fmt: skip


Attribute = collections.namedtuple("Attribute", ["value", "type"])
_isinstance, _script_if_tracing = isinstance, script_if_tracing  # as libraries import them

# ---- what is loaded when it is asked for ----

_HOMES = {
    "_async": "Future _fork _wait fork wait",
    "_collections": "ScriptDict ScriptList",
    "_definitions": "_compile_after_init",
    "_errors": "Error",
    "_freeze": "freeze optimize_for_inference run_frozen_optimizations",
    "_functions": "CompilationUnit ScriptFunction ScriptMethod",
    "_fuser": "fuser last_executed_optimized_graph optimized_execution set_fusion_strategy",
    "_modules": "RecursiveScriptModule ScriptModule TopLevelTracedModule TracedModule",
    "_objects": "RecursiveScriptClass",
    "_script": "script",
    "_serialization": "load save",
    "_text": "_define_text",
    "_settings": "enable_onednn_fusion export_opnames onednn_fusion_enabled strict_fusion",
    "_trace_graph": "ONNXTracedModule _get_trace_graph _unique_state_dict",
    "_trace": "TracerWarning TracingCheckError is_tracing trace trace_module",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}

if TYPE_CHECKING:
    from ._async import Future, fork, wait
    from ._async import _fork as _fork
    from ._async import _wait as _wait
    from ._collections import ScriptDict as ScriptDict
    from ._collections import ScriptList as ScriptList
    from ._errors import Error
    from ._freeze import freeze, optimize_for_inference
    from ._freeze import run_frozen_optimizations as run_frozen_optimizations
    from ._functions import CompilationUnit, ScriptFunction
    from ._functions import ScriptMethod as ScriptMethod
    from ._fuser import fuser, last_executed_optimized_graph, optimized_execution, set_fusion_strategy
    from ._modules import RecursiveScriptModule as RecursiveScriptModule
    from ._modules import ScriptModule
    from ._modules import TopLevelTracedModule as TopLevelTracedModule
    from ._modules import TracedModule as TracedModule
    from ._objects import RecursiveScriptClass as RecursiveScriptClass
    from ._script import script
    from ._serialization import load, save
    from ._settings import enable_onednn_fusion, export_opnames, onednn_fusion_enabled, strict_fusion
    from ._trace import TracerWarning, is_tracing, trace, trace_module
    from ._trace import TracingCheckError as TracingCheckError

_script_if_tracing = script_if_tracing  # as older programs call it

del annotations  # the feature of __future__, in the place of a module of that name


def __getattr__(name: str) -> Any:
    import importlib

    if name in _HOME_OF:
        found = globals()[name] = getattr(importlib.import_module(f".{_HOME_OF[name]}", __name__), name)
        return found
    if name in ("annotations", "frontend") or name in _HOMES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *(name for name in _HOME_OF if not name.startswith("_")), "annotations"})
