"""Seeds without what torch.manual_seed costs: for each backend that has not begun it writes a traceback, each time anew."""

import random

import numpy
import torch

HAS_DEVICES = torch.cuda.is_available()


def seed(library, number):
    """Does what library.manual_seed does, on all devices there are."""
    (library if HAS_DEVICES else library.default_generator).manual_seed(number)


def seed_all(number):
    """Does what torch's own tests do before a sample: seeds torch, NumPy and Python."""
    seed(torch, number)
    random.seed(number)
    numpy.random.seed(number)
