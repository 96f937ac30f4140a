"""Modules of which this package has a version of its own: torch's file, run on this package, and ours do the same.

A row is a module and an expression in `m`, which is torch's file in one run and ours in the other; `t` is the package.
Files are compared with torch itself, in tests/files, and data loaders in tests/data.
"""

import warnings

import numpy
import pytest

import pytorch_c as t

from . import beside


def learned(layer, *inputs):
    """Returns what a layer gives in training and without it, its gradients and its state."""
    inputs = [one.requires_grad_() if one.is_floating_point() else one for one in inputs]
    outputs = layer(*inputs)
    first = outputs[0] if isinstance(outputs, tuple) else outputs
    (first * t.arange(1.0, first.numel() + 1).view_as(first)).sum().backward()
    grads = [one.grad for one in (*layer.parameters(), *inputs)]
    state = dict(layer.state_dict())
    return outputs, grads, state, layer.eval()(*inputs), repr(layer)


def stepped(kind, **settings):
    """Parameters and state after five steps of an optimizer."""
    params = [t.nn.Parameter(t.randn(3, 4)), t.nn.Parameter(t.randn(5))]
    optimizer = kind(params, **settings)
    for _ in range(5):
        for one in params:
            one.grad = t.randn(one.shape)
        optimizer.step()
    return params, optimizer.state_dict(), repr(optimizer)


def differentiated(function, *inputs):
    """Returns what a function gives, and the gradients of its inputs."""
    inputs = [
        one.clone().requires_grad_() if isinstance(one, t.Tensor) and one.is_floating_point() else one for one in inputs
    ]
    output = function(*inputs)
    if output.requires_grad:
        (output * t.arange(1.0, output.numel() + 1).view_as(output)).sum().backward()
    return output, [one.grad for one in inputs if isinstance(one, t.Tensor)]


def x(*shape):
    return t.randn(*shape)


class Squares(t.utils.data.Dataset):
    """Ten numbers and their squares."""

    def __len__(self):
        return 10

    def __getitem__(self, index):
        return {"x": t.tensor(float(index)), "square": index * index, "text": str(index)}


