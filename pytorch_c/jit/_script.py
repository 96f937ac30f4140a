"""Where torch defines ScriptModule and script (torch.jit._script)."""

from . import RecursiveScriptModule, ScriptModule, script

__all__ = ["RecursiveScriptModule", "ScriptModule", "script"]
