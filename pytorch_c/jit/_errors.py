"""What a program of TorchScript raises (torch.jit.Error)."""

from .._boundary.errors import ScriptError as Error

__all__ = ["Error"]
