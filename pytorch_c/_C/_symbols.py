"""Symbols that torch's extension makes: nested ints, and truths that are known (torch._C)."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ConstantBoolNode:
    """The node of a truth that is known, as c10::ConstantSymNodeImpl<bool>."""

    def __init__(self, value: bool) -> None:
        self._value = value

    def is_int(self) -> bool:
        """False."""
        return False

    is_float = is_nested_int = is_symbolic = is_int

    def is_bool(self) -> bool:
        """True."""
        return True

    is_constant = has_hint = is_bool

    def bool_(self) -> bool:
        """The truth."""
        return self._value

    constant_bool = bool_

    def guard_bool(self, file: str, line: int) -> bool:
        """The truth: nothing is guarded."""
        return self._value

    guard_size_oblivious = guard_or_false = guard_or_true = statically_known_true = expect_true = guard_bool

    def maybe_as_int(self) -> None:
        """None: it is no int."""

    constant_int = nested_int = maybe_as_int

    def clone(self) -> ConstantBoolNode:
        """The node itself."""
        return self

    def wrap_bool(self, num: bool) -> ConstantBoolNode:
        """Another truth."""
        return ConstantBoolNode(num)

    def str(self) -> str:
        """ "True" or "False"."""
        return str(self._value)

    _graph_repr = __str__ = __repr__ = str

    def sym_not(self) -> ConstantBoolNode:
        """The other truth."""
        return ConstantBoolNode(not self._value)


def _get_constant_bool_symnode(value: bool) -> Any:
    """Returns the node of a bool that is known."""
    return ConstantBoolNode(value)


def _get_nested_int(data: int, coeff: int) -> Any:
    """Returns the size of the ragged dimension number `data`, `coeff` times."""
    from .._composites.compiling import SymInt

    package = __package__.partition(".")[0]
    importlib.import_module(f"{package}.fx.experimental.sym_node")  # gives SymInt its operators
    node = importlib.import_module(f"{package}.nested._internal.nested_int").NestedIntNode
    return SymInt(node(data, coeff))
