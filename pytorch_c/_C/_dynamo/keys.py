"""Keys of kept programs: what an older version of this package has compiled is not run by a newer one (_inductor.codecache)."""

from __future__ import annotations

import functools
import os
import sys
from types import ModuleType

from ..._borrowed.loader import PACKAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def take_over(module: ModuleType) -> None:
    """Has the key of torch's code be of this package's code too."""
    of_torch = module.build_code_hash
    folder = os.path.dirname(sys.modules[PACKAGE].__file__)  # type: ignore[type-var]

    @functools.wraps(of_torch)
    def build_code_hash(roots: list[str] | None, prefix: str, hasher: Any) -> None:
        of_torch(roots, prefix, hasher)
        if not prefix:  # else a part of a package that is read already
            of_torch([folder], f"{PACKAGE}.", hasher)

    module.build_code_hash = build_code_hash  # type: ignore[attr-defined]
