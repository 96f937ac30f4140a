"""pytorch_c.data under torch's name: importing this gives that very module."""

import sys

from .. import data
from ..data import dataset, loader, sampler

# One object under both names, so that a class imported by either is the same class.
sys.modules[__name__] = data
sys.modules[__name__ + ".dataset"] = dataset
sys.modules[__name__ + ".dataloader"] = loader
sys.modules[__name__ + ".sampler"] = sampler
