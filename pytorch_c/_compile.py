"""Words of torch's Python to its compiler, which is not here (torch._compile)."""

from .compiler import disable as _disable_dynamo

__all__ = ["_disable_dynamo"]
