"""Marks for Intel's profilers (torch._C._itt): libtorch here is asked for none."""

from __future__ import annotations

import sys

from . import extension

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def is_available() -> bool:
    """False: marks are made by torch's extension module alone."""
    return False


def __getattr__(name: str) -> Any:
    return extension.attribute(sys.modules[__name__], name)
