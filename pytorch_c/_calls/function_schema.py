"""Schemas as torch's objects: `op._schema.arguments[0].alias_info.is_write` (torch._C.FunctionSchema)."""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cached_property

from .._tensor.device import device
from .._tensor.dtype import DTYPES
from . import jit_types
from .python_objects import in_libtorchs_words
from .schema import parse, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_WRITTEN = re.compile(
    r"(?<=[\w\])?])(?<!Dict)(?<!Future)(?<!RRef)(?<!Await)\((?P<before>[a-z*|$][a-z0-9*| ]*?)(?P<writes>!?)(?: -> (?P<after>[^)]*))?\)"
)
_SUFFIX = re.compile(r"(\[\d*\]|\?)*$")
_SIZE = re.compile(r"\[(\d+)\]\??$")


class AliasInfo:
    """Memory that an argument or a result shares, and whether it is written (torch._C._AliasInfo)."""

    __slots__ = ("is_write", "before_set", "after_set", "_text")

    def __init__(self, is_write: bool, before_set: set[str], after_set: set[str]) -> None:
        self.is_write, self.before_set, self.after_set = is_write, before_set, after_set
        self._text = f"({'|'.join(sorted(before_set))}{'!' if is_write else ''} -> {'|'.join(sorted(after_set))})"

    def _written(self):
        """Returns the text of it within a schema, "(a!)"."""
        sets = (self.before_set, self.after_set)
        before, after = ("|".join(sorted(one.removeprefix("alias::") for one in names)) for names in sets)
        return f"({before}{'!' * self.is_write}{'' if after == before else f' -> {after}'})"

    @classmethod
    def of(cls, found: re.Match[str], of_items: bool) -> AliasInfo:
        """Reads what a schema says, "a -> *"; a list itself has no sets: those of its tensors are not shown, as in torch."""
        before, after = found["before"], found["before"] if found["after"] is None else found["after"]
        sets = ({one.strip() for one in text.split("|") if text and not of_items} for text in (before, after))
        self = cls(bool(found["writes"]), *sets)
        self._text = found[0]  # with the sets of a list's tensors
        return self


class SchemaArgument:
    """One argument or result of a schema (torch._C.Argument)."""

    __slots__ = ("name", "N", "default_value", "kwarg_only", "alias_info", "_text", "_has_default")

    def __init__(
        self,
        name: str,
        type: jit_types.Type,
        N: int | None,
        default_value: Any,
        kwarg_only: bool,
        alias_info: AliasInfo | None,
    ) -> None:
        self.name, self._text, self.N, self.default_value = name, _sized(type.str(), N), N, default_value
        self.kwarg_only, self.alias_info, self._has_default = kwarg_only, alias_info, default_value is not None

    @classmethod
    def of(cls, text: str, kwarg_only: bool = False) -> SchemaArgument:
        """Reads an argument or a result of a schema, "Tensor(a!) self"."""
        self = cls.__new__(cls)
        left, equals, default = text.partition("=")
        found = _WRITTEN.search(left)
        self.alias_info = AliasInfo.of(found, left[found.end() :].startswith("[")) if found else None
        plain = left[: found.start()] + left[found.end() :] if found else left
        self._text, self.name = _type_and_name(plain)
        size = _SIZE.search(self._text)
        self.N = int(size[1]) if size else None
        self.kwarg_only, self._has_default = kwarg_only, bool(equals)
        self.default_value = _default(default, self._text, self.N) if equals else None
        return self

    def _written(self):
        """Returns the text of it within a schema, "Tensor(a!) self"."""
        text = self._text
        if self.alias_info is not None:
            end = _SUFFIX.search(text).start()
            text = f"{text[:end]}{self.alias_info._written()}{text[end:]}"
        text = f"{text} {self.name}".strip()
        return f"{text}={_literal(self.default_value)}" if self._has_default else text

    @property
    def type(self) -> jit_types.Type:
        """The type in calls: dtypes, layouts and memory formats are ints there."""
        return jit_types.parsed(self._text)

    @property
    def real_type(self) -> jit_types.Type:
        """The type as the schema names it."""
        return jit_types.parsed(self._text, True)

    @property
    def is_write(self) -> bool:
        """Returns whether a call writes into it."""
        return self.alias_info is not None and self.alias_info.is_write

    @property
    def is_out(self) -> bool:
        """Returns whether it is an `out`: written, and by keyword only."""
        return self.kwarg_only and self.is_write

    def has_default_value(self) -> bool:
        return self._has_default

    def _same_place(self, old):
        """Returns whether name, size and memory are the old argument's, which may be given at no other place."""
        shares, shared = (one.alias_info and one.alias_info._text for one in (self, old))
        same = (self.name, self.N, shares) == (old.name, old.N, shared)
        return same and (old.kwarg_only or not self.kwarg_only)

    def _keeps_default(self, old):
        return not old._has_default or (self._has_default and self.default_value == old.default_value)

    def _follows(self, old):
        """Returns whether values for the old argument fit this one (libtorch's isBackwardCompatibleWith)."""
        return self._same_place(old) and old.type.isSubtypeOf(self.type) and self._keeps_default(old)

    def _precedes(self, old):
        """Returns whether values for this argument fit the old one (libtorch's isForwardCompatibleWith)."""
        same_default = self._keeps_default(old) and self._has_default == old._has_default
        return self._same_place(old) and self.type.isSubtypeOf(old.type) and same_default


