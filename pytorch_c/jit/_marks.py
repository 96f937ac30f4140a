"""Decorators that say what the compiler shall do with a function, and what programs call (torch._jit_internal)."""

from __future__ import annotations

import builtins
import functools
import inspect
import sys
import typing
import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = [
    "_copy_to_script_wrapper", "_drop", "_overload", "_overload_method", "annotate", "export", "ignore", "interface",
    "is_ignored", "is_scripting", "isinstance", "modifier", "script_if_tracing", "script_method", "unused",
]  # fmt: skip

UNUSED = "unused (ignored and replaced with raising of an exception)"
IGNORE = "ignore (leave as a call to Python, cannot be torch.jit.save'd)"
EXPORT = "export (compile this function even if nothing calls it)"
DROP = "_drop (function is fully ignored, declaration can be unscriptable)"
COPY = "if this method is not scripted, copy the python method onto the scripted model"


def modifier(fn: Any) -> str | None:
    """Returns what a decorator has said of a function."""
    found = getattr(inspect.unwrap(fn) if callable(fn) else fn, "__func__", fn)
    return getattr(found, "_torchscript_modifier", None)


def is_ignored(fn: Any) -> bool:
    """Returns whether the compiler leaves a function alone."""
    return modifier(fn) in (UNUSED, IGNORE, DROP)


def _marked(fn, mark):
    if isinstance_(fn, property):
        for one in (fn.fget, fn.fset):
            if one is not None:
                one._torchscript_modifier = mark
        return fn
    fn._torchscript_modifier = mark
    return fn


def is_scripting() -> bool:
    """True in a program of TorchScript, False where code runs as Python: here.

    Source: torch.jit.is_scripting.
    """
    return False


def ignore(drop: Any = False, **kwargs: Any) -> Any:
    """The compiler leaves the function alone; also as `@ignore()` and `@ignore(drop=True)`, which is `@unused`.

    A program calls it in Python, by its annotated types, and cannot be saved. Source: torch.jit.ignore.
    """
    if callable(drop):
        return _marked(drop, IGNORE)
    if not isinstance_(drop, bool):
        raise RuntimeError(f"Argument to @torch.jit.ignore must be a bool or a function but got {drop}")
    if kwargs.pop("drop_on_export", None):
        warnings.warn(
            "ignore(drop_on_export=True) has been deprecated. TorchScript will now drop the function call on "
            "compilation. Use torch.jit.unused now. {}",
            category=FutureWarning,
            stacklevel=2,
        )
        drop = True
    return lambda fn: _marked(fn, UNUSED if drop else IGNORE)


def unused(fn: Callable[..., Any]) -> Callable[..., Any]:
    """A program that calls the function, or property, raises instead.

    Source: torch.jit.unused.
    """
    return _marked(fn, UNUSED)


