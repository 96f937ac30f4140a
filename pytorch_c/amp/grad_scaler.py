"""Scaling of losses, so that the gradients of low precision do not become zero (torch.amp.grad_scaler)."""

from __future__ import annotations

import inspect
import warnings
from collections import defaultdict
from collections.abc import Iterable
from enum import Enum

from .. import _ops
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from ..autograd.grad_mode import no_grad
from ..cuda._device import is_available as _cuda_is_available

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.device import device as Device
    from ..optim.optimizer import Optimizer

__all__ = ["GradScaler", "OptState"]


class _MultiDeviceReplicator:
    """Copies of a tensor on the devices that ask for one."""

    def __init__(self, master_tensor: Tensor) -> None:
        self.master = master_tensor
        self._per_device_tensors: dict[Device, Tensor] = {}

    def get(self, device: Device) -> Tensor:
        if device not in self._per_device_tensors:
            self._per_device_tensors[device] = self.master.to(device=device, non_blocking=True, copy=True)
        return self._per_device_tensors[device]


class OptState(Enum):
    """What has been done for an optimizer since the last update()."""

    READY = 0
    UNSCALED = 1
    STEPPED = 2


def _refresh_per_optimizer_state() -> dict[str, Any]:
    return {"stage": OptState.READY, "found_inf_per_device": {}}


