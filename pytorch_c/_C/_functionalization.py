"""Views of functionalization, as AOTAutograd asks for them (torch._C._functionalization)."""

from __future__ import annotations

import sys

from . import extension

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._tensor.tensor import Tensor


class ViewMeta:
    """The steps by which a tensor is a view, which nobody replays: torch makes such a view by its strides."""

    has_symbolic_inputs = True  # for which AOTAutograd does not replay a view, wherever it comes from


def get_view_meta_sequence(tensor: Tensor) -> list[ViewMeta]:
    """Returns one ViewMeta for a tensor of functionalization, which stands for all of its views."""
    return [ViewMeta()]


def apply_view_meta_sequence(base: Tensor, sequence: Sequence[ViewMeta]) -> Tensor:
    """Returns the tensor for no views; raises NotImplementedError for others."""
    if sequence:
        raise NotImplementedError("apply_view_meta_sequence(): views are made by their strides here")
    return base


def __getattr__(name: str) -> Any:
    return extension.attribute(sys.modules[__name__], name)
