"""repr(tensor) is torch's, letter for letter."""

import math

import pytest
import torch

import pytorch_c

# Evaluated once with torch = torch and once with torch = pytorch_c.
EXPRESSIONS = """
torch.tensor(1.5)
torch.ones(2, 2).max(0)
torch.linalg.qr(torch.eye(2))
torch.linalg.ldl_factor(torch.eye(2, requires_grad=True))
torch.tensor(3)
torch.tensor(True)
torch.tensor(1 + 2j)
torch.tensor(float("nan"))
torch.tensor(-float("inf"))
torch.tensor([])
torch.tensor([True, False])
torch.tensor([1, -20, 300])
torch.tensor([2**63 - 1, -(2**63)])
torch.tensor([1.0, 2.0, 3.0])
torch.tensor([1.0, 2.5, -3.25])
torch.tensor([0.1, 0.2], dtype=torch.float64)
torch.tensor([0.1, 0.2], dtype=torch.float16)
torch.tensor([0.1, 0.2], dtype=torch.bfloat16)
torch.tensor([1, 2], dtype=torch.uint8)
torch.tensor([1, 2], dtype=torch.int16)
torch.tensor([0.0, -0.0])
torch.tensor([1e-5, 1.0])
torch.tensor([1e9, 1.0])
torch.tensor([1e9])
torch.tensor([1e-4])
torch.tensor([9.9e-5])
torch.tensor([1.0, 1000.0, 0.5])
torch.tensor([1.0, 1001.0, 0.5])
torch.tensor([1e-45, 3e38])
torch.tensor([5e-324, 1e308], dtype=torch.float64)
torch.tensor([16777217.0, 0.1], dtype=torch.float64)
torch.tensor([float("nan"), float("inf"), -float("inf"), 0.0])
torch.tensor([float("nan"), 1.0, 2.0])
torch.tensor([float("inf"), 1.5, 200.25])
torch.tensor([float("-inf"), 1e-6, 20.0])
torch.tensor([1 + 2j, -0.5 - 1e5j])
torch.tensor([complex("nan"), complex(0, -0.0)])
torch.tensor([1j, 2], dtype=torch.complex128)
torch.zeros(2, 3)
torch.ones(2, 2, 2)
torch.ones(2, 1, 3, 2, dtype=torch.int64)
torch.arange(12).reshape(3, 4).t()
torch.arange(40)
torch.arange(40.0) / 7
torch.arange(1000)
torch.arange(1001)
torch.arange(1001.0) / 3
torch.arange(12000).reshape(100, 120)
torch.arange(12000).reshape(100, 120).t()
torch.arange(24000.0).reshape(20, 30, 40)
torch.arange(24000.0).reshape(2, 3, 2, 2000)
torch.arange(24000.0).reshape(4000, 6)
torch.arange(24000.0).reshape(4000, 6, 1)
torch.empty(0)
torch.empty(0, 3)
torch.empty(2, 0, 3, dtype=torch.int64)
torch.empty(0, dtype=torch.bool)
torch.empty(0, dtype=torch.float64)
torch.empty(2, 3, device="meta")
torch.empty((), device="meta", dtype=torch.int64)
torch.empty(2, 3, device="meta", requires_grad=True)
torch.tensor([1.0, 2.0], requires_grad=True)
torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
torch.tensor([1.0, 2.0], requires_grad=True) + torch.ones(2)
torch.tensor([1.0, 2.0], requires_grad=True).sum()
torch.tensor([[1.0, 2.0]], requires_grad=True) @ torch.ones(2, 1)
torch.ones(2, 3, requires_grad=True).t()
torch.ones(2, 3, dtype=torch.float64, requires_grad=True).exp()
torch.full((9,), 1 / 3, dtype=torch.float64, requires_grad=True)
torch.full((7, 9), 1 / 3, dtype=torch.float64, requires_grad=True).exp()
torch.ones(3, requires_grad=True).detach()
torch.nn.Parameter(torch.ones(2, 2))
torch.nn.Parameter(torch.ones(2), requires_grad=False)
[torch.tensor([1.0]), {"a": torch.tensor(2)}]
""".strip().splitlines()

