"""Optimizers in torch's call form; GoTorch's form is pytorch_c.SGD and pytorch_c.Adam.

Ours step all parameters in one call of the C library; the others are torch's own files upon our Optimizer.
"""

from .._borrowed import lazy
from .adagrad import Adagrad
from .adam import Adam
from .adamw import AdamW
from .optimizer import Optimizer
from .sgd import SGD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import lr_scheduler
    from ._adafactor import Adafactor
    from ._muon import Muon
    from .adadelta import Adadelta
    from .adamax import Adamax
    from .asgd import ASGD
    from .lbfgs import LBFGS
    from .nadam import NAdam
    from .radam import RAdam
    from .rmsprop import RMSprop
    from .rprop import Rprop
    from .sparse_adam import SparseAdam

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
