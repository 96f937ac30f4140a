"""Properties of a tensor, its conversions, and Python's protocols on it."""

import copy

import numpy
import pytest
import torch
from support.oracle import agree_on, cases, refused

import pytorch_c

# x (3, 4) floats, y (2, 3, 4) ints, v 4 floats, m bools, s 0-dim
PROPERTIES = """x.shape | y.shape | s.shape | x.size() | x.size(0) | x.size(-1) | x.size(dim=1)
x.ndim | y.dim() | s.ndim | x.numel() | s.numel() | x.nelement() | t.numel(y) | x[:0].numel() | x.stride() | x.t().stride()
x.stride(0) | x.stride(-1) | x[:, ::2].stride() | x[1:].storage_offset() | x[1, 2].storage_offset() | x.storage_offset()
x.is_contiguous() | x.t().is_contiguous() | x[:, 0].is_contiguous() | x.t().contiguous().stride() | x.element_size() | m.element_size()
y.element_size() | x.itemsize | x.nbytes | y.nbytes | x.dtype | y.dtype | m.dtype | x.half().dtype | x.device | x.device.type
x.device.index | x.layout | x.is_cuda | x.is_cpu | x.is_sparse | x.is_quantized | x.is_meta | x.is_leaf | x.requires_grad | x.grad
x.is_floating_point() | y.is_floating_point() | t.is_floating_point(x) | x.is_complex() | t.is_complex(x + 1j) | x.is_signed()
y.to(t.uint8).is_signed() | m.is_signed() | x.output_nr | x._version | x.add_(1)._version | x.is_pinned() | x.is_conj() | x.is_neg()
(x + 1j).conj().is_conj() | x.is_inference() | x.T | v.T | s.T | y.mT | x.H | (x + 1j).H | (x + 1j).mH | x.real | (x + 1j).real
(x + 1j).imag | x.data | x.data.requires_grad | t.is_tensor(x) | t.is_tensor(1) | len(x) | len(y[:0])
x.equal(x) | x.type() | y.type() | m.type() | x.type(t.int32) | x.is_same_size(x) | x.is_set_to(x) | x.is_set_to(x.clone()) | x[0:2].is_set_to(x[0:2])"""

CONVERSIONS = """x.to(t.float64) | x.to(dtype=t.int64) | x.to('cpu') | x.to(t.device('cpu')) | x.to('cpu', t.float16) | x.to(device='cpu', dtype=t.int32)
x.to(y) | x.to(t.float32) is x | x.to(t.float32, copy=True) is x | x.to(t.float64, True) | x.to(t.float64, non_blocking=True, copy=True)
x.to('cpu', copy=True) is x | x.to(t.bool) | x.to(t.complex64) | (x + 1j).to(t.float32) | x.to(None) | x.to()
t.ones(1, 2, 3, 4).to(memory_format=t.channels_last)
x.half() | x.float() | x.double() | x.bfloat16() | x.int() | x.long() | x.short() | x.bool() | x.byte() | x.char() | x.cpu() is x | x.type_as(y)
x.float() is x | x.clone() is x | x.detach() is x | x.int().dtype | y.to(t.uint8) | x.to(t.int8) | (x * 100).to(t.int8)
t.tensor([nan, inf]).to(t.float16) | t.tensor([300.0]).to(t.uint8) | t.tensor([2.7, -2.7]).to(t.int64) | t.tensor([0.1]).to(t.bfloat16).item()
x.new_tensor([1, 2]) | y.new_tensor(2.5) | x.new_zeros(2) | y.new_ones((2, 2)) | x.new_full((2,), 3) | x.expand_as(y[0]) | x.reshape(2, 6)
x.reshape(-1) | x.view(2, -1) | x.view(t.int32) | x.view((4, 3)) | x.permute(1, 0) | x.permute((1, 0))
x.expand(2, 3, 4) | x.expand(-1, 4) | v.expand(3, -1) | x.repeat(2, 1) | x.repeat((1, 2)) | x.squeeze() | x.unsqueeze(2) | x.flatten() | x.t()"""

