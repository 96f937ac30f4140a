"""Names of torch's extension that nothing of ours stands for: to be imported and derived from, refused when used.

Torch's own Python and its libraries name hundreds of them when they are imported, and few when they run. A name that
the extension of the installed torch does not have is an AttributeError, as there: programs ask with hasattr().
"""

from __future__ import annotations

import abc
import enum
import functools
import importlib
import importlib.machinery
import sys
import types
from pathlib import Path

from .._boundary.version import LIBTORCH_MINOR
from .._calls import dispatch_keys
from . import names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_HERE = __package__
_PACKAGE = _HERE.partition(".")[0]
_OPERATORS = {"_nn", "_fft", "_linalg", "_special", "_sparse", "_nested"}

# Modules of ours that have names of a submodule of the extension.
_ELSEWHERE = {
    "_VariableFunctions": ("_ops",),
    "_distributed_c10d": ("distributed.distributed_c10d", "distributed", "distributed._options", "_C._beginnings"),
    "_functions": ("_C._functions",),
    "_monitor": ("monitor", "_C._beginnings"),
    "_nn": ("nn._convert",),
    "_return_types": ("return_types",),
}
_APART = {("_distributed_c10d", "Backend")}  # ours of that name is something else
_WHY = {
    "_lazy": "there are no lazy tensors here",
    "_lazy_ts_backend": "there are no lazy tensors here",
    "_te": "libtorch's tensor expressions are reached by torch's extension module alone",
    "_distributed_rpc": "there are no remote calls here",
    "_distributed_autograd": "there are no remote calls here",
    "_functorch": "the levels of transforms are func's own here",
    "cpp": "modules of C++ are not made in Python here",
}

# Functions that torch's files call while they are imported, to tell parts of the extension that are not here.
_UNHEARD = frozenset(
    "_dynamo.eval_frame.set_guard_complete_hook _dynamo.eval_frame.set_guard_error_hook "
    "_jit_register_decomposition_for_schema".split()
)


def _sentence(name):
    why = _WHY.get(name.partition(".")[0], "it is a part of torch's extension module, which is never loaded")
    if name.startswith(("_jit_pass_onnx", "_jit_onnx")):
        why = "torch's old ONNX exporter is a part of its extension module; export(dynamo=True), the default, needs it not"
    return f"torch._C.{name} is not in {_PACKAGE}: {why}"


# ---- what is refused ----


class _Refusing(abc.ABCMeta):
    """The class of classes that are only names."""

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        raise NotImplementedError(_sentence(cls._name))

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") or name == "_name":
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return refusing_class(f"{cls._name}.{name}")


def refusing_class(name: str) -> type:
    """A class to derive from and to ask isinstance with; making an instance raises NotImplementedError."""
    short = name.rpartition(".")[2]
    doc = f"torch._C.{name}, of which there are no instances."
    return _Refusing(short, (), {"_name": name, "__module__": _HERE, "__doc__": doc})


def _refusing_function(name: str) -> Callable[..., Any]:
    """A function that raises NotImplementedError."""

    def refuse(*arguments: Any, **named: Any) -> Any:
        raise NotImplementedError(_sentence(name))

    refuse.__name__ = refuse.__qualname__ = name.rpartition(".")[2]
    refuse.__module__, refuse.__doc__ = _HERE, f"Raises NotImplementedError: {_sentence(name)}."
    return refuse


def _unheard(*arguments: Any, **named: Any) -> None:
    """Does nothing: the part of torch's extension that would be told is not here."""


# ---- the names ----


def _listed(kind, module):
    found = kind.get(module, ())
    return found.split() if isinstance(found, str) else found


def _of_libtorch(minor, kind):
    """{submodule: names}, or {submodule: {name: value}}, of one kind for a minor version of libtorch."""
    own = getattr(names, kind.upper())
    if not Path(__file__).with_name(f"names_2_{minor}.py").is_file():  # `names` is of this version, or nothing is known
        return own
    other = importlib.import_module(f"{_HERE}.names_2_{minor}")
    more: dict[str, Any] = (other.VALUES if kind in _WITH_VALUES else other.ADDED).get(kind, {})
    found = {}
    for module in {*own, *more}:
        lacks = _listed(other.LACKS, module)
        if kind in _WITH_VALUES:
            known = {name: value for name, value in own.get(module, {}).items() if name not in lacks}
            found[module] = known | more.get(module, {})
        else:
            known = [name for name in _listed(own, module) if name not in lacks]
            found[module] = " ".join([*known, *_listed(more, module)])
    return found


