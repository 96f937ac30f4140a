"""Shared parts of optimizers: settings checked, numbers for tensors, and which implementation computes a step."""

from __future__ import annotations

import functools

from .. import _ops
from .._tensor.data import tensor as make_tensor
from .._tensor.dtype import DTYPES
from .._tensor.promotion import get_default_dtype
from .._tensor.tensor import Tensor
from ..autograd.grad_mode import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from ..compiler import is_compiling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    _F = TypeVar("_F", bound=Callable[..., Any])

FUSED_DEVICES = ["mps", "cuda", "xpu", "hpu", "cpu", "mtia"]
CAPTURABLE_DEVICES = ["cuda", "xpu", "hpu", "privateuseone", "xla"]


# ---- settings ----


def check_number(name: str, value: Any, low: float = 0.0, below: float | None = None) -> None:
    """ValueError, in torch's words, unless low <= value (< below); a tensor counts by its number.

    Raises TypeError, naming the setting, for what is no number.
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, got {type(value).__name__}") from None
    if not number >= low or (below is not None and not number < below):
        raise ValueError(f"Invalid {name}: {value}")


def check_lr(lr: Any, name: str = "learning rate") -> None:
    """ValueError unless lr is a number from 0, or a tensor with one such element."""
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    check_number(name, lr)


def check_betas(betas: Any) -> None:
    """ValueError unless betas are two numbers in [0, 1)."""
    if not isinstance(betas, (tuple, list)) or len(betas) != 2:
        raise ValueError(f"betas must be two numbers, got {betas!r}")
    for index, beta in enumerate(betas):
        check_number(f"beta parameter at index {index}", beta, below=1.0)


def check_implementation(foreach: bool | None, fused: bool | None, differentiable: bool) -> None:
    """RuntimeError for `fused` with `differentiable` or with `foreach`, as torch's."""
    if fused and differentiable:
        raise RuntimeError("`fused` does not support `differentiable`")
    if fused and foreach:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def _device_dtype_check_for_fused(param: Tensor) -> None:
    """RuntimeError for a parameter that libtorch's fused steps do not take."""
    if not (param.device.type in FUSED_DEVICES and param.is_floating_point()):
        raise RuntimeError(
            "`fused=True` requires all the params to be floating point Tensors of "
            f"supported devices: {FUSED_DEVICES} but {param.dtype} and {param.device.type}"
        )


def check_capturable(params: Sequence[Tensor], state_steps: Sequence[Tensor]) -> None:
    """AssertionError for capturable=True with parameters or counters that no graph of a device captures."""
    for param, step in zip(params, state_steps):
        if param.device.type != step.device.type or param.device.type not in CAPTURABLE_DEVICES:
            raise AssertionError(
                f"If capturable=True, params and state_steps must be on supported devices: {CAPTURABLE_DEVICES}."
            )


def check_steps(state_steps: Sequence[Any], name: str = "state_steps") -> None:
    """RuntimeError unless counters are tensors."""
    for step in state_steps:  # a generator's frame for each would cost more than the look
        if not isinstance(step, Tensor):
            raise RuntimeError(f"API has changed, `{name}` argument must contain a list of singleton tensors")


# ---- numbers and tensors ----


def _to_scalar(value: Any) -> Any:
    """A tensor of one element as one without dimensions; anything else as it is."""
    return value.squeeze() if isinstance(value, Tensor) and value.dim() else value


def _get_value(value: Any) -> Any:
    """The number of a tensor of one element; anything else as it is."""
    return value.item() if isinstance(value, Tensor) else value


def _get_scalar_dtype(is_fused: bool | None = None) -> Any:
    """The dtype of counters: float32, or float64 where that is the default dtype and no fused step counts."""
    return DTYPES["float32"] if is_fused or get_default_dtype() != DTYPES["float64"] else DTYPES["float64"]


def counter(param: Tensor, group: dict[str, Any], value: float = 0.0) -> Tensor:
    """A 0-dim state of a parameter, on its device where a fused or captured step reads it, else on the CPU."""
    with_param = group.get("capturable") or group.get("fused")
    dtype = _get_scalar_dtype(group.get("fused"))
    return make_tensor(value, dtype=dtype, device=param.device if with_param else "cpu")


def as_real(*lists: list[Any]) -> list[list[Any]]:
    """Lists whose complex tensors are viewed as real ones."""
    return [
        [_ops.view_as_real(one) if one is not None and one.is_complex() else one for one in given] for given in lists
    ]


def _view_as_real(params: list[Tensor], *state_and_grads: list[Tensor]) -> None:
    """Replaces, in place in the lists, complex parameters and what belongs to them by views as real tensors."""
    for index, param in enumerate(params):
        if param.is_complex():
            for column in (params, *state_and_grads):
                column[index] = _ops.view_as_real(column[index])