class GradScaler:
    """Scales losses by a factor that grows while gradients stay finite, and shrinks when they do not.

    scale(loss).backward(); step(optimizer) takes the factor out of the gradients and steps where they are
    finite; update() makes the next factor: times backoff_factor after an infinite gradient, times
    growth_factor after growth_interval steps without. enabled=False, or "cuda" without a GPU (a warning): the
    methods do nothing beside. As torch.amp.GradScaler.
    """

    def __init__(
        self,
        device: str = "cuda",
        init_scale: float = 2.0**16,
        growth_factor: float = 2.0,
        backoff_factor: float = 0.5,
        growth_interval: int = 2000,
        enabled: bool = True,
    ) -> None:
        self._device = device
        self._enabled = enabled
        if device == "cuda" and enabled and not _cuda_is_available():
            warnings.warn("torch.cuda.amp.GradScaler is enabled, but CUDA is not available.  Disabling.", stacklevel=2)
            self._enabled = False
        if not self._enabled:
            return
        if growth_factor <= 1.0:
            raise AssertionError("The growth factor must be > 1.0.")
        if backoff_factor >= 1.0:
            raise AssertionError("The backoff factor must be < 1.0.")
        self._init_scale = init_scale
        self._scale: Tensor | None = None
        self._growth_factor = growth_factor
        self._backoff_factor = backoff_factor
        self._growth_interval = growth_interval
        self._init_growth_tracker = 0
        self._growth_tracker: Tensor | None = None
        self._per_optimizer_states: dict[int, dict[str, Any]] = defaultdict(_refresh_per_optimizer_state)

    def _check_scale_growth_tracker(self, funcname):
        for name in ("_scale", "_growth_tracker"):
            if getattr(self, name) is None:
                raise AssertionError(
                    f"Attempted {funcname} but {name} is None.  "
                    "This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration."
                )
        return self._scale, self._growth_tracker

    def _lazy_init_scale_growth_tracker(self, dev):
        self._scale = _ops.full((), self._init_scale, dtype=DTYPES["float32"], device=dev)
        self._growth_tracker = _ops.full((), self._init_growth_tracker, dtype=DTYPES["int32"], device=dev)

    def scale(self, outputs: Tensor | Iterable[Tensor]) -> Any:
        """A tensor times the factor, or an iterable of such, which stays a list or tuple where it is one.

        Raises ValueError for anything else.
        """
        if not self._enabled:
            return outputs
        copies: list[_MultiDeviceReplicator] = []

        def scaled(value):
            if isinstance(value, Tensor):
                if self._scale is None:
                    self._lazy_init_scale_growth_tracker(value.device)
                if not copies:
                    copies.append(_MultiDeviceReplicator(self._scale))
                return value * copies[0].get(value.device)
            if isinstance(value, Iterable):
                found = map(scaled, value)
                return type(value)(found) if isinstance(value, (list, tuple)) else found
            raise ValueError("outputs must be a Tensor or an iterable of Tensors")

        return scaled(outputs)

    # ---- gradients ----

    def _unscale_grads_(self, optimizer, inv_scale, found_inf, allow_fp16):
        """Multiplies all gradients by inv_scale; {device: 1 where one of them is not finite, else 0}."""
        inv_scales, found = _MultiDeviceReplicator(inv_scale), _MultiDeviceReplicator(found_inf)
        by_kind = defaultdict(list)
        with no_grad():
            for group in optimizer.param_groups:
                for param in group["params"]:
                    grad = param.grad
                    if grad is None:
                        continue
                    if not allow_fp16 and grad.dtype == DTYPES["float16"]:
                        raise ValueError("Attempting to unscale FP16 gradients.")
                    if grad.is_sparse:
                        if grad.dtype == DTYPES["float16"]:  # its sum may be infinite where no part is
                            param.grad = grad = grad.coalesce()
                        grad = grad._values()
                    by_kind[grad.device, grad.dtype].append(grad)
            for (device, _), grads in by_kind.items():
                _ops._amp_foreach_non_finite_check_and_unscale_(grads, found.get(device), inv_scales.get(device))
        return found._per_device_tensors

    def unscale_(self, optimizer: Optimizer) -> None:
        """Takes the factor out of an optimizer's gradients, to look at them or clip them before step().

        Raises RuntimeError the second time since update(), and after step(), ValueError for float16 gradients.
        """
        if not self._enabled:
            return
        scale, _ = self._check_scale_growth_tracker("unscale_")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.UNSCALED:
            raise RuntimeError("unscale_() has already been called on this optimizer since the last update().")
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("unscale_() is being called after step().")
        found_inf = _ops.zeros((), dtype=DTYPES["float32"], device=scale.device)
        inverse = scale.double().reciprocal().float()
        state["found_inf_per_device"] = self._unscale_grads_(optimizer, inverse, found_inf, False)
        state["stage"] = OptState.UNSCALED

    def _check_inf_per_device(self, optimizer):
        scale, _ = self._check_scale_growth_tracker("_check_inf_per_device")
        one, zero = (_ops.full((), value, dtype=DTYPES["float32"], device=scale.device) for value in (1.0, 0.0))
        state = self._per_optimizer_states[id(optimizer)]
        state["found_inf_per_device"] = self._unscale_grads_(optimizer, one, zero, True)
        return state["found_inf_per_device"]

    def _found_inf_per_device(self, optimizer):
        return self._per_optimizer_states[id(optimizer)]["found_inf_per_device"]

    def _maybe_opt_step(self, optimizer, optimizer_state, *args, **kwargs):
        if sum(found.item() for found in optimizer_state["found_inf_per_device"].values()):
            return None
        return optimizer.step(*args, **kwargs)

    def step(self, optimizer: Optimizer, *args: Any, **kwargs: Any) -> Any:
        """optimizer.step(*args, **kwargs) where all gradients are finite, unscaled; gives what it returns, or None.

        Raises RuntimeError for a closure, and the second time since update().
        """
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("Closure use is not currently supported if GradScaler is enabled.")
        self._check_scale_growth_tracker("step")
        state = self._per_optimizer_states[id(optimizer)]
        if state["stage"] is OptState.STEPPED:
            raise RuntimeError("step() has already been called since the last update().")
        if getattr(optimizer, "_step_supports_amp_scaling", False):
            result = self._scaled_step(optimizer, state, args, kwargs)
        else:
            if state["stage"] is OptState.READY:
                self.unscale_(optimizer)
            if not state["found_inf_per_device"]:
                raise AssertionError("No inf checks were recorded for this optimizer.")
            result = self._maybe_opt_step(optimizer, state, *args, **kwargs)
        state["stage"] = OptState.STEPPED
        return result

    def _scaled_step(self, optimizer, state, args, kwargs):
        """A step of an optimizer that takes the factor out of the gradients itself."""
        if "grad_scaler" in inspect.signature(optimizer.step).parameters:
            warnings.warn(
                "GradScaler is going to stop passing itself as a keyword argument to the passed optimizer. In the "
                "near future GradScaler registers `grad_scale: Tensor` and `found_inf: Tensor` to the passed "
                "optimizer and let the optimizer use them directly.",
                FutureWarning,
                stacklevel=3,
            )
            return optimizer.step(*args, **kwargs, grad_scaler=self)
        if state["stage"] is OptState.READY:
            self._check_inf_per_device(optimizer)
        scale = self._get_scale_async()
        found = [one.to(scale.device, non_blocking=True) for one in state["found_inf_per_device"].values()]
        before = getattr(optimizer, "grad_scale", None)
        if state["stage"] is OptState.READY:
            before = scale * (1 if before is None else before)
        optimizer.grad_scale, optimizer.found_inf = before, sum(found)
        try:
            return optimizer.step(*args, **kwargs)
        finally:
            del optimizer.grad_scale, optimizer.found_inf

    def update(self, new_scale: float | Tensor | None = None) -> None:
        """Makes the factor of the next step, from what step() has found, or new_scale.

        Raises AssertionError where no step has looked at gradients, and for an unusable new_scale.
        """
        if not self._enabled:
            return
        scale, growth_tracker = self._check_scale_growth_tracker("update")
        if new_scale is not None:
            self._set_scale(new_scale)
        else:
            found = [
                one.to(device=scale.device, non_blocking=True)
                for state in self._per_optimizer_states.values()
                for one in state["found_inf_per_device"].values()
            ]
            if not found:
                raise AssertionError("No inf checks were recorded prior to update.")
            _ops._amp_update_scale_(
                scale,
                growth_tracker,
                found[0] if len(found) == 1 else sum(found),
                self._growth_factor,
                self._backoff_factor,
                self._growth_interval,
            )
        self._per_optimizer_states = defaultdict(_refresh_per_optimizer_state)

    def _set_scale(self, new_scale):
        if isinstance(new_scale, float):
            self._scale.fill_(new_scale)
            return
        usable = isinstance(new_scale, Tensor) and new_scale.device.type == self._device
        if not usable or new_scale.numel() != 1 or new_scale.requires_grad:
            raise AssertionError(
                "new_scale should be a float or a 1-element torch.cuda.FloatTensor or torch.FloatTensor "
                "with requires_grad=False."
            )
        self._scale.copy_(new_scale)

    # ---- settings and state ----

    def _get_scale_async(self):
        return self._scale

    def get_scale(self) -> float:
        """The factor; 1.0 where scaling is disabled."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale.item()

    def get_growth_factor(self) -> float:
        """By what the factor grows."""
        return self._growth_factor

    def set_growth_factor(self, new_factor: float) -> None:
        """By what the factor grows."""
        self._growth_factor = new_factor

    def get_backoff_factor(self) -> float:
        """By what the factor shrinks."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor: float) -> None:
        """By what the factor shrinks."""
        self._backoff_factor = new_factor

    def get_growth_interval(self) -> int:
        """After how many finite steps the factor grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval: int) -> None:
        """After how many finite steps the factor grows."""
        self._growth_interval = new_interval

    def _get_growth_tracker(self):
        if not self._enabled:
            return 0
        return self._init_growth_tracker if self._growth_tracker is None else self._growth_tracker.item()

    def is_enabled(self) -> bool:
        """Whether anything is scaled."""
        return self._enabled

    def state_dict(self) -> dict[str, Any]:
        """The factor and its settings, torch's own form; {} where scaling is disabled."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(),
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._get_growth_tracker(),
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Takes over what state_dict() gave, here or in torch. Raises RuntimeError for {}."""
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError(
                "The source state dict is empty, possibly because it was saved from a disabled instance of GradScaler."
            )
        self._init_scale = state_dict["scale"]
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        self._init_growth_tracker = state_dict["_growth_tracker"]
        for held, value in ((self._scale, self._init_scale), (self._growth_tracker, self._init_growth_tracker)):
            if held is not None:
                held.fill_(value)

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        if self._enabled:
            if self._per_optimizer_states:
                raise AssertionError(
                    "A GradScaler instance may only be pickled at the beginning of an iteration, or at the end "
                    "after scaler.update()."
                )
            state["_init_scale"] = self.get_scale()
            state["_init_growth_tracker"] = self._get_growth_tracker()
            state["_scale"] = state["_growth_tracker"] = None
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
