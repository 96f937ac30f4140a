"""Datasets that lie in memory as one tensor of bytes."""

from __future__ import annotations

from pathlib import Path

from ..data import Dataset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .._typing import Tensor


class ImageArrays(Dataset):
    """Images `data` and labels `targets`, int64 (n,); dataset[i] is (image, label), each through its transform."""

    classes: Sequence[str] = ()
    data: Tensor
    targets: Tensor
    folder: Path

    def __init__(
        self,
        root: str | Path,
        train: bool = True,
        transform: Callable[[Any], Any] | None = None,
        target_transform: Callable[[Any], Any] | None = None,
        download: bool = False,
    ) -> None:
        self.root = Path(root)
        self.train = bool(train)
        self.transform = transform
        self.target_transform = target_transform
        self._load()

    def _load(self) -> None:
        """Reads `folder`, `data` and `targets` of the split below `root`."""
        raise NotImplementedError

    @property
    def class_to_idx(self) -> dict[str, int]:
        """The label of each class name."""
        return {name: label for label, name in enumerate(self.classes)}

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, index: int) -> tuple[Any, Any]:
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range for {len(self)} images")
        image, label = self.data[index], self.targets[index].item()
        if self.transform is not None:
            image = self.transform(image)
        if self.target_transform is not None:
            label = self.target_transform(label)
        return image, label

    def __repr__(self):
        split = "training" if self.train else "test"
        return f"{type(self).__name__}({len(self)} {split} images from {self.folder})"
