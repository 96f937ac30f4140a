"""Types as schemas and graphs name them (torch._C.TensorType, ListType, …).

A schema's are made from its text; those of a graph's values have a handle of the C library, which knows more of tensors.
"""

from __future__ import annotations

import functools

from .._boundary import api
from .._boundary.errors import TorchError
from .schema import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Type:
    """A type of TorchScript: its text, its kind, and the types that it holds (torch._C.Type)."""

    __slots__ = ("annotation_str", "_items", "_h")
    _text = ""

    def __init__(self, *items: Any) -> None:
        self._items, self._h = items, None
        self.annotation_str = self._written(items) if items else self._text

    @classmethod
    def _written(cls, items):
        return f"{cls._text}[{', '.join(map(str, items))}]"

    @classmethod
    def get(cls) -> Type:
        """The type itself, of a kind that holds no others."""
        if "_one" not in vars(cls):
            cls._one = cls()
        return cls._one

    def kind(self) -> str:
        """The name of the class: "TensorType"."""
        return type(self).__name__

    def str(self) -> Any:
        """The type as schemas and graphs write it, "int[]?"."""
        return self._short() if self._items is not None else api.ir_type_str(self._h, False)

    def _short(self):
        return self._written(tuple(one.str() for one in self._items)) if self._items else self.annotation_str

    def containedTypes(self) -> list[Type]:
        """The types that it holds."""
        if self._items is None:
            self._items = tuple(map(of_handle, _each(self._h)))
        return list(self._items)

    def requires_grad(self) -> bool:
        """Returns whether it is, or holds, a tensor that may require a gradient."""
        return any(one.requires_grad() for one in self.containedTypes())

    def is_interface_type(self) -> bool:
        """Returns whether it is an interface."""
        return self.kind() == "InterfaceType"

    def isSubtypeOf(self, other: Type) -> bool:
        """Returns whether a value of this type is one of the other."""
        if self._h is not None or other._h is not None:
            return api.ir_type_is_subtype(handle_of(self), handle_of(other))
        if self == other or isinstance(other, AnyType):
            return True
        if isinstance(other, OptionalType):
            return isinstance(self, NoneType) or self.isSubtypeOf(other.getElementType())
        return isinstance(other, NumberType) and isinstance(self, (IntType, FloatType, ComplexType))

    def __str__(self) -> Any:
        return self.annotation_str

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Type) or other.annotation_str != self.annotation_str:
            return False
        if self._h is None and other._h is None:
            return self.str() == other.str()
        return api.ir_type_equals(handle_of(self), handle_of(other))

    def __hash__(self) -> int:
        return hash(self.annotation_str)


class _OfOne(Type):
    def getElementType(self) -> Type:
        """The type that it holds."""
        return self.containedTypes()[0]


class OptionalType(_OfOne):
    """A type or None."""

    _text = "Optional"

    def _short(self):
        return f"{self._items[0].str()}?"


class ListType(_OfOne):
    """A list."""

    _text = "List"

    def _short(self):
        return f"{self._items[0].str()}[]"

    @staticmethod
    def ofInts() -> ListType:
        return ListType(IntType())

    @staticmethod
    def ofTensors() -> ListType:
        return ListType(TensorType())

    @staticmethod
    def ofFloats() -> ListType:
        return ListType(FloatType())

    @staticmethod
    def ofBools() -> ListType:
        return ListType(BoolType())

    @staticmethod
    def ofStrings() -> ListType:
        return ListType(StringType())


class FutureType(_OfOne):
    """A value that comes later."""

    _text = "Future"


class RRefType(_OfOne):
    """A value in another process."""

    _text = "RRef"


class AwaitType(_OfOne):
    """A value that is computed when it is asked for."""

    _text = "Await"


class DictType(Type):
    """A dict."""

    _text = "Dict"

    def _short(self):
        return f"Dict({', '.join(one.str() for one in self._items)})"

    def getKeyType(self) -> Type:
        return self.containedTypes()[0]

    def getValueType(self) -> Type:
        return self.containedTypes()[1]


class TupleType(Type):
    """A tuple, with a type for each of its values."""

    _text = "Tuple"

    def __init__(self, items: Any) -> None:
        super().__init__(*items)
        if not items:
            self.annotation_str = "Tuple[()]"

    def _short(self):
        return f"({', '.join(one.str() for one in self._items)})"

    def elements(self) -> list[Type]:
        return self.containedTypes()


class UnionType(Type):
    """One of several types."""

    _text = "Union"

    def __init__(self, items: Any) -> None:
        super().__init__(*items)


