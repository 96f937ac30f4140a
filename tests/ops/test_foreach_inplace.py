"""An operator on each tensor of a list, in place, in one call."""

from .family import operators_of
from .runner import row
from .samples import F, P, V

LISTS = [P(3, 4), P(2)]
SCALARS = [2, 0.5]


def with_scalars():
    for name in ("clamp_max", "clamp_min", "div", "maximum", "minimum", "pow", "sub"):
        yield row(f"_foreach_{name}_.ScalarList", LISTS, SCALARS)
    for name in ("addcdiv", "addcmul"):
        yield row(f"_foreach_{name}_.ScalarList", LISTS, LISTS, LISTS, SCALARS)
        yield row(f"_foreach_{name}_.Tensor", LISTS, LISTS, LISTS, V([2.0, 0.5])).no_grad()
    yield row("_foreach_lerp_.ScalarList", LISTS, LISTS, SCALARS)


def sums_and_products():
    lists = [F(3, 4), F(2)]
    for name in ("_foreach_add_", "_foreach_mul_"):
        yield row(f"{name}.Scalar", lists, 2)
        yield row(f"{name}.List", lists, [F(3, 4), F(2)])
        yield row(f"{name}.ScalarList", lists, [2, 0.5])
        yield row(f"{name}.Tensor", lists, F())
    yield row("_foreach_add_.List", lists, lists, alpha=3)
    yield row("_foreach_zero_", lists)


ROWS = [one.by_schema() for one in (*with_scalars(), *sums_and_products())]

test_op = operators_of("foreach_inplace")
