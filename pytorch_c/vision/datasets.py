"""Datasets of images under torchvision's names, and without its downloads.

Those that lie in one array, MNIST's kind and CIFAR, give tensors of bytes; those of files, and FakeData, PIL images.
"""

from .cifar import CIFAR10, CIFAR100
from .fakedata import FakeData
from .folder import IMG_EXTENSIONS, DatasetFolder, ImageFolder, default_loader, pil_loader
from .mnist import KMNIST, MNIST, FashionMNIST, cache_folder

__all__ = [
    "CIFAR10",
    "CIFAR100",
    "IMG_EXTENSIONS",
    "KMNIST",
    "MNIST",
    "DatasetFolder",
    "FakeData",
    "FashionMNIST",
    "ImageFolder",
    "cache_folder",
    "default_loader",
    "pil_loader",
]
