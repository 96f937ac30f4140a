"""How one schema argument becomes a Python parameter, and then arguments of a C call."""

RENAMED = {"self": "input", "from": "from_", "lambda": "lambda_"}

DEFAULTS = {"Mean": "1", "long": "None", "contiguous_format": "None", "[]": "()"}


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


def no_bools(name):
    """A statement that refuses (True, 2) for a list of ints; torch too looks at the first one only."""
    is_sequence = f"({name}.__class__ is tuple or {name}.__class__ is list)"
    return (
        f"elif {is_sequence} and {name} and {name}[0].__class__ is bool: raise TypeError('ints are needed, not bools')"
    )


def numbers(arg):
    """(statements before the call, C arguments) of a list of ints, floats or bools."""
    name, before = py_name(arg), []
    if arg.size or arg.base == "int":
        one = f"{name}.__class__ is int" if arg.base == "int" else f"isinstance({name}, (int, float))"
        before.append(f"if {one}: {name} = ({name},)" + (f" * {arg.size}" if (arg.size or 1) > 1 else ""))
    if arg.base == "int":
        before.append(no_bools(name))
    if arg.optional:
        return before, [f"NULL if {name} is None else {name}", f"0 if {name} is None else len({name})"]
    return before, [name, f"len({name})"]


def tensors(arg):
    name = py_name(arg)
    if arg.optional_items:
        return [f"{name}_h = optional_handles({name})"], [f"{name}_h", f"len({name}_h)"]
    return [f"{name}_h = handles({name}, {name!r})"], [f"{name}_h", f"len({name}_h)"]


def simple(arg):
    """The C arguments of an argument that is no list."""
    name, opt = py_name(arg), arg.optional
    if arg.base in ("Tensor", "Generator"):
        return [f"NULL if {name} is None else {name}._h" if opt else f"{name}._h"]
    if arg.base == "Scalar":
        return [f"*optnum({name})" if opt else f"*num({name})"]
    if arg.base == "str":
        return [f"NULL if {name} is None else {name}.encode()" if opt else f"{name}.encode()"]
    if arg.base in ("ScalarType", "Layout"):
        return [f"-1 if {name} is None else {name}.code" if opt else f"{name}.code"]
    if arg.base == "MemoryFormat":
        return [f"{-1 if opt else 0} if {name} is None else {name}.code"]
    if arg.base == "Device":
        return [f"*device_numbers({name})"]
    if arg.base == "int" and opt:
        return [f"NULL if {name} is None else ({name},) if {name}.__class__ is int else one_int({name})"]
    if arg.base in ("int", "float", "bool"):
        return [f"NULL if {name} is None else ({name},)" if opt else name]
    raise ValueError(f"no conversion for {arg.type}")


def convert(arg):
    """(statements before the call, C arguments)."""
    if arg.is_list and arg.base == "Tensor":
        return tensors(arg)
    if arg.is_list and arg.base == "Scalar":
        name = py_name(arg)
        return [f"{name}_s = [num(x) for x in {name}]"], [f"{name}_s", f"len({name}_s)"]
    if arg.is_list:
        return numbers(arg)
    return [], simple(arg)


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
