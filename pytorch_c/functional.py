"""torch.functional: what torch writes in Python beside its operators."""

from . import _composites
from ._composites.contraction import block_diag, cartesian_prod, cdist, chain_matmul, einsum, tensordot
from ._composites.factorization import lu, norm, pca_lowrank, svd_lowrank
from ._composites.sets import unique, unique_consecutive
from ._composites.shape import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    broadcast_shapes,
    broadcast_tensors,
    meshgrid,
    split,
    unravel_index,
)
from ._composites.spectral import istft, stft

__all__ = [
    "atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_shapes", "broadcast_tensors", "cartesian_prod",
    "cdist", "chain_matmul", "einsum", "istft", "lu", "meshgrid", "norm", "pca_lowrank", "split", "stft", "svd_lowrank",
    "tensordot", "unique", "unique_consecutive", "unravel_index",
]  # fmt: skip

for _name in __all__:
    _composites.function(_name, __package__)
