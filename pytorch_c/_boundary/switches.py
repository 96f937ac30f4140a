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


_frozen = False  # torch's own tests forbid assignments that nobody takes back


def freeze() -> None:
    """From now on a switch of a backend is set in a block alone (torch.backends.disable_global_flags)."""
    global _frozen
    _frozen = True


def frozen() -> bool:
    """Returns whether freeze() was called, outside of blocks."""
    return _frozen


def _check_not_frozen(module):
    if _frozen and getattr(module, "__name__", "").endswith((".cudnn", ".mkldnn", ".miopen")):  # torch's choice
        raise RuntimeError(
            f"not allowed to set {getattr(module, '__name__', module)} flags after disable_global_flags; "
            "please use flags() context manager instead"
        )


@contextlib.contextmanager
def thawed() -> Iterator[None]:
    """A block in which switches may be set."""
    global _frozen
    before, _frozen = _frozen, False
    try:
        yield
    finally:
        _frozen = before


def switch(name: str) -> property:
    """A property that reads and writes a switch of the C library."""

    def read(module):
        return api.context_switch(name)

    def write(module, value):
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be bool, not {type(value).__name__}")
        _check_not_frozen(module)
        api.set_context_switch(name, value)

    return property(read, write)


def precision(backend: str, op: str) -> property:
    """A property that reads and writes how a backend multiplies float32 numbers: "none", "ieee", "tf32", "bf16"."""

    def read(module):
        return api.float32_precision(backend, op)

    def write(module, value):
        if not isinstance(value, str):
            raise TypeError(f"fp32_precision must be str, not {type(value).__name__}")
        _check_not_frozen(module)
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
        with thawed():
            for name in before:
                setattr(module, name, values[name])
        yield
    finally:
        with thawed():
            for name, value in before.items():
                setattr(module, name, value)
