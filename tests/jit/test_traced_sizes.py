"""Traces hold for other sizes than the example's, as torch's do: through archives, in both directions."""

import io
import math
import warnings

import numpy
import pytest
import torch
from support.oracle import LIBRARIES

import pytorch_c
from pytorch_c import jit

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::torch.jit.TracerWarning")


def numbers(library, *sizes):
    return (library.arange(math.prod(sizes)).float() * 0.37).sin().reshape(sizes)


def traced(library, code, x):
    names = {"torch": library, "F": library.nn.functional, "math": math, "put": put, "__name__": "test"}
    return library.jit.trace(eval(f"lambda x: {code}", names), x, check_trace=False)


def put(x, index, value):
    """x with a value at the index, in Python's own form."""
    y = x.clone()
    y[index] = value
    return y


def read(program, library):
    """The program as the library reads it from the other one's archive."""
    return library.jit.load(io.BytesIO(program.save_to_buffer()))


CODES = """
x[:, :x.size(1)]
x[:, :x.size(1)-1]
x[x.size(0)//2:]
x[..., x.shape[-1]//2:]
x[:, -1]
x[:, x.size(1)-1]
x[:, :3]
x[:, 0:3, :4]
x[:, 1:, None]
x[:, ::2]
torch.arange(x.size(1))
torch.arange(0, x.size(1), 2)
torch.arange(x.size(1), dtype=torch.float32)
torch.arange(x.size(1)) + x.size(0)
torch.zeros(x.shape)
torch.zeros(x.size())
torch.zeros(*x.shape)
torch.ones(x.size(0), x.size(1))
torch.full((x.size(0),), 3.0)
torch.full(x.shape, x.size(0))
x.new_zeros(x.shape[0], 2)
torch.zeros_like(x) + x.numel()
x.sum() / x.numel()
x * (1 / x.shape[0])
x / x.shape[-1] ** 0.5
x * x.size(-1) ** -0.5
x.view(-1, x.size(-1))
x.reshape(x.shape[0], -1)
x.view(x.shape[0] * x.shape[1], x.shape[2])
x.transpose(1, 2).contiguous().view(x.size(0), -1)
x.contiguous().view(x.size(0), -1)
x.expand(2, *x.shape)
x.unsqueeze(0).expand(x.size(0), -1, -1, -1)
x.repeat(1, x.size(0), 1)
x[:1].expand_as(x)
x[:1].expand(x.shape)
torch.cat([x, torch.zeros(x.size(0), 1, x.size(2))], 1)
F.pad(x, (0, x.size(1)))
F.pad(x, (0, x.size(-1) - 2))
F.interpolate(x, size=x.size(-1) * 2)
F.interpolate(x, scale_factor=2)
F.interpolate(x[None], size=(x.shape[-2], x.shape[-1]), mode='bilinear')
F.interpolate(x[None], size=x.shape[-2:], mode='bilinear', align_corners=False)
F.adaptive_avg_pool1d(x, x.size(-1) // 2)
F.avg_pool1d(x, x.size(-1))
F.max_pool1d(x, 2)
F.softmax(x / x.size(-1), -1)
F.layer_norm(x, x.shape[-1:])
F.layer_norm(x, x.size()[1:])
torch.tril(torch.ones(x.size(1), x.size(1)))
torch.triu(torch.ones(x.size(1), x.size(1)), diagonal=x.size(1)-2)
x.masked_fill(torch.ones(x.size(1), x.size(2)).tril() == 0, -1)
torch.eye(x.size(1))
torch.linspace(0, 1, x.size(1))
x.narrow(1, 0, x.size(1) - 1)
x.narrow(1, x.size(1)-2, 2)
torch.chunk(x, 2, -1)[1]
x.unflatten(0, (1, x.size(0)))
x.flatten(0, 1)
x.topk(x.size(-1) // 2).values
x.select(1, x.size(1) - 1)
x.index_select(1, torch.arange(x.size(1) - 1))
x.gather(1, torch.zeros(x.size(0), 1, x.size(2), dtype=torch.long))
x.permute(2, 0, 1).float().double()
x.float()
x.to(torch.float32) + 1
x.to(x.dtype)
x.type_as(x)
x.to('cpu')
x.cpu()
x.clone().fill_(x.size(0))
put(x, (slice(None), slice(0, x.size(1)-1)), 0)
put(x, (slice(None), x.size(1)-1), x[:, 0])
put(x, slice(None), x+1)
put(x, (slice(None), slice(0,3)), 7)
put(x, x > 0, 7)
put(x, (0, x[0] > 0), 7)
x[None, :x.size(0), ..., :x.size(2)-1]
x[True, :x.size(0)-1]
x[x.sum((1,2)) > 0, :x.size(1)-1]
x.mean(-1, keepdim=True).expand(x.shape)
torch.bmm(x, x.transpose(1, 2)) / x.size(-1)
torch.stack([x[:, i] for i in range(2)])
torch.stack([x[:, -1 - i] for i in range(2)])
x.view(x.size(0), x.size(1), 2, -1)
x.view(*x.shape[:2], 2, x.shape[-1] // 2)
x.view(x.shape[:-1] + (2, x.shape[-1] // 2))
x.reshape((x.size(0),) + x.shape[1:])
x.roll(x.size(1) // 2, 1)
x.flip(x.dim() - 1)
x.unfold(1, 2, x.size(1) // 3)
x + torch.arange(x.size(-1)).float()
torch.where(torch.arange(x.size(1))[None, :, None] < x.size(1) - 1, x, -x)
x.repeat_interleave(x.size(0), 0)
torch.full_like(x, x.size(1))
x.add(x, alpha=x.size(0))
x.clamp(max=x.size(0))
x.clamp(0, x.size(0))
x ** x.size(0)
x.size(0) * x
x.size(0) - x
x.size(0) / (x + 1)
x % x.size(0)
x // x.size(0)
-x.size(0) * x
abs(x.size(0)) * x
(x.size(0) + x.size(1)) * x
torch.Size(x.shape).numel() * x
x.detach() * 2
x.data * 2
torch.nn.functional.one_hot(torch.arange(x.size(0)), x.size(0))
F.normalize(x, dim=-1)
x.amax(dim=(1,2))
torch.meshgrid(torch.arange(x.size(0)), torch.arange(x.size(1)), indexing='ij')[0]
F.affine_grid(torch.eye(2,3).expand(x.size(0),2,3), (x.size(0), 1, x.size(1), x.size(2)), align_corners=False)
F.scaled_dot_product_attention(x, x, x)
F.scaled_dot_product_attention(x, x, x, is_causal=True)
x.tile(x.size(0), 1, 1)
x.movedim(0, x.dim() - 1)
torch.broadcast_to(x[:1], x.shape)
x.view_as(x)
x.reshape_as(x)
x.nelement() * x
x.size()[0] * x
x.shape[::-1][0] * x
sum(x.shape) * x
math.prod(x.shape) * x
torch.concat([x[:, i:i+1] for i in range(x.size(1))], 1)
F.conv1d(x, torch.ones(1, 1, 1).expand(4, x.size(1), 1))
F.batch_norm(x, torch.zeros(x.size(1)), torch.ones(x.size(1)))
F.group_norm(x, x.size(1))
F.instance_norm(x)
F.cosine_similarity(x, x, 2)
x.type(torch.float32)
x.double().float()
x.to(torch.float64, copy=True)
x.expand(-1, -1, x.size(2))
x.as_strided((x.size(0), 2), (1, 1))
x.diagonal(0, 1, 2)
x.tril(x.size(0) - 2)
torch.bincount(torch.arange(x.size(0)), minlength=x.size(1))
torch.fft.fft(x, n=x.size(-1)).real
x.kthvalue(x.size(-1) - 1).values
x.quantile(0.5, -1)
x.swapaxes(0, x.dim() - 2)
x[:, :x.size(1)][:, :x.size(2)]
x[:x.size(0) - 1, :x.size(1) - 1, :x.size(2) - 1]
x[:x.size(0):1, 0:x.size(1):2]
x[-x.size(0):]
x[torch.arange(2), :x.size(1) - 1]
x[x.size(0) - 1, torch.arange(2)]
x[True, :, x[0] > 0, None]
""".strip().splitlines()


