"""Optimizers in torch's call form; GoTorch's form is pytorch_c.SGD and pytorch_c.Adam."""

from .._borrowed import lazy
from .adam import Adam, AdamW
from .optimizer import Optimizer
from .sgd import SGD

__all__ = ["SGD", "Adam", "AdamW", "Optimizer"]

__getattr__ = lazy.names(__name__)  # swa_utils
