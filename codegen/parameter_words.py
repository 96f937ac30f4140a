"""A sentence for each parameter that no schema explains: from parameters.txt, or drawn from what the parameter is."""

from functools import cache
from pathlib import Path

from .sentences import parsed

TABLE = Path(__file__).with_name("parameters.txt")
# The only result of a function, by its kind; a handle is said to be new.
RESULTS = {
    "bool": "The answer.",
    "int": "The number.",
    "float": "The number.",
    "string": "The text; ptc_string_free frees it.",
    "value": "The value; ptc_values_close closes what it owns.",
    "address": "The address.",
}


def listed(names):
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"


@cache
def table():
    return parsed(TABLE.read_text())


def key(param):
    """The pair under which a parameter stands in the table."""
    direction = "" if param.get("direction", "in") == "in" else f" {param['direction']}"
    return f"{param['name']} {param['kind']}{'[]' if param.get('list') else ''}{direction}"


def of(function, param, params):
    """The sentence of a parameter of a function or callback, or "" where there is none."""
    found = table().get(f"{function}.{param['name']}") or table().get(key(param))
    return found or drawn(param, params)


def drawn(param, params):
    """A sentence from the kind of a parameter, and from the parameters that it belongs to."""
    kind = param["kind"]
    if kind == "length":
        return f"Number of elements of {listed(param['of'])}." if param["of"] else "Number of elements."
    if kind == "context":
        users = [one["name"] for one in params if one.get("context") == param["name"]]
        who = listed(users) if len(users) == 1 else "each of the functions" if users else ""
        return f"Pointer that {who} gets with each call." if who else "Pointer that was given with the function."
    if kind == "destroy":
        return "Function that ends the context when nothing needs it any more; NULL: none."
    if param["name"] == "self":
        return f"The {said(kind)}."
    if param["name"] == "out" and param.get("direction") == "out":
        return result(param)
    return ""


def said(kind):
    """The kind of a handle in words."""
    return kind.replace("jit_", "").replace("ir_", "").replace("_", " ")


def result(param):
    if param.get("list"):
        return "Place for the numbers." if param["kind"] == "int" else "Place for the results."
    if "close" in param and "handle" in param:
        return f"New {said(param['kind'])}; {param['close']} closes it."
    if "handle" in param:
        return f"The {said(param['kind'])}, borrowed."
    if "enum" in param:
        return f"Number of enum {param['enum']}."
    return RESULTS.get(param["kind"], f"The {said(param['kind'])}.")
