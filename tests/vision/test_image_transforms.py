"""Transforms of PIL images and tensors: NumPy and Pillow as oracles, their random choices, and what they refuse."""

import subprocess
import sys

import numpy
import pytest
import torch
from PIL import Image

import pytorch_c
from pytorch_c.vision import transforms as T
from pytorch_c.vision.transforms import _draw
from pytorch_c.vision.transforms import functional as F

PIXELS = numpy.random.default_rng(1).integers(0, 256, (10, 14, 3), dtype=numpy.uint8)
IMAGE = Image.fromarray(PIXELS)
PLANES = numpy.ascontiguousarray(PIXELS.transpose(2, 0, 1))


def planes():
    return pytorch_c.from_numpy(PLANES.copy())


def both(transform):
    """A transform's result on the PIL image and on the tensor, both (channels, height, width) arrays."""
    image, tensor = transform(IMAGE), transform(planes())
    return numpy.asarray(image).transpose(2, 0, 1), tensor.numpy()


@pytest.mark.parametrize(
    "transform, expected",
    [
        (T.RandomHorizontalFlip(1.0), PLANES[:, :, ::-1]),
        (T.RandomVerticalFlip(1.0), PLANES[:, ::-1]),
        (T.RandomHorizontalFlip(0.0), PLANES),
        (T.CenterCrop(4), PLANES[:, 3:7, 5:9]),
        (T.CenterCrop(4, 6), PLANES[:, 3:7, 4:10]),
        (T.CenterCrop((12, 14)), numpy.pad(PLANES, ((0, 0), (1, 1), (0, 0)))),
        (T.Pad((1, 2, 3, 4)), numpy.pad(PLANES, ((0, 0), (2, 4), (1, 3)))),
        (T.Pad(2, 9), numpy.pad(PLANES, ((0, 0), (2, 2), (2, 2)), constant_values=9)),
        (T.Pad(3, padding_mode="edge"), numpy.pad(PLANES, ((0, 0), (3, 3), (3, 3)), "edge")),
        (T.Pad(3, padding_mode="reflect"), numpy.pad(PLANES, ((0, 0), (3, 3), (3, 3)), "reflect")),
        (T.Pad((3, 1), padding_mode="symmetric"), numpy.pad(PLANES, ((0, 0), (1, 1), (3, 3)), "symmetric")),
        (T.RandomRotation((90, 90), expand=True), numpy.rot90(PLANES, axes=(1, 2))),
        (T.Resize((10, 14)), PLANES),
        (T.Resize((20, 28), T.InterpolationMode.NEAREST), PLANES.repeat(2, 1).repeat(2, 2)),
        (F.invert, 255 - PLANES),
        (lambda x: F.posterize(x, 2), PLANES & 0b11000000),
        (lambda x: F.solarize(x, 100), numpy.where(PLANES >= 100, 255 - PLANES, PLANES)),
    ],
)
def test_pixels_are_numpys(transform, expected):
    image, tensor = both(transform)
    assert (image == expected).all() and image.shape == expected.shape
    assert (tensor == expected).all() and tensor.shape == expected.shape


@pytest.mark.parametrize("size, expected", [(5, (5, 7)), ([20], (20, 28)), ((3, 4), (3, 4))])
def test_resize_keeps_the_proportions_of_an_int(size, expected):
    image, tensor = both(T.Resize(size))
    assert image.shape[1:] == tensor.shape[1:] == expected
    wanted = numpy.asarray(IMAGE.resize(expected[::-1], Image.Resampling.BILINEAR)).transpose(2, 0, 1)
    assert (image == wanted).all()
    # libtorch's and Pillow's antialiased filters round differently by one level at most.
    assert abs(tensor.astype(int) - wanted).max() <= 1


