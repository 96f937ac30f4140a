"""Classes of the package's modules: their names are found fast, and vars() has those too that nobody has used yet."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

names_of = ModuleType.__dict__["__dict__"].__get__  # as vars(module), which loads more for a `Whole` module

defining: set[str] = set()  # modules of torch's files that define operators and have run here


_kinds: list[type] = []  # classes of modules that the extension has not been told of
_tell: Callable[[type], None] = _kinds.append


class Found(ModuleType):
    """A module with a `__getattr__`, whose other names are found as fast as the extension can, once it is there."""

    def __init_subclass__(cls) -> None:
        cls.__name__ = cls.__qualname__ = "module"  # as sentences about any module name it
        _tell(cls)

    def __reduce__(self) -> tuple[Any, ...]:
        """Keeps the module by its name, where it is pickled."""
        return import_module, (self.__name__,)


Found.__init_subclass__()


def hasten_by(function: Callable[[type], None], first: str) -> None:
    """Tells the function each class of modules, those that there are and those that come; the first module becomes one."""
    global _tell
    _tell = function
    for kind in _kinds:
        function(kind)
    sys.modules[first].__class__ = Found


class Whole(Found):
    """A module that loads some names at their first use; for `vars(module)` it loads all that dir() shows.

    So do programs find all optimizers that go through `vars(torch.optim)`.
    """

    @property
    def __dict__(self):
        """The module's names, all of them loaded."""
        names = names_of(self)
        for name in set(names["__dir__"]()) - names.keys():
            try:
                getattr(self, name)
            except (AttributeError, ImportError):  # LIBTORCH=DIR alone: nothing is borrowed
                pass
        return names

    def __dir__(self):
        """The names that the module's own `__dir__` gives, unloaded."""
        return names_of(self)["__dir__"]()
