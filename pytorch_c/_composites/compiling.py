"""Functions for torch's compiler: `compile` is torch's own, control flow runs, numbers stand for symbols."""

from __future__ import annotations

import functools
import importlib
import warnings

from .._borrowed import root
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from .symbolic import of_torch_for_symbols

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


def compile(
    model: Callable[..., Any] | None = None,
    *,
    fullgraph: bool = False,
    dynamic: bool | None = None,
    backend: str | Callable[..., Any] | None = None,
    mode: str | None = None,
    options: dict[str, Any] | None = None,
    disable: bool = False,
    **others: Any,
) -> Any:
    """The function or module, whose frames torch's own compiler reads at their first call; its graphs go to a backend.

    Args:
        model: A function or a Module; None gives a decorator
        fullgraph: Whether a function that gives more than one graph is an error
        dynamic: Whether sizes are symbols: True at once, False never, None where they have changed
        backend: A function (graph module, example inputs) -> function, or a name that torch registers; "inductor", the
            default, makes machine code by g++
        mode, options: Settings of the backend
        disable: Whether the model runs as it is

    What is raised is torch's: `_dynamo.exc.Unsupported` with fullgraph, `BackendCompilerFailed` for a backend that fails.
    Source: torch.compile. The model is returned as it is, and a warning says why, where torch's Python is not installed,
    where torch is imported beside this package, and with a Python whose frames are not known here.
    """
    given = {"backend": backend, "mode": mode, "options": options, "disable": disable} | others
    try:
        of_torch = _compiler()
    except ImportError as error:
        if model is None:
            return lambda model: compile(model, fullgraph=fullgraph, dynamic=dynamic, **given)
        if not disable:
            warnings.warn(f"compile(): functions and modules run as they are, since {error}", stacklevel=2)
        return model
    return of_torch(model, fullgraph=fullgraph, dynamic=dynamic, **given)


@functools.cache
def _compiler():
    from .._C._dynamo.frames import check_frames

    check_frames()
    importlib.import_module(f"{__package__.partition('.')[0]}._dynamo")
    return root.of_torch("compile")


def is_dynamo_compiling() -> bool:
    """False; true for torch's _dynamo, which reads the bytecode of the caller and knows this function."""
    return False


def cond(
    pred: bool | float | Tensor, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: Sequence[Any] = ()
) -> Any:
    """true_fn(*operands) or false_fn(*operands).

    Raises:
        RuntimeError: a `pred` of several elements, branches that cannot be called, or operands other than tensors

    Source: torch.cond.
    """
    if is_dynamo_compiling():
        from .._higher_order_ops.cond import cond_op

        return cond_op(pred, true_fn, false_fn, operands)
    if isinstance(pred, (bool, int, float)):
        if importlib.import_module(f"{__package__.rpartition('.')[0]}.compiler").is_exporting():
            warnings.warn(
                "Pred is a Python constant. When used with torch.cond, it specializes on one of the branches."
                " If you want torch.cond to preserve two branches, please make the predicate a boolean tensor or a SymBool.",
                stacklevel=2,
            )
        return (true_fn if pred else false_fn)(*operands)
    _check_cond(pred, true_fn, false_fn, operands)
    if core.count_dispatch_modes(False):
        from .._higher_order_ops.cond import cond_op
        from ..utils import _pytree

        leaves, shape = _pytree.tree_flatten(tuple(operands))
        shapes: list[Any] = []  # of what the branches give, as which the operator's flat list is given back
        given = cond_op(pred, _flat(true_fn, shape, shapes), _flat(false_fn, shape, shapes), tuple(leaves))
        return _pytree.tree_unflatten(given, shapes[0])
    return (true_fn if pred else false_fn)(*operands)


