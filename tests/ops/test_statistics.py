"""Statistics: variance, covariance, quantiles, histograms."""

from .family import operators_of
from .runner import row
from .samples import F, V

ROWS = [
    row("bincount", V([0, 1, 1, 3])),
    row("bincount", V([0, 1, 1, 3]), V([0.5, 1.0, 2.0, 3.0]), minlength=6),
    row("histc", F(20), 5, -2, 2),
    row("histc", F(20), bins=4),
    row("histogramdd", F(5, 2), [2, 3]).by_schema().no_grad(),
    row("histogramdd.TensorList_bins", F(5, 2), [V([-2.0, 0.0, 2.0]), V([-2.0, 2.0])]).by_schema().no_grad().fixed(),
]

test_op = operators_of("statistics")
