"""Functions of a unit whose text needs names of Python: what its caller sees, as the compiler of functions has it."""

from __future__ import annotations

import ast
import itertools
import linecache
import textwrap
import typing

from .._tensor.tensor import Tensor
from ._compile import compiled_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["_define_text"]

_KNOWN = {
    name: getattr(typing, name) for name in ("Any", "Dict", "Final", "List", "NamedTuple", "Optional", "Tuple", "Union")
}
_numbers = itertools.count()


def _define_text(unit: Any, text: str, names: dict[str, Any]) -> bool:
    """Compiles the functions of a text into a unit; False where the text is no Python, or more than functions."""
    text = textwrap.dedent(text)
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return False
    if not body or not all(isinstance(one, ast.FunctionDef) for one in body):
        return False
    filename = f"<string {next(_numbers)}>"  # where inspect finds the lines
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    scope = {**_KNOWN, "Tensor": Tensor, **names, "__name__": "__torch__"}
    try:
        try:
            exec(compile(text, filename, "exec", dont_inherit=True), scope)
        except Exception:  # a default or an annotation that is no Python's
            return False
        for one in body:
            compiled_in(unit, scope[one.name])
    except NameError:
        return False
    finally:
        del linecache.cache[filename]
    return True
