"""Choosing and placing elements by index, mask and slice."""

from .family import operators_of
from .runner import row
from .samples import B, F, N, V

X = F(3, 4)
ROW = V([0, 2])
GRID = V([[0, 1, 2, 0], [2, 0, 1, 1]])


def scatters():
    for name in ("scatter", "scatter_"):
        yield row(f"{name}.src", X, 0, GRID, F(2, 4))
        yield row(f"{name}.value", X, 0, GRID, 2.5)
        yield row(f"{name}.value", X, dim=0, index=GRID, value=3)
        yield row(f"{name}.reduce", X, 0, GRID, F(2, 4), reduce="add").no_grad()
        yield row(f"{name}.value_reduce", X, 0, GRID, 2, reduce="multiply").no_grad()
    yield row("scatter_add", X, 0, GRID, F(2, 4))
    yield row("scatter_add_", X, 0, index=GRID, src=F(2, 4))


def masks():
    for name in ("masked_fill", "masked_fill_"):
        yield row(f"{name}.Scalar", X, B(3, 4), 1.5)
        yield row(f"{name}.Scalar", X, B(4), value=-1)
        yield row(f"{name}.Tensor", X, B(3, 4), F())
    yield row("masked_select", X, B(3, 4))
    yield row("masked_select", X, B(4))
    yield row("masked_scatter_", X, B(3, 4), F(12))


ROWS = [
    *scatters(),
    *masks(),
    row("gather", X, 0, GRID),
    row("gather", X, dim=1, index=V([[0], [1], [3]])),
    row("index_add", X, 0, ROW, F(2, 4)),
    row("index_add", X, 1, ROW, F(3, 2), alpha=2),
    row("index_add_", X, 0, ROW, F(2, 4), alpha=0.5),
    row("index_copy_", X, 0, ROW, F(2, 4)),
    row("index_fill_.int_Scalar", X, 0, ROW, 2),
    row("index_fill_.int_Tensor", X, 0, ROW, F()),
    row("index_put", X, (V([0, 1]), V([1, 2])), F(2)),
    row("index_put", X, [V([0, 0])], F(2, 4), True),
    row("index_put", X, [None, V([0, 1])], F(3, 2)).by_schema(),
    row("index_put_", X, (V([0, 1]), V([1, 2])), F(2)),
    row("index_put_", X, [B(3, 4).no_resize()], F(), accumulate=False),
    row("index_select", X, 0, V([2, 0, 0])),
    row("index_select", X, dim=-1, index=V([1])),
    row("nonzero", N(3, 4)),
    row("nonzero", F(3, 4)),
    row("put_", X, V([0, 5]), F(2)),
    row("put_", X, V([0, 5, 5]), F(3), accumulate=True),
    row("select.int", X, 0, 1),
    row("select.int", X, dim=-1, index=-2),
    row("slice.Tensor", X, 1, 1, 3),
    row("slice.Tensor", X, 0, None, None, 2),
    row("diagonal_scatter", X, F(3)),
    row("diagonal_scatter", X, F(2), offset=-1),
    row("index_reduce", X, 0, ROW, F(2, 4), "amax"),
    row("index_reduce_", X, 0, ROW, F(2, 4), "mean", include_self=False),
    row("nonzero_static", N(3, 4), size=5),
    row("nonzero_static", N(3, 4), size=20, fill_value=7),
    row("select_scatter", X, F(4), 0, 1),
    row("take", X, V([0, 5, 11])),
    row("take", X, V([[0, -1]])),
    row("take_along_dim", X, GRID, 0),
    row("take_along_dim", X, V([3, 1]), dim=None),
    row("where.self", B(3, 4), F(3, 4), F(4)),
    row("where.self", B(3, 1), F(4), F()),
    row("where.ScalarSelf", B(3, 4), 1.5, F(3, 4)),
    row("where.ScalarOther", B(3, 4), F(3, 4), 2),
    row("where.Scalar", B(3, 4), 1, 0),
    row("where.Scalar", B(3, 4), 1.5, 0),
    row("where", B(3, 4)),
    row("where", N(3, 4)),
]

test_op = operators_of("index")
