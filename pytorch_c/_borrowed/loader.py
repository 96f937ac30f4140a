"""Runs a module of torch's on this package: its source is read where torch is installed, its imports are bound to us.

Only import statements change, on the syntax tree, so that line numbers stay and the real torch may be imported in the
same process. The bytecode is kept in this package's __pycache__, by the source's time and size. Torch itself, and
its extension, are never loaded.
"""

from __future__ import annotations
import __future__

import ast
import contextlib
import gc
import importlib
import importlib.machinery
import importlib.util
import marshal
import os
import re
import sys
import types
from pathlib import Path

from .._boundary import api, libtorchs
from .._boundary.library import libtorch_dir
from . import table, tree_nodes, whole

PACKAGE = __package__.partition(".")[0]
FORMAT = 18  # of what is kept: another number makes older bytecode stale
CACHE = Path(__file__).resolve().parent / "__pycache__" / "torch"
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_VERSION = re.compile(r"^__version__ = '([^'+]*)", re.M)
_DEFINE = {"Library", "_make_prim", "custom_op", "make_prim"}  # what files name that define operators
_folder: Path | None = None


# ---- where torch's files are ----


def torch_folder() -> Path:
    """The folder of torch's Python files; ImportError where there are none of the minor version that libtorch has."""
    global _folder
    if _folder is None:
        _folder = _found_folder()
    return _folder


def _found_folder():
    wanted, others = api.built_version(), []
    for folder in _candidates():
        version = _version_of(folder)
        if version and libtorchs.minor(version) == libtorchs.minor(wanted):
            return folder
        if version:
            others.append(f"torch {version} in {folder}")
    found = f"; there is {' and '.join(others)}" if others else ""
    raise ImportError(
        f"this module is torch's own Python, read from torch {wanted} where it is installed, and it is not{found}: "
        f"`pip install torch=={wanted}`"
    )


def _candidates():
    yield libtorch_dir()
    spec = importlib.machinery.PathFinder.find_spec("torch")  # not util.find_spec: that asks sys.modules
    yield from map(Path, (spec and spec.submodule_search_locations) or ())


def _version_of(folder):
    try:
        found = _VERSION.search((folder / "version.py").read_text())
    except OSError:
        return None
    return found and (folder / "__init__.py").is_file() and found[1]


# ---- imports ----


