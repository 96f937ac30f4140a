"""Weights of a model from a file."""

from __future__ import annotations

import os
from collections.abc import Mapping

from .. import nn
from .._files.archive import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    M = TypeVar("M", bound=nn.Module)


def with_weights(model: M, weights: str | os.PathLike[str] | Mapping[str, Any] | None) -> M:
    """The model with the weights of a state dict, or of the file of one, such as a checkpoint of torchvision's.

    Nothing is downloaded: raises FileNotFoundError where there is no such file, TypeError for anything else.
    """
    if weights is None:
        return model
    if isinstance(weights, (str, os.PathLike)):
        if not os.path.exists(weights):
            raise FileNotFoundError(f"weights: no file {os.fspath(weights)!r}; nothing is downloaded here")
        weights = load(weights, map_location="cpu")
    if not isinstance(weights, Mapping):
        raise TypeError(f"weights must be a state dict, the path of one, or None, got {type(weights).__name__}")
    model.load_state_dict(weights)
    return model
