"""The folder in which torch's compiler keeps programs: one of this package's own below torch's.

A program that torch has compiled holds the address of torch's function in this process, and its file names torch's classes.
"""

from __future__ import annotations

import os
from types import ModuleType

from ..._borrowed import loader


def take_over(module: ModuleType) -> None:
    """Gives cache_dir() a folder of its own (_inductor.runtime.cache_dir_utils)."""
    of_torch = module.cache_dir

    def cache_dir() -> str:
        folder = os.path.join(of_torch(), loader.PACKAGE)
        os.makedirs(folder, exist_ok=True)
        return folder

    module.cache_dir = cache_dir  # type: ignore[attr-defined]
