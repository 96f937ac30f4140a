"""What the generators read: pytorch_c.json as operators, whose arguments have a kind, a default and a place in the C call."""

import json
import re
from dataclasses import dataclass, field

KINDS = {
    "Tensor": "tensor",
    "Scalar": "scalar",
    "int": "int",
    "SymInt": "int",
    "float": "float",
    "bool": "bool",
    "str": "str",
    "ScalarType": "dtype",
    "Layout": "layout",
    "MemoryFormat": "memory_format",
    "Device": "device",
    "Generator": "generator",
    "QScheme": "int",
}
NONE = object()


@dataclass
class Arg:
    """An argument of an operator. `default` is a Python value, or NONE; `kind` ends with "s" for a list."""

    name: str
    kind: str
    optional: bool = False
    default: object = NONE
    written: bool = False
    entries_optional: bool = False
    one: bool = False  # a list of a fixed length, for which one number stands too


@dataclass
class Op:
    """An operator: `symbol` in C, `name` of its group, its arguments in C's order, and (name, kind) of each result."""

    symbol: str
    name: str
    overload: str
    doc: str
    schema: str
    args: list = field(default_factory=list)
    results: list = field(default_factory=list)

    @property
    def in_place(self):
        """Whether it changes its first argument, and gives nothing else."""
        return not self.results and bool(self.args) and self.args[0].written and self.name.endswith("_")


def split(text):
    """The parts of a schema's argument list."""
    return [part for part in re.split(r", (?![^(\[]*[\])])", text) if part]


def parsed(text):
    """{name: Arg} of a schema's argument list."""
    out = {}
    for part in split(text):
        if part == "*":
            continue
        left, _, given = part.partition("=")
        kind, name = left.rsplit(" ", 1)
        written = "!" in kind
        kind = re.sub(r"\([^)]*\)", "", kind)
        optional = kind.endswith("?")
        base = kind.rstrip("?")
        many = re.fullmatch(r"(\w+)(\??)\[(\d*)\]", base)
        short = KINDS[many[1] if many else base] + ("s" if many else "")
        sized = bool(many and many[3])
        default = value(given, short) if given else NONE
        out[name] = Arg(name, short, optional, default, written, bool(many and many[2]), sized)
    return out


def value(text, kind):
    """A default as a Python value: a name of an enum stays a text."""
    if text == "None":
        return None
    if text in ("True", "False"):
        return text == "True"
    if text == "Mean":
        return 1
    if text[0] in "'\"":
        return text[1:-1]
    if text[0] == "[":
        return [int(part) for part in re.split(r",\s*", text[1:-1]) if part]
    if kind in ("dtype", "memory_format"):
        return {"long": "PTC_INT64", "contiguous_format": "PTC_CONTIGUOUS"}[text]
    number = float(text) if kind == "float" or "." in text or "e" in text else int(text)
    return [number] if kind.endswith("s") else number


def operator(one):
    """The Op of a function of the JSON."""
    name, _, rest = one["schema"].partition("(")
    inner, _, returned = rest.rpartition(") -> ")
    known, args, results = parsed(inner), [], []
    for param in one["params"]:
        kind, label = param["kind"], param["name"]
        if kind == "length":
            continue
        if param["direction"] == "out":
            many = {"ptc_tensor *": "tensor", "ptc_tensor_list *": "tensors", "bool *": "bool", "double *": "float", "int32_t *": "int32"}
            results.append((label, many.get(param["type"], "int")))
        elif param["type"] == "ptc_options":
            args.append(Arg("options", "options", True, None))
        elif label.endswith("_index") and label[:-6] in known:
            continue
        else:
            args.append(known[label.removesuffix("_type") if label not in known else label])
    base, _, overload = name.partition(".")
    return Op(one["name"], base, overload, one["doc"], one["schema"], args, results)


def load(path):
    """The description itself, and its operators."""
    with open(path) as file:
        api = json.load(file)
    return api, [operator(one) for one in api["functions"] if one["schema"]]


def required(args):
    """How many arguments a caller must give: those up to the last one without a default."""
    return max((i + 1 for i, arg in enumerate(args) if arg.default is NONE), default=0)


def overloads(ops):
    """(Op, arguments in the host's order, how many are required) where no call may mean two overloads of a group.

    One that comes later and would be called with the same kinds as an earlier one must be given the argument that differs.
    """
    groups = {}
    for op in ops:
        order = host_order(op)
        kinds, least = [arg.kind for arg in order], required(order)
        for others, their_least in groups.setdefault(group(op), []):
            differs = next((i for i, (a, b) in enumerate(zip(kinds, others)) if a != b), min(len(kinds), len(others)))
            if least <= differs and their_least <= differs:
                least = min(len(kinds), differs + 1)
        groups[group(op)].append((kinds, least))
        yield op, order, least


def is_out(op):
    """Whether it writes into an argument that its caller gives as `out`."""
    return not op.results and not op.in_place and any(arg.written for arg in op.args[1:])


def group(op):
    """The name that its overloads share: the schema's, with _out for those that fill an `out`."""
    return op.name + "_out" if is_out(op) and not op.name.endswith("_") else op.name


def host_order(op):
    """The arguments as most languages want them: what is filled first, then those with defaults last."""
    first = [arg for arg in op.args if arg.written] if is_out(op) else []
    rest = [arg for arg in op.args if arg not in first]
    return first + rest
