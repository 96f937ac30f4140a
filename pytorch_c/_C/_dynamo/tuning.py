"""Code that Inductor runs while it compiles, to tune kernels: it says `import torch`, and runs on this package."""

from __future__ import annotations

from types import ModuleType

from ..._borrowed import loader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def take_over(module: ModuleType) -> None:
    """Gives the module an exec() of its own (_inductor.codegen.wrapper)."""

    def bound_exec(code: str, scope: dict[str, Any]) -> None:
        exec(loader.compiled(code.encode(), "<tuning>"), scope)

    module.exec = bound_exec  # type: ignore[attr-defined]
