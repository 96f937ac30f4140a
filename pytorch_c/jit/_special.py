"""Functions that are forms of the language, not calls: annotate, isinstance, fork, is_scripting."""

from __future__ import annotations

import ast
import warnings

from . import _async, _marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _annotate(conv, node):
    form = conv.compiler.form("annotate")
    return f"{form}({conv.type_text(node.args[0])}, {conv.expr(node.args[1])})"


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


FORMS: dict[Any, Any] = {
    _marks.annotate: _annotate,
    _marks.isinstance: _isinstance,
    _async.fork: _fork,
    _async.wait: _wait,
    warnings.warn: _warn,
}
FOLDED: dict[Any, Any] = {_marks.is_scripting: True}


def emptied(tree: ast.FunctionDef) -> None:
    """The function as one that raises when it is called, whatever it did."""
    body = ast.parse('raise RuntimeError("Cannot call @unused methods")').body
    for one in ast.walk(body[0]):
        if hasattr(one, "lineno"):
            ast.copy_location(one, tree)
    tree.body = body
    tree.args.kwarg = tree.args.vararg = None
    own = tree.args.args[:1] if tree.args.args and tree.args.args[0].arg == "self" else []
    for arg in [*tree.args.args, *tree.args.kwonlyargs]:
        if arg not in own:
            arg.annotation = ast.copy_location(ast.Constant("Any"), arg)
