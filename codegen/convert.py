"""Conversion of a schema's argument to a Python parameter, and then to an argument of a C call."""

from . import header

RENAMED = {"self": "input", "from": "from_", "lambda": "lambda_"}

MEAN = str(header.declared().enums["ptc_reduction"].values["PTC_REDUCTION_MEAN"])

DEFAULTS = {"Mean": MEAN, "long": "None", "contiguous_format": "None", "[]": "()"}


def py_name(arg):
    return RENAMED.get(arg.name, arg.name)


def py_default(arg):
    """The default as a Python expression, or None if the argument is required."""
    text = arg.default
    if text is None:
        return None
    if text in DEFAULTS:
        return DEFAULTS[text]
    if text.startswith("["):
        return f"({text[1:-1]},)" if text != "[]" else "()"
    return text


def convert(arg):
    """Statements before the call, which takes the argument as it is (csrc/convert.c)."""
    name = py_name(arg)
    if arg.is_list and arg.size and arg.base in ("float", "bool"):
        return [f"if isinstance({name}, (int, float)): {name} = ({name},) * {arg.size}"]
    return []


def test(arg):
    """An expression that is true where a value fits the argument's type."""
    name = py_name(arg)
    if arg.is_list:
        inner = "is_tensors" if arg.base == "Tensor" else "is_numbers"
        return f"{inner}({name}{', ' + str(arg.size) if arg.size and inner == 'is_numbers' else ''})" + (
            f" or {name} is None" if arg.optional else ""
        )
    found = {
        "Tensor": f"isinstance({name}, Tensor)",
        "Scalar": f"is_number({name})",
        "float": f"is_number({name})",
        "int": f"is_int({name})",
        "bool": f"isinstance({name}, bool)",
        "str": f"isinstance({name}, str)",
        "Generator": f"isinstance({name}, Generator)",
        "ScalarType": f"isinstance({name}, dtype_type)",
    }.get(arg.base, "True")
    return f"({name} is None or {found})" if arg.optional else found
