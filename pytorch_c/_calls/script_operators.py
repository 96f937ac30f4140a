"""Operators that only TorchScript's programs have, on lists, dicts, texts and numbers: `aten.add.t` of [1] and [2], in torch.ops.

The dispatcher does not know them. A call runs a program of one node, which is made once for each operator and the types
of its arguments.
"""

from __future__ import annotations

import functools
import importlib

from .._boundary import api
from .jit_types import NumberType
from .schema import parse, type_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class NoOverload(RuntimeError):
    """No overload takes the arguments."""


_programs: dict[tuple[str, str, tuple[str, ...]], Any] = {}
_NUMBERS = {"SymInt": int, "SymFloat": float, "SymBool": bool}


@functools.cache
def _schemas() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for text in api.jit_operator_schemas().split("\n"):
        schema = parse(text)
        found.setdefault(f"{schema.space}::{schema.name}", {})[schema.overload] = text
    return found


def overloads(name: str) -> dict[str, str]:
    """{overload: schema} of an operator, "aten::add"; empty where programs have no other overloads than the dispatcher."""
    return _schemas().get(name, {})


def run(name: str, overload: str | None, values: Sequence[Any]) -> Any:
    """Returns what an operator gives for values in the order of its schema; with None, the overload that takes them.

    Raises NoOverload where none does.
    """
    given = [_NUMBERS.get(type(one).__name__, lambda x: x)(one) for one in values]
    kinds = [None] * len(given) if overload is None else [one.type for one in parse(overloads(name)[overload]).args]
    given = [value if kind is None else _as(kind, value) for kind, value in zip(kinds, given)]
    types = [_type_of(kind, value) for kind, value in zip(kinds, given)]
    key = (name, overload or "", tuple(map(str, types)))
    program = _programs.get(key)
    if program is None:
        program = _programs[key] = _program(name, overload, types)
    return program(*given)


def _as(kind, value):
    """Returns a number as one of the schema's type: programs write False as 0."""
    base = type_of(kind)
    if base.is_list or type(value) not in (int, bool):
        return value
    return {"bool": bool, "float": float, "int": int}.get(base.base, lambda x: x)(value)


def _extension(name):
    """The module of torch._C's names, which imports this package."""
    return importlib.import_module(f"{__package__.partition('.')[0]}._C.{name}")


def _type_of(kind, value):
    if kind is not None and type_of(kind).base == "Scalar" and not type_of(kind).is_list:
        return NumberType.get()  # of the overload for any numbers, not of that for this one's type
    found = _extension("_jit")._jit_try_infer_type(value)
    if not found.success():
        raise NoOverload(f"TorchScript has no type for a {type(value).__name__}: {found.reason()}")
    return found.type()


def _program(name, overload, types):
    graph = _extension("_ir").Graph()
    inputs = [graph.addInput().setType(one) for one in types]
    try:
        result = graph.insert(name, inputs)
    except (RuntimeError, TypeError, ValueError) as error:
        raise NoOverload(str(error)) from None
    node = result.node()
    chosen = parse(node.schema()) if node.schema() != "(no schema)" else None
    if overload is not None and chosen is not None and chosen.overload != overload:
        given = ", ".join(map(str, types))
        raise NoOverload(f"{name}.{overload}: it does not take ({given}), which {chosen.text} does")
    graph.registerOutput(result)
    return _extension("_jit")._create_function_from_graph(f"operator_{name.replace('::', '_')}", graph)
