"""Call forms of methods, factories and functions about dtypes, row by row against torch."""

import warnings

import pytest
import torch
from support.oracle import agree_all, agree_on, refused

import pytorch_c

METHODS = [
    "x.type()", "y.type()", "m.type()", "x.to_sparse().type()", "x.type('torch.DoubleTensor')", "x.type(t.int32)", "x.type(t.LongTensor)",
    "x.type(dtype=t.float64)", "x.type_as(y)", "x.to(t.float64)", "x.to('cpu')", "x.to(y)",
    "x.to('cpu', t.float16)", "x.to(t.float64, False, True)", "x.to(device='cpu', dtype=t.int8)", "x.to(t.device('cpu'), t.int16, True, True)",
    "x.to(dtype=float)", "x.to(float)", "x.to()", "x.to(t.int8, copy=True)", "x.cpu()", "x.float()", "x.double()", "x.cfloat()",
    "x.cdouble()", "x.chalf()", "x.byte()", "x.char()", "x.bfloat16()", "y.half()", "x.new(2, 3).shape", "t.tensor([v[:1], v[1:2]])", "t.as_tensor(([v[:1]], [2]))", "t.tensor([t.ones(1, 1, dtype=t.int64), t.ones(())])", "x.new([1, 2])", "y.new([1.5])", "x.new()",
    "x.to_sparse().new(t.tensor([[0, 2], [1, 0]]), v[:2], t.Size([3, 4]))", "x.to_sparse().new(t.tensor([[0, 2]]), v[:2])", "y.to_sparse().new(2, 3)",
    "x.to_sparse().new(t.Size([2, 3]))", "y.to_sparse().new()",
    "x.new_tensor([1, 2])", "x.new_zeros(2)", "x.new_zeros((2, 3), dtype=t.int8)", "x.new_ones(2, 1)", "x.new_full((2,), 3)", "x.new_empty(2, 3).shape",
    "x.new_empty((2, 3)).shape", "y.new_full((2,), 3.7)", "x.ndimension()", "x.nelement()", "x.get_device()", "x.is_pinned()", "x.element_size()", "x.nbytes",
    "x.itemsize", "x.dim()", "x.size(-1)", "x.size(dim=0)", "x.stride(0)", "x.is_same_size(x)", "x.is_set_to(x)", "x.is_floating_point()", "x.is_signed()",
    "x.where(m, 0)", "x.where(m, v)", "t.where(m, x, 1)", "t.where(m, 1, 2.5)", "t.where(m, 1, 0)", "t.where(m)", "t.where(m, x, y.float()[0])",
    "x.abs().polygamma(2)", "t.polygamma(1, x.abs())", "x.map_(x, lambda a, b: a + 2 * b)", "x.map2_(x, x, lambda a, b, c: a + b * c)",
    "x.apply_(lambda a: a * 3)", "x.map_(v, lambda a, b: b)",
    "t.quantize_per_tensor(x, 0.1, 3, t.quint8).int_repr()", "t.quantize_per_tensor(x, 0.1, 3, t.quint8).dequantize()",
    "str(t.quantize_per_tensor(x, 0.1, 3, t.quint8).qscheme())", "t.quantize_per_channel(x, t.ones(3), t.zeros(3), 0, t.qint8).q_per_channel_axis()",
    "str(t.per_channel_affine)", "x.fill_diagonal_(9)", "x.masked_fill(m, 7)", "x.masked_fill(m, s)", "x.masked_select(m)", "x.masked_scatter(m, t.arange(12.0))",
    "x.index_select(1, i)", "x.index_add(1, i, x[:, :3], alpha=2)", "x.index_copy(1, i, x[:, :3])", "x.index_fill(0, i, 5)", "x.index_fill_(0, i, s)",
    "x.scatter(1, i[None], 5.0)", "x.scatter(1, i[None], x)", "x.scatter_(1, i[None], 2.0, reduce='multiply')",
    "x.scatter_reduce(1, i[None], x, 'amax', include_self=False)", "x.scatter_add(0, i[:, None], x)", "x.gather(dim=1, index=i[None])", "x.take(i)",
    "x.put_(i, t.ones(3), accumulate=True)", "x.index_put((i, i), s)", "x.index_put_([i], v)", "t.index_select(x, 0, i)", "t.take_along_dim(x, x.argsort(1), 1)",
    "x.sort(descending=True)", "x.sort(0, True)", "t.sort(v, stable=True)", "x.argsort(dim=0)", "v.argsort(stable=True, descending=True)", "v.msort()",
    "x.topk(2)", "x.topk(2, 0, largest=False)", "x.kthvalue(2)", "x.median()", "x.median(0)", "x.nanmedian(1, True)", "x.mode(1)", "x.max()", "x.max(1)", "x.max(1, True)",
    "x.max(-x)", "x.min(dim=0)", "x.cummax(0)", "x.cummin(dim=1)", "x.aminmax()", "x.aminmax(dim=1)", "x.amax((0, 1))", "x.amin(0, keepdim=True)", "x.argmax()",
    "x.argmin(1, True)", "x.all()", "m.all(0)", "m.all((0, 1))", "m.any(1, keepdim=True)", "m.all(keepdim=True)", "m.any(dim=None)", "x.sum((0, 1))", "x.sum(1, True)",
    "x.sum(dim=[0], dtype=t.float64)", "x.sum(())", "m.sum()", "x.mean([0, 1])", "y.float().mean((0, 2), True)", "x.std()", "x.std(0)", "x.std(0, False)",
    "x.std(unbiased=False)", "x.std(1, correction=0, keepdim=True)", "x.var(dim=(0, 1))", "t.var_mean(x, 1)", "t.std_mean(x)", "x.var(correction=2)", "x.prod()",
    "x.prod(1)", "x.prod(0, True, dtype=t.float64)", "x.logsumexp(0)", "x.logsumexp((0, 1), True)", "x.cumsum(0)", "x.cumprod(dim=1, dtype=t.float64)", "x.norm()", "x.norm(2, 1, False, t.float64)", "x.norm(p=1, dim=(0, 1), dtype=t.float64)",
    "x.count_nonzero()", "x.count_nonzero((0, 1))", "x.nansum()", "x.quantile(0.5)", "x.quantile(t.tensor([0.2, 0.7]), 1)", "x.histc(4)", "t.bincount(i, minlength=5)",
    "t.histogram(v, 3)", "t.histogram(v, 3, range=(-2.0, 4.0), density=True)", "t.histogramdd(x[:, :2], 2)", "t.histogramdd(x[:, :2], [2, 3])",
    "t.searchsorted(t.tensor([0.0, 1.0, 2.0]), v)", "t.searchsorted(t.tensor([0.0, 1.0]), 0.5)", "t.bucketize(v, t.tensor([0.0, 1.0]), right=True)",
    "t.bucketize(0.7, t.tensor([0.0, 1.0]))", "t.is_nonzero(s)", "t.numel(x)", "t.is_tensor(x)", "t.equal(x, x)",
    "t.allclose(x, x + 1e-9)", "t.isclose(x, x + 1)", "t.clamp(x, 0)", "x.clamp(max=1)", "x.clamp(t.zeros(4), 2 * t.ones(4))", "x.clip(-1, 1)",
    "t.gradient(v)", "t.gradient(v, spacing=2.0)", "t.gradient(x, dim=1)", "t.gradient(x, spacing=[1.0, 2.0])", "t.gradient(x, spacing=(v[:3].sort()[0], t.arange(4.0)))",
    "t.diff(v)", "t.diff(x, n=2, dim=1, append=x)", "t.trapezoid(v)", "t.trapezoid(v, dx=2)", "t.cumulative_trapezoid(v, v)", "t.logspace(0, 2, 3)", "t.linspace(0, 1, steps=3)",
    "t.view_as_real(t.complex(v, v))", "t.view_as_complex(x.reshape(3, 2, 2))", "t.complex(v, v).real", "t.complex(v, v).imag", "v.real", "t.polar(v.abs(), v)",
    "np.asarray(x).sum().item()", "np.sin(v)", "np.add(v, 1)", "t.asarray(np.ones(2))", "t.asarray([1, 2])", "t.asarray(v, dtype=t.float64)", "t.asarray(v, copy=False)", "t.asarray(v, requires_grad=True) is v",
    "t.asarray(v.requires_grad_())", "t.asarray(v.requires_grad_(), requires_grad=False)", "t.asarray(v.requires_grad_() * 2)", "t.asarray(v.requires_grad_() * 2, requires_grad=False)",
    "t.asarray(v.requires_grad_(), dtype=t.float64)", "t.asarray(v.requires_grad_(), copy=True)",
    "t.asarray(v, requires_grad=True).requires_grad", "t.as_tensor(np.arange(3))",
    "t.asarray(v.clone().requires_grad_())", "t.asarray(v.clone().requires_grad_() * 2, requires_grad=False)", "t.asarray(v.clone().requires_grad_() * 2, dtype=t.float64)", "t.asarray([1.0], requires_grad=None)",
    "t.tensor([np.float64(1), np.float64(2)])", "t.tensor([np.float32(1), 2])", "t.tensor([np.arange(2), np.arange(2)])", "t.tensor([s, s])", "t.tensor([[s, 1], [2, 3]])",
    "t.tensor([t.tensor(1), 2.5])", "t.tensor(np.int8(3))", "t.tensor([True, 2])", "t.tensor([1, 2.5])", "t.tensor([1, 2j])",
    "t.FloatTensor([1, 2])", "t.LongTensor([1.5])", "t.FloatTensor(2, 3).shape", "t.ByteTensor(t.Size([2])).shape", "isinstance(x, t.FloatTensor)",
    "isinstance(x, t.LongTensor)", "t.Tensor(2, 3).shape", "t.Tensor([1, 2])", "t.Tensor(t.Size([2])).shape", "t.BoolTensor([1, 0])", "t.typename(x)", "t.typename(3)",
    "t.is_conj(t.complex(v, v).conj())", "t.is_neg(x)", "t.get_device(x)", "t.is_inference(x)", "t.pi, t.inf, t.e, t.newaxis", "x[:, t.newaxis].shape",
    "x.__rmatmul__(x.t())", "y <<= 1; x = y", "y >>= 2; x = y", "x.as_subclass(t.nn.Parameter).shape", "x.requires_grad_().sum().grad_fn.name()", "x.grad_fn",
]  # fmt: skip

