"""Collective functions that gradients go through (torch.distributed.nn.functional); each raises RuntimeError."""

from __future__ import annotations

from .._alone import _made

__all__ = [
    "all_gather", "all_reduce", "all_to_all", "all_to_all_single", "broadcast", "gather", "reduce", "reduce_scatter",
    "scatter",
]  # fmt: skip

all_gather, all_reduce, all_to_all = _made("all_gather"), _made("all_reduce"), _made("all_to_all")
all_to_all_single, broadcast, gather = _made("all_to_all_single"), _made("broadcast"), _made("gather")
reduce, reduce_scatter, scatter = _made("reduce"), _made("reduce_scatter"), _made("scatter")
