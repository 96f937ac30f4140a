"""Values that count as an int, a list of ints and a size: bools, floats, NumPy's numbers and tensors beside torch."""

import enum

import numpy
import pytest
from support.oracle import agree_on, cases, refused

import pytorch_c


class Two(enum.IntEnum):
    TWO = 2


CASES = """
x.sum(dim=(0, True))
x.permute((1, False))
x.reshape(-1, True)
x.reshape((-1, True))
x.view((6, True))
x.expand((2, 2, 3))
x.repeat(2, True)
x.repeat((2, True))
x.flip(0, True)
x.var(True)
x.var(correction=True)
x.amax((0, True))
x.new_zeros(2, True)
x.clone().resize_((2, True))
x.as_strided((2, True), (1, 1))
t.zeros((2, True))
t.zeros(2, True)
t.randn(2, True).shape
t.full((2, True), 2)
t.arange(True)
t.arange(True, 3)
t.randint(3, (2, True))
t.conv2d(y, w, stride=(1, True))
t.nn.functional.pad(x, (1, True))
t.tensordot(x, sq, True)
t.dropout(x, True, False)
t.clamp(x, True)
t.addmm(x, x, sq, beta=True)
t.pow(x, True)
t.full((2,), True)
t.lerp(x, x, True)
t.quantile(x, True)
t.rot90(x, 1, (0, True))
x[True]
x.sum(np.int64(1))
x.softmax(t.tensor(1))
x.sum(t.tensor(1))
x.sum((t.tensor(1),))
x.sum((t.tensor(True),))
x.reshape(t.tensor(6))
x.reshape((t.tensor(6),))
x.reshape((2, t.tensor(3)))
x.reshape(2, t.tensor(3))
t.zeros(t.tensor(2))
t.zeros((t.tensor(2),))
t.zeros(2, t.tensor(2))
x.sum(dim=None)
x.sum(dim=())
x.sum(dim=[])
t.ones(Two.TWO)
t.ones((Two.TWO, 3))
x.flip(Two.TWO - 1)
x.reshape(Two.TWO, 3)
x.sum(dim=-Two.TWO)
x.softmax(-Two.TWO)
x.argmax(-Two.TWO)
x.argmax(np.int64(1))
t.zeros(size=(2, 3))
x.view(size=(3, 2))
x.reshape(shape=(3, 2))
"""


def names(t):
    return {
        "t": t,
        "np": numpy,
        "Two": Two,
        "x": t.arange(6.0).reshape(2, 3),
        "i": t.tensor([0, 1]),
        "i2": t.tensor([[0, 1, 0]]),
        "y": t.arange(32.0).reshape(1, 2, 4, 4),
        "w": t.ones(2, 2, 1, 1),
        "sq": t.eye(3),
    }


@pytest.mark.parametrize("code", cases(CASES, "\n"))
def test_as_torch(code):
    agree_on(code, names=names)


