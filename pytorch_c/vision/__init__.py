"""Datasets, models and transforms for images, under torchvision's names."""

from . import datasets, models, transforms

__all__ = ["datasets", "models", "transforms"]
