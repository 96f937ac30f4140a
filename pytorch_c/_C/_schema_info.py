"""Properties of an operator's arguments by its schema and by values: what is written, and what may share memory."""

from __future__ import annotations

import enum
from operator import index as _int

from .._calls.function_schema import FunctionSchema
from .._calls.jit_types import TupleType, Type
from ._fake import _is_alias_of, _tensors_within

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Operators that write statistics only where they train, which their schemas do not say.
_OF_TRAINING = {
    "aten::batch_norm",
    "aten::instance_norm",
    "aten::_batch_norm_impl_index",
    "aten::cudnn_batch_norm",
    "aten::miopen_batch_norm",
    "aten::native_batch_norm",
    "aten::native_batch_norm.out",
}
_STATISTICS = ("running_mean", "running_var")
_ITSELF = ("AnyType", "ClassType", "DictType", "ListType", "TensorType")


class _SchemaArgType(enum.IntEnum):
    """Kind of a place in a schema."""

    input = 0
    output = 1


class _SchemaArgument:
    """Place of an argument or of a result in a schema."""

    def __init__(self, type: Any, index: int) -> None:
        if not isinstance(type, _SchemaArgType):
            raise TypeError(f"_SchemaArgument(): argument 'type' must be a _SchemaArgType, not {type!r}")
        self.type, self.index = type, _int(index)
        if self.index < 0:
            raise TypeError(f"_SchemaArgument(): argument 'index' must not be negative, got {index}")

    def _key(self):
        return self.type == _SchemaArgType.output, self.index


