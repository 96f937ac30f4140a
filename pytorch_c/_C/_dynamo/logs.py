"""Logs of torch's files, whose loggers have torch's names (_logging)."""

from __future__ import annotations

import functools
from types import ModuleType

from ..._borrowed.loader import PACKAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from logging import Logger


def take_over(module: ModuleType) -> None:
    """Sets levels as the environment's TORCH_LOGS says, which `import torch` does; finds loggers by our names, too."""
    module._init_logs()
    found: Callable[[str, str], Logger] = module.getArtifactLogger

    @functools.wraps(found)
    def getArtifactLogger(module_qname: str, artifact_name: str) -> Logger:
        ours = f"{module_qname}.".startswith(f"{PACKAGE}.")
        return found("torch" + module_qname[len(PACKAGE) :] if ours else module_qname, artifact_name)

    module.getArtifactLogger = getArtifactLogger  # type: ignore[attr-defined]
