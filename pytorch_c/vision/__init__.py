"""Datasets, models, transforms and a loader for images, under torchvision's and GoTorch's names."""

from . import datasets, imageloader, models, transforms
from .synthesizer import Synthesizer, synthesize_image

__all__ = ["Synthesizer", "datasets", "imageloader", "models", "synthesize_image", "transforms"]
