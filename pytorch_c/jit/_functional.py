"""nn.functional in programs: the functions whose Python is no TorchScript, written as such, compiled when they are needed."""

from __future__ import annotations

import ast
import functools
import re

from .._boundary import api
from ..nn import functional
from ..nn.functional import _arguments
from ._builtins import unwrapped
from ._functional_attention import ATTENTION
from ._functional_pools import POOLS
from ._functional_source import LOSSES, SHAPES, VALUES
from ._functions import python_unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PREFIX = "__torch__.torch.nn.functional"
_compiled: dict[str, list[Any]] = {}


@functools.cache
def _sources() -> dict[str, tuple[str, list[str]]]:
    """{name: (source, the other functions that it calls)}."""
    text = "\n".join((VALUES, LOSSES, SHAPES, POOLS, ATTENTION))
    lines, found = text.split("\n"), {}
    tree = ast.parse(text)
    names = {one.name for one in tree.body}
    for one in tree.body:
        used = {node.id for node in ast.walk(one) if isinstance(node, ast.Name)}
        found[one.name] = ("\n".join(lines[one.lineno - 1 : one.end_lineno]) + "\n", sorted(used & names - {one.name}))
    return found


@functools.cache
def _names() -> dict[int, str]:
    """{id of a function: its name}."""
    found = {}
    for name in _sources():
        for place in (functional, _arguments):
            if hasattr(place, name):
                found[id(unwrapped(getattr(place, name)))] = name
    return found


def form_of(function: Any) -> list[Any] | None:
    """The C library's function that stands for one of nn.functional's, or None."""
    name = _names().get(id(function))
    return None if name is None else compiled(name)


def compiled(name: str) -> list[Any]:
    """The function of a name in _functional_source.py, compiled."""
    found = _compiled.get(name)
    if found is None:
        text, used = _sources()[name]
        scope = api.jit_scope_new(python_unit())
        for other in used:
            api.jit_scope_function(scope, other, compiled(other)[0])
        made = api.jit_unit_define(
            python_unit(), _PREFIX, re.sub(r"^\s*#.*\n", "", text, flags=re.M), f"{name}.py", 1, scope
        )
        found = _compiled[name] = [api.jit_unit_function(python_unit(), made)]
    return found