def test_bytes_become_numbers_from_0_to_1():
    tensor = T.ToTensor()(IMAGE)
    assert tensor.dtype == pytorch_c.float32
    assert (tensor.numpy() == PLANES.astype(numpy.float32) / 255).all()
    assert (T.ToTensor()(PIXELS).numpy() == tensor.numpy()).all()
    assert tuple(T.ToTensor()(IMAGE.convert("L")).shape) == (1, 10, 14)


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
@pytest.mark.parametrize("shape", [(3, 4), (3, 4, 1), (1, 1, 1)])
def test_the_tensor_has_memory_of_its_own(dtype, shape):
    array = numpy.ones(shape, dtype)
    tensor = T.ToTensor()(array)
    tensor.zero_()
    assert (array == 1).all()
    assert T.ToTensor()(numpy.broadcast_to(numpy.float32(1), (3, 4)))[0, 0, 0].item() == 1
    assert T.ToTensor()(array[::-1]).is_contiguous()


def test_tensor_and_image_are_each_others_inverse():
    assert (numpy.asarray(T.ToPILImage()(planes())) == PIXELS).all()
    assert (T.PILToTensor()(IMAGE).numpy() == PLANES).all()
    assert (numpy.asarray(T.ToPILImage()(T.ToTensor()(IMAGE))) == PIXELS).all()


def test_normalize_is_by_channel():
    x = pytorch_c.rand(2, 3, 4, 5)
    mean, std = numpy.array([0.1, 0.2, 0.3], "f4"), numpy.array([1, 2, 4], "f4")
    expected = (x.numpy() - mean[:, None, None]) / std[:, None, None]
    assert (T.Normalize(mean.tolist(), std.tolist())(x).numpy() == expected).all()


def test_gray_is_pillows_luma():
    image = T.Grayscale(3)(IMAGE)
    gray = numpy.asarray(IMAGE.convert("L"))
    assert (numpy.asarray(image) == gray[:, :, None]).all()
    assert abs(T.Grayscale()(planes()).numpy()[0].astype(int) - gray).max() <= 1


def test_random_crop_takes_what_torch_would_draw():
    for seed in range(5):
        torch.manual_seed(seed)
        top, left = torch.randint(0, 7, (1,)).item(), torch.randint(0, 10, (1,)).item()
        pytorch_c.manual_seed(seed)
        assert (T.RandomCrop((4, 5))(planes()).numpy() == PLANES[:, top : top + 4, left : left + 5]).all()


@pytest.mark.parametrize(
    "transform",
    [
        T.RandomCrop(5, 2, padding_mode="reflect"),
        T.RandomResizedCrop(6),
        T.RandomResizedCropD(6, 7, 0.2, 0.9),
        T.RandomAffine(20, (0.1, 0.2), (0.8, 1.2), 10),
        T.RandomChoice([T.Pad(1), T.Pad(2), T.Pad(3)]),
        T.RandomOrder([T.Pad(1), T.CenterCrop(8), T.RandomCrop(6)]),
        T.Compose(T.RandomCrop(8), T.ColorJitter(0.5, 0.5, 0.5, 0.2)),
    ],
    ids=lambda one: type(one).__name__,
)
def test_same_seed_same_result_and_other_seeds_others(transform):
    def run(seed, image):
        pytorch_c.manual_seed(seed)
        return numpy.asarray(transform.run(image)).tobytes()

    assert run(1, IMAGE) == run(1, IMAGE)
    assert len({run(seed, IMAGE) for seed in range(12)}) > 1


def test_a_thread_may_draw_from_a_generator_of_its_own():
    crop, generator = T.RandomCrop(4), pytorch_c.Generator()
    pytorch_c.manual_seed(3)
    expected = crop(planes()).numpy()
    pytorch_c.manual_seed(4)
    state = pytorch_c.get_rng_state().numpy().copy()
    with _draw.drawing_from(generator.manual_seed(3)):
        assert (crop(planes()).numpy() == expected).all()
    assert (pytorch_c.get_rng_state().numpy() == state).all() and _draw.current() is None


