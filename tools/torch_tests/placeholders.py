"""Placeholders for names that a test file or one of torch's helpers imports and the library under test does not have.

A placeholder can be imported, decorate and be subclassed, so that the other tests of its file run; a test that uses it
fails and says which name is missing.
"""

from __future__ import annotations

import unittest

importing = True  # while test files and helpers are imported, calls give placeholders too


class Missing(NotImplementedError):
    """A test has used a name that the library under test does not have."""


class Placeholder:
    """Stands for one missing name."""

    def __init__(self, name):
        self.__name__ = self.__qualname__ = name

    def __call__(self, *args, **kwargs):
        if not importing:
            raise Missing(f"{self.__name__} is missing")
        if len(args) == 1 and not kwargs and callable(args[0]) and not isinstance(args[0], (type, Placeholder)):
            return lambda *args, **kwargs: self.fail()  # in the place of the function that it decorates
        return Placeholder(self.__name__)

    def fail(self, *args, **kwargs):
        """Raises, whatever the arguments."""
        raise Missing(f"{self.__name__} is missing")

    def __getattr__(self, name):
        if name == "__all__":
            return []
        if name.startswith("__"):
            raise AttributeError(name)
        return Placeholder(f"{self.__name__}.{name}")

    def __mro_entries__(self, bases):
        return (type(self.__name__.rpartition(".")[2], (unittest.TestCase,), {"setUp": self.fail}),)

    def __instancecheck__(self, instance):
        return False

    def __subclasscheck__(self, subclass):
        return False

    def __or__(self, other):
        return other

    __ror__ = __or__

    def __iter__(self):
        return iter(())

    def __contains__(self, item):
        return False

    def __getitem__(self, key):
        return self

    def __add__(self, other):
        return other

    __radd__ = __add__

    def __enter__(self):
        self.fail()

    def __exit__(self, *error):
        pass
