"""Runs the graph of an exported program by our operators.

The graph becomes one Python function, a line for each node, with operators and constants bound once and values dropped after their last
use. Nothing of the archive's text becomes source: names are numbers here.
"""

from __future__ import annotations

import builtins
import math
import operator
import re

from .._tensor.dtype import FORMATS, LAYOUTS
from ._archive import ArchiveError, dtype_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_OPERATOR = ("eq", "ne", "le", "ge", "lt", "gt", "neg", "pos", "mul", "add", "sub", "floordiv", "mod", "pow", "truediv",
             "and_", "or_", "lshift", "rshift", "getitem", "xor")  # fmt: skip
_NUMBERS = {f"_operator.{name}": getattr(operator, name) for name in _OPERATOR} | {
    "math.ceil": math.ceil,
    "math.floor": math.floor,
    "math.trunc": math.trunc,
    "math.sqrt": math.sqrt,
    "builtins.round": round,
    "builtins.max": builtins.max,
    "builtins.min": builtins.min,
    "torch.sym_float": float,
    "torch.sym_int": int,
    "torch.sym_ite": lambda condition, one, other: one if condition else other,
    "torch.sym_max": builtins.max,
    "torch.sym_min": builtins.min,
    "torch.sym_not": operator.not_,
    "torch.sym_sum": builtins.sum,
    "torch._sym_sqrt": math.sqrt,
}
_LAYOUTS = {1: "sparse_coo", 2: "sparse_csr", 3: "sparse_csc", 4: "sparse_bsr", 5: "sparse_bsc", 7: "strided"}
_FORMATS = {1: "contiguous_format", 2: "channels_last", 3: "channels_last_3d", 4: "preserve_format"}


def _assert_scalar(value, message=""):
    if not value:
        raise RuntimeError(message or "an assertion of the program does not hold")


def _nothing(*arguments, **named):
    """What torch asserts of sizes and dtypes while it captures."""


def _batch_norm(input, weight, bias, running_mean, running_var, momentum, eps):
    from .._ops import native_batch_norm

    return native_batch_norm(input, weight, bias, running_mean, running_var, False, momentum, eps)


def _batch_norm_functional(input, weight, bias, running_mean, running_var, training, momentum, eps):
    from .._ops import native_batch_norm

    mean, var = running_mean.clone(), running_var.clone()
    return *native_batch_norm(input, weight, bias, mean, var, training, momentum, eps), mean, var


# Operators that speak of a tensor's sizes, which are plain numbers here, and a few more.
_OURS = {
    "aten.sym_size.int": lambda self, dim: self.shape[dim],
    "aten.sym_size.default": lambda self: list(self.shape),
    "aten.sym_stride.int": lambda self, dim: self.stride(dim),
    "aten.sym_stride.default": lambda self: list(self.stride()),
    "aten.sym_numel.default": lambda self: self.numel(),
    "aten.sym_storage_offset.default": lambda self: self.storage_offset(),
    "aten._assert_scalar.default": _assert_scalar,
    "aten._assert_tensor_metadata.default": _nothing,
    "aten.sym_constrain_range.default": _nothing,
    "aten.sym_constrain_range_for_size.default": _nothing,
    # By their names they believe their arguments; native_batch_norm checks them.
    "aten._native_batch_norm_legit_no_training.default": _batch_norm,
    "aten._native_batch_norm_legit_functional.default": _batch_norm_functional,
}


def compiled(graph: dict[str, Any]) -> Callable[..., list[Any]]:
    """A function of the graph's inputs, by position, that gives a list of its outputs.

    Raises:
        ArchiveError: a value that no node gives before it is used, or what is not of the schema
        NotImplementedError: an operator that is not registered, or a form of argument that is not known
    """
    return _Function(graph).function()


