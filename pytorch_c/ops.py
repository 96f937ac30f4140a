"""Any operator by name: ``ops.aten.add.Tensor(x, y, alpha=2)``, ``ops.aten.add(x, y)``.

Every operator that libtorch or another loaded library has registered, with the
names and defaults of its schema. The functions of `pytorch_c` itself are
friendlier; this is the way to what they do not have.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import sys
import types

from ._borrowed.whole import Whole
from ._boundary.handle import core
from ._calls.opoverload import OpOverloadPacket, packet, registry
from ._calls.opoverload import overload as overload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

loaded_libraries: set[str] = set()


def load_library(path: str | os.PathLike[str]) -> None:
    """Loads a shared library that registers operators of its own (torch.ops.load_library).

    Raises OSError where it cannot be loaded. `loaded_libraries` has its path from then on.
    """
    name, before = os.path.realpath(path) if os.path.exists(path) else str(path), sys.getdlopenflags()
    sys.setdlopenflags(before | ctypes.RTLD_GLOBAL)
    try:
        ctypes.CDLL(name)
    except Exception as error:
        raise OSError(f"Could not load this library: {name}: {error}") from error
    finally:
        sys.setdlopenflags(before)
    loaded_libraries.add(name)


def import_module(module: str) -> None:
    """Imports a Python module that registers operators (torch.ops.import_module)."""
    importlib.import_module(module)


def forget(name: str) -> None:
    """An operator is gone: what was kept of it here goes, too."""
    registry.forget(name)
    space, _, rest = name.partition("::")
    found = globals().get(space)
    if isinstance(found, _OpNamespace):
        short = rest.partition(".")[0]
        if vars(found).pop(short, None) is not None:
            found._dir.remove(short)


class _OpNamespace(types.ModuleType):
    """The operators of one library: ``ops.aten``, ``ops.prims``, … (torch._ops._OpNamespace)."""

    __file__ = "torch.ops"

    def __init__(self, name: str) -> None:
        super().__init__(f"torch.ops.{name}")
        self.name = name
        self._dir: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._dir)

    def __dir__(self) -> list[str]:
        return list(registry.namespace(self.name))

    def __getattr__(self, op_name: str) -> OpOverloadPacket:
        made = packet(f"{self.name}::{op_name}")
        setattr(self, op_name, made)
        self._dir.append(op_name)
        return made


class _Functions:
    """Operators of aten as torch's top level has them: functions of the module `torch`, no members of torch.ops."""

    def __getattr__(self, name: str) -> Any:
        operator = getattr(aten, name)

        def function(*args: Any, **kwargs: Any) -> Any:
            return operator(*args, **kwargs)

        function.__name__ = function.__qualname__ = name
        function.__module__, function.__doc__ = sys.modules[__package__].__name__, operator.__doc__
        function.__asked__ = operator  # type: ignore[attr-defined]  # what a program calls
        setattr(self, name, made := core.asking(function))
        return made


aten, functions = _OpNamespace("aten"), _Functions()
_dir = ["aten"]  # namespaces that were asked for, as torch's files go through them


class _HigherOrder(types.ModuleType):
    """Operators upon functions that torch's Python has defined: ``ops.higher_order`` (torch._ops._HigherOrderNamespace)."""

    __file__ = "torch.ops"

    def __init__(self) -> None:
        super().__init__("torch.ops.higher_order")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from . import _ops

        found = _ops._higher_order_ops.get(name)
        if found is None:
            raise AttributeError(f"'_HigherOrderNamespace' 'torch.ops.higher_order' object has no attribute '{name}'")
        setattr(self, name, found)
        return found


higher_order = _HigherOrder()


def __getattr__(name: str) -> _OpNamespace:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = made = _OpNamespace(name)
    _dir.append(name)
    return made


class _Ops(Whole):
    """The module itself, which is gone through by the namespaces that were asked for (torch._ops._Ops)."""

    def __iter__(self) -> Iterator[str]:
        return iter(_dir)


sys.modules[__name__].__class__ = _Ops


def __dir__():
    registry.read()
    return [*registry.known, "higher_order", "import_module", "load_library", "loaded_libraries"]
