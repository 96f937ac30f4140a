"""Functions of each element."""

from .family import operators_of
from .runner import row
from .samples import C, F, P, U, V

NAN, INF = float("nan"), float("inf")
SPECIAL = V([NAN, INF, -INF, 0.0, -0.0, 2.5, -2.5, 0.5, 1e30])

ANY = "abs acos acosh angle asin asinh atan atanh ceil cos cosh digamma erf erfc erfinv exp exp2 expm1 floor frac lgamma log log10 log1p log2 neg positive reciprocal round rsqrt sgn sigmoid sign sin sinc sinh sqrt square tan tanh trunc"
IN_PLACE = "abs acos asin atan ceil cos erf exp expm1 floor log log1p neg reciprocal round rsqrt sigmoid sign sin sqrt square tan tanh trunc"

ROWS = [
    *(row(name, SPECIAL).fixed() for name in ANY.split()),
    *(row(name, U(3, 4)) for name in ANY.split()),
    *(row(f"{name}_", P(3, 4)) for name in IN_PLACE.split()),
    row("signbit", SPECIAL).fixed(),
    row("conj", C(3, 4)),
    row("conj", F(3, 4)),
    row("conj_physical", C(3, 4)),
    row("real", C(3, 4)),
    row("imag", C(3, 4)),
    row("logit", U(3, 4)),
    row("logit", F(3, 4), 0.1),
    row("logit", F(3, 4), eps=0.2),
    row("round.decimals", F(3, 4), decimals=2),
    row("round_.decimals", F(3, 4), decimals=-1),
    row("abs", C(3, 4)),
    row("angle", C(3, 4)),
]

test_op = operators_of("unary")
