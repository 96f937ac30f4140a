"""Operator schemas at run time: ``aten::add.Tensor(Tensor self, …) -> Tensor``."""

import re
from typing import NamedTuple

_ALIAS = re.compile(r"\((?P<set>[a-z][a-z0-9|]*!?)(?: -> [^)]*)?\)")
_CONCRETE = {"SymInt": "int", "SymBool": "bool", "SymFloat": "float", "QScheme": "int"}


class Value(NamedTuple):
    """One argument or result: its type ("int[2]?"), its name, and what it shares memory with ("a!")."""

    type: str
    name: str
    alias: str
    has_default: bool
    kwonly: bool


class Schema(NamedTuple):
    text: str
    name: str  # "aten::add"
    overload: str
    args: tuple
    results: tuple


def split(text):
    """Splits at the commas that stand outside of brackets and quotes."""
    parts, depth, start, quote, escaped = [], 0, 0, None, False
    for i, c in enumerate(text):
        if quote:
            quote = None if c == quote and not escaped else quote
            escaped = c == "\\" and not escaped
        elif c in "\"'":
            quote = c
        elif c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
        elif c == "," and not depth:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


def _value(text, kwonly=False):
    text, equals, _ = text.partition("=")
    alias = _ALIAS.search(text)
    text = _ALIAS.sub("", text)
    # A type may hold spaces: Dict(str, Tensor).
    match = re.match(r"(.*[^,]) (\w+)$", text)
    kind, name = match.groups() if match else (text, "")
    base = re.match(r"\w+", kind)
    if base and base[0] in _CONCRETE:
        kind = _CONCRETE[base[0]] + kind[base.end() :]
    return Value(kind, name, alias["set"] if alias else "", bool(equals), kwonly)


def parse(text):
    """The Schema of libtorch's own text."""
    head, _, results = text.rpartition(") -> ")
    full, _, args = head.partition("(")
    name, _, overload = full.partition(".")
    values, kwonly = [], False
    for part in split(args):
        if part == "*":
            kwonly = True
        else:
            values.append(_value(part, kwonly))
    results = split(results[1:-1]) if results.startswith("(") else [results]
    return Schema(text, name, overload, tuple(values), tuple(map(_value, results)))
