"""Logs of torch's files, whose loggers have torch's names (_logging)."""

from __future__ import annotations

from types import ModuleType


def take_over(module: ModuleType) -> None:
    """Sets levels as the environment's TORCH_LOGS says, which `import torch` does."""
    module._init_logs()
