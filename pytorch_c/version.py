"""Versions of the libtorch that runs (torch.version); this package's own is pytorch_c.config.version()."""

from __future__ import annotations

import ast

from ._boundary import api
from ._boundary.library import libtorch_dir

__all__ = ["__version__", "cuda", "debug", "git_version", "hip", "rocm", "xpu"]


def _written():
    """Returns what torch's file of this name says, read and not run; {} with a libtorch that has no such file."""
    try:
        tree = ast.parse((libtorch_dir() / "version.py").read_text())
    except (OSError, ImportError, SyntaxError):
        return {}
    found = {}
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Constant):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            found[ast.unparse(target)] = node.value.value
    return found


_found = _written()
__version__: str = _found.get("__version__") or api.running_version()
debug: bool = _found.get("debug", False)
git_version: str = _found.get("git_version", "Unknown")
cuda: str | None = _found.get("cuda")
hip: str | None = _found.get("hip")
rocm: str | None = _found.get("rocm")
xpu: str | None = _found.get("xpu")
