"""Functions for torch's compiler: `compile` hands functions back and wraps modules, control flow runs, numbers stand for symbols."""

from __future__ import annotations

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

_said = False
_AS_THEY_ARE = (None, "inductor", "cudagraphs", "eager")  # backends whose programs run as they are


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
    """The function itself, or a module around the module; a backend is given the graph of each new signature of a call.

    There is no compiler here, and none reads Python's frames: a call is captured by running it upon fake tensors, and
    runs as it is where that cannot be. A warning says so once in a process.

    Args:
        model: A function or a Module; None gives a decorator
        fullgraph: Whether a call that cannot be captured is a RuntimeError
        dynamic: Changes nothing: each shape has a graph of its own
        backend: A function (graph module, example inputs) -> function, or a name that torch registers; "inductor",
            the default, "cudagraphs" and "eager" leave the model as it is
        mode, options: Given to the backend by name

    Raises:
        TypeError: a model that cannot be called

    Source: torch.compile.
    """
    if model is None:
        return lambda model: compile(
            model, fullgraph=fullgraph, dynamic=dynamic, backend=backend, mode=mode, options=options, disable=disable
        )
    if not callable(model):
        raise TypeError(f"compile(): argument 'model' must be callable, not {type(model).__name__}")
    if disable:
        return model
    if backend not in _AS_THEY_ARE:
        _captured = importlib.import_module(f"{__package__.rpartition('.')[0]}.compiler._captured")
        return _captured.compiled(model, _captured.backend_of(backend, mode, options), fullgraph)
    global _said
    if not _said and backend != "eager":
        _said = True
        warnings.warn(
            "compile(): pytorch_c has no compiler; functions and modules run as they are, and graphs are captured for "
            "a backend that is given",
            stacklevel=2,
        )
    package = __package__.rpartition(".")[0]
    if not isinstance(model, importlib.import_module(f"{package}.nn").Module):
        return model
    _optimized = importlib.import_module(f"{package}.compiler._optimized")
    return _optimized.OptimizedModule(model, _optimized.as_it_is)


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
