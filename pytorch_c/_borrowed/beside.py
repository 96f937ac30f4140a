"""Names that a module of ours lacks, from torch's file of that module: loaded beside ours at the first such name.

Of torch's file runs what ours does not have: definitions and assignments of names that ours has are left out, so that
what remains of it uses ours. Nothing is registered twice, and a class is never there in two versions.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import importlib.util
import re
import threading
import types
from collections.abc import Callable

from . import loader, table
from .whole import names_of

_loaded: dict[str, types.ModuleType] = {}
_kept: dict[str, set[str]] = {}
_lock = threading.RLock()
_renames: list[Callable[[types.ModuleType], None]] = []
_IN_TORCH = {
    "data": "utils.data",
    "data.loader": "utils.data.dataloader",
    "data.dataset": "utils.data.dataset",
    "data.sampler": "utils.data.sampler",
}


def attribute(module: types.ModuleType, name: str) -> object:
    """The value of a name from torch's file of a module of ours, and kept there; AttributeError where it has none."""
    short = module.__name__.removeprefix("torch.").removeprefix(loader.PACKAGE + ".")
    if short == "_C" or short.startswith("_C."):
        from .._C import extension

        return extension.attribute(module, name)
    path = _file(short)
    if path is None:
        raise missing(module.__name__, name)
    submodule = f"{loader.PACKAGE}.{_IN_TORCH.get(short, short)}.{name}"
    if path.name == "__init__.py" and not _defines(path, name) and exists(submodule):
        try:
            return importlib.import_module(submodule)
        except ModuleNotFoundError as error:  # not to be had, or of a package that is not installed
            raise missing(module.__name__, name, f": {error}") from None
    if not _may_have(path, name):
        raise missing(module.__name__, name)
    other = _beside(module, short, path)
    if name not in vars(other):
        with contextlib.suppress(AttributeError, KeyError):
            return vars(other)["__getattr__"](name)  # made when it is asked for, in torch too
        raise missing(module.__name__, name) from other.__failure__
    found = vars(other)[name]
    if callable(found) or issubclass(type(found), types.ModuleType):
        setattr(module, name, found)
        _kept.setdefault(module.__name__, set()).add(name)
    return found


def public(module: types.ModuleType) -> list[str]:
    """The names in `__all__` of torch's file of a module of ours; AttributeError where it has no such list."""
    path = _file(module.__name__.removeprefix("torch.").removeprefix(loader.PACKAGE + "."))
    found = path and re.search(r"^__all__(?:: [^=]+)? = (\[.*?\])", path.read_text(), re.MULTILINE | re.DOTALL)
    if not found:
        raise missing(module.__name__, "__all__")
    module.__all__ = ast.literal_eval(found[1])  # type: ignore[attr-defined]
    return module.__all__  # type: ignore[attr-defined]


def rename_by(rename: Callable[[types.ModuleType], None]) -> None:
    """Calls `rename` with each module in which torch's file ran, now and whenever more of a file has run."""
    with _lock:
        _renames.append(rename)
        for other in _loaded.values():
            rename(other)


def shown(module: types.ModuleType) -> list[str]:
    """The names of a module of ours without those that were taken from torch's file: what dir() gives."""
    return sorted(names_of(module).keys() - _kept.get(module.__name__, set()))


def missing(module: str, name: str, why: str = "") -> AttributeError:
    """Returns the error, which no frame keeps: its traceback would hold the callers' tensors in a cycle."""
    return AttributeError(f"module {module!r} has no attribute {name!r}{why}")


def exists(submodule: str) -> bool:
    """Returns whether a module of ours or of torch's has this name, with the package's."""
    try:
        return importlib.util.find_spec(submodule) is not None
    except (ImportError, ValueError):
        return False


def _file(short):
    """Torch's file of a module, or None."""
    try:
        base = loader.torch_folder().joinpath(*_IN_TORCH.get(short, table.file_of(short)).split("."))
    except ImportError:
        return None
    for path in (base / "__init__.py", base.with_name(base.name + ".py")):
        if path.is_file():
            return path
    return None


