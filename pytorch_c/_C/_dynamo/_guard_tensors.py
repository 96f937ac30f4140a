"""Guards of a tensor's class, keys, dtype, device, sizes and steps (TENSOR_MATCH, TensorGuards)."""

from __future__ import annotations

from ..._boundary import api
from ..._boundary.handle import core
from ..._calls.dispatch_keys import DispatchKeySet
from ..._tensor.tensor import Tensor
from . import _guard_helpers as helpers
from ._guard_leaves import LeafGuard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_TORCHS = {
    "float32": "Float", "float64": "Double", "float16": "Half", "bfloat16": "BFloat16", "int8": "Char", "uint8": "Byte",
    "int16": "Short", "int32": "Int", "int64": "Long", "bool": "Bool", "complex64": "ComplexFloat",
    "complex128": "ComplexDouble", "complex32": "ComplexHalf", "uint16": "UInt16", "uint32": "UInt32",
    "uint64": "UInt64", "float8_e4m3fn": "Float8_e4m3fn", "float8_e5m2": "Float8_e5m2",
    "float8_e4m3fnuz": "Float8_e4m3fnuz", "float8_e5m2fnuz": "Float8_e5m2fnuz", "float8_e8m0fnu": "Float8_e8m0fnu",
    "qint8": "QInt8", "quint8": "QUInt8", "qint32": "QInt32",
}  # fmt: skip


def _scalar_type(of: Any) -> str:
    """Returns the name that libtorch prints for a dtype."""
    name = str(of).partition(".")[2]
    return _TORCHS.get(name, name)


def is_tensor(value: Any) -> bool:
    """Returns whether a value is a tensor, of whatever class."""
    return isinstance(value, Tensor)


class _Expected:
    """The class, keys, dtype, device, sizes and steps of a tensor; its test in Python is for sizes that are symbols."""

    def __init__(self, value: Tensor, of: type, keys: int, sizes: Any, strides: Any) -> None:
        included, kept = helpers.key_sets()
        self.keys, self.dtype, self.index = (_signed(keys) | included) & kept, value.dtype, value.device.index
        self.type_id, self.of = id(of), of if helpers.stays(of) else None
        self.requires_grad, self.sizes = value.requires_grad, tuple(sizes or value.shape)
        steps = strides or (value.stride() if str(value.layout) == "torch.strided" else ())
        self.strides = tuple(steps) if len(steps) == len(self.sizes) else (None,) * len(self.sizes)
        self._asked: Callable[..., Any] | None = None

    def in_c(self) -> Any:
        """Returns the test as an object of the C extension; None for more dimensions than it compares, and for symbols."""
        numbers = (*self.sizes, *self.strides)
        if len(self.sizes) > 16 or any(one is not None and type(one) is not int for one in numbers):
            return None
        fields = (
            self.dtype.code,
            -1 if self.index is None else self.index,
            self.requires_grad,
            self.sizes,
            self.strides,
        )
        return core.TensorTest(self.type_id, self.keys, *fields, self)

    def expression(self, value: str, bind: Callable[[Any], str]) -> str:
        """Returns the text of the test of a variable, cheap ones first; "included" and "kept" are the thread's keys."""
        tests = ["type({v}) is {of}" if self.of else "id(type({v})) == {type_id}", "{v}.dtype is {dtype}"]
        tests += ["{v}.requires_grad is {requires_grad}", "{v}.device.index == {index}"]
        tests += ["(tensor_keys({v}) | included) & kept == {keys}", f"{{v}}.ndim == {len(self.sizes)}"]
        for read, wanted in (("shape", self.sizes), ("stride()", self.strides)):
            tests += [f"{{v}}.{read}[{i}] == {bind(one)}" for i, one in enumerate(wanted) if one is not None]
        return helpers.fill(self, " and ".join(tests), value, bind)

    def __call__(self, value: Any, included: int, kept: int) -> Any:
        if self._asked is None:
            self._asked = helpers.function_of(self.expression)
        return self._asked(value, included, kept)