def _drop(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Marks a function as unused, and its annotations as not to be looked at."""
    return _marked(fn, DROP)


def export(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The method is compiled although forward does not call it.

    Source: torch.jit.export.
    """
    return _marked(fn, EXPORT)


def _copy_to_script_wrapper(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The scripted module has this method of Python's, where it has no own."""
    return _marked(fn, COPY)


def script_method(fn: Any) -> Any:
    """A method of a class derived from ScriptModule, which is compiled when an object is made, and no other one then.

    Source: torch.jit.script_method.
    """
    fn._is_script_method = True
    return _marked(fn, EXPORT)


def interface(obj: Any) -> Any:
    """A class whose methods are what other classes, or modules (a subclass of nn.Module), must have.

    Source: torch.jit.interface. RuntimeError where it is no class, or derives from another one.
    """
    if not inspect.isclass(obj):
        raise RuntimeError("interface must be applied to a class")
    base = obj.__bases__[0]
    nn = sys.modules.get(f"{__name__.partition('.')[0]}.nn")
    of_modules = nn is not None and base is nn.Module
    if len(obj.__bases__) > 1 or not (base is object or of_modules):
        raise RuntimeError(
            "TorchScript interface does not support inheritance yet. Please directly inherit from 'object' or 'nn.Module'."
        )
    obj.__torch_script_interface__ = True
    return obj


# ---- overloads ----

_functions: dict[str, list[Any]] = {}


def _key(fn):
    """The file's name for a function, which stays where its `__module__` is changed."""
    where = getattr(fn, "__globals__", {}).get("__name__") or getattr(fn, "__module__", "")
    return f"{where}.{getattr(fn, '__qualname__', '')}"


def _overload(func: Any) -> Any:
    """The signature of an overload of the function of this name that follows (torch.jit._overload)."""
    _functions.setdefault(_key(func), []).append(func)
    return func


def _overload_method(func: Any) -> Any:
    """The signature of an overload of the method of this name that follows in the class (torch.jit._overload_method)."""
    of_class = sys._getframe(1).f_locals  # of the class's own block: a class of the same name has others
    of_class.setdefault("_torchscript_overloads", {}).setdefault(func.__name__, []).append(func)
    return func


def method_overloads(cls: type, name: str) -> list[Any]:
    """The overloads of a method of a class, without the method itself."""
    of = next((vars(one) for one in cls.__mro__ if name in vars(one)), {})
    return [one for one in of.get("_torchscript_overloads", {}).get(name, ()) if one is not of[name]]


def overloads(fn: Any) -> list[Any]:
    """The overloads of a function or method, without itself."""
    fn = getattr(fn, "__func__", fn)
    return [one for one in _functions.get(_key(fn), []) if one is not fn]


# ---- in programs ----


def _unwrap_optional(x: Any) -> Any:
    """A value that is not None; AssertionError."""
    assert x is not None, "Unwrapping null optional"  # noqa: S101
    return x


def annotate(the_type: Any, the_value: Any) -> Any:
    """The value; in a program it has this type.

    Source: torch.jit.annotate.
    """
    return the_value


def isinstance(obj: Any, target_type: Any) -> bool:
    """Returns whether an object is of a type, `List[int]` and its like included, by what lists and dicts hold.

    Source: torch.jit.isinstance.
    """
    if isinstance_(target_type, (list, dict, set)):
        raise RuntimeError("The second argument to `torch.jit.isinstance` must be a type or a tuple of types")
    kinds = target_type if isinstance_(target_type, tuple) else (target_type,)
    return any(_is(obj, kind) for kind in kinds)


def check_empty_containers(obj: Any) -> None:
    """Warns where an empty list, dict or tuple is asked for the type of its items, which Python does not know."""
    if isinstance_(obj, (list, dict, tuple)) and not obj:
        warnings.warn(
            "The inner type of a container is lost when calling torch.jit.isinstance in eager mode. For example, "
            "List[int] would become list and therefore falsely return True for List[float] or List[str].",
            stacklevel=4,
        )


def _unwrap_optional(x: Any) -> Any:
    """The value, which is not None: AssertionError; in a program it has no Optional type any more."""
    assert x is not None, "Unwrapping null optional"
    return x


def _is(obj, kind):
    if kind is None:
        return obj is None
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if kind in (list, dict, tuple, typing.List, typing.Dict, typing.Tuple, typing.Optional):  # noqa: UP006
        name = {list: "List", dict: "Dict", tuple: "Tuple"}.get(kind, str(kind).rpartition(".")[2])
        if name == "Dict":
            raise RuntimeError(
                "Attempted to use Dict without contained types. Please add contained type, e.g. Dict[int, int]"
            )
        raise RuntimeError(
            f"Attempted to use {name} without a contained type. Please add a contained type, e.g. {name}[int]"
        )
    if origin in (list, dict, tuple):
        check_empty_containers(obj)
    if origin is list:
        return isinstance_(obj, list) and all(_is(one, args[0]) for one in obj)
    if origin is dict:
        return isinstance_(obj, dict) and all(_is(k, args[0]) and _is(v, args[1]) for k, v in obj.items())
    if origin is tuple:
        if args in ((), ((),)):
            return isinstance_(obj, tuple) and not obj
        return isinstance_(obj, tuple) and len(obj) == len(args) and all(map(_is, obj, args))
    if origin is typing.Union or type(kind).__name__ == "UnionType":
        return any(_is(obj, one) for one in args)
    return isinstance_(obj, origin or kind)


isinstance_ = builtins.isinstance


def script_if_tracing(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The function is compiled when it is first called in a trace, so that its control flow is kept.

    Source: torch.jit.script_if_tracing.
    """

    @functools.wraps(fn)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        jit = sys.modules[__package__]
        if not jit.is_tracing():
            return fn(*args, **kwargs)
        compiled = getattr(wrapper, "_compiled", None)
        if compiled is None:
            compiled = wrapper._compiled = jit.script(wrapper.__original_fn)
        return compiled(*args, **kwargs)

    wrapper.__original_fn = fn
    wrapper.__script_if_tracing_wrapper = True
    return wrapper
