"""Input of the generators: pytorch_c.json as operators, whose arguments have a kind and a default."""

import json
from dataclasses import dataclass, field

NONE = object()
KINDS = {"string": "str", "device_type": "device", "reduction": "int"}


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
    """An operator: `symbol` in C, the name of its overloads, arguments in C's order, (name, kind) of each result."""

    symbol: str
    name: str
    overload: str
    variant: str
    doc: str
    schema: str
    method: bool
    args: list = field(default_factory=list)
    results: list = field(default_factory=list)

    @property
    def in_place(self):
        """Returns whether it changes its first argument, and gives nothing else."""
        return self.variant == "inplace" and not self.results


def argument(param):
    """The Arg of a parameter of the JSON."""
    kind = KINDS.get(param["kind"], param["kind"]) + ("s" if param.get("list") else "")
    return Arg(
        param["name"].removesuffix("_type") if kind == "device" else param["name"],
        kind,
        param.get("optional", False),
        param.get("default", NONE),
        param.get("written", False),
        param.get("optional_items", False),
        "size" in param,
    )


def operator(one):
    """The Op of a function of the JSON."""
    said, args, results = one["operator"], [], []
    for param in one["params"]:
        if param["direction"] == "out":
            kind = {"tensor_list": "tensors"}.get(param["kind"], param["kind"])
            results.append((param["name"], "int32" if param["type"] == "int32_t *" else kind))
        elif param["kind"] not in ("length", "device_index"):
            args.append(argument(param))
    return Op(
        one["name"],
        said["name"],
        said["overload"],
        said["variant"],
        one["summary"],
        said["schema"],
        said["method"],
        args,
        results,
    )


def load(path):
    """The description itself, and its operators."""
    with open(path) as file:
        api = json.load(file)
    return api, [operator(one) for one in api["functions"] if "operator" in one]


def required(args):
    """Returns how many arguments a caller must give: those up to the last one without a default."""
    return max((i + 1 for i, arg in enumerate(args) if arg.default is NONE), default=0)


def overloads(ops):
    """(Op, arguments in the host's order, how many are required) where no call may mean two overloads of a group.

    One that comes later, and would be called with the same kinds as an earlier one, must be given what differs.
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


def group(op):
    """The name that its overloads share: the schema's, with _out for those that fill an `out`."""
    return op.name + "_out" if op.variant == "out" and not op.name.endswith("_") else op.name


def host_order(op):
    """The arguments as most languages want them: what is filled first, then those with defaults last."""
    first = [arg for arg in op.args if arg.written] if op.variant == "out" else []
    return first + [arg for arg in op.args if arg not in first]


# ---- the shapes of C functions, for bindings that tell a library for foreign functions what they call ----

SHAPES = {"void": "v", "bool": "b", "double": "d", "int32_t": "i", "ptc_scalar": "s"}


def shape(one):
    """The letters of a function or callback, the result first: v none, l int64 or address, i int32, d double, b bool, s scalar."""
    kinds = [one["returns"]["type"], *(param["type"] for param in one["params"])]
    return "".join(SHAPES.get(kind, "l") for kind in kinds)


def shapes(description):
    """{name: letters} of the functions that are no operators, and of the types of callbacks.

    A function that takes a ptc_stream by its value has none.
    """
    found = [one for one in description["functions"] if "operator" not in one] + description["callbacks"]
    return {one["name"]: shape(one) for one in found if all(p["type"] != "ptc_stream" for p in one["params"])}
