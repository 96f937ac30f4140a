"""Classes and modes that say what torch's functions mean for them (torch.overrides): __torch_function__."""

from __future__ import annotations

import functools
import importlib
import types
import warnings

from . import _composites, _ops
from ._boundary.handle import core
from ._tensor import overriding
from ._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from typing_extensions import Self

__all__ = [
    "get_default_nowrap_functions",    "get_ignored_functions", "get_overridable_functions", "get_testing_overrides", "handle_torch_function",
    "has_torch_function", "resolve_name", "is_tensor_like", "is_tensor_method_or_property", "wrap_torch_function",
    "enable_reentrant_dispatch", "redispatch_function",
]  # fmt: skip

_disabled_torch_function_impl = overriding.disabled


class DisableTorchFunctionSubclass(core.WithoutOverrides):
    """A `with` block in which no class is asked; modes are. Source: torch._C.DisableTorchFunctionSubclass."""


class DisableTorchFunction(core.WithoutOverrides):
    """A `with` block in which neither classes nor modes are asked. Source: torch._C.DisableTorchFunction."""

    def __new__(cls) -> Self:
        return super().__new__(cls, 2)


# ---- for functions written in Python ----


def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """Whether a mode, or the class of one of these, wants to be asked (torch.overrides.has_torch_function)."""
    return has_torch_function_variadic(*relevant_args)


def has_torch_function_variadic(*args: Any) -> bool:
    """has_torch_function of its arguments."""
    return core.overriding()[1] or any(
        getattr(type(one), "__torch_function__", _disabled_torch_function_impl) is not _disabled_torch_function_impl
        for one in core.who_overrides(*args)
    )


def has_torch_function_unary(tensor: Any) -> bool:
    """has_torch_function of one argument."""
    return has_torch_function_variadic(tensor)


def handle_torch_function(
    public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any, **kwargs: Any
) -> Any:
    """What the mode or the classes of the relevant arguments make of public_api(*args, **kwargs).

    Raises TypeError where each of them gives NotImplemented. Source: torch.overrides.handle_torch_function.
    """
    return overriding.ask(public_api, relevant_args, args, kwargs)


def wrap_torch_function(dispatcher: Callable[..., Iterable[Any]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: the function is left to __torch_function__ where the dispatcher's result, of the same arguments, says so.

    Source: torch.overrides.wrap_torch_function.
    """

    def decorate(func):
        @functools.wraps(func)
        def wrapped(*args, **kwargs):
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return func(*args, **kwargs)

        return wrapped

    return decorate


def is_tensor_like(inp: Any) -> bool:
    """Whether it is a Tensor or has __torch_function__ (torch.overrides.is_tensor_like)."""
    return type(inp) is Tensor or hasattr(inp, "__torch_function__")


def redispatch_function(func: Callable[..., Any], types: Any, args: Any, kwargs: Any) -> Any:
    """The call itself, where its first function is not asked for again (torch.overrides.redispatch_function)."""
    with core.WithoutOverrides(2):
        return func(*args, **(kwargs or {}))


# ---- modes ----


class TorchFunctionMode:
    """A mode for a `with` block: its __torch_function__(func, types, args, kwargs) says what each call means in it.

    What it calls itself is left to the modes around it. Source: torch.overrides.TorchFunctionMode.
    """

    inner: TorchFunctionMode

    def __init__(self) -> None:
        pass

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise NotImplementedError

    def __enter__(self) -> Self:
        overriding.push_mode(self)
        return self

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        overriding.pop_mode()

    @classmethod
    def push(cls, *args: Any, **kwargs: Any) -> Self:
        warnings.warn("`Mode.push()` is no longer necessary and can be replaced with just `with Mode()`", stacklevel=2)
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    """The mode that changes nothing (torch.overrides.BaseTorchFunctionMode)."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


class enable_reentrant_dispatch:
    """A `with` block inside of __torch_function__ in which classes are asked again."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: Any) -> None:
        pass


def _get_current_function_mode() -> Any:
    found = overriding.modes()
    return found[-1] if found else None


def _get_current_function_mode_stack() -> list[Any]:
    return overriding.modes()


# ---- what can be overridden ----

_NAMESPACES = ("functional", "nn.functional", "nn.init", "linalg", "fft", "special")


def _package():
    return importlib.import_module(__package__)


def _functions(space):
    for name in dir(space):
        if name.startswith("_") or name.endswith("_") or not name[0].islower():
            continue
        try:
            found = getattr(space, name)
        except (AttributeError, ImportError, NotImplementedError):
            continue
        if callable(found) and not isinstance(found, (type, types.ModuleType)):
            yield name, found


_known: list[Any] = []


def _overridable():
    """({where: its functions}, {function: its name}); found out once."""
    if not _known:
        _known.append(_look())
    return _known[0]


def _look():
    package, found, names = _package(), {}, {}
    for space, prefix in ((package, "torch"), *((_module(package, name), f"torch.{name}") for name in _NAMESPACES)):
        found[space] = []
        for name, function in _functions(space):
            asks = space is not package or name in _ops.FAMILY or name in _composites.NAMES
            if asks:
                found[space].append(function)
                names.setdefault(function, f"{prefix}.{name}")
    found[Tensor] = []
    for name in dir(Tensor):
        member = getattr(Tensor, name)
        if getattr(object, name, None) is member or name == "__weakref__":
            continue
        if not callable(member) and hasattr(member, "__get__") and hasattr(member, "__set__"):
            found[member] = [member.__get__]
            names[member.__get__], names[member.__set__] = (
                f"torch.Tensor.{name}.__get__",
                f"torch.Tensor.{name}.__set__",
            )
        elif callable(member):
            found[Tensor].append(member)
            if not isinstance(member, core.Operator) or member not in names:
                names[member] = f"torch.Tensor.{name}"
    return found, names


def _module(package, name):
    for part in name.split("."):
        package = getattr(package, part)
    return package


def get_overridable_functions() -> dict[Any, list[Callable[..., Any]]]:
    """{module or class: its functions that __torch_function__ is asked for} (torch.overrides.get_overridable_functions)."""
    return _overridable()[0]


def resolve_name(f: Callable[..., Any]) -> str | None:
    """The public name of a function that __torch_function__ was given, "torch.add"; None for others.

    Source: torch.overrides.resolve_name.
    """
    return _overridable()[1].get(f)


def is_tensor_method_or_property(func: Callable[..., Any]) -> bool:
    """Whether it is a method of Tensor's or reads one of its attributes (torch.overrides.is_tensor_method_or_property)."""
    return func in get_overridable_functions()[Tensor] or getattr(func, "__name__", None) == "__get__"


def get_default_nowrap_functions() -> set[Callable[..., Any]]:
    """What gives a tensor that another one keeps, and so never one of a subclass made for it: `grad` is read.

    Source: torch.overrides.get_default_nowrap_functions.
    """
    return {Tensor.grad.__get__, Tensor._base.__get__}  # type: ignore[attr-defined]


def get_ignored_functions() -> set[Callable[..., Any]]:
    """The functions of `torch` that nobody is asked for: they have no tensors among their arguments."""
    package, known = _package(), _overridable()[1]
    return {function for _, function in _functions(package) if function not in known}


def get_testing_overrides() -> dict[Callable[..., Any], Callable[..., Any]]:
    """{function: another one with its arguments that gives -1}, of all that can be overridden."""
    return {
        function: lambda *args, **kwargs: -1
        for functions in get_overridable_functions().values()
        for function in functions
    }
