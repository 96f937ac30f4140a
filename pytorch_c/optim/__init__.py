"""Optimizers in torch's call form; GoTorch's form is pytorch_c.SGD and pytorch_c.Adam.

Ours step all parameters in one call of the C library; the others are torch's own files upon our Optimizer.
"""

from .._borrowed import lazy
from .adagrad import Adagrad
from .adam import Adam
from .adamw import AdamW
from .asgd import ASGD
from .optimizer import Optimizer
from .sgd import SGD

__all__ = [
    "ASGD",
    "LBFGS",
    "SGD",
    "Adadelta",
    "Adafactor",
    "Adagrad",
    "Adam",
    "AdamW",
    "Adamax",
    "Muon",
    "NAdam",
    "Optimizer",
    "RAdam",
    "RMSprop",
    "Rprop",
    "SparseAdam",
    "lr_scheduler",
]

__getattr__, __dir__ = lazy.names(__name__)
