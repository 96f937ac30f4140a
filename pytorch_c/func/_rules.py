"""Rules of vmap that torch adds in Python: operators that libtorch calls once for each sample, or not at all in jvp."""

from __future__ import annotations

import functools
import threading
from importlib import import_module

_PACKAGE = __name__.partition(".")[0]
_lock = threading.Lock()
_OPERATORS = (
    "mse_loss_backward smooth_l1_loss_backward huber_loss_backward nll_loss_forward nll_loss2d_forward nll_loss_backward "
    "nll_loss2d_backward addr"
)
_added = False


def add() -> None:
    """Adds them, as torch's first vmap does; its table of 0.7 seconds is read when one of them is called."""
    global _added
    if _added:
        return
    torchs = import_module(f"{_PACKAGE}._functorch.predispatch")
    with _lock:
        if not torchs.DECOMPOSITIONS_LOADED:
            library = import_module(f"{_PACKAGE}.library").Library("aten", "IMPL", "FuncTorchBatched")
            torchs.VMAP_DECOMPOSITIONS_LIB = library
            for name in _OPERATORS.split():
                library.impl(name, functools.partial(_decomposed, name))
            torchs.DECOMPOSITIONS_LOADED = True
        _added = True


def _decomposed(name, *args, **kwargs):
    """Calls what torch's table has in the place of an operator."""
    table, aten = import_module(f"{_PACKAGE}._decomp").decomposition_table, import_module(f"{_PACKAGE}.ops").aten
    return table[getattr(aten, name).default](*args, **kwargs)
