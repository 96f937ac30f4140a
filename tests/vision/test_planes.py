"""Pixels as planes of floats by a table: torch's arithmetic on the bytes as the oracle, to the last bit."""

import numpy
import pytest
import torch
from PIL import Image

import pytorch_c
from pytorch_c._boundary.handle import core
from pytorch_c.vision import transforms as T
from pytorch_c.vision.transforms import _planes

MEAN, STD = (0.485, 0.456, 0.406, 0.5), (0.229, 0.224, 0.225, 1)
COUNT = {"L": 1, "RGB": 3, "RGBA": 4}
pytestmark = pytest.mark.frees


def picture(mode, size=(17, 16)):
    pixels = numpy.random.default_rng(0).integers(0, 256, (size[1], size[0], COUNT[mode]), dtype=numpy.uint8)
    pixels.reshape(-1)[:256] = numpy.arange(256)[: pixels.size]
    return Image.fromarray(pixels.squeeze(-1) if mode == "L" else pixels)


def expected(image, mean=None, std=None):
    pixels = numpy.array(image)
    pixels = torch.from_numpy(pixels[:, :, None] if pixels.ndim == 2 else pixels).permute(2, 0, 1)
    planes = pixels.contiguous().to(torch.get_default_dtype()).div_(255)
    if mean is None:
        return planes.numpy()
    return planes.sub_(torch.tensor(mean).view(-1, 1, 1)).div_(torch.tensor(std).view(-1, 1, 1)).numpy()


def equal(found, wanted):
    assert found.dtype is pytorch_c.float32 and found.is_contiguous() and found.shape == wanted.shape
    assert found.numpy().tobytes() == wanted.tobytes()


@pytest.mark.parametrize("mode", COUNT)
@pytest.mark.parametrize("lent", [True, False])
def test_every_byte_becomes_torchs_number(mode, lent, monkeypatch):
    if not lent:
        monkeypatch.delattr(Image.Image, "__arrow_c_array__", raising=False)
    image, mean, std = picture(mode), MEAN[: COUNT[mode]], STD[: COUNT[mode]]
    equal(T.functional.to_tensor(image), expected(image))
    equal(
        T.ToTensor()(image.transpose(Image.Transpose.ROTATE_90)), expected(image.transpose(Image.Transpose.ROTATE_90))
    )
    equal(T.Compose([T.ToTensor(), T.Normalize(mean, std)])(image), expected(image, mean, std))
    equal(T.Compose([T.ToTensor(), T.Normalize([0.5], [2])])(image), expected(image, [0.5], [2]))


@pytest.mark.parametrize("channels", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("part", [lambda x: x, lambda x: x[::2], lambda x: x[:, :, ::-1], lambda x: x[:0]])
def test_arrays_of_bytes_are_as_images(channels, part):
    pixels = part(numpy.random.default_rng(0).integers(0, 256, (16, 17, channels), dtype=numpy.uint8))
    pixels.flags.writeable = False
    equal(T.ToTensor()(pixels), expected(pixels))
    equal(T.Compose([T.ToTensor(), T.Normalize([0.5], [2])])(pixels), expected(pixels, [0.5], [2]))


def test_an_image_in_several_blocks_is_copied():
    image = picture("RGB", (2500, 2000))
    blocks = Image.core.get_block_size()
    if blocks >= 2500 * 2000 * 4:
        pytest.skip("this Pillow has such an image in one block")
    image = image.crop((1, 1, 2500, 2000))
    equal(T.ToTensor()(image), expected(image))


class Doubled(T.Normalize):
    def forward(self, tensor):
        return super().forward(tensor) * 2


def hooked():
    normalize = T.Normalize(MEAN[:3], STD[:3])
    normalize.register_forward_hook(lambda module, args, out: out * 2)
    return normalize


@pytest.mark.parametrize("make", [lambda: Doubled(MEAN[:3], STD[:3]), hooked])
def test_what_a_user_adds_to_a_step_is_called(make):
    image = picture("RGB")
    equal(T.Compose([T.ToTensor(), make()])(image), 2 * expected(image, MEAN[:3], STD[:3]))


def test_steps_that_are_changed_later_are_the_new_ones():
    image, compose = picture("RGB"), T.Compose([T.ToTensor(), T.Normalize([0.5], [0.5])])
    compose(image)
    compose.transforms[1].mean = (0.25,)
    equal(compose(image), expected(image, [0.25], [0.5]))
    del compose.transforms[1]
    equal(compose(image), expected(image))


@pytest.mark.parametrize("mean, std, words", [((0.5,), (0,), "std evaluated to zero"), ((1, 2), (1, 1), "size")])
def test_what_normalize_refuses_is_its_own_error(mean, std, words):
    for image in picture("RGB"), T.ToTensor()(picture("RGB")):
        steps = [T.ToTensor()] if isinstance(image, Image.Image) else []
        with pytest.raises((ValueError, RuntimeError), match=words):
            T.Compose([*steps, T.Normalize(mean, std)])(image)


def test_another_default_dtype_is_kept():
    pytorch_c.set_default_dtype(pytorch_c.float64)
    try:
        assert T.Compose([T.ToTensor(), T.Normalize([0.5], [0.5])])(picture("L")).dtype is pytorch_c.float64
    finally:
        pytorch_c.set_default_dtype(pytorch_c.float32)


def test_a_picture_lends_its_memory_for_the_call_alone():
    image = picture("RGB")
    planes = T.ToTensor()(image)
    before = planes.numpy().tobytes()
    image.putpixel((0, 0), (9, 9, 9))
    assert planes.numpy().tobytes() == before


@pytest.mark.parametrize(
    "sizes", [(12, 1024, 15), (11, 1024, 16), (12, 1000, 16), (3, 1024, 16), (0, 1024, 0), (12, 0, 0)]
)
def test_memory_of_other_sizes_is_refused(sizes):
    pixels, tables, planes = (bytearray(size) for size in sizes)
    with pytest.raises(ValueError, match="other sizes"):
        core.look_up_planes(pixels, tables, planes)


def test_tables_are_kept_as_bytes_and_not_as_tensors():
    assert isinstance(_planes.tables(1), bytes)
