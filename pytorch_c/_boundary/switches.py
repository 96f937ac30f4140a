"""Modules whose attributes are switches of libtorch's: `backends.cudnn.benchmark = True`."""

from __future__ import annotations

import contextlib
import sys
import types

from . import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def switch(name: str) -> property:
    """A property that reads and writes a switch of the C library."""

    def read(module):
        return api.context_switch(name)

    def write(module, value):
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be bool, not {type(value).__name__}")
        api.set_context_switch(name, value)

    return property(read, write)


def precision(backend: str, op: str) -> property:
    """A property that reads and writes how a backend multiplies float32 numbers: "none", "ieee", "tf32", "bf16"."""

    def read(module):
        return api.float32_precision(backend, op)

    def write(module, value):
        if not isinstance(value, str):
            raise TypeError(f"fp32_precision must be str, not {type(value).__name__}")
        api.set_float32_precision(backend, op, value)

    return property(read, write)


class Precision:
    """One operation of a backend, with its `fp32_precision`."""

    def __init__(self, backend: str, op: str) -> None:
        self.__class__ = type("Precision", (Precision,), {"fp32_precision": precision(backend, op)})


def install(name: str, **properties: Any) -> None:
    """Gives an imported module attributes that are properties."""
    sys.modules[name].__class__ = type("Switches", (types.ModuleType,), properties)


@contextlib.contextmanager
def held(module: Any, values: dict[str, Any]) -> Iterator[None]:
    """Attributes of a module have other values in a block; None leaves one as it is."""
    before = {name: getattr(module, name) for name, value in values.items() if value is not None}
    try:
        for name in before:
            setattr(module, name, values[name])
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)