class ClassType(Type):
    """A class that a C++ library has registered, by its full name."""

    __slots__ = ()

    def __init__(self, name: Any) -> None:
        super().__init__()
        self.annotation_str = name

    def name(self) -> Any:
        return self.annotation_str.rpartition(".")[2]

    def qualified_name(self) -> Any:
        return self.annotation_str


def _of_tensors_alone(name):
    """The method of other types: a RuntimeError, by which readers of graphs know that a value is no tensor."""

    def refuse(self):
        raise TorchError(f"{name}: {self} is no type of tensors")

    refuse.__name__ = name
    return refuse


for _name in "contiguous device dim scalarType sizes strides symbolic_sizes undefined varyingSizes".split():
    setattr(Type, _name, _of_tensors_alone(_name))


def _plain(name, text, doc, short=None):
    members = {"__slots__": (), "_text": text, "__doc__": doc, "__module__": __name__}
    return type(name, (Type,), members | ({"_short": lambda self: short} if short else {}))


class TensorType(Type):
    """A tensor, with what a graph knows of it: dtype, device, sizes, strides."""

    __slots__ = ()
    _text = "Tensor"

    @staticmethod
    def getInferred() -> TensorType:
        """The type of a value whose type nobody wrote."""
        return TensorType.get()

    @staticmethod
    def create_from_tensor(tensor: Any) -> Type:
        """The type of a tensor, with its dtype, device, sizes and strides."""
        value = api.ir_block_add_input(api.ir_graph_block(api.ir_graph_new()), None)
        api.ir_value_infer_type(value, tensor)
        return of_handle(api.ir_value_type(value))

    def _facts(self):
        return api.ir_type_tensor(handle_of(self))

    def sizes(self) -> list[int] | None:
        """The sizes, if all are known."""
        return _all_known(self.varyingSizes())

    def varyingSizes(self) -> list[int | None] | None:
        """The sizes, None where one is not known; None where their number is not."""
        return api.ir_type_sizes(handle_of(self), False)

    def symbolic_sizes(self) -> list[int] | None:
        """The sizes, negative where one has a symbol."""
        return api.ir_type_sizes(handle_of(self), True)

    def strides(self) -> list[int] | None:
        """The strides, if all are known."""
        return _all_known(api.ir_type_strides(handle_of(self)))

    def dim(self) -> int | None:
        """Returns how many dimensions it has."""
        sizes = self.varyingSizes()
        return None if sizes is None else len(sizes)

    def dtype(self) -> Any:
        """The dtype, or None."""
        from .._tensor.dtype import dtype_of

        code = self._facts()[0]
        return None if code < 0 else dtype_of(code)

    def scalarType(self) -> Any:
        """The name of the dtype in graphs, "Float", or None."""
        dtype = self.dtype()
        return None if dtype is None else _SCALAR_TYPES[str(dtype).partition(".")[2]]

    def device(self) -> Any:
        """The device, or None."""
        from .._tensor.device import device, type_name

        _, kind, index, *_ = self._facts()
        if kind < 0:
            return None
        return device(type_name(kind)) if index < 0 else device(type_name(kind), index)

    def requires_grad(self) -> bool:
        """Returns whether it may require a gradient."""
        return self._facts()[3] != 0

    def requiresGrad(self) -> bool | None:
        """Returns whether it requires a gradient; None where that is not known."""
        return _three(self._facts()[3])

    def undefined(self) -> bool | None:
        """Returns whether it is no tensor at all; None where that is not known."""
        return _three(self._facts()[4])

    def with_sizes(self, sizes: Any) -> Type:
        """The type with other sizes; None in a list for one that is not known, None for all."""
        return of_handle(api.ir_type_with_sizes(handle_of(self), None if sizes is None else list(sizes)))

    def with_dtype(self, dtype: Any) -> Type:
        """The type with another dtype."""
        return of_handle(api.ir_type_with(handle_of(self), dtype.code, -1, -1, False))

    def with_device(self, device: Any) -> Type:
        """The type with another device."""
        from .._tensor.device import device as device_class

        return of_handle(api.ir_type_with(handle_of(self), -1, *device_class(device).numbers, False))

    def contiguous(self) -> Type:
        """The type with the strides of a contiguous tensor."""
        return of_handle(api.ir_type_with(handle_of(self), -1, -1, -1, True))

    def _is_complete(self):
        known = self._facts()
        return min(known[0], known[1], known[3]) >= 0 and self.sizes() is not None and self.strides() is not None


