"""Writes pytorch_c/_ops/_FAMILY.py: a plain Python function for each operator name.

Overloads whose parameters agree become one function with a chain of tests; the
others are told apart at run time (pytorch_c/_calls/overloads.py).
"""

from .convert import convert, py_default, py_name, test
from .docstrings import docstring
from .exceptions import (
    BY_HAND,
    GIVE_BACK,
    GIVE_LIST_BACK,
    NO_REQUIRES_GRAD,
    SAME_OBJECTS,
    VARIADIC,
)
from .operators import OPTION_NAMES
from .parameters import aliases, bare_first, condition, merge, numpy_names, optional_dim, same, signature, wrap_number
from .sizes import variadic

HEAD = '''"""{family}: functions derived from cshim/include/pytorch_c/operators/{family}.h. Do not edit."""
# ruff: noqa

from .._calls.prelude import *

'''


class Op:
    """One overload: its schema, its C function, its Python parameters."""

    def __init__(self, function):
        self.function, self.schema = function, function.schema
        self.has_options = any(p.type == "const ptc_options *" for p in function.params)
        self.params = [(py_name(a), py_default(a), a) for a in self.schema.args if not self.in_options(a)]
        if self.has_options:
            by_position = {a.name: a for a in self.schema.args if not a.kwonly}
            self.params += [(name, "None", by_position.get(name)) for name in OPTION_NAMES]
            if self.schema.name not in NO_REQUIRES_GRAD:
                self.params.append(("requires_grad", "False", None))

        self.out = None  # the overload that writes into given tensors

    def matches_out(self, other):
        """Returns whether `other` is this operator with `out` arguments."""
        mine = [(a.name, a.type) for a in self.schema.args if not self.in_options(a)]
        return mine == [(a.name, a.type) for a in other.schema.args if a not in other.schema.out_args]

    def in_options(self, arg):
        return self.has_options and arg.name in OPTION_NAMES

    @property
    def positional(self):
        return [p for p in self.params if p[2] is not None and not p[2].kwonly]

    @property
    def keywords(self):
        return [p for p in self.params if p[2] is None or p[2].kwonly]

    def arg(self, name):
        return next((a for n, _, a in self.params if n == name), None)

    def has(self, name):
        return any(n == name for n, _, _ in self.params)

    def default(self, name):
        return next(d for n, d, _ in self.params if n == name)


def c_arguments(op, skip=()):
    """(statements before the call, its arguments)."""
    before, given, options_done = [], [], False
    for arg in op.schema.args:
        if arg in skip:
            continue
        if op.in_options(arg):
            if not options_done:
                options_done = True
                given += [*OPTION_NAMES, *(["requires_grad"] if op.has("requires_grad") else [])]
            continue
        before += convert(arg)
        given.append(py_name(arg))
    return before, given


def result(op, call):
    """Statements that make the Python result of a C call."""
    schema = op.schema
    if not op.function.outputs:
        first = schema.args[0]
        # torch's _foreach_add_ gives its list back, its other operators on lists nothing.
        given_back = not first.is_list or schema.name.startswith(tuple(GIVE_LIST_BACK))
        kept = py_name(first) if first.mutable and given_back else "None"
        return [call, f"return {kept}"]
    if schema.name in GIVE_BACK and schema.args[0].type == "Tensor":
        return [f"return same({call}, {py_name(schema.args[0])})"]
    if schema.name in SAME_OBJECTS and schema.args[1].base == "Tensor":
        return [f"return with_same_objects({call}, {SAME_OBJECTS[schema.name]})"]
    return [f"return {call}"]


def return_type(schema):
    return schema.name.rstrip("_")


def into(op):
    """Statements for a call with `out`: a tensor, or a tuple of them."""
    outs = [py_name(a) for a in op.out.schema.out_args]
    names = ["out"] if len(outs) == 1 else [f"out_{name}" for name in outs]
    refused = f"if not isinstance(out, (tuple, list)): raise TypeError(\"argument 'out' must be a tuple of {len(outs)} Tensors\")"
    lines = [] if len(outs) == 1 else [refused, f"{', '.join(names)} = out"]
    before, given = c_arguments(op.out, skip=op.out.schema.out_args)
    call = f"call_{op.out.function.name[len('ptc_') :]}({', '.join(given + names)})"
    if op.out.schema.out_args[0].is_list:
        lines = [*before, call, "return None"]
        return ["if out is not None:", *("    " + line for line in lines)]
    kept = (
        "out"
        if len(outs) == 1 or not all(name for _, name in op.schema.returns)
        else f"named(return_types.{return_type(op.schema)}_out, out)"
    )
    if op.has_options:  # which say what `out` must be
        before = [*before, "if not (dtype is layout is device is None): check_out(out, dtype, layout, device)"]
    lines += [*before, call]
    lines += ["if requires_grad: out.requires_grad_()"] if op.has("requires_grad") else []
    lines += [f"return {kept}"]
    return ["if out is not None:", *("    " + line for line in lines)]


