"""Datasets and models for images, under torchvision's names."""

from . import datasets, models

__all__ = ["datasets", "models"]
