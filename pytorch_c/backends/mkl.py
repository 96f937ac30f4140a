"""Intel's MKL (torch.backends.mkl)."""

from __future__ import annotations

from .._boundary import api

__all__ = ["VERBOSE_OFF", "VERBOSE_ON", "is_available", "verbose"]

VERBOSE_OFF, VERBOSE_ON = 0, 1


def is_available() -> bool:
    """Returns whether libtorch was built with MKL."""
    return api.context_has("mkl")


class verbose:
    """A block in which MKL would tell what it does; here MKL_VERBOSE=1 in the environment makes it do so."""

    def __init__(self, enable: int) -> None:
        self.enable = enable

    def __enter__(self) -> verbose:
        if self.enable != VERBOSE_OFF:
            raise NotImplementedError("verbose(): set MKL_VERBOSE=1 in the environment")
        return self

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""
