"""Transforms beside torchvision's, with the same images and seeds, where torchvision is installed.

Each case is an expression with T for the package and F for its functions; x is the image.
"""

import warnings

import numpy
import pytest
import torch
from PIL import Image
from support import beside_torchvision

import pytorch_c
from pytorch_c.vision import transforms as ours

if beside_torchvision.SPEC is None:
    pytest.skip("torchvision is not installed; test_image_transforms.py has values of its own", allow_module_level=True)


theirs, theirs_functional, theirs_v2 = map(
    beside_torchvision.theirs, ("transforms", "transforms.functional", "transforms.v2")
)

RANDOM = numpy.random.default_rng(0)
PIXELS = RANDOM.integers(0, 256, (23, 31, 3), dtype=numpy.uint8)
FLOATS = RANDOM.random((2, 3, 17, 13), dtype=numpy.float32)
IMAGES = {
    "RGB": Image.fromarray(PIXELS),
    "L": Image.fromarray(PIXELS[:, :, 0].copy()),
    "RGBA": Image.fromarray(numpy.dstack([PIXELS, PIXELS[:, :, 0]])),
    "uint8": numpy.ascontiguousarray(PIXELS.transpose(2, 0, 1)),
    "float": FLOATS[0],
    "gray": FLOATS[0, :1],
    "batch": FLOATS,
}

PLACES = """
F.hflip(x)
F.vflip(x)
F.crop(x, 2, 3, 5, 7)
F.crop(x, -2, -3, 40, 50)
F.crop(x, 10, 5, 30, 4)
F.center_crop(x, 9)
F.center_crop(x, (30, 8))
F.center_crop(x, [50, 41])
F.five_crop(x, 8)
F.ten_crop(x, (8, 4), True)
F.resize(x, 11)
F.resize(x, [11])
F.resize(x, [40, 20])
F.resize(x, (7, 9), T.InterpolationMode.NEAREST)
F.resize(x, (9, 7), T.InterpolationMode.BICUBIC)
F.resize(x, (50, 60), 3)
F.resize(x, 20, max_size=22)
F.resized_crop(x, 1, 2, 9, 11, (8, 8))
F.pad(x, 3)
F.pad(x, (1, 2), 7)
F.pad(x, [1, 2, 3, 4])
F.pad(x, (4, 3, 2, 1), padding_mode="edge")
F.pad(x, 4, padding_mode="reflect")
F.pad(x, (2, 3, 4, 5), padding_mode="symmetric")
F.pad(x, (-2, 3, -4, 5), padding_mode="edge")
F.rotate(x, 30)
F.rotate(x, -17.5, T.InterpolationMode.BILINEAR)
F.rotate(x, 30, expand=True)
F.rotate(x, 90, center=(3, 4), fill=[0.5])
F.rotate(x, 45, T.InterpolationMode.BILINEAR, fill=[1.0])
F.affine(x, 20, [2, 3], 1.2, [5, 7])
F.affine(x, -20, (2, -3), 0.8, 10.0, T.InterpolationMode.BILINEAR, center=[2, 5])
F.get_dimensions(x)
F.get_image_size(x)
"""
COLORS = """
F.rgb_to_grayscale(x)
F.rgb_to_grayscale(x, 3)
F.adjust_brightness(x, 0.4)
F.adjust_brightness(x, 1.7)
F.adjust_contrast(x, 0.3)
F.adjust_contrast(x, 1.9)
F.adjust_saturation(x, 0.2)
F.adjust_saturation(x, 1.6)
F.adjust_sharpness(x, 0.5)
F.adjust_sharpness(x, 2)
F.adjust_hue(x, 0.3)
F.adjust_hue(x, -0.45)
F.adjust_gamma(x, 0.7)
F.adjust_gamma(x, 2.2, 1.1)
F.invert(x)
F.solarize(x, 0.5)
F.autocontrast(x)
F.gaussian_blur(x, 3)
F.gaussian_blur(x, [5, 3], [0.7, 1.3])
"""
RANDOM_ONES = """
T.RandomCrop(8)(x)
T.RandomCrop((9, 7), 2)(x)
T.RandomCrop(12, padding=(1, 2, 3, 4), padding_mode="edge")(x)
T.RandomCrop((12, 40), pad_if_needed=True, padding_mode="reflect")(x)
T.RandomCrop(50, pad_if_needed=True)(x)
T.RandomHorizontalFlip()(x)
T.RandomVerticalFlip(0.6)(x)
T.RandomResizedCrop(9)(x)
T.RandomResizedCrop((6, 11), (0.5, 0.9), (0.3, 0.4))(x)
T.RandomResizedCrop(6, (3.0, 4.0))(x)
T.RandomRotation(40)(x)
T.RandomRotation((10, 80), T.InterpolationMode.BILINEAR, fill=1)(x)
T.RandomAffine(30, (0.2, 0.3), (0.7, 1.4), 20)(x)
T.RandomAffine((5, 9), shear=(1, 2, 3, 4))(x)
T.RandomGrayscale(0.5)(x)
T.RandomApply([T.RandomCrop(9), T.RandomVerticalFlip()], 0.7)(x)
T.Compose([T.Resize(12), T.RandomCrop(8), T.RandomHorizontalFlip()])(x)
T.GaussianBlur(5)(x)
T.CenterCrop(10)(x)
T.FiveCrop(4)(x)
T.TenCrop((4, 5))(x)
T.Pad((1, 2), padding_mode="symmetric")(x)
T.Resize((9, 8), antialias=True)(x)
T.Grayscale(3)(x)
T.Lambda(lambda y: y)(x)
"""
JITTER = """
T.ColorJitter(0.4, 0.3, 0.2, 0.1)(x)
T.ColorJitter(brightness=(0.2, 0.5))(x)
T.ColorJitter(hue=0.5)(x)
"""
TENSORS = """
F.normalize(x, [0.5], [0.2])
F.normalize(x, (0.1, 0.2, 0.3), (0.4, 0.5, 0.6))
F.convert_image_dtype(x, t.uint8)
F.convert_image_dtype(x, t.int16)
F.convert_image_dtype(x, t.float64)
F.resize(x, (9, 7), T.InterpolationMode.NEAREST_EXACT)
F.resize(x, 9, antialias=False)
T.Normalize([0.3], [0.7])(x)
T.ConvertImageDtype(t.float32)(x)
T.RandomErasing(0.9)(x)
T.RandomErasing(1, (0.1, 0.2), (0.5, 2.0), [0.3])(x)
T.RandomErasing(1.0, value="random")(x)
"""
BYTES = """
F.posterize(x, 3)
F.equalize(x)
T.ToPILImage()(x)
"""
PILS = """
F.to_tensor(x)
F.pil_to_tensor(x)
F.to_pil_image(F.pil_to_tensor(x))
F.posterize(x, 3)
F.equalize(x)
F.to_grayscale(x, 3)
T.ToTensor()(x)
T.Compose([T.RandomResizedCrop(8), T.ToTensor(), T.Normalize([0.5], [0.5])])(x)
T.PILToTensor()(x)
"""


