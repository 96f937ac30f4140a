"""Whether there is anything to scale for (torch.cuda.amp.common)."""

from .._device import is_available

__all__ = ["amp_definitely_not_available"]


def amp_definitely_not_available() -> bool:
    """Whether there is no GPU."""
    return not is_available()
