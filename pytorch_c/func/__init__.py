"""Functions of functions (torch.func): vmap."""

from ._vmap import vmap as vmap

__all__ = ["vmap"]
