"""Checks that a traced program does what the function does, and would be traced the same again."""

from __future__ import annotations

import difflib
import re
import warnings

from .._tensor.tensor import Tensor
from ..autograd import no_grad
from ._tracing import TracerWarning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["TracingCheckError", "check", "clone"]

_RANDOM = re.compile(
    r"aten::(?:dropout|_fused_dropout|_standard_gamma|bernoulli|multinomial|native_dropout|normal|poisson|binomial|rrelu"
    r"|rand|rand_like|randint|randint_like|randn|randn_like|randperm)\("
)


class TracingCheckError(Exception):
    """A program that was traced is not what the function does (torch.jit.TracingCheckError)."""

    def __init__(
        self, graph_diff_error: str | None, tensor_compare_error: str | None, extra_msg: str | None = None
    ) -> None:
        self.message = "Tracing failed sanity checks!\n"
        if extra_msg is not None:
            self.message += extra_msg + "\n"
        if graph_diff_error is not None:
            self.message += "ERROR: Graphs differed across invocations!\n" + _indent(graph_diff_error) + "\n"
        if tensor_compare_error is not None:
            self.message += (
                "ERROR: Tensor-valued Constant nodes differed in value across invocations. This often indicates that "
                "the tracer has encountered untraceable code.\n" + _indent(tensor_compare_error) + "\n"
            )
        super().__init__(self.message)


def _indent(text):
    return "\n".join("\t" + line for line in text.splitlines())


def clone(x: Any) -> Any:
    """Tensors of their own in the same lists, tuples and dicts."""
    if isinstance(x, Tensor):
        own = x.detach().clone().requires_grad_(x.requires_grad)
        if x.grad is not None:
            own.grad = clone(x.grad)
        return own
    if isinstance(x, dict):
        return {key: clone(value) for key, value in x.items()}
    if isinstance(x, tuple) and hasattr(x, "_fields"):
        return type(x)(*map(clone, x))
    return type(x)(map(clone, x)) if isinstance(x, (list, tuple)) else x


def check(func: Any, traced: Any, again: Any, inputs: Any, tolerance: float) -> None:
    """Compares the numbers of the program, the function and a program that was traced again; then the graphs.

    Warns where numbers differ; raises TracingCheckError where graphs do, or something raises.
    """
    with no_grad():
        found = _outputs(traced, inputs, "trace", traced, again)
        expected = _outputs(func, inputs, "Python function", traced, again)
        if _agree(found, expected, "Python function", tolerance, traced):
            repeated = _outputs(again, inputs, "repeated trace", traced, again)
            _agree(found, repeated, "repeated trace", tolerance, traced)
    differences = _of_graphs(traced, again), _of_constants(traced, again)
    if any(one is not None for one in differences):
        raise TracingCheckError(*differences)


def _outputs(what, inputs, name, traced, again):
    try:
        out = inputs.copy().call(what)
    except Exception as error:
        message = (
            f"encountered an exception while running the {name} with test inputs.\nException:\n{_indent(str(error))}"
        )
        raise TracingCheckError(_of_graphs(traced, again), _of_constants(traced, again), message) from error
    return [one for one in (out if isinstance(out, tuple) else (out,)) if isinstance(one, Tensor)]


def _agree(found, expected, name, tolerance, traced):
    for number, (one, other) in enumerate(zip(found, expected)):
        one, other = (x.dequantize() if x.is_quantized else x for x in (one, other))
        one, other = (x.to_dense() if x.is_mkldnn else x for x in (one, other))
        wide = "complex128" if one.is_complex() or other.is_complex() else "float64"
        one, other = (x.to(_dtype(wide)) for x in (one, other))
        absolute = 1e-5 if wide == "float64" else 1e-7
        if one.shape == other.shape and one.allclose(other, tolerance, absolute, equal_nan=True):
            continue
        from ..testing import assert_close  # torch's own, for what differs

        try:
            assert_close(one, other, rtol=tolerance, atol=absolute, equal_nan=True)
        except AssertionError as error:
            _about_random(traced)
            warnings.warn(
                f"Output nr {number + 1}. of the traced function does not match the corresponding output of the {name}. "
                f"Detailed error:\n{error}",
                TracerWarning,
                stacklevel=_user_level(),
            )
            return False
    return True


def _user_level():
    """Returns how far up whoever called trace() is."""
    import sys

    level, frame = 2, sys._getframe(2)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(__package__ + "."):
        level, frame = level + 1, frame.f_back
    return level


def _dtype(name):
    from .._tensor.dtype import DTYPES

    return DTYPES[name]


def _about_random(traced):
    nodes = [
        line.partition(" # ")[0].strip() for line in str(traced.inlined_graph).splitlines() if _RANDOM.search(line)
    ]
    if nodes:
        warnings.warn(
            "Trace had nondeterministic nodes. Did you forget call .eval() on your model? Nodes:\n"
            + "\n".join(_indent(node) for node in nodes[:20])
            + "\nThis may cause errors in trace checking. To disable trace checking, pass check_trace=False to "
            "torch.jit.trace()",
            TracerWarning,
            stacklevel=_user_level(),
        )


_SHAPE = re.compile(r" : [A-Z]\w*\((?:[^()]|\([^()]*\))*\)")


def _canonical(traced):
    """The graph with all calls inlined, without places, shapes and numbers in names of classes."""
    text = re.sub(r"___torch_mangle_\d+\.", "", str(traced.inlined_graph))
    text = "\n".join(line.partition(" # ")[0] for line in text.splitlines())
    text = _SHAPE.sub(" : Tensor", text)
    numbers: dict[str, str] = {}
    return re.sub(r"%[\w.]+", lambda found: numbers.setdefault(found[0], f"%{len(numbers)}"), text)


def _of_graphs(traced, again):
    one, other = _canonical(traced), _canonical(again)
    if one == other:
        return None
    return "Graph diff:\n" + _indent("\n".join(difflib.ndiff(one.splitlines(), other.splitlines()))) + "\n"


def _of_constants(traced, again):
    from ..testing import assert_close

    ours, others = (list(one.code_with_constants[1].const_mapping.items()) for one in (traced, again))
    for (name, one), (_, other) in zip(ours, others):
        if isinstance(one, Tensor) and isinstance(other, Tensor):
            try:
                assert_close(one, other, equal_nan=True)
            except AssertionError as error:
                return f"CONSTANTS.{name}\nComparison exception: {_indent(str(error))}"
    return None
