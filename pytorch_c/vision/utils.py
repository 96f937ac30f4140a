"""Pictures of many images: torchvision.utils."""

from __future__ import annotations

from .. import _ops
from .._tensor.dtype import uint8
from .._tensor.tensor import Tensor
from ..autograd.grad_mode import no_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Sequence
    from typing import IO

__all__ = ["make_grid", "save_image"]


@no_grad()
def make_grid(
    tensor: Tensor | Sequence[Tensor],
    nrow: int = 8,
    padding: int = 2,
    normalize: bool = False,
    value_range: tuple[float, float] | None = None,
    scale_each: bool = False,
    pad_value: float = 0.0,
) -> Tensor:
    """Images side by side: (n, channels, h, w), or a list of (channels, h, w), in one of (channels, H, W).

    Args:
        nrow: Images in a row
        padding: Pixels around each image, of the value pad_value
        normalize: Whether values become 0 to 1: those of value_range, by default the lowest and the highest
        scale_each: Whether these are those of each image

    One channel becomes three. Raises TypeError for what is no tensor or list of tensors, ValueError for another rank.

    Source: torchvision.utils.make_grid.
    """
    images = _images(tensor)
    if normalize:
        if value_range is not None and not isinstance(value_range, tuple):
            raise TypeError("value_range has to be a tuple (min, max) if specified. min and max are numbers")
        images = images.clone()
        for part in images if scale_each else (images,):
            low, high = (part.min().item(), part.max().item()) if value_range is None else value_range
            part.clamp_(low, high).sub_(low).div_(max(high - low, 1e-5))
    count, channels, height, width = images.shape
    if count == 1:
        return images.squeeze(0)
    if nrow < 1 or padding < 0:
        raise ValueError(f"nrow must be at least 1 and padding at least 0, got {nrow} and {padding}")
    columns = min(nrow, count)
    rows = -(-count // columns)
    height, width = height + padding, width + padding
    grid = images.new_full((channels, height * rows + padding, width * columns + padding), pad_value)
    for index, image in enumerate(images):
        top, left = index // columns * height + padding, index % columns * width + padding
        grid[:, top : top + height - padding, left : left + width - padding] = image
    return grid


def _images(tensor):
    """The images as (n, channels, h, w), of three channels where there was one."""
    if not isinstance(tensor, Tensor):
        if not isinstance(tensor, (list, tuple)):
            raise TypeError(f"tensor or list of tensors expected, got {type(tensor)}")
        for one in tensor:
            if not isinstance(one, Tensor):
                raise TypeError(f"tensor or list of tensors expected, got a list containing {type(one)}")
        tensor = _ops.stack(list(tensor))
    if not 2 <= tensor.ndim <= 4:
        raise ValueError(f"tensor must have 2, 3 or 4 dimensions, got {tensor.ndim}")
    if 0 in tensor.shape:
        raise ValueError(f"tensor has no images: its shape is {tuple(tensor.shape)}")
    tensor = tensor[(None,) * (4 - tensor.ndim)]
    return _ops.cat((tensor, tensor, tensor), 1) if tensor.shape[1] == 1 else tensor


@no_grad()
def save_image(
    tensor: Tensor | Sequence[Tensor],
    fp: str | os.PathLike[str] | IO[bytes],
    format: str | None = None,
    nrow: int = 8,
    padding: int = 2,
    normalize: bool = False,
    value_range: tuple[float, float] | None = None,
    scale_each: bool = False,
    pad_value: float = 0.0,
) -> None:
    """Writes make_grid() of images from 0 to 1 to a file: to its name's kind, or to an open one in a format. Needs Pillow.

    Source: torchvision.utils.save_image.
    """
    from PIL import Image

    grid = make_grid(tensor, nrow, padding, normalize, value_range, scale_each, pad_value)
    # A half more rounds to the nearest byte.
    pixels = grid.mul(255).add_(0.5).clamp_(0, 255).permute(1, 2, 0).to("cpu", uint8)
    Image.fromarray(pixels.contiguous().numpy()).save(fp, format=format)
