"""Images in folders, one for each class: root/dog/1.png, root/cat/a/2.jpg."""

from __future__ import annotations

import os

from ..data import Dataset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import Any

__all__ = ["IMG_EXTENSIONS", "DatasetFolder", "ImageFolder", "default_loader", "pil_loader"]

IMG_EXTENSIONS = (".jpg", ".jpeg", ".png", ".ppm", ".bmp", ".pgm", ".tif", ".tiff", ".webp")


class DatasetFolder(Dataset):
    """Files in folders; dataset[i] is (what loader makes of a file, the number of its folder), through the transforms.

    Args:
        root: The folder of the classes' folders; in those, files are found at any depth
        loader: Makes a sample of a path
        extensions: Endings of files that are samples, or
        is_valid_file: a function of a path that says so; one of the two
        transform, target_transform: Of samples and of classes' numbers
        allow_empty: Whether a class may have no file

    classes are the names of the folders, sorted; class_to_idx their numbers; samples [(path, number)]; targets the
    numbers. Raises FileNotFoundError without a folder, or without a file for one.

    Source: torchvision.datasets.DatasetFolder.
    """

    def __init__(
        self,
        root: str | Path,
        loader: Callable[[str], Any],
        extensions: Sequence[str] | None = None,
        transform: Callable[[Any], Any] | None = None,
        target_transform: Callable[[Any], Any] | None = None,
        is_valid_file: Callable[[str], bool] | None = None,
        allow_empty: bool = False,
    ) -> None:
        self.root = os.path.expanduser(root)
        self.loader, self.extensions = loader, extensions
        self.transform, self.target_transform = transform, target_transform
        self.classes, self.class_to_idx = self.find_classes(self.root)
        self.samples = self.make_dataset(self.root, self.class_to_idx, extensions, is_valid_file, allow_empty)
        self.targets = [number for _, number in self.samples]

    def find_classes(self, directory: str | Path) -> tuple[list[str], dict[str, int]]:
        """(names, {name: number}) of the classes; a subclass may choose others."""
        with os.scandir(directory) as entries:
            classes = sorted(entry.name for entry in entries if entry.is_dir())
        if not classes:
            raise FileNotFoundError(f"Couldn't find any class folder in {directory}.")
        return classes, {name: number for number, name in enumerate(classes)}

    @staticmethod
    def make_dataset(
        directory: str | Path,
        class_to_idx: dict[str, int],
        extensions: Sequence[str] | None = None,
        is_valid_file: Callable[[str], bool] | None = None,
        allow_empty: bool = False,
    ) -> list[tuple[str, int]]:
        """[(path, number)] of the samples, sorted by class and by path; a subclass may find others."""
        if not class_to_idx:
            raise ValueError("class_to_idx must have at least one entry to collect any samples.")
        if (extensions is None) == (is_valid_file is None):
            raise ValueError("Both extensions and is_valid_file cannot be None or not None at the same time")
        is_sample = is_valid_file or _has_one_of((extensions,) if isinstance(extensions, str) else extensions)
        found, empty = [], []
        for name in sorted(class_to_idx):
            paths = [path for path in _files(os.path.join(directory, name)) if is_sample(path)]
            found += [(path, class_to_idx[name]) for path in paths]
            if not paths:
                empty.append(name)
        if empty and not allow_empty:
            known = "" if extensions is None else f"Supported extensions are: {', '.join(extensions)}"
            raise FileNotFoundError(f"Found no valid file for the classes {', '.join(empty)}. {known}".rstrip())
        return found

    def __len__(self) -> int:
        return len(self.samples)

    def __getitem__(self, index: int) -> tuple[Any, Any]:
        path, target = self.samples[index]
        sample = self.loader(path)
        if self.transform is not None:
            sample = self.transform(sample)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return sample, target

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} files of {len(self.classes)} classes from {self.root})"


def _has_one_of(extensions):
    endings = tuple(one.lower() for one in extensions)
    return lambda path: path.lower().endswith(endings)


def _files(folder):
    """The paths of the files at any depth of a folder, links followed, sorted by folder and name."""
    for inner, _, names in sorted(os.walk(folder, followlinks=True)):
        for name in sorted(names):
            yield os.path.join(inner, name)


def pil_loader(path: str | Path) -> Any:
    """The PIL image of a file, in RGB. Raises OSError where it is none."""
    from PIL import Image

    with open(path, "rb") as file:
        return Image.open(file).convert("RGB")


default_loader = pil_loader


class ImageFolder(DatasetFolder):
    """Images in folders; dataset[i] is (PIL image in RGB, number of its class). imgs is another name of samples.

    Source: torchvision.datasets.ImageFolder. The image loader, `vision.imageloader`, is faster on the same folder.
    """

    def __init__(
        self,
        root: str | Path,
        transform: Callable[[Any], Any] | None = None,
        target_transform: Callable[[Any], Any] | None = None,
        loader: Callable[[str], Any] = default_loader,
        is_valid_file: Callable[[str], bool] | None = None,
        allow_empty: bool = False,
    ) -> None:
        extensions = IMG_EXTENSIONS if is_valid_file is None else None
        super().__init__(root, loader, extensions, transform, target_transform, is_valid_file, allow_empty)
        self.imgs = self.samples
