"""Schedules that go up and down: cycles, warm restarts, one cycle."""

from __future__ import annotations

import math
from functools import partial

from ._base import (
    LRScheduler,
    _enable_get_lr_call,
    _update_param_group_val,
    check_optimizer,
    for_groups,
    state_of_function,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal

    from ..._typing import Rates
    from ..optimizer import Optimizer


def _uses_beta1(optimizer):
    """Whether an optimizer's momentum is betas[0]; ValueError where it has none."""
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError("optimizer must support momentum or beta1 with `cycle_momentum` option enabled")
    return "betas" in optimizer.defaults


def _set_momentum(group, momentum, use_beta1):
    if use_beta1:
        group["betas"] = (momentum, *group["betas"][1:])
    else:
        group["momentum"] = momentum


def _start_momentums(optimizer, largest, smallest, use_beta1):
    for group, most, least in zip(optimizer.param_groups, largest, smallest, strict=True):
        _set_momentum(group, most, use_beta1)
        group["max_momentum"] = most
        group["base_momentum"] = least


class CyclicLR(LRScheduler):
    """Between base_lr and max_lr, step_size_up steps up and step_size_down down, and again.

    mode: "triangular", "triangular2" (each cycle half as high), "exp_range" (gamma ** step times as high), or
    scale_fn, of the cycle or the step as scale_mode says ("cycle", "iterations"). cycle_momentum: momentum
    goes from max_momentum down to base_momentum while the rate goes up.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        base_lr: float | list[float],
        max_lr: float | list[float],
        step_size_up: int = 2000,
        step_size_down: int | None = None,
        mode: Literal["triangular", "triangular2", "exp_range"] = "triangular",
        gamma: float = 1.0,
        scale_fn: Callable[[float], float] | None = None,
        scale_mode: Literal["cycle", "iterations"] = "cycle",
        cycle_momentum: bool = True,
        base_momentum: float = 0.8,
        max_momentum: float = 0.9,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = for_groups("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for lr, group in zip(base_lrs, optimizer.param_groups, strict=True):
                _update_param_group_val(group, "lr", lr)
        self.max_lrs = for_groups("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        self.total_size = up + (float(step_size_down) if step_size_down is not None else up)
        self.step_ratio = up / self.total_size
        if mode not in ["triangular", "triangular2", "exp_range"] and scale_fn is None:
            raise ValueError("mode is invalid and scale_fn is None")
        self.mode = mode
        self.gamma = gamma
        self._scale_fn_custom = scale_fn
        self.scale_mode = scale_mode
        self._init_scale_fn()
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.use_beta1 = _uses_beta1(optimizer)
            self.base_momentums = for_groups("base_momentum", optimizer, base_momentum)
            self.max_momentums = for_groups("max_momentum", optimizer, max_momentum)
            if last_epoch == -1:
                _start_momentums(optimizer, self.max_momentums, self.base_momentums, self.use_beta1)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def _init_scale_fn(self):
        if self._scale_fn_custom is not None:
            return
        if self.mode == "exp_range":
            self._scale_fn_ref = partial(self._exp_range_scale_fn, self.gamma)
            self.scale_mode = "iterations"
        else:
            self._scale_fn_ref = self._triangular_scale_fn if self.mode == "triangular" else self._triangular2_scale_fn
            self.scale_mode = "cycle"

    def scale_fn(self, x: float) -> float:
        """How high a cycle, or a step, goes: a share of max_lr - base_lr."""
        return (self._scale_fn_custom or self._scale_fn_ref)(x)

    @staticmethod
    def _triangular_scale_fn(x: float) -> float:
        return 1.0

    @staticmethod
    def _triangular2_scale_fn(x: float) -> float:
        return 1 / (2.0 ** (x - 1))

    @staticmethod
    def _exp_range_scale_fn(gamma: float, x: float) -> float:
        return gamma**x

    def get_lr(self) -> Rates:
        self._warn_outside_step()
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        share = x / self.step_ratio if x <= self.step_ratio else (x - 1) / (self.step_ratio - 1)
        at = cycle if self.scale_mode == "cycle" else self.last_epoch
        rates = [
            base + (most - base) * share * self.scale_fn(at)
            for base, most in zip(self.base_lrs, self.max_lrs, strict=True)
        ]
        if self.cycle_momentum:
            limits = zip(self.base_momentums, self.max_momentums, strict=True)
            momentums = [most - (most - base) * share * self.scale_fn(at) for base, most in limits]
            for group, momentum in zip(self.optimizer.param_groups, momentums, strict=True):
                _set_momentum(group, momentum, self.use_beta1)
        return rates

    def state_dict(self) -> dict[str, Any]:
        state = super().state_dict()
        state.pop("_scale_fn_ref", None)
        function = state.pop("_scale_fn_custom")
        state["_scale_fn_custom"] = None if function is None else state_of_function(function)
        return state

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        rest = dict(state_dict)
        held = rest.pop("_scale_fn_custom")
        super().load_state_dict(rest)
        if held is not None:
            self._scale_fn_custom.__dict__.update(held)
        self._init_scale_fn()


class CosineAnnealingWarmRestarts(LRScheduler):
    """Half a cosine from the initial rate to eta_min over T_0 epochs, then again, T_mult times as long each time."""

    def __init__(
        self, optimizer: Optimizer, T_0: int, T_mult: int = 1, eta_min: float = 0.0, last_epoch: int = -1
    ) -> None:
        if not isinstance(T_0, int) or T_0 <= 0:
            raise ValueError(f"Expected positive integer T_0, but got {T_0}")
        if not isinstance(T_mult, int) or T_mult < 1:
            raise ValueError(f"Expected integer T_mult >= 1, but got {T_mult}")
        if not isinstance(eta_min, (float, int)):
            raise ValueError(f"Expected float or int eta_min, but got {eta_min} of type {type(eta_min)}")
        self.T_0 = T_0
        self.T_i = T_0
        self.T_mult = T_mult
        self.eta_min = eta_min
        self.T_cur = last_epoch
        super().__init__(optimizer, last_epoch)

    def get_lr(self) -> Rates:
        self._warn_outside_step()
        share = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * share / 2 for base in self.base_lrs]

    def step(self, epoch: float | None = None) -> None:  # type: ignore[override]
        """Goes to the next epoch, or to this one, which may lie between two: epoch + batch / batches."""
        if epoch is None and self.last_epoch < 0:
            epoch = 0
        if epoch is None:
            epoch = self.last_epoch + 1
            self.T_cur = self.T_cur + 1
            if self.T_cur >= self.T_i:
                self.T_cur = self.T_cur % self.T_i
                self.T_i = self.T_i * self.T_mult
        else:
            self._go_to(epoch)
        self.last_epoch = math.floor(epoch)
        with _enable_get_lr_call(self):
            values = self.get_lr()
        self._set_lr(values)

    def _go_to(self, epoch):
        if epoch < 0:
            raise ValueError(f"Expected non-negative epoch, but got {epoch}")
        if epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            n = int(math.log((epoch / self.T_0 * (self.T_mult - 1) + 1), self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**n - 1) / (self.T_mult - 1)
            self.T_i = self.T_0 * self.T_mult**n


class OneCycleLR(LRScheduler):
    """From max_lr / div_factor up to max_lr in pct_start of total_steps, then far down, final_div_factor times.

    total_steps, or epochs * steps_per_epoch; a step is one batch. anneal_strategy: "cos" or "linear".
    three_phase: down as long as up, then to the smallest. cycle_momentum: momentum against the rate.
    """

    def __init__(
        self,
        optimizer: Optimizer,
        max_lr: float | list[float],
        total_steps: int | None = None,
        epochs: int | None = None,
        steps_per_epoch: int | None = None,
        pct_start: float = 0.3,
        anneal_strategy: Literal["cos", "linear"] = "cos",
        cycle_momentum: bool = True,
        base_momentum: float | list[float] = 0.85,
        max_momentum: float | list[float] = 0.95,
        div_factor: float = 25.0,
        final_div_factor: float = 1e4,
        three_phase: bool = False,
        last_epoch: int = -1,
    ) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _total_steps(total_steps, epochs, steps_per_epoch)
        if not isinstance(pct_start, float) or pct_start < 0 or pct_start > 1:
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ["cos", "linear"]:
            raise ValueError(f"anneal_strategy must be one of 'cos' or 'linear', instead got {anneal_strategy}")
        self._schedule_phases = _phases(self.total_steps, pct_start, three_phase)
        self._anneal_func_type = anneal_strategy
        max_lrs = for_groups("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, most in zip(optimizer.param_groups, max_lrs):
                group["initial_lr"] = most / div_factor
                group["max_lr"] = most
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.use_beta1 = _uses_beta1(optimizer)
            largest = for_groups("max_momentum", optimizer, max_momentum)
            smallest = for_groups("base_momentum", optimizer, base_momentum)
            if last_epoch == -1:
                _start_momentums(optimizer, largest, smallest, self.use_beta1)
        super().__init__(optimizer, last_epoch)

    def _anneal_func(self, *args: Any, **kwargs: Any) -> Any:
        return (self._annealing_cos if self._anneal_func_type == "cos" else self._annealing_linear)(*args, **kwargs)

    @staticmethod
    def _annealing_cos(start, end, pct):
        return end + (start - end) / 2.0 * (math.cos(math.pi * pct) + 1)

    @staticmethod
    def _annealing_linear(start, end, pct):
        return (end - start) * pct + start

    def get_lr(self) -> Rates:
        self._warn_outside_step()
        step = self.last_epoch
        if step > self.total_steps:
            raise ValueError(f"Tried to step {step} times. The specified number of total steps is {self.total_steps}")
        start, phase = 0.0, self._schedule_phases[0]
        for phase in self._schedule_phases:
            if step <= phase["end_step"] or phase is self._schedule_phases[-1]:
                break
            start = phase["end_step"]
        share = (step - start) / (phase["end_step"] - start)
        rates = []
        for group in self.optimizer.param_groups:
            rates.append(self._anneal_func(group[phase["start_lr"]], group[phase["end_lr"]], share))
            if self.cycle_momentum:
                ends = group[phase["start_momentum"]], group[phase["end_momentum"]]
                _set_momentum(group, self._anneal_func(*ends, share), self.use_beta1)
        return rates


def _total_steps(total_steps, epochs, steps_per_epoch):
    if total_steps is None and (epochs is None or steps_per_epoch is None):
        raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
    counts = {"total_steps": total_steps}
    if total_steps is None:
        counts = {"epochs": epochs, "steps_per_epoch": steps_per_epoch}
    for name, count in counts.items():
        if not isinstance(count, int) or count <= 0:
            raise ValueError(f"Expected positive integer {name}, but got {count}")
    return math.prod(counts.values())


def _phases(total_steps, pct_start, three_phase):
    """The phases of a cycle, torch's own dicts: where each ends, and the settings of a group between which it goes."""

    def phase(end_step, lrs, momentums):
        names = ("start_lr", "end_lr", "start_momentum", "end_momentum")
        return {"end_step": end_step, **dict(zip(names, (*lrs, *momentums)))}

    down, up = ("max_momentum", "base_momentum"), ("base_momentum", "max_momentum")
    first = phase(float(pct_start * total_steps) - 1, ("initial_lr", "max_lr"), down)
    if not three_phase:
        return [first, phase(total_steps - 1, ("max_lr", "min_lr"), up)]
    second = phase(float(2 * pct_start * total_steps) - 2, ("max_lr", "initial_lr"), up)
    return [first, second, phase(total_steps - 1, ("initial_lr", "min_lr"), ("max_momentum", "max_momentum"))]
