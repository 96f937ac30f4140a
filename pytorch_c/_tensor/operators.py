"""Python's operators on tensors: with tensors and numbers on either side."""

from .. import _ops
from .._boundary.library import lib
from .._calls.checks import is_number
from .._calls.prelude import BAD_ARGUMENT, as_tensor, explain, scalar, wrap
from .data import as_tensor as tensor_of
from .data import is_array
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
        if not is_array(other):
            return NotImplemented
        return getattr(_ops, op)(self, tensor_of(other))

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


def _rmatmul(self, other):
    return _ops.matmul(other, self) if isinstance(other, Tensor) else NotImplemented


def _rdiv(self, other):
    return NotImplemented if _foreign(other) else _ops.mul(_ops.reciprocal(self), other)


def _rfloordiv(self, other):
    return NotImplemented if _foreign(other) else _ops.floor_divide(as_tensor(other, self), self)


def _invert(self):
    try:
        return _ops.bitwise_not(self)
    except NotImplementedError:
        raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors") from None


def _pos(self):
    return _ops.positive(self)


def _abs(self):
    return _ops.abs(self)


PROTOCOLS = {
    "__add__": _fast(lib.call_add_Tensor, lib.call_add_Scalar, "add"),
    "__sub__": _fast(lib.call_sub_Tensor, lib.call_sub_Scalar, "sub"),
    "__mul__": _fast2(lib.call_mul_Tensor, lib.call_mul_Scalar, "mul"),
    "__truediv__": _fast2(lib.call_div_Tensor, lib.call_div_Scalar, "div"),
    "__radd__": _fast(lib.call_add_Tensor, lib.call_add_Scalar, "add"),
    "__rmul__": _fast2(lib.call_mul_Tensor, lib.call_mul_Scalar, "mul"),
    "__rsub__": _fast(lib.call_rsub_Tensor, lib.call_rsub_Scalar, "rsub"),
    "__rtruediv__": _rdiv,
    "__floordiv__": _binary("floor_divide"),
    "__rfloordiv__": _rfloordiv,
    "__mod__": _binary("remainder"),
    "__rmod__": _reversed("remainder"),
    "__pow__": _binary("pow"),
    "__rpow__": _reversed("pow"),
    "__matmul__": _matmul,
    "__rmatmul__": _rmatmul,
    "__and__": _binary("bitwise_and"),
    "__or__": _binary("bitwise_or"),
    "__xor__": _binary("bitwise_xor"),
    "__rand__": _binary("bitwise_and"),
    "__ror__": _binary("bitwise_or"),
    "__rxor__": _binary("bitwise_xor"),
    "__lshift__": _binary("bitwise_left_shift"),
    "__rshift__": _binary("bitwise_right_shift"),
    "__rlshift__": _reversed("bitwise_left_shift"),
    "__rrshift__": _reversed("bitwise_right_shift"),
    "__lt__": _fast2(lib.call_lt_Tensor, lib.call_lt_Scalar, "lt"),
    "__le__": _fast2(lib.call_le_Tensor, lib.call_le_Scalar, "le"),
    "__gt__": _fast2(lib.call_gt_Tensor, lib.call_gt_Scalar, "gt"),
    "__ge__": _fast2(lib.call_ge_Tensor, lib.call_ge_Scalar, "ge"),
    "__eq__": _fast2(lib.call_eq_Tensor, lib.call_eq_Scalar, "eq", _as_array("eq")),
    "__ne__": _fast2(lib.call_ne_Tensor, lib.call_ne_Scalar, "ne", _as_array("ne")),
    "__iadd__": _binary("add_"),
    "__isub__": _binary("sub_"),
    "__imul__": _binary("mul_"),
    "__itruediv__": _binary("div_"),
    "__ifloordiv__": _binary("floor_divide_"),
    "__imod__": _binary("remainder_"),
    "__ipow__": _binary("pow_"),
    "__iand__": _binary("bitwise_and_"),
    "__ior__": _binary("bitwise_or_"),
    "__ixor__": _binary("bitwise_xor_"),
    "__ilshift__": _binary("bitwise_left_shift_"),
    "__irshift__": _binary("bitwise_right_shift_"),
    "__neg__": _neg,
    "__pos__": _pos,
    "__abs__": _abs,
    "__invert__": _invert,
}

for _name, _method in PROTOCOLS.items():
    _method.__name__, _method.__qualname__ = _name, f"Tensor.{_name}"
