"""Batch normalization."""

from __future__ import annotations

from ... import _ops
from ..._tensor.dtype import DTYPES
from .. import functional as F
from .. import init
from ..module import Module
from ..parameter import Parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._typing import DeviceLike, Dtype, Tensor


class _BatchNorm(Module):
    """Normalizes each channel over the batch; a subclass says which dimensions its input may have."""

    _version = 2
    ranks = ()

    running_mean: Tensor
    running_var: Tensor
    num_batches_tracked: Tensor

    weight: Parameter
    bias: Parameter

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats

        def channels(make):
            return make((num_features,), device=device, dtype=dtype)

        self.register_parameter("weight", Parameter(channels(_ops.ones)) if affine else None)
        self.register_parameter("bias", Parameter(channels(_ops.zeros)) if affine and bias else None)
        self.register_buffer("running_mean", channels(_ops.zeros) if track_running_stats else None)
        self.register_buffer("running_var", channels(_ops.ones) if track_running_stats else None)
        count = _ops.zeros((), dtype=DTYPES["int64"], device=device) if track_running_stats else None
        self.register_buffer("num_batches_tracked", count)

    def reset_running_stats(self) -> None:
        """Forget what has been seen: mean 0, variance 1."""
        if self.track_running_stats:
            init.zeros_(self.running_mean)
            init.ones_(self.running_var)
            init.zeros_(self.num_batches_tracked)

    def reset_parameters(self) -> None:
        """Back to the start: statistics forgotten, weight 1, bias 0."""
        self.reset_running_stats()
        if self.weight is not None:
            init.ones_(self.weight)
        if self.bias is not None:
            init.zeros_(self.bias)

    def forward(self, input: Tensor) -> Tensor:
        if input.dim() not in self.ranks:
            raise ValueError(
                f"expected {' or '.join(f'{rank}D' for rank in self.ranks)} input (got {input.dim()}D input)"
            )
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # the plain mean over all batches
                momentum = 1.0 / self.num_batches_tracked.item()
        mean, var = self.running_mean, self.running_var
        if self.training and not self.track_running_stats:
            mean = var = None
        from_batch = self.training or (mean is None and var is None)
        return F.batch_norm(input, mean, var, self.weight, self.bias, from_batch, momentum, self.eps)

    def _load_from_state_dict(self, state_dict: Any, prefix: str, local_metadata: Any, *rest: Any) -> None:
        version = local_metadata.get("version")
        if (version is None or version < 2) and self.track_running_stats:
            # Files from before torch 0.4.1 do not count batches.
            count = self.num_batches_tracked
            counted = count is not None and not count.is_meta
            state_dict.setdefault(
                prefix + "num_batches_tracked", count if counted else _ops.zeros((), dtype=DTYPES["int64"])
            )
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )


class BatchNorm1d(_BatchNorm):
    """Batch normalization of (N, C) or (N, C, L). Arguments as BatchNorm2d."""

    ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Normalizes each channel of (N, C, H, W), then weight * x + bias.

    In training by the batch's mean and variance, which also move running_mean and running_var by
    `momentum` (None: the mean over all batches); in evaluation by those two.
    affine=False: no weight and bias. track_running_stats=False: always by the batch.
    ValueError for an input of other dimensions, or one value per channel in training.
    """

    ranks = (4,)


class BatchNorm3d(_BatchNorm):
    """Batch normalization of (N, C, D, H, W). Arguments as BatchNorm2d."""

    ranks = (5,)