ROWS = [
    # optimizers
    ("optim.sgd", "stepped(m.SGD, lr=0.1)"),
    ("optim.sgd", "stepped(m.SGD, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01)"),
    ("optim.sgd", "stepped(m.SGD, momentum=0.9, dampening=0.5, maximize=True)"),
    ("optim.adam", "stepped(m.Adam, lr=0.1, amsgrad=True, weight_decay=0.1)"),
    ("optim.adam", "stepped(m.Adam, betas=(0.5, 0.6), maximize=True)"),
    ("optim.adamw", "stepped(m.AdamW, lr=0.1)"),
    ("optim.adagrad", "stepped(m.Adagrad, lr_decay=0.1, weight_decay=0.1)"),
    ("optim.asgd", "stepped(m.ASGD, t0=2, lambd=0.1)"),
    # layers
    ("nn.modules.linear", "learned(m.Linear(3, 2), x(4, 3))"),
    ("nn.modules.linear", "learned(m.Bilinear(3, 2, 4), x(5, 3), x(5, 2))"),
    ("nn.modules.conv", "learned(m.Conv1d(2, 4, 3, padding='same', padding_mode='reflect'), x(2, 2, 6))"),
    ("nn.modules.conv", "learned(m.Conv2d(4, 6, (3, 2), stride=2, padding=1, groups=2), x(2, 4, 6, 5))"),
    ("nn.modules.conv", "learned(m.ConvTranspose2d(2, 3, 3, stride=2, output_padding=1), x(1, 2, 4, 4))"),
    ("nn.modules.conv", "learned(m.Conv3d(1, 2, 2, dilation=2, bias=False), x(1, 1, 4, 4, 4))"),
    ("nn.modules.batchnorm", "learned(m.BatchNorm1d(3), x(5, 3))"),
    ("nn.modules.batchnorm", "learned(m.BatchNorm2d(3, momentum=None, affine=False), x(2, 3, 4, 4))"),
    ("nn.modules.instancenorm", "learned(m.InstanceNorm2d(3, affine=True, track_running_stats=True), x(2, 3, 4, 4))"),
    ("nn.modules.normalization", "learned(m.LayerNorm((3, 4)), x(2, 3, 4))"),
    ("nn.modules.normalization", "learned(m.GroupNorm(2, 4), x(2, 4, 3))"),
    ("nn.modules.normalization", "learned(m.RMSNorm(4), x(2, 4))"),
    ("nn.modules.normalization", "learned(m.LocalResponseNorm(2), x(2, 4, 3, 3))"),
    ("nn.modules.rnn", "learned(m.RNN(3, 4, 2, nonlinearity='relu', bidirectional=True), x(5, 2, 3))"),
    ("nn.modules.rnn", "learned(m.LSTM(3, 4, 2, batch_first=True, proj_size=2), x(2, 5, 3))"),
    ("nn.modules.rnn", "learned(m.GRU(3, 4, bias=False), x(5, 2, 3))"),
    ("nn.modules.rnn", "learned(m.LSTMCell(3, 4), x(2, 3))"),
    ("nn.modules.rnn", "learned(m.GRUCell(3, 4), x(2, 3))"),
    ("nn.modules.activation", "learned(m.MultiheadAttention(4, 2), x(3, 2, 4), x(3, 2, 4), x(3, 2, 4))"),
    ("nn.modules.activation", "learned(m.PReLU(3), x(2, 3))"),
    ("nn.modules.activation", "[learned(getattr(m, name)(), x(2, 4)) for name in 'ReLU ReLU6 GELU SiLU Mish Tanh Sigmoid ELU SELU'.split()]"),
    ("nn.modules.activation", "[learned(getattr(m, name)(1), x(2, 4)) for name in 'Softmax LogSoftmax GLU Softmin'.split()]"),
    ("nn.modules.activation", "[learned(getattr(m, name)(), x(2, 4)) for name in 'Hardtanh Hardswish Softplus Softsign LeakyReLU CELU'.split()]"),
    ("nn.modules.transformer", "learned(m.TransformerEncoderLayer(4, 2, 8, dropout=0.0), x(3, 2, 4))"),
    ("nn.modules.transformer", "learned(m.TransformerDecoderLayer(4, 2, 8, dropout=0.0, norm_first=True), x(3, 2, 4), x(2, 2, 4))"),
    ("nn.modules.transformer", "learned(m.Transformer(4, 2, 1, 1, 8, dropout=0.0), x(3, 2, 4), x(2, 2, 4))"),
    ("nn.modules.sparse", "learned(m.Embedding(5, 3, padding_idx=1), t.tensor([[0, 1], [4, 1]]))"),
    ("nn.modules.sparse", "learned(m.EmbeddingBag(5, 3, mode='mean'), t.tensor([[0, 1], [4, 1]]))"),
    ("nn.modules.dropout", "[learned(getattr(m, name)(0.4), x(3, 4, 5)) for name in 'Dropout Dropout1d AlphaDropout'.split()]"),
    ("nn.modules.pooling", "[learned(m.MaxPool2d(2, 1, 1), x(1, 2, 5, 5)), learned(m.AvgPool1d(3, 2), x(2, 2, 7))]"),
    ("nn.modules.pooling", "[learned(m.AdaptiveAvgPool2d((2, None)), x(1, 2, 5, 5)), learned(m.LPPool2d(2, 3), x(1, 2, 6, 6))]"),
    ("nn.modules.padding", "[learned(getattr(m, name)((1, 2)), x(2, 3, 5)) for name in 'ReflectionPad1d ReplicationPad1d ZeroPad1d CircularPad1d'.split()]"),
    ("nn.modules.upsampling", "[learned(m.Upsample(scale_factor=2, mode=mode), x(1, 2, 3, 3)) for mode in ('nearest', 'bilinear', 'bicubic')]"),
    ("nn.modules.fold", "[learned(m.Unfold(2), x(1, 2, 4, 4)), learned(m.Fold((4, 4), 2), x(1, 8, 9))]"),
    ("nn.modules.flatten", "[learned(m.Flatten(), x(2, 3, 4)), learned(m.Unflatten(1, (2, 2)), x(3, 4))]"),
    ("nn.modules.pixelshuffle", "[learned(m.PixelShuffle(2), x(1, 4, 2, 2)), learned(m.PixelUnshuffle(2), x(1, 1, 4, 4))]"),
    ("nn.modules.channelshuffle", "learned(m.ChannelShuffle(2), x(1, 4, 2, 2))"),
    ("nn.modules.distance", "[learned(m.PairwiseDistance(), x(3, 4), x(3, 4)), learned(m.CosineSimilarity(), x(3, 4), x(3, 4))]"),
    ("nn.modules.container", "learned(m.Sequential(t.nn.Linear(3, 4), t.nn.Tanh(), t.nn.Linear(4, 2)), x(5, 3))"),
    ("nn.modules.container", "[repr(m.ModuleList([t.nn.Tanh()] * 3)), repr(m.ModuleDict({'a': t.nn.Tanh()})), repr(m.ParameterList([t.ones(2)]))]"),
    ("nn.modules.adaptive", "learned(m.AdaptiveLogSoftmaxWithLoss(4, 8, [3, 6]), x(5, 4), t.tensor([0, 7, 3, 2, 6]))"),
    ("nn.modules.lazy", "[m.LazyModuleMixin.cls_to_become, sorted(n for n in vars(m.LazyModuleMixin) if not n.startswith('__'))]"),
    # losses
    ("nn.modules.loss", "[differentiated(getattr(m, n)(), x(3, 4), x(3, 4)) for n in 'L1Loss MSELoss SmoothL1Loss HuberLoss PoissonNLLLoss'.split()]"),
    ("nn.modules.loss", "[differentiated(m.CrossEntropyLoss(label_smoothing=s, reduction=r), x(3, 4), t.tensor([0, 3, 1])) for s in (0.0, 0.2) for r in ('mean', 'sum', 'none')]"),
    ("nn.modules.loss", "differentiated(m.CTCLoss(), x(6, 2, 4).log_softmax(2), t.tensor([[1, 2], [3, 1]]), t.tensor([6, 5]), t.tensor([2, 2]))"),
    ("nn.modules.loss", "[differentiated(m.BCEWithLogitsLoss(), x(3), x(3).sigmoid()), differentiated(m.KLDivLoss(reduction='batchmean'), x(3, 4), x(3, 4).softmax(1))]"),
    ("nn.modules.loss", "[differentiated(m.TripletMarginLoss(swap=True), x(3, 4), x(3, 4), x(3, 4)), differentiated(m.GaussianNLLLoss(), x(3), x(3), x(3).exp())]"),
    # functions
    ("nn.functional", "[differentiated(getattr(m, n), x(3, 4)) for n in 'relu gelu silu mish elu selu hardswish softplus logsigmoid tanhshrink softsign'.split()]"),
    ("nn.functional", "[differentiated(m.interpolate, x(1, 2, 4, 4), None, 1.5, mode) for mode in ('nearest', 'bilinear', 'bicubic', 'area')]"),
    ("nn.functional", "[differentiated(lambda x: m.pad(x, (1, 1), mode), x(1, 2, 4)) for mode in ('constant', 'reflect', 'replicate', 'circular')]"),
    ("nn.functional", "[differentiated(m.gumbel_softmax, x(3, 4)), differentiated(m.normalize, x(3, 4)), differentiated(m.rrelu, x(3, 4), 0.1, 0.3, True)]"),
    ("nn.functional", "[differentiated(m.grid_sample, x(1, 2, 4, 4), x(1, 3, 3, 2)), m.affine_grid(x(1, 2, 3), (1, 1, 3, 3))]"),
    ("nn.functional", "[m.one_hot(t.tensor([0, 2])), differentiated(m.embedding_bag, t.tensor([[0, 1]]), x(3, 2)), differentiated(m.unfold, x(1, 2, 4, 4), 2)]"),
    ("nn.functional", "[m.max_pool2d_with_indices(x(1, 1, 5, 5), 2), m.fractional_max_pool2d(x(1, 1, 6, 6), 2, (3, 3)), m.lp_pool1d(x(1, 2, 6), 2, 2)]"),
    ("nn.functional", "[differentiated(m.multi_margin_loss, x(3, 4), t.tensor([0, 3, 1])), differentiated(m.cosine_embedding_loss, x(3, 4), x(3, 4), t.tensor([1, -1, 1]))]"),
    ("nn.init", "[getattr(m, n)(t.empty(4, 6)) for n in 'uniform_ normal_ xavier_uniform_ xavier_normal_ kaiming_uniform_ kaiming_normal_ orthogonal_ trunc_normal_'.split()]"),
    ("nn.init", "[m.eye_(t.empty(3, 3)), m.dirac_(t.empty(4, 2, 3), 2), m.sparse_(t.empty(4, 4), 0.5), m.calculate_gain('leaky_relu', 0.2)]"),
    ("nn.utils.clip_grad", "clipped(m.clip_grad_norm_, 0.5), clipped(m.clip_grad_norm_, 0.5, 1.0), clipped(m.clip_grad_value_, 0.1)"),
    ("nn.utils.rnn", "packed(m)"),
    # functions of several tensors, and data
    ("functional", "[m.einsum('ij,jk->ik', x(2, 3), x(3, 4)), m.norm(x(3, 4), 1, 0), m.cdist(x(3, 2), x(4, 2)), m.block_diag(x(2, 2), x(1, 3))]"),
    ("functional", "[m.stft(x(32), 8, return_complex=True), m.unique(t.tensor([3, 1, 3]), return_counts=True), m.tensordot(x(2, 3), x(3, 2), 1)]"),
    ("functional", "[m.meshgrid(x(2), x(3), indexing='ij'), m.cartesian_prod(x(2), x(3)), m.chain_matmul(x(2, 3), x(3, 4)), m.atleast_2d(x(3))]"),
    ("utils.data", "[list(m.RandomSampler(range(10))), list(m.WeightedRandomSampler([1.0, 2.0, 3.0], 8)), list(m.BatchSampler(range(7), 3, False))]"),
    ("utils.data", "list(m.DataLoader(Squares(), batch_size=4, shuffle=True))"),
    ("utils.data", "list(m.DataLoader(Squares(), batch_size=3, drop_last=True, num_workers=2))"),
    ("utils.data", "[list(one) for one in m.random_split(m.TensorDataset(t.arange(10)), [0.5, 0.3, 0.2])]"),
    ("utils.data", "[m.ConcatDataset([range(3), range(5)])[6], list(m.Subset(range(9), [1, 3])), list(m.ChainDataset([]))]"),
    ("utils.hooks", "[m.RemovableHandle(t.nn.Tanh()._forward_hooks).id >= 0, m.unserializable_hook(lambda one: one).__torch_unserializable__]"),
    ("utils.checkpoint", "recomputed(lambda f, *args: m.checkpoint(f, *args, use_reentrant=True))"),
    ("random", "[m.get_rng_state(), m.initial_seed()]"),
    ("torch_version", "[m.TorchVersion('2.13.0+cpu') >= (2, 3), m.TorchVersion('2.0') < '2.13']"),
]  # fmt: skip