class _Rebinder(ast.NodeTransformer):
    """torch's code with this package in torch's place: its imports, and the few texts that mean modules."""

    LEAVES = frozenset({ast.Name, ast.Constant, ast.Load, ast.Store})  # most of a tree, with nothing to bind

    def visit(self, node):
        """Visits a node; leaves are passed over, which halves the time."""
        return node if type(node) in self.LEAVES else super().visit(node)

    def visit_Import(self, node):
        made = []
        for one in node.names:
            top, _, rest = one.name.partition(".")
            if top not in ("torch", table.FUNCTORCH):
                made.append(ast.Import([one]))
            elif one.asname or not rest:
                made.append(ast.Import([ast.alias(_ours(one.name), one.asname or top)]))
            else:  # `import torch.a.b` binds `torch`
                made += [ast.Import([ast.alias(_ours(one.name)), ast.alias(_ours(top), top)])]
        return [_placed(one, node) for one in made]

    def visit_ImportFrom(self, node):
        if not node.level and node.module.partition(".")[0] in ("torch", table.FUNCTORCH):
            node.module = _ours(node.module)
        return node

    def visit_Call(self, node):
        """Calls that name modules: `startswith("torch.nn")` is asked of our names too, `import_module` and `patch` take ours."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr == "startswith" and len(node.args) == 1:
            text = node.args[0]
            if isinstance(text, ast.Constant) and str(text.value).startswith("torch."):
                both = ast.Tuple([text, ast.Constant(_ours(text.value))], ast.Load())
                node.args = [_placed(both, text)]
        function = _dotted(node.func)
        if function.rpartition(".")[2] in ("ImportSource", "import_source") and node.args:
            module = node.args[0]
            if isinstance(module, ast.Constant) and f"{module.value}.".startswith("torch."):
                module.value = _ours(module.value)
        if function.rpartition(".")[2] in ("getLogger", "getArtifactLogger") and _dotted(*node.args[:1]) == "__name__":
            node.args[0] = _placed(_of_torch("__name__"), node.args[0])  # TORCH_LOGS and programs name torch's loggers
        if function == "__package__.replace":  # the path of a file of torch's
            node.func.value = _placed(_of_torch("__package__"), node.func.value)
        if function in ("import_module", "importlib.import_module") and node.args:
            node.args[0] = _placed(_ours_of(node.args[0]), node.args[0])
        if function in ("patch", "mock.patch", "unittest.mock.patch") and node.args:
            self._rename_target(node.args[0])
        return node

    @staticmethod
    def _rename_target(text):
        """Has `mock.patch("torch.cuda.f", …)` replace our function."""
        if isinstance(text, ast.Constant) and str(text.value).startswith("torch."):
            text.value = _ours(text.value)

    def visit_Compare(self, node):
        """`value.__module__ != schema.__name__`: with install_as_torch() classes say torch's name of their module."""
        self.generic_visit(node)
        right = node.comparators[0]
        names = [one.attr for one in (node.left, right) if isinstance(one, ast.Attribute)]
        if names == ["__module__", "__name__"] and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            both = ast.Tuple([right, _of_torch(ast.unparse(right))], ast.Load())
            node.ops = [ast.In() if isinstance(node.ops[0], ast.Eq) else ast.NotIn()]
            node.comparators = [_placed(both, right)]
        parts = [one.value for one in getattr(right, "elts", ()) if isinstance(one, ast.Constant)]
        if parts[:1] == ["torch"] and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):  # of a name that was split
            ours = [[top, *_ours(".".join(parts)).split(".")[1:]] for top in ("torch", PACKAGE)]
            node.ops = [ast.In() if isinstance(node.ops[0], ast.Eq) else ast.NotIn()]
            node.comparators = [_placed(ast.parse(repr((parts, *ours)), mode="eval").body, right)]
        return node

    def visit_Assign(self, node):
        """A variable for a text that is compared with the names of modules, or for the name of one."""
        self.generic_visit(node)
        if isinstance(node.value, ast.Constant) and node.value.value in table.TEXTS:
            node.value.value = _ours(node.value.value)
        if _dotted(node.targets[0]).endswith("module_name"):
            self._rename_module(node.value)
        return node

    def visit_Subscript(self, node):
        """`sys.modules[f"torch.distributed.{name}"]` is of ours."""
        self.generic_visit(node)
        if _dotted(node.value) == "sys.modules":
            self._rename_module(node.slice)
        return node

    @staticmethod
    def _rename_module(text):
        """Makes an f-string that begins with packages of torch begin with ours."""
        first = text.values[0] if isinstance(text, ast.JoinedStr) else None
        if isinstance(first, ast.Constant) and re.fullmatch(r"torch(\.\w+)+\.", str(first.value)):
            first.value = _ours(first.value)

    def visit_ClassDef(self, node):
        """Removes jit.script from decorators, so that the class stays Python: nothing borrowed is compiled when it is imported."""
        self.generic_visit(node)
        node.decorator_list = [
            one for one in node.decorator_list if _dotted(one) not in ("jit.script", "torch.jit.script")
        ]
        return node

    visit_FunctionDef = visit_ClassDef


def _dotted(node=None):
    """The text of a name such as `mock.patch`, where ast.unparse() takes long; of another expression no such text."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([node.id if isinstance(node, ast.Name) else "()", *reversed(parts)])


def _placed(made, node):
    """Gives an expression or statement, with all in it that has none, the lines of the one that it stands for."""
    return ast.fix_missing_locations(ast.copy_location(made, node))


_OURS_OF = "(lambda name: (%r + name[5:]) if (name + '.').startswith('torch.') else name)(0)"


def _ours_of(name):
    """The expression of our name for the module that an expression names."""
    call = ast.parse(_OURS_OF % PACKAGE, mode="eval").body
    call.args = [name]
    return call


def _of_torch(name):
    """The expression of torch's name for a module that a variable names by ours."""
    return ast.parse(f"'torch' + {name}[{len(PACKAGE)}:]", mode="eval").body


