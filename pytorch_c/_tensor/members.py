"""Puts Tensor's members on the class: the one file that does.

A member has one owner: the class body in tensor.py, the C extension, or a table that a file exports. An operator is
a method where nobody owns its name.
"""

import importlib
from types import FunctionType

from .. import _composites, _ops
from .._boundary.handle import core
from . import beyond, data, indexing, lists, methods, operators, overriding, protocols, rare
from .tensor import Tensor

Owner = core.Owner
# The class body, and the base class in C but for what every class has.
BORN_WITH = frozenset(vars(Tensor)) | (frozenset(vars(Owner)) - frozenset(dir(object)))
TABLES = {
    "indexing": indexing.METHODS,
    "data": data.METHODS,
    "lists": lists.METHODS,
    "protocols": protocols.PROTOCOLS,
    "methods": methods.METHODS | methods.PROPERTIES,
    "rare": rare.METHODS | rare.PROPERTIES,
    "overriding": overriding.METHODS,
}


class _Lazy:
    """Stands for a method until its first use, which loads its chapter of composites."""

    __slots__ = ("find", "name")

    def __init__(self, find, name):
        self.find, self.name = find, name

    def __get__(self, instance, owner):
        function = self.find(self.name)
        setattr(Tensor, self.name, function)
        return function if instance is None else function.__get__(instance, owner)


# Operators of libtorch's inside that torch has as methods too.
INNER = (
    "_addmm_activation _autocast_to_full_precision _autocast_to_reduced_precision _conj _conj_physical _dimI _dimV _lazy_clone "
    "_neg_view _sparse_mask_projection _to_dense _to_sparse _to_sparse_bsc _to_sparse_bsr _to_sparse_csc _to_sparse_csr "
    "resize resize_as"
).split()


def _inner(name):
    operator = getattr(importlib.import_module(f"{__package__.rpartition('.')[0]}.ops").aten, name)

    def method(self, *args, **kwargs):
        return operator(self, *args, **kwargs)

    method.__name__, method.__qualname__ = name, f"Tensor.{name}"
    return method


def _attach():
    named = set()
    for table in TABLES.values():
        for name, member in table.items():
            function = getattr(member, "__wrapped__", None) if name.startswith("__") else member  # behind one of C
            function = function or member
            if type(function) is FunctionType and function not in named:  # `_len` in its file
                function.__name__, function.__qualname__ = name, f"Tensor.{name}"
                named.add(function)
            setattr(Tensor, name, member)
    for name in _composites.METHODS:
        setattr(Tensor, name, _Lazy(_composites.method, name))
    owned = vars(Tensor)
    for name in INNER:
        if name not in owned and not hasattr(Owner, name):
            setattr(Tensor, name, _Lazy(_inner, name))
    for name in _ops.METHODS:
        if name not in owned and not hasattr(Owner, name):
            setattr(Tensor, name, core.Operator(name, getattr(_ops, name)))


# Of the class's own file, with a C function before them (csrc/shortcuts.c).
_QUICK_METHODS = (
    "data_ptr",
    "element_size",
    "requires_grad_",
    "stride",
    "is_conj",
    "is_neg",
    "is_inference",
    "_is_view",
)
_QUICK_PROPERTIES = (
    "layout",
    "itemsize",
    "nbytes",
    "_version",
    "is_sparse",
    "is_quantized",
    "retains_grad",
    "output_nr",
)


def _quicken():
    for name in _QUICK_METHODS:
        setattr(Tensor, name, core.quick(vars(Tensor)[name]))
    for name in _QUICK_PROPERTIES:
        setattr(Tensor, name, property(core.quick(vars(Tensor)[name].fget)))


# Properties of this package, and the one that is a property of Python in torch too.
_OF_PYTHON = {"closed", "__cuda_array_interface__"}


def _not_writable(name):
    """A property's setter and deleter, that say what torch does: its attributes are those of its base class in C."""

    def refuse(self, value=None):
        raise AttributeError(f"attribute {name!r} of 'torch._C.TensorBase' objects is not writable")

    return refuse


def _close():
    """Gives the properties without a setter one that raises."""
    for name, member in list(vars(Tensor).items()):
        if type(member) is not property:
            continue
        if name in _OF_PYTHON:
            member.__set_name__(Tensor, name)  # says the errors of Python's own
        elif member.fset is None:
            refuse = _not_writable(name)
            setattr(Tensor, name, property(member.fget, refuse, refuse, member.__doc__))


def attach_numpys(on: bool) -> None:
    """Puts the protocols of NumPy's functions and ufuncs on the class, or takes them off (pytorch_c/_numpy)."""
    for name in ("__array_function__", "__array_ufunc__"):
        if on:
            setattr(Tensor, name, TABLES["protocols"][name])
        elif name in vars(Tensor):
            delattr(Tensor, name)


def leave_torchs() -> None:
    """Takes the methods off the class that torch's has not."""
    for name in beyond.METHODS & vars(Tensor).keys():
        delattr(Tensor, name)
    overriding.forget(beyond.METHODS)


_attach()
_quicken()
_close()
operators.install()