class TENSOR_MATCH(LeafGuard):
    """A guard of a tensor; None in the sizes and the steps stands for any number."""

    def __init__(
        self,
        value: Tensor,
        sizes: list[int | None],
        strides: list[int | None],
        tensor_name: str,
        verbose_code_parts: list[str],
        user_stack: Any = None,
        ptype: Any = None,
        dispatch_keys: Any = None,
    ) -> None:
        if not isinstance(value, Tensor):
            raise TypeError("expected Tensor()")
        super().__init__(verbose_code_parts, user_stack)
        keys = api.tensor_keyset(value) if dispatch_keys is None else dispatch_keys.raw_repr()
        self.name = tensor_name
        self.expected = _Expected(value, type(value) if ptype is None else ptype, keys, sizes, strides)
        self._in_c = self.expected.in_c()

    def expression(self, value: str, bind: Callable[[Any], str], exact: bool = False) -> str:
        """Returns the text of the test of a variable; "included" and "kept" are the thread's keys."""
        if self._in_c is None:
            return self.expected.expression(value, bind)
        return f"{bind(self._in_c)}({value}, included, kept)"

    def ask(self, value: Any) -> Any:
        """Returns what the test gives for a value."""
        return (self._in_c or self.expected)(value, *helpers.key_sets())

    def reasons(self, value: Any) -> list[str]:
        """Returns the first difference of a value."""
        if id(type(value)) != self.expected.type_id:
            return [f"expected type of '{self.name}' to be a tensor type, ' but found {type(value)}"]
        found = f"tensor '{self.name}' {self._difference(value)}"
        if isinstance(value, helpers.module("nn").Parameter):
            found += (
                ". Guard failed on a parameter, consider using torch._dynamo.config.force_parameter_static_shapes = False "
                "to allow dynamism on parameters."
            )
        return [found]

    def _difference(self, value):
        included, kept = helpers.key_sets()
        wanted = self.expected
        keys = (api.tensor_keyset(value) | included) & kept
        if keys != wanted.keys:
            expected, actual = DispatchKeySet._of(wanted.keys), DispatchKeySet._of(keys)
            return f"dispatch key set mismatch. expected {expected}, actual {actual}"
        if value.dtype is not wanted.dtype:
            return f"dtype mismatch. expected {_scalar_type(wanted.dtype)}, actual {_scalar_type(value.dtype)}"
        if value.device.index != wanted.index:
            expected, actual = (-1 if one is None else one for one in (wanted.index, value.device.index))
            return f"Tensor device index mismatch. Expected device index to be {expected}, actual {actual}"
        if value.requires_grad != wanted.requires_grad:
            return f"requires_grad mismatch. expected requires_grad={int(wanted.requires_grad)}"
        if value.dim() != len(wanted.sizes):
            return f"rank mismatch. expected {len(wanted.sizes)}, actual {value.dim()}"
        for what, numbers, actual in (("size", wanted.sizes, value.shape), ("stride", wanted.strides, value.stride)):
            for i, one in enumerate(numbers):
                found = None if one is None else actual[i] if what == "size" else actual(i)
                if found != one:
                    return f"{what} mismatch at index {i}. expected {one}, actual {found}"
        return ""


def _signed(keys):
    """Returns the bits of a set of keys as the boundary writes them, as a number of 64 bits with a sign."""
    return keys - (1 << 64) if keys >> 63 & 1 and keys > 0 else keys


class TensorGuards:
    """Guards of several tensors that are different objects. Source: torch._C._dynamo.guards.TensorGuards."""

    def __init__(self, *tensors: Tensor, dynamic_dims_sizes: Any, dynamic_dims_strides: Any) -> None:
        self._guards = []
        for i, one in enumerate(tensors):
            sizes = dynamic_dims_sizes[i] if dynamic_dims_sizes else []
            strides = dynamic_dims_strides[i] if dynamic_dims_strides else []
            self._guards.append(TENSOR_MATCH(one, sizes, strides, "", []))

    def check(self, *tensors: Any) -> bool:
        """Returns whether the tensors are like those that the guards were made of, and none is there twice."""
        self._same_number(tensors)
        return len({id(one) for one in tensors}) == len(tensors) and all(
            guard(one) for guard, one in zip(self._guards, tensors)
        )

    def check_verbose(self, *tensors: Any, tensor_check_names: list[str]) -> bool | str:
        """Returns True, or the words for the first tensor that is another one."""
        self._same_number(tensors)
        if not isinstance(tensor_check_names, list):
            raise TypeError("tensor_check_names kwarg must be a list")
        if len(tensor_check_names) != len(tensors):
            raise TypeError("tensor_check_names should be the same size as # tensors")
        for i, (guard, one, name) in enumerate(zip(self._guards, tensors, tensor_check_names)):
            guard.name = name
            if any(one is before for before in tensors[:i]):
                return f"Duplicate tensor found where not expected! {name} should not alias to anything, but is aliased"
            if not guard(one):
                return guard.reasons(one)[0]
        return True

    def _same_number(self, tensors):
        if len(tensors) != len(self._guards):
            raise TypeError("wrong length")
