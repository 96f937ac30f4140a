"""Random images, to try programs with."""

from __future__ import annotations

from .. import _ops
from .._tensor.generator import Generator
from ..data import Dataset
from .transforms.functional import to_pil_image

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["FakeData"]


class FakeData(Dataset):
    """Images and classes that the index decides; dataset[i] is (PIL image, number of its class). Needs Pillow.

    Args:
        size: How many images
        image_size: (channels, height, width) of each
        num_classes: Classes are 0 to num_classes - 1
        transform, target_transform: Of images and of classes
        random_offset: Other images, as if they began at this index

    Source: torchvision.datasets.FakeData, with its pixels. The default generator is left as it was.
    """

    def __init__(
        self,
        size: int = 1000,
        image_size: tuple[int, int, int] = (3, 224, 224),
        num_classes: int = 10,
        transform: Callable[[Any], Any] | None = None,
        target_transform: Callable[[Any], Any] | None = None,
        random_offset: int = 0,
    ) -> None:
        self.size, self.image_size, self.num_classes = size, image_size, num_classes
        self.transform, self.target_transform = transform, target_transform
        self.random_offset = random_offset

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, index: int) -> tuple[Any, Any]:
        if not -self.size <= index < self.size:
            raise IndexError(f"{type(self).__name__} index out of range")
        generator = Generator().manual_seed(index % self.size + self.random_offset)
        image = to_pil_image(_ops.randn(self.image_size, generator=generator))
        target = _ops.randint(0, self.num_classes, (1,), generator=generator).item()
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return image, target