REFUSED = {
    RuntimeError: """t.add(x, x, alpha=True)""",
    TypeError: """x.sum(dim=True)
x.sum(dim=[True])
x.sum(True)
x.sum((True,))
x.softmax(True)
x.softmax(dim=False)
x.argmax(True)
x.argmax(dim=True)
x.max(True)
x.max(dim=False)
x.size(True)
x.stride(True)
x.unsqueeze(True)
x.squeeze(True)
x.squeeze((True,))
x.select(True, 0)
x.select(0, True)
x.narrow(0, True, 1)
x.transpose(0, True)
x.permute(True, False)
x.permute([True, 0])
x.reshape(True, -1)
x.reshape((True, -1))
x.view(True, -1)
x.expand(True, 2, 3)
x.expand(True)
x.repeat(True, True)
x.tile((True,))
x.flip(True)
x.flip((True,))
x.roll(True)
x.roll(1, True)
x.roll((1,), (True,))
x.cumsum(True)
x.chunk(True)
x.split(True)
x.split([True, True])
x.diagonal(True)
x.tril(True)
x.tril(diagonal=True)
x.topk(True)
x.sort(True)
x.sort(dim=True)
x.flatten(True)
x.unflatten(0, (True, 2))
x.index_select(True, i)
x.gather(True, i2)
x.norm(2, True)
x.mean(True)
x.std(dim=True)
x.amax(True)
x.prod(True)
x.all(True)
x.logsumexp(True)
x.unbind(True)
x.movedim(0, True)
x.movedim((0,), (True,))
x.swapaxes(0, True)
x.new_zeros(True)
x.new_zeros((True, 2))
x.resize_(True)
x.as_strided((2,), (True,))
x.as_strided((2,), (1,), True)
t.zeros(True)
t.zeros((True,))
t.zeros([True, 2])
t.ones(True)
t.randn((True,)).shape
t.full((True,), 2)
t.full(True, 2)
t.eye(True)
t.eye(2, True)
t.linspace(0, 1, True)
t.randint(True, (2,))
t.randint(0, True, (2,))
t.randint(3, (True,))
t.randperm(True)
t.cat([x, x], True)
t.cat([x, x], dim=True)
t.stack([x, x], True)
t.tensor_split(x, True)
t.tensor_split(x, (True,))
t.conv2d(y, w, stride=True)
t.conv2d(y, w, stride=(True, True))
t.conv2d(y, w, padding=True)
t.conv2d(y, w, groups=True)
t.max_pool2d(y, True)
t.max_pool2d(y, (True, True))
t.nn.functional.avg_pool2d(y, True)
t.nn.functional.pad(x, (True, True))
t.nn.functional.one_hot(i, True)
t.nn.functional.layer_norm(x, (True,))
t.nn.functional.softmax(x, True)
t.fft.fft(x, True)
t.fft.fft(x, dim=True)
t.fft.fft2(x, (True, True))
t.linalg.norm(x, None, True)
t.linalg.matrix_power(sq, True)
t.linalg.vector_norm(x, 2, True)
t.bincount(i, minlength=True)
t.combinations(i, True)
t.broadcast_to(x, (True, 2, 3))
t.histc(x, True)
t.rot90(x, True)
t.diff(x, True)
t.diag(x, True)
t.meshgrid(x[0], indexing=True)
t.cumsum(x, dim=True)
t.unique(x, dim=True)
t.sum(x, dim=np.True_)
t.zeros(np.True_)
x.softmax(np.True_)
t.zeros(2.0)
t.zeros((2.0,))
t.zeros((2, 2.0))
x.reshape(2.0, 3)
x.reshape((2, 3.0))
x.sum(1.0)
x.sum((0, 1.0))
x.softmax(1.0)
x.softmax(np.float64(1))
t.conv2d(y, w, stride=1.0)
t.conv2d(y, w, stride=(1, 1.0))
x.transpose(0.0, 1)
x.softmax(None)
x.argmax(1.0)
x.argmax(np.float32(1))
x.softmax(np.float32(1))
x.softmax(t.tensor(1.5))
t.zeros(size=(True,))
x.reshape(shape=(True, 6))""",
}


@pytest.mark.parametrize("code, raises", refused(REFUSED, "\n"))
def test_refused_as_by_torch(code, raises):
    agree_on(code, raises, names)


@pytest.mark.parametrize(
    "code, said",
    [
        ("x.softmax(True)", "softmax(): argument 'dim' must be int, not bool"),
        ("x.sum(dim=True)", "sum(): argument 'dim' must be a list or tuple of ints, or one or None, not bool"),
        (
            "x.sum(dim=(True, 1))",
            "sum(): argument 'dim' must be a list or tuple of ints, or one or None, not tuple of bool and int",
        ),
        ("x.argmax(True)", "argmax(): argument 'dim' must be int or None, not bool"),
        ("t.zeros((True, 2))", "the sizes must be ints, or a list or tuple of them, not bool"),
        ("x.size(True)", "size(): argument 'dim' must be int, not bool"),
        ("x.softmax(1.5)", "softmax(): argument 'dim' must be int, not float"),
    ],
)
def test_the_error_names_the_argument(code, said):
    with pytest.raises(TypeError) as caught:
        eval(code, names(pytorch_c))
    assert str(caught.value) == said
