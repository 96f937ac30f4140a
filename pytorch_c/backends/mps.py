"""Apple's Metal (torch.backends.mps): this package runs on Linux, where there is none."""

from functools import lru_cache

__all__ = ["get_core_count", "get_name", "is_available", "is_built", "is_macos13_or_newer", "is_macos_or_newer"]


def is_built() -> bool:
    """False: this libtorch is not one for macOS."""
    return False


@lru_cache  # as torch's: its compiler asks for the function that is wrapped
def is_available() -> bool:
    """False."""
    return False


def is_macos_or_newer(major: int, minor: int) -> bool:
    """False."""
    return False


def is_macos13_or_newer(minor: int = 0) -> bool:
    """False."""
    return False


def get_name() -> str:
    """The name of Metal's device: "", there is none."""
    return ""


def get_core_count() -> int:
    """The cores of Metal's device: 0, there is none."""
    return 0
