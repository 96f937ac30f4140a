"""Normalization."""

from .family import operators_of
from .runner import row
from .samples import F, Out, P

IMAGE = F(4, 3, 5, 5)
MEAN, VAR = F(3).without_grad(), P(3).without_grad()

ROWS = [
    row("batch_norm", IMAGE, F(3), F(3), MEAN, VAR, True, 0.1, 1e-5, False),
    row("batch_norm", IMAGE, None, None, MEAN, VAR, False, 0.1, 1e-5, False),
    row("batch_norm", IMAGE, None, None, None, None, True, 0.1, 1e-5, False),
    row("group_norm", F(2, 6, 4), 3),
    row("group_norm", F(2, 6, 4), 2, F(6), F(6), eps=1e-3),
    row("instance_norm", IMAGE, F(3), F(3), None, None, True, 0.1, 1e-5, False),
    row("instance_norm", IMAGE, None, None, MEAN, VAR, False, 0.1, 1e-5, False),
    row("layer_norm", F(2, 3, 4), (4,)),
    row("layer_norm", F(2, 3, 4), [3, 4], F(3, 4), F(3, 4), 1e-3),
    row("native_batch_norm", IMAGE, F(3), F(3), MEAN, VAR, True, 0.1, 1e-5),
    row("native_layer_norm", F(2, 3, 4), (4,), F(4), F(4), 1e-5),
    row("rms_norm", F(2, 3, 4), (4,)),
    row("rms_norm", F(2, 3, 4), (4,), F(4), 1e-3),
    row("_weight_norm", F(3, 4), P(3, 1)).fixed(),
]

OUTS = dict(out=Out(), save_mean=Out(), save_invstd=Out())

ROWS += [
    row("native_batch_norm.out", IMAGE, F(3), F(3), MEAN, VAR, True, 0.1, 1e-5, **OUTS).fixed().no_grad(),
    row("batch_norm_stats", IMAGE, 1e-5).refused(),
    row("batch_norm_elemt", IMAGE, None, None, MEAN, VAR, 1e-5).refused(),
    row("batch_norm_elemt.out", IMAGE, None, None, MEAN, VAR, 1e-5, out=Out()).refused().no_grad(),
    row("batch_norm_gather_stats", IMAGE, MEAN, VAR, None, None, 0.1, 1e-5, 4).refused(),
    row("batch_norm_gather_stats_with_counts", IMAGE, MEAN, VAR, None, None, 0.1, 1e-5, MEAN).refused(),
]

ROWS += [
    row("batch_norm_backward_elemt", IMAGE, IMAGE, MEAN, VAR, None, MEAN, MEAN, MEAN).refused(),
    row("batch_norm_backward_reduce", IMAGE, IMAGE, MEAN, VAR, None, True, True, True).refused(),
]

test_op = operators_of("norm")
