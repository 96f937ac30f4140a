"""Operators on each tensor of a list, in one call."""

from .family import operators_of
from .runner import row
from .samples import P, V

LISTS = [P(3, 4), P(2)]
SCALARS = [2, 0.5]


def with_scalars():
    for name in ("clamp_max", "clamp_min", "div", "maximum", "minimum", "pow", "sub"):
        yield row(f"_foreach_{name}.ScalarList", LISTS, SCALARS)
    for name in ("addcdiv", "addcmul"):
        yield row(f"_foreach_{name}.ScalarList", LISTS, LISTS, LISTS, SCALARS)
        yield row(f"_foreach_{name}.Tensor", LISTS, LISTS, LISTS, V([2.0, 0.5])).no_grad()
    yield row("_foreach_lerp.ScalarList", LISTS, LISTS, SCALARS)
    yield row("_foreach_norm.Scalar", LISTS)


ROWS = [one.by_schema() for one in with_scalars()]

test_op = operators_of("foreach")