FACTORIES = [
    "t.arange(5)", "t.arange(5.0)", "t.arange(1, 5)", "t.arange(1, 2, 0.25)", "t.arange(0, 5, 2, dtype=t.float64)", "t.arange(end=3)", "t.arange(start=1, end=3)",
    "t.arange(5, out=t.zeros(5))", "t.arange(t.tensor(3))", "t.range(0, 2)", "t.linspace(0, 1, 5)", "t.linspace(t.tensor(0.0), 1, 3)",
    "t.linspace(start=0, end=3, steps=4, dtype=t.int64)", "t.logspace(0, 2, 3, 2)", "t.logspace(0, 2, 3, base=2)", "t.full((2, 3), 7)",
    "t.full((2,), 1.5)", "t.full((2,), True)", "t.full((), 1j)", "t.full([2], 3, dtype=t.int8)", "t.full((2,), fill_value=3)", "t.full((2,), s)", "t.full_like(x, 3)",
    "t.full((2,), 3, out=t.zeros(2))", "t.zeros(2, 3)", "t.zeros((2, 3))", "t.zeros([2, 3], dtype=t.int8)", "t.zeros(size=(2,))", "t.zeros(2, out=t.ones(2))",
    "t.ones(2, dtype=int)", "t.ones(t.Size([2, 1]))", "t.zeros(2, requires_grad=True).requires_grad", "t.eye(3)", "t.eye(2, 3)",
    "t.eye(n=2, m=1)", "t.empty(2, 3).shape", "t.empty((2,), memory_format=t.contiguous_format).shape", "t.empty_like(x).shape", "t.empty_strided((2, 2), (1, 2)).stride()",
    "t.eye(2, dtype=t.float32, device='cpu', out=t.ones(1))", "t.zeros(2, out=t.ones(2), requires_grad=True)",
    "t.zeros_like(x, dtype=t.int8)", "t.ones_like(y)", "t.rand(2, 3)", "t.rand((2,), dtype=t.float64)", "t.randn(2, generator=t.Generator().manual_seed(3))", "t.randn(size=(2,))",
    "t.randint(10, (3,))", "t.randint(2, 10, (3,))", "t.randint(low=2, high=10, size=(3,))", "t.randint(0, 10, [2, 2], dtype=t.int8)", "t.randint(5, (2,), out=t.zeros(2))",
    "t.randint_like(x, 5)", "t.randint_like(x, 2, 5)", "t.rand_like(x)", "t.randn_like(x, dtype=t.float64)", "t.randperm(5)", "t.randperm(4, dtype=t.int32)", "t.randperm(n=3)",
    "t.normal(0.0, 1.0, (2,))", "t.normal(v, 1.0)", "t.normal(v)", "t.normal(0.0, v.abs())", "t.normal(mean=v, std=v.abs())", "t.normal(0, 1, size=(2, 2))",
    "t.bernoulli(t.full((3,), 0.5))", "t.bernoulli(v.abs().clamp(max=1), 0.3)", "t.multinomial(v.abs(), 2)", "t.poisson(v.abs())", "x.uniform_()", "x.uniform_(1, 2)",
    "x.normal_(mean=1)", "x.random_(5)", "x.random_(1, 5)", "x.exponential_(lambd=2)", "x.bernoulli_(0.5)", "x.bernoulli_(p=0.5)", "x.geometric_(0.5)", "x.cauchy_()",
    "t.hann_window(4)", "t.hamming_window(4, False)", "t.kaiser_window(4, True, 12.0)", "t.bartlett_window(5, periodic=False)", "t.tril_indices(3, 3, offset=1)",
    "t.scalar_tensor(3)", "t.complex(v, v)", "t.frombuffer(bytearray(8), dtype=t.int32)", "t.from_numpy(np.ones(2))", "t.vander(v, 3)", "t.heaviside(v, s)",
]  # fmt: skip

