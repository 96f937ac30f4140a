"""Arm's KleidiAI (torch.backends.kleidiai)."""

from .._boundary import api


def is_available() -> bool:
    """Returns whether libtorch was built with KleidiAI."""
    return api.context_has("kleidiai")
