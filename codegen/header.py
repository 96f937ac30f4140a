"""Reads the C headers: every declaration with its comment, into the model that all else is derived from."""

import re
from functools import cache
from pathlib import Path

from . import facts, runtime
from .model import Api, Callback, Enum, Function, Handle, Param, Struct

schemas = runtime.load("_calls.schema")  # the parser that the package has too

INCLUDE = Path(__file__).resolve().parent.parent / "cshim" / "include"

# One thing of a header: a comment, a line of the preprocessor, or a declaration up to its semicolon.
_ITEM = re.compile(
    r"(?P<comment>/\*[\s\S]*?\*/)"
    r"|(?P<directive>^#(?:.*\\\n)*.*$)"
    r"|(?P<marker>\bPTC_(?:BEGIN|END)\b)"
    r"|(?P<declaration>\w[^;{]*(?:\{[^}]*\}[^;{]*)?;)",
    re.M,
)
_MACRO = re.compile(r"#define (?P<name>PTC_\w+) (?:\(?(?P<number>-?\d+)\)?|\"(?P<text>[^\"]*)\")\s*$")
_HANDLE = re.compile(r"typedef struct (?P<struct>\w+) \*(?P<name>ptc_\w+);")
_STRUCT = re.compile(r"typedef struct (?P<name>ptc_\w+) \{(?P<fields>.*)\} (?P=name);")
_ENUM = re.compile(r"enum (?P<name>ptc_\w+) \{(?P<values>.*)\};")
_FUNCTION = re.compile(
    r"(?P<nodiscard>PTC_NODISCARD )?(?P<returns>(?:const )?\w+ ?\*?) ?(?P<name>ptc_\w+)\((?P<params>.*)\);"
)
_CALLBACK = re.compile(r"typedef (?P<returns>\w+) \(\*(?P<name>ptc_\w+_fn)\)\((?P<params>.*)\);")
_ALIAS = re.compile(r"typedef (?P<type>const char \*)(?P<name>ptc_error);")
_VALUE = re.compile(r"(PTC_\w+) = (-?\d+)\s*,?\s*(?:/\*(.*?)\*/)?", re.S)
# The words before a pointer, as what they say of it (types.h explains them).
_WORDS = {
    "PTC_OPTIONAL": {"nullable": True},
    "PTC_OPTIONAL_ITEMS": {"entries_nullable": True},
    "PTC_OUT": {"direction": "out"},
    "PTC_OUT_OPTIONAL": {"direction": "out", "nullable": True},
    "PTC_INOUT": {"direction": "inout"},
    "PTC_TAKEN": {"owned": "taken"},
}
_BANNER = re.compile(r"/\* ---- (.*?) ---- \*/", re.S)


