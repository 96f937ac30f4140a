"""Functions of a unit whose text needs names of Python: what its caller sees, as the compiler of functions has it."""

from __future__ import annotations

import ast
import contextlib
import itertools
import linecache
import textwrap
import typing

from .._tensor.tensor import Tensor
from ._compile import compiled_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["_define_text"]

_KNOWN = {
    name: getattr(typing, name) for name in ("Any", "Dict", "Final", "List", "NamedTuple", "Optional", "Tuple", "Union")
}
_numbers = itertools.count()


@contextlib.contextmanager
def functions_of(text: str, names: dict[str, Any], into: dict[str, Any]) -> Iterator[bool]:
    """The functions of a text as Python's, whose source is to be had within the block; `into` gets them by name.

    Gives False where the text is no Python, or more than functions.
    """
    text = textwrap.dedent(text)
    try:
        body = ast.parse(text).body
    except SyntaxError:
        body = []
    if not body or not all(isinstance(one, ast.FunctionDef) for one in body):
        yield False
        return
    filename = f"<string {next(_numbers)}>"  # where inspect finds the lines
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    scope = {**_KNOWN, "Tensor": Tensor, **names, "__name__": "__torch__"}
    try:
        exec(compile(text, filename, "exec", dont_inherit=True), scope)
    except Exception:  # a default or an annotation that is no Python's
        del linecache.cache[filename]
        yield False
        return
    into.update((one.name, scope[one.name]) for one in body)
    try:
        yield True
    finally:
        del linecache.cache[filename]


def _define_text(unit: Any, text: str, names: dict[str, Any]) -> bool:
    """Compiles the functions of a text into a unit; False where the text is no Python, or more than functions."""
    functions: dict[str, Any] = {}
    with functions_of(text, names, functions) as known:
        try:
            for one in functions.values():
                compiled_in(unit, one)
        except NameError:
            return False
        return known
