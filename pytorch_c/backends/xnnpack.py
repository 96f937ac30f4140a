"""XNNPACK (torch.backends.xnnpack)."""

from .._boundary import api

enabled: bool = api.context_has("xnnpack")
