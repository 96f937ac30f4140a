"""Operators whose time and results are bounded by the sizes of their tensors: with small ones a call is brief.

csrc/results.c keeps the GIL during such a call: handing it on would take longer than the operator.
"""

from .exceptions import BRIEF_FACTORIES, LONG

# Of numbers: those that only choose among what the tensors have.
PLACES = set(
    "dim dims dim0 dim1 dim2 dimension axis axis0 axis1 source destination diagonal offset start end step index "
    "start_dim end_dim correction reduction unbiased k shifts padding_idx ignore_index normalized_shape "
    "num_groups".split()
)
TYPES = {"Tensor", "Scalar", "bool", "float", "ScalarType", "str", "MemoryFormat"}
OPTIONS = {"Layout", "Device"}  # of a factory, in its ptc_options


def takes(arg, view):
    """Returns whether an argument leaves a call brief; a view may take any sizes, for it has no memory of its own."""
    if "dropout" in arg.name:  # a generator is asked, which another thread may have locked
        return False
    if arg.base in TYPES or arg.base in OPTIONS:
        return True
    return arg.base == "int" and (view or arg.name in PLACES)


def is_brief(function):
    """Returns whether a C function is an operator that is brief with small tensors."""
    schema = function.schema
    if not schema or schema.name in LONG or function.family == "special_polynomials":  # a tensor has the degree
        return False
    view = any(alias and not alias.endswith("!") for alias in schema.aliases)
    given = [arg for arg in schema.args if arg not in schema.out_args]
    return any(arg.base == "Tensor" for arg in given) and all(takes(arg, view) for arg in schema.args)


def row(function):
    """Returns the fields `brief` and `options` of a row of csrc/table.c."""
    names = [param.name for param in function.params]
    kind = "BRIEF_BY_SIZE" if function.name in BRIEF_FACTORIES else "BRIEF" if is_brief(function) else "LONG"
    return f"{kind}, {names.index('options') if kind != 'LONG' and 'options' in names else 0}"
