"""Names of torch's top level that this package does not have itself: of the extension, modules, and of torch/__init__.py.

That file is never run as a whole, since it loads the extension: a statement of it runs when the name that it binds is
asked for, and what it names in turn is ours, or found alike.
"""

from __future__ import annotations

import ast
import builtins
import dis
import importlib
import sys
import types
from functools import cache

from .._C import extension
from . import beside, loader, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


_OF_BACKENDS = ("cudnn_", "fbgemm_", "miopen_", "mkldnn_")  # operators that no family of ours has


def attribute(name: str) -> Any:
    """The value of a name of torch's top level; AttributeError where torch has none."""
    package = loader.PACKAGE
    if name == package:  # what torch/__init__.py binds by `import torch`
        raise beside.missing(package, name)
    if name.startswith(_OF_BACKENDS):
        return getattr(importlib.import_module(f"{package}.ops").functions, name)
    if extension.knows("", name) and (name == "cpp" or name not in extension.modules()):
        return getattr(importlib.import_module(f"{package}._C"), name)
    try:
        if name in table.SEEN and beside.exists(f"{package}.{name}"):
            return importlib.import_module(f"{package}.{name}")
        if name in _statements() or name.startswith("_sym_"):
            return _NAMES[name]
        if not name.startswith("__"):
            return _asked()(name)  # names that torch makes when they are asked for: has_mps, set_vital
    except (ImportError, KeyError, AttributeError) as error:
        raise beside.missing(loader.PACKAGE, name) from error
    raise beside.missing(loader.PACKAGE, name)


def of_torch(name: str) -> Any:
    """Returns what torch/__init__.py itself defines by a name, also where ours has one; KeyError for another name."""
    for code, read in _statements()[name]:
        for used in read:
            if used != name and used not in _NAMES and used in _statements():
                _NAMES[used]
        exec(code, _NAMES)
    found = dict.__getitem__(_NAMES, name)
    ours = type(found) is types.FunctionType and found.__name__ == name and found.__closure__ is None
    return _settled(name, found) if ours and name.startswith("sym_") else found


def _settled(name, function):
    """The function with its globals in a plain dict, which Python reads as fast as a module's.

    They are made now: for functions of numbers, which name little.
    """
    made = types.FunctionType(function.__code__, _PLAIN, name, function.__defaults__, function.__closure__)
    for kept in ("__kwdefaults__", "__doc__", "__annotations__", "__qualname__", "__module__"):
        setattr(made, kept, getattr(function, kept))
    vars(made).update(vars(function))
    _NAMES[name] = _PLAIN[name] = made
    for used in {one.argval for one in dis.get_instructions(made) if one.opname == "LOAD_GLOBAL"} - _PLAIN.keys():
        try:
            value = _NAMES[used]
        except KeyError:  # the function says so itself when it comes there
            continue
        again = type(value) is types.FunctionType and value.__globals__ is _NAMES
        _PLAIN[used] = _settled(used, value) if again else value
    return made


@cache
def _asked():
    return of_torch("__getattr__")


def _read_at_once(node):
    """The names that a statement reads when it runs, which are not those in the bodies of its functions."""
    found = {node.id} if isinstance(node, ast.Name) else set()
    for field, value in ast.iter_fields(node):
        if isinstance(node, (ast.FunctionDef, ast.Lambda)) and field == "body":
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                found |= _read_at_once(one)
    return found


class _Names(dict):  # type: ignore[type-arg]
    """The globals of torch's top level: each name is made when it is read."""

    def __missing__(self, name: str) -> Any:
        package = sys.modules[loader.PACKAGE]
        try:
            found = self[name] = package._own(name)
            return found
        except AttributeError:
            pass
        if name.startswith("_sym_") and "_get_sym_math_fn" in _statements():  # torch makes them in a loop
            found = self[name] = self["_get_sym_math_fn"](name[len("_sym_") :])
            found.__qualname__ = found.__name__ = name
            return found
        if name in _statements():
            return of_torch(name)
        if not hasattr(builtins, name):
            raise KeyError(name)
        found = self[name] = getattr(builtins, name)  # or each look for it would come here
        return found


_NAMES = _Names(__name__=loader.PACKAGE, __package__=loader.PACKAGE, __builtins__=__builtins__, __annotations__={})


_PLAIN = {"__name__": loader.PACKAGE, "__package__": loader.PACKAGE, "__builtins__": __builtins__}


def set_name(name: str) -> None:
    """Gives the functions of torch's top level, made before or later, this name of their module."""
    for found in _NAMES.values():
        if getattr(found, "__module__", None) == _NAMES["__name__"]:
            found.__module__ = name
    _NAMES["__name__"] = _PLAIN["__name__"] = name


@cache
def _statements():
    """{name: [(code of a statement of torch/__init__.py that binds it, names that it reads at once)], in their order}."""
    path = str(loader.torch_folder() / "__init__.py")
    return loader.kept(path, "__init__-statements", lambda source: _parted(source, path))


def _parted(source, path):
    found: dict[str, list[tuple[types.CodeType, tuple[str, ...]]]] = {}
    for statement in loader.bound(source, path).body:
        for one in _at_run_time(statement):
            made = loader.alone(one, path, False), tuple(sorted(_read_at_once(one)))
            for name in _bound_by(one):
                found.setdefault(name, []).append(made)
    return found


def _at_run_time(statement):
    """The statement, or those that stand for it where no type checker reads them."""
    if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
        return statement.orelse
    return [statement]


def _bound_by(statement):
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return [statement.name]
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return [(one.asname or one.name).partition(".")[0] for one in statement.names]
    if isinstance(statement, ast.Assign):
        return [one.id for one in statement.targets if isinstance(one, ast.Name)]
    if isinstance(statement, ast.AnnAssign) and statement.value is not None and isinstance(statement.target, ast.Name):
        return [statement.target.id]
    return []
