"""The package's models for images upon torch's modules, and its data as torch's tensors."""

import inspect
import types

import torch

from pytorch_c.vision import datasets, dcgan, imageloader, models
from pytorch_c.vision import resnet as resnets


def upon_torch(*members):
    """The classes and functions of one file, from their source, with torch's nn."""
    module = types.ModuleType("upon_torch")
    module.nn = torch.nn
    text = "from __future__ import annotations\n" + "\n".join(map(inspect.getsource, members))
    exec(compile(text, "<upon torch>", "exec"), vars(module))
    return module


def whole_file(module):
    """A file of models, with torch's nn."""
    made = types.ModuleType("upon_torch")
    text = inspect.getsource(module).replace("from .. import nn", "from torch import nn")
    text = text.replace("from ._weights", "from pytorch_c.vision._weights")
    exec(compile(text, "<upon torch>", "exec"), vars(made))
    return made


MLP = upon_torch(models.MLP).MLP
_pair = whole_file(dcgan)
DCGANGenerator, DCGANDiscriminator = _pair.DCGANGenerator, _pair.DCGANDiscriminator
_residual = whole_file(resnets)
resnet18, resnet34, resnet50 = _residual.resnet18, _residual.resnet34, _residual.resnet50
build_label_vocabulary = imageloader.build_label_vocabulary


class FashionMNIST(datasets.FashionMNIST):
    """The pictures as tensors of torch's."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.data, self.targets = (torch.from_numpy(one.numpy()) for one in (self.data, self.targets))


class ImageLoader(imageloader.ImageLoader):
    """The batches as tensors of torch's."""

    def __iter__(self):
        for images, labels in super().__iter__():
            yield torch.from_numpy(images.numpy()), torch.from_numpy(labels.numpy())