def _ours(name):
    if name.partition(".")[0] == table.FUNCTORCH:
        return f"{PACKAGE}._of_{name}"
    return PACKAGE + table.renamed(name[len("torch") :])


def bound(source: bytes, path: str) -> ast.Module:
    """The syntax tree of a source of torch's, bound to this package."""
    return _Rebinder().visit(ast.parse(source, path))


def compiled(source: bytes, path: str, only_names: bool = False) -> types.CodeType:
    """The code of a source of torch's, bound to this package.

    only_names: without the statements that do something else than to define or import
    """
    tree = bound(source, path)
    if only_names:
        tree.body = [one for one in tree.body if _defines(one)]
    return compile(tree, path, "exec", dont_inherit=True)


def annotates_late(tree: ast.Module) -> bool:
    """Returns whether a file begins with `from __future__ import annotations`."""
    late = (one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__")
    return any(name.name == "annotations" for one in late for name in one.names)


def alone(statement: ast.stmt, path: str, late: bool) -> types.CodeType:
    """The code of one statement of a file; `late` as annotates_late() says of the file."""
    flags = __future__.annotations.compiler_flag if late else 0
    return compile(ast.Module([statement], []), path, "exec", flags, dont_inherit=True)


def _defines(statement):
    if isinstance(statement, ast.Assign):
        return all(isinstance(one, ast.Name) for one in statement.targets)
    return isinstance(statement, (ast.AnnAssign, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef))


# ---- what is kept of the work ----


def kept(path: str, name: str, make: Callable[[bytes], Any]) -> Any:
    """Returns what make(source) gives for a file of torch's, code and plain values: read where it was kept for this file."""
    stat = os.stat(path)
    head = importlib.util.MAGIC_NUMBER + marshal.dumps((FORMAT, path, stat.st_mtime_ns, stat.st_size))
    file = CACHE / f"{name}.{sys.implementation.cache_tag}.pyc"
    try:
        data = file.read_bytes()
        if data.startswith(head):
            return marshal.loads(data[len(head) :])
    except (OSError, ValueError, EOFError, TypeError):
        pass
    with _uncollected():
        made = make(Path(path).read_bytes())
    if not sys.dont_write_bytecode:
        _keep(file, head + marshal.dumps(made))
    return made


@contextlib.contextmanager
def _uncollected():
    """A block without Python's collector, which would look at a whole syntax tree again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


# ---- loading ----


class Loader(importlib.machinery.SourceFileLoader):
    """Loads one module; `name` is ours, `path` torch's file."""

    is_of_torch = True  # what distinguishes it in a module's globals
    _code: types.CodeType | None = None  # from the look at its names to its run

    def get_code(self, fullname):
        """The module's code, from what is kept or from the source."""
        code, self._code = self._code, None
        if code is None:
            only_names = fullname[len(PACKAGE) + 1 :] in table.DOCUMENTATION
            code = kept(self.path, fullname, lambda source: compiled(source, self.path, only_names))
        return code

    def exec_module(self, module):
        """Runs the code; a function that has its module's name takes the module's place in the package above."""
        parent, _, name = module.__name__.rpartition(".")
        path = module.__name__[len(PACKAGE) + 1 :]
        if path in table.ONLY_MODULES:
            module.__getattr__ = _submodules(module.__name__)
            return
        if path in table.EMPTY:
            module.__all__ = []
            return
        if path == "fx.experimental.proxy_tensor":
            tree_nodes.withdraw_size()
        self._let_torch_define_first(module.__name__)
        super().exec_module(module)
        if path == "utils._pytree":
            tree_nodes.add_size(module)
            tree_nodes.keep_results_from_optree(module)
        if path in table.NOT_AVAILABLE:
            setattr(module, table.NOT_AVAILABLE[path], _not_available)
        if path in table.FINISHED_BY:
            importlib.import_module(f"{PACKAGE}.{table.FINISHED_BY[path]}").take_over(module)
        if "__path__" in vars(module):  # `import torch` has imported its modules
            vars(module).setdefault("__getattr__", _submodules(module.__name__))
        if name in table.HIDDEN.get(parent[len(PACKAGE) + 1 :], ()):
            sys.modules[parent].__class__ = _Hiding

    def _let_torch_define_first(self, fullname):
        """Imports torch's own module, where torch is in the process and the file defines operators.

        An operator is defined once in a process: what torch has defined serves here, but not the other way round.
        """
        self._code = self.get_code(fullname)
        if not _DEFINE & set(self._code.co_names):
            return
        if getattr(sys.modules.get("torch"), "__file__", None) == str(torch_folder() / "__init__.py"):
            name = fullname[len(PACKAGE) :].replace("._torch_", "._")
            importlib.import_module(f"torch{name}")
        else:
            whole.defining.add(fullname)


def _not_available() -> bool:
    """Returns False."""
    return False


class _There:
    """A loader of a module that has been loaded while it was looked for."""

    def __init__(self, spec):
        self._spec = spec

    @staticmethod
    def create_module(spec):
        """The module that is there."""
        return sys.modules[spec.name]

    def exec_module(self, module):
        """Gives the module its own spec back."""
        module.__spec__ = self._spec


def _there(module):
    """A spec that leads to a module that is there; the import system takes the one that the module itself names."""
    module.__spec__ = importlib.machinery.ModuleSpec(module.__name__, _There(module.__spec__))
    return module.__spec__


def _enter(name):
    """Imports first what must be entered first, unless that is on its way."""
    for first in table.entrances(name):
        if first == name:
            break
        if f"{PACKAGE}.{first}" not in sys.modules:
            importlib.import_module(f"{PACKAGE}.{first}")


def _submodules(package):
    """The `__getattr__` of a package that has modules alone."""

    def __getattr__(name):
        if name.startswith("__"):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        try:
            return importlib.import_module(f"{package}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{package}.{name}":
                raise
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return __getattr__


class _Hiding(whole.Whole):
    """A package in which a function hides the submodule of its name, however the submodule is imported."""

    def __setattr__(self, name, value):
        hidden = table.HIDDEN[self.__name__[len(PACKAGE) + 1 :]]
        if name in hidden and isinstance(value, types.ModuleType):
            value = getattr(value, name)
        super().__setattr__(name, value)


def _keep(path, data):
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError:
        pass  # the folder is not ours to write


def _base(name):
    """The path of torch's file of a module, without its ending; also of the package functorch beside torch."""
    if name.partition(".")[0] == f"_of_{table.FUNCTORCH}":
        return torch_folder().parent.joinpath(*name[len("_of_") :].split("."))
    return torch_folder().joinpath(*table.file_of(name).split("."))


def spec_of(name: str, fullname: str) -> importlib.machinery.ModuleSpec | None:
    """The spec of torch's module `name`, to be run as the module `fullname` of ours; None where torch has no such file."""
    base = _base(name)
    for path in (base / "__init__.py", base.with_name(base.name + ".py")):
        if path.is_file():
            loader = Loader(fullname, str(path))
            spec = importlib.util.spec_from_file_location(fullname, str(path), loader=loader)
            if path.name == "__init__.py":
                spec.submodule_search_locations = []  # what others found there would have its imports unbound
            return spec
    return None


def beside_ours(name: str) -> types.ModuleType:
    """Returns torch's file of a module that ours has too, whole and under another name; ImportError where torch has none.

    That of a package stands within ours, whose modules it finds.
    """
    package, _, last = name.rpartition(".")
    if (_base(name) / "__init__.py").is_file():
        package = name
    fullname = ".".join(filter(None, (PACKAGE, package, f"_torchs_{last}")))
    if fullname in sys.modules:
        return sys.modules[fullname]
    spec = spec_of(name, fullname)
    if spec is None or spec.loader is None:
        raise ImportError(f"torch has no file of {name}, or is not installed")
    spec.submodule_search_locations = None
    module = sys.modules[fullname] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[fullname]
        raise
    return module


def find(name: str, fullname: str) -> importlib.machinery.ModuleSpec | None:
    """The spec by which the import system loads torch's module `name`; None where torch has no such file."""
    spec = spec_of(name, fullname)
    if spec is None:
        return None
    _enter(name)
    return _there(sys.modules[fullname]) if fullname in sys.modules else spec
