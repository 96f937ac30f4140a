"""MNIST, Fashion-MNIST and KMNIST from IDX files, with torchvision's names and without its downloads.

Fashion-MNIST comes with the package: `FashionMNIST.sample()` is its first 6,000 training and 1,000 test images.
"""

from __future__ import annotations

import os
from pathlib import Path

from .._tensor.dtype import int64
from ._image_arrays import ImageArrays
from .idx import read_idx

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from typing_extensions import Self

    from .._typing import Tensor

_SAMPLE = Path(__file__).parent / "data" / "fashion-mnist-sample"
_DEBIAN = Path("/usr/share/datasets/fashion-mnist")
_SIDE = 28


def cache_folder() -> Path:
    """Folder to which `make data` unpacks all of Fashion-MNIST: pytorch_c/fashion-mnist in the user's cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(cache, "pytorch_c", "fashion-mnist")


class MNIST(ImageArrays):
    """Handwritten digits: 28 x 28 gray images, white on black, in ten classes.

    root is the folder with the IDX files, or one that holds them in raw/ or MNIST/raw/ (torchvision's places);
    the files may be gzipped, and be named train-images-idx3-ubyte or train-images.idx3-ubyte.

    data is a uint8 tensor (n, 28, 28), targets an int64 tensor (n,), folder the folder that was read.
    dataset[i] is (image, label): the image is the uint8 tensor (28, 28), not a PIL image as in torchvision,
    or what transform makes of it; the label is an int, or what target_transform makes of it.
    Nothing is downloaded: download=True is torchvision's word, and changes nothing.

    Raises FileNotFoundError when the folder or one of its two files is missing, and ValueError when a file
    is damaged or holds something else; the message names the file.
    """

    classes = [
        "0 - zero",
        "1 - one",
        "2 - two",
        "3 - three",
        "4 - four",
        "5 - five",
        "6 - six",
        "7 - seven",
        "8 - eight",
        "9 - nine",
    ]

    def _load(self) -> None:
        self.folder = self._find_folder()
        self.data, self.targets = self._read()

    def _find_folder(self) -> Path:
        """root itself or the place below it that has files of this split."""
        if not self.root.is_dir():
            raise FileNotFoundError(f"no folder {self.root}; expected one with the IDX files of {type(self).__name__}")
        folders = [self.root, self.root / "raw", self.root / type(self).__name__ / "raw"]
        for folder in folders:
            if _find_file(folder, self.train, "images") or _find_file(folder, self.train, "labels"):
                return folder
        name = _file_name(self.train, "images")
        raise FileNotFoundError(f"no {name} or {name}.gz in {', '.join(map(str, folders))}")

    def _read(self) -> tuple[Tensor, Tensor]:
        """Images and labels, checked against each other."""
        image_file, label_file = (self._file(what) for what in ("images", "labels"))
        images, labels = read_idx(image_file), read_idx(label_file)
        if images.dim() != 3 or tuple(images.shape[1:]) != (_SIDE, _SIDE):
            raise ValueError(f"{image_file}: shape {tuple(images.shape)}; expected n images of {_SIDE} x {_SIDE}")
        if labels.dim() != 1:
            raise ValueError(f"{label_file}: shape {tuple(labels.shape)}; expected one label an image")
        if len(images) != len(labels):
            raise ValueError(f"{label_file}: {len(labels)} labels; {image_file} has {len(images)} images")
        if not len(images):
            raise ValueError(f"{image_file}: no images in it")
        if labels.max().item() >= len(self.classes):
            raise ValueError(f"{label_file}: label {labels.max().item()}; expected 0 to {len(self.classes) - 1}")
        return images, labels.to(int64)

    def _file(self, what):
        path = _find_file(self.folder, self.train, what)
        if path is None:
            name = _file_name(self.train, what)
            raise FileNotFoundError(f"no {name} or {name}.gz in {self.folder}")
        return path


class FashionMNIST(MNIST):
    """Pictures of clothes (Zalando SE, MIT licence) in the format of MNIST, which see.

    Without root the first of these is read: Debian's package dataset-fashion-mnist (/usr/share/datasets/fashion-mnist),
    what `make data` unpacked (`cache_folder()`), the sample in this package. `folder` tells which it was.
    """

    classes = [
        "T-shirt/top",
        "Trouser",
        "Pullover",
        "Dress",
        "Coat",
        "Sandal",
        "Shirt",
        "Sneaker",
        "Bag",
        "Ankle boot",
    ]

    def __init__(
        self,
        root: str | Path | None = None,
        train: bool = True,
        transform: Callable[[Any], Any] | None = None,
        target_transform: Callable[[Any], Any] | None = None,
        download: bool = False,
    ) -> None:
        super().__init__(_default_folder() if root is None else root, train, transform, target_transform)

    @classmethod
    def sample(
        cls,
        train: bool = True,
        transform: Callable[[Any], Any] | None = None,
        target_transform: Callable[[Any], Any] | None = None,
    ) -> Self:
        """The first 6,000 training or 1,000 test images, which are part of this package."""
        return cls(_SAMPLE, train, transform, target_transform)

    @property
    def is_sample(self) -> bool:
        """Returns whether these are the images of the package, not the full set."""
        return self.folder == _SAMPLE


class KMNIST(MNIST):
    """Cursive Japanese characters in the format of MNIST, which see."""

    classes = ["o", "ki", "su", "tsu", "na", "ha", "ma", "ya", "re", "wo"]


def _default_folder():
    """The first place that has all four files of Fashion-MNIST."""
    for folder in (_DEBIAN, cache_folder()):
        if all(_find_file(folder, train, what) for train in (True, False) for what in ("images", "labels")):
            return folder
    return _SAMPLE


def _file_name(train, what, separator="-"):
    split = "train" if train else "t10k"
    rank = 3 if what == "images" else 1
    return f"{split}-{what}{separator}idx{rank}-ubyte"


def _find_file(folder, train, what):
    """The path of a split's images or labels under one of the names in use, or None."""
    for separator in "-.":
        for ending in ("", ".gz"):
            path = folder / (_file_name(train, what, separator) + ending)
            if path.is_file():
                return path
    return None