def learned(value: Any) -> Any:
    """A setting that autograd follows, without dimensions, or else its number."""
    return _to_scalar(value) if isinstance(value, Tensor) and value.requires_grad else _get_value(value)


# ---- implementations ----


def _default_to_fused_or_foreach(
    params: Sequence[Tensor], differentiable: bool, use_fused: bool = False
) -> tuple[bool, bool]:
    """(fused, foreach) where a caller chose neither: one of them, unless autograd follows the step.

    The foreach steps are taken on every device: one call of the C library does an operation for all parameters.
    """
    if differentiable:
        return False, False
    fused = use_fused and all(p.device.type in FUSED_DEVICES and p.is_floating_point() for p in params)
    return fused, not fused


def are_on_cpu(tensors: Sequence[Tensor]) -> bool:
    """Returns whether all lie in the CPU's memory."""
    for tensor in tensors:
        if not tensor.is_cpu:
            return False
    return True


def takes_foreach(foreach: bool | None, differentiable: bool, grads: Sequence[Tensor] = ()) -> bool:
    """Returns whether a step goes through lists; AssertionError where both `foreach` and `differentiable` are asked for."""
    if foreach and differentiable:
        raise AssertionError("_foreach ops don't support autograd")
    return foreach is not False and not differentiable and not any(grad.is_sparse for grad in grads)


def skips(grads: list[Tensor], grad_scale: Tensor | None, found_inf: Tensor | None, fused: bool | None) -> bool:
    """Returns whether a gradient is not finite, so that nothing is stepped; else takes the scale out of the gradients.

    Raises AssertionError where a step that is not fused gets a scale: a GradScaler takes it out before.
    """
    if grad_scale is None and found_inf is None:
        return False
    if not fused:
        raise AssertionError("Expected grad_scale and found_inf to be None")
    if found_inf is not None and found_inf.item():
        return True
    if grad_scale is not None:
        _ops._foreach_div_(grads, grad_scale.item())
    return False


def signed(grads: list[Tensor], maximize: bool) -> list[Tensor]:
    """The gradients, of the other sign for maximize."""
    return list(_ops._foreach_neg(grads)) if maximize else grads


def decayed(params: list[Tensor], grads: list[Tensor], weight_decay: float, maximize: bool) -> list[Tensor]:
    """New gradients with weight_decay * param added, of the other sign first for maximize."""
    grads = signed(grads, maximize)
    return list(_ops._foreach_add(grads, params, alpha=weight_decay)) if weight_decay != 0 else grads


def count(state_steps: list[Tensor]) -> None:
    """Raises every counter by one."""
    _ops._foreach_add_(state_steps, 1)


def _use_grad_for_differentiable(step: _F) -> _F:
    """A step that is recorded for autograd if the optimizer is `differentiable`, else not.

    It is a graph of its own where it is compiled, as torch's: the compiler then knows that nothing is recorded.
    """

    @functools.wraps(step)
    def run(*args, **kwargs):
        self = args[0]
        if not is_compiling():
            with enable_grad() if self.defaults.get("differentiable") else no_grad():
                return step(*args, **kwargs)
        from .._dynamo import graph_break

        before = is_grad_enabled()
        try:
            set_grad_enabled(self.defaults["differentiable"])
            graph_break()
            found = step(*args, **kwargs)
        finally:
            graph_break()
            set_grad_enabled(before)
        return found

    return run


def _disable_dynamo_if_unsupported(single_tensor_fn: Callable[..., object] | None = None) -> Callable[[_F], _F]:
    """A decorator for torch's compiler; without one here the function is given back."""
    return lambda function: function


def _stack_if_compiling(values: Any) -> Any:
    """For torch's compiler; without one here the values are given back."""
    return values


def _get_capturable_supported_devices(supports_xla: bool = True) -> list[str]:
    """Types of devices whose graphs capture the steps of an optimizer."""
    return [name for name in CAPTURABLE_DEVICES if supports_xla or name != "xla"]


# ---- texts for the docstrings of optimizers ----

_params_doc = "params (iterable): parameters or named_parameters to optimize, or dicts that define groups of them"
_foreach_doc = "foreach (bool, optional): whether a step goes through lists of parameters (default: None)"
_fused_doc = "fused (bool, optional): whether a step is libtorch's fused one (default: None)"
_capturable_doc = "capturable (bool, optional): whether state lies where a graph captures it (default: False)"
_differentiable_doc = "differentiable (bool, optional): whether autograd follows a step (default: False)"
_maximize_doc = "maximize (bool, optional): whether steps go upwards (default: False)"
