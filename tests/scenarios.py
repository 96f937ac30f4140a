"""Small programs as functions of the package: run with pytorch_c and with torch, and compared."""

import inspect
import warnings

import pytest
import torch
from both import kind
from ops.compare import same

import pytorch_c


def outcome(scenario, library):
    """("value", what it gives) or ("error", the built-in kind and the text)."""
    library.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return "value", scenario(library)
        except Exception as error:
            return "error", (kind(error), str(error))


def agree(scenario):
    """Both give the same value, or raise the same kind of error with the same text."""
    ours, theirs = outcome(scenario, pytorch_c), outcome(scenario, torch)
    assert ours[0] == theirs[0], f"{scenario.__name__}: {ours}, torch: {theirs}"
    if ours[0] == "error":
        assert ours[1] == theirs[1]
    else:
        same(ours[1], theirs[1], scenario.__name__)


def all_of(module):
    """A parametrization over the functions of a module whose only parameter is `t`."""
    found = [
        f for f in vars(module).values() if inspect.isfunction(f) and list(inspect.signature(f).parameters) == ["t"]
    ]
    return pytest.mark.parametrize("scenario", found, ids=lambda f: f.__name__)


def settle():
    """Closes what waits to be closed, under the strategy that does so later."""
    pytorch_c._boundary.library.lib.ptc_close_pending()