TYPES = [
    f"str(t.promote_types(t.{a}, t.{b}))" for a in ("uint8", "int8", "int64", "float16", "bfloat16", "complex64", "bool") for b in ("int16", "float32", "bool", "complex128")
] + [
    "t.can_cast(t.float32, t.int32)", "t.can_cast(from_=t.int32, to=t.float32)", "t.can_cast(t.int32, t.bool)",
    "str(t.result_type(1, 2))", "str(t.result_type(1.0, 2))", "str(t.result_type(i, 1.5))", "str(t.result_type(s, i))", "str(t.result_type(tensor=x, other=2j))",
    "str(t.finfo())", "str(t.finfo(t.float16))", "t.finfo(t.bfloat16).eps", "t.finfo(t.float64).max", "t.finfo(t.complex64).dtype", "t.finfo(t.float32).tiny",
    "str(t.finfo(t.float8_e4m3fn))", "str(t.finfo(t.float8_e5m2))", "str(t.finfo(t.float8_e4m3fnuz))", "str(t.finfo(t.float8_e5m2fnuz))", "str(t.finfo(t.float8_e8m0fnu))",
    "t.finfo(t.float32) == t.finfo(t.complex64)", "str(t.iinfo(t.int8))", "t.iinfo(t.uint64).max", "t.iinfo(t.int64).min",
    "str(t.finfo(float))", "str(t.finfo(complex))", "t.finfo(type=float).eps", "str(t.iinfo(int))",
    "t.iinfo(t.uint16).bits", "str(t.get_default_dtype())", "t.get_float32_matmul_precision()",
    "t.are_deterministic_algorithms_enabled()", "t.get_deterministic_debug_mode()",
    "t.get_num_interop_threads() > 0",
]  # fmt: skip