def _type_and_name(text):
    depth = 0
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if c == " " and not depth:
            return text[:i], text[i + 1 :].strip()
    return text, ""


def _sized(text, size):
    """Returns the type of a list with the size that one value may stand for, "int[2]"."""
    return text if size is None else re.sub(r"\[\](\??)$", rf"[{size}]\1", text)


def _literal(value):
    """Returns a default as libtorch writes it in a schema."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, str):
        return '"' + "".join(_ESCAPED.get(one, one) for one in value) + '"'
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < 1 << 63
        return f"{int(value)}." if whole else f"{value:.17g}"
    return f'"{value}"' if isinstance(value, device) else str(value)


_ESCAPED = {"\\": r"\\", '"': r"\"", "'": r"\'", "\n": r"\n", "\t": r"\t", "\r": r"\r"}
_CODES = {"Mean": 1, "contiguous_format": 0, "preserve_format": 1, "strided": 0}


def _default(text, kind, size):
    if kind.removesuffix("?") == "Device" and text != "None":
        return device(text.strip("\"'"))
    if text in DTYPES and kind.startswith("ScalarType"):
        return DTYPES[text].code
    try:
        found = literal_eval(text)
    except (ValueError, SyntaxError):
        return _CODES[text] if text in _CODES else float(text)
    if kind == "float" and type(found) is int:
        found = float(found)
    return [found] * size if size and isinstance(found, (int, float)) else found


class FunctionSchema:
    """The schema of an operator: its name, arguments and results; `str` gives its text (torch._C.FunctionSchema)."""

    def __init__(
        self,
        name: str,
        overload_name: str,
        arguments: list[SchemaArgument],
        returns: list[SchemaArgument],
        is_vararg: bool = False,
        is_varret: bool = False,
    ) -> None:
        self.name, self.overload_name, self._parts = name, overload_name, (list(arguments), list(returns))
        first = next((i for i, one in enumerate(arguments) if one.kwarg_only), None)
        given, found = ([one._written() for one in part] for part in self._parts)
        if first is not None:
            given.insert(first, "*")
        given += ["..."] * is_vararg
        found += ["..."] * is_varret
        full = f"{name}.{overload_name}" if overload_name else name
        results = found[0] if len(found) == 1 else f"({', '.join(found)})"
        self._text = f"{full}({', '.join(given)}) -> {results}"

    @classmethod
    def of(cls, text: str) -> FunctionSchema:
        """The schema of a text, of which only the name is read at once."""
        self = cls.__new__(cls)
        self._text = text
        full = text.partition("(")[0]
        self.name, _, self.overload_name = full.partition(".")
        return self

    @cached_property
    def _parts(self):
        found = re.fullmatch(r"[^(]*\((?P<args>.*)\) -> (?P<returns>.+)", self._text)
        if not found:
            raise RuntimeError(f"not a schema: {self._text!r}")
        args, named = [], False
        for one in split(found["args"]):
            if one == "*":
                named = True
            elif one != "...":
                args.append(SchemaArgument.of(one, named))
        returns = found["returns"]
        if returns.startswith("("):
            given = [SchemaArgument.of(one) for one in split(returns[1:-1]) if one != "..."]
        else:
            given = [SchemaArgument.of(returns)] if returns != "..." else []
        return args, given

    @property
    def arguments(self) -> list[SchemaArgument]:
        return list(self._parts[0])

    @property
    def returns(self) -> list[SchemaArgument]:
        return list(self._parts[1])

    @property
    def is_mutable(self) -> bool:
        """Returns whether a call writes into an argument."""
        if "_parts" not in vars(self) and "!" not in self._text:  # a look that needs no arguments
            return False
        return any(one.is_write for one in self._parts[0])

    def _is_view_op(self) -> bool:
        """Returns whether a result shares an argument's memory, and nothing is written."""
        shared = [one.alias_info for part in self._parts for one in part if one.alias_info is not None]
        return bool(shared) and not any(one.is_write for one in shared)

    def is_backward_compatible_with(self, old: FunctionSchema) -> bool:
        """Returns whether calls that fit the old schema fit this one."""
        if not self._comparable(old) or len(self._parts[0]) < len(old._parts[0]):
            return False
        if not all(one._follows(new) for new, one in zip(self._parts[1], old._parts[1])):
            return False
        (mine, my_outs), (theirs, their_outs) = self._split_outs(), old._split_outs()
        if len(mine) < len(theirs) or len(my_outs) < len(their_outs):
            return False
        kept = all(new._follows(one) for new, one in [*zip(mine, theirs), *zip(my_outs, their_outs)])
        return kept and all(one.has_default_value() for one in mine[len(theirs) :])

    def check_forward_compatible_with(self, old: FunctionSchema) -> tuple[bool, str]:
        """(Whether calls that fit this schema fit the old one, why they do not)."""
        if not self._comparable(old):
            return False, ""
        (mine, my_outs), (theirs, their_outs) = self._split_outs(), old._split_outs()
        if len(my_outs) != len(their_outs):
            return False, "Function schema should have the same number of out arguments"
        for new, one in zip(mine, theirs):
            if not new._precedes(one):
                return False, f"'{new.name}' is not forward compatible with the older version of the schema"
        for new in mine[len(theirs) :]:
            subject = f"Function schema is not forward compatible since the new argument '{new.name}' of type {new.type.str()}"
            if not new.has_default_value():
                return False, f"{subject} did not provide a default value."
            if isinstance(new.default_value, (list, dict)):
                return False, f"{subject} has a container type as its default value."
        for new, one in zip(my_outs, their_outs):
            if not new._precedes(one):
                return False, f"Out argument '{new.name} is not FC with the older version of the schema"
        return True, ""

    def _comparable(self, old):
        """Returns whether the schemas agree but for their arguments and the types of results."""
        same = (self.name, self.overload_name) == (old.name, old.overload_name)
        mine, theirs = self._text.partition(") -> "), old._text.partition(") -> ")
        any_number = mine[0].endswith("...") == theirs[0].endswith("...") and (mine[2] == "...") == (theirs[2] == "...")
        return same and any_number and len(self._parts[1]) == len(old._parts[1])

    def _split_outs(self):
        """The arguments before the first `out`, and those from there on."""
        found = self._parts[0]
        first = next((i for i, one in enumerate(found) if one.is_out), len(found))
        return found[:first], found[first:]

    def __str__(self) -> str:
        return self._text

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionSchema) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> Any:
        return parse_schema, (self._text,)

    def __deepcopy__(self, memo: Any) -> FunctionSchema:
        return self


_ANY_NUMBER = re.compile(r", \.\.\.\)|(?<=\()\.\.\.\)")


def parse_schema(text: str) -> FunctionSchema:
    """The schema of a text, "mine::twice(Tensor x) -> Tensor" (torch._C.parse_schema). Raises RuntimeError for another."""
    if _ANY_NUMBER.search(text) and "=" in text:
        raise RuntimeError(f"schemas with vararg (...) can't have default value args: {text!r}")
    text = re.sub(r"(\w) *= *", r"\1=", in_libtorchs_words(text))
    try:
        parse(_ANY_NUMBER.sub(")", text))
        made = FunctionSchema.of(text)
        _ = made._parts
    except (ValueError, KeyError) as error:
        raise RuntimeError(f"argument 'schema': {error}") from None
    return made
