"""Linear and sparse functions."""

from ... import _ops


def linear(input, weight, bias=None):
    """input @ weight.T + bias: (*, in), (out, in), (out) -> (*, out)."""
    return _ops.linear(input, weight, bias)


def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """Rows of weight: integer (*), (n, d) -> (*, d).

    padding_idx: a row that gets no gradient; negative counts from the end, out of range raises ValueError.
    max_norm: rows that are looked up are first scaled down, in place, to this norm.
    """
    rows = weight.shape[0]
    if padding_idx is None:
        padding_idx = -1
    elif not -rows <= padding_idx < rows:
        raise ValueError(f"padding_idx must be within the {rows} rows of weight, got {padding_idx}")
    elif padding_idx < 0:
        padding_idx += rows
    if max_norm is not None:
        _ops.embedding_renorm_(weight.detach(), input.contiguous(), max_norm, norm_type)
    return _ops.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


def one_hot(tensor, num_classes=-1):
    """int64 (*) -> int64 (*, num_classes); -1 takes the largest class plus one."""
    return _ops.one_hot(tensor, num_classes)