_WITH_VALUES = ("enums", "values", "keysets")
_KINDS = {
    kind: _of_libtorch(LIBTORCH_MINOR, kind)
    for kind in ("classes", "errors", "functions", "objects", "modules", *_WITH_VALUES)
}
ENUMS, _MODULES = _KINDS["enums"], _KINDS["modules"]


def modules() -> list[str]:
    """The names of the extension's submodules."""
    return _listed(_MODULES, "")


def knows(module: str, name: str) -> bool:
    """Returns whether the extension's submodule ("" for torch._C itself) has the name."""
    return name in _every(module)


def part_of(operator: str) -> str:
    """The submodule that torch has an operator in, "_nn" for gelu; "" for one of torch itself."""
    return next((part for part in sorted(_OPERATORS) if knows(part, operator)), "")


def listed(module: str) -> list[str]:
    """Every name of a submodule of the extension."""
    return sorted(_every(module))


@functools.cache
def _every(module):
    return frozenset(name for kind in _KINDS.values() for name in _listed(kind, module))


def named(module: str, name: str) -> Any:
    """Returns what a name of a submodule is here: ours, a value, or something that refuses its use; AttributeError for others."""
    if not knows(module, name):
        raise AttributeError(f"module {f'{_HERE}.{module}'.rstrip('.')!r} has no attribute {name!r}")
    whole = f"{module}.{name}".lstrip(".")
    if name in _listed(_MODULES, module):
        return importlib.import_module(f"{_HERE}.{whole}")
    found = _of_ours(module, name)
    if found is not None:
        return found
    if name in ENUMS.get(module, ()):
        return enum.IntEnum(name, ENUMS[module][name], module=_HERE)
    if name in _KINDS["keysets"].get(module, ()):
        return dispatch_keys.DispatchKeySet._of(_KINDS["keysets"][module][name])
    if name in _KINDS["values"].get(module, ()):
        return _KINDS["values"][module][name]
    if name in _listed(_KINDS["errors"], module):
        return type(name, (RuntimeError,), {"__module__": _HERE})
    if whole in _UNHEARD:
        return _unheard
    if name in _listed(_KINDS["functions"], module):
        return _refusing_function(whole)
    return refusing_class(whole)


def _of_ours(module, name):
    """Returns what stands for a name elsewhere in this package, or None."""
    for place in () if (module, name) in _APART else _ELSEWHERE.get(module, ()):
        found = vars(importlib.import_module(f"{_PACKAGE}.{place}")).get(name)
        if found is not None:
            return found
    if module in _OPERATORS:
        operators = importlib.import_module(f"{_PACKAGE}._ops")
        if name in operators.FAMILY:
            return getattr(operators, name)
        return getattr(importlib.import_module(f"{_PACKAGE}.ops").aten, name, None)
    if not module:
        try:
            return sys.modules[_PACKAGE]._own(name)
        except AttributeError:
            return None
    return None


# ---- modules ----


def attribute(module: types.ModuleType, name: str) -> Any:
    """The value of a name that the module `pytorch_c._C…` does not have itself, kept there; AttributeError without one."""
    if name.startswith("__"):
        raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
    found = named(module.__name__[len(_HERE) + 1 :], name)
    setattr(module, name, found)
    return found


class _Loader:
    """Makes the module of a submodule that has no file here."""

    @staticmethod
    def create_module(spec: Any) -> None:
        """Leaves the making to the import system."""

    @staticmethod
    def exec_module(module: types.ModuleType) -> None:
        """Gives the module its names, at their first use."""
        short = module.__name__[len(_HERE) + 1 :]
        module.__doc__ = f"Names of torch._C.{short}."
        module.__getattr__ = lambda name: attribute(module, name)  # type: ignore[method-assign]
        module.__dir__ = lambda: sorted({*vars(module), *listed(short)})  # type: ignore[method-assign]


def find(fullname: str) -> importlib.machinery.ModuleSpec | None:
    """The spec of a submodule of the extension, by our name for it; None where the extension has none."""
    parent, _, name = fullname[len(_HERE) + 1 :].rpartition(".")
    if name not in _listed(_MODULES, parent):
        return None
    return importlib.machinery.ModuleSpec(fullname, _Loader, is_package=True)  # type: ignore[arg-type]
