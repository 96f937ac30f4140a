"""LRScheduler, the base class: it counts epochs and writes the rates that get_lr gives into the groups."""

from __future__ import annotations

import functools
import types
import warnings
import weakref

from ..._tensor.tensor import Tensor
from .._settings import _to_scalar
from ..optimizer import Optimizer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..._typing import Rates

EPOCH_DEPRECATION_WARNING = (
    "The epoch parameter in `scheduler.step()` was not necessary and is being "
    "deprecated where possible. Please use `scheduler.step()` to step the "
    "scheduler. During the deprecation, if epoch is different from None, the "
    "closed form is used instead of the new chainable form, where available. "
    "Please open an issue if you are unable to replicate your use case: "
    "https://github.com/pytorch/pytorch/issues/new/choose."
)
_SEE = "See more details at https://pytorch.org/docs/stable/optim.html#how-to-adjust-learning-rate"
_NO_INITIAL_LR = (
    "param 'initial_lr' is not specified in param_groups[{}] when resuming scheduler with last_epoch >= 0.\n"
    "This typically happens when:\n"
    "1. You're trying to resume training from a checkpoint but haven't properly loaded the optimizer state\n"
    "2. You're using last_epoch >= 0 for a fresh training run (not recommended)"
)


def copied(value: Any) -> Any:
    """A tensor's copy; anything else as it is."""
    return value.clone() if isinstance(value, Tensor) else value


def for_groups(name: str, optimizer: Optimizer, value: Any) -> list[Any]:
    """A setting for each group: the entries of a list of that length, or one value for all."""
    if isinstance(value, (list, tuple)):
        if len(value) != len(optimizer.param_groups):
            raise ValueError(
                f"{name} must have the same length as optimizer.param_groups. "
                f"{name} has {len(value)} values, param_groups has {len(optimizer.param_groups)}."
            )
    else:
        value = [value] * len(optimizer.param_groups)
    return [copied(one) for one in value]


def of_groups(optimizer: Optimizer, key: str) -> list[Any]:
    """A setting of each group, tensors copied."""
    return [copied(group[key]) for group in optimizer.param_groups]


def _update_param_group_val(param_group: dict[str, Any], key: str, val: float | Tensor) -> None:
    """Sets a setting of a group; one that is a tensor is filled, since others may refer to it."""
    if isinstance(param_group[key], Tensor):
        param_group[key].fill_(_to_scalar(val))
    else:
        param_group[key] = val


def check_optimizer(optimizer: Any) -> None:
    """TypeError unless it is an Optimizer."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")


def state_of_function(function: Callable[..., Any]) -> dict[str, Any] | None:
    """What a callable object of a schedule remembers; None for a plain function."""
    return None if isinstance(function, types.FunctionType) else dict(function.__dict__)


class LRScheduler:
    """Sets the learning rates of an optimizer's groups, each time that step() is called, after optimizer.step().

    A subclass gives the rates of epoch last_epoch by get_lr(), from those that the groups have, and may
    give them by _get_closed_form_lr() too, for step(epoch). Rates that are tensors stay the same tensors.
    Raises TypeError for what is no Optimizer, KeyError where last_epoch goes on with groups without
    "initial_lr". As torch.optim.lr_scheduler.LRScheduler.
    """

    _get_lr_called_within_step: bool = False
    _is_initial: bool = False

    def __init__(self, optimizer: Optimizer, last_epoch: int = -1) -> None:
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for index, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", copied(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(_NO_INITIAL_LR.format(index))
        self.base_lrs: Rates = of_groups(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        _track_steps(optimizer)
        self._initial_step()

    def _initial_step(self) -> None:
        self._step_count = 0
        with _initial_mode(self):
            self.step()

    def state_dict(self) -> dict[str, Any]:
        """What the schedule remembers, as a dict: all its attributes but the optimizer."""
        return {name: value for name, value in self.__dict__.items() if name != "optimizer"}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Takes over what state_dict() gave, here or in torch."""
        self.__dict__.update(state_dict)

    def get_last_lr(self) -> Rates:
        """The rates that were set last, of each group."""
        return self._last_lr

    def get_lr(self) -> Rates:
        """The rates of epoch last_epoch, of each group."""
        raise NotImplementedError

    def step(self, epoch: int | None = None) -> None:
        """Goes to the next epoch, or to this one (deprecated), and sets its rates."""
        if self._step_count == 1:
            self._warn_of_order()
        self._step_count += 1
        if epoch is not None:
            warnings.warn(EPOCH_DEPRECATION_WARNING, UserWarning, stacklevel=2)
        self._update_lr(epoch)

    def _warn_of_order(self):
        if not hasattr(self.optimizer.step, "_wrapped_by_lr_sched"):
            warnings.warn(
                "Seems like `optimizer.step()` has been overridden after learning rate scheduler "
                "initialization. Please, make sure to call `optimizer.step()` before "
                f"`lr_scheduler.step()`. {_SEE}",
                UserWarning,
                stacklevel=3,
            )
        elif not getattr(self.optimizer, "_opt_called", False):
            warnings.warn(
                "Detected call of `lr_scheduler.step()` before `optimizer.step()`. "
                "In PyTorch 1.1.0 and later, you should call them in the opposite order: "
                "`optimizer.step()` before `lr_scheduler.step()`.  Failure to do this "
                f"will result in PyTorch skipping the first value of the learning rate schedule. {_SEE}",
                UserWarning,
                stacklevel=3,
            )

    def _update_lr(self, epoch: int | None = None) -> None:
        with _enable_get_lr_call(self):
            self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
            closed = None if epoch is None else getattr(self, "_get_closed_form_lr", None)
            values = closed() if closed else self.get_lr()
        self._set_lr(values)

    def _set_lr(self, values):
        for group, lr in zip(self.optimizer.param_groups, values, strict=True):
            _update_param_group_val(group, "lr", lr)
        self._last_lr: Rates = of_groups(self.optimizer, "lr")

    def _warn_outside_step(self):
        if not self._get_lr_called_within_step:
            warnings.warn(
                "To get the last learning rate computed by the scheduler, please use `get_last_lr()`.",
                UserWarning,
                stacklevel=3,
            )

    def _scaled(self, factor):
        """The rates that the groups have, times a factor."""
        return [group["lr"] * factor for group in self.optimizer.param_groups]


class _LRScheduler(LRScheduler):
    """LRScheduler under its old name."""


def _track_steps(optimizer):
    """Lets an optimizer remember that it has stepped, without a reference to itself."""
    if hasattr(optimizer.step, "_wrapped_by_lr_sched"):
        return
    reference, function = weakref.ref(optimizer), optimizer.step.__func__

    @functools.wraps(function)
    def step(*args, **kwargs):
        owner = reference()
        owner._opt_called = True
        return function.__get__(owner, type(owner))(*args, **kwargs)

    step._wrapped_by_lr_sched = True
    optimizer.step = step


class _enable_get_lr_call:
    """A block in which get_lr() is called by step(), so that it does not warn."""

    def __init__(self, o: LRScheduler) -> None:
        self.o = o

    def __enter__(self) -> _enable_get_lr_call:
        self.o._get_lr_called_within_step = True
        return self

    def __exit__(self, *exception: Any) -> None:
        self.o._get_lr_called_within_step = False


class _initial_mode:
    """A block in which the first rates are set."""

    def __init__(self, o: LRScheduler) -> None:
        self.o = o

    def __enter__(self) -> None:
        self.o._is_initial = True

    def __exit__(self, *exception: Any) -> None:
        self.o._is_initial = False
