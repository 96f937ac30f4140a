"""Operator schemas as libtorch spells them: ``add.Tensor(Tensor self, …) -> Tensor``."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Arg:
    """One argument: base type ("Tensor", "int", …), list size, optional, default as text."""

    base: str
    name: str
    is_list: bool = False
    size: int | None = None
    optional: bool = False  # the argument itself may be absent
    optional_items: bool = False  # Tensor?[]
    default: str | None = None
    kwonly: bool = False
    mutable: bool = False

    @property
    def type(self):
        inner = self.base + ("?" if self.optional_items else "")
        inner += f"[{self.size or ''}]" if self.is_list else ""
        return inner + ("?" if self.optional else "")


@dataclass(frozen=True)
class Schema:
    text: str
    name: str
    overload: str
    args: tuple
    returns: tuple  # of (type, name or None)

    @property
    def symbol(self):
        return "ptc_" + self.name + (f"_{self.overload}" if self.overload else "")

    @property
    def inplace(self):
        return self.name.endswith("_") and not self.name.endswith("__")

    @property
    def out_args(self):
        return tuple(a for a in self.args if a.mutable and a.kwonly)


_SCHEMA = re.compile(r"^([A-Za-z_0-9]+)(?:\.([A-Za-z_0-9]+))?\((.*)\) -> (.*)$")
_ARG = re.compile(r"^(?P<type>\S+) (?P<name>\w+)(?:=(?P<default>.*))?$")
_TYPE = re.compile(r"^(?P<base>[A-Za-z]+)(?P<alias>\([^)]*\))?(?P<opt1>\?)?(?P<list>\[(?P<size>\d*)\])?(?P<opt2>\?)?$")


def split(text):
    """Splits at commas outside of brackets and quotes."""
    parts, depth, start, quoted = [], 0, 0, False
    for i, c in enumerate(text):
        if c in "\"'":
            quoted = not quoted
        elif not quoted and c in "([":
            depth += 1
        elif not quoted and c in ")]":
            depth -= 1
        elif c == "," and not depth and not quoted:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return parts + [last] if last else parts


def parse_arg(text, kwonly):
    # "Tensor(a -> *) self": the alias set may hold spaces.
    text = re.sub(r"\(([a-z!]+) -> \*\)", r"(\1)", text)
    match = _ARG.match(text)
    if not match:
        raise ValueError(f"not an argument: {text!r}")
    kind = _TYPE.match(match["type"])
    if not kind:
        raise ValueError(f"not a type: {match['type']!r}")
    is_list = kind["list"] is not None
    return Arg(
        base={"SymInt": "int", "SymBool": "bool"}.get(kind["base"], kind["base"]),
        name=match["name"],
        is_list=is_list,
        size=int(kind["size"]) if kind["size"] else None,
        optional=bool(kind["opt2"]) or (bool(kind["opt1"]) and not is_list),
        optional_items=bool(kind["opt1"]) and is_list,
        default=match["default"],
        kwonly=kwonly,
        mutable="!" in (kind["alias"] or ""),
    )


def parse_return(text):
    text = re.sub(r"\([^)]*\)(?=[\[ ?]|$)", "", text.strip())
    kind, _, name = text.partition(" ")
    return kind, name or None


def parse(text):
    """Schema of a text, or None if it is not one."""
    match = _SCHEMA.match(text)
    if not match:
        return None
    name, overload, args, returns = match.groups()
    parsed, kwonly = [], False
    for arg in split(args):
        if arg == "*":
            kwonly = True
        else:
            parsed.append(parse_arg(arg, kwonly))
    if returns.startswith("("):
        results = tuple(parse_return(r) for r in split(returns[1:-1]))
    else:
        results = (parse_return(returns),)
    return Schema(text, name, overload or "", tuple(parsed), results)