def body(op):
    """The statements of one overload."""
    return (into(op) if op.out else []) + plain_body(op)


def refuse_out(op, ops):
    """A statement for a form that cannot write into a given tensor, beside one that can."""
    if (
        op.out
        or not any(o.out for o in ops)
        or any(a.type == "Scalar" and py_name(a) != "input" for a in op.schema.args)
    ):
        return []
    return [f"if out is not None: raise TypeError(\"{op.schema.name}(): this form takes no argument 'out'\")"]


def plain_body(op):
    before, given = c_arguments(op)
    return before + result(op, f"call_{op.function.name[len('ptc_') :]}({', '.join(given)})")


OPTION_TYPES = {"dtype": "ScalarType?", "layout": "Layout?", "device": "Device?"}


def spelled(params):
    """Parameters [(type, name, default, kwonly)] in the schema's words: "Tensor input, *, Tensor? out=None"."""
    parts, starred = [], False
    for kind, name, default, kwonly in params:
        if kwonly and not starred:
            parts.append("*")
            starred = True
        parts.append(f"{kind} {name}" + ("" if default is None else f"={default}"))
    return ", ".join(parts)


def spelled_params(op):
    """The parameters of a form for `spelled`, those of its C function."""
    return [(a.type if a else OPTION_TYPES.get(n, "bool?"), n, d, bool(a is None or a.kwonly)) for n, d, a in op.params]


def shown(op):
    """The signature of a form: "Tensor input, int dim, bool keepdim=False, *, Tensor? out=None"."""
    params = spelled_params(op)
    if op.out:
        outs = op.out.schema.out_args
        kind = "Tensor?" if len(outs) == 1 and not outs[0].is_list else "Tensor[]?"
        params.append((kind, "out", "None", True))
    return spelled(params)


def guarded(statements, name, ops, private=None):
    """The statements, with what happens where an argument does not fit."""
    forms = " | ".join(dict.fromkeys(map(shown, ops)))
    function = private or name
    if any(op.has(name) for op in ops):  # threshold(input, threshold, value)
        function = f"globals()[{name!r}]"
    out = ["    try:", *("        " + s for s in statements)]
    return [
        *out,
        "    except BAD_ARGUMENT as error:",
        f"        return again({function}, error, {name!r}, {forms!r}, locals())",
    ]


def fill_defaults(op, merged):
    """Returns statements that put in an overload's own default where the overloads differ in it."""
    known = {name: default for name, default, _ in merged}
    return [f"if {n} is UNSET: {n} = {d}" for n, d, _ in op.params if known.get(n) == "UNSET" and d is not None]


def refuse_others(ops, merged):
    """A statement for the last form, which no test has chosen: what it would ignore, or take a tensor for."""
    last, (_, numbers) = ops[-1], numbers_last(ops[-1], ops)
    tests = [same(n, d) for n, d, _ in merged if d is not None and n != "out" and not last.has(n)]
    if len(numbers) > 1:
        tests += [test(last.params[i][2]) for i in numbers]
    return (
        [f"if not ({' and '.join(tests)}): raise TypeError('no form takes these arguments together')"] if tests else []
    )


def function(name, ops):
    """The source of one public function."""
    sizes, start, words = VARIADIC.get(name), [], docstring(name, ops)
    others = [op for op in ops if not op.has(sizes)] if sizes and len(ops) > 1 else []
    for op in others:
        # view(dtype): a dtype where the sizes are expected
        start += [f"if isinstance({sizes}, dtype_type):", f"    dtype = {sizes}", *("    " + s for s in body(op))]
        ops = [op for op in ops if op.has(sizes)]
    merged = merge(ops)
    if merged is None:
        return separate(name, ops)
    ops, (renaming, extra) = bare_first(ops), numpy_names(name, merged)
    statements = renaming + start + aliases(ops) + wrap_number(ops)
    for op in ops[:-1]:
        inner = refuse_out(op, ops) + fill_defaults(op, merged) + body(op)
        statements += [f"if {condition(op, ops, merged)}:", *("    " + s for s in inner)]
    statements += refuse_others(ops, merged) + refuse_out(ops[-1], ops) + fill_defaults(ops[-1], merged) + body(ops[-1])
    head, start = signature(optional_dim(merged) + extra if extra else merged), []
    if sizes and any(n == sizes for n, _, _ in merged):
        head, start = variadic(name, merged, sizes, others)
    lines = [f"def {name}({head}):", words, *("    " + s for s in start)]
    return "\n".join(lines + guarded(statements, name, ops + others))


