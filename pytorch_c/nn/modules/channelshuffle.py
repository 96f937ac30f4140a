"""ChannelShuffle."""

from __future__ import annotations

from .. import functional as F
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Tensor

__all__ = ["ChannelShuffle"]


class ChannelShuffle(Module):
    """Takes the channels of (N, C, *) in turns from each of `groups` groups: the same shape."""

    __constants__ = ["groups"]

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        return f"groups={self.groups}"
