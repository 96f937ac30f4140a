"""Functions of each element of several tensors, and their forms in place."""

from .family import operators_of
from .runner import row
from .samples import B, F, N, P, U, V

NAN, INF = float("nan"), float("inf")
SPECIAL = V([NAN, INF, -INF, 0.0, -0.0, 1.5])
INTS = N(3, 4, dtype="int32")


def clamps():
    for name in ("clamp", "clamp_"):
        yield row(name, F(3, 4), -1, 1)
        yield row(name, F(3, 4), min=-0.5)
        yield row(name, F(3, 4), max=0.5)
        yield row(name, F(3, 4), None, 0.5)
        yield row(name, INTS, 0, 2)
        yield row(f"{name}.Tensor", F(3, 4), F(4), P(4))
        yield row(f"{name}.Tensor", F(3, 4), max=F(3, 4))
    for name in ("clamp_max", "clamp_min"):
        yield row(name, F(3, 4), 0.5)
        yield row(f"{name}.Tensor", F(3, 4), F(4))
        yield row(f"{name}_", F(3, 4), 0.5)
        yield row(f"{name}_.Tensor", F(3, 4), F(4))


ROWS = [
    *clamps(),
    row("atan2", F(3, 4), F(4)),
    row("hypot", F(3, 4), F(4)),
    row("lerp.Scalar", F(3, 4), F(3, 4), 0.25),
    row("lerp.Tensor", F(3, 4), F(3, 4), U(4)),
    row("lerp_.Scalar", F(3, 4), F(3, 4), 0.25),
    row("lerp_.Tensor", F(3, 4), F(3, 4), U(4)),
    *(row(f"logical_{name}", a, b) for name in ("and", "or", "xor") for a, b in ((B(3, 4), B(4)), (N(3, 4), F(4)))),
    *(
        row(name, a, b)
        for name in ("maximum", "minimum")
        for a, b in ((F(3, 4), F(4)), (INTS, F(4)), (SPECIAL, SPECIAL))
    ),
    row("nan_to_num", SPECIAL).fixed(),
    row("nan_to_num", SPECIAL, 1.0, posinf=9.0, neginf=-9.0).fixed(),
]

test_op = operators_of("pointwise")
