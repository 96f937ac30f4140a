"""Signatures whose annotations are classes: the sources keep them as words, so that an import evaluates none."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


@cache
def _names(module: str) -> dict[str, Any]:
    """Names that a module's annotations mean: the module's own, and those that only type checkers import."""
    typing = importlib.import_module(f"{__package__.rpartition('.')[0]}._typing")
    return {**vars(typing), **vars(sys.modules[module])}


def signature(function: Callable[..., Any]) -> inspect.Signature:
    """Returns a function's signature; an annotation that names what is nowhere loaded stays a word."""
    found = inspect.signature(function)
    names = _names(function.__globals__["__name__"])

    def meant(words):
        try:
            return eval(words, names) if isinstance(words, str) else words
        except (NameError, AttributeError, TypeError):
            return words

    parameters = [one.replace(annotation=meant(one.annotation)) for one in found.parameters.values()]
    return found.replace(parameters=parameters, return_annotation=meant(found.return_annotation))


def of_operator(function: Callable[..., Any]) -> inspect.Signature:
    """Returns the signature of an operator's function, in which what its docstring says is a Tensor is one."""
    tensor = sys.modules[f"{__package__.rpartition('.')[0]}._tensor.tensor"].Tensor
    named = set(re.findall(r"^ +(\w+): Tensor\b", function.__doc__ or "", re.MULTILINE))
    found = inspect.signature(function)
    return found.replace(
        parameters=[one.replace(annotation=tensor) if name in named else one for name, one in found.parameters.items()]
    )