def clipped(clip, *settings):
    """The gradients of two parameters after they were clipped, and what that gave."""
    params = [t.nn.Parameter(x(3)), t.nn.Parameter(x(2, 2))]
    for one in params:
        one.grad = x(*one.shape)
    return clip(params, *settings), [one.grad for one in params]


def packed(m):
    """Sequences of several lengths, padded, packed and back."""
    sequences = [x(3, 2), x(1, 2), x(2, 2)]
    padded = m.pad_sequence(sequences, batch_first=True, padding_value=-1.0)
    one = m.pack_padded_sequence(padded, t.tensor([3, 1, 2]), batch_first=True, enforce_sorted=False)
    return padded, tuple(one), m.pad_packed_sequence(one), m.unpack_sequence(m.pack_sequence(sequences, False))


def recomputed(run):
    """The gradients of a function that is computed again."""
    inputs = x(3, 4).requires_grad_()
    run(lambda one: (one.sin() * t.nn.functional.dropout(one, 0.5)).exp(), inputs).sum().backward()
    return inputs.grad


def plain(value):
    """A result in lists and dicts, its tensors as (dtype, array): what == or allclose compares."""
    if isinstance(value, t.Tensor):
        return str(value.dtype), value.requires_grad, value.detach().numpy()
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value


def assert_same(ours, theirs):
    """Both of the same structure; numbers may differ in the last digits."""
    assert type(ours) is type(theirs), (ours, theirs)
    if isinstance(ours, numpy.ndarray):
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)
    elif isinstance(ours, dict):
        assert list(ours) == list(theirs)
        for key, one in ours.items():
            assert_same(one, theirs[key])
    elif isinstance(ours, (list, tuple)):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs):
            assert_same(one, other)
    else:
        assert ours == theirs


def run(module, code):
    t.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return plain(eval(code, globals() | {"m": module}))


@pytest.mark.parametrize("name, code", ROWS, ids=[f"{name}-{number}" for number, (name, _) in enumerate(ROWS)])
def test_ours_does_what_torchs_file_does(name, code):
    assert_same(run(beside.ours(name), code), run(beside.theirs(name), code))


def test_a_difference_is_found():
    with pytest.raises(AssertionError):
        assert_same(plain([t.ones(2)]), plain([t.ones(2) * 1.001]))
    with pytest.raises(AssertionError):
        assert_same(plain({"a": 1}), plain({"b": 1}))
