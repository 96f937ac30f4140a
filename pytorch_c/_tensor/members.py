"""Puts Tensor's members on the class: the one file that does.

A member has one owner: the class body in tensor.py, the C extension, or a table that a file exports. An operator is
a method where nobody owns its name.
"""

from .. import _composites, _ops
from . import data, indexing, methods, operators
from .tensor import Tensor

BORN_WITH = frozenset(vars(Tensor))  # the class body, and what the C extension has put there
TABLES = {
    "operators": operators.PROTOCOLS,
    "indexing": indexing.METHODS,
    "data": data.METHODS,
    "methods": methods.METHODS | methods.PROPERTIES | methods.PROTOCOLS,
}


class _Lazy:
    """Stands for a method until its first use, which loads its family of operators, or its chapter of composites."""

    __slots__ = ("find", "name")

    def __init__(self, find, name):
        self.find, self.name = find, name

    def __get__(self, instance, owner):
        function = self.find(self.name)
        setattr(Tensor, self.name, function)
        return function if instance is None else function.__get__(instance, owner)


def _operator(name):
    return getattr(_ops, name)


def _attach():
    for table in TABLES.values():
        for name, member in table.items():
            setattr(Tensor, name, member)
    for name in _composites.METHODS:
        setattr(Tensor, name, _Lazy(_composites.method, name))
    owned = vars(Tensor)
    for name in _ops.METHODS:
        if name not in owned:
            setattr(Tensor, name, _Lazy(_operator, name))


_attach()
