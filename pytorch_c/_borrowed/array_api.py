"""The array API standard's namespace: array-api-compat's own, that for torch, read where it is installed and bound to us.

The whole package is loaded a second time, as pytorch_c._array_api_compat, so that torch's may live in the process too.
"""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.util
from pathlib import Path

from . import loader

NAME = f"{loader.PACKAGE}._array_api_compat"


class _Rebinder(loader._Rebinder):
    """Also the names that are texts: clone_module("torch.fft", …)."""

    def visit_Call(self, node):
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "clone_module":
            for one in node.args:
                if isinstance(one, ast.Constant) and str(one.value).partition(".")[0] == "torch":
                    one.value = loader._ours(one.value)
        return node


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname):
        return loader.kept(self.path, fullname, self._compiled)

    def _compiled(self, source):
        tree = _Rebinder().visit(ast.parse(source, self.path))
        return compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True)


def find(fullname: str) -> importlib.machinery.ModuleSpec | None:
    """The spec of a module of array-api-compat under our name for it; None where that is not installed."""
    found = importlib.util.find_spec("array_api_compat")
    if found is None or not found.origin:
        return None
    path = Path(found.origin).parent.joinpath(*fullname[len(NAME) + 1 :].split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if not file.is_file():
        return None
    spec = importlib.util.spec_from_file_location(fullname, file, loader=_Loader(fullname, str(file)))
    if spec is not None and path.is_dir():
        spec.submodule_search_locations = []  # what Python's own finder found there would not be bound
    return spec
