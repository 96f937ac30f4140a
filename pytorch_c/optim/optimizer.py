"""Optimizer, the base class: groups of parameters with their settings, and the state of each parameter."""

from __future__ import annotations

import functools
import warnings
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from .. import compiler
from .._boundary.handle import core
from .._tensor.data import tensor as make_tensor
from .._tensor.tensor import Tensor
from ..autograd import _profiler_calls, _ranges
from ..autograd._gradients import set_back
from ..autograd.grad_mode import enable_grad
from ..utils.hooks import RemovableHandle
from ._settings import (  # noqa: F401  (names that libraries import from here)
    _capturable_doc,
    _default_to_fused_or_foreach,
    _device_dtype_check_for_fused,
    _differentiable_doc,
    _disable_dynamo_if_unsupported,
    _foreach_doc,
    _fused_doc,
    _get_capturable_supported_devices,
    _get_scalar_dtype,
    _get_value,
    _maximize_doc,
    _params_doc,
    _stack_if_compiling,
    _to_scalar,
    _use_grad_for_differentiable,
    _view_as_real,
    check_number,
)
from ._state import packed, restored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Params

__all__ = ["Optimizer", "register_optimizer_step_post_hook", "register_optimizer_step_pre_hook"]

# The names that libraries use in annotations; Python looks at them at run time.
Args = tuple
Kwargs = dict
StateDict = dict
DeviceDict = dict
DeviceDtypeDict = dict
ParamsT = Iterable

_global_optimizer_pre_hooks: dict[int, Callable] = OrderedDict()
_global_optimizer_post_hooks: dict[int, Callable] = OrderedDict()
_HOOKS = (
    "_optimizer_step_pre_hooks",
    "_optimizer_step_post_hooks",
    "_optimizer_state_dict_pre_hooks",
    "_optimizer_state_dict_post_hooks",
    "_optimizer_load_state_dict_pre_hooks",
    "_optimizer_load_state_dict_post_hooks",
)


class _RequiredParameter:
    """A default that says: each group must have this setting."""

    def __repr__(self) -> str:
        return "<required parameter>"


required = _RequiredParameter()


def _one_by_one(group):
    """The settings for tensors whose class runs operators, as DTensors: it knows plain ones, and few for lists."""
    chosen = "foreach" not in group or group["foreach"] is not None or group.get("fused")
    return group if chosen else {**group, "foreach": False}


def _add_hook(hooks, hook, prepend=False):
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def _run_before(step, args, kwargs, hooks):
    """The arguments of a step as the hooks before it leave them."""
    for hook in hooks:
        result = hook(args[0], args, kwargs)
        if result is not None:
            if not (isinstance(result, tuple) and len(result) == 2):
                raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {result}.")
            args, kwargs = result
    return args, kwargs


def register_optimizer_step_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """hook(optimizer, args, kwargs) runs before every step of every optimizer; it may return other (args, kwargs)."""
    return _add_hook(_global_optimizer_pre_hooks, hook)


def register_optimizer_step_post_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """hook(optimizer, args, kwargs) runs after every step of every optimizer."""
    return _add_hook(_global_optimizer_post_hooks, hook)


def _in_range(what: str, method: Callable[..., Any]) -> Callable[..., Any]:
    """A step, or zero_grad, in a range that profiles show under torch's name."""

    def run(self, *args, **kwargs):
        with _ranges.record_function(f"Optimizer.{what}#{type(self).__name__}.{what}"):
            out = method(self, *args, **kwargs)
            if what == "step":
                self._optimizer_step_code()
        return out

    return run


def _forget(optimizer: Optimizer, set_to_none: bool) -> None:
    for group in optimizer.param_groups:
        set_back(group["params"], set_to_none)


