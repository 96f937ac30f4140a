"""vision.io and vision.utils: Pillow as the oracle for files, torchvision's make_grid where it is installed."""

import io

import numpy
import pytest
import torch
from PIL import Image
from support.beside_torchvision import WITHOUT, theirs

import pytorch_c
from pytorch_c.vision import io as vision_io
from pytorch_c.vision import utils

PIXELS = numpy.random.default_rng(0).integers(0, 256, (3, 9, 7), dtype=numpy.uint8)


def planes(channels=3):
    return pytorch_c.from_numpy(PIXELS[:channels].copy())


def content(image, kind, **options):
    file = io.BytesIO()
    image.save(file, kind, **options)
    return pytorch_c.frombuffer(bytearray(file.getvalue()), dtype=pytorch_c.uint8)


def picture(mode):
    return Image.fromarray(PIXELS.transpose(1, 2, 0)).convert(mode)


# ---- io ----


@pytest.mark.parametrize("channels", [1, 3])
def test_a_png_is_the_image_again(tmp_path, channels):
    vision_io.write_png(planes(channels), tmp_path / "x.png")
    for read in (vision_io.read_image, vision_io.decode_image):
        numpy.testing.assert_array_equal(read(tmp_path / "x.png").numpy(), PIXELS[:channels])
    data = vision_io.encode_png(planes(channels), 0)
    assert data.dtype == pytorch_c.uint8 and data.ndim == 1
    assert len(data) > len(vision_io.encode_png(pytorch_c.zeros(3, 99, 99, dtype=pytorch_c.uint8), 9))
    numpy.testing.assert_array_equal(vision_io.decode_png(data).numpy(), PIXELS[:channels])


@pytest.mark.parametrize("channels", [1, 3])
@pytest.mark.parametrize("quality", [10, 75, 95])
def test_a_jpeg_is_pillows(tmp_path, channels, quality):
    vision_io.write_jpeg(planes(channels), tmp_path / "x.jpg", quality)
    pixels = PIXELS[:channels].transpose(1, 2, 0)
    expected = content(Image.fromarray(pixels if channels == 3 else pixels[:, :, 0]), "JPEG", quality=quality)
    assert (vision_io.read_file(tmp_path / "x.jpg") == expected).all().item()
    decoded = numpy.asarray(Image.open(tmp_path / "x.jpg")).reshape(9, 7, channels).transpose(2, 0, 1)
    numpy.testing.assert_array_equal(vision_io.decode_jpeg(expected).numpy(), decoded)
    both = vision_io.decode_jpeg(vision_io.encode_jpeg([planes(channels)] * 2, quality))
    assert len(both) == 2 and (both[1].numpy() == decoded).all()


@pytest.mark.parametrize("source", ["L", "LA", "RGB", "RGBA", "P", "1"])
@pytest.mark.parametrize("mode, target", [("gray", "L"), ("GRAY_ALPHA", "LA"), ("RGB", "RGB"), ("RGBA", "RGBA")])
def test_colors_are_what_is_asked_for(source, mode, target):
    image = picture(source)
    expected = numpy.asarray(image.convert(target)).reshape(9, 7, -1).transpose(2, 0, 1)
    numpy.testing.assert_array_equal(vision_io.decode_image(content(image, "PNG"), mode).numpy(), expected)
    assert (
        vision_io.decode_image(content(image, "PNG"), vision_io.ImageReadMode[mode.upper()]).numpy() == expected
    ).all()


def test_unchanged_is_the_files_own():
    shapes = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "P": 3, "1": 1}
    for mode, channels in shapes.items():
        assert tuple(vision_io.decode_png(content(picture(mode), "PNG")).shape) == (channels, 9, 7)
    deep = Image.fromarray(PIXELS[0].astype(numpy.uint16) * 257)
    read = vision_io.decode_png(content(deep, "PNG"))
    assert read.dtype == pytorch_c.uint16 and (read.numpy()[0] == PIXELS[0].astype(numpy.uint16) * 257).all()
    assert (vision_io.decode_png(content(deep, "PNG"), "GRAY").numpy()[0] == PIXELS[0]).all()


def test_orientation_is_applied_when_asked_for():
    exif = Image.Exif()
    exif[0x0112] = 6
    data = content(picture("RGB"), "PNG", exif=exif)
    assert tuple(vision_io.decode_image(data).shape) == (3, 9, 7)
    turned = vision_io.decode_image(data, apply_exif_orientation=True)
    numpy.testing.assert_array_equal(turned.numpy(), numpy.rot90(PIXELS, -1, (1, 2)))