PROTOCOLS = """float(s) | int(s) | bool(s) | complex(s) | int(v[:1]) | float(t.tensor([2.5]))
complex(t.tensor(1 + 2j)) | s.item() | t.tensor([[3]]).item() | t.tensor(True).item() | t.tensor(2, dtype=t.uint8).item()
t.tensor(0.1).item() | t.tensor(0.1, dtype=t.float16).item() | t.tensor(1 + 2j).item() | [0, 1, 2][t.tensor(1)] | range(5)[t.tensor(-1)]
range(t.tensor(3)) | list(range(3))[t.tensor(1):] | hex(t.tensor(255)) | '%d' % t.tensor(3) | f'{s:.1f}'
f'{t.tensor(3):d}' | f'{x[0, 0]:5.2f}' | '{}'.format(t.tensor(3)) | round(s.item()) | 2 in y | 100 in y | -4.0 in x | s in v | x[0] in x
list(v) | tuple(i) | [a.shape for a in y] | sum(v) | max(v) | sorted(v) | list(reversed(v)) | all(m[2])
any(m[0]) | x.tolist() | s.tolist() | y.tolist() | m.tolist() | (x + 1j).tolist() | (x + 1j).conj().tolist() | (x + 1j).to(t.complex128).conj().tolist() | (x + 1j).conj().imag.tolist() | x.half().tolist() | x.bfloat16().tolist() | x[:0].tolist()
x[:, :0].tolist() | x.t().tolist() | x[:, ::2].tolist() | v.to(t.uint8).tolist() | hash(x) == hash(x) | x.__len__() | bool(None == x)"""


@pytest.mark.parametrize("code", cases(PROPERTIES))
def test_properties(code):
    agree_on(code)


@pytest.mark.parametrize("code", cases(CONVERSIONS))
def test_conversions(code):
    agree_on(code)


@pytest.mark.parametrize("code", cases(PROTOCOLS))
def test_protocols(code):
    agree_on(code)


SIZES = """x.shape[0] | x.shape[-1] | y.shape[1:] | y.shape[::2] | x.shape + (5,) | (5,) + x.shape | x.shape + y.shape | x.shape * 2 | 2 * x.shape
x.shape == (3, 4) | x.shape == [3, 4] | x.shape == t.Size([3, 4]) | x.shape != y.shape | x.shape.numel() | y.shape.numel() | s.shape.numel()
t.Size([2, 3]) | t.Size((2,)) | t.Size() | list(y.shape) | len(y.shape) | 4 in x.shape | y.shape.index(3) | y.shape.count(2) | hash(x.shape) == hash((3, 4))
t.zeros(x.shape) | t.zeros(x.shape + (2,)).shape | x.reshape(x.shape[::-1]) | repr(x.shape) | str(s.shape) | sorted(y.shape)
isinstance(x.shape, tuple) | type(x.shape[1:]) is t.Size | type(x.shape + (1,)) is t.Size | type((1,) + x.shape) is t.Size | type(x.shape * 2) is t.Size"""


@pytest.mark.parametrize("code", cases(SIZES))
def test_sizes(code):
    agree_on(code)


ARGUMENTS = """x.sum(np.int64(1)) | x.sum(dim=np.int32(0)) | x.sum((np.int64(0), 1)) | x.reshape(np.int64(2), np.int64(6)) | t.zeros(np.int64(2), 3)
t.zeros((np.int64(2), 3)) | t.full((2,), np.float32(1.5)) | t.full((2,), np.int64(3)) | x.unsqueeze(np.int64(0))
x.topk(np.int64(2)) | t.arange(np.int64(4)) | t.arange(np.float64(1.5)) | x.transpose(np.int64(0), 1) | x.size(np.int64(1)) | x.clamp(np.float32(0.5))
x.add(1, alpha=np.float64(2)) | t.cat([x, x], np.int64(1)) | x.narrow(0, np.int64(0), np.int64(1)) | x.softmax(np.int64(1)) | t.eye(np.int64(2))
t.zeros(2, dtype=float) | t.zeros(2, dtype=int) | f"{t.tensor(1.5, device='meta')}" | f'{t.tensor(1.5):.3f}' | f'{x[:1, :1]}'
x.sum(dim=()) | x.sum(dim=[]) | x.sum(axis=0) | x.sum(axis=0, keepdims=True)
x.sum(t.tensor(1)) | x.sum(dim=(t.tensor(0),)) | x.unsqueeze(t.tensor(1)) | t.zeros(t.tensor(2), 3) | x.reshape(t.tensor(6), 2)
x.add(1, alpha=t.tensor(2)) | x.mul(t.tensor(2)) | x.clamp(t.tensor(0.5)) | x.clamp(max=t.tensor(0.5)) | x.pow(t.tensor(2)) | t.full((2,), t.tensor(2.5))
x.fill_(t.tensor(2)) | x.fill_(np.float32(2)) | x.add_(y[0])
t.add(1, x) | t.mul(2, x) | t.sub(2, x) | t.div(1, x) | t.pow(2, x) | t.add(1, 2) | t.add(x, 1, alpha=2)
t.add(input=x, other=1) | t.add(x, other=x, alpha=0.5)
t.cat((x, x)) | t.cat(tensors=[x, x], dim=1) | t.stack([x, x], -3)"""


