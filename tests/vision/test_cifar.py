"""CIFAR-10 and CIFAR-100: binary files and pickles of both Pythons, what is refused, and torchvision's items."""

import io
import pickle

import numpy
import pytest
from support.beside_torchvision import WITHOUT, theirs

import pytorch_c
from pytorch_c.vision import transforms as T
from pytorch_c.vision.datasets import CIFAR10, CIFAR100

RANDOM = numpy.random.default_rng(0)
IMAGES = RANDOM.integers(0, 256, (4, 3, 32, 32), dtype=numpy.uint8)
LABELS = [3, 9, 0, 1]


class Python2(pickle._Pickler):
    """Writes bytes as Python 2 wrote its strings, and texts too."""

    dispatch = dict(pickle._Pickler.dispatch)

    def save_string(self, value):
        data = value if isinstance(value, bytes) else value.encode("latin1")
        self.write(b"T" + len(data).to_bytes(4, "little") + data)

    dispatch[bytes] = dispatch[str] = save_string


def python2(batch):
    file = io.BytesIO()
    Python2(file, 2).dump(batch)
    return file.getvalue().replace(b"numpy._core.multiarray", b"numpy.core.multiarray")


PICKLERS = {"python 2": python2} | {f"protocol {i}": lambda batch, i=i: pickle.dumps(batch, i) for i in (2, 3, 4, 5)}


def batch(labels="labels", images=IMAGES):
    return {
        "batch_label": "x",
        labels: list(LABELS),
        "data": images.reshape(len(images), -1),
        "filenames": ["a.png"] * 4,
    }


def binary(folder, name="data_batch_1.bin", heads=((3,), (9,), (0,), (1,))):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(b"".join(bytes(head) + image.tobytes() for head, image in zip(heads, IMAGES)))
    return folder


def check(dataset):
    assert dataset.data.dtype == pytorch_c.uint8 and dataset.targets.dtype == pytorch_c.int64
    numpy.testing.assert_array_equal(dataset.data.numpy(), IMAGES)
    assert dataset.targets.tolist() == LABELS
    image, label = dataset[1]
    assert (image.numpy() == IMAGES[1]).all() and label == 9 and type(label) is int


def test_binary_files(tmp_path):
    check(CIFAR10(binary(tmp_path / "cifar-10-batches-bin").parent))
    check(CIFAR10(tmp_path / "cifar-10-batches-bin"))
    check(CIFAR100(binary(tmp_path / "100", "train.bin", [(7, label) for label in LABELS])))
    test = CIFAR10(binary(tmp_path / "cifar-10-batches-bin", "test_batch.bin"), train=False, download=True)
    check(test)
    assert repr(test) == f"CIFAR10(4 test images from {tmp_path}/cifar-10-batches-bin)"


def test_batches_come_one_after_the_other(tmp_path):
    for number in (1, 2, 3, 5):
        binary(tmp_path, f"data_batch_{number}.bin")
    dataset = CIFAR10(tmp_path)
    assert tuple(dataset.data.shape) == (16, 3, 32, 32) and dataset.targets.tolist() == LABELS * 4


@pytest.mark.parametrize("kind", PICKLERS)
def test_pickles_of_both_pythons(tmp_path, kind):
    folder = tmp_path / "cifar-10-batches-py"
    folder.mkdir()
    (folder / "data_batch_1").write_bytes(PICKLERS[kind](batch()))
    check(CIFAR10(tmp_path))
    (tmp_path / "train").write_bytes(PICKLERS[kind]({b"fine_labels": LABELS, b"data": IMAGES.reshape(4, -1)}))
    check(CIFAR100(tmp_path))


@WITHOUT
def test_items_are_torchvisions(tmp_path):
    folder = tmp_path / "cifar-10-batches-py"
    folder.mkdir()
    for number in range(1, 6):
        (folder / f"data_batch_{number}").write_bytes(pickle.dumps(batch()))
    (folder / "batches.meta").write_bytes(pickle.dumps({"label_names": CIFAR10.classes}))
    other = theirs("datasets.cifar").CIFAR10
    found = type("Unchecked", (other,), {"_check_integrity": lambda self: True, "meta": other.meta | {"md5": None}})(
        tmp_path
    )
    mine = CIFAR10(tmp_path)
    numpy.testing.assert_array_equal(mine.data.permute(0, 2, 3, 1).numpy(), found.data)
    assert mine.targets.tolist() == found.targets
    assert mine.classes == found.classes and mine.class_to_idx == found.class_to_idx


def test_transforms_take_the_items(tmp_path):
    transform = T.Compose(
        [T.RandomCrop(32, padding=4), T.RandomHorizontalFlip(), T.ToTensor(), T.Normalize([0.5] * 3, [0.5] * 3)]
    )
    image, label = CIFAR10(binary(tmp_path), transform=transform, target_transform=str)[0]
    assert tuple(image.shape) == (3, 32, 32) and image.dtype == pytorch_c.float32 and label == "3"
    plain, _ = CIFAR10(tmp_path, transform=T.ToTensor())[0]
    numpy.testing.assert_array_equal(plain.numpy(), IMAGES[0].astype(numpy.float32) / 255)


class Attack:
    def __reduce__(self):
        return (print, ("imported",))


def deep():
    """Tuples in tuples, as a key, whose hash would go down in C."""
    return b"\x80\x02}" + b")" + b"\x85" * 100_000 + b"K\x01s."


WRONG = {
    "empty": b"",
    "text": b"this is no pickle",
    "cut off": pickle.dumps(batch())[:-3000],
    "a call": pickle.dumps({"data": Attack()}),
    "no dict": pickle.dumps([1, 2]),
    "no data": pickle.dumps({"labels": LABELS}),
    "no labels": pickle.dumps({"data": IMAGES.reshape(4, -1)}),
    "labels of text": pickle.dumps(batch() | {"labels": list("abcd")}),
    "few labels": pickle.dumps(batch() | {"labels": [1]}),
    "wrong labels": pickle.dumps(batch() | {"labels": [1, 2, 10, 3]}),
    "wrong shape": pickle.dumps(batch() | {"data": IMAGES}),
    "floats": pickle.dumps(batch() | {"data": IMAGES.reshape(4, -1).astype(numpy.float32)}),
    "columns": pickle.dumps(batch() | {"data": numpy.asfortranarray(IMAGES.reshape(4, -1))}),
    "objects": pickle.dumps(batch() | {"data": numpy.array([None])}),
    "huge memo": b"\x80\x02Nr\xff\xff\xff\xff.",
    "deep": deep(),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_pickle_is_an_error_that_names_it(tmp_path, capsys, kind):
    (tmp_path / "data_batch_1").write_bytes(WRONG[kind])
    with pytest.raises(ValueError, match="data_batch_1: "):
        CIFAR10(tmp_path)
    assert "imported" not in capsys.readouterr().out


def test_a_wrong_binary_file_is_an_error_that_names_it(tmp_path):
    for data, words in ((b"", "0 bytes"), (bytes(3072), "3072 bytes"), (b"\x0a" + bytes(3072), "label 10")):
        (tmp_path / "data_batch_1.bin").write_bytes(data)
        with pytest.raises(ValueError, match=f"data_batch_1.bin: {words}"):
            CIFAR10(tmp_path)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        CIFAR10(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match="no train.bin or train in"):
        CIFAR100(tmp_path)