NUMPY_NAMES = [
    "t.sum(x, axis=0)", "x.sum(axis=(0, 1), keepdims=True)", "x.mean(axis=1)", "x.max(axis=0)", "x.argmax(axis=1, keepdims=True)", "x.std(axis=0)", "t.var(x, axis=1, keepdims=True)",
    "t.cat([x, x], axis=1)", "t.stack([v, v], axis=-1)", "t.softmax(x, axis=0)", "x.cumsum(axis=0)", "t.gather(x, axis=1, index=i[None])", "x.index_select(axis=1, index=i)",
    "x.all(axis=0)", "t.any(m, axis=1, keepdims=True)", "t.logsumexp(x, axis=0)", "x.unbind(axis=1)", "t.chunk(x, 2, axis=1)", "x.squeeze(axis=0)", "x.unsqueeze(axis=0)",
    "t.fft.fft(v, axis=0)", "t.linalg.vector_norm(x, axis=1)", "x.sum(0, keepdims=True)", "t.concatenate([x, x], axis=0)",
    "x.size(axis=1)", "x.stride(axis=0)", "t.add(x1=x, x2=x)", "x.add(x2=x, alpha=2)", "t.sum(a=x, axis=0)", "t.exp(x=x)", "t.cdist(x1=x, x2=x)",
    "t.trapezoid(v, x=v)", "t.where(m, x1=x, x2=s)", "t.nn.functional.gelu(x=x)", "t.zeros_like(a=x)",
    "x.sort(axis=0)", "x.median(axis=0)", "t.tensor_split(x, 2, axis=1)", "t.amax(x, axis=0)",
]  # fmt: skip

