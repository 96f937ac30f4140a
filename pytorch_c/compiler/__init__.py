"""Questions to torch's compiler before anything is compiled (torch.compiler); the rest is torch's own file."""

from __future__ import annotations

import contextlib
import importlib
import sys
import types

from .._compile import _COMPILER, _disable_dynamo
from .._composites.compiling import compile as compile
from .._composites.compiling import is_dynamo_compiling as is_dynamo_compiling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    def __getattr__(name: str) -> Any:
        """Returns what torch's file has by another name."""


_is_compiling_flag = _is_exporting_flag = _is_non_strict_tracing_flag = False  # set by what captures


def is_compiling() -> bool:
    """Returns whether a function runs for its graph alone: under compile(), which knows this function, or export()."""
    return _is_compiling_flag


def is_exporting() -> bool:
    """Returns whether a module runs for export()."""
    return _is_exporting_flag


def _is_non_strict_tracing() -> bool:
    """Returns whether a function is being traced by make_fx for an inner function of torch's."""
    return _is_non_strict_tracing_flag


@contextlib.contextmanager
def _set(flag: str) -> Iterator[None]:
    """Sets a flag of this module, which torch's functions of the same names would set in their own."""
    before = globals()[flag]
    globals()[flag] = True
    try:
        yield
    finally:
        globals()[flag] = before


def _non_strict_tracing_context() -> contextlib.AbstractContextManager[None]:
    """A `with` block in which make_fx traces for an inner function of torch's."""
    return _set("_is_non_strict_tracing_flag")


def _compile_session_context() -> contextlib.AbstractContextManager[None]:
    """A `with` block in which is_compiling() is true."""
    return _set("_is_compiling_flag")


def disable(fn: Any = None, recursive: bool = True, *, reason: str | None = None) -> Any:
    """The function, which runs as it is also where it is called by one that is compiled; without one, a decorator.

    Source: torch.compiler.disable, which imports the compiler: here a plain function is left until somebody has.
    """
    if _COMPILER in sys.modules or not (fn is None or isinstance(fn, types.FunctionType)):
        return importlib.import_module(_COMPILER).disable(fn, recursive, reason=reason)
    if fn is None:
        return lambda fn: disable(fn, recursive, reason=reason)
    made = _disable_dynamo(fn, recursive)
    made._torchdynamo_disable, made._torchdynamo_orig_callable = True, fn
    return made
