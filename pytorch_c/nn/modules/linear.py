"""Layers that are a matrix product or a look-up."""

import math

from ... import _ops
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter


def uniform_by_fan_in(weight, bias):
    """torch's default start of linear and convolution layers: both uniform in +-1 / sqrt(fan_in)."""
    init.kaiming_uniform_(weight, a=math.sqrt(5))
    if bias is not None:
        fan_in, _ = init.calculate_fan_in_and_fan_out(weight)
        bound = 1 / math.sqrt(fan_in) if fan_in > 0 else 0
        init.uniform_(bias, -bound, bound)


class Identity(Module):
    """Returns its input; takes and ignores any arguments when made."""

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    """Affine map of the last dimension: (*, in_features) -> (*, out_features).

    weight: (out_features, in_features); bias: (out_features), or None with bias=False.
    """

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(_ops.empty((out_features, in_features), device=device, dtype=dtype))
        self.bias = Parameter(_ops.empty((out_features,), device=device, dtype=dtype)) if bias else None
        self.reset_parameters()

    def reset_parameters(self):
        """Draw new starting values."""
        uniform_by_fan_in(self.weight, self.bias)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Embedding(Module):
    """A table of rows looked up by index: integer (*) -> (*, embedding_dim).

    weight: (num_embeddings, embedding_dim). padding_idx: a row that starts as zeros and is not trained;
    ValueError if out of range. max_norm: rows are scaled down to this norm when looked up.
    """

    def __init__(
        self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
        scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        if padding_idx is not None and not -num_embeddings <= padding_idx < num_embeddings:
            raise ValueError(f"padding_idx must be within num_embeddings {num_embeddings}, got {padding_idx}")
        self.padding_idx = None if padding_idx is None else padding_idx % num_embeddings
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        given = _weight is not None
        if given and tuple(_weight.shape) != (num_embeddings, embedding_dim):
            raise ValueError(f"weight must be {(num_embeddings, embedding_dim)}, got {tuple(_weight.shape)}")
        weight = _weight if given else _ops.empty((num_embeddings, embedding_dim), device=device, dtype=dtype)
        self.weight = Parameter(weight, requires_grad=not _freeze)
        if not given:
            self.reset_parameters()

    def reset_parameters(self):
        """Draw new rows from the normal distribution."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            init.zeros_(self.weight.detach()[self.padding_idx])

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, **settings):
        """A layer around the rows of embeddings, (n, d), which it shares; frozen unless freeze=False."""
        if embeddings.dim() != 2:
            raise ValueError(f"embeddings must have 2 dimensions, got {embeddings.dim()}")
        return cls(*embeddings.shape, _weight=embeddings, _freeze=freeze, **settings)

    def forward(self, input):
        return F.embedding(
            input, self.weight, self.padding_idx, self.max_norm, self.norm_type, self.scale_grad_by_freq, self.sparse
        )

    def extra_repr(self):
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        for name, default in (("padding_idx", None), ("max_norm", None), ("norm_type", 2)):
            if getattr(self, name) != default:
                text += f", {name}={getattr(self, name)}"
        if self.scale_grad_by_freq:
            text += f", scale_grad_by_freq={self.scale_grad_by_freq}"
        return text + (", sparse=True" if self.sparse else "")