NUMBERS = [
    "t.add(2, x)", "t.add(2, x, alpha=3)", "t.sub(1.5, x)", "t.mul(2, y)", "t.div(2, x + 10)", "t.div(7, y + 1, rounding_mode='floor')", "t.true_divide(1, y + 1)", "t.floor_divide(7, y + 1)",
    "t.add(1, 2)", "t.mul(2.0, 3)", "t.sub(x, 1, alpha=2)", "t.pow(2, x)", "t.pow(x, 2)", "t.pow(2.5, i)", "t.remainder(7, i + 1)", "t.bitwise_and(3, i)", "t.bitwise_left_shift(1, i)",
    "t.xlogy(2, x.abs())", "t.add(x, 1, out=t.zeros(3, 4))", "t.mul(y, 2.5, out=t.zeros(2, 3, 4))", "t.eq(x, 1, out=t.zeros(3, 4, dtype=t.bool))",
    "t.float_power(2, x)", "t.float_power(x, 2)", "t.copysign(x, -1)", "t.lerp(x, x + 1, 0.5)", "t.lerp(x, x + 1, s)", "t.addcmul(x, x, x, value=2)", "t.addcdiv(x, x, x + 9, value=2)",
    "x.copy_(3)", "x.add_(3)", "x.div_(2, rounding_mode='trunc')", "x.fill_(s)", "x.masked_fill_(m, s)", "x.add(other=2)", "t.add(input=x, other=x)", "t.fmod(x, 2)", "t.where(m, s, x)",
    "t.special.zeta(2, x.abs() + 2)", "t.special.xlog1py(2, x.abs())", "t.clamp(x, s)", "t.rsub(x, 3)", "t.ldexp(x, i[:1])",
]  # fmt: skip


