"""What torch gives its compiler: `compile` hands a function back, control flow runs, numbers stand for symbols."""

from __future__ import annotations

import builtins
import math
import warnings

from .._boundary.handle import core
from .._tensor.data import tensor
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_said = False


def compile(model: Callable[..., Any] | None = None, **options: Any) -> Any:
    """The model itself, as it is: there is no compiler here, and a warning says so once in a process.

    Args:
        model: A function or a Module; None gives a decorator
        options: fullgraph, dynamic, backend, mode, options, disable: change nothing

    Raises:
        TypeError: a model that cannot be called

    Source: torch.compile.
    """
    if model is None:
        return lambda model: compile(model, **options)
    if not callable(model):
        raise TypeError(f"compile(): argument 'model' must be callable, not {type(model).__name__}")
    global _said
    if not _said and not options.get("disable"):
        _said = True
        warnings.warn("compile(): pytorch_c has no compiler; functions and modules run as they are", stacklevel=2)
    return model


def cond(
    pred: bool | Tensor, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: Sequence[Any] = ()
) -> Any:
    """true_fn(*operands) or false_fn(*operands).

    Raises:
        RuntimeError: a `pred` of several elements

    Source: torch.cond.
    """
    if not isinstance(pred, (bool, Tensor)):
        raise RuntimeError(f"Expected pred to be bool or tensor, but got {pred}.")
    return (true_fn if pred else false_fn)(*operands)


def while_loop(cond_fn: Callable[..., Any], body_fn: Callable[..., Any], carried_inputs: Sequence[Any]) -> Any:
    """carried = body_fn(*carried), as long as cond_fn(*carried).

    Source: torch.while_loop.
    """
    if not isinstance(carried_inputs, (tuple, list)):
        raise RuntimeError(f"Expected carried_inputs to be a tuple or list, got {type(carried_inputs)}")
    carried = tuple(carried_inputs)
    while cond_fn(*carried):
        found = body_fn(*carried)
        carried = tuple(found) if isinstance(found, (tuple, list)) else (found,)
    return carried


# ---- sizes as symbols: nothing is traced, so that a number is a number ----


def _symbols(name):
    """torch's own class of numbers that are traced, or one that has no instances where torch's Python is not installed."""
    from .._borrowed import root

    try:
        return root.of_torch(name)
    except ImportError:
        return type(name, (), {"__doc__": f"The class of numbers that are traced (torch.{name}); it has no instances."})


SymInt, SymFloat, SymBool = map(_symbols, ("SymInt", "SymFloat", "SymBool"))
core.set_symbols(SymInt, SymFloat, SymBool)


@core.asking
def sym_float(a: Any) -> float:
    """float(a), or what its __sym_float__ gives (torch.sym_float)."""
    return a.__sym_float__() if hasattr(a, "__sym_float__") else builtins.float(a)


@core.asking
def sym_int(a: Any) -> int:
    """int(a) (torch.sym_int)."""
    return builtins.int(a)


@core.asking
def sym_not(a: Any) -> bool:
    """not a (torch.sym_not)."""
    return not a


def _extreme(function, a, b):
    for one in (a, b):
        if not isinstance(one, (builtins.int, builtins.float)):
            raise AssertionError(f"expected int or float, got {type(one)}")
    found = function(a, b)
    return builtins.float(found) if isinstance(a, builtins.float) or isinstance(b, builtins.float) else found


@core.asking
def sym_max(a: float, b: float) -> float:
    """max(a, b), a float where one of them is (torch.sym_max)."""
    return _extreme(builtins.max, a, b)


@core.asking
def sym_min(a: float, b: float) -> float:
    """min(a, b), a float where one of them is (torch.sym_min)."""
    return _extreme(builtins.min, a, b)


@core.asking
def sym_sum(*args: Any) -> Any:
    """The sum of numbers, given one by one or as a list (torch.sym_sum)."""
    return builtins.sum(args[0] if len(args) == 1 and isinstance(args[0], (list, tuple)) else args)


def sym_sqrt(a: float) -> float:
    """The square root of a number (torch.sym_sqrt)."""
    return math.sqrt(a)


@core.asking
def sym_ite(b: bool, t: Any, f: Any) -> Any:
    """t if b else f, of the same type both (torch.sym_ite)."""
    if not isinstance(b, bool):
        raise AssertionError(f"expected SymBool or bool, got {type(b)}")
    if type(t) is not type(f):
        raise AssertionError(f"type mismatch: {type(t)} vs {type(f)}")
    return t if b else f


def sym_fresh_size(expr: Any) -> int:
    """The number (torch.sym_fresh_size)."""
    return tensor(expr).item()


def _in_range(name, size, min, max):
    if isinstance(size, bool) or not isinstance(size, int):
        raise ValueError(f"{name}: Constraining SymFloat or Symbool is nyi")
    if min is not None and size < min or max is not None and size > max:
        low, high = "-inf" if min is None else min, "inf" if max is None else max
        raise RuntimeError(f"Invalid value range for {size} between [{low}, {high}].")


def sym_constrain_range(size: int, *, min: int | None = None, max: int | None = None) -> None:
    """Raises RuntimeError for a size outside of min to max (torch.sym_constrain_range)."""
    _in_range("sym_constrain_range", size, min, max)


def sym_constrain_range_for_size(size: int, *, min: int | None = None, max: int | None = None) -> None:
    """Raises RuntimeError for a size below 0, or outside of min to max (torch.sym_constrain_range_for_size)."""
    _in_range("sym_constrain_range_for_size", size, 0 if min is None else min, max)
