"""Datasets, models, transforms and a loader for images, under torchvision's and GoTorch's names."""

from . import datasets, imageloader, models, transforms

__all__ = ["datasets", "imageloader", "models", "transforms"]