REFUSED = {
    NotImplementedError: [
        "x <<= 1",
    ],
    RuntimeError: [
        "x.to('nowhere')",
        "x.requires_grad_().apply_(abs)",
        "x.scatter_(1, i[None], x, reduce='add')",
        "y.mean()",
        "t.is_nonzero(x)",
        "x.is_nonzero()",
        "x.clamp()",
        "v.imag",
        "t.asarray(v.requires_grad_(), dtype=t.int64)",
        "t.arange(5, 0)",
        "t.zeros(-1)",
        "t.zeros(2, dtype=t.float32, out=t.ones(2, dtype=t.int64))",
        "t.arange(3, dtype=t.int64, out=t.ones(1))",
        "t.ones(2, layout=t.sparse_coo, out=t.ones(2))",
        "t.full((2,), 1, device='meta', out=t.ones(2))",
        "t.linspace(0, 1, 3, dtype=t.float64, out=t.ones(1))",
        "t.randn(2, dtype=t.float32, out=t.ones(2, dtype=t.int64))",
        "t.zeros(2, out=t.ones(2, dtype=t.int64), requires_grad=True)",
        "t.normal(v, -1.0)",
        "v.to_mkldnn().new(2, 3)",
        "v.to_mkldnn().new(v)",
        "t.quantize_per_tensor(v, 0.1, 0, t.quint8).new([6])",
        "t.nested.nested_tensor([v]).new(device='cpu')",
        "t.eye(2).to_sparse_csr().new()",
        "t.set_deterministic_debug_mode('x')",
        "t.set_deterministic_debug_mode(4)",
    ],
    TypeError: [
        "x.map_(y, lambda a, b: a)",
        "t.asarray(v, requires_grad='x')",
        "t.DoubleTensor(x)",
        "t.linspace(0, 1)",
        "t.zeros()",
        "t.zeros('a')",
        "t.zeros(2.0)",
        "t.can_cast(1, t.int8)",
        "t.promote_types('a', t.int8)",
        "t.finfo(t.int8)",
        "t.finfo(int)",
        "t.finfo(str)",
        "t.iinfo(float)",
        "t.iinfo(bool)",
        "t.iinfo(t.bool)",
        "t.iinfo(t.float32)",
        "t.iinfo(3)",
        "t.set_default_dtype(t.int64)",
        "t.set_default_dtype(3)",
        "t.use_deterministic_algorithms(1)",
        "t.use_deterministic_algorithms('a')",
        "x.sum(0, axis=1)",
        "x.flip(axis=0)",
        "x.sum(axes=0)",
        "x.sum(keepdim=True, keepdims=True, dim=0)",
        "t.add(x, x1=x)",
        "t.sub(x1=x, other=x, x2=x)",
        "x.copy_(x, other=x)",
        "t.softmax(x)",
        "x.gather(1)",
        "t.atan2(x, 1)",
        "t.maximum(x, 1)",
        "t.add('a', x)",
        "t.add(None, x)",
        "t.mul(x, 'a')",
    ],
    ValueError: [
        "x.type('LongTensor')",
        "x.type(float)",
        "t.asarray(v, copy=False, dtype=t.float64)",
        "t.asarray([1], copy=False)",
        "t.tensor([[1, 2], [3]])",
        "t.tensor([t.ones(2), t.ones(2)])",
        "t.tensor([t.ones(0)])",
    ],
    (RuntimeError, TypeError): [
        "t.set_float32_matmul_precision(1)",
        "t.set_num_interop_threads('a')",
    ],
}


@pytest.mark.parametrize("chapter", ("METHODS", "FACTORIES", "TYPES", "NUMPY_NAMES", "NUMBERS"))
def test_call_forms_give_what_torch_gives(chapter):
    agree_all(globals()[chapter], strides=False)


@pytest.mark.parametrize("code, raises", refused(REFUSED))
def test_refused_as_by_torch(code, raises):
    agree_on(code, raises)


def test_the_default_dtype_is_libtorchs_own():
    before = pytorch_c.get_default_dtype()
    try:
        pytorch_c.set_default_dtype(pytorch_c.float64)
        assert pytorch_c.ones(1).dtype is pytorch_c.tensor(1.5).dtype is pytorch_c.float64
        assert pytorch_c.tensor(1j).dtype is pytorch_c.complex128
        assert torch.get_default_dtype() is torch.float64  # one libtorch for both
    finally:
        pytorch_c.set_default_dtype(before)
    assert pytorch_c.tensor(1.5).dtype is pytorch_c.float32


