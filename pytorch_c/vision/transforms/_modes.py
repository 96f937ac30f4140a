"""Modes of interpolation."""

from __future__ import annotations

from enum import Enum

# Pillow's numbers, which torchvision takes too.
_PILLOW = {"nearest": 0, "nearest-exact": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "box": 4, "hamming": 5}


class InterpolationMode(Enum):
    """Interpolation of resize, rotate and affine; box, hamming and lanczos are for PIL images alone."""

    NEAREST = "nearest"
    NEAREST_EXACT = "nearest-exact"
    BILINEAR = "bilinear"
    BICUBIC = "bicubic"
    BOX = "box"
    HAMMING = "hamming"
    LANCZOS = "lanczos"

    @property
    def pillow(self) -> int:
        """The constant of PIL.Image."""
        return _PILLOW[self.value]


def mode_of(interpolation: InterpolationMode | int) -> InterpolationMode:
    """An InterpolationMode from itself or from Pillow's number; TypeError for anything else."""
    if isinstance(interpolation, InterpolationMode):
        return interpolation
    if isinstance(interpolation, int) and not isinstance(interpolation, bool):
        for mode in InterpolationMode:
            if mode.pillow == interpolation:
                return mode
    raise TypeError(f"interpolation must be an InterpolationMode or Pillow's number of one, got {interpolation!r}")
