"""Where torch defines ScriptModule and script (torch.jit._script)."""

from . import script
from ._functions import CompilationUnit, ConstMap, ScriptFunction
from ._modules import RecursiveScriptModule, ScriptModule

__all__ = ["CompilationUnit", "ConstMap", "RecursiveScriptModule", "ScriptFunction", "ScriptModule", "script"]
