"""Datasets and batches, under the names of torch.utils.data."""

from .dataset import Dataset, Subset, TensorDataset
from .loader import DataLoader, default_collate

__all__ = ["DataLoader", "Dataset", "Subset", "TensorDataset", "default_collate"]
