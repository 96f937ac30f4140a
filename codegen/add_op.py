"""Writes a new operator into the header and the source of its family, and moves the number of the ABI.

    make add-op SCHEMA="cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor"
    make add-op SCHEMA=cholesky_solve FAMILY=lapack SAYS="X with A @ X = self, from the Cholesky factor input2 of A."

SCHEMA is as libtorch spells it, or the operator's name, whose schema the running libtorch then gives. Without FAMILY the
header is that of the operators to which it belongs by its name. What is written compiles; the developer reads it, moves
it where it belongs, and tests it (docs/adding-an-op.md).
"""

import argparse
import collections
import importlib.util
import re
import subprocess
import sys
from pathlib import Path

from . import abi, header
from .c_parameters import options_at, parameters, results

ROOT = Path(__file__).resolve().parent.parent
SECTIONS = {
    "compute": "/* ---- compute ---- */",
    "in place": "/* ---- in place: change `self` ---- */",
    "into": "/* ---- into given tensors: change `out` ---- */",
}
# Words that read the value of an argument, by its type: docs/adding-an-op.md has the same table.
WORDS = {
    "Tensor": "get", "Scalar": "scalar", "str": "chars", "ScalarType": "dtypeof", "MemoryFormat": "format",
    "Generator": "opt", "Tensor?": "opt", "Scalar?": "optscalar", "str?": "opt", "ScalarType?": "optdtype",
    "MemoryFormat?": "optformat", "Layout?": "optlayout", "Generator?": "opt", "int?": "opt", "float?": "opt",
    "bool?": "opt", "Tensor[]": "list", "Tensor?[]": "optlist", "Scalar[]": "scalars", "int[]": "ints",
    "float[]": "floats", "int[]?": "optints", "float[]?": "optfloats",
}  # fmt: skip
PLAIN = {"int", "float", "bool"}
WIDTH = 120


class Refused(Exception):
    """A schema that this command cannot write: the sentence says why, and what to do."""


# ---- the schema ----


def schema_of(text):
    """The Schema of a text, or that which libtorch has for a name; without the namespace, as in the headers."""
    text = " ".join(text.split()).removeprefix("aten::")
    if "(" not in text:
        text = of_libtorch(text)
    try:
        return header.schemas.parse(text)
    except ValueError as error:
        raise Refused(f"no schema: {text}: NAME.OVERLOAD(TYPE NAME, …) -> TYPE is expected") from error


def of_libtorch(name):
    """The schema of an operator in the running libtorch, by its name with the overload: "add.Tensor"."""
    from pytorch_c import ops

    packet, _, overload = name.partition(".")
    try:
        return str(getattr(getattr(ops.aten, packet), overload or "default").schema).removeprefix("aten::")
    except AttributeError as error:
        raise Refused(f"libtorch has no operator aten::{name}: {error}") from error


# ---- where it belongs ----


def section_of(schema):
    return "in place" if schema.inplace else "into" if schema.out_args else "compute"


def stem(name):
    """The name that an operator shares with its forms: "add" of add_, "index" of index_copy_backward's like."""
    return name.strip("_").removesuffix("_copy").removesuffix("_backward")


def beginning(name):
    """The first word of a name of several, "fft" of fft_rfft; "" of one word."""
    first, _, others = stem(name).partition("_")
    return first if others else ""


def family_of(schema, families):
    """The family of the operators with the same name, else of those that begin alike. Raises Refused without one."""
    names = {one: [f.schema.name for f in found if f.schema] for one, found in families.items()}
    if schema.name.startswith("_foreach_"):
        return "foreach_inplace" if schema.inplace else "foreach"
    if schema.name.endswith("_copy"):
        return "view_copy"
    for alike in (
        lambda name: name == schema.name,
        lambda name: stem(name) == stem(schema.name),
        lambda name: beginning(name) != "" and beginning(name) == beginning(schema.name),
    ):
        counted = collections.Counter({one: sum(map(alike, found)) for one, found in names.items()})
        (most, count), total = counted.most_common(1)[0], counted.total()
        if count and count >= 0.8 * total:
            return most
    raise Refused(f"no family is that of {schema.name} by its name: say FAMILY=…, one of {', '.join(sorted(names))}")


# ---- what is written ----