@pytest.mark.parametrize("code", CODES)
def test_a_trace_holds_for_other_sizes(code):
    ours, theirs = (traced(library, code, numbers(library, 2, 3, 4)) for library in (pytorch_c, torch))
    for sizes in (2, 3, 4), (5, 7, 6):
        expected = theirs(numbers(torch, *sizes)).numpy()
        x = numbers(pytorch_c, *sizes)
        for found in ours(x), read(theirs, pytorch_c)(x), read(ours, torch)(numbers(torch, *sizes)):
            assert tuple(found.shape) == expected.shape, ours.code
            numpy.testing.assert_allclose(found.numpy(), expected, rtol=1e-5, atol=1e-6, err_msg=ours.code)


# Calls that a trace cannot follow, and some that only look so: both libraries warn of the same, at one line.
LOOKS = """
bool(x[0])
int(x[0])
float(x[0])
complex(x[0])
x[0].item()
x.tolist()
x.numpy()
list(x)
len(x)
int(x.size(0))
float(x.size(0))
1 if x.size(0) > 1 else 0
x.size(0) in (1, 2)
x.shape == (2,)
max(x.size(0), 5)
math.sqrt(x.shape[0])
x.size(0) == 2
range(x.size(0))
[0] * x.size(0)
[1, 2, 3, 4][x.long()[0]]
torch.tensor([1.0])
torch.as_tensor(1.0)
torch.as_tensor(numpy.ones(2))
torch.from_numpy(numpy.ones(2))
torch.Tensor([1.0])
torch.Tensor(2, 3)
torch.zeros(2)
x.new_tensor([1.0])
""".strip().splitlines()


