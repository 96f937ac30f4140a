"""CIFAR-10 and CIFAR-100 from their binary files or their Python pickles."""

from __future__ import annotations

from pathlib import Path

from .. import _ops
from .._tensor.data import frombuffer, tensor
from .._tensor.dtype import int64, uint8
from ._image_arrays import ImageArrays
from ._python_batches import Bytes, read_batch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Tensor

__all__ = ["CIFAR10", "CIFAR100"]

_SHAPE = (3, 32, 32)
_SIZE = 3 * 32 * 32


class CIFAR10(ImageArrays):
    """Small colour photographs in ten classes.

    root is the folder with the files, or the one that holds it under its own name: cifar-10-batches-bin (binary files)
    or cifar-10-batches-py (Python's pickles, read as data alone); what is there is read, of the batches those too that
    are fewer than five.

    data is a uint8 tensor (n, 3, 32, 32), targets an int64 tensor (n,), folder the folder that was read.
    dataset[i] is (image, label): the image is the uint8 tensor (3, 32, 32), not a PIL image as in torchvision, or what
    transform makes of it; the label is an int, or what target_transform makes of it.
    Nothing is downloaded: download=True is torchvision's word, and changes nothing.

    Raises FileNotFoundError where the folder or its files are missing, and ValueError, which names the file, where one
    is damaged or holds something else.
    """

    classes = "airplane automobile bird cat deer dog frog horse ship truck".split()
    _binary, _pickled = "cifar-10-batches-bin", "cifar-10-batches-py"
    _train = [f"data_batch_{number}" for number in range(1, 6)]
    _test = ["test_batch"]
    _labels = "labels"
    # Bytes in front of an image, and which of them is its label.
    _head, _label_at = 1, 0

    def _load(self) -> None:
        files = self._find_files()
        self.folder = files[0].parent
        read = [self._of_binary(file) if file.suffix == ".bin" else self._of_pickle(file) for file in files]
        images, labels = zip(*read)
        self.data: Tensor = _ops.cat(images) if len(images) > 1 else images[0]
        self.targets: Tensor = _ops.cat(labels) if len(labels) > 1 else labels[0]

    def _find_files(self) -> list[Path]:
        """Returns the files of the split in the first folder that has any."""
        if not self.root.is_dir():
            raise FileNotFoundError(f"no folder {self.root}; expected one with the files of {type(self).__name__}")
        names = self._train if self.train else self._test
        folders = [self.root, self.root / self._binary, self.root / self._pickled]
        for folder in folders:
            for ending in (".bin", ""):
                files = [path for name in names if (path := folder / f"{name}{ending}").is_file()]
                if files:
                    return files
        raise FileNotFoundError(f"no {names[0]}.bin or {names[0]} in {', '.join(map(str, folders))}")

    def _of_binary(self, path):
        data, record = bytearray(path.read_bytes()), self._head + _SIZE
        if not data or len(data) % record:
            raise ValueError(f"{path}: {len(data)} bytes; expected images of {record} bytes each")
        rows = frombuffer(data, dtype=uint8).view(-1, record)
        labels = rows[:, self._label_at].to(int64)
        self._check_labels(path, labels)
        return rows[:, self._head :].contiguous().view(-1, *_SHAPE), labels

    def _of_pickle(self, path):
        batch = read_batch(path)
        images, labels = batch.get("data"), batch.get(self._labels)
        if not isinstance(images, Bytes) or images.shape[1:] != (_SIZE,) or not images.shape[0]:
            raise ValueError(f"{path}: no array 'data' of n images of {_SIZE} bytes")
        if not isinstance(labels, list) or any(type(one) is not int for one in labels):
            raise ValueError(f"{path}: no list {self._labels!r} of numbers")
        if len(labels) != images.shape[0]:
            raise ValueError(f"{path}: {len(labels)} labels for {images.shape[0]} images")
        if not all(0 <= one < len(self.classes) for one in labels):
            raise ValueError(f"{path}: a label that is not from 0 to {len(self.classes) - 1}")
        pixels = frombuffer(bytearray(images.data), dtype=uint8)
        return pixels.view(-1, *_SHAPE), tensor(labels, dtype=int64)

    def _check_labels(self, path, labels):
        most = labels.max().item()
        if most >= len(self.classes):
            raise ValueError(f"{path}: label {most}; expected 0 to {len(self.classes) - 1}")


class CIFAR100(CIFAR10):
    """Small colour photographs in a hundred classes, the files' fine labels; CIFAR10 tells the rest.

    The folders are cifar-100-binary (train.bin, test.bin) and cifar-100-python (train, test).
    """

    classes = """
        apple aquarium_fish baby bear beaver bed bee beetle bicycle bottle bowl boy bridge bus butterfly camel can castle
        caterpillar cattle chair chimpanzee clock cloud cockroach couch crab crocodile cup dinosaur dolphin elephant
        flatfish forest fox girl hamster house kangaroo keyboard lamp lawn_mower leopard lion lizard lobster man
        maple_tree motorcycle mountain mouse mushroom oak_tree orange orchid otter palm_tree pear pickup_truck pine_tree
        plain plate poppy porcupine possum rabbit raccoon ray road rocket rose sea seal shark shrew skunk skyscraper
        snail snake spider squirrel streetcar sunflower sweet_pepper table tank telephone television tiger tractor train
        trout tulip turtle wardrobe whale willow_tree wolf woman worm
    """.split()
    _binary, _pickled = "cifar-100-binary", "cifar-100-python"
    _train, _test = ["train"], ["test"]
    _labels = "fine_labels"
    _head, _label_at = 2, 1
