"""TorchScript's names (torch.jit) as far as decorating goes: functions and modules run as Python.

What would need TorchScript itself, `trace`, `save`, `load`, raises NotImplementedError.
"""

from __future__ import annotations

import builtins
import collections
import contextlib
from typing import Final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

__all__ = [
    "Attribute", "Error", "Final", "ScriptFunction", "ScriptModule", "annotate", "enable_onednn_fusion", "export",
    "export_opnames", "fork", "freeze", "fuser", "ignore", "interface", "is_scripting", "is_tracing", "isinstance",
    "last_executed_optimized_graph", "load", "onednn_fusion_enabled", "optimize_for_inference",
    "optimized_execution", "save", "script", "script_if_tracing", "script_method", "set_fusion_strategy", "strict_fusion",
    "trace", "trace_module", "TracerWarning", "unused", "wait",
]  # fmt: skip


class Error(RuntimeError):
    """An error in TorchScript (torch.jit.Error); it is never raised here."""


class TracerWarning(Warning):
    """A warning of torch's tracer (torch.jit.TracerWarning); it is never given here."""

    @staticmethod
    def ignore_lib_warnings() -> None:
        """Does nothing."""


Attribute = collections.namedtuple("Attribute", ["value", "type"])


def is_scripting() -> bool:
    """False: code runs as Python."""
    return False


def is_tracing() -> bool:
    """False: nothing is traced."""
    return False


# ---- decorators ----


def script(obj: Any, *arguments: Any, **options: Any) -> Any:
    """The function, class or module as it is: it runs as Python.

    Source: torch.jit.script.
    """
    return obj


def script_if_tracing(fn: Any) -> Any:
    """The function as it is: nothing is traced."""
    return fn


def ignore(drop: Any = False, **options: Any) -> Any:
    """The function as it is; also as `@ignore()`."""
    return drop if callable(drop) else lambda fn: fn


def unused(fn: Any) -> Any:
    """The function as it is."""
    return fn


def export(fn: Any) -> Any:
    """The function as it is."""
    return fn


def interface(obj: Any) -> Any:
    """The class as it is."""
    return obj


def script_method(fn: Any) -> Any:
    """The method as it is."""
    return fn


def _overload(func: Any) -> Any:
    """The function as it is."""
    return func


_overload_method = _overload


def annotate(the_type: Any, the_value: Any) -> Any:
    """The value as it is."""
    return the_value


def isinstance(obj: Any, target_type: Any) -> bool:
    """Python's isinstance for a class or a tuple of classes; of `list[int]` and its like only the origin is looked at."""
    kinds = target_type if builtins.isinstance(target_type, tuple) else (target_type,)
    return builtins.isinstance(obj, tuple(getattr(kind, "__origin__", kind) for kind in kinds))


# ---- running ----


def fork(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """A future that has func(*args, **kwargs), which has run by then."""
    from ..futures import Future

    made = Future()
    try:
        made.set_result(func(*args, **kwargs))
    except Exception as error:
        made.set_exception(error)
    return made


def wait(future: Any) -> Any:
    """What a future of fork() has."""
    return future.wait()


def freeze(mod: Any, *arguments: Any, **options: Any) -> Any:
    """The module as it is."""
    return mod


def optimize_for_inference(mod: Any, *arguments: Any, **options: Any) -> Any:
    """The module as it is."""
    return mod


@contextlib.contextmanager
def optimized_execution(should_optimize: bool) -> Iterator[None]:
    """A block; nothing is optimized."""
    yield


@contextlib.contextmanager
def fuser(name: str) -> Iterator[None]:
    """A block; nothing is fused."""
    yield


class strict_fusion:
    """A block; nothing is fused."""

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""


def enable_onednn_fusion(enabled: bool) -> None:
    """Changes nothing."""


def onednn_fusion_enabled() -> bool:
    """False."""
    return False


def set_fusion_strategy(strategy: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Changes nothing; gives an empty strategy, that of before."""
    return []


# ---- what needs TorchScript ----


class ScriptModule:
    """A module of TorchScript (torch.jit.ScriptModule); nothing is an instance, and none can be made."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _missing(type(self).__name__)


class RecursiveScriptModule(ScriptModule):
    """A module of TorchScript (torch.jit.RecursiveScriptModule)."""


class TopLevelTracedModule(ScriptModule):
    """A traced module (torch.jit.TopLevelTracedModule)."""


class ScriptFunction:
    """A function of TorchScript (torch.jit.ScriptFunction); nothing is an instance, and none can be made."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _missing(type(self).__name__)


def _missing(name: str) -> Any:
    raise NotImplementedError(f"jit.{name}: TorchScript is not here; functions and modules run as Python")


def trace(func: Any, *arguments: Any, **options: Any) -> Any:
    """A graph of what a function does; not here."""
    return _missing("trace")


def trace_module(mod: Any, *arguments: Any, **options: Any) -> Any:
    """A graph of what a module does; not here."""
    return _missing("trace_module")


def save(m: Any, f: Any, *arguments: Any, **options: Any) -> None:
    """Writes a module of TorchScript; not here."""
    return _missing("save")


def load(f: Any, *arguments: Any, **options: Any) -> Any:
    """Reads a module of TorchScript; not here."""
    return _missing("load")


def export_opnames(m: Any) -> list[str]:
    """The operators of a module of TorchScript; not here."""
    return _missing("export_opnames")


def last_executed_optimized_graph() -> Any:
    """The graph that ran last; not here."""
    return _missing("last_executed_optimized_graph")


del annotations  # the feature of __future__, in the place of a module of that name


def __getattr__(name: str) -> Any:
    if name == "annotations":
        from .annotations import Any as _  # noqa: F401  (which makes the module an attribute)

        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
