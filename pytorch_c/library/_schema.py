"""infer_schema: the schema of an operator from the annotations of a Python function."""

from __future__ import annotations

import inspect
import types
import typing
from collections import abc

from .._tensor.device import device
from .._tensor.dtype import dtype
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_NUMBER = typing.Union[int, float, bool]  # noqa: UP007 — which is how torch spells it
# Each type, and whether lists of it, of it or None, and lists or None are taken.
_TYPES: tuple[tuple[Any, str, bool, bool, bool], ...] = (
    (Tensor, "Tensor", True, True, False),
    (int, "SymInt", True, False, True),
    (float, "float", True, False, True),
    (bool, "bool", True, False, True),
    (str, "str", False, False, False),
    (_NUMBER, "Scalar", True, False, False),
    (dtype, "ScalarType", False, False, False),
    (device, "Device", False, False, False),
)
_RETURNS = {Tensor: "Tensor", int: "SymInt", float: "float", bool: "bool", _NUMBER: "Scalar"}
_SEQUENCES = (list, abc.Sequence)


def _parts(annotation):
    """(the annotation without None, whether None is allowed)."""
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        rest = [one for one in typing.get_args(annotation) if one is not type(None)]
        if len(rest) < len(typing.get_args(annotation)):
            return (rest[0] if len(rest) == 1 else typing.Union[tuple(rest)]), True  # noqa: UP007
        return typing.Union[tuple(rest)], False  # noqa: UP007
    return annotation, False


def _type(annotation):
    """The schema's type of a parameter, or None."""
    inner, optional = _parts(annotation)
    if typing.get_origin(inner) in _SEQUENCES:
        (item,) = typing.get_args(inner) or (None,)
        item, holes = _parts(item)
        for kind, name, lists, with_holes, or_none in _TYPES:
            if item == kind and lists and (not holes or with_holes) and (not optional or or_none):
                return f"{name}{'?' if holes else ''}[]{'?' if optional else ''}"
        return None
    return next((name + "?" * optional for kind, name, *_ in _TYPES if inner == kind), None)


def _default(value, fail, name):
    if value is None or isinstance(value, (int, float, bool)):
        return str(value)
    if isinstance(value, (str, device)):
        return f'"{value}"'
    if isinstance(value, dtype):
        return str(value).removeprefix("torch.")
    return fail(f"Parameter {name} has an unsupported default value type {type(value)}.")


def _returns(annotation, fail):
    if annotation is None or annotation is type(None):
        return "()"
    if annotation is inspect.Parameter.empty:
        fail("No return type annotation was provided. Please add one.")

    def one(part):
        inner, _ = _parts(part)
        if typing.get_origin(part) is list and typing.get_args(part) == (Tensor,):
            return "Tensor[]"
        return _RETURNS.get(part) or _RETURNS.get(inner) or fail(f"Return has unsupported type {part}.")

    if typing.get_origin(annotation) is tuple:
        parts = typing.get_args(annotation)
        if Ellipsis in parts:
            fail(f"Return has unsupported type {annotation}: its length must be fixed.")
        return f"({', '.join(map(one, parts))})"
    return one(annotation)


def infer_schema(
    prototype_function: Callable[..., Any], /, *, mutates_args: str | Iterable[str], op_name: str | None = None
) -> str:
    """The schema of a function with annotated parameters, "(Tensor x, float by=2.0) -> Tensor".

    Args:
        mutates_args: The names of the Tensors that it writes into, or "unknown" for all of them
        op_name: What stands before it

    Raises ValueError for parameters and results that no operator has. Source: torch.library.infer_schema.
    """
    signature = inspect.signature(prototype_function)

    def fail(what):
        raise ValueError(f"infer_schema(func): {what} Got func with signature {signature})")

    try:
        hints = typing.get_type_hints(prototype_function)
    except NameError as error:
        fail(f"Unsupported type annotation. It is not a type. ({error}).")
    if isinstance(mutates_args, str) and mutates_args != "unknown":
        raise ValueError(
            "mutates_args must either be a sequence of the names of the arguments that are mutated or the string "
            "'unknown'. "
        )
    written = None if isinstance(mutates_args, str) else set(mutates_args)
    texts, keyword_only = [], False
    for i, (name, one) in enumerate(signature.parameters.items()):
        if one.kind not in (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY):
            fail("We do not support positional-only args, varargs, or varkwargs.")
        if one.kind is inspect.Parameter.KEYWORD_ONLY and not keyword_only:
            texts.append("*")
            keyword_only = True
        if one.annotation is inspect.Parameter.empty:
            fail(f"Parameter {name} must have a type annotation.")
        kind = _type(hints[name]) or fail(f"Parameter {name} has unsupported type {one.annotation}.")
        if name in written if written is not None else kind.startswith("Tensor"):
            if not kind.startswith("Tensor"):
                fail(f"Parameter {name} is in mutable_args but only Tensors or collections of Tensors can be mutated")
            kind = f"Tensor(a{i}!){kind.removeprefix('Tensor')}"
        equals = "" if one.default is inspect.Parameter.empty else f"={_default(one.default, fail, name)}"
        texts.append(f"{kind} {name}{equals}")
    if written and (unknown := written - signature.parameters.keys()):
        fail(f"{unknown} in mutates_args were not found in the custom op's signature.")
    returned = (
        hints.get("return") if signature.return_annotation is not inspect.Parameter.empty else inspect.Parameter.empty
    )
    return f"{op_name or ''}({', '.join(texts)}) -> {_returns(returned, fail)}"
