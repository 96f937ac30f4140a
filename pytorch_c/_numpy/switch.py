"""Switch that says what NumPy's functions make of Tensors."""

from __future__ import annotations

from .._tensor import members
from . import dispatch


def set_numpy_functions(mode: str) -> None:
    """Sets what NumPy's functions make of Tensors: "tensors", "strict" or "arrays"; ValueError for another word."""
    if mode not in dispatch.MODES:
        raise ValueError(
            f"set_numpy_functions(): argument 'mode' must be one of {', '.join(dispatch.MODES)}, not {mode!r}"
        )
    dispatch.mode = mode
    members.attach_numpys(mode != "arrays")


def get_numpy_functions() -> str:
    """The mode of set_numpy_functions."""
    return dispatch.mode
