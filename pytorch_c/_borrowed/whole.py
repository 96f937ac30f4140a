"""Modules whose vars() has every name, those too that are loaded at their first use."""

from __future__ import annotations

from types import ModuleType

names_of = ModuleType.__dict__["__dict__"].__get__  # as vars(module), which loads more for a `Whole` module

defining: set[str] = set()  # modules of torch's files that define operators and have run here


class Whole(ModuleType):
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
