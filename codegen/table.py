"""csrc/table.c: every C function with its kinds of arguments and results, and the forms of every operator.

For csrc/call.c, a row for each C function: its trampoline, which hands an array of
slots on as C arguments of the right types, and letters for what its arguments and
results are (the letters stand at the top of csrc/convert.c and csrc/results.c).
For csrc/operator.c, a row for each operator: its overloads, with the names and
defaults of their parameters, as signatures that pytorch_c/_calls/forms.py reads.
"""

from . import python_ops
from .exceptions import C_BY_HAND, C_BY_HAND_FAMILIES, C_IN_CORE, GIVE_BACK, VARIADIC

SINGLE = {"Tensor": "T", "Scalar": "S", "int": "I", "float": "D", "bool": "B", "str": "Z", "Generator": "G",
          "ScalarType": "Y", "Layout": "A", "Device": "V"}  # fmt: skip
OPTIONAL = {"Tensor": "U", "Scalar": "s", "int": "i", "float": "d", "bool": "b", "str": "z", "Generator": "G",
            "ScalarType": "y", "Layout": "A", "Device": "V", "MemoryFormat": "R"}  # fmt: skip
LIST = {"Tensor": "L", "Scalar": "C", "int": "N", "float": "E", "bool": "F"}
OPTIONAL_LIST = {"int": "n", "float": "e"}
# Of functions without a schema, by their C type; a NULL that they refuse they name themselves.
PLAIN = {"ptc_tensor": "U", "int64_t": "I", "int32_t": "W", "bool": "B", "double": "D", "const char *": "z", "ptc_scalar": "S",
         "const ptc_options *": "O", "ptc_generator": "G", "ptc_node": "Hn", "ptc_hook": "Hh", "ptc_operator": "Ho", "ptc_mark": "Hm",
         "ptc_library": "Hr", "ptc_storage": "Hs", "ptc_store": "Hk", "ptc_group": "Hq", "ptc_work": "Hu", "ptc_reducer": "Hj",
         "ptc_future": "Hf", "ptc_aoti": "Ha", "ptc_observer": "HW", "ptc_record": "HR", "ptc_profile": "HP",
         "ptc_jit_unit": "HU", "ptc_jit_scope": "HC", "ptc_jit_function": "HF", "ptc_jit_module": "HM",
         "ptc_ir_graph": "HG", "ptc_ir_block": "HB", "ptc_ir_node": "HD", "ptc_ir_value": "HV", "ptc_ir_type": "HT", "ptc_stream": "c",
         "ptc_device_event": "HE",
         "ptc_cuda_graph": "HK", "ptc_cuda_pool": "HL", "ptc_cuda_allocator": "HA", "ptc_cuda_event": "HO",
         "const ptc_value *": "v", "void *": "P", "const void *": "Q"}  # fmt: skip
PLAIN_LIST = {
    "const ptc_tensor *": "M",
    "const int64_t *": "n",
    "const double *": "e",
    "const ptc_scalar *": "C",
    "const bool *": "F",
    "const ptc_value *": "X",
    "const ptc_ir_value *": "JV",
}
RESULTS = {"ptc_tensor *": "t", "ptc_tensor_list *": "l", "int64_t *": "i", "int32_t *": "w", "bool *": "b", "double *": "d",
           "char **": "z", "void **": "p", "ptc_scalar *": "S", "ptc_generator *": "g", "ptc_node *": "n", "ptc_hook *": "h",
           "ptc_operator *": "o", "ptc_mark *": "m", "ptc_library *": "r", "ptc_storage *": "s",
           "ptc_store *": "k", "ptc_group *": "q", "ptc_work *": "u", "ptc_reducer *": "j", "ptc_future *": "f",
           "ptc_aoti *": "a", "ptc_profile *": "P",
           "ptc_jit_unit *": "U", "ptc_jit_scope *": "C", "ptc_jit_function *": "F", "ptc_jit_module *": "M",
           "ptc_ir_graph *": "G", "ptc_ir_block *": "B", "ptc_ir_node *": "D", "ptc_ir_value *": "V", "ptc_ir_type *": "T",
           "ptc_cuda_graph *": "K", "ptc_cuda_pool *": "L", "ptc_cuda_allocator *": "A", "ptc_cuda_event *": "O",
           "ptc_value *": "X", "ptc_stream *": "c", "ptc_device_event *": "E"}  # fmt: skip
RETURNS = {"void": "=v", "int64_t": "=i", "int32_t": "=w", "bool": "=b", "const char *": "=Z"}


def inputs(function):
    return function.params[: len(function.params) - len(function.outputs)]


def kind_of(arg):
    """The letter of a schema's argument."""
    if arg.is_list:
        if arg.optional_items:
            return "K"
        letter = OPTIONAL_LIST[arg.base] if arg.optional else LIST[arg.base]
        return letter + (str(arg.size) if arg.size and arg.base == "int" else "")
    if arg.base == "MemoryFormat" and not arg.optional:
        return "r"
    return (OPTIONAL if arg.optional else SINGLE)[arg.base]


def schema_kinds(op):
    """The letters of an operator's arguments; factories' options are one."""
    found, options = [], "O" if op.has("requires_grad") else "o"
    for arg in op.schema.args:
        if not op.in_options(arg):
            found.append(kind_of(arg))
        elif options:
            found.append(options)
            options = ""
    return "".join(found)


def plain_kinds(function):
    """The letters of the arguments of a function without a schema."""
    found, params = [], list(inputs(function))
    while params:
        param = params.pop(0)
        if params and params[0].name == param.name + "_len":
            params.pop(0)
            found.append(PLAIN_LIST[param.type])
        else:
            found.append(PLAIN[param.type])
    return "".join(found)


def kinds(function):
    return schema_kinds(python_ops.Op(function)) if function.schema else plain_kinds(function)


def results(function):
    if not function.can_fail:
        return RETURNS[function.returns]
    letters = "".join(RESULTS[out.type] for out in function.outputs)
    if function.schema and function.schema.returns and function.schema.returns[0][0] == "ScalarType":
        return "y"
    return letters


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
            f'    {{"{short(function)}", (function){function.name}, t{shapes[shape]}, "{kinds(function)}", "{results(function)}"}},'
        )
    operators, _ = python_ops.by_name(families)
    lines = [
        f'    {{"{name}", "{ops[0].function.family}",\n    {c_string(forms(name, ops))}}},'
        for name, ops in sorted(operators.items())
    ]
    return "\n".join([
        "/* Derived from the headers by codegen/table.py; do not edit. */",
        '#include "core.h"',
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
    ])  # fmt: skip
