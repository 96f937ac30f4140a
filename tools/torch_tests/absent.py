"""What stands for a name that is not there: whoever uses it fails, and says so."""

from __future__ import annotations

import contextlib
import importlib
import inspect


class Absent:
    """A helper of torch's tests without a stand-in: as a decorator, a function, a table or a context it fails the test."""

    def __init__(self, name):
        self._name = name

    def __call__(self, *args, **kwargs):
        if not kwargs and len(args) == 1 and inspect.isroutine(args[0]):
            return lambda *_args, **_kwargs: self._fail()
        return self

    def _fail(self):
        raise NotImplementedError(f"{self._name} has no stand-in")

    def __iter__(self):
        return iter(())

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(self)(f"{self._name}.{name}")

    def __getitem__(self, key):
        return self

    def __add__(self, other):
        return other

    __radd__ = __add__

    def __enter__(self):
        self._fail()

    def __exit__(self, *_):
        pass


class Inner(Absent):
    """An inner name of torch's that pytorch_c does not have: a call of it fails the test."""

    def __call__(self, *args, **kwargs):
        self._fail()

    def _fail(self):
        raise NotImplementedError(f"{self._name} is an inner name of torch's, and not here")


def lenient(module, kind=Absent):
    """Gives a module an Absent for each name that it does not have."""
    before = getattr(module, "__getattr__", None)

    def missing(name):
        if before is not None:
            try:
                return before(name)
            except AttributeError:
                pass
        if name.startswith("__"):
            raise AttributeError(name)
        if hasattr(module, "__path__") and module.__spec__ is not None:  # a module below, that nobody has imported yet
            with contextlib.suppress(ImportError):
                return importlib.import_module(f"{module.__spec__.name}.{name}")
        return kind(f"{module.__name__.replace('pytorch_c', 'torch')}.{name}")

    module.__getattr__ = missing
    return module