def bytes_of(text):
    return pytorch_c.frombuffer(bytearray(text), dtype=pytorch_c.uint8)


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda: vision_io.decode_image(bytes_of(b"no image")), ValueError, "no PNG or JPEG image"),
        (lambda: vision_io.decode_png(content(picture("RGB"), "JPEG")), ValueError, "no PNG image"),
        (lambda: vision_io.decode_jpeg(content(picture("RGB"), "PNG")), ValueError, "no JPEG image"),
        (lambda: vision_io.decode_image(content(picture("RGB"), "PNG")[:-30]), ValueError, "broken"),
        (lambda: vision_io.decode_image(content(picture("RGB"), "BMP")), ValueError, "no PNG or JPEG"),
        (lambda: vision_io.decode_image(pytorch_c.zeros(3)), ValueError, "uint8"),
        (lambda: vision_io.decode_png(b"bytes"), TypeError, "input must be a Tensor"),
        (lambda: vision_io.decode_image(content(picture("RGB"), "PNG"), "cmyk"), ValueError, "mode"),
        (lambda: vision_io.decode_image(content(picture("RGB"), "PNG"), 7), TypeError, "mode"),
        (lambda: vision_io.decode_image("nowhere.png"), FileNotFoundError, "nowhere"),
        (lambda: vision_io.decode_jpeg([]), ValueError, "at least one"),
        (lambda: vision_io.encode_png(planes().float()), ValueError, "uint8"),
        (lambda: vision_io.encode_png(planes(2)), ValueError, "channels"),
        (lambda: vision_io.encode_png(planes(), 10), ValueError, "compression_level"),
        (lambda: vision_io.encode_jpeg(planes(), 0), ValueError, "quality"),
        (lambda: vision_io.encode_jpeg([]), ValueError, "at least one"),
        (lambda: vision_io.encode_jpeg(PIXELS), TypeError, "input must be a Tensor"),
        (lambda: vision_io.write_file("/tmp", planes()), ValueError, "data must be"),
    ],
)
def test_wrong_arguments_are_named(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_an_empty_file_is_refused(tmp_path):
    (tmp_path / "x").write_bytes(b"")
    with pytest.raises(ValueError, match="non empty"):
        vision_io.read_file(tmp_path / "x")


# ---- utils ----

GRIDS = [
    ((5, 3, 4, 6), {"nrow": 2}),
    ((5, 1, 4, 6), {"nrow": 3, "padding": 1, "pad_value": 0.5}),
    ((7, 3, 2, 2), {"padding": 0}),
    ((4, 3, 4, 4), {"normalize": True}),
    ((4, 3, 4, 4), {"normalize": True, "scale_each": True, "nrow": 4}),
    ((4, 2, 4, 4), {"normalize": True, "value_range": (-1, 1)}),
    ((1, 3, 4, 4), {}),
    ((3, 4, 5), {"normalize": True}),
    ((1, 4, 5), {}),
    ((4, 5), {}),
    ((2, 3, 4, 4), {"nrow": 100}),
]


def grids(shape, options):
    values = numpy.random.default_rng(1).normal(size=shape).astype(numpy.float32)
    before = values.copy()
    mine = utils.make_grid(pytorch_c.from_numpy(values), **options).numpy()
    assert (values == before).all(), "the images stay as they were"
    return values, mine


@WITHOUT
@pytest.mark.parametrize("shape, options", GRIDS)
def test_a_grid_is_torchvisions(tmp_path, shape, options):
    other = theirs("utils")
    values, mine = grids(shape, options)
    numpy.testing.assert_array_equal(mine, other.make_grid(torch.from_numpy(values), **options).numpy())
    utils.save_image(pytorch_c.from_numpy(values), tmp_path / "mine.png", **options)
    if mine.shape[0] == 3:
        other.save_image(torch.from_numpy(values), tmp_path / "other.png", **options)
        pictures = [numpy.asarray(Image.open(tmp_path / name)) for name in ("mine.png", "other.png")]
        numpy.testing.assert_array_equal(*pictures)


def test_images_stand_side_by_side():
    values, mine = grids((5, 1, 4, 6), {"nrow": 3, "padding": 1, "pad_value": 0.5})
    assert mine.shape == (3, 2 * 5 + 1, 3 * 7 + 1) and (mine[:, 0] == 0.5).all() and (mine[:, 6:, 15:] == 0.5).all()
    assert (mine[2, 6:10, 8:14] == values[4, 0]).all() and (mine[0, 1:5, 15:21] == values[2, 0]).all()


def test_a_list_is_a_batch():
    images = [pytorch_c.full((1, 2, 2), float(value)) for value in range(3)]
    assert (utils.make_grid(images) == utils.make_grid(pytorch_c.stack(images))).all().item()


def test_a_picture_of_the_grid_is_saved(tmp_path):
    images = pytorch_c.tensor([[[0.0, 1.0], [0.5, 2.0]], [[-1.0, 0.25], [0.1, 0.9]]]).unsqueeze(1)
    utils.save_image(images, tmp_path / "x.png", padding=0)
    expected = [[0, 255, 0, 64], [128, 255, 26, 230]]
    assert numpy.asarray(Image.open(tmp_path / "x.png"))[:, :, 1].tolist() == expected
    file = io.BytesIO()
    utils.save_image(images.requires_grad_(), file, "PNG", padding=0)
    assert file.getvalue() == (tmp_path / "x.png").read_bytes()


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda: utils.make_grid(3), TypeError, "tensor or list of tensors expected"),
        (lambda: utils.make_grid([planes(), 3]), TypeError, "a list containing"),
        (lambda: utils.make_grid(pytorch_c.zeros(3)), ValueError, "2, 3 or 4 dimensions"),
        (lambda: utils.make_grid(pytorch_c.zeros(0, 3, 4, 4)), ValueError, "no images"),
        (lambda: utils.make_grid(pytorch_c.zeros(2, 3, 4, 4), 0), ValueError, "nrow"),
        (lambda: utils.make_grid(pytorch_c.zeros(2, 3, 4, 4), padding=-1), ValueError, "padding"),
        (lambda: utils.make_grid(planes(), normalize=True, value_range=3), TypeError, "value_range"),
    ],
)
def test_wrong_grids_are_refused(make, error, words):
    with pytest.raises(error, match=words):
        make()