@pytest.mark.parametrize("code", cases(ARGUMENTS))
def test_arguments(code):
    agree_on(code)


REFUSED = {
    IndexError: """x.size(2) | x.size(-3) | s.size(0) | x.stride(2) | t.Size([1, 2])[5] | x.sum(dim=5) | x.max(5) | x.transpose(0, 2)""",
    RuntimeError: """x.imag | v.mT | y.H | x.to('nowhere') | x.to(memory_format=t.channels_last) | x.view(5) | x.view(-1, -1)
x.permute(0) | bool(x) | bool(x[:0]) | x.item() | None in x | 'a' in x | [1] in x | bool(t.tensor([])) | t.zeros(-1)
t.zeros(2, device='nowhere') | x.sum(dim=(0, 0)) | x.permute(0, 0) | x.fill_(t.ones(2)) | y.add_(1.5) | y.mul_(x)
m.add_(1) | t.cat([x, y]) | t.stack([x, v])""",
    TypeError: """t.zeros(t.tensor([2, 3])) | len(s) | x.to(other=y) | x.to(dtype='float32') | x.to(t.float64, t.float32) | [0, 1][s] | [0, 1][v] | range(s)
f'{x:.2f}' | list(s) | t.zeros(np.array([2, 3])) | t.zeros(True) | x.sum(1.0) | x.mean(1, keepdim='a') | x.topk(1.0)
x.unsqueeze(1.5) | x.unsqueeze(None) | x.unsqueeze('a') | t.zeros(2.0) | t.zeros('a') | t.zeros((2.0,))
t.zeros([2, [3]]) | t.zeros(2, dtype='float32') | t.zeros(2, dtype=np.float32) | t.zeros(2, device=1.5)
t.zeros(2, layout='a') | t.ones(2, 3, bad=1) | x.fill_('a') | x.fill_(None) | t.eq(1, x) | t.maximum(x, 1)
t.add(x, 'a') | t.add(x) | t.add() | t.add(self=x, other=1) | x.add(input=x) | t.cat(x) | t.cat([x, 1])
t.cat([x, None])""",
    ValueError: """float(x) | t.cat([])""",
    (RuntimeError, TypeError): """float(t.tensor(1j)) | int(t.tensor(1j))""",
}


@pytest.mark.parametrize("code, raises", refused(REFUSED))
def test_refused(code, raises):
    agree_on(code, raises)


@pytest.mark.parametrize(
    "name",
    "float32 float64 float16 bfloat16 int8 int16 int32 int64 uint8 bool complex64 complex128 half float double long int short".split(),
)
def test_dtypes(name):
    ours, theirs = getattr(pytorch_c, name), getattr(torch, name)
    assert repr(ours) == repr(theirs) and ours.itemsize == theirs.itemsize
    assert (ours.is_floating_point, ours.is_complex, ours.is_signed) == (
        theirs.is_floating_point,
        theirs.is_complex,
        theirs.is_signed,
    )
    assert repr(ours.to_real()) == repr(theirs.to_real())
    if theirs.is_floating_point or theirs.is_complex:
        assert repr(ours.to_complex()) == repr(theirs.to_complex())
    else:
        with pytest.raises(RuntimeError, match="no complex dtype"):
            ours.to_complex()
    assert ours is getattr(pytorch_c, repr(ours).removeprefix("torch."))
    assert copy.deepcopy(ours) is ours and {ours: 1}[ours] == 1


