"""Python's operators on tensors: with tensors and numbers on either side."""

from .. import _ops
from .._boundary.library import lib
from .._calls.checks import is_number
from .._calls.prelude import BAD_ARGUMENT, as_tensor, explain, scalar, wrap
from .tensor import Tensor

_call_neg = lib.call_neg
_NUMBERS = (int, float, complex)


def _foreign(other):
    """Whether another class may know better what to do."""
    return not is_number(other)


def _binary(op):
    """tensor OP other, through the operator's own function, which is loaded at its first use."""
    function = None

    def method(self, other):
        nonlocal function
        if not isinstance(other, Tensor) and not isinstance(other, _NUMBERS) and _foreign(other):
            return NotImplemented
        if function is None:
            function = getattr(_ops, op)
        return function(self, other)

    return method


def _reversed(op):
    """other OP tensor, for operators that take a number on the left."""

    def method(self, other):
        if not isinstance(other, Tensor) and _foreign(other):
            return NotImplemented
        return getattr(_ops, op)(other, self)

    return method


def _fast(call_tensor, call_number, op):
    """+ and -, straight to the C call, which checks its arguments anyway."""

    def method(self, other):
        try:
            if isinstance(other, Tensor):
                return wrap(call_tensor(self._h, other._h, 1, 1, 0.0, 0.0))
            if isinstance(other, _NUMBERS):
                return wrap(call_number(self._h, *scalar(other), 1, 1, 0.0, 0.0))
        except BAD_ARGUMENT as error:
            raise explain(error, op, "Tensor self, Tensor other", locals()) from None
        return NotImplemented if _foreign(other) else getattr(_ops, op)(self, other)

    return method


def _not_mine(self, other):
    return NotImplemented


def _as_array(op):
    """== and != also take NumPy's arrays: NumPy itself would only say whether they are the same object."""

    def method(self, other):
        if not hasattr(other, "__array_interface__"):
            return NotImplemented
        from .data import from_numpy

        return getattr(_ops, op)(self, from_numpy(other))

    return method


def _fast2(call_tensor, call_number, op, otherwise=_not_mine):
    """*, / and comparisons, likewise; `otherwise` answers for what is neither tensor nor number."""

    def method(self, other):
        try:
            if isinstance(other, Tensor):
                return wrap(call_tensor(self._h, other._h))
            if isinstance(other, _NUMBERS):
                return wrap(call_number(self._h, *scalar(other)))
        except BAD_ARGUMENT as error:
            raise explain(error, op, "Tensor self, Tensor other", locals()) from None
        return otherwise(self, other) if _foreign(other) else getattr(_ops, op)(self, other)

    return method


def _neg(self):
    try:
        return wrap(_call_neg(self._h))
    except BAD_ARGUMENT as error:
        raise explain(error, "neg", "Tensor self", locals()) from None


def _matmul(self, other):
    return _ops.matmul(self, other) if isinstance(other, Tensor) else NotImplemented


def _rdiv(self, other):
    return NotImplemented if _foreign(other) else _ops.mul(_ops.reciprocal(self), other)


def _rfloordiv(self, other):
    return NotImplemented if _foreign(other) else _ops.floor_divide(as_tensor(other, self), self)


def _invert(self):
    try:
        return _ops.bitwise_not(self)
    except NotImplementedError:
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors") from None


_OPERATORS = {
    "add": _fast(lib.call_add_Tensor, lib.call_add_Scalar, "add"),
    "sub": _fast(lib.call_sub_Tensor, lib.call_sub_Scalar, "sub"),
    "mul": _fast2(lib.call_mul_Tensor, lib.call_mul_Scalar, "mul"),
    "truediv": _fast2(lib.call_div_Tensor, lib.call_div_Scalar, "div"),
    "radd": _fast(lib.call_add_Tensor, lib.call_add_Scalar, "add"),
    "rmul": _fast2(lib.call_mul_Tensor, lib.call_mul_Scalar, "mul"),
    "rsub": _fast(lib.call_rsub_Tensor, lib.call_rsub_Scalar, "rsub"),
    "rtruediv": _rdiv,
    "floordiv": _binary("floor_divide"),
    "rfloordiv": _rfloordiv,
    "mod": _binary("remainder"),
    "rmod": _reversed("remainder"),
    "pow": _binary("pow"),
    "rpow": _reversed("pow"),
    "matmul": _matmul,
    "rmatmul": lambda self, other: _ops.matmul(other, self) if isinstance(other, Tensor) else NotImplemented,
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
    "lt": _fast2(lib.call_lt_Tensor, lib.call_lt_Scalar, "lt"),
    "le": _fast2(lib.call_le_Tensor, lib.call_le_Scalar, "le"),
    "gt": _fast2(lib.call_gt_Tensor, lib.call_gt_Scalar, "gt"),
    "ge": _fast2(lib.call_ge_Tensor, lib.call_ge_Scalar, "ge"),
    "eq": _fast2(lib.call_eq_Tensor, lib.call_eq_Scalar, "eq", _as_array("eq")),
    "ne": _fast2(lib.call_ne_Tensor, lib.call_ne_Scalar, "ne", _as_array("ne")),
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
    "pos": lambda self: _ops.positive(self),
    "abs": lambda self: _ops.abs(self),
    "invert": _invert,
}


def install():
    """Puts the operators on the class; called once by methods.py."""
    for name, method in _OPERATORS.items():
        method.__name__, method.__qualname__ = f"__{name}__", f"Tensor.__{name}__"
        setattr(Tensor, f"__{name}__", method)