class Optimizer:
    """Holds param_groups, a list of dicts ("params" and settings), and state, parameter -> dict.

    params: an iterable of tensors, of (name, tensor) pairs, or of dicts with "params" and settings of
    their own; defaults: the settings of groups that do not say otherwise, `required` where each must.
    A subclass overrides step. As torch.optim.Optimizer.
    """

    _params_come_later = False
    # Settings that groups of older files lack, and whether each state counts its steps in a tensor.
    _later_settings: dict[str, Any] = {}
    _counts_in_tensors = False
    # Entries of a state that must have their parameter's shape.
    _like_param: frozenset[str] = frozenset()
    # The step that torch's compiler reads in the place of ours, which _C._dynamo.optimizers sets.
    _step_of_torch: Any = None
    closed = False
    # Names for annotations of subclasses, which Python looks at where it makes the class.
    OptimizerPreHook: TypeAlias = Callable[..., Any]
    OptimizerPostHook: TypeAlias = Callable[..., Any]

    def __init__(self, params: Params, defaults: dict[str, Any]) -> None:
        self.defaults = defaults
        self._prepare_hooks()
        self.state: dict[Tensor, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[dict[str, Any]] = []
        if params is None and self._params_come_later:
            return
        for group in self._as_groups(params):
            self.add_param_group(group)

    @staticmethod
    def _as_groups(params):
        if isinstance(params, (Tensor, dict)) or not isinstance(params, Iterable):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got {type(params).__name__}"
            )
        params = list(params) if not isinstance(params, set) else params
        if not params:
            raise ValueError("optimizer got an empty parameter list")
        if isinstance(params, list) and isinstance(params[0], dict):
            return params
        return [{"params": params}]

    # ---- parameters ----

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Adds a dict with "params" (a tensor or several) and settings; what it leaves out is the default.

        Raises TypeError for what is no tensor and for a set, ValueError for a tensor that is no leaf or
        is in another group already, and for an unusable setting. Warns of a tensor that stands twice.
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        if "params" not in param_group:
            raise ValueError("param_group has no 'params'")
        names, params = _named(param_group["params"])
        for param in params:
            self._check_param(param)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
        self._check_group({**self.defaults, **param_group, "params": params})
        named = bool(names) or "param_names" in param_group
        self._check_membership(params, named)
        param_group["params"] = params
        if names:
            param_group["param_names"] = names
        for name, default in self.defaults.items():
            param_group.setdefault(name, default)
        self.param_groups.append(param_group)

    def _check_param(self, param):
        if not isinstance(param, Tensor):
            raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {type(param).__name__}")
        if not self.defaults.get("differentiable") and not (param.is_leaf or param.retains_grad):
            raise ValueError("can't optimize a non-leaf Tensor")

    def _check_membership(self, params, named):
        for group in self.param_groups:
            if named != ("param_names" in group):
                text = "with names" if named else "without names"
                raise ValueError(
                    "all optimizer param groups should be with/without names. "
                    f"cannot add param group {text} to the optimizer"
                )
        numbers = {id(param) for param in params}
        if len(numbers) != len(params):
            warnings.warn(
                "optimizer contains a parameter group with duplicate parameters; "
                "in future, this will cause an error; "
                "see github.com/pytorch/pytorch/issues/40967 for more information",
                stacklevel=4,
            )
        if any(id(param) in numbers for group in self.param_groups for param in group["params"]):
            raise ValueError("some parameters appear in more than one parameter group")

    def add_parameters(self, params: Params) -> None:
        """Adds an iterable of tensors as a group with the default settings, as GoTorch's AddParameters."""
        self._check_open()
        for group in self._as_groups(params):
            self.add_param_group(group)

    def _check_group(self, group):
        """Raises ValueError or TypeError for a setting that cannot be."""

    def set_lr(self, lr: float) -> None:
        """Sets the learning rate of every group, and of groups to come."""
        check_number("learning rate", lr)
        self.defaults["lr"] = lr = float(lr)
        for group in self.param_groups:
            group["lr"] = lr

    # ---- work ----

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget every gradient, or with set_to_none=False fill it with zeros."""
        forget = _in_range("zero_grad", _forget) if _ranges.profile_runs else _forget
        forget(self, set_to_none)

    @_use_grad_for_differentiable
    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Updates every parameter that has a gradient; returns closure(), which recomputes the loss, if given."""
        if not self.param_groups:
            raise ValueError(f"{type(self).__name__} has no parameters: call add_parameters first")
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        if compiler.is_compiling() and self._step_of_torch:
            self._step_of_torch()
            return loss
        for group in self.param_groups:
            params, grads = core.gradients(group["params"])
            if params:
                self._step_group(_one_by_one(group) if core.is_asked(params) else group, params, grads)
        return loss

    def _step_group(self, group, params, grads):
        raise NotImplementedError(f"{type(self).__name__} has no step")

    def _gather(self, group, params, grads):
        """Adds the parameters that have gradients, and these, to lists; returns the pairs."""
        found = [(param, param.grad) for param in group["params"] if param.grad is not None]
        for param, grad in found:
            if group["fused"]:
                _device_dtype_check_for_fused(param)
            params.append(param)
            grads.append(grad)
        return found

    def _columns(self, group, params, grads, *names):
        """For each name a list: that entry of the states of parameters, made where there are none."""
        found = core.state_columns(self.state, params, grads, names)
        if found is None:
            states = self._states(group, params, grads)
            found = [[state[name] for state in states] for name in names]
        return found

    def _states(self, group, params, grads):
        """The states of parameters, made by _new_state(group, param, grad) where there is none."""
        states = []
        for param, grad in zip(params, grads):
            if grad.is_sparse:
                self._refuse_sparse()
            state = self.state[param]
            if not state:
                state.update(self._new_state(group, param, grad))
            states.append(state)
        return states

    def _refuse_sparse(self):
        raise RuntimeError(f"{type(self).__name__} does not support sparse gradients")

    def close(self) -> None:
        """Lets go of parameters and state; harmless when closed already. A closed optimizer cannot step."""
        self.param_groups, self.closed = [], True
        self.state.clear()

    def _check_open(self):
        if self.closed:
            raise ValueError(f"this {type(self).__name__} is closed")

    # ---- hooks ----

    def _prepare_hooks(self):
        for name in _HOOKS:
            if name not in self.__dict__:
                self.__dict__[name] = OrderedDict()
        self._patch_step_function()

    @staticmethod
    def _group_tensors_by_device_and_dtype(
        tensorlistlist: list[list[Tensor | None]], with_indices: bool = False
    ) -> dict[tuple[Any, Any], tuple[list[list[Tensor | None]], list[int]]]:
        if compiler.is_compiling():  # the backend groups them
            return {(None, None): (tensorlistlist, list(range(len(tensorlistlist[0]))))}
        from .._C._groups import _group_tensors_by_device_and_dtype

        return _group_tensors_by_device_and_dtype(tensorlistlist, with_indices)

    def _accelerator_graph_capture_health_check(self) -> None:
        """For steps that look whether a graph is captured; none is here."""

    _cuda_graph_capture_health_check = _accelerator_graph_capture_health_check

    def _patch_step_function(self) -> None:
        """Lets hooks run around the class's own step, whoever has written it."""
        if not getattr(type(self).step, "hooked", False):
            type(self).step = self.profile_hook_step(type(self).step)
            type(self).step.hooked = True

    def _optimizer_step_code(self) -> None:
        """Does nothing: profiles with stacks know by its frame that the optimizer has made a step."""

    @staticmethod
    def profile_hook_step(func: Callable[..., Any]) -> Callable[..., Any]:
        """A step with the hooks of its optimizer and of all optimizers around it."""

        @functools.wraps(func)
        def wrapper(*args, **kwargs):
            self = args[0]
            # torch's compiler leaves a frame alone that names no module
            if self.closed and not compiler.is_compiling():
                self._check_open()
            before, after = self._optimizer_step_pre_hooks, self._optimizer_step_post_hooks
            if before or _global_optimizer_pre_hooks:
                args, kwargs = _run_before(
                    func, args, kwargs, (*_global_optimizer_pre_hooks.values(), *before.values())
                )
            run = _in_range("step", func) if _ranges.profile_runs else func
            out = run(*args, **kwargs)
            if after or _global_optimizer_post_hooks:
                for hook in (*after.values(), *_global_optimizer_post_hooks.values()):
                    hook(self, args, kwargs)
            return out

        return wrapper

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """hook(optimizer, args, kwargs) runs before each step; it may return other (args, kwargs)."""
        return _add_hook(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """hook(optimizer, args, kwargs) runs after each step."""
        return _add_hook(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """hook(optimizer) runs before state_dict()."""
        return _add_hook(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """hook(optimizer, state_dict) runs after state_dict(); it may return another one."""
        return _add_hook(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """hook(optimizer, state_dict) runs before load_state_dict(); it may return another one."""
        return _add_hook(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """hook(optimizer) runs after load_state_dict()."""
        return _add_hook(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    # ---- state ----

    def state_dict(self) -> dict[str, Any]:
        """{"state": {number: dict}, "param_groups": [...]}, parameters as numbers: torch's own form."""
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        state_dict = packed(self.param_groups, self.state)
        for hook in self._optimizer_state_dict_post_hooks.values():
            result = hook(self, state_dict)
            state_dict = state_dict if result is None else result
        return state_dict

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Takes over settings and a copy of the state from state_dict(), or from that of torch's optimizer.

        Raises ValueError where groups or their sizes differ, or an entry does not fit its parameter;
        nothing is changed then.
        """
        state_dict = dict(state_dict)
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            result = hook(self, state_dict)
            state_dict = state_dict if result is None else result
        groups, state = restored(state_dict, self.param_groups, self._like_param)
        for group in groups:
            self._check_group({**self.defaults, **self._later_settings, **group})
        self.__setstate__({"state": state, "param_groups": groups})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def __getstate__(self) -> dict[str, Any]:
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare_hooks()
        self.defaults.setdefault("differentiable", False)
        for group in self.param_groups:
            for name, value in self._later_settings.items():
                group.setdefault(name, value)
            for param in group["params"]:
                held = self.state.get(param)
                if held and self._counts_in_tensors and "step" in held and not isinstance(held["step"], Tensor):
                    with_param = group.get("capturable") or group.get("fused")
                    held["step"] = make_tensor(
                        float(held["step"]),
                        dtype=_get_scalar_dtype(group.get("fused")),
                        device=param.device if with_param else "cpu",
                    )

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
        raise TypeError(
            "optimizer parameters need to be organized in ordered collections, but "
            "the ordering of tensors in sets will change between runs. Please use a list instead."
        )
    if not isinstance(params, Iterable):
        raise TypeError(f"params must be a Tensor or an iterable of Tensors, got {type(params).__name__}")
    params = list(params)
    names = [item[0] for item in params if isinstance(item, tuple)]
    if names and len(names) != len(params):
        raise ValueError("all optimizer params should be with/without names. Some param names are missing")
    return names, [item[1] for item in params] if names else params


_profiler_calls.KNOWN["optimizer"] = Optimizer._optimizer_step_code.__code__