def _check_cond(pred, true_fn, false_fn, operands):
    """Raises RuntimeError, with torch's words, where `cond` cannot take these arguments."""
    from ..utils import _pytree

    if not isinstance(pred, (SymBool, Tensor)):
        raise RuntimeError(f"Expected pred to be bool or tensor, but got {pred}.")
    if isinstance(pred, Tensor) and pred.numel() != 1:
        raise RuntimeError(f"Expected pred to be bool or single-element tensor, but got {pred}.")
    if not callable(true_fn) or not callable(false_fn):
        raise RuntimeError("Expect both branches to be callable.")
    if not isinstance(operands, (tuple, list)) or not all(
        isinstance(one, Tensor) for one in _pytree.tree_leaves(operands)
    ):
        raise RuntimeError(
            "Expect operands to be a tuple of possibly nested dict/list/tuple that only "
            f"consists of tensor leaves, but got {operands}."
        )


def _flat(function, taken, shapes):
    """The function of flat operands, which are nested as `taken`, to a flat tuple; how that was nested is added to `shapes`."""
    from ..utils import _pytree

    def flat(*operands):
        found, shape = _pytree.tree_flatten(function(*_pytree.tree_unflatten(operands, taken)))
        shapes.append(shape)
        return tuple(found)

    return flat


def while_loop(cond_fn: Callable[..., Any], body_fn: Callable[..., Any], carried_inputs: Sequence[Any]) -> Any:
    """carried = body_fn(*carried), as long as cond_fn(*carried).

    Source: torch.while_loop.
    """
    if not isinstance(carried_inputs, (tuple, list)):
        raise RuntimeError(f"Expected carried_inputs to be a tuple or list, got {type(carried_inputs)}")
    carried = tuple(carried_inputs)
    if is_dynamo_compiling():
        from .._higher_order_ops.while_loop import while_loop_op

        return while_loop_op(cond_fn, body_fn, carried, ())
    if core.count_dispatch_modes(False):
        from .._higher_order_ops.while_loop import while_loop_op

        return while_loop_op(cond_fn, body_fn, carried, ())
    while cond_fn(*carried):
        found = body_fn(*carried)
        carried = tuple(found) if isinstance(found, (tuple, list)) else (found,)
    return carried


# ---- sizes as symbols: torch's own classes and functions ----


def _symbols(name):
    """torch's own class of numbers that are traced, or one that has no instances where torch's Python is not installed."""
    try:
        return root.of_torch(name)
    except ImportError:
        return type(name, (), {"__doc__": f"The class of numbers that are traced (torch.{name}); it has no instances."})


SymInt, SymFloat, SymBool = map(_symbols, ("SymInt", "SymFloat", "SymBool"))
core.set_symbols(SymInt, SymFloat, SymBool)


def _upon_symbols(name):
    """torch's own function of numbers that may be traced, or one that raises ImportError without torch's Python."""
    try:
        return root.of_torch(name)
    except ImportError as error:
        why = str(error)

    def function(*numbers: Any) -> Any:
        raise ImportError(why)

    return function


sym_float, sym_fresh_size, sym_int, sym_ite, sym_max, sym_min, sym_not, sym_sqrt, sym_sum = map(
    _upon_symbols,
    ("sym_float", "sym_fresh_size", "sym_int", "sym_ite", "sym_max", "sym_min", "sym_not", "sym_sqrt", "sym_sum"),
)


def _in_range(name, size, min, max):
    if isinstance(size, bool) or not isinstance(size, int):
        raise ValueError(f"{name}: Constraining SymFloat or Symbool is nyi")
    if min is not None and size < min or max is not None and size > max:
        low, high = "-inf" if min is None else min, "inf" if max is None else max
        raise RuntimeError(f"Invalid value range for {size} between [{low}, {high}].")


@of_torch_for_symbols
def sym_constrain_range(size: int, *, min: int | None = None, max: int | None = None) -> None:
    """Raises RuntimeError for a size outside of min to max (torch.sym_constrain_range)."""
    _in_range("sym_constrain_range", size, min, max)


@of_torch_for_symbols
def sym_constrain_range_for_size(size: int, *, min: int | None = None, max: int | None = None) -> None:
    """Raises RuntimeError for a size below 0, or outside of min to max (torch.sym_constrain_range_for_size)."""
    _in_range("sym_constrain_range_for_size", size, 0 if min is None else min, max)