def one_line(text):
    """C without its line ends and comments."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r"\( ", "(", " ".join(text.split()))


def parse_params(text):
    if text.strip() in ("", "void"):
        return ()
    return tuple(parse_param(part) for part in schemas.split(one_line(text)))


def parse_param(text):
    """One parameter, or a field of a struct, with what the words before it say."""
    said = {}
    while (word := text.partition(" ")[0]) in _WORDS:
        said |= _WORDS[word]
        text = text[len(word) + 1 :]
    match = re.match(r"^(.*?[\s*])(\w+)$", text)
    return Param(match[1].strip(), match[2], **said)


def clean(comment):
    """The lines of a comment."""
    text = re.sub(r"^/\*|\*/\s*$", "", comment.strip())
    text = re.sub(r"\n {4,}", " ", text)  # an indented line continues the one before
    return [line.strip() for line in text.splitlines() if line.strip()]


def documented(comment, name):
    """(the words of the comment above the function `name`, the Schema that it ends with or None)."""
    lines = clean(comment)
    other = None
    for start in reversed(range(len(lines))):  # a long schema is wrapped
        try:
            schema = schemas.parse(" ".join(lines[start:]))
        except ValueError:  # our words, or the end of a schema
            continue
        if schema.symbol == name:
            return " ".join(lines[:start]), schema
        other = other or schema
    if other:
        raise ValueError(f"{name} stands under the schema of {other.symbol}")
    return " ".join(lines), None


def items(text):
    """(kind, text, the comment that stands right above it or "") of each thing in a header."""
    comment, end = "", 0
    for match in _ITEM.finditer(text):
        near = text[end : match.start()].count("\n") <= 1
        if match.lastgroup == "comment" and near and comment == "" and text[match.start() - 1 : match.start()] != "\n":
            continue  # beside a declaration
        yield match.lastgroup, match[0], comment if near else ""
        comment, end = match[0] if match.lastgroup == "comment" else "", match.end()


class Reader:
    """Declarations of the headers, in order."""

    def __init__(self):
        self.families, self.enums, self.structs, self.handles, self.macros = {}, {}, {}, {}, {}
        self.callbacks, self.aliases = {}, {}
        self.places = {}  # of each family, as programs include it: "pytorch_c/operators/blas.h"

    def read(self, path, place=""):
        self.section, self.found = "", []
        for kind, text, comment in items(path.read_text()):
            banner = kind == "comment" and _BANNER.fullmatch(text)
            if banner:
                self.section = " ".join(banner[1].split())
            elif kind == "directive":
                macro = _MACRO.fullmatch(text)
                if macro:
                    self.macros[macro["name"]] = int(macro["number"]) if macro["number"] else macro["text"]
            elif kind == "declaration":
                self.declaration(path, text, "" if _BANNER.fullmatch(comment) else comment)
        self.families[path.stem], self.places[path.stem] = self.found, place

    def declaration(self, path, text, comment):
        line = one_line(text)
        doc = " ".join(clean(comment))
        if match := _HANDLE.fullmatch(line):
            self.handles[match["name"]] = Handle(match["name"], match["struct"])
        elif match := _STRUCT.fullmatch(line):
            fields = tuple(parse_param(part.strip()) for part in match["fields"].split(";") if part.strip())
            self.structs[match["name"]] = Struct(match["name"], doc, fields)
        elif match := _ENUM.fullmatch(line):
            values = [(name, int(value), words) for name, value, words in _VALUE.findall(text)]
            docs = {name: " ".join(words.split()) for name, _, words in values if words}
            self.enums[match["name"]] = Enum(match["name"], doc, {name: value for name, value, _ in values}, docs)
        elif match := _ALIAS.fullmatch(line):
            self.aliases[match["name"]] = match["type"]
        elif match := _CALLBACK.fullmatch(line):
            name = match["name"]
            self.callbacks[name] = Callback(name, match["returns"], parse_params(match["params"]), doc)
        elif match := _FUNCTION.fullmatch(line):
            if bool(match["nodiscard"]) != (match["returns"].strip() == "ptc_error"):
                raise ValueError(f"{path.name}: PTC_NODISCARD stands before each ptc_error, and there alone: {line}")
            doc, schema = documented(comment, match["name"])
            params = parse_params(match["params"])
            self.found.append(
                Function(path.stem, self.section, match["returns"].strip(), match["name"], params, doc, schema)
            )
        else:
            raise ValueError(f"{path.name}: not a declaration that is known here: {line}")

    @property
    def types(self):
        return facts.types(self.handles, self.structs, self.callbacks)

    def api(self, version):
        types = self.types
        return Api(
            version=version,
            families={
                family: tuple(facts.complete(f, types) for f in found) for family, found in self.families.items()
            },
            enums=self.enums,
            structs={name: facts.complete_struct(one, types) for name, one in self.structs.items()},
            handles=self.handles,
            callbacks=types.callbacks,
            aliases=self.aliases,
            macros=self.macros,
        )


@cache
def declared(include=INCLUDE):
    """The Reader of all headers, of this library or in another one's folder."""
    umbrella = (include / "pytorch_c.h").read_text()
    reader = Reader()
    first, *others = re.findall(r"#include <(pytorch_c/[\w/]+\.h)>", umbrella)
    for place in (first, *sorted(others, key=lambda place: Path(place).stem)):
        reader.read(include / place, place)
    return reader


@cache
def read():
    """The Api of all headers."""
    return declared().api((INCLUDE.parent / "VERSION").read_text().strip())


def families():
    """{family: (Function, …)} of all headers, by their names."""
    return read().families


def place_of(family):
    """The header of a family, as programs include it: "pytorch_c/operators/blas.h"."""
    return declared().places[family]


def __getattr__(name):
    if name == "HANDLES":
        return tuple(read().handles)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
