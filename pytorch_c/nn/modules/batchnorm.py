"""Batch normalization."""

from __future__ import annotations

from ... import _ops
from ..._tensor.dtype import DTYPES
from ..._tensor.tensor import Tensor
from ...autograd import no_grad
from .. import functional as F
from .. import init
from ..parameter import Parameter, UninitializedBuffer, UninitializedParameter
from ._sync_norm import group_of_several, synchronized
from .lazy import LazyModuleMixin
from .module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._typing import DeviceLike, Dtype

__all__ = [
    "BatchNorm1d",
    "BatchNorm2d",
    "BatchNorm3d",
    "LazyBatchNorm1d",
    "LazyBatchNorm2d",
    "LazyBatchNorm3d",
    "SyncBatchNorm",
]


def check_rank(input: Tensor, ranks: tuple[int, ...]) -> None:
    """ValueError unless input has one of the numbers of dimensions."""
    if input.dim() not in ranks:
        raise ValueError(f"expected {' or '.join(f'{rank}D' for rank in ranks)} input (got {input.dim()}D input)")


class _NormBase(Module):
    """Base of batch and instance normalization: weight and bias, running statistics; a subclass says `ranks`."""

    _version = 2
    __constants__ = ["track_running_stats", "momentum", "eps", "num_features", "affine"]
    ranks: tuple[int, ...] = ()
    weight: Parameter
    bias: Parameter
    running_mean: Tensor
    running_var: Tensor
    num_batches_tracked: Tensor

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

        self.register_parameter("weight", Parameter(channels(_ops.empty)) if affine else None)
        self.register_parameter("bias", Parameter(channels(_ops.empty)) if affine and bias else None)
        tracked = track_running_stats
        self.register_buffer("running_mean", channels(_ops.zeros) if tracked else None)
        self.register_buffer("running_var", channels(_ops.ones) if tracked else None)
        count = _ops.zeros((), dtype=DTYPES["int64"], device=device) if tracked else None
        self.register_buffer("num_batches_tracked", count)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Forget what has been seen: mean 0, variance 1."""
        if self.track_running_stats:
            init.zeros_(self.running_mean)
            init.ones_(self.running_var)
            init.zeros_(self.num_batches_tracked)

    def reset_parameters(self) -> None:
        """Back to the start: statistics forgotten, weight 1, bias 0."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _check_input_dim(self, input):
        if not self.ranks:
            raise NotImplementedError(f"{type(self).__name__} has no _check_input_dim method")
        check_rank(input, self.ranks)

    def _load_from_state_dict(self, state_dict: Any, prefix: str, local_metadata: Any, *rest: Any) -> None:
        version = local_metadata.get("version")
        if (version is None or version < 2) and self.track_running_stats:
            # Files from before torch 0.4.1 do not count batches.
            count = self.num_batches_tracked
            fresh = count is None or count.is_meta
            key = prefix + "num_batches_tracked"
            state_dict.setdefault(key, _ops.zeros((), dtype=DTYPES["int64"]) if fresh else count)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *rest)

    def extra_repr(self) -> str:
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"bias={self.bias is not None}, track_running_stats={self.track_running_stats}"
        )


class _BatchNorm(_NormBase):
    """Normalizes each channel over the batch."""

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # the plain mean over all batches
                momentum = 1.0 / self.num_batches_tracked.item()
        mean, var = self.running_mean, self.running_var
        from_batch = self.training or (mean is None and var is None)
        if self.training and not self.track_running_stats:
            mean = var = None
        return F.batch_norm(input, mean, var, self.weight, self.bias, from_batch, momentum, self.eps)


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


