"""What torch's launcher asks of the company that runs it (torch._utils_internal): nobody is there to answer."""

from __future__ import annotations

import os
import tempfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def justknobs_check(name: str, default: bool = True) -> bool:
    """default: there are no switches elsewhere."""
    return default


def get_writable_path(path: str) -> str:
    """The folder, or a temporary one where it cannot be written."""
    return path if os.access(path, os.W_OK) else tempfile.mkdtemp(suffix=os.path.basename(path))


def signpost_event(category: str, name: str, parameters: dict[str, Any]) -> None:
    """Does nothing: nobody collects events."""


def get_default_numa_options() -> None:
    """None: processes are bound to parts of a machine only where somebody asks."""
