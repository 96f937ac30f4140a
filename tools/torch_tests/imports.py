"""Lenient imports: a missing name becomes a placeholder, in the test files and in torch's own helpers of them alone.

Everything else of the process imports as it always does, so that the library under test cannot tell that it is tested.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.machinery
import importlib.util
import marshal
import os
import sys
from pathlib import Path

from placeholders import Placeholder

HELPERS = "testing._internal"
KEPT = Path(__file__).resolve().parent.parent.parent / "build" / "torch-tests" / "code"


def missing(name):
    """The placeholder for a name."""
    return Placeholder(name.replace("pytorch_c", "torch", 1))


def import_names(module, names):
    """The values of `from module import names`; a missing one is a placeholder."""
    try:
        found = importlib.import_module(module)
    except ImportError as error:
        if not _is_torch(module) or _real_failure(error):
            raise
        return [missing(f"{module}.{name}") for name in names]
    return [_name_of(found, module, name) for name in names]


def _name_of(found, module, name):
    try:
        return getattr(found, name)
    except AttributeError:
        try:
            return importlib.import_module(f"{module}.{name}")
        except ImportError as error:
            if not _is_torch(module) or _real_failure(error):
                raise
            return missing(f"{module}.{name}")


def import_module(module, leaf):
    """The module of `import module as name` (leaf) or the top package of `import module`."""
    top = sys.modules.get(module.partition(".")[0])
    try:
        found = importlib.import_module(module)
    except ImportError as error:
        if not _is_torch(module) or _real_failure(error):
            raise
        found = missing(module)
    return found if leaf else top or sys.modules[module.partition(".")[0]]


def _is_torch(module):
    return module.partition(".")[0] in ("torch", "pytorch_c", "functorch")


def _real_failure(error):
    """Returns whether an ImportError is of another package, which the environment lacks."""
    return bool(error.name) and not _is_torch(error.name)


class _Lenient(ast.NodeTransformer):
    """Rewrites imports of torch to calls of the functions above; relative imports and `import *` stay, and imports in
    functions and in `try`, which fail where they are used or are expected to fail."""

    def visit_FunctionDef(self, node):
        return node

    visit_AsyncFunctionDef = visit_Try = visit_FunctionDef

    def visit_ImportFrom(self, node):
        if node.level or not _is_torch(node.module) or node.names[0].name == "*":
            return node
        targets = ast.List([ast.Name(one.asname or one.name, ast.Store()) for one in node.names], ast.Store())
        names = ast.List([ast.Constant(one.name) for one in node.names], ast.Load())
        return self._assign(node, targets, "import_names", ast.Constant(node.module), names)

    def visit_Import(self, node):
        made = []
        for one in node.names:
            if not _is_torch(one.name) or "." not in one.name:
                made.append(ast.copy_location(ast.Import([one]), node))
                continue
            target = ast.Name(one.asname or one.name.partition(".")[0], ast.Store())
            if target.id == "pytorch_c":
                target.id = "torch"
            leaf = ast.Constant(bool(one.asname))
            made.append(self._assign(node, target, "import_module", ast.Constant(one.name), leaf))
        return made

    @staticmethod
    def _assign(node, target, function, *arguments):
        where = ast.Call(ast.Name("__import__", ast.Load()), [ast.Constant("imports")], [])
        call = ast.Call(ast.Attribute(where, function, ast.Load()), list(arguments), [])
        return ast.copy_location(ast.Assign([target], call), node)


def lenient_code(source, path, rebind=None):
    """The code of a source file with lenient imports; `rebind` is a transformer that goes first."""
    source = source.replace(b"super(self.__class__, self)", b"super()")  # which newer helpers' subclasses make endless
    tree = ast.parse(source, path)
    tree = _Lenient().visit(rebind.visit(tree) if rebind else tree)
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class _TestFile(importlib.machinery.SourceFileLoader):
    """Loads a file of torch's tests."""

    def get_code(self, fullname):
        return lenient_code(self.get_data(self.path), self.path)


class Finder:
    """Finds the test files below `folder`, and under pytorch_c the helpers."""

    def __init__(self, folder, ours):
        self.folder, self.ours = str(folder), ours

    def find_spec(self, fullname, path=None, target=None):
        """The spec of a module whose imports are to be lenient; else None."""
        if self.ours and fullname.startswith(f"pytorch_c.{HELPERS}"):
            return self._helper(fullname)
        if fullname.partition(".")[0] in ("torch", "pytorch_c"):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec and spec.origin and spec.origin.startswith(self.folder) and spec.origin.endswith(".py"):
            places = spec.submodule_search_locations
            loader = _TestFile(fullname, spec.origin)
            return importlib.util.spec_from_file_location(
                fullname, spec.origin, loader=loader, submodule_search_locations=places
            )
        return None

    @staticmethod
    def _helper(fullname):
        from pytorch_c._borrowed import loader

        class Helper(loader.Loader):
            def get_code(self, fullname):
                kept = KEPT / f"{fullname}.{sys.implementation.cache_tag}"
                stat = os.stat(self.path)
                head = f"{self.path} {stat.st_mtime_ns} {stat.st_size} {os.stat(__file__).st_mtime_ns}\n".encode()
                with contextlib.suppress(OSError):
                    data = kept.read_bytes()
                    if data.startswith(head):
                        return marshal.loads(data[len(head) :])
                source = self.get_data(self.path).replace(
                    b"__name__.replace('torch.'", b"__name__.replace('pytorch_c.'"
                )
                code = lenient_code(source, self.path, loader._Rebinder())
                kept.parent.mkdir(parents=True, exist_ok=True)
                temporary = kept.with_name(f"{kept.name}.{os.getpid()}")
                temporary.write_bytes(head + marshal.dumps(code))
                temporary.replace(kept)
                return code

        spec = loader.find(fullname.removeprefix("pytorch_c."), fullname)
        if spec is not None and Path(spec.loader.path).suffix == ".py":
            spec.loader.__class__ = Helper
        return spec
