"""AdaptiveLogSoftmaxWithLoss."""

from __future__ import annotations

from typing import NamedTuple

from ... import _ops
from ..._boundary.errors import TorchError
from ..._tensor.tensor import Tensor
from .. import functional as F
from .container import ModuleList, Sequential
from .linear import Linear
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import DeviceLike, Dtype

__all__ = ["AdaptiveLogSoftmaxWithLoss"]


class _ASMoutput(NamedTuple):
    output: Tensor
    loss: Tensor


class AdaptiveLogSoftmaxWithLoss(Module):
    """Log-softmax over many classes, of which the rare ones stand in clusters behind smaller projections.

    (N, in_features), int64 (N) -> the log-probability of each target (N), and minus their mean; or without N.
    cutoffs: where the clusters begin, ascending, each between 1 and n_classes - 1 (else ValueError); classes below the
    first are in the head. Cluster i is seen through in_features // div_value ** (i + 1) values.
    Source: Grave et al. 2017, arXiv:1609.04309.
    """

    def __init__(
        self,
        in_features: int,
        n_classes: int,
        cutoffs: Sequence[int],
        div_value: float = 4.0,
        head_bias: bool = False,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
    ) -> None:
        cutoffs = list(cutoffs)
        fitting = all(int(cutoff) == cutoff and 1 <= cutoff <= n_classes - 1 for cutoff in cutoffs)
        if not cutoffs or not fitting or cutoffs != sorted(set(cutoffs)):
            raise ValueError(
                "cutoffs should be a sequence of unique, positive integers sorted in an increasing order, where each "
                f"value is between 1 and n_classes-1, got {cutoffs}"
            )
        super().__init__()
        where = {"device": device, "dtype": dtype}
        self.in_features, self.n_classes, self.cutoffs = in_features, n_classes, [*cutoffs, n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size, self.n_clusters = cutoffs[0], len(cutoffs)
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, **where)
        self.tail = ModuleList()
        for number, (low, high) in enumerate(zip(self.cutoffs, self.cutoffs[1:]), 1):
            inner = int(in_features // div_value**number)
            self.tail.append(
                Sequential(
                    Linear(in_features, inner, bias=False, **where), Linear(inner, high - low, bias=False, **where)
                )
            )

    def reset_parameters(self) -> None:
        """Draws new starting values."""
        self.head.reset_parameters()
        for inner, outer in self.tail:
            inner.reset_parameters()
            outer.reset_parameters()

    def _check(self, input, target):
        if target.dim() > 1:
            raise TorchError("0D or 1D target tensor expected, multi-target not supported")
        if target.dim() == 1 and input.size(0) != target.size(0):
            raise TorchError("Input and target should have the same size in the batch dimension.")
        if input.dim() != target.dim() + 1:
            raise TorchError(
                f"{target.dim()}D target tensor expects {target.dim() + 1}D input tensors, "
                f"but found inputs with size {input.shape}"
            )

    def forward(self, input_: Tensor, target_: Tensor) -> _ASMoutput:
        """(output, loss). TorchError where target does not go with input, or is no class."""
        self._check(input_, target_)
        alone = target_.dim() == 0
        input, target = (input_.unsqueeze(0), target_.unsqueeze(0)) if alone else (input_, target_)
        if ((target < 0) | (target >= self.n_classes)).any():
            raise TorchError(
                f"Target values should be in [0, {self.n_classes - 1}], "
                f"but values in range [{target.min().item()}, {target.max().item()}] were found. "
            )
        output, place = input.new_zeros(target.size(0)), target.clone()
        for number, (low, high) in enumerate(zip(self.cutoffs, self.cutoffs[1:])):
            rows = ((target >= low) & (target < high)).nonzero().squeeze(1)
            if rows.numel():
                place.index_fill_(0, rows, self.shortlist_size + number)
                scores = F.log_softmax(self.tail[number](input.index_select(0, rows)), dim=1)
                own = scores.gather(1, (target[rows] - low).unsqueeze(1)).squeeze(1)
                output = output.index_copy(0, rows, own)
        head = F.log_softmax(self.head(input), dim=1)
        output = output + head.gather(1, place.unsqueeze(1)).squeeze(1)
        return _ASMoutput(output.squeeze(0) if alone else output, (-output).mean())

    def _get_full_log_prob(self, input, head_output):
        """The log-probabilities of all classes, of the head's scores too: (N, n_classes)."""
        head = F.log_softmax(head_output, dim=1)
        parts = [head[:, : self.shortlist_size]]
        for number, cluster in enumerate(self.tail):
            place = self.shortlist_size + number
            parts.append(F.log_softmax(cluster(input), dim=1) + head[:, place : place + 1])
        return _ops.cat(parts, 1)

    def log_prob(self, input: Tensor) -> Tensor:
        """The log-probabilities of all classes: (N, in_features) -> (N, n_classes)."""
        return self._get_full_log_prob(input, self.head(input))

    def predict(self, input: Tensor) -> Tensor:
        """The most probable class of each: (N, in_features) -> int64 (N). Clusters are computed where they may win."""
        head = self.head(input)
        best = head.argmax(dim=1)
        rows = (best >= self.shortlist_size).nonzero().squeeze(1)
        if rows.numel():
            best[rows] = self._get_full_log_prob(input[rows], head[rows]).argmax(dim=1)
        return best