class _Function:
    def __init__(self, graph):
        self.graph, self.numbers, self.bound, self.lines = graph, {}, {}, []
        self.uses = {}  # the last line that reads a value

    # ---- names ----

    def define(self, name):
        found = self.numbers.setdefault(name, f"v{len(self.numbers)}")
        self.uses[found] = len(self.lines)
        return found

    def read(self, name):
        if name not in self.numbers:
            raise ArchiveError(f"export.load(): the graph reads '{name}', which nothing before has given")
        self.uses[self.numbers[name]] = len(self.lines)
        return self.numbers[name]

    def bind(self, value):
        name = f"c{len(self.bound)}"
        self.bound[name] = value
        return name

    # ---- arguments ----

    def argument(self, given):
        """The source of an argument: a name, a list of names, or a constant that is bound."""
        ((kind, value),) = given.items() if isinstance(given, dict) and len(given) == 1 else (("", None),)
        form = getattr(self, f"_{kind}", None)
        if form is not None:
            return form(value)
        if kind in ("as_int", "as_float", "as_bool", "as_string", "as_ints", "as_floats", "as_bools", "as_strings"):
            return repr(value) if value is None or isinstance(value, (int, bool)) else self.bind(_number(value))
        if kind in ("as_int_lists", "as_float_lists"):
            return self.bind(value)
        raise NotImplementedError(f"export.load(): an argument of the kind {kind or given!r} is not known")

    def _as_none(self, value):
        return "None"

    def _as_tensor(self, value):
        return self.read(value["name"])

    def _as_tensors(self, values):
        return "[" + ", ".join(self.read(one["name"]) for one in values) + "]"

    def _as_nested_tensors(self, values):
        return "[" + ", ".join(map(self._as_tensors, values)) + "]"

    def _as_optional_tensor(self, value):
        return self.argument(value)

    def _as_optional_tensors(self, values):
        return "[" + ", ".join(map(self.argument, values)) + "]"

    def _symbol(self, value):
        return self.read(value["as_name"]) if "as_name" in value else self.bind(_number(next(iter(value.values()))))

    _as_sym_int = _as_sym_float = _as_sym_bool = _symbol

    def _symbols(self, values):
        return "[" + ", ".join(map(self._symbol, values)) + "]"

    _as_sym_ints = _as_sym_floats = _as_sym_bools = _symbols

    def _as_scalar_type(self, value):
        return self.bind(dtype_of(value))

    def _as_memory_format(self, value):
        return self.bind(_constant(_FORMATS, value, "memory format"))

    def _as_layout(self, value):
        return self.bind(_constant(_LAYOUTS, value, "layout"))

    def _as_device(self, value):
        from .._tensor.device import device

        return self.bind(device(value["type"] if value.get("index") is None else f"{value['type']}:{value['index']}"))

    def _as_complex(self, value):
        return self.bind(complex(_number(value["real"]), _number(value["imag"])))

    def _as_graph(self, value):
        return self.bind(compiled(value["graph"]))

    def _as_operator(self, value):
        return self.bind(_operator(value))

    # ---- nodes ----

    def function(self):
        graph = self.graph
        inputs = [self.define(_name(one)) for one in graph["inputs"]]
        for node in graph["nodes"]:
            self.node(node)
        results = ", ".join(self.argument(one) for one in graph["outputs"])
        self.lines.append(f"return [{results}]")
        source = [f"def run({', '.join(inputs)}):"]
        dropped = {}
        for name, line in self.uses.items():
            dropped.setdefault(line, []).append(name)
        for number, line in enumerate(self.lines):
            source.append("    " + line)
            if number in dropped and number < len(self.lines) - 1:
                source.append("    del " + ", ".join(dropped[number]))
        exec(compile("\n".join(source), "<exported program>", "exec"), self.bound)
        return self.bound["run"]

    def node(self, node):
        target = node["target"]
        positional, named, constants = [], [], {}
        for one in node["inputs"]:
            kind = next(iter(one["arg"]), "")
            text = self.argument(one["arg"])
            if kind in ("as_int", "as_float", "as_bool", "as_sym_int", "as_sym_float", "as_complex"):
                constants[one["name"]] = kind
            if one.get("kind") == 2:
                named.append((one["name"], text))
            else:
                positional.append(text)
        call = self.bind(_callable(target, constants))
        arguments = positional + [f"**{{{self.bind(name)}: {text}}}" for name, text in named]
        self.lines.append(f"{self.results(node)}{call}({', '.join(arguments)})")

    def results(self, node):
        """What is left of the call: names for its results."""
        outputs = node["outputs"]
        if not outputs or outputs == [{"as_none": True}]:
            return ""
        if len(outputs) == 1:
            kind, value = next(iter(outputs[0].items()))
            if kind in ("as_tensors", "as_sym_ints", "as_optional_tensors"):
                return f"[{', '.join(self._result(one) for one in value)}] = " if value else ""
            single = not _is_higher(node) or node.get("is_hop_single_tensor_return")
            name = self._result(outputs[0])
            return f"{name} = " if single else f"({name},) = "
        return f"({', '.join(self._result(one) for one in outputs)}) = "

    def _result(self, given):
        name = _name(given)
        return self.define(f"_{len(self.lines)}_{len(self.numbers)}" if name is None else name)


def _is_higher(node):
    return node["target"].startswith("torch.ops.higher_order.")


def _name(given):
    """The name of an input or output; None for one that is not used."""
    value = given
    while isinstance(value, dict):
        for key in ("name", "as_name"):
            if isinstance(value.get(key), str):
                return value[key]
        value = next(iter(value.values()), None)
    if value is None or isinstance(value, (bool, int, float, str)):
        return None
    raise NotImplementedError(f"export.load(): an input or output {str(given)[:80]} is not known")


def _number(value):
    """Numbers as JSON has them; infinities are strings."""
    if isinstance(value, list):
        return [_number(one) for one in value]
    return (
        {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan}.get(value, value)
        if isinstance(value, str)
        else value
    )


def _constant(table, number, what):
    names = LAYOUTS | FORMATS
    if number not in table:
        raise NotImplementedError(f"export.load(): the {what} {number} is not known")
    return names[table[number]]


# ---- what a node calls ----


def _operator(target):
    from .. import ops

    parts = target.removeprefix("torch.ops.").split(".")
    if not target.startswith("torch.ops.") or len(parts) != 3:
        raise NotImplementedError(f"export.load(): the program calls {target}, which is not known")
    try:
        return getattr(getattr(getattr(ops, parts[0]), parts[1]), parts[2])
    except AttributeError as error:
        raise NotImplementedError(
            f"export.load(): the program calls {'::'.join(parts[:2])}.{parts[2]}, which no library has registered"
        ) from error


def _callable(target, constants):
    if target in _NUMBERS:
        return _NUMBERS[target]
    short = target.removeprefix("torch.ops.")
    if short in _OURS:
        return _OURS[short]
    if short.startswith("higher_order."):
        from ._higher_order import FORMS

        if short not in FORMS:
            raise NotImplementedError(f"export.load(): the program calls {target}, which is not known")
        return FORMS[short]
    found = _operator(target)
    if any(re.search(rf"Tensor(\(.*?\))?\??\s+{re.escape(name)}\b", found.schema) for name in constants):
        return _with_numbers(short, found)
    return found


def _with_numbers(short, found):
    """torch's operators take a number where a tensor is wanted, by the rules of a number for dtypes; so do ours by their names."""
    from .. import _ops
    from .._tensor.tensor import Tensor

    name = short.split(".")[1]
    by_name = getattr(Tensor, name, None)
    if by_name is not None:
        return by_name
    return getattr(_ops, name, found)
