"""The one signature that the overloads of an operator share, and the tests that tell them apart in its body."""

from .convert import test

# NumPy's names, which torch's parser takes everywhere.
NUMPY_NAMES = {"dim": "axis", "keepdim": "keepdims"}


def merge(ops):
    """Parameters [(name, default, kwonly)] of all overloads as one signature, or None."""
    positional = []
    for i in range(max(len(op.positional) for op in ops)):
        names = list(dict.fromkeys(op.positional[i][0] for op in ops if len(op.positional) > i))
        if len(names) > 1 and not alias(ops, i, names):
            return None
        positional.append(names[0])
    if len(set(positional)) < len(positional):
        return None
    keywords = list(dict.fromkeys(n for op in ops for n, _, _ in op.params if n not in positional))
    merged, optional = [], False
    for name in positional + keywords:
        having = [op for op in ops if op.has(name)]
        defaults = {op.default(name) for op in having}
        default = defaults.pop() if len(defaults) == 1 else "UNSET"
        if default is None and len(having) < len(ops):
            default = "UNSET"
        if default is None and optional and name in positional:
            default = "UNSET"
        optional = optional or default is not None
        merged.append((name, default, name in keywords))
    if any(op.out for op in ops):
        merged.append(("out", "None", True))
    return merged


def alias(ops, i, names):
    """Returns whether position i means one of two arguments that only the value's type tells apart."""
    seconds = [op for op in ops if len(op.positional) > i and op.positional[i][0] == names[1]]
    tensor_last = all(op.arg(names[1]).type == "Tensor" and len(op.positional) == i + 1 for op in seconds)
    firsts = [op for op in ops if op.has(names[0])]
    return len(names) == 2 and tensor_last and not any(op.arg(names[0]).base == "Tensor" for op in firsts) and i > 0


def aliases(ops):
    """Statements that move a tensor from a shared position to its own argument."""
    out = []
    for i in range(max(len(op.positional) for op in ops)):
        names = list(dict.fromkeys(op.positional[i][0] for op in ops if len(op.positional) > i))
        if len(names) == 2:
            out.append(f"if isinstance({names[0]}, Tensor): {names[1]}, {names[0]} = {names[0]}, UNSET")
    return out


def wrap_number(ops):
    """With `out`, a number becomes a tensor where only the tensor overload can write into one."""
    if not any(op.out for op in ops):
        return []
    lines = []
    for op in ops:
        for name, _, arg in op.params:
            tensor = next((o for o in ops if o.out and o.arg(name) and o.arg(name).type == "Tensor"), None)
            if arg and arg.type == "Scalar" and tensor and not op.out and name != "input":
                lines.append(
                    f"if out is not None and not isinstance({name}, Tensor): {name} = as_tensor({name}, input)"
                )
    return list(dict.fromkeys(lines))


def same(name, default):
    simple = default in ("UNSET", "None", "True", "False", "_0", "_1")
    return f"{name} {'is' if simple else '=='} {default}"


def condition(op, ops, merged):
    """Returns the condition under which the merged call means this overload."""
    tests = []
    for name, default, _ in merged:
        if name == "out":
            continue
        if not op.has(name):
            tests.append(same(name, default) if default is not None else "False")
            continue
        if op.default(name) is None and default is not None:
            tests.append(f"{name} is not {default}")
        arg = op.arg(name)
        types = {other.arg(name).type for other in ops if other.arg(name)}
        if arg and len(types) > 1:
            unset = op.default(name) is not None and default == "UNSET"
            tests.append(f"({name} is UNSET or {test(arg)})" if unset else test(arg))
    return " and ".join(tests) or "True"


def numpy_names(name, merged):
    """Statements that take `axis` for `dim`, and the parameters for them."""
    given = [(new, old, default) for new, old in NUMPY_NAMES.items() for n, default, _ in merged if n == new]
    if name.startswith("_"):
        return [], []
    lines = [
        f"if {old} is not UNSET: {new} = one_of({name!r}, {new!r}, {new}, {default or 'UNSET'}, {old!r}, {old})"
        for new, old, default in given
    ]
    return lines, [(old, "UNSET", True) for _, old, _ in given]


def optional_dim(params):
    """The parameters with a default for `dim` and those after it, since it may be named `axis`."""
    start = next((i for i, (name, _, _) in enumerate(params) if name == "dim"), len(params))
    return [(n, "UNSET" if d is None and i >= start else d, k) for i, (n, d, k) in enumerate(params)]


def bare_first(ops):
    """all(x) before all(x, dim=None), which would take its calls."""

    def bare(op):
        mine = {n for n, _, _ in op.params}
        return any(
            mine < {n for n, _, _ in o.params} and all(d is not None for n, d, _ in o.params if n not in mine)
            for o in ops
        )

    return sorted(ops, key=lambda op: not bare(op))


def signature(params):
    parts, starred = [], False
    for name, default, kwonly in params:
        if kwonly and not starred:
            parts.append("*")
            starred = True
        text = {"0": "_0", "1": "_1"}.get(default, default)
        parts.append(name if default is None else f"{name}={text}")
    return ", ".join(parts)
