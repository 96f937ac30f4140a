"""Functions that look up rows by index: torch.nn.functional.NAME."""

from __future__ import annotations

import warnings

from ... import _ops
from ..._boundary.errors import AssertedValueError, TorchNotImplementedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Tensor

_MODES = {"sum": 0, "mean": 1, "max": 2}


def _renormalize(weight, input, max_norm, norm_type):
    """Scales the rows of weight that input names down to max_norm, in place and outside of the graph."""
    _ops.embedding_renorm_(weight.detach(), input.contiguous(), max_norm, norm_type)


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
    max_norm: float | None = None,
    norm_type: float = 2.0,
    scale_grad_by_freq: bool = False,
    sparse: bool = False,
) -> Tensor:
    """Rows of weight: int32 or int64 (*), (n, d) -> (*, d).

    padding_idx: a row that gets no gradient; negative counts from the end, out of range raises ValueError.
    max_norm: rows that are looked up are first scaled down, in place, to this norm of type norm_type.
    scale_grad_by_freq: gradients are divided by how often a row occurs; sparse: weight's gradient is sparse.
    IndexError for an index out of range, TorchError for a weight that is no matrix.
    """
    if padding_idx is None:
        padding_idx = -1
    else:
        rows = weight.shape[0] if weight.dim() else 0  # libtorch says that it must be a matrix
        if not -rows <= padding_idx < rows and padding_idx != 0:
            raise AssertedValueError(
                f"Padding_idx must be within num_embeddings, the {rows} rows of weight, got {padding_idx}"
            )
        if padding_idx < 0:
            padding_idx += rows
    if max_norm is not None:
        _renormalize(weight, input, max_norm, norm_type)
    return _ops.embedding(weight, input, padding_idx, scale_grad_by_freq, sparse)


def _bags(input, offsets, per_sample_weights):
    """(input, offsets, per_sample_weights) as 1-D tensors; a 2-D input has one bag per row."""
    if input.dim() == 2:
        if offsets is not None:
            raise ValueError(
                "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length "
                f"sequences. However, found offsets of type {type(offsets)}"
            )
        offsets = _ops.arange(0, input.numel(), input.size(1), dtype=input.dtype, device=input.device)
        if per_sample_weights is not None:
            per_sample_weights = per_sample_weights.reshape(-1)
        return input.reshape(-1), offsets, per_sample_weights
    if input.dim() != 1:
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.dim()}")
    if offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if offsets.dim() != 1:
        raise ValueError(f"offsets has to be a 1D Tensor, but got Tensor of dimension {offsets.dim()}")
    return input, offsets, per_sample_weights


def _check_mode(mode, scale_grad_by_freq, sparse, per_sample_weights):
    if mode not in _MODES:
        raise ValueError(f"mode has to be one of sum, mean or max, got {mode!r}")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency, scale_grad_by_freq")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights, sparse=True")
    if per_sample_weights is not None and mode != "sum":
        raise TorchNotImplementedError(
            f"embedding_bag: per_sample_weights is only supported for mode='sum' (got mode='{mode}')"
        )


def embedding_bag(
    input: Tensor,
    weight: Tensor,
    offsets: Tensor | None = None,
    max_norm: float | None = None,
    norm_type: float = 2,
    scale_grad_by_freq: bool = False,
    mode: str = "mean",
    sparse: bool = False,
    per_sample_weights: Tensor | None = None,
    include_last_offset: bool = False,
    padding_idx: int | None = None,
) -> Tensor:
    """Sums, means or maxima ("sum", "mean", "max") of rows of weight (n, d) by bag -> (bags, d).

    input: int32 or int64 (B, k), a bag per row, or (N) with offsets (B), where each bag begins; then
    include_last_offset says that offsets has the end as well. per_sample_weights: a factor per index, of input's
    shape, for "sum". padding_idx: a row that does not count. The rest as in embedding.

    ValueError for another mode, options that the mode does not take, or dimensions and shapes that do not fit;
    NotImplementedError for per_sample_weights with another mode. Nested tensors are not taken.
    """
    if not weight.is_floating_point() and input.is_floating_point():
        warnings.warn(
            "Usage `embedding_bag(weight, input, ...)` is deprecated, and should now be "
            "`embedding_bag(input, weight, ...)`.",
            stacklevel=2,
        )
        weight, input = input, weight
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, "
            f"then it must have the same shape as the input ({input.shape})"
        )
    if weight.dim() != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    include_last_offset = include_last_offset and input.dim() != 2
    input, offsets, per_sample_weights = _bags(input, offsets, per_sample_weights)
    _check_mode(mode, scale_grad_by_freq, sparse, per_sample_weights)
    if max_norm is not None:
        _renormalize(weight, input, max_norm, norm_type)
    return _ops.embedding_bag(
        weight,
        input,
        offsets,
        scale_grad_by_freq,
        _MODES[mode],
        sparse,
        per_sample_weights,
        include_last_offset,
        padding_idx,
    )[0]