def _may_have(path, name):
    """Returns whether a file of torch's has a name in its text, or may get it by `import *`."""
    words = _words(path)
    return name in words or "import *" in words


@functools.cache
def _words(path):
    """The words of a file, kept: a program asks a module for many names that are not there."""
    return frozenset(re.findall(r"import \*|\w+", path.read_text()))


@functools.cache
def _defines(path, name):
    """Returns whether a file has a function or a class of this name, which stands in front of a submodule's."""
    return re.search(rf"^(def|class) {name}\b", path.read_text(), re.MULTILINE) is not None


def _beside(module, short, path):
    """The module in which torch's file has run, bound to ours.

    Each statement runs alone: one that fails, as in a circle of imports, is tried again with the next missing name.
    """
    with _lock:
        other = _loaded.get(module.__name__)
        if other is None:
            other = _loaded[module.__name__] = types.ModuleType(module.__name__, module.__doc__)
            vars(other).update({name: value for name, value in names_of(module).items() if name != "__getattr__"})
            vars(other)["__annotations__"] = {}
            other.__file__, other.__package__, other.__spec__ = str(path), _package(short, path), None
            statements = loader.kept(
                str(path), f"{module.__name__}-beside", lambda source: _statements(source, str(path))
            )
            other.__left__ = [code for names, code in statements if not _has_all(module, names)]
            other.__failure__ = None
        left, other.__left__ = other.__left__, []
        failed = []
        for statement in left:
            try:
                exec(statement, vars(other))
            except Exception as error:
                failed.append(statement)
                if len(failed) == 1:
                    other.__failure__ = _without_frames(error)
        other.__left__ += failed
        for name, value in vars(other).items():
            if type(value) is types.FunctionType and _is_submodule(module, name):
                setattr(module, name, value)
        for rename in _renames:
            rename(other)
        return other


def _is_submodule(module, name):
    """Returns whether a name is a submodule's, which the import system has put there."""
    found = names_of(module).get(name)
    return isinstance(found, types.ModuleType) and found.__name__ == f"{module.__name__}.{name}"


def _without_frames(error):
    """An exception that is kept: the frames of its traceback would keep the callers' tensors."""
    one = error
    while one is not None:
        one.__traceback__, one = None, one.__cause__ or one.__context__
    return error


def _package(short, path):
    """The package that relative imports of torch's file begin at."""
    name = f"{loader.PACKAGE}.{_IN_TORCH.get(short, short)}"
    return name if path.name == "__init__.py" else name.rpartition(".")[0]


def _statements(source, path):
    """[(names that it only defines or changes, or None, the statement's code)] of a file of torch's.

    Without `sys.modules[__name__] = …`: the module is ours, and stays.
    """
    tree = loader.bound(source, path)
    late = loader.annotates_late(tree)
    kept = (one for one in tree.body if not _takes_the_place(one))
    return [(_names(one), loader.alone(one, path, late)) for one in kept]


def _takes_the_place(statement):
    return isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "sys.modules[__name__]"


def _names(statement):
    """The names that a statement only defines or changes; None for one that does something else."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, ast.If):
        parts = [_names(one) for one in statement.body + statement.orelse]
        return None if None in parts else [name for part in parts for name in part]
    targets = []
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        targets = [statement.value.func]  # what ours has registered already
    elif isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
        targets = [statement.target]
    roots = [_root(one) for one in targets]
    return None if not roots or None in roots else roots


def _root(target):
    """The name that an assignment's target begins with, or None."""
    while isinstance(target, (ast.Attribute, ast.Subscript)):
        target = target.value
    return target.id if isinstance(target, ast.Name) else None


def _has_all(module, names):
    """Returns whether a module of ours has all names that a statement of torch's defines or changes."""
    return names is not None and all(
        name in names_of(module) and name != "__getattr__" and not _is_submodule(module, name) for name in names
    )