IntType = _plain("IntType", "int", "An int.")
FloatType = _plain("FloatType", "float", "A float.")
BoolType = _plain("BoolType", "bool", "A bool.")
ComplexType = _plain("ComplexType", "complex", "A complex number.")
NumberType = _plain("NumberType", "number", "An int, a float or a complex number.", "Scalar")
StringType = _plain("StringType", "str", "A text.")
NoneType = _plain("NoneType", "NoneType", "None.")
AnyType = _plain("AnyType", "Any", "Any value.")
DeviceObjType = _plain("DeviceObjType", "Device", "A device.")
StreamObjType = _plain("StreamObjType", "Stream", "A stream.")
_GeneratorType = _plain("_GeneratorType", "Generator", "A generator of random numbers.")
SymIntType = _plain("SymIntType", "int", "An int that may be symbolic.", "SymInt")
SymBoolType = _plain("SymBoolType", "bool", "A bool that may be symbolic.", "SymBool")
SymFloatType = _plain("SymFloatType", "float", "A float that may be symbolic.", "SymFloat")
PyObjectType = _plain("PyObjectType", "PyObject", "An object of Python's.")

_BY_NAME = {
    "Tensor": TensorType, "int": IntType, "SymInt": IntType, "float": FloatType, "SymFloat": FloatType, "bool": BoolType,
    "SymBool": SymBoolType, "Scalar": NumberType, "str": StringType, "Any": AnyType, "Device": DeviceObjType,
    "Stream": StreamObjType, "Generator": _GeneratorType, "complex": ComplexType, "NoneType": NoneType,
    "PyObject": PyObjectType, "ScalarType": IntType, "Layout": IntType, "MemoryFormat": IntType,
}  # fmt: skip
_REAL = ("ScalarType", "Layout", "MemoryFormat")  # in calls they are ints
_SYMBOLIC = {"SymInt": SymIntType, "SymFloat": SymFloatType}  # in calls they are plain numbers


@functools.cache
def parsed(text: str, real: bool = False) -> Type:
    """The type of a schema's text, "int[2]?"; with `real`, dtypes and the like are no ints, and symbolic numbers are their own types."""
    if text.endswith("?"):
        return OptionalType(parsed(text[:-1], real))
    if text.endswith("]"):
        return ListType(parsed(text[: text.rindex("[")], real))
    if text.startswith("("):
        return TupleType([parsed(one.partition(" ")[0], real) for one in split(text[1:-1])])
    name, opened, rest = text.partition("(")
    if opened:
        kinds = {"Dict": DictType, "Future": FutureType, "RRef": RRefType, "Await": AwaitType}
        return kinds[name](*(parsed(one, real) for one in split(rest[:-1])))
    if real and name in _SYMBOLIC:
        return _SYMBOLIC[name].get()
    if name in _BY_NAME and not (real and name in _REAL):
        return _BY_NAME[name].get()
    return ClassType(name) if name.startswith("__torch__") else _plain("Type", name, "A type.")()


# ---- types of graphs ----

_SCALAR_TYPES = {
    "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long", "float16": "Half",
    "float32": "Float", "float64": "Double", "complex32": "ComplexHalf", "complex64": "ComplexFloat",
    "complex128": "ComplexDouble", "bool": "Bool", "qint8": "QInt8", "quint8": "QUInt8", "qint32": "QInt32",
    "bfloat16": "BFloat16", "uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64",
}  # fmt: skip


def _three(number):
    return None if number < 0 else bool(number)


def _all_known(items):
    return None if items is None or None in items else list(items)


def _each(handle):
    found = []
    while (one := api.ir_type_contained(handle, len(found))) is not None:
        found.append(one)
    return found


@functools.cache
def _class_of_kind(kind):
    return globals().get(kind) or _plain(kind, "", "A type of TorchScript.")


def of_handle(handle: Any) -> Type:
    """The type of a handle of the C library."""
    cls = _class_of_kind(api.ir_type_kind(handle))
    made = cls.__new__(cls)
    made._h, made._items = handle, None
    made.annotation_str = api.ir_type_str(handle, True)
    return made


_python_unit: Any = None


def python_unit() -> Any:
    """Returns the unit that traced and scripted functions and classes of this process are in."""
    global _python_unit
    if _python_unit is None:
        _python_unit = api.jit_unit_new()
    return _python_unit


def handle_of(type: Type) -> Any:
    """The handle of a type. Raises TypeError for another object."""
    if not isinstance(type, Type):
        raise TypeError(f"a type is needed, got {type.__class__.__name__}")
    if type._h is None:
        type._h = api.ir_type_parse(type.annotation_str, python_unit())
    return type._h
