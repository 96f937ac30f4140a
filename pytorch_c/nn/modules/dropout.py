"""Dropout."""

from __future__ import annotations

from .. import functional as F
from ..functional._arguments import check_probability
from ..module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Tensor


class Dropout(Module):
    """In training sets each value to 0 with probability p and divides the rest by 1 - p; else does nothing.

    ValueError unless 0 <= p <= 1.
    """

    def __init__(self, p: float = 0.5, inplace: bool = False) -> None:
        super().__init__()
        check_probability(p)
        self.p, self.inplace = p, inplace

    def forward(self, input: Tensor) -> Tensor:
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"
