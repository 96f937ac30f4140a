"""Datasets, samplers and batches, under the names of torch.utils.data."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .collate import default_collate, default_convert
from .dataset import (
    ChainDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    random_split,
)
from .loader import DataLoader
from .sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)
from .state import get_worker_info

__all__ = [
    "BatchSampler",
    "ChainDataset",
    "ConcatDataset",
    "DataLoader",
    "Dataset",
    "DistributedSampler",
    "IterableDataset",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "StackDataset",
    "Subset",
    "SubsetRandomSampler",
    "TensorDataset",
    "WeightedRandomSampler",
    "default_collate",
    "default_convert",
    "get_worker_info",
    "random_split",
]


def __getattr__(name: str) -> Any:
    """A sampler of torch's own Python, read when it is asked for."""
    if name == "DistributedSampler":
        package = __package__.partition(".")[0]
        found = globals()[name] = import_module(f"{package}.utils.data.distributed").DistributedSampler
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