OPTIONS = [
    dict(precision=2),
    dict(precision=0),
    dict(precision=10),
    dict(threshold=5),
    dict(threshold=0),
    dict(threshold=5, edgeitems=1),
    dict(threshold=3, edgeitems=0),
    dict(edgeitems=0),
    dict(linewidth=30),
    dict(linewidth=200),
    dict(profile="short"),
    dict(profile="full"),
    dict(profile="short", precision=6),
    dict(sci_mode=True),
    dict(sci_mode=False),
    dict(sci_mode=True, precision=1, linewidth=30),
]

DTYPES = """float32 float64 float16 bfloat16 float8_e4m3fn float8_e5m2 complex64 complex128
    int64 int32 int16 int8 uint8 bool""".split()


@pytest.fixture(autouse=True)
def default_options():
    yield
    torch.set_printoptions(profile="default")
    pytorch_c.set_printoptions(profile="default")


def ours(tensor):
    """Returns the same bits as a tensor of pytorch_c, contiguous."""
    raw = tensor.detach().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes()
    dtype = getattr(pytorch_c, str(tensor.dtype).removeprefix("torch."))
    if not raw:
        return pytorch_c.empty(tuple(tensor.shape), dtype=dtype)
    flat = pytorch_c.frombuffer(bytearray(raw), dtype=pytorch_c.uint8)
    return flat.view(dtype).reshape(tuple(tensor.shape))


def random_tensor(dtype, kind):
    """One of many shapes and spreads of values, the same for the same `kind`."""
    generator = torch.Generator().manual_seed(kind)

    def draw(n):
        return int(torch.randint(n, (), generator=generator))

    sizes = (0, 1, 2, 3, 5, 7, 8, 12, 40)
    shape = [sizes[draw(len(sizes))] for _ in range(draw(4))]
    values = torch.randn(shape, generator=generator, dtype=torch.float64)
    values = values * 10.0 ** (draw(17) - 8) if draw(2) else values
    values = values.round() if draw(2) else values
    for chance, special in [(3, 0.0), (4, math.nan), (4, -math.inf), (4, math.inf)]:
        if draw(chance) == 0:
            values[torch.rand(shape, generator=generator) < 0.2] = special
    if dtype.is_complex:
        return torch.complex(values, values.flip(0) * 3 if shape else -values).to(dtype)
    if not dtype.is_floating_point:
        values = torch.nan_to_num(values, 0, 100, -100) * 10
    return values.to(dtype)


@pytest.mark.parametrize("code", EXPRESSIONS)
def test_repr_is_torchs(code):
    assert repr(eval(code, {"torch": pytorch_c})) == repr(eval(code, {"torch": torch}))


@pytest.mark.parametrize("dtype", DTYPES)
def test_random_tensors_print_as_torchs(dtype):
    for kind in range(40):
        tensor = random_tensor(getattr(torch, dtype), kind)
        assert repr(ours(tensor)) == repr(tensor)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_options_do_what_torchs_do(options):
    torch.set_printoptions(**options)
    pytorch_c.set_printoptions(**options)
    for dtype in (torch.float32, torch.int64, torch.complex64):
        for kind in range(30):
            tensor = random_tensor(dtype, kind)
            assert repr(ours(tensor)) == repr(tensor)


def test_str_is_repr():
    tensor = pytorch_c.tensor([1.0, 2.0])
    assert str(tensor) == repr(tensor) == f"{tensor}"


def test_options_come_back_after_with():
    before = pytorch_c.get_printoptions()
    with pytorch_c.printoptions(precision=1, sci_mode=True):
        assert repr(pytorch_c.tensor([0.25])) == "tensor([2.5e-01])"
    assert pytorch_c.get_printoptions() == before


def test_sci_mode_none_resets_and_others_stay():
    pytorch_c.set_printoptions(precision=1, sci_mode=True)
    pytorch_c.set_printoptions()
    assert repr(pytorch_c.tensor([0.25])) == "tensor([0.2])"


def test_an_unknown_profile_changes_nothing():
    for library in (torch, pytorch_c):
        library.set_printoptions(precision=5, profile="long")
    assert repr(pytorch_c.tensor([1 / 3])) == repr(torch.tensor([1 / 3])) == "tensor([0.33333])"


def test_printing_a_large_tensor_reads_only_its_edges():
    made = pytorch_c.zeros(1).expand(10**6, 10**6)
    assert repr(made) == repr(torch.zeros(1).expand(10**6, 10**6))
