"""The index of a sharded checkpoint (torch.distributed.checkpoint's .metadata): a pickle with torch's names.

Torch's file pickles objects of its own modules; here these are this package's, which torch could not find.
"""

from __future__ import annotations

import pickle
from typing import Any

from .names import find
from .pickles import Pickler

_PACKAGE = __package__.partition(".")[0]


class _Pickler(Pickler):
    """Writes this package's classes and functions under torch's names."""

    def save_global(self, obj, name=None):
        module = str(getattr(obj, "__module__", ""))
        if name is not None or module.partition(".")[0] != _PACKAGE:
            return super().save_global(obj, name)
        self.write(pickle.GLOBAL + f"torch{module[len(_PACKAGE) :]}\n{obj.__qualname__}\n".encode())
        self.memoize(obj)


class _Unpickler(pickle.Unpickler):
    """Reads torch's names as this package's."""

    def find_class(self, module, name):
        if module.partition(".")[0] == "torch":
            found = find(module, name)
            if found is not None:
                return found
            module = _PACKAGE + module[len("torch") :]
        return super().find_class(module, name)


def dump(obj: Any, file: Any) -> None:
    """Writes an object to an open file, as pickle.dump."""
    _Pickler(file).dump(obj)


def load(file: Any) -> Any:
    """Reads an object from an open file, as pickle.load: the file may run what it names."""
    return _Unpickler(file).load()


def take_over(module: Any) -> None:
    """Gives torch's module for checkpoints in folders these two in the place of pickle's."""
    import sys

    module.pickle = sys.modules[__name__]
