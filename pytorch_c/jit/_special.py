"""Functions that are forms of the language, not calls: annotate, isinstance, fork, is_scripting."""

from __future__ import annotations

import ast
import warnings

from .. import overrides
from .._composites.contraction import tensordot
from .._composites.sets import unique, unique_consecutive
from .._tensor.tensor import Tensor
from . import _async, _marks
from ._builtins import unwrapped
from ._source import NotSupportedError
from ._static import Const
from ._tracing import is_tracing
from ._types import split_comment, type_comment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._source import Parsed


def _annotate(conv, node):
    form = conv.compiler.form("annotate")
    return f"{form}({conv.type_text(node.args[0])}, {conv.expr(node.args[1])})"


def _unwrapped_optional(conv, node):
    return f"torch._unwrap_optional({conv.arguments(node)})"


def _isinstance(conv, node):
    form = conv.compiler.form("isinstance")
    return f"{form}({conv.expr(node.args[0])}, {conv.types_text(node.args[1])})"


def _fork(conv, node):
    return f"{conv.compiler.form('fork')}({conv.arguments(node)})"


def _wait(conv, node):
    return f"torch.wait({conv.arguments(node)})"


def _warn(conv, node):
    """warnings.warn; programs know no category."""
    level = [one for one in node.keywords if one.arg == "stacklevel"]
    shown = [conv.expr(one) for one in node.args[:1]] + [f"stacklevel={conv.expr(one.value)}" for one in level]
    return f"torch.warn({', '.join(shown)})"


def bound(conv: Any, node: ast.Call, names: str) -> dict[str, ast.expr | None]:
    """The arguments of a call by the names of the parameters, None where one is missing."""
    parameters = names.split()
    if len(node.args) > len(parameters) or any(one.arg not in parameters for one in node.keywords):
        raise NotSupportedError(conv.source.place(node), f"the arguments ({', '.join(parameters)}) are expected")
    found = dict.fromkeys(parameters) | dict(zip(parameters, node.args))
    return found | {one.arg: one.value for one in node.keywords}


def _is_none(conv, node):
    found = None if node is None else conv.static(node)
    return node is None or isinstance(found, Const) and found.value is None


def _flag(conv, node, name):
    """A setting that decides what the call gives; it must be known."""
    known = False if node is None else conv.truth(node)
    if known is None:
        raise NotSupportedError(conv.source.place(node), f"{name} must be a constant")
    return known


def _tensordot(conv, node):
    """tensordot, whose dims are a number or a list for each tensor; its operator has two lists."""
    if len(node.args) > 3 or any(one.arg in ("dims_self", "dims_other") for one in node.keywords):
        return f"torch.tensordot({conv.arguments(node)})"
    given = bound(conv, node, "a b dims out")
    dims, found = given["dims"], None if given["dims"] is None else conv.static(given["dims"])
    if dims is None or isinstance(found, Const) and isinstance(found.value, int):
        count = 2 if dims is None else found.value
        lists = f"list(range(-{count}, 0)), list(range({count}))"
    elif isinstance(dims, (ast.Tuple, ast.List)) and len(dims.elts) == 2:
        lists = ", ".join(map(conv.expr, dims.elts))
    else:
        lists = ", ".join(f"({conv.expr(dims)})[{number}]" for number in (0, 1))
    out = "" if _is_none(conv, given["out"]) else f", out={conv.expr(given['out'])}"
    return f"torch.tensordot({conv.expr(given['a'])}, {conv.expr(given['b'])}, {lists}{out})"


def _values_alone(found: tuple[Tensor, Tensor, Tensor]) -> Tensor:
    return found[0]


def _with_inverse(found: tuple[Tensor, Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    return found[0], found[1]


def _with_counts(found: tuple[Tensor, Tensor, Tensor]) -> tuple[Tensor, Tensor]:
    return found[0], found[2]


def _distinct(names):
    """unique and unique_consecutive, whose flags decide what they give and whose dim which operator they are."""

    def form(conv, node):
        given = bound(conv, node, names)
        inverse, counts = (_flag(conv, given[name], name) for name in ("return_inverse", "return_counts"))
        parts = [conv.expr(given["input"]), str(inverse), str(counts)]
        dim = [] if _is_none(conv, given["dim"]) else [conv.expr(given["dim"])]
        if "sorted" in given:
            parts[1:1] = [*dim, "True" if given["sorted"] is None else conv.expr(given["sorted"])]
            call = f"torch.{'unique_dim' if dim else '_unique2'}({', '.join(parts)})"
        else:
            call = f"torch.unique_consecutive({', '.join(parts + dim)})"
        if inverse and counts:
            return call
        part = _with_inverse if inverse else _with_counts if counts else _values_alone
        return f"{conv.compiler.callee(part, conv, node)}({call})"

    return form


FORMS: dict[Any, Any] = {
    _marks.annotate: _annotate,
    _marks.isinstance: _isinstance,
    _marks._unwrap_optional: _unwrapped_optional,
    _async.fork: _fork,
    _async.wait: _wait,
    warnings.warn: _warn,
    unwrapped(tensordot): _tensordot,
    unwrapped(unique): _distinct("input sorted return_inverse return_counts dim"),
    unwrapped(unique_consecutive): _distinct("input return_inverse return_counts dim"),
}
# A program is compiled, never traced, and asks no class or mode.
FOLDED: dict[Any, Any] = {_marks.is_scripting: True, is_tracing: False} | dict.fromkeys(
    (overrides.has_torch_function, overrides.has_torch_function_unary, overrides.has_torch_function_variadic), False
)


def emptied(parsed: Parsed, in_class: bool = False) -> None:
    """The function as one that raises when it is called, whatever it did.

    Where it does not say what it returns, that is a tensor, as of all functions that stay Python's; nothing in a class
    of a program, all of which is compiled.
    """
    tree = parsed.tree
    why = f"Cannot call @unused methods: {tree.name} is annotated to be ignored and cannot be run"
    body = ast.parse(f"raise RuntimeError({why!r})").body
    comment = type_comment(parsed.source.lines)
    if comment is not None and tree.returns is None:
        tree.returns = split_comment(comment)[1]
        if tree.returns is not None:
            ast.copy_location(tree.returns, tree)
    if tree.returns is None and not in_class:
        tree.returns = ast.copy_location(ast.Constant("Tensor"), tree)
    for one in ast.walk(body[0]):
        if hasattr(one, "lineno"):
            ast.copy_location(one, tree)
    tree.body = body
    tree.args.kwarg = tree.args.vararg = None
    own = tree.args.args[:1] if tree.args.args and tree.args.args[0].arg == "self" else []
    for arg in [*tree.args.args, *tree.args.kwonlyargs]:
        if arg not in own:
            arg.annotation = ast.copy_location(ast.Constant("Any"), arg)
