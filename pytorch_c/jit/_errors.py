"""Errors of programs of TorchScript (torch.jit.Error)."""

from .._boundary.errors import ScriptError as Error

__all__ = ["Error"]