def declaration(schema, says=""):
    """The comment and the declaration for the header, as clang-format lays them out later."""
    words = []
    try:
        taken, given = parameters(schema), results(schema)
    except KeyError as error:
        raise Refused(f"a function in C has no parameter or result of the type {error.args[0]}") from None
    for kind, name, nullable, entries_nullable in taken:
        before = "PTC_OPTIONAL " * nullable + "PTC_OPTIONAL_ITEMS " * entries_nullable
        words.append(before + joined(kind, name))
    words += ["PTC_OUT " + joined(kind, name) for kind, name in given]
    comment = "".join(f"{line}\n   " for line in says.splitlines()) + wrapped_schema(schema.text.removeprefix("aten::"))
    return f"/* {comment} */\nPTC_NODISCARD ptc_error {schema.symbol}({', '.join(words)});\n"


def joined(kind, name):
    return kind + ("" if kind.endswith("*") else " ") + name


def wrapped_schema(text):
    """A schema whose lines go on with seven blanks where it is too long."""
    lines, line = [], ""
    for word in re.split(r"(?<=,) ", text):
        room = WIDTH - (6 if not lines else 10)
        if line and len(line) + 1 + len(word) > room:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}".strip()
    return "\n       ".join([*lines, line])


def value(arg):
    """The C++ expression of an argument."""
    type = str(arg.type)
    if arg.base == "bool" and arg.is_list and arg.size:
        return f"bools({arg.name}, {arg.size})"
    type = re.sub(r"\[\d+\]", "[]", type)
    if type in PLAIN:
        return arg.name
    if type not in WORDS:
        raise Refused(f"the argument {arg.name} is of the type {arg.type}: write its function by hand")
    return f"{WORDS[type]}({arg.name})"


def expression(schema, free):
    """The call of libtorch: a free function, or a method where libtorch declares none."""
    at = options_at(schema)
    values = []
    for i, arg in enumerate(schema.args):
        if at is not None and at <= i < at + 4:
            values += ["opts(options)"] if i == at else []
        elif arg in schema.out_args:
            values.append(f"{'list' if arg.is_list else 'into'}({arg.name})")
        else:
            values.append(value(arg))
    if schema.out_args:
        count = len(schema.out_args)
        values = values[-count:] + values[:-count]
        return f"at::{schema.name}_out({', '.join(values)})"
    if not free and schema.args and schema.args[0].base == "Tensor":
        return f"{values[0]}.{schema.name}({', '.join(values[1:])})"
    return f"at::{schema.name}({', '.join(values)})"


def is_free(schema, libtorch):
    """Returns whether libtorch declares a function of that name in namespace at."""
    path = (
        libtorch / "include" / "ATen" / "ops" / f"{schema.name.removesuffix('_') if schema.inplace else schema.name}.h"
    )
    if not path.is_file():
        raise Refused(f"this libtorch has no {path.name} among its operators")
    return bool(re.search(rf"^inline .*\b{schema.name}\(", path.read_text(encoding="utf-8"), re.M))


def in_order(schema, call):
    """Statements that make several numbers in their order, and the call with what they make: C++ leaves that of arguments
    open, and an error names the first wrong one.
    """
    numbers = [arg for arg in schema.args if str(arg.type) in ("Scalar", "Scalar?")]
    if len(numbers) < 2:
        return "", call
    made = []
    for arg, name in zip(numbers, ("first", "second", "third", "fourth"), strict=False):
        made.append(f"{name} = {value(arg)}")
        call = call.replace(value(arg), name)
    kind = "at::Scalar" if str(numbers[0].type) == "Scalar" else "auto"
    return f"const {kind} {', '.join(made)}; ", call


def definition(schema, free):
    """The function for the source."""
    taken = [joined(kind, name) for kind, name, *_ in parameters(schema)]
    given = [name for _, name in results(schema)]
    taken += [joined(kind, name) for kind, name in results(schema)]
    numbers, call = in_order(schema, expression(schema, free))
    if not given:
        guarded = f"guard([&] {{ {numbers}{call}; }})"
    else:
        outs = given[0] if len(given) == 1 else f"std::tie({', '.join(given)})"
        factory = options_at(schema) is not None
        put = f"put({outs}, {call}{', options' if factory else ''});"
        guarded = f"guard({outs}, [&] {{ {numbers}{'Factory quick; ' if factory else ''}{put} }})"
    return f"ptc_error {schema.symbol}({', '.join(taken) or 'void'}) {{\n  return {guarded};\n}}\n"


# ---- into the files ----


class Place:
    """The header and the source of a family."""

    def __init__(self, family, root=ROOT):
        place = header.place_of(family)
        self.header = root / "cshim" / "include" / place
        self.source = root / "cshim" / "src" / Path(place).relative_to("pytorch_c").with_suffix(".cc")

    def add(self, schema, says, libtorch):
        """Writes the declaration and the definition; (header, source)."""
        lines, function = declaration(schema, says), definition(schema, is_free(schema, libtorch))
        declared, before = with_declaration(self.header.read_text(encoding="utf-8"), schema, lines)
        source = with_definition(self.source.read_text(encoding="utf-8"), function, before)
        if re.search(r"\bat::", function):
            source = with_include(source, schema.name)
        self.header.write_text(declared, encoding="utf-8")
        self.source.write_text(source, encoding="utf-8")
        return self.header, self.source


