"""Questions and wishes to torch's compiler (torch.compiler): there is none; graphs are captured for backends."""

from __future__ import annotations

from .._composites.compiling import compile, is_dynamo_compiling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from . import config as config

__all__ = [
    "compile", "config", "assume_constant_result", "reset", "allow_in_graph", "substitute_in_graph", "list_backends",
    "disable", "set_default_backend", "get_default_backend", "set_stance", "set_enable_guard_collectives",
    "cudagraph_mark_step_begin", "load_compiled_function", "wrap_numpy", "is_compiling", "is_dynamo_compiling",
    "is_exporting", "save_cache_artifacts", "load_cache_artifacts", "keep_portable_guards_unsafe",
    "skip_guard_on_inbuilt_nn_modules_unsafe", "skip_guard_on_all_nn_modules_unsafe", "keep_tensor_guards_unsafe",
    "skip_guard_on_globals_unsafe", "skip_all_guards_unsafe", "nested_compile_region",
]  # fmt: skip


_is_compiling_flag = _is_exporting_flag = _is_non_strict_tracing_flag = False  # set by what captures


def is_compiling() -> bool:
    """Returns whether a function runs for its graph alone, under compile() with a backend or export()."""
    return _is_compiling_flag


def is_exporting() -> bool:
    """Returns whether a module runs for export()."""
    return _is_exporting_flag


def disable(fn: Any = None, recursive: bool = True, *, reason: str | None = None, wrapping: bool = True) -> Any:
    """The function as it is; without one, a decorator that gives it back."""
    return (lambda fn: fn) if fn is None else fn


def assume_constant_result(fn: Any) -> Any:
    """The function as it is."""
    return fn


def allow_in_graph(fn: Any) -> Any:
    """The function, or the list of functions, as it is."""
    return fn


def nested_compile_region(fn: Any = None, **options: Any) -> Any:
    """The function as it is; without one, a decorator that gives it back."""
    return (lambda fn: fn) if fn is None else fn


def wrap_numpy(fn: Any) -> Any:
    """NumPy's functions on tensors as torch's compiler runs them; not here."""
    raise NotImplementedError("wrap_numpy(): there is no compiler")


def substitute_in_graph(original_fn: Any, **options: Any) -> Callable[[Any], Any]:
    """A decorator that notes for which function another one would stand; nothing is traced in which it could."""

    def note(fn):
        fn.__torch_dynamo_original__ = original_fn
        return fn

    return note


def list_backends(exclude_tags: Any = ("debug", "experimental")) -> list[str]:
    """[]: there are none."""
    return []


def get_default_backend() -> str:
    """ "eager": functions run as they are."""
    return "eager"


def set_default_backend(backend: Any) -> None:
    """Changes nothing."""


def reset() -> None:
    """Does nothing: nothing is kept."""


class set_stance:
    """Takes a stance for compiled functions in a block; changes nothing here (torch.compiler.set_stance)."""

    def __init__(self, stance: str = "default", **options: Any) -> None:
        self.stance = stance

    def __call__(self, fn: Any) -> Any:
        return fn

    def __enter__(self) -> None:
        """Begins the block."""

    def __exit__(self, *exception: object) -> None:
        """Ends the block."""


def set_enable_guard_collectives(enabled: bool) -> bool:
    """False: they were not enabled."""
    return False


def cudagraph_mark_step_begin() -> None:
    """Does nothing: nothing is captured."""


def load_compiled_function(*arguments: Any, **named: Any) -> Any:
    """A compiled function of a file; not here."""
    raise NotImplementedError("load_compiled_function(): there is no compiler")


def save_cache_artifacts() -> None:
    """None: nothing has been compiled."""


def load_cache_artifacts(serialized_artifacts: bytes) -> None:
    """None: there is no compiler that could use them."""


def _all_false(guard_entries: Any) -> list[bool]:
    """Says of each guard that it is not kept; there are none."""
    return [False for _ in guard_entries]


keep_portable_guards_unsafe = skip_guard_on_inbuilt_nn_modules_unsafe = skip_guard_on_all_nn_modules_unsafe = _all_false
keep_tensor_guards_unsafe = skip_guard_on_globals_unsafe = skip_all_guards_unsafe = _all_false


def _is_non_strict_tracing() -> bool:
    """Returns whether a function is being traced by make_fx for an inner function of torch's."""
    return _is_non_strict_tracing_flag


def __getattr__(name: str) -> Any:
    if name == "config":
        from importlib import import_module

        return import_module(".config", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
