"""Transforms of images under torchvision's names, with its numbers and, from the same seed, its random choices.

Each is called with an image, or GoTorch's run(): a PIL image (which needs Pillow) or a tensor (…, channels, height,
width). `functional` has them as functions.
"""

from . import functional
from ._base import Compose, Lambda, RandomApply, RandomChoice, RandomOrder, Transform
from ._crops import (
    CenterCrop,
    FiveCrop,
    Pad,
    RandomAffine,
    RandomCrop,
    RandomHorizontalFlip,
    RandomResizedCrop,
    RandomResizedCropD,
    RandomRotation,
    RandomVerticalFlip,
    Resize,
    TenCrop,
)
from ._modes import InterpolationMode
from ._recolor import (
    ColorJitter,
    ConvertImageDtype,
    GaussianBlur,
    Grayscale,
    Normalize,
    PILToTensor,
    RandomErasing,
    RandomGrayscale,
    ToPILImage,
    ToTensor,
)

__all__ = [
    "CenterCrop",
    "ColorJitter",
    "Compose",
    "ConvertImageDtype",
    "FiveCrop",
    "GaussianBlur",
    "Grayscale",
    "InterpolationMode",
    "Lambda",
    "Normalize",
    "PILToTensor",
    "Pad",
    "RandomAffine",
    "RandomApply",
    "RandomChoice",
    "RandomCrop",
    "RandomErasing",
    "RandomGrayscale",
    "RandomHorizontalFlip",
    "RandomOrder",
    "RandomResizedCrop",
    "RandomResizedCropD",
    "RandomRotation",
    "RandomVerticalFlip",
    "Resize",
    "TenCrop",
    "ToPILImage",
    "ToTensor",
    "Transform",
    "functional",
]
