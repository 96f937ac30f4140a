"""Python's operators on tensors: with tensors and numbers on either side."""

from __future__ import annotations

from .. import _ops
from .._boundary.handle import core
from .._calls.checks import is_number
from .._calls.retry import as_tensor
from . import indexing
from .data import as_tensor as tensor_of
from .data import is_array
from .tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import Operand


_NUMBERS = (int, float, complex)


def _foreign(other):
    """Returns whether another class may know better what to do."""
    return not is_number(other)


def _binary(op):
    """tensor OP other, through the operator's own function, which is loaded at its first use."""
    function = None

    def method(self: Tensor, other: Operand) -> Tensor:
        nonlocal function
        if not isinstance(other, Tensor) and not isinstance(other, _NUMBERS) and _foreign(other):
            return NotImplemented
        if function is None:
            function = getattr(_ops, op)
        return function(self, other)

    return method


def _reversed(op):
    """other OP tensor, for operators that take a number on the left."""

    def method(self: Tensor, other: Operand) -> Tensor:
        if not isinstance(other, Tensor) and _foreign(other):
            return NotImplemented
        return getattr(_ops, op)(other, self)

    return method


def _checked(op):
    """*, - and comparisons."""

    def method(self: Tensor, other: Operand) -> Tensor:
        if not isinstance(other, Tensor) and _foreign(other):
            return NotImplemented
        return getattr(_ops, op)(self, other)

    return method


def _equality(op):
    """== and !=, which also take NumPy's arrays: NumPy itself would only say whether they are the same object."""

    def method(self: Tensor, other: Any) -> Tensor:
        if not isinstance(other, Tensor) and _foreign(other):
            if not is_array(other):
                return NotImplemented
            other = tensor_of(other)
        return getattr(_ops, op)(self, other)

    return method


def _matmul(self: Tensor, other: Tensor) -> Tensor:
    return _ops.matmul(self, other) if isinstance(other, Tensor) else NotImplemented


def _rmatmul(self: Tensor, other: Tensor) -> Tensor:
    return _ops.matmul(other, self) if isinstance(other, Tensor) else NotImplemented


def _rdiv(self: Tensor, other: Operand) -> Tensor:
    return NotImplemented if _foreign(other) else _ops.mul(_ops.reciprocal(self), other)


def _rfloordiv(self: Tensor, other: Operand) -> Tensor:
    return NotImplemented if _foreign(other) else _ops.floor_divide(as_tensor(other, self), self)


def _invert(self: Tensor) -> Tensor:
    try:
        return _ops.bitwise_not(self)
    except NotImplementedError:
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors") from None


def _neg(self: Tensor) -> Tensor:
    return _ops.neg(self)


def _pos(self: Tensor) -> Tensor:
    return _ops.positive(self)


def _abs(self: Tensor) -> Tensor:
    return _ops.abs(self)


# Keyed by the name of the slot (csrc/slots.c); reflected operators have the prefix r.
SLOTS = {
    "add": _checked("add"),
    "sub": _checked("sub"),
    "mul": _checked("mul"),
    "truediv": _checked("div"),
    "radd": _checked("add"),
    "rmul": _checked("mul"),
    "rsub": _checked("rsub"),
    "rtruediv": _rdiv,
    "floordiv": _binary("floor_divide"),
    "rfloordiv": _rfloordiv,
    "mod": _binary("remainder"),
    "rmod": _reversed("remainder"),
    "pow": _binary("pow"),
    "rpow": _reversed("pow"),
    "matmul": _matmul,
    "rmatmul": _rmatmul,
    "and": _binary("bitwise_and"),
    "or": _binary("bitwise_or"),
    "xor": _binary("bitwise_xor"),
    "rand": _binary("bitwise_and"),
    "ror": _binary("bitwise_or"),
    "rxor": _binary("bitwise_xor"),
    "lshift": _binary("bitwise_left_shift"),
    "rshift": _binary("bitwise_right_shift"),
    "rlshift": _reversed("bitwise_left_shift"),
    "rrshift": _reversed("bitwise_right_shift"),
    "lt": _checked("lt"),
    "le": _checked("le"),
    "gt": _checked("gt"),
    "ge": _checked("ge"),
    "eq": _equality("eq"),
    "ne": _equality("ne"),
    "iadd": _binary("add_"),
    "isub": _binary("sub_"),
    "imul": _binary("mul_"),
    "itruediv": _binary("div_"),
    "ifloordiv": _binary("floor_divide_"),
    "imod": _binary("remainder_"),
    "ipow": _binary("pow_"),
    "iand": _binary("bitwise_and_"),
    "ior": _binary("bitwise_or_"),
    "ixor": _binary("bitwise_xor_"),
    "ilshift": _binary("bitwise_left_shift_"),
    "irshift": _binary("bitwise_right_shift_"),
    "neg": _neg,
    "pos": _pos,
    "abs": _abs,
    "invert": _invert,
}


def install():
    """Gives the operators to the slots of Tensor's base class, which ask for them where C cannot serve."""
    for name, method in SLOTS.items():
        method.__name__, method.__qualname__ = f"__{name}__", f"Tensor.__{name}__"
    functions = SLOTS | indexing.SLOTS
    core.set_slots(functions, {name: getattr(_ops, name) for name in core.slot_operators()})
