"""Distances between vectors."""

from .family import operators_of
from .runner import row
from .samples import F

ROWS = [
    row("cdist", F(3, 4), F(2, 4)).by_schema(),
    row("cdist", F(3, 4), F(2, 4), 1.0).by_schema(),
    row("cosine_similarity", F(3, 4), F(3, 4)).by_schema(),
    row("cosine_similarity", F(3, 4), F(3, 4), dim=0, eps=1e-3).by_schema(),
    row("pairwise_distance", F(3, 4), F(3, 4)).by_schema(),
    row("pairwise_distance", F(3, 4), F(3, 4), p=1.0, keepdim=True).by_schema(),
]

test_op = operators_of("distance")