class _SchemaInfo:
    """Properties of an operator's arguments by its schema, and by the values that were added."""

    def __init__(self, schema: FunctionSchema) -> None:
        if not isinstance(schema, FunctionSchema):
            raise TypeError(f"_SchemaInfo(): argument 'schema' must be a FunctionSchema, not {type(schema).__name__}")
        self._schema = schema
        self._lists = schema.arguments, schema.returns
        self._places = {one.name: i for i, one in enumerate(self._lists[0])}
        self._values: dict[str, Any] = {}
        self._maps: Any = None

    def has_argument(self, name: str) -> bool:
        """Returns whether the operator has an argument of this name."""
        return name in self._places

    def add_argument_value(self, name: str, value: Any) -> None:
        """Adds the value of an argument, by which more is known of what shares memory."""
        if not isinstance(name, str):
            raise TypeError(f"add_argument_value(): argument 'name' must be a string, not {type(name).__name__}")
        if name == "input" and name not in self._places:
            name = "self"  # as torch.fx names it
        self._place(name)
        self._values[name] = value
        self._maps = None

    def add_argument_values(self, values: dict[str, Any]) -> None:
        """Adds the values of arguments by their names."""
        for name, value in values.items():
            self.add_argument_value(name, value)

    def is_mutable(self, argument: Any = None) -> bool:
        """Returns whether the operator writes into an argument, by its name or place, or into any."""
        if argument is None:
            return any(self._writes((False, i)) for i in range(len(self._lists[0])))
        key = (False, self._place(argument)) if isinstance(argument, str) else self._checked(argument)
        return self._writes(key)

    def may_alias(self, lhs: _SchemaArgument, rhs: _SchemaArgument) -> bool:
        """Returns whether two arguments or results may be one piece of memory."""
        return self._may_alias(self._checked(lhs), self._checked(rhs))

    def may_contain_alias(self, lhs: _SchemaArgument, rhs: _SchemaArgument) -> bool:
        """Returns whether two arguments or results, or what they hold, may be one piece of memory."""
        left, right = self._checked(lhs), self._checked(rhs)
        held = [_held(self._types(one)) for one in (left, right)]
        if _meet(*held) or self._may_alias(left, right):
            return True
        *_, wild, containers = self._known()
        for (one, inner), other in zip(((left, held[0]), (right, held[1])), (right, left)):
            if not _meet(inner, self._types(other)):
                continue
            if _is_wild(self._at(other)) or one in containers and other in wild:
                return True
        return False

    def _place(self, name):
        if name not in self._places:
            raise RuntimeError(f"Schema has no argument named {name}")
        return self._places[name]

    def _checked(self, argument):
        if not isinstance(argument, _SchemaArgument):
            raise TypeError(f"argument: a _SchemaArgument is needed, got {type(argument).__name__}")
        of_result, place = argument._key()
        if place >= len(self._lists[of_result]):
            raise RuntimeError(f"Invalid index for schema. argument 'index' is {place}")
        return of_result, place

    def _at(self, key):
        return self._lists[key[0]][key[1]]

    def _types(self, key):
        return _alias_types(self._at(key).type)

    def _writes(self, key):
        inputs, outputs, *_ = self._known()
        name = f"{self._schema.name}.{self._schema.overload_name}".rstrip(".")
        for place in (outputs if key[0] else inputs)[key[1]]:
            argument = self._lists[0][place]
            trained = name in _OF_TRAINING and argument.name in _STATISTICS
            if self._trains() if trained else argument.is_write:
                return True
        return False

    def _trains(self):
        asked = [one for one in ("training", "train", "use_input_stats") if one in self._places]
        return any(self._values.get(one, True) for one in asked)

    def _declared(self, left, right):
        """Returns whether the schema says that two places share memory."""
        infos = self._at(left).alias_info, self._at(right).alias_info
        if None in infos or infos[0].after_set.isdisjoint(infos[1].after_set):
            return False
        return _meet(self._types(left), self._types(right))

    def _may_alias(self, left, right):
        if self._declared(left, right):
            return True
        if not _meet(self._types(left), self._types(right)):
            return False
        inputs, outputs, wild, _ = self._known()
        if left in wild and right in wild:
            return True
        if left[0] and right[0]:
            return not outputs[left[1]].isdisjoint(outputs[right[1]])
        if left[0]:
            return right[1] in outputs[left[1]]
        return left[1] in (outputs if right[0] else inputs)[right[1]]

    def _known(self):
        """({places of arguments} for each argument, and for each result; {places} of any memory, and of containers)."""
        if self._maps is None:
            wild, containers = self._by_schema()
            inputs = self._by_values(wild)
            outputs: list[set[int]] = [set() for _ in self._lists[1]]
            for i, sharing in enumerate(inputs):
                for j, found in enumerate(outputs):
                    if self._declared((False, i), (True, j)):
                        found |= sharing
                        if (False, i) in wild:
                            wild.add((True, j))
            self._maps = inputs, outputs, wild, containers
        return self._maps

    def _by_schema(self):
        wild, containers = set(), set()
        keys = [(bool(of), i) for of in (0, 1) for i in range(len(self._lists[of]))]
        seen: list[set[str]] = [set(), set()]
        twice: set[str] = set()
        for key in keys:
            info = self._at(key).alias_info
            if _is_wild(self._at(key)):
                wild.add(key)
            elif info is not None:
                twice |= seen[key[0]] & info.after_set
                seen[key[0]] |= info.after_set
            if _held(self._types(key)):
                containers.add(key)
        for key in keys:
            info = self._at(key).alias_info
            if info is not None and not twice.isdisjoint(info.after_set):
                wild.add(key)
        return wild, containers

    def _by_values(self, wild):
        found = [{i} for i in range(len(self._lists[0]))]
        values = {self._places[name]: value for name, value in self._values.items()}
        for i in sorted(values):
            for j in sorted(values):
                if i < j and _is_alias_of(values[i], values[j]):
                    found[i].add(j)
                    found[j].add(i)
                    if not wild.isdisjoint([(False, i), (False, j)]):
                        wild |= {(False, i), (False, j)}
        for i, held in values.items():
            for j, value in values.items():
                if j not in found[i] and any(_is_alias_of(one, value) for one in _tensors_within(held)):
                    wild.add((False, j))
        return found


def _is_wild(argument):
    return argument.alias_info is not None and "*" in argument.alias_info.after_set


def _alias_types(kind: Type) -> list[Type]:
    """The types of a value that can share memory: what an optional holds, each of a union's, a tuple of a tuple's."""
    name = kind.kind()
    if name in _ITSELF:
        return [kind]
    if name == "OptionalType":
        return _alias_types(kind.containedTypes()[0])
    if name not in ("UnionType", "TupleType"):
        return []
    inner = [found for one in kind.containedTypes() for found in _alias_types(one)]
    return [TupleType(inner)] if inner and name == "TupleType" else inner


def _held(types: list[Type]) -> set[Type]:
    """The types within types, at any depth."""
    found: set[Type] = set()
    waiting = [held for one in types for held in one.containedTypes()]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += one.containedTypes()
    return found


def _meet(left: Any, right: Any) -> bool:
    """Returns whether a type is in both; to libtorch two tuples have never one type."""
    return any(one in right for one in left if one.kind() != "TupleType")
