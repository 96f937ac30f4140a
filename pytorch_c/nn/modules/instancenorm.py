"""Instance normalization. Source: Ulyanov et al. 2016, arXiv:1607.08022."""

from __future__ import annotations

import warnings

from .. import functional as F
from .batchnorm import _LazyNormBase, _NormBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._typing import DeviceLike, Dtype, Tensor

__all__ = [
    "InstanceNorm1d",
    "InstanceNorm2d",
    "InstanceNorm3d",
    "LazyInstanceNorm1d",
    "LazyInstanceNorm2d",
    "LazyInstanceNorm3d",
]


class _InstanceNorm(_NormBase):
    """Normalizes each channel of each item alone; the smaller one of `ranks` is an item without a batch."""

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: DeviceLike | None = None,
        dtype: Dtype | None = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype, bias=bias)

    def _get_no_batch_dim(self):
        if not self.ranks:
            raise NotImplementedError(f"{type(self).__name__} has no _get_no_batch_dim method")
        return self.ranks[0]

    def _apply_instance_norm(self, input):
        from_input = self.training or not self.track_running_stats
        momentum = 0.0 if self.momentum is None else self.momentum
        return F.instance_norm(
            input, self.running_mean, self.running_var, self.weight, self.bias, from_input, momentum, self.eps
        )

    def forward(self, input: Tensor) -> Tensor:
        self._check_input_dim(input)
        alone = input.dim() == self._get_no_batch_dim()
        dim = 0 if alone else 1
        if input.size(dim) != self.num_features:
            words = f"num_features ({self.num_features}), but got: {input.size(dim)}."
            if self.affine:
                raise ValueError(f"expected input's size at dim={dim} to match {words}")
            warnings.warn(
                f"input's size at dim={dim} does not match {words} It is not used because affine=False.", stacklevel=2
            )
        if alone:
            return self._apply_instance_norm(input.unsqueeze(0)).squeeze(0)
        return self._apply_instance_norm(input)

    def _load_from_state_dict(
        self,
        state_dict: Any,
        prefix: str,
        local_metadata: Any,
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        if local_metadata.get("version") is None and not self.track_running_stats:
            # Files from before torch 0.4 have statistics, which are none of this layer's.
            found = [name for name in ("running_mean", "running_var") if prefix + name in state_dict]
            if found:
                error_msgs.append(
                    f"Unexpected running stats buffer(s) {' and '.join(found)} for {type(self).__name__} with "
                    "track_running_stats=False. Remove these keys, or set track_running_stats=True."
                )
            for name in found:
                state_dict.pop(prefix + name)
        super()._load_from_state_dict(
            state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs
        )


class InstanceNorm1d(_InstanceNorm):
    """Instance normalization of (N, C, L) or (C, L). Arguments as InstanceNorm2d."""

    ranks = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Normalizes each channel of each item of (N, C, H, W), or of (C, H, W), by its own mean and variance.

    affine=True: then weight * x + bias, of (num_features). track_running_stats=True: in evaluation by the running
    statistics, which training moves by `momentum`.
    ValueError for an input of other dimensions, and with affine=True of other channels than num_features.
    """

    ranks = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """Instance normalization of (N, C, D, H, W) or (C, D, H, W). Arguments as InstanceNorm2d."""

    ranks = (4, 5)


class LazyInstanceNorm1d(_LazyNormBase, _InstanceNorm):
    """InstanceNorm1d whose channels are those of the first input; it is an InstanceNorm1d from then on."""

    cls_to_become = InstanceNorm1d
    ranks = InstanceNorm1d.ranks


class LazyInstanceNorm2d(_LazyNormBase, _InstanceNorm):
    """InstanceNorm2d whose channels are those of the first input; it is an InstanceNorm2d from then on."""

    cls_to_become = InstanceNorm2d
    ranks = InstanceNorm2d.ranks


class LazyInstanceNorm3d(_LazyNormBase, _InstanceNorm):
    """InstanceNorm3d whose channels are those of the first input; it is an InstanceNorm3d from then on."""

    cls_to_become = InstanceNorm3d
    ranks = InstanceNorm3d.ranks
