"""The CPU that operators run on (torch.backends.cpu)."""

from .._boundary import api

__all__ = ["get_cpu_capability"]


def get_cpu_capability() -> str:
    """The instructions that kernels use: "DEFAULT", "AVX2", "AVX512", …"""
    return api.context_text("cpu_capability")
