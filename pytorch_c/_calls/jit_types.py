"""Types as schemas name them (torch._C.TensorType, ListType, …): what each argument of an operator is."""

from __future__ import annotations

import functools

from .schema import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Type:
    """A type of TorchScript: its text, its kind, and the types that it holds (torch._C.Type)."""

    __slots__ = ("annotation_str", "_items")
    _text = ""

    def __init__(self, *items: Any) -> None:
        self._items = items
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
        """The type as TorchScript writes it."""
        return self.annotation_str

    def containedTypes(self) -> list[Type]:
        """The types that it holds."""
        return list(self._items)

    def isSubtypeOf(self, other: Type) -> bool:
        """Whether a value of this type is one of the other."""
        if self == other or isinstance(other, AnyType):
            return True
        if isinstance(other, OptionalType):
            return isinstance(self, NoneType) or self.isSubtypeOf(other.getElementType())
        return isinstance(other, NumberType) and isinstance(self, (IntType, FloatType, ComplexType))

    def __str__(self) -> Any:
        return self.annotation_str

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Type) and other.annotation_str == self.annotation_str

    def __hash__(self) -> int:
        return hash(self.annotation_str)


class _OfOne(Type):
    def getElementType(self) -> Type:
        """The type that it holds."""
        return self._items[0]


class OptionalType(_OfOne):
    """A type or None."""

    _text = "Optional"


class ListType(_OfOne):
    """A list."""

    _text = "List"

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

    def getKeyType(self) -> Type:
        return self._items[0]

    def getValueType(self) -> Type:
        return self._items[1]


class TupleType(Type):
    """A tuple, with a type for each of its values."""

    _text = "Tuple"

    def __init__(self, items: Any) -> None:
        super().__init__(*items)

    def elements(self) -> list[Type]:
        return list(self._items)


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


def _plain(name, text, doc):
    return type(name, (Type,), {"__slots__": (), "_text": text, "__doc__": doc, "__module__": __name__})


TensorType = _plain("TensorType", "Tensor", "A tensor.")
IntType = _plain("IntType", "int", "An int.")
FloatType = _plain("FloatType", "float", "A float.")
BoolType = _plain("BoolType", "bool", "A bool.")
ComplexType = _plain("ComplexType", "complex", "A complex number.")
NumberType = _plain("NumberType", "number", "An int, a float or a complex number.")
StringType = _plain("StringType", "str", "A text.")
NoneType = _plain("NoneType", "NoneType", "None.")
AnyType = _plain("AnyType", "Any", "Any value.")
DeviceObjType = _plain("DeviceObjType", "Device", "A device.")
StreamObjType = _plain("StreamObjType", "Stream", "A stream.")
_GeneratorType = _plain("_GeneratorType", "Generator", "A generator of random numbers.")
SymIntType = _plain("SymIntType", "int", "An int that may be symbolic.")
SymBoolType = _plain("SymBoolType", "bool", "A bool that may be symbolic.")
PyObjectType = _plain("PyObjectType", "PyObject", "An object of Python's.")

_BY_NAME = {
    "Tensor": TensorType, "int": IntType, "SymInt": IntType, "float": FloatType, "SymFloat": FloatType, "bool": BoolType,
    "SymBool": SymBoolType, "Scalar": NumberType, "str": StringType, "Any": AnyType, "Device": DeviceObjType,
    "Stream": StreamObjType, "Generator": _GeneratorType, "complex": ComplexType, "NoneType": NoneType,
    "PyObject": PyObjectType, "ScalarType": IntType, "Layout": IntType, "MemoryFormat": IntType,
}  # fmt: skip
_REAL = ("ScalarType", "Layout", "MemoryFormat")  # in calls they are ints


@functools.cache
def parsed(text: str, real: bool = False) -> Type:
    """The type of a schema's text, "int[2]?"; with `real`, dtypes and the like are no ints."""
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
    if name in _BY_NAME and not (real and name in _REAL):
        return _BY_NAME[name].get()
    return ClassType(name) if name.startswith("__torch__") else _plain("Type", name, "A type.")()