@pytest.mark.parametrize(
    "code",
    cases("""t.device('cpu') | t.device('cuda:1') | t.device('cuda', 1) | t.device('cpu').index | t.device('cuda:3').index | t.device('meta')
t.device('cpu') == t.device('cpu') | t.device('cpu') == 'cpu' | t.device('cuda', 0) == t.device('cuda') | str(t.device('cuda:1')) | repr(t.device('cuda', 1))
t.device(t.device('cpu'))
hash(t.device('cpu')) == hash(t.device('cpu')) | t.device('cuda:1').type | t.zeros(2, device='meta').shape | t.zeros(2, device='meta').device"""),
)
def test_devices(code):
    agree_on(code)


NO_DEVICES = {
    RuntimeError: "t.device('nowhere') | t.device('cuda:x') | t.device('')",
    TypeError: "t.device(1.5)",
    (RuntimeError, ValueError): "t.device('cuda:1', 1) | t.device('cuda', -2)",
}


@pytest.mark.parametrize("code, raises", refused(NO_DEVICES))
def test_no_devices(code, raises):
    agree_on(code, raises)


def test_deepcopy_keeps_gradient_and_identity():
    x = pytorch_c.ones(3, requires_grad=True)
    (x * 2).sum().backward()
    twin, again = copy.deepcopy([x, x])
    assert twin is again and twin is not x
    assert twin.requires_grad and twin.grad.tolist() == [2, 2, 2]
    twin.data.zero_()
    assert x.tolist() == [1, 1, 1]
    with pytest.raises(RuntimeError, match="leaf|leaves"):
        copy.deepcopy(x * 2)
    assert copy.copy(x).tolist() == [1, 1, 1]


def test_deepcopy_keeps_strides_and_shared_memory_of_none():
    x = pytorch_c.arange(6).reshape(2, 3).t()
    assert copy.deepcopy(x).stride() == x.stride()


def test_hash_is_identity():
    x, y = pytorch_c.ones(1), pytorch_c.ones(1)
    table = {x: "x", y: "y"}
    assert table[x] == "x" and table[y] == "y"
    assert x in [x] and len({x, y, x}) == 2


def test_close_is_harmless_twice_and_final():
    x = pytorch_c.ones(2)
    assert not x.closed
    x.close()
    x.close()
    assert x.closed and "closed" in repr(x)
    for use in (
        lambda: x.shape,
        lambda: x.dtype,
        lambda: x + 1,
        lambda: x.item(),
        lambda: x[0],
        lambda: x.numpy(),
        lambda: pytorch_c.mm(x, x),
        lambda: x.grad,
    ):
        with pytest.raises(pytorch_c.ClosedTensorError, match="closed"):
            use()


def test_views_share_memory_and_outlive_their_base():
    base = pytorch_c.zeros(4)
    view = base[1:3]
    base.close()
    view += 1
    assert view.tolist() == [1, 1]


def test_data_swaps_the_memory():
    x = pytorch_c.ones(2, requires_grad=True)
    x.data = pytorch_c.zeros(3)
    assert x.tolist() == [0, 0, 0] and x.requires_grad
    x.set_data(pytorch_c.ones(1))
    assert x.tolist() == [1]
    with pytest.raises(TypeError, match="'data' must be Tensor, not int"):
        x.data = 1


def test_gotorchs_names():
    x = pytorch_c.ones(2)
    assert x.cast_to(pytorch_c.int64).dtype is pytorch_c.int64
    assert x.copy_to("cpu").device.type == "cpu"
    assert "1" in x.string()
    assert x.is_same(x) and not x.is_same(x.clone())


def test_legacy_constructor():
    for arguments in ((), (2, 3), ([1, 2],), (0,)):
        ours, theirs = pytorch_c.Tensor(*arguments), torch.Tensor(*arguments)
        assert ours.shape == tuple(theirs.shape) and str(ours.dtype) == str(theirs.dtype)
    assert pytorch_c.Tensor([1, 2]).tolist() == [1.0, 2.0]
    assert pytorch_c.Tensor(numpy.ones(2)).dtype is pytorch_c.float32


def test_attributes_of_ones_own_are_kept():
    x = pytorch_c.ones(1)
    x.label = "weight"
    assert x.label == "weight"
    with pytest.raises(AttributeError):
        _ = x.nothing
