"""Functions of a whole dimension that turn scores into probabilities: any shape in, the same shape out.

dim=None picks a dimension from the number of them, as torch still does, with a warning.
IndexError for a dim out of range.
"""

from __future__ import annotations

import warnings

from ... import _ops
from ..._tensor.dtype import FORMATS
from ._arguments import softmax_dim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Dtype, Tensor


def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Dtype | None = None) -> Tensor:
    """exp(x) / sum(exp(x)) along dim; computed in dtype if given."""
    if dim is None:
        dim = softmax_dim("softmax", dim, input.dim(), _stacklevel)
    return _ops.softmax(input, dim, dtype)


def softmin(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Dtype | None = None) -> Tensor:
    """softmax of -input."""
    if dim is None:
        dim = softmax_dim("softmin", dim, input.dim(), _stacklevel)
    return _ops.softmax(-input, dim, dtype)


def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Dtype | None = None) -> Tensor:
    """log(softmax(x)) along dim, computed in a stable way; in dtype if given."""
    if dim is None:
        dim = softmax_dim("log_softmax", dim, input.dim(), _stacklevel)
    return _ops.log_softmax(input, dim, dtype)


def gumbel_softmax(logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Tensor:
    """A sample of softmax((logits + Gumbel noise) / tau) along dim: differentiable, one-hot in the limit tau = 0.

    hard=True returns the one-hot row itself, with the gradient of the soft one. eps has no effect any more.
    Source: Jang et al. 2016, arXiv:1611.01144.
    """
    if eps != 1e-10:
        warnings.warn("`eps` parameter is deprecated and has no effect.", stacklevel=2)
    rows = {"memory_format": FORMATS["contiguous_format"]}
    noise = -_ops.empty_like(logits, **rows).exponential_().log()
    soft = _ops.softmax((logits + noise) / tau, dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    one_hot = _ops.zeros_like(logits, **rows).scatter_(dim, index, 1.0)
    return one_hot - soft.detach() + soft
