"""Optimizer, the base class: groups of parameters with their settings, and the state of each parameter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy

from .. import _ops
from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor
from ..autograd import enable_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from .._typing import Params


def check_number(name: str, value: float, low: float = 0.0, below: float | None = None) -> float:
    """value as a float; ValueError, naming the argument, unless low <= value (< below)."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number, got {type(value).__name__}") from None
    if not number >= low or (below is not None and not number < below):
        limits = f"at least {low}" + ("" if below is None else f" and below {below}")
        raise ValueError(f"Invalid {name}: must be {limits}, got {value}")
    return number


def implementation(foreach: bool | None, fused: bool | None, differentiable: bool, **more: bool) -> dict[str, Any]:
    """torch's settings for how a step is computed, for a group; a step is libtorch's fused one in any case.

    Raises RuntimeError for foreach and fused together, as torch does, NotImplementedError for differentiable.
    """
    if foreach and fused:
        raise RuntimeError("`fused` and `foreach` cannot be `True` together.")
    if differentiable:
        raise NotImplementedError("differentiable=True: the graph does not record the steps of an optimizer here")
    return {"foreach": foreach, **more, "differentiable": differentiable, "fused": fused}


class Optimizer:
    """Holds param_groups, a list of dicts ("params" and settings), and state, parameter -> dict.

    params: an iterable of tensors, of (name, tensor) pairs, or of dicts with "params" and settings of
    their own. A subclass has _step_group(group). As torch.optim.Optimizer.
    """

    _params_come_later = False

    def __init__(self, params: Params, defaults: dict[str, Any]) -> None:
        self.defaults = defaults
        self.state: dict[Tensor, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        self.closed = False
        if params is None and self._params_come_later:
            return
        for group in self._as_groups(params):
            self.add_param_group(group)

    @staticmethod
    def _as_groups(params):
        if isinstance(params, (Tensor, dict)) or not isinstance(params, Iterable):
            raise TypeError(f"params must be an iterable of Tensors or dicts, got {type(params).__name__}")
        params = list(params) if not isinstance(params, set) else params
        if not params:
            raise ValueError("params is empty: an optimizer needs at least one parameter")
        if isinstance(params, list) and isinstance(params[0], dict):
            return params
        return [{"params": params}]

    # ---- parameters ----

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add a dict with "params" (a tensor or several) and settings; what it leaves out is the default.

        Raises TypeError for what is no tensor and for a set, ValueError for a tensor that is no leaf or
        is here already, and for an unusable setting.
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, got {type(param_group).__name__}")
        if "params" not in param_group:
            raise ValueError("param_group has no 'params'")
        group = {"params": None, **param_group}
        names, group["params"] = _named(group["params"])
        if names:
            group["param_names"] = names
        for name, default in self.defaults.items():
            group.setdefault(name, default)
        self._check_group(group)
        known = {id(param) for other in self.param_groups for param in other["params"]}
        for param in group["params"]:
            _check_param(param)
            if id(param) in known:
                raise ValueError("params: some parameters appear more than once")
            known.add(id(param))
        if self.param_groups and ("param_names" in group) != ("param_names" in self.param_groups[0]):
            raise ValueError("params: either all groups have names or none has")
        self.param_groups.append(group)

    def add_parameters(self, params: Params) -> None:
        """Add an iterable of tensors as a group with the default settings, as GoTorch's AddParameters."""
        self._check_open()
        for group in self._as_groups(params):
            self.add_param_group(group)

    def _check_group(self, group):
        """Raise ValueError or TypeError for a setting that cannot be."""

    def set_lr(self, lr: float) -> None:
        """Set the learning rate of every group, and of groups to come."""
        lr = check_number("lr", lr)
        self.defaults["lr"] = lr
        for group in self.param_groups:
            group["lr"] = lr

    # ---- work ----

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget every gradient, or with set_to_none=False fill it with zeros."""
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none:
                    param.grad = None
                elif (grad := param.grad) is not None:
                    param.grad = grad.detach().zero_()

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Update every parameter that has a gradient; returns closure(), which recomputes the loss, if given."""
        self._check_open()
        if not self.param_groups:
            raise ValueError(f"{type(self).__name__} has no parameters: call add_parameters first")
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        for group in self.param_groups:
            params, grads = [], []
            for param in group["params"]:
                grad = param.grad
                if grad is not None:
                    params.append(param)
                    grads.append(grad)
            if params:
                self._step_group(group, params, grads)
        return loss

    def _step_group(self, group, params, grads):
        raise NotImplementedError(f"{type(self).__name__} has no _step_group")

    def close(self) -> None:
        """Let go of parameters and state; harmless when closed already. A closed optimizer cannot step."""
        self.param_groups, self.closed = [], True
        self.state.clear()

    def _check_open(self):
        if self.closed:
            raise ValueError(f"this {type(self).__name__} is closed")

    # ---- state ----

    def state_dict(self) -> dict[str, Any]:
        """{"state": {number: dict}, "param_groups": [...]}, parameters as numbers: torch's own form."""
        numbers, groups = {}, []
        for group in self.param_groups:
            for param in group["params"]:
                numbers[id(param)] = len(numbers)
            packed = {name: value for name, value in group.items() if name != "params"}
            packed["params"] = [numbers[id(param)] for param in group["params"]]
            groups.append(packed)
        state = {numbers[id(param)]: dict(held) for param, held in self.state.items() if id(param) in numbers}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> Any:
        """Take over settings and a copy of the state from state_dict(), or from that of torch's optimizer.

        Raises ValueError where groups, their sizes or the shapes of state differ; nothing is changed then.
        """
        saved = deepcopy(state_dict["param_groups"])
        if len(saved) != len(self.param_groups):
            raise ValueError(f"state_dict has {len(saved)} parameter groups, this optimizer {len(self.param_groups)}")
        by_number = {}
        for group, own in zip(saved, self.param_groups):
            counts = len(group["params"]), len(own["params"])
            if counts[0] != counts[1]:
                raise ValueError(f"state_dict has a group of {counts[0]} parameters, this optimizer of {counts[1]}")
            by_number.update(zip(group["params"], own["params"]))
            group["params"] = own["params"]
            for name in own.keys() - group.keys():
                group[name] = own[name]
            self._check_group(group)
        state = defaultdict(dict)
        for number, held in state_dict["state"].items():
            if number in by_number:
                state[by_number[number]] = _fitted(held, by_number[number])
        self.param_groups, self.state = saved, state

    def __repr__(self) -> str:
        text = f"{type(self).__name__} ("
        for number, group in enumerate(self.param_groups):
            text += f"\nParameter Group {number}\n"
            text += "".join(f"    {name}: {group[name]}\n" for name in sorted(group) if name != "params")
        return text + ")"


def _named(params):
    """(names, tensors) of a tensor, an iterable of tensors, or one of (name, tensor) pairs."""
    if isinstance(params, Tensor):
        return [], [params]
    if isinstance(params, set):
        raise TypeError("params must be in an order that stays: a list, not a set")
    if not isinstance(params, Iterable):
        raise TypeError(f"params must be a Tensor or an iterable of Tensors, got {type(params).__name__}")
    params = list(params)
    names = [item[0] for item in params if isinstance(item, tuple)]
    if names and len(names) != len(params):
        raise ValueError("params: either all have names or none has")
    return names, [item[1] for item in params] if names else params


def _check_param(param):
    if not isinstance(param, Tensor):
        raise TypeError(f"params must be Tensors, but one of them is {type(param).__name__}")
    if not param.is_leaf:
        raise ValueError("params: can't optimize a non-leaf Tensor, the result of a computation")


def _fitted(held, param):
    """A copy of a parameter's saved state, on its device and in its dtype; only "step" stays float32."""
    fitted = {}
    for name, value in held.items():
        if name == "step":
            value = float(value.item() if isinstance(value, Tensor) else value)
            fitted[name] = _ops.full((), value, dtype=DTYPES["float32"], device=param.device)
        elif isinstance(value, Tensor):
            if value.shape != param.shape:
                raise ValueError(f"state_dict: {name} is {tuple(value.shape)}, its parameter {tuple(param.shape)}")
            fitted[name] = _ops.empty_like(param).copy_(value.detach())
        else:
            fitted[name] = value
    return fitted
