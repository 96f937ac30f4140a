"""MNIST and FashionMNIST: where the files may be, what the items are, what is refused."""

import gzip
import shutil
import struct

import pytest

import pytorch_c
from pytorch_c.vision import mnist
from pytorch_c.vision.datasets import MNIST, FashionMNIST

LABELS = [3, 1, 9]


def image_file(count=3, side=28):
    pixels = bytes(i % 256 for i in range(count * side * side))
    return struct.pack(">IIII", 0x803, count, side, side) + pixels


def label_file(labels=LABELS):
    return struct.pack(">II", 0x801, len(labels)) + bytes(labels)


def fill(folder, split="train", images=None, labels=None, separator="-", pack=None):
    """Writes the two files of a split into folder; the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for what, rank, content in ("images", 3, images or image_file()), ("labels", 1, labels or label_file()):
        name = f"{split}-{what}{separator}idx{rank}-ubyte"
        if pack:
            (folder / (name + ".gz")).write_bytes(pack(content))
        else:
            (folder / name).write_bytes(content)
    return folder


def test_items_are_images_and_labels(tmp_path):
    dataset = MNIST(fill(tmp_path))
    assert tuple(dataset.data.shape) == (3, 28, 28) and dataset.data.dtype == pytorch_c.uint8
    assert dataset.targets.dtype == pytorch_c.int64 and dataset.targets.tolist() == LABELS
    image, label = dataset[1]
    assert tuple(image.shape) == (28, 28) and image.dtype == pytorch_c.uint8
    assert image.flatten().tolist() == [i % 256 for i in range(784, 1568)]
    assert type(label) is int and label == 1
    assert dataset[-1][1] == 9
    assert len(dataset) == 3 and [label for _, label in dataset] == LABELS


@pytest.mark.parametrize("index", [3, -4])
def test_index_out_of_range(tmp_path, index):
    with pytest.raises(IndexError, match=f"index {index} is out of range for 3 images"):
        MNIST(fill(tmp_path))[index]


def test_transforms(tmp_path):
    dataset = MNIST(fill(tmp_path), transform=lambda image: image.to(pytorch_c.float32) / 255, target_transform=str)
    image, label = dataset[0]
    assert image.dtype == pytorch_c.float32 and label == "3"


@pytest.mark.parametrize("pack", [None, gzip.compress])
@pytest.mark.parametrize("separator", ["-", "."])
@pytest.mark.parametrize("below", ["", "raw", "FashionMNIST/raw"])
def test_places_and_names(tmp_path, below, separator, pack):
    fill(tmp_path / below, "t10k", separator=separator, pack=pack)
    dataset = FashionMNIST(str(tmp_path), train=False)
    assert dataset.folder == tmp_path / below and len(dataset) == 3
    assert repr(dataset) == f"FashionMNIST(3 test images from {tmp_path / below})"


def test_digits_are_not_taken_for_clothes(tmp_path):
    fill(tmp_path / "MNIST/raw")
    assert len(MNIST(tmp_path)) == 3
    with pytest.raises(FileNotFoundError):
        FashionMNIST(tmp_path)


def test_missing_folder(tmp_path):
    with pytest.raises(FileNotFoundError, match="no folder .*nowhere; expected one with the IDX files of MNIST"):
        MNIST(tmp_path / "nowhere")


def test_missing_split(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"no t10k-images-idx3-ubyte or t10k-images-idx3-ubyte.gz in .*raw"):
        MNIST(fill(tmp_path), train=False)


@pytest.mark.parametrize("what, name", [("images", "train-images-idx3-ubyte"), ("labels", "train-labels-idx1-ubyte")])
def test_one_of_two_files_is_missing(tmp_path, what, name):
    (fill(tmp_path) / name).unlink()
    with pytest.raises(FileNotFoundError, match=f"no {name} or "):
        MNIST(tmp_path)


WRONG = {
    "fewer labels": (
        {"labels": label_file(LABELS[:2])},
        "train-labels-idx1-ubyte: 2 labels; .*train-images-idx3-ubyte has 3 images",
    ),
    "more labels": ({"labels": label_file(LABELS * 2)}, "train-labels-idx1-ubyte: 6 labels"),
    "another image size": (
        {"images": image_file(side=32)},
        r"images-idx3-ubyte: shape \(3, 32, 32\); expected n images of 28 x 28",
    ),
    "labels as images": ({"images": label_file()}, r"images-idx3-ubyte: shape \(3,\); expected n images"),
    "images as labels": ({"labels": image_file()}, r"labels-idx1-ubyte: shape \(3, 28, 28\); expected one label"),
    "label 10": ({"labels": label_file([1, 10, 2])}, "train-labels-idx1-ubyte: label 10; expected 0 to 9"),
    "no images": ({"images": image_file(0), "labels": label_file([])}, "train-images-idx3-ubyte: no images"),
    "cut images": (
        {"images": image_file()[:1000]},
        "images-idx3-ubyte: truncated: its header promises 3 x 28 x 28 bytes",
    ),
}


@pytest.mark.parametrize("files, message", WRONG.values(), ids=WRONG.keys())
def test_wrong_content_is_a_value_error_that_names_the_file(tmp_path, files, message):
    with pytest.raises(ValueError, match=message):
        MNIST(fill(tmp_path, **files))


def test_classes():
    assert FashionMNIST.classes[9] == "Ankle boot" and MNIST.classes[9] == "9 - nine"
    assert FashionMNIST.sample(train=False).class_to_idx["Bag"] == 8


# ---- the sample, and how the default data is found ----


@pytest.mark.parametrize("train, count", [(True, 6000), (False, 1000)])
def test_sample(train, count):
    sample = FashionMNIST.sample(train)
    assert sample.is_sample and len(sample) == count
    # About a tenth of every class.
    shares = [(sample.targets == label).sum().item() / count for label in range(10)]
    assert min(shares) > 0.08 and max(shares) < 0.12


def test_sample_has_its_licence():
    assert "Zalando SE" in (FashionMNIST.sample(train=False).folder / "LICENSE").read_text()


@pytest.fixture
def places(tmp_path, monkeypatch):
    """The default places, both empty, in a scratch folder."""
    monkeypatch.setattr(mnist, "_DEBIAN", tmp_path / "debian")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def fill_both(folder):
    fill(folder, "train")
    return fill(folder, "t10k")


def test_default_is_the_sample_when_nothing_else_is_there(places):
    assert FashionMNIST(train=False).is_sample


def test_default_is_the_cache_before_the_sample(places):
    folder = fill_both(places / "cache/pytorch_c/fashion-mnist")
    assert FashionMNIST().folder == folder and not FashionMNIST().is_sample


def test_default_is_debian_before_the_cache(places):
    fill_both(places / "cache/pytorch_c/fashion-mnist")
    fill_both(places / "debian")
    assert FashionMNIST().folder == places / "debian"


def test_half_a_set_is_passed_over(places):
    fill(places / "debian", "train")
    assert FashionMNIST().is_sample


def test_given_folder_is_never_replaced(places):
    fill_both(places / "debian")
    with pytest.raises(FileNotFoundError):
        FashionMNIST(places / "elsewhere")


def test_damaged_default_is_an_error_not_passed_over(places):
    folder = fill_both(places / "debian")
    shutil.copy(folder / "train-labels-idx1-ubyte", folder / "train-images-idx3-ubyte")
    with pytest.raises(ValueError, match="debian/train-images-idx3-ubyte"):
        FashionMNIST()


def test_empty_cache_variable_means_the_home_folder(monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    monkeypatch.setenv("HOME", "/home/somebody")
    assert str(mnist.cache_folder()) == "/home/somebody/.cache/pytorch_c/fashion-mnist"