def separate(name, ops):
    """One private function an overload, and a public one that picks among them."""
    parts = []
    for op in ops:
        params = [(n, d, bool(a is None or a.kwonly)) for n, d, a in op.params]
        if op.out:
            params.append(("out", "None", True))
        private = f"_{op.function.name[len('ptc_') :]}"
        parts.append("\n".join([f"def {private}({signature(params)}):", *guarded(body(op), name, [op], private)]))
    table = ", ".join(f"({'_' + op.function.name[len('ptc_') :]}, {shown(op)!r})" for op in ops)
    parts.append(
        f"def {name}(*args, **kwargs):\n{docstring(name, ops)}\n    return _{name}_overloads(args, kwargs)\n"
        f"_{name}_overloads = Overloads({name!r}, [{table}]).call"
    )
    return "\n".join(parts)


def by_name(families):
    """{name: [Op]} of all operators, each with its `out` overload; and those left over."""
    found, outs = {}, []
    for functions in families.values():
        for f in functions:
            if not f.schema or f.schema.name in BY_HAND:
                continue
            op = Op(f)
            if f.schema.out_args:
                outs.append(op)
            else:
                found.setdefault(f.schema.name, []).append(op)
    left = []
    for out in outs:
        twin = next((op for op in found.get(out.schema.name, ()) if op.out is None and op.matches_out(out)), None)
        if twin:
            twin.out = out
        else:
            left.append(out)
    return {name: sorted(ops, key=lambda op, ops=ops: numbers_last(op, ops)) for name, ops in found.items()}, left


def numbers_last(op, ops):
    """A 0-dim tensor fits a number too, but would lose its dtype and its gradient there."""
    tensors = {
        key
        for o in ops
        for i, (n, _, a) in enumerate(o.params)
        if a and a.base == "Tensor" and not a.is_list
        for key in (i, n)
    }
    numbers = [a.base if a and not a.is_list else "" for _, _, a in op.params]
    found = [
        i
        for i, ((n, _, _), base) in enumerate(zip(op.params, numbers))
        if (n in tensors and base == "int") or (not tensors.isdisjoint((i, n)) and base in ("Scalar", "float"))
    ]
    return len(found), found


def modules(families):
    """{family: (source, names, names that are methods)} and {return type: fields}."""
    found, _ = by_name(families)
    grouped, returns = {}, {}
    for name, ops in found.items():
        grouped.setdefault(ops[0].function.family, {})[name] = ops
        for op in ops:
            fields = [field for _, field in op.schema.returns]
            if len(fields) > 1 and all(fields) and not op.schema.inplace:
                returns[return_type(op.schema)] = fields
                if op.out and not op.out.schema.out_args[0].is_list:
                    returns[return_type(op.schema) + "_out"] = fields
    return {family: module(family, ops) for family, ops in grouped.items()}, returns


def is_method(op):
    first = op.schema.args[0] if op.schema.args else None
    return first is not None and first.name == "self" and first.type == "Tensor"


def binding(op):
    """The C function of an overload, whose several results may be a named tuple."""
    short, fields = op.function.name[len("ptc_") :], [field for _, field in op.schema.returns]
    named = len(fields) > 1 and all(fields) and not op.schema.inplace and op.function.outputs
    return f"call_{short} = call({short!r})" + (f".names(return_types.{return_type(op.schema)})" if named else "")


def module(family, named_ops):
    """(source, names, names of methods) of one family."""
    parts = [function(name, ops) for name, ops in named_ops.items()]
    bound = "\n".join(dict.fromkeys(binding(o) for ops in named_ops.values() for op in ops for o in (op, op.out) if o))
    methods = sorted(name for name, ops in named_ops.items() if any(is_method(op) for op in ops))
    return HEAD.format(family=family) + bound + "\n\n\n" + "\n\n\n".join(parts) + "\n", sorted(named_ops), methods
