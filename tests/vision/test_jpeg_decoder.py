"""The image loader's faster JPEG decoder: Pillow's pixels, and Pillow's own reading of all that is not common."""

import io

import numpy
import pytest
from PIL import Image

from pytorch_c.vision import _image_samples
from pytorch_c.vision._image_files import ImageFile, ImageLoaderError

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
    found = _image_samples.decoded(ImageFile("a.jpg", "a", 0, data), mode, MOST)
    assert found.mode == mode and found.tobytes() == pillows(data, mode).tobytes()


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