def lines(text):
    return [line for line in text.splitlines() if line]


PAIRS = [(kind, case) for kind in IMAGES for case in lines(PLACES + RANDOM_ONES)]
PAIRS += [(kind, case) for kind in IMAGES for case in lines(COLORS + JITTER)]
PAIRS += [(kind, case) for kind in IMAGES if not kind.isupper() for case in lines(TENSORS)]
PAIRS += [("uint8", case) for case in lines(BYTES)]
PAIRS += [(kind, case) for kind in IMAGES if kind.isupper() for case in lines(PILS)]
# One channel as three: torchvision's first version gives a tensor back as it is, its second one does this.
BEYOND = [("gray", "F.rgb_to_grayscale(x, 3)"), ("gray", "T.Grayscale(3)(x)")]
PAIRS = [pair for pair in PAIRS if pair not in BEYOND]


def plain(value):
    """A result as arrays, modes and numbers."""
    if isinstance(value, (tuple, list)):
        return [plain(one) for one in value]
    if isinstance(value, Image.Image):
        return [value.mode, numpy.asarray(value)]
    if isinstance(value, (torch.Tensor, pytorch_c.Tensor)):
        return [str(value.dtype), value.numpy()]
    return value


def outcome(library, package, functional, case, image, seed):
    library.manual_seed(seed)
    x = image if isinstance(image, Image.Image) else library.from_numpy(image.copy())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return plain(eval(case, {"T": package, "F": functional, "t": library, "x": x}))
        except (TypeError, ValueError, RuntimeError, OSError) as error:
            return f"{error!r}"


def outcomes(case, image, seed=0, package=theirs):
    mine = outcome(pytorch_c, ours, ours.functional, case, image, seed)
    return mine, outcome(torch, package, theirs_functional, case, image, seed)


def assert_same(mine, other):
    if isinstance(other, str):
        # Arguments that torchvision refuses are refused, or are among the few that work here beyond it.
        assert mine == other or isinstance(mine, str)
    elif isinstance(other, list):
        assert isinstance(mine, list) and len(mine) == len(other), mine
        for one, two in zip(mine, other):
            assert_same(one, two) if not isinstance(two, str) else _same_name(one, two)
    else:
        numpy.testing.assert_array_equal(mine, other, strict=True)


def _same_name(one, two):
    assert one.replace("pytorch_c", "torch") == two


@pytest.mark.parametrize("kind, case", PAIRS, ids=lambda text: text)
def test_the_numbers_are_torchvisions(kind, case):
    for seed in range(4 if "Random" in case or "Jitter" in case else 1):
        assert_same(*outcomes(case, IMAGES[kind], seed))


def test_cases_compute():
    """Most cases give a value: the sweep is no comparison of refusals."""
    refused = [pair for pair in PAIRS if isinstance(outcomes(pair[1], IMAGES[pair[0]])[1], str)]
    assert len(refused) < len(PAIRS) / 10, refused


@pytest.mark.parametrize("case", ["T.RandomOrder([T.Pad(1), T.CenterCrop(9), T.RandomCrop(8)])(x)"])
def test_order_is_that_of_version_2(case):
    for seed in range(6):
        assert_same(*outcomes(case, IMAGES["RGB"], seed, theirs_v2))


def test_one_channel_becomes_three_as_in_version_2():
    assert_same(*outcomes("T.Grayscale(3)(x)", IMAGES["gray"], 0, theirs_v2))


@pytest.mark.parametrize("p", [None, [0.1, 0.7, 0.2]])
def test_choice_is_that_of_version_2(p):
    for seed in range(6):
        case = f"T.RandomChoice([T.CenterCrop(5), T.CenterCrop(6), T.CenterCrop(7)], p={p})(x)"
        assert_same(*outcomes(case, IMAGES["uint8"], seed, theirs_v2))


@pytest.mark.parametrize("mode", ["1", "I", "F", "P", "I;16", "CMYK", "LA", "HSV"])
def test_modes_become_torchvisions_tensors(mode):
    gray = IMAGES["L"]
    start = gray.convert("I") if mode == "I;16" else gray if mode in "1IFP" else IMAGES["RGBA"].convert("RGB")
    assert_same(*outcomes("F.to_tensor(x)", start.convert(mode)))
