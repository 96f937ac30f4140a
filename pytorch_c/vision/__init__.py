"""Datasets, models, transforms, files and a loader for images, under torchvision's and GoTorch's names."""

from . import datasets, imageloader, io, models, transforms, utils
from .synthesizer import Synthesizer, synthesize_image

__all__ = [
    "Synthesizer",
    "datasets",
    "imageloader",
    "io",
    "models",
    "synthesize_image",
    "transforms",
    "utils",
]