def test_compose_takes_a_list_or_gotorchs_arguments():
    several = [T.CenterCrop(6), T.ToTensor()]
    for compose in (T.Compose(several), T.Compose(*several)):
        assert tuple(compose.run(IMAGE).shape) == (3, 6, 6)
    assert repr(compose) == "Compose(\n    CenterCrop(size=(6, 6))\n    ToTensor()\n)"
    assert T.Compose(T.Lambda(lambda image: image.size))(IMAGE) == (14, 10)


def test_random_apply_and_erasing():
    assert T.RandomApply([T.Pad(1)], 0.0)(IMAGE) is IMAGE
    x = pytorch_c.ones(3, 20, 20)
    erased = T.RandomErasing(1.0, value=[2, 3, 4])(x)
    assert set(erased.numpy()[1].ravel()) == {1.0, 3.0} and (x == 1).all().item()


@pytest.mark.parametrize(
    "make, error, words",
    [
        (lambda: T.RandomCrop(20)(IMAGE), ValueError, r"Required crop size \(20, 20\)"),
        (lambda: T.CenterCrop(0), ValueError, "size must be positive"),
        (lambda: T.CenterCrop((1, 2, 3)), ValueError, "two dimensions"),
        (lambda: T.Resize("big"), TypeError, "size"),
        (lambda: T.Resize(4, "cubic"), TypeError, "interpolation"),
        (lambda: T.Resize(8, max_size=8)(IMAGE), ValueError, "max_size"),
        (lambda: T.Resize(8, T.InterpolationMode.LANCZOS)(planes()), ValueError, "lanczos"),
        (lambda: T.Pad((1, 2, 3)), ValueError, "Padding"),
        (lambda: T.Pad(1, padding_mode="mirror"), ValueError, "mirror"),
        (lambda: T.Pad(20, padding_mode="symmetric")(planes()), ValueError, "larger than the image"),
        (lambda: T.RandomHorizontalFlip(1.5), ValueError, "p must be"),
        (lambda: T.RandomApply([3]), TypeError, "callable"),
        (lambda: T.RandomChoice([]), ValueError, "p must be"),
        (lambda: T.ColorJitter(-1), ValueError, "brightness"),
        (lambda: T.ColorJitter(hue=0.7), ValueError, "hue"),
        (lambda: T.Normalize([0.5], [0.0])(T.ToTensor()(IMAGE)), ValueError, "std"),
        (lambda: T.Normalize([0.5], [1.0])(planes()), TypeError, "float"),
        (lambda: T.ToTensor()("image"), TypeError, "pic should be"),
        (lambda: T.ToTensor()(planes()[None]), ValueError, "2/3 dimensional"),
        (lambda: T.ToPILImage()(IMAGE), TypeError, "pic should be"),
        (lambda: F.hflip("image"), TypeError, "PIL Image or Tensor"),
        (lambda: F.adjust_hue(IMAGE, 0.6), ValueError, "hue_factor"),
        (lambda: T.GaussianBlur(4), ValueError, "odd"),
        (lambda: F.gaussian_blur(planes(), 3, []), ValueError, "sigma"),
    ],
)
def test_wrong_arguments_are_named(make, error, words):
    with pytest.raises(error, match=words):
        make()


def test_tensors_need_no_pillow():
    code = (
        "import sys; sys.modules['PIL'] = None; import pytorch_c as t; from pytorch_c.vision import transforms as T;"
        "T.Compose([T.RandomCrop(4), T.ColorJitter(0.1), T.Resize(3), T.Normalize([0.5], [0.5])])(t.rand(3, 8, 8))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stderr


def test_to_tensor_takes_what_datasets_of_arrays_give():
    numpy.testing.assert_array_equal(T.ToTensor()(planes()).numpy(), T.ToTensor()(IMAGE).numpy())
    gray = planes()[0]
    assert tuple(T.ToTensor()(gray).shape) == (1, 10, 14) and (gray.numpy() == PLANES[0]).all()
    floats = planes().float()
    copied = T.ToTensor()(floats)
    copied.zero_()
    assert (floats.numpy() == PLANES).all()
