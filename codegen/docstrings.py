"""The text that help() shows for an operator: what it does, its arguments, its results, what it raises."""

import re
import textwrap
from functools import cache

from . import example_texts, header
from .convert import py_name
from .exceptions import FACTORS, GIVE_LIST_BACK, OTHER_SHAPE
from .sentences import Sentences

WORDS = {
    "Scalar": "number",
    "ScalarType": "dtype",
    "Layout": "layout",
    "MemoryFormat": "memory_format",
    "Device": "device",
    "QScheme": "int",
}
OPTIONS = {"dtype": "dtype or None", "layout": "layout or None", "device": "device, str, int or None"}
PLURAL = {"int": "ints", "float": "floats", "bool": "bools", "Tensor": "Tensors", "Scalar": "numbers"}

# Elementwise families: the result has the shape of the one tensor, or the common shape of several.
ELEMENTWISE = set("unary arithmetic pointwise compare bitwise special special_polynomials activation aliases".split())
DIMENSIONS = {
    "dim",
    "dims",
    "dim0",
    "dim1",
    "dim2",
    "axis",
    "dimension",
    "start_dim",
    "end_dim",
    "source",
    "axis0",
    "axis1",
}


@cache
def lines():
    """{name: its words in a header}; those of the first overload."""
    found = {}
    for functions in header.families().values():
        for f in functions:
            if f.schema:
                found.setdefault(f.schema.name, f.doc)
    return found


def pythonic(doc):
    """A header's line in Python's words."""
    return re.sub(r"\bself\b", "input", doc).replace("NULL", "None")


@cache
def sentences():
    return Sentences(header.read())


def sentence(function):
    """Returns what one form does."""
    return pythonic(sentences().of(function))


def summary(name):
    """Returns what the first form does, in the words of its header."""
    return pythonic(lines()[name])


def words(arg):
    """The type of an argument in words: "int or sequence of ints"."""
    word = WORDS.get(arg.base, arg.base)
    if arg.base == "Device":
        word = "device, str or int"
    if arg.is_list:
        plural = PLURAL.get(arg.base, word) + (" and Nones" if arg.optional_items else "")
        one = arg.base == "int" or (arg.size and arg.base != "Tensor")
        word = (f"{word} or " if one else "") + f"sequence of {plural}"
    return word + (" or None" if arg.optional else "")


def default(text):
    return "" if text is None else f", default {text}"


def results(op):
    """Returns what a form gives, in words."""
    kinds, names = [kind for kind, _ in op.schema.returns], [name for _, name in op.schema.returns]
    if op.schema.inplace:
        if op.schema.args[0].is_list and not op.schema.name.startswith(tuple(GIVE_LIST_BACK)):
            return "None; the tensors are changed"
        return f"`{op.params[0][0]}`, changed"
    if len(kinds) > 1 and all(names):
        ints = " and ints" if "int" in kinds else ""
        return f"named tuple ({', '.join(names)}) of Tensors{ints}{shape(op)}"
    if len(kinds) > 1:
        many = [("tuple of Tensors" if kind.endswith("[]") else kind) for kind in kinds]
        return f"tuple ({', '.join(many)})"
    if not kinds:
        return "None"
    kind = kinds[0]
    if kind.endswith("[]"):
        return "tuple of Tensors"
    return WORDS.get(kind, kind) + (shape(op) if kind == "Tensor" else "")


def shape(op):
    """The shape of a single result, where the kind of operator says it."""
    name, family = op.schema.name, op.function.family
    if op.has("keepdim") and op.has("dim"):
        return " without `dim`, or of size 1 there if `keepdim`"
    if family not in ELEMENTWISE or name.startswith("_") or name in OTHER_SHAPE or len(op.schema.returns) > 1:
        return ""
    tensors = [py_name(a) for a in op.schema.args if a.base == "Tensor"]
    if len(tensors) == 1:
        return f" in the shape of `{tensors[0]}`"
    return " in the common shape of the tensors" if family != "activation" else ""


def form(op):
    """One overload as a call: "max(input, dim, keepdim=False)"."""
    parts, starred = [], False
    for name, value, arg in op.params:
        if (arg is None or arg.kwonly) and not starred:
            parts.append("*")
            starred = True
        parts.append(name if value is None else f"{name}={value}")
    if op.out:
        parts += [*([] if starred else ["*"]), "out=None"]
    return f"{op.schema.name}({', '.join(parts)})"


def arguments(ops):
    """{name: its types and default} over all forms."""
    found = {}
    for op in ops:
        for name, value, arg in op.params:
            kind = words(arg) if arg else OPTIONS.get(name, "bool or None" if value == "None" else "bool")
            kinds = found.setdefault(name, [])
            if kind + default(value) not in kinds:
                kinds.append(kind + default(value))
    outs = {len(op.out.schema.out_args) for op in ops if op.out}
    if outs:
        count = outs.pop()
        found["out"] = [
            ("Tensor to write into" if count == 1 else f"tuple of {count} Tensors to write into") + ", default None"
        ]
    return {name: "; or ".join(kinds) for name, kinds in found.items()}


def raised(ops):
    lines = ["TypeError: an argument of another type; the message names it"]
    name, names = ops[0].schema.name, {name for op in ops for name, _, _ in op.params}
    if names & DIMENSIONS:
        lines.append(f"IndexError: a dimension that the tensor does not have (`{sorted(names & DIMENSIONS)[0]}`)")
    if name in FACTORS:
        lines.append("LinAlgError: a matrix that is singular or does not converge, where that matters")
    return [*lines, "Error: whatever else libtorch refuses (shapes, dtypes, devices), in its own words"]


def section(title, entries):
    return ["", title + ":", *("    " + entry for entry in entries)] if entries else []


def forms(ops):
    entries = []
    for op in ops:
        entries.append(f"{form(op)} -> {results(op)}")
        if sentence(op.function) != summary(op.schema.name):
            entries.append("    " + sentence(op.function))
    return entries


def hung(line, width=120):
    """The line, wrapped, its other lines four columns further in."""
    margin = line[: len(line) - len(line.lstrip())]
    return "\n".join(textwrap.wrap(line, width, subsequent_indent=margin + "    ", break_on_hyphens=False))


def docstring(name, ops):
    """The docstring of one public function, as source."""
    text = [summary(name)]
    if len(ops) > 1:
        text += section("Forms", forms(ops))
    numpys = {} if name.startswith("_") else {"dim": " (also named axis)", "keepdim": " (also named keepdims)"}
    text += section("Args", [f"{one}: {kinds}{numpys.get(one, '')}" for one, kinds in arguments(ops).items()])
    if len(ops) == 1:
        text += section("Returns", [results(ops[0])])
    text += section("Raises", raised(ops))
    text += section("Schema", [op.schema.text for op in ops])
    quoted = "\n".join([*(hung("    " + line) if line else "" for line in text), *examples(name)])
    return f'    """{quoted.lstrip()}\n    """'


def examples(name):
    """The section with a function's example, as lines of source; none where it has no example."""
    lines = example_texts.of_operator(name)
    return ["", "    Examples:", *("        " + line.replace("\\", "\\\\") for line in lines)] if lines else []
