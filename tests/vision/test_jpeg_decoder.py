"""The image loader's faster JPEG decoder: Pillow's pixels, and Pillow's own reading of all that is not common."""

import io

import numpy
import pytest
from PIL import Image

from pytorch_c.vision import _image_samples
from pytorch_c.vision import transforms as T
from pytorch_c.vision._image_files import ImageFile, ImageLoaderError
from pytorch_c.vision.imageloader import ImageLoader

simplejpeg = pytest.importorskip("simplejpeg", reason="simplejpeg is not installed: pip install pytorch_c[jpeg]")
MOST = 1_000_000  # pixels


def jpeg(mode="RGB", size=(37, 23), **options):
    pixels = numpy.random.default_rng(0).integers(0, 256, (5, 7, len(Image.new(mode, (1, 1)).getbands())))
    image = Image.fromarray(pixels.astype(numpy.uint8).squeeze(), mode) if mode != "L" else None
    image = image or Image.fromarray(pixels[..., 0].astype(numpy.uint8))
    file = io.BytesIO()
    image.resize(size, Image.Resampling.BICUBIC).save(file, "JPEG", **options)
    return file.getvalue()


def pillows(data, mode):
    with Image.open(io.BytesIO(data)) as image:
        return image.convert(mode)


@pytest.mark.parametrize("mode", ["RGB", "L"])
@pytest.mark.parametrize("size", [(1, 1), (8, 8), (37, 23), (200, 3)])
@pytest.mark.parametrize(
    "options", [{}, {"quality": 30}, {"subsampling": 0}, {"subsampling": 1}, {"progressive": True}]
)
def test_pixels_are_pillows(mode, size, options):
    data = jpeg(size=size, **options)
    assert _image_samples.fast_jpeg(data, MOST) is not None
    for read_only in False, True:
        found = _image_samples.decoded(ImageFile("a.jpg", "a", 0, data), mode, MOST, read_only)
        assert found.mode == mode and found.tobytes() == pillows(data, mode).tobytes()


LOOKING = [T.Resize(9), T.RandomCrop(8), T.CenterCrop(7), T.RandomResizedCrop(5), T.RandomHorizontalFlip()]


@pytest.mark.parametrize(
    "steps, closed",
    [
        ([], True),
        (LOOKING, True),
        ([T.Lambda(lambda image: image)], False),
        ([T.RandomApply([lambda image: image])], False),
        ([lambda image: image, *LOOKING], False),
    ],
)
def test_who_sees_images(steps, closed):
    assert _image_samples.steps_of(T.Compose([*steps, T.ToTensor()])).closed is closed


def test_a_hook_sees_images():
    step = T.Resize(9)
    step.register_forward_pre_hook(lambda module, arguments: None)
    assert not _image_samples.steps_of(T.Compose([step, T.ToTensor()])).closed


def test_a_step_of_the_user_may_write_into_an_image(tmp_path):
    def dotted(image):
        image.load()[1, 2] = (255, 0, 128)
        return image

    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "a.jpg").write_bytes(jpeg())
    ((images, _),) = ImageLoader(tmp_path, transform=T.Compose([dotted, T.ToTensor()]))
    assert images[0, :, 2, 1].mul(255).round().tolist() == [255, 0, 128]


@pytest.mark.parametrize("steps", [[], [T.CenterCrop(16), T.RandomHorizontalFlip(1.0)]])
def test_images_that_are_only_read_are_the_same(tmp_path, monkeypatch, steps):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "a.jpg").write_bytes(jpeg())
    transform = T.Compose([*steps, T.ToTensor()])
    ((fast, _),) = ImageLoader(tmp_path, transform=transform)
    monkeypatch.delattr(Image, "fromarrow", raising=False)  # as before Pillow 11.2
    ((slow, _),) = ImageLoader(tmp_path, transform=transform)
    assert fast.equal(slow)


RARE = {
    "grey": jpeg("L"),
    "CMYK": jpeg("CMYK"),
    "its colours are not converted": jpeg(keep_rgb=True),
    "PNG": b"\x89PNG\r\n\x1a\n",
    "a start and no more": jpeg()[:3],
    "truncated": jpeg(size=(64, 64))[:-400],
    "empty": b"",
}


@pytest.mark.parametrize("data", RARE.values(), ids=RARE)
def test_the_rest_is_pillows(data):
    assert _image_samples.fast_jpeg(data, MOST) is None


def test_what_has_too_many_pixels_is_named():
    data = jpeg(size=(64, 64))
    assert _image_samples.fast_jpeg(data, 64 * 64 - 1) is None
    with pytest.raises(ImageLoaderError, match="64 x 64 pixels are more than max_pixels=4095"):
        _image_samples.decoded(ImageFile("a.jpg", "a", 0, data), "RGB", 4095)


def test_without_it_pillow_reads_all(monkeypatch):
    monkeypatch.setattr(_image_samples, "_simplejpeg", lambda: None)
    data = jpeg()
    assert _image_samples.fast_jpeg(data, MOST) is None
    assert (
        _image_samples.decoded(ImageFile("a.jpg", "a", 0, data), "RGB", MOST).tobytes()
        == pillows(data, "RGB").tobytes()
    )