@pytest.mark.parametrize("code", LOOKS)
def test_what_warns(code):
    found = []
    for library in LIBRARIES:
        names = {"torch": library, "math": math, "numpy": numpy, "__name__": "test"}
        function = eval(compile(f"lambda x: (\n{code},\nx + 1)[1]", "looks.py", "eval"), names)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            library.jit.TracerWarning.ignore_lib_warnings()
            library.jit.trace(function, library.ones(2), check_trace=False)
        found.append(
            {
                (str(one.message), one.filename, one.lineno)
                for one in caught
                if one.category is library.jit.TracerWarning
            }
        )
    ours, theirs = ({one for one in some if "complex" not in one[0]} for some in found)
    assert ours == theirs
    assert bool(found[0]) == bool(found[1])


def test_a_number_that_no_operator_took_is_forgotten():
    def function(x):
        with pytest.raises(TypeError):
            x.view(x.size(0), object())
        return x.view(6, -1)

    x = pytorch_c.ones(2, 6)
    program = jit.trace(function, x)
    assert program(pytorch_c.ones(4, 6)).shape == (6, 4)
    assert jit.trace(lambda x: x.view(3, 4), x)(x).shape == (3, 4)  # nor by the next trace
    with pytest.raises(RuntimeError):
        jit.trace(lambda x: x.view(x.size(0), -5), x)
    assert jit.trace(lambda x: x.view(3, 4), x)(x).shape == (3, 4)


def test_an_operator_that_fails_within_a_trace():
    def function(x):
        with pytest.raises(RuntimeError, match="cannot be multiplied"):
            x.mm(x)
        return x + 1

    x = pytorch_c.ones(2, 6)
    with pytest.raises(RuntimeError, match="an operator failed while it was traced"):
        jit.trace(function, x)
    assert not jit.is_tracing() and jit.trace(lambda x: x + 1, x)(x).sum().item() == 24


def test_sizes_are_numbers_again_after_a_trace():
    seen = []
    x = pytorch_c.ones(2, 3)
    jit.trace(lambda x: (seen.append(x.shape), x + 1)[1], x, check_trace=False)
    assert isinstance(seen[0], pytorch_c.Size) and all(isinstance(one, pytorch_c.Tensor) for one in seen[0])
    assert type(x.shape[0]) is type(x.size(0)) is type(x.numel()) is int
    assert x.view(seen[0][1], -1).shape == (3, 2) and x[: seen[0][0]].shape == (2, 3)


def test_calls_that_change_nothing_are_in_the_trace():
    x = pytorch_c.ones(2, 3)
    wide = pytorch_c.arange(6, dtype=pytorch_c.float64).reshape(3, 2).t()
    program = jit.trace(lambda x: x.contiguous().to("cpu").expand_as(x)[:, :].type_as(x), x)
    assert program(wide).is_contiguous() and program.code.count("torch.slice") == 2
    for name in ("contiguous", "to", "expand_as", "type_as"):
        assert f"torch.{name}(" in program.code
    assert jit.trace(lambda x: x.float(), x)(wide).dtype is pytorch_c.float32
