"""The state of optimizers as dicts of numbers and tensors, torch's form, and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy

from .._tensor.dtype import DTYPES
from .._tensor.tensor import Tensor


def packed(param_groups, state):
    """{"state": …, "param_groups": …} in which parameters are numbers; what is no parameter keeps its key."""
    numbers, groups, start = {}, [], 0
    for group in param_groups:
        for index, param in enumerate(group["params"], start):
            numbers.setdefault(id(param), index)
        start += len(group["params"])
        entry = {name: value for name, value in group.items() if name != "params"}
        entry["params"] = [numbers[id(param)] for param in group["params"]]
        groups.append(entry)
    state = {
        numbers[id(key)] if isinstance(key, Tensor) else key: held
        for key, held in state.items()
        if not isinstance(key, Tensor) or id(key) in numbers
    }
    return {"state": state, "param_groups": groups}


def restored(state_dict, param_groups, like_param):
    """(groups, state) of a state_dict for the parameters of these groups; ValueError where they do not fit.

    like_param: the entries whose shapes must be their parameter's.
    """
    saved = deepcopy(state_dict["param_groups"])
    if len(saved) != len(param_groups):
        raise ValueError("loaded state dict has a different number of parameter groups")
    params, settings = {}, {}
    for group, own in zip(saved, param_groups):
        if len(group["params"]) != len(own["params"]):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
            )
        for number, param in zip(group["params"], own["params"]):
            params[number], settings[number] = param, group
        group["params"] = own["params"]
        if "param_names" in own:
            group.setdefault("param_names", own["param_names"])
    state = defaultdict(dict)
    for number, held in state_dict["state"].items():
        if number in params:
            _check_shapes(held, params[number], like_param)
            state[params[number]] = _fitted(held, params[number], settings[number])
        else:
            state[number] = held
    return saved, state


def _check_shapes(held, param, like_param):
    for name in like_param & held.keys():
        value = held[name]
        if isinstance(value, Tensor) and value.shape != param.shape:
            raise ValueError(f"state_dict: {name} is {tuple(value.shape)}, its parameter {tuple(param.shape)}")


def _fitted(value, param, group, key=None):
    """A copy of a saved value, its tensors on the parameter's device and in its dtype; counters keep theirs."""
    if isinstance(value, Tensor):
        if key != "step":
            dtype = param.dtype if param.is_floating_point() else value.dtype
            return value.detach().to(dtype=dtype, device=param.device, copy=True)
        if group.get("capturable") or group.get("fused"):
            return value.detach().to(dtype=DTYPES["float32"], device=param.device, copy=True)
        return value.detach().clone()
    if isinstance(value, dict):
        return {name: _fitted(entry, param, group, name) for name, entry in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, (str, bytes)):
        return type(value)(_fitted(entry, param, group) for entry in value)
    return value
