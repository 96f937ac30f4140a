"""Signatures: the schemas of operators as libtorch spells them, and those of Python functions in the same words.

Needs nothing of the package, so that codegen reads the headers with it too.
"""

import re
from functools import cache

# Compiled at their first use (by re): an import should not pay for them.
_SCHEMA = r"(?:(?P<space>\w+)::)?(?P<name>\w+)(?:\.(?P<overload>\w+))?\((?P<args>.*)\) -> (?P<returns>.+)"
_TYPE = r"(?P<base>[\w.]+)(?P<inner>\?)?(?P<list>\[(?P<size>\d*)\])?(?P<outer>\?)?"
# "Tensor! out" has no set of its own: libtorch writes "Tensor($0! -> ) out".
_ALIAS = r"\((?P<set>[a-z$][a-z0-9|]*!?)(?: -> [^)]*)?\)"
# A type may hold spaces, in brackets: Dict(str, Tensor).
_ARGUMENT = r"(?P<type>(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+)(?: (?P<name>\w+))?"
_CONCRETE = {"SymInt": "int", "SymBool": "bool", "SymFloat": "float", "QScheme": "int"}


class Type(str):
    """A type of the schema language, as its text: "int[2]?".

    base: "int"; of a type that is none of these ("Dict(str, Tensor)", "Tensor[][]") all of it but a last `?`
    size: of a list that one value may stand for, else None
    optional: the argument itself may be None; optional_items: elements may, as in "Tensor?[]"
    """

    __slots__ = ("base", "is_list", "size", "optional", "optional_items")

    def __init__(self, text):
        match = re.fullmatch(_TYPE, text)
        self.is_list = bool(match and match["list"])
        self.base = match["base"] if match else text.removesuffix("?")
        self.size = int(match["size"]) if self.is_list and match["size"] else None
        self.optional = text.endswith("?")
        self.optional_items = self.is_list and bool(match["inner"])


@cache
def type_of(text):
    """The Type of a text; a symbolic number is a plain one here."""
    base = re.match(r"\w*", text)[0]
    return Type(_CONCRETE.get(base, base) + text[len(base) :])


class Argument:
    """One argument: its type, its name, its default as text or None, and what it shares memory with ("a!")."""

    __slots__ = ("type", "name", "default", "kwonly", "alias")

    def __init__(self, type, name, default, kwonly, alias):
        self.type, self.name, self.default, self.kwonly, self.alias = type, name, default, kwonly, alias

    base = property(lambda self: self.type.base)
    is_list = property(lambda self: self.type.is_list)
    size = property(lambda self: self.type.size)
    optional = property(lambda self: self.type.optional)
    optional_items = property(lambda self: self.type.optional_items)
    required = property(lambda self: self.default is None)
    mutable = property(lambda self: self.alias.endswith("!"))

    def __repr__(self):
        return f"{self.type} {self.name}" + ("" if self.required else f"={self.default}")


class Signature:
    """Parameters of a function: `args` in order, of which `positional` may stand without their names."""

    __slots__ = ("text", "args", "positional", "by_name")

    def __init__(self, text, args):
        self.text, self.args = text, args
        self.positional = [one for one in args if not one.kwonly]
        self.by_name = {one.name: one for one in args}

    def __repr__(self):
        return f"<{type(self).__name__.lower()} {self.text}>"

    def __eq__(self, other):
        return type(other) is type(self) and self.text == other.text

    def __hash__(self):
        return hash(self.text)

    def bind(self, args, kwargs):
        """({name: value} of a call, None), or (None, why there is no argument for a value)."""
        if len(args) > len(self.positional):
            return None, f"takes {len(self.positional)} positional arguments, got {len(args)}"
        given = {one.name: value for one, value in zip(self.positional, args)}
        for name, value in kwargs.items():
            if name in given:
                return None, f"argument '{name}' is given twice"
            if name not in self.by_name:
                return None, f"has no argument '{name}'"
            given[name] = value
        return given, None


class Schema(Signature):
    """An operator's own signature: "aten::add.Tensor(Tensor self, …) -> Tensor", in the headers without aten::.

    returns: (type, name or None) of each result; aliases: what each shares memory with, or ""
    """

    __slots__ = ("space", "name", "overload", "returns", "aliases")

    @property
    def full(self):
        """ "aten::add.Tensor" """
        return (f"{self.space}::" if self.space else "") + self.name + (f".{self.overload}" if self.overload else "")

    @property
    def symbol(self):
        """The C function: "ptc_add_Tensor"."""
        return "ptc_" + self.name + (f"_{self.overload}" if self.overload else "")

    @property
    def inplace(self):
        return self.name.endswith("_") and not self.name.endswith("__")

    @property
    def out_args(self):
        return tuple(one for one in self.args if one.mutable and one.kwonly)


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


def _value(text):
    """(type, name or None, alias) of an argument without its default, or of a result."""
    alias = re.search(_ALIAS, text)
    match = re.fullmatch(_ARGUMENT, re.sub(_ALIAS, "", text))
    if not match:
        raise ValueError(f"not an argument: {text!r}")
    return type_of(match["type"]), match["name"], alias["set"] if alias else ""


def arguments(text):
    """The arguments of "Tensor self, *, int dim=0", what stands behind the star by keyword only."""
    found, kwonly = [], False
    for part in split(text):
        if part == "*":
            kwonly = True
            continue
        left, equals, default = part.partition("=")
        kind, name, alias = _value(left)
        if name is None:
            raise ValueError(f"an argument without a name: {part!r}")
        found.append(Argument(kind, name, default if equals else None, kwonly, alias))
    return tuple(found)


@cache
def signatures(text):
    """The Signatures of a function, with " | " between its forms: "Tensor input, int dim | Tensor input"."""
    return tuple(Signature(one, arguments(one)) for one in text.split(" | "))


def signature(text):
    """The Signature of a text of one form."""
    return Signature(text, arguments(text))


def parse(text):
    """The Schema of an operator; raises ValueError for a text that is none."""
    match = re.fullmatch(_SCHEMA, text)
    if not match:
        raise ValueError(f"not a schema: {text!r}")
    returns = match["returns"]
    results = [_value(one) for one in (split(returns[1:-1]) if returns.startswith("(") else [returns])]
    made = Schema(text, arguments(match["args"]))
    made.space, made.name, made.overload = match["space"] or "", match["name"], match["overload"] or ""
    made.returns = tuple((kind, name) for kind, name, _ in results)
    made.aliases = tuple(alias for _, _, alias in results)
    return made
