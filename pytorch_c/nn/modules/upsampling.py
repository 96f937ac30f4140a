"""Layers that make signals, pictures and volumes larger or smaller: functional.interpolate."""

from __future__ import annotations

from .. import functional as F
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import Ints, Tensor

__all__ = ["Upsample", "UpsamplingBilinear2d", "UpsamplingNearest2d"]


class Upsample(Module):
    """Interpolates (N, C, *) to `size`, or by scale_factor; arguments as functional.interpolate."""

    __constants__ = ["size", "scale_factor", "mode", "align_corners", "name", "recompute_scale_factor"]

    def __init__(
        self,
        size: Ints | None = None,
        scale_factor: float | Sequence[float] | None = None,
        mode: str = "nearest",
        align_corners: bool | None = None,
        recompute_scale_factor: bool | None = None,
    ) -> None:
        super().__init__()
        if isinstance(scale_factor, tuple):
            scale_factor = tuple(float(factor) for factor in scale_factor)
        else:
            scale_factor = float(scale_factor) if scale_factor else None
        self.size, self.scale_factor, self.mode = size, scale_factor, mode
        self.align_corners, self.recompute_scale_factor = align_corners, recompute_scale_factor

    def forward(self, input: Tensor) -> Tensor:
        return F.interpolate(
            input,
            self.size,
            self.scale_factor,
            self.mode,
            self.align_corners,
            recompute_scale_factor=self.recompute_scale_factor,
        )

    def extra_repr(self) -> str:
        scaled = self.scale_factor is not None
        return (f"scale_factor={self.scale_factor!r}" if scaled else f"size={self.size!r}") + f", mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Upsample with mode="nearest": each pixel becomes several."""

    def __init__(self, size: Ints | None = None, scale_factor: float | Sequence[float] | None = None) -> None:
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """Upsample with mode="bilinear" and align_corners=True."""

    def __init__(self, size: Ints | None = None, scale_factor: float | Sequence[float] | None = None) -> None:
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)
