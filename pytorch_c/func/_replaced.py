"""torch's own files of functions of functions, of which a program may replace a step: ours have none of these steps."""

from __future__ import annotations

import sys
from types import ModuleType

_PACKAGE = __name__.partition(".")[0]


def file_with_others(name: str, steps: tuple[str, ...]) -> ModuleType | None:
    """torch's file, where a program has put functions of its own in the place of some of these; else None."""
    file = sys.modules.get(f"{_PACKAGE}._functorch.{name}")
    if file is None:
        return None
    names = vars(file)
    return file if any(not _is_torchs(names[step]) for step in steps if step in names) else None


def _is_torchs(function):
    return getattr(function, "__globals__", {}).get("__package__") == f"{_PACKAGE}._functorch"