def with_declaration(text, schema, lines):
    """(the header with a declaration in the order of the names, the functions of the section before it)."""
    banners = [(match.start(), match.end(), match[1]) for match in re.finditer(r"/\* ---- (.*?) ---- \*/\n", text)]
    wanted, end = section_of(schema), text.index("\nPTC_END")
    found = next((at for at, one in enumerate(banners) if one[2].startswith(wanted)), None)
    if found is None:
        later = list(SECTIONS)[list(SECTIONS).index(wanted) + 1 :]
        at = next((one[0] for one in banners if one[2].startswith(tuple(later))), end + 1)
        return f"{text[:at]}{SECTIONS[wanted]}\n\n{lines}\n{text[at:]}", []
    start = banners[found][1]
    stop = banners[found + 1][0] if found + 1 < len(banners) else end
    before, at = [], None
    for match in re.finditer(
        r"(?:/\*(?:(?!\*/)[\s\S])*\*/\n)?PTC_NODISCARD ptc_error (ptc_\w+)\([^;]*;\n", text[start:stop]
    ):
        _, one = header.documented(match[0][: match[0].find("*/") + 2], match[1])
        if one and one.name > schema.name:
            at = start + match.start()
            break
        before.append(match[1])
    at = at if at is not None else start + len(text[start:stop].rstrip()) + 1
    return text[:at] + lines + text[at:], before


def with_definition(text, function, before):
    """The source with a function behind the last of those that stand before it in the header."""
    for name in reversed(before):
        match = re.search(rf"^(?:ptc_error {name}\([^;{{]*\) \{{[\s\S]*?^\}}|[A-Z_]+\({name}, .*\))\n", text, re.M)
        if match:
            return text[: outside(text, match.end())] + function + text[outside(text, match.end()) :]
    first = re.search(r"^(?:ptc_error ptc_|[A-Z_]+\(ptc_)", text, re.M)
    return text[: first.start()] + function + text[first.start() :]


def outside(text, at):
    """The place at or behind `at` that no #if surrounds."""
    depth = len(re.findall(r"^#if", text[:at], re.M)) - len(re.findall(r"^#endif", text[:at], re.M))
    while depth > 0:
        match = re.compile(r"^#(if|endif).*\n", re.M).search(text, at)
        depth, at = depth + (1 if match[1] == "if" else -1), match.end()
    return at


def with_include(text, name):
    """The source with the operator's header among those of libtorch's, in their order."""
    line = f"#include <ATen/ops/{name}.h>\n"
    there = list(re.finditer(r"^#include <ATen/ops/\w+\.h>\n", text, re.M))
    if any(match[0] == line for match in there):
        return text
    later = next((match.start() for match in there if match[0] > line), there[-1].end() if there else 0)
    return text[:later] + line + text[later:]


# ---- the command ----


def formatter():
    beside = Path(sys.executable).with_name("clang-format")
    return str(beside) if beside.is_file() else "clang-format"


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="make add-op", description=__doc__.partition("\n")[0])
    parser.add_argument("schema", help="as libtorch spells it, or the operator's name")
    parser.add_argument("--family", help="the header: lapack, reduce, …")
    parser.add_argument("--says", default="", help="words that stand above the schema: what it does, and shapes")
    options = parser.parse_args(arguments)
    try:
        schema = schema_of(options.schema)
        if schema.symbol in header.read().functions:
            raise Refused(f"{schema.symbol} is there: {header.read().functions[schema.symbol].family}.h")
        family = options.family or family_of(schema, header.families())
        if family not in header.families():
            raise Refused(f"there is no header {family}.h: FAMILY is one of {', '.join(sorted(header.families()))}")
        spec = importlib.util.find_spec("torch")
        written = Place(family).add(schema, options.says, Path(spec.submodule_search_locations[0]))
    except Refused as why:
        print(f"add-op: {why}", file=sys.stderr)
        return 1
    subprocess.run([formatter(), "-i", *map(str, written)], check=True)
    for cached in (header.declared, header.read):
        cached.cache_clear()
    print("written:", *(str(path.relative_to(ROOT)) for path in written))
    if not options.says:
        print(f"Say in a sentence above its schema what {schema.symbol} does, and what shapes it takes.")
    return abi.main(["--bump"])


if __name__ == "__main__":
    sys.exit(main())
