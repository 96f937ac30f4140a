"""csrc/table.c: every C function with its kinds of arguments and results, and the forms of every operator.

For csrc/call.c, a row for each C function: its trampoline, which hands an array of
slots on as C arguments of the right types, and the kinds of its arguments and
results (kinds.py).
For csrc/operator.c, a row for each operator: its overloads, with the names and
defaults of their parameters, as signatures that pytorch_c/_calls/forms.py reads.
"""

from . import brief, python_ops
from .exceptions import C_BY_HAND, C_BY_HAND_FAMILIES, C_IN_CORE, GIVE_BACK, VARIADIC
from .kinds import LETTERS, of_argument, of_param, of_result, returned


def inputs(function):
    return function.params[: len(function.params) - len(function.outputs)]


def schema_kinds(op):
    """The kinds of an operator's arguments; factories' options are one."""
    found, options = [], LETTERS["ARGUMENT_OPTIONS" if op.has("requires_grad") else "ARGUMENT_FOUR_OPTIONS"]
    for arg in op.schema.args:
        if not op.in_options(arg):
            found.append(of_argument(arg))
        elif options:
            found.append(options)
            options = ""
    return "".join(found)


def plain_kinds(function):
    """The kinds of the arguments of a function without a schema."""
    found, params = [], list(inputs(function))
    while params:
        param = params.pop(0)
        is_list = bool(params) and params[0].name == param.name + "_len"
        if is_list:
            params.pop(0)
        found.append(of_param(param, is_list))
    return "".join(found)


def kinds(function):
    return schema_kinds(python_ops.Op(function)) if function.schema else plain_kinds(function)


def results(function):
    if not function.can_fail:
        return returned(function)
    if function.schema and function.schema.returns and function.schema.returns[0][0] == "ScalarType":
        return LETTERS["RESULT_DTYPE"]
    return "".join(map(of_result, function.outputs))


def parameters(function):
    return ", ".join(p.type for p in function.params) or "void"


def slots(function):
    """The C arguments as expressions of the slots."""
    found = []
    for i, param in enumerate(function.params):
        if param.type in ("ptc_scalar", "ptc_stream"):
            found.append(f"*(const {param.type} *)s[{i}].p")
        elif param.type == "double":
            found.append(f"s[{i}].d")
        elif param.type in ("int64_t", "int32_t", "bool"):
            found.append(f"({param.type})s[{i}].i")
        else:
            found.append(f"s[{i}].p")
    return ", ".join(found)


def trampoline(number, function):
    """The C function that calls functions of one shape."""
    call = f"(({function.returns} (*)({parameters(function)}))f)({slots(function)})"
    last = len(function.params)
    if function.can_fail:
        body = f"return {call};"
    elif function.returns == "void":
        body = f"{call}; return NULL;"
    elif function.returns.endswith("*"):
        body = f"s[{last}].p = (void *){call}; return NULL;"
    else:
        body = f"s[{last}].i = {call}; return NULL;"
    unused = "" if "s[" in body else "(void)s; "
    return f"static ptc_error t{number}(function f, Slot *s) {{\n  {unused}{body}\n}}"


def callable_functions(families):
    """The functions that Python calls through a row."""
    return sorted(
        (
            f
            for family, functions in families.items()
            for f in functions
            if family not in C_BY_HAND_FAMILIES and f.name not in C_BY_HAND and f.name not in C_IN_CORE
        ),
        key=lambda f: f.name,
    )


# ---- operators ----


def short(function):
    return function.name[len("ptc_") :]


def form(op, function, out=False, give=-1):
    """One form as text: "c_name|give|sizes|Tensor input, int dim, *, …"."""
    params = python_ops.spelled_params(op) + ([("Tensor", "out", None, True)] if out else [])
    names, sizes = [name for _, name, _, _ in params], VARIADIC.get(op.schema.name)
    position = names.index(sizes) if sizes in names else -1
    return "|".join(map(str, (short(function), give, position, python_ops.spelled(in_c_order(op, params)))))


def in_c_order(op, params):
    """The parameters where the C function has them: a factory's options may stand before others."""
    order, by_name, done = [], {name: (kind, name, *rest) for kind, name, *rest in params}, False
    for arg in op.schema.args:
        if not op.in_options(arg):
            order.append(by_name.pop(python_ops.py_name(arg)))
        elif not done:
            done = True
            order += [by_name.pop(n) for n in (*python_ops.OPTION_NAMES, "requires_grad") if n in by_name]
    return order + list(by_name.values())


def forms(name, ops):
    """The forms of an operator, in the order in which they are tried."""
    found = []
    for op in python_ops.bare_first(ops):
        give = 0 if op.schema.inplace or (name in GIVE_BACK and op.schema.args[0].type == "Tensor") else -1
        first = op.schema.args[0] if op.schema.args else None
        if not op.function.outputs and not (first and first.mutable and not first.is_list):
            continue  # what gives nothing, or a list: Python's function knows
        if any(len(op.function.outputs) > 1 and o.type != "ptc_tensor *" for o in op.function.outputs):
            continue
        found.append(form(op, op.function, give=give))
    for op in python_ops.bare_first(ops):
        if op.out and not op.has_options and len(op.out.schema.out_args) == 1 and not op.out.schema.out_args[0].is_list:
            found.append(form(op, op.out.function, out=True, give=len(op.params)))
    return "\n".join(found)


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", '\\n"\n    "') + '"'


def source(families):
    """The text of csrc/table.c."""
    shapes, trampolines, rows = {}, [], []
    for function in callable_functions(families):
        shape = (function.returns, function.can_fail, parameters(function))
        if shape not in shapes:
            shapes[shape] = len(shapes)
            trampolines.append(trampoline(shapes[shape], function))
        rows.append(
            f'    {{"{short(function)}", (function){function.name}, t{shapes[shape]}, "{kinds(function)}", "{results(function)}", '
            f"{brief.row(function)}}},"
        )
    operators, _ = python_ops.by_name(families)
    lines = [
        f'    {{"{name}", "{ops[0].function.family}",\n    {c_string(forms(name, ops))}}},'
        for name, ops in sorted(operators.items())
    ]
    return "\n".join(
        [
            "/* Derived from the headers by codegen/table.py; do not edit. */",
            '#include "table.h"',
            "",
            "typedef void (*function)(void);",
            "",
            *trampolines,
            "",
            "const Row rows[] = {",
            *rows,
            "};",
            "const size_t rows_count = sizeof rows / sizeof *rows;",
            "",
            "const OperatorRow operator_rows[] = {",
            *lines,
            "};",
            "const size_t operator_rows_count = sizeof operator_rows / sizeof *operator_rows;",
            "",
        ]
    )
