"""Helpers of functions that write an operator in ONNX (torch.onnx.symbolic_helper): what libraries import to register their own."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def parse_args(*arg_descriptors: str) -> Callable[[Any], Any]:
    """A decorator that leaves its function alone: nobody calls it (torch.onnx.symbolic_helper.parse_args)."""
    return lambda function: function
