"""OpenMP (torch.backends.openmp)."""

from .._boundary import api


def is_available() -> bool:
    """Returns whether libtorch was built with OpenMP."""
    return api.context_has("openmp")
