"""Functions whose list of sizes may be given as separate arguments, zeros(2, 3), and those with a quicker way."""


def variadic(name, merged, sizes, others):
    """A signature that takes `sizes` as one sequence or as separate ints."""
    before = [(n, d, k) for n, d, k in merged if not k and n != sizes]
    after = [(n, d, True) for n, d, k in merged if k]
    parts = [n if d is None else f"{n}={d}" for n, d, _ in before] + ["*sizes", f"{sizes}=None"]
    parts += [f"{n}={d}" for n, d, _ in after]
    start = [f"if {sizes} is None: {sizes} = sizes if sizes and sizes[0].__class__ is int else one_size(sizes)"]
    by_name = f"else: {sizes} = one_size(({sizes},))"
    if others:
        parts.append("dtype=None")
        start = [
            f"if sizes and sizes[0].__class__ is int: {sizes} = sizes",
            f"elif {sizes} is None: {sizes} = one_size(sizes) if dtype is None else dtype",
        ]
    if any(n == "requires_grad" for n, _, _ in merged):
        # GoTorch's form: randn([2, 3], True)
        start = [
            f"if {sizes} is None:",
            f"    if sizes and sizes[0].__class__ is int: {sizes} = sizes",
            f"    else: {sizes}, requires_grad = gotorch_size(sizes, requires_grad)",
        ]
    return ", ".join(parts), [*start, by_name]
