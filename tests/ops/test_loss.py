"""Losses; `reduction` is 0 for none, 1 for the mean, 2 for the sum."""

from .family import operators_of
from .runner import row
from .samples import F, N, P, U, V

LABELS = V([1, 0, 3])
SIGNS = V([1.0, -1.0, 1.0])
PAIRS = ("huber_loss", "l1_loss", "mse_loss", "smooth_l1_loss", "hinge_embedding_loss", "kl_div")


def pairs():
    for name in PAIRS:
        other = SIGNS if name == "hinge_embedding_loss" else F(3, 4)
        first = F(3) if name == "hinge_embedding_loss" else F(3, 4)
        yield row(name, first, other).by_schema()
        for reduction in (0, 1, 2):
            yield row(name, first, other, reduction=reduction).by_schema()


def classes():
    for name in ("nll_loss", "nll_loss_nd", "cross_entropy_loss"):
        yield row(name, F(3, 4), LABELS)
        yield row(name, F(3, 4), LABELS, P(4).without_grad(), 2)
        yield row(name, F(3, 4), LABELS, ignore_index=3)
    yield row("cross_entropy_loss", F(3, 4), LABELS, label_smoothing=0.1)
    yield row("cross_entropy_loss", F(3, 4), U(3, 4))
    for name in ("nll_loss2d", "nll_loss_nd", "cross_entropy_loss"):
        yield row(name, F(2, 4, 3, 2), V([[[0, 1], [2, 3], [0, 0]]] * 2))


ROWS = [
    *pairs(),
    *classes(),
    row("binary_cross_entropy", U(3, 4), U(3, 4)),
    row("binary_cross_entropy", U(3, 4), U(3, 4), U(3, 4).without_grad(), 0),
    row("binary_cross_entropy_with_logits", F(3, 4), U(3, 4)),
    row("binary_cross_entropy_with_logits", F(3, 4), U(3, 4), P(4).without_grad(), P(4).without_grad(), 2),
    row("cosine_embedding_loss", F(3, 4), F(3, 4), SIGNS, 0.5),
    row("ctc_loss.IntList", F(5, 2, 4), V([[1, 2], [3, 1]]), [5, 4], [2, 1]).by_schema(),
    row("ctc_loss.Tensor", F(5, 2, 4), V([[1, 2], [3, 1]]), V([5, 4]), V([2, 1]), 0, 2, True).by_schema().fixed(),
    row("huber_loss", F(3, 4), F(3, 4), delta=0.5),
    row("kl_div", F(3, 4), F(3, 4), log_target=True),
    row("margin_ranking_loss", F(3), F(3), SIGNS, margin=0.5),
    row("multi_margin_loss", F(3, 4), LABELS),
    row("multilabel_margin_loss", F(2, 4), V([[3, 0, -1, 1], [0, 1, 2, -1]])),
    row("multilabel_margin_loss_forward", F(2, 4), V([[3, 0, -1, 1], [0, 1, 2, -1]]), 1),
    row("nll_loss_forward", F(3, 4), LABELS, None, 1, -100),
    row("nll_loss2d_forward", F(2, 4, 3, 2), V([[[0, 1], [2, 3], [0, 0]]] * 2), None, 1, -100),
    row("poisson_nll_loss", F(3, 4), P(3, 4), True, True, 1e-8, 1),
    row("smooth_l1_loss", F(3, 4), F(3, 4), beta=0.5),
    row("soft_margin_loss", F(3), SIGNS),
    row("soft_margin_loss", F(3), SIGNS, 0),
    row("triplet_margin_loss", F(3, 4), F(3, 4), F(3, 4)),
    row("triplet_margin_loss", F(3, 4), F(3, 4), F(3, 4), margin=2.0, p=1.0, swap=True, reduction=2),
    row("_ctc_loss", F(5, 2, 4), V([[1, 2], [3, 1]]), [5, 4], [2, 1]).shape_only().fixed(),
    row("l1_loss", N(3, 4), N(3, 4), 2),
]

ROWS = [one.by_schema() for one in ROWS]  # torch's functions have the reduction as a word

test_op = operators_of("loss")