class SyncBatchNorm(_BatchNorm):
    """Batch normalization of (N, C, *), over the batches of all processes of a group, on any device.

    process_group: the group, by default that of all processes. Without one, of one process, or in eval mode it is
    BatchNorm of any number of dimensions. The other arguments as in BatchNorm2d. Batches may differ in size.
    """

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        process_group: Any | None = None,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)
        self.process_group = process_group

    def _check_input_dim(self, input):
        if input.dim() < 2:
            raise ValueError(f"expected at least 2D input (got {input.dim()}D input)")
        if input.size(1) == 0:
            raise ValueError("SyncBatchNorm number of input channels should be non-zero")

    def forward(self, input: Tensor) -> Tensor:
        """input normalized by the mean and the variance of all processes."""
        group = group_of_several(self.process_group) if self.training else None
        if group is None:
            return super().forward(input)
        self._check_input_dim(input)
        out, mean, variance, count = synchronized(input, self.weight, self.bias, self.eps, group)
        if self.track_running_stats:
            with no_grad():
                self.num_batches_tracked.add_(1)
                share = 1 / self.num_batches_tracked.item() if self.momentum is None else self.momentum
                self.running_mean.lerp_(mean.to(self.running_mean.dtype), share)
                unbiased = variance * (count / (count - 1).clamp(min=1))
                self.running_var.lerp_(unbiased.to(self.running_var.dtype), share)
        return out

    @classmethod
    def convert_sync_batchnorm(cls, module: Module, process_group: Any | None = None) -> Module:
        """module with a SyncBatchNorm in place of each batch normalization, with its very parameters and buffers.

        Children are replaced in place; module itself, if it is one, by the result.
        """
        result = module
        if isinstance(module, _BatchNorm):
            result = SyncBatchNorm(
                module.num_features,
                module.eps,
                module.momentum,
                module.affine,
                module.track_running_stats,
                process_group,
                bias=module.bias is not None,
            )
            with no_grad():
                for name in ("weight", "bias", "running_mean", "running_var", "num_batches_tracked"):
                    setattr(result, name, getattr(module, name))
            result.training = module.training
            if hasattr(module, "qconfig"):
                result.qconfig = module.qconfig
        for name, child in module.named_children():
            result.add_module(name, cls.convert_sync_batchnorm(child, process_group))
        return result


# ---- whose channels the first input tells ----


class _LazyNormBase(LazyModuleMixin, _NormBase):
    """A normalization without num_features; the channels of the first input become it."""

    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(0, eps, momentum, False, False, device, dtype, bias=False)
        self.affine, self.track_running_stats = affine, track_running_stats
        where = {"device": device, "dtype": dtype}
        if affine:
            self.weight = UninitializedParameter(**where)
            if bias:
                self.bias = UninitializedParameter(**where)
        if track_running_stats:
            self.running_mean, self.running_var = UninitializedBuffer(**where), UninitializedBuffer(**where)
            self.num_batches_tracked = _ops.zeros((), dtype=DTYPES["int64"], device=device)

    def reset_parameters(self) -> None:
        """Back to the start, once the sizes are known."""
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input: Tensor) -> None:
        """Makes parameters and buffers for inputs (N, num_features, *)."""
        if self.has_uninitialized_params():
            self.num_features = input.shape[1]
            for tensor in (self.weight, self.bias, self.running_mean, self.running_var):
                if tensor is not None:
                    tensor.materialize((self.num_features,))
            self.reset_parameters()


class LazyBatchNorm1d(_LazyNormBase, _BatchNorm):
    """BatchNorm1d whose channels are those of the first input; it is a BatchNorm1d from then on."""

    cls_to_become = BatchNorm1d
    ranks = BatchNorm1d.ranks


class LazyBatchNorm2d(_LazyNormBase, _BatchNorm):
    """BatchNorm2d whose channels are those of the first input; it is a BatchNorm2d from then on."""

    cls_to_become = BatchNorm2d
    ranks = BatchNorm2d.ranks


class LazyBatchNorm3d(_LazyNormBase, _BatchNorm):
    """BatchNorm3d whose channels are those of the first input; it is a BatchNorm3d from then on."""

    cls_to_become = BatchNorm3d
    ranks = BatchNorm3d.ranks