def test_deterministic_algorithms_raise_where_a_kernel_is_not():
    try:
        pytorch_c.use_deterministic_algorithms(True)
        assert pytorch_c.get_deterministic_debug_mode() == 2 == torch.get_deterministic_debug_mode()
        pytorch_c.set_deterministic_debug_mode("warn")
        assert pytorch_c.is_deterministic_algorithms_warn_only_enabled()
    finally:
        pytorch_c.use_deterministic_algorithms(False)
    assert not torch.are_deterministic_algorithms_enabled()


def test_float32_matmul_precision_is_kept():
    try:
        pytorch_c.set_float32_matmul_precision("high")
        assert pytorch_c.get_float32_matmul_precision() == "high" == torch.get_float32_matmul_precision()
    finally:
        pytorch_c.set_float32_matmul_precision("highest")


def test_inference_mode_nests_and_ends():
    x = pytorch_c.ones(2, requires_grad=True)
    with pytorch_c.inference_mode():
        y = x * 2
        assert y.is_inference() and not y.requires_grad and pytorch_c.is_inference_mode_enabled()
        with pytorch_c.inference_mode(False):
            assert not pytorch_c.is_inference_mode_enabled() and (x * 2).requires_grad
        with pytorch_c.enable_grad():
            assert not (x * 2).requires_grad
    assert not pytorch_c.is_inference_mode_enabled() and pytorch_c.is_grad_enabled()
    with pytorch_c.no_grad(), pytorch_c.inference_mode():
        pass
    assert pytorch_c.is_grad_enabled() and (x * 2).requires_grad
    with pytest.raises(RuntimeError, match="[Ii]nference"):
        (x * y).sum()
    (x * y.clone()).sum().backward()


def test_inference_mode_decorates():
    @pytorch_c.inference_mode()
    def called(x):
        return x + 1

    @pytorch_c.inference_mode
    def plain(x):
        return x + 1

    x = pytorch_c.ones(1, requires_grad=True)
    assert called(x).is_inference() and plain(x).is_inference() and not (x + 1).is_inference()


def test_inference_mode_is_the_threads_own():
    import threading

    found = []
    with pytorch_c.inference_mode():
        thread = threading.Thread(target=lambda: found.append(pytorch_c.is_inference_mode_enabled()))
        thread.start()
        thread.join()
    assert found == [False]


SPARSE = [
    "t.sparse.FloatTensor(t.tensor([[0, 1]]), t.tensor([1.0, 2.0]), t.Size([3]))",
    "t.sparse.FloatTensor(t.tensor([[0, 1]]), t.tensor([1.0, 2.0]))",
    "t.sparse.LongTensor(t.tensor([[0, 1]]), t.tensor([1, 2]), t.Size([3]))",
    "t.sparse.DoubleTensor(2, 3)",
    "t.sparse.DoubleTensor(t.Size([2, 3]))",
    "t.sparse.FloatTensor()",
]


@pytest.mark.parametrize("code", SPARSE)
def test_old_constructors_of_sparse_tensors(code):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # torch warns of each form once
        theirs, ours = (eval(code, {"t": library}) for library in (torch, pytorch_c))
    assert (repr(ours), repr(ours.dtype)) == (repr(theirs), repr(theirs.dtype))
    with pytest.warns(UserWarning, match="SparseTensor.* is deprecated"):
        eval(code, {"t": pytorch_c})


@pytest.mark.filterwarnings("ignore:Sparse invariant checks")
def test_a_sparse_tensor_of_a_size_alone():
    for library in (torch, pytorch_c):
        x = library.sparse_coo_tensor(size=(2, 3), dtype=library.float64)
        assert x.shape == (2, 3) and x._nnz() == 0 and x.dtype is library.float64
    with pytest.raises(TypeError, match="give indices and values, or a size"):
        pytorch_c.sparse_coo_tensor()
