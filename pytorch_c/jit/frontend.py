"""The errors of the converter, where libraries import them from (torch.jit.frontend)."""

from ._source import FrontendError, FrontendTypeError, NotSupportedError, UnsupportedNodeError

__all__ = ["FrontendError", "FrontendTypeError", "NotSupportedError", "UnsupportedNodeError"]
