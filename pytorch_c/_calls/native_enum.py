"""Classes of named numbers as torch's extension module makes them: neither int nor enum.Enum, equal to themselves alone."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class NativeEnum:
    """A named number: a subclass names its numbers, and has `Class(number)` and `Class.__members__`.

    Of two names for one number the first is shown. Source: pybind11's enum_.
    """

    __members__: dict[str, NativeEnum] = {}
    name: str
    value: int

    def __init_subclass__(cls) -> None:
        numbers = {name: value for name, value in vars(cls).items() if isinstance(value, int) and name[:2] != "__"}
        cls.__members__ = {name: _instance(cls, name, value) for name, value in numbers.items()}
        for name, one in cls.__members__.items():
            setattr(cls, name, one)

    def __new__(cls, value: int) -> NativeEnum:
        for one in cls.__members__.values():
            if one.value == value:
                return one
        return _instance(cls, "???", value)

    def __int__(self) -> int:
        return self.value

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.value == self.value

    def __hash__(self) -> int:
        return self.value

    def __repr__(self) -> str:
        return f"<{type(self).__name__}.{self.name}: {self.value}>"

    def __str__(self) -> str:
        return f"{type(self).__name__}.{self.name}"

    def __reduce__(self) -> Any:
        return type(self), (self.value,)


def _instance(cls, name, value):
    one = object.__new__(cls)
    one.name, one.value = name, value
    return one
