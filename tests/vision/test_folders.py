"""ImageFolder, DatasetFolder and FakeData: items, orders and errors, beside torchvision's where it is installed."""

import numpy
import pytest
from PIL import Image
from support.beside_torchvision import WITHOUT, theirs

import pytorch_c
from pytorch_c.vision import synthesize_image
from pytorch_c.vision import transforms as T
from pytorch_c.vision.datasets import DatasetFolder, FakeData, ImageFolder

FILES = ["dog/b.png", "dog/a.PNG", "dog/inner/c.jpg", "cat/z.jpeg", "cat/notes.txt", "eel/1.bmp"]


@pytest.fixture
def root(tmp_path):
    for number, name in enumerate(FILES):
        path = tmp_path / "root" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".txt":
            path.write_text("no image")
        else:
            synthesize_image(4, 3, (number, 0, 0)).save(path)
    return tmp_path / "root"


def test_items_are_images_and_classes(root):
    dataset = ImageFolder(root)
    assert dataset.classes == ["cat", "dog", "eel"] and dataset.class_to_idx == {"cat": 0, "dog": 1, "eel": 2}
    names = ["cat/z.jpeg", "dog/a.PNG", "dog/b.png", "dog/inner/c.jpg", "eel/1.bmp"]
    assert dataset.samples == [(str(root / name), "cde".index(name[0])) for name in names]
    assert dataset.imgs is dataset.samples and dataset.targets == [0, 1, 1, 1, 2] and len(dataset) == 5
    image, label = dataset[1]
    assert image.mode == "RGB" and image.size == (4, 3) and image.getpixel((0, 0)) == (1, 0, 0) and label == 1
    assert repr(dataset) == f"ImageFolder(5 files of 3 classes from {root})"


def test_transforms_and_choices(root):
    dataset = ImageFolder(root, T.ToTensor(), str, is_valid_file=lambda path: "inner" not in path and "." in path[-4:])
    image, label = dataset[2]
    assert tuple(image.shape) == (3, 3, 4) and label == "1"
    texts = DatasetFolder(root, lambda path: open(path).read(), ".txt", allow_empty=True)
    assert list(texts) == [("no image", 0)]


@WITHOUT
def test_order_is_torchvisions(root):
    other = theirs("datasets.folder")
    mine, expected = ImageFolder(root), other.ImageFolder(root, loader=other.pil_loader)
    assert (mine.samples, mine.classes, mine.targets) == (expected.samples, expected.classes, expected.targets)
    for (one, _), (two, _) in zip(mine, expected):
        numpy.testing.assert_array_equal(numpy.asarray(one), numpy.asarray(two))


def test_what_is_wrong_is_named(root, tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        ImageFolder(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match="any class folder in .*cat"):
        ImageFolder(root / "cat")
    with pytest.raises(FileNotFoundError, match="classes cat, eel. Supported extensions are: .png"):
        DatasetFolder(root, open, (".png",))
    with pytest.raises(ValueError, match="extensions and is_valid_file"):
        DatasetFolder(root, open)
    (root / "cat" / "z.jpeg").write_bytes(b"no image")
    with pytest.raises(OSError, match="cannot identify image file.*z.jpeg"):
        ImageFolder(root)[0]


# ---- FakeData ----


def test_the_index_decides_an_image():
    dataset = FakeData(5, (3, 6, 4), 7, T.ToTensor(), lambda label: label + 100, random_offset=3)
    pytorch_c.manual_seed(0)
    before = pytorch_c.get_rng_state()
    images = [image.numpy() for image, _ in dataset]
    assert len(images) == len(dataset) == 5 and images[0].shape == (3, 6, 4)
    assert (images[0] != images[1]).any() and (dataset[0][0].numpy() == images[0]).all()
    assert (FakeData(5, (3, 6, 4), transform=T.ToTensor())[3][0].numpy() == images[0]).all()
    assert all(100 <= label < 107 for _, label in dataset)
    assert (pytorch_c.get_rng_state() == before).all().item()
    with pytest.raises(IndexError):
        dataset[5]


@WITHOUT
def test_pixels_are_torchvisions():
    mine, other = FakeData(3, (3, 8, 5), 10), theirs("datasets.fakedata").FakeData(3, (3, 8, 5), 10)
    for index in range(3):
        (one, label), (two, expected) = mine[index], other[index]
        assert isinstance(one, Image.Image) and one.mode == two.mode == "RGB" and label == expected
        numpy.testing.assert_array_equal(numpy.asarray(one), numpy.asarray(two))
