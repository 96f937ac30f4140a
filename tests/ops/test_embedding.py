"""Embeddings, and one-hot numbers."""

from .family import operators_of
from .runner import row
from .samples import F, V

INDEX = V([[0, 2], [1, 2]])

ROWS = [
    row("embedding", F(5, 3), INDEX),
    row("embedding", F(5, 3), INDEX, 2),
    row("embedding", F(5, 3), INDEX, padding_idx=0, scale_grad_by_freq=True),
    row("embedding_bag", F(5, 3), V([0, 2, 1, 4]), V([0, 2])).fixed(),
    row("embedding_bag", F(5, 3), V([0, 2, 1, 4]), V([0, 2]), mode=1).fixed(),
    row("embedding_bag.padding_idx", F(5, 3), V([0, 2, 1, 4]), V([0, 2]), False, 0, False, None, False, 2).fixed(),
    row("one_hot", V([0, 2, 1])),
    row("one_hot", V([0, 2, 1]), 5),
    row("_embedding_bag", F(5, 3), V([0, 2, 1, 4]), V([0, 2])).fixed(),
]

test_op = operators_of("embedding")
