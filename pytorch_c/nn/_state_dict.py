"""Saving a module's tensors by name and loading them again, with torch's keys, hooks and errors."""

from __future__ import annotations

import itertools
import warnings
from collections import OrderedDict, namedtuple
from collections.abc import Mapping

from .. import __future__, _ops
from .._boundary.errors import TorchError
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ..autograd import no_grad
from ..utils._swapping import swap_tensors
from . import _hooks
from ._members import Members, gotorchs, is_tensor_like
from .parameter import Parameter, is_lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..utils.hooks import RemovableHandle

_EXTRA_STATE_KEY_SUFFIX = "_extra_state"


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """Keys that a load that was not strict left out."""

    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


class _Trial(dict):
    """The part of a state dict that a module looks through without taking anything over.

    `plan`: (module's tensor, what it would be given), of all modules, one list for all parts; `extra`: holds an item where
    there is more to take over.
    """

    def __init__(self, state, whole=None):
        super().__init__(state)
        self.plan, self.extra = ([], []) if whole is None else (whole.plan, whole.extra)


class State(Members):
    """The part of Module that has a state."""

    _version = 1

    # ---- save ----

    def state_dict(
        self, *args: Any, destination: dict[str, Any] | None = None, prefix: str = "", keep_vars: bool = False
    ) -> dict[str, Any]:
        """An OrderedDict of dotted name -> tensor: parameters and buffers, sharing memory with this module.

        keep_vars=True keeps the Parameter objects instead of detached tensors. destination: a dict to fill.
        """
        if args:
            warnings.warn(
                "Positional args are being deprecated, use kwargs instead: destination=, prefix=, keep_vars=",
                FutureWarning,
                stacklevel=2,
            )
            given = dict(zip(("destination", "prefix", "keep_vars"), args))
            destination = given["destination"] if destination is None else destination
            prefix = prefix or given.get("prefix", "")
            keep_vars = keep_vars or given.get("keep_vars", False)
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars)
        for hook in self._state_dict_hooks.values():
            changed = hook(self, destination, prefix, metadata)
            if changed is None:
                continue
            if getattr(hook, "_from_public_api", False):
                raise RuntimeError("state_dict post-hook must return None")
            destination = changed
        return destination

    def _save_to_state_dict(self, destination: dict[str, Any], prefix: str, keep_vars: bool) -> None:
        """Puts what this module alone has into destination. A subclass may write more, or otherwise."""
        for name, parameter in self._parameters.items():
            if parameter is not None:
                destination[prefix + name] = parameter if keep_vars else parameter.detach()
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = buffer if keep_vars else buffer.detach()
        if type(self).get_extra_state is not State.get_extra_state:
            destination[prefix + _EXTRA_STATE_KEY_SUFFIX] = self.get_extra_state()

    def get_extra_state(self) -> Any:
        """Returns what state_dict keeps under "_extra_state", for a subclass that has some. It must be picklable."""
        raise RuntimeError(f"{type(self).__name__} has no extra state: write get_extra_state() and set_extra_state()")

    def set_extra_state(self, state: Any) -> None:
        """Takes over what get_extra_state gave."""
        raise RuntimeError(f"{type(self).__name__} has no extra state: write get_extra_state() and set_extra_state()")

    # ---- load ----

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> Any:
        """Copies tensors by name into this module; assign=True puts them in the place of the module's own instead.

        Returns (missing_keys, unexpected_keys). Raises TorchError that lists every missing key, unexpected
        key (both only if strict) and shape that differs. Nothing has been changed then, unless a module has hooks
        or a _load_from_state_dict of its own: these run, as in torch, while others are loaded already.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        if all(_is_plain(module) for module in self.modules()):
            trial = _Trial(state_dict)
            missing, unexpected, errors = _run(self, trial, state_dict, assign)
            _raise_for(self, strict, missing, unexpected, errors)
            if not assign and not trial.extra and _copied_at_once(trial.plan):
                return _IncompatibleKeys(missing, unexpected)
        copied = OrderedDict(state_dict)
        if hasattr(state_dict, "_metadata"):
            copied._metadata = state_dict._metadata
        missing, unexpected, errors = _run(self, copied, state_dict, assign)
        _raise_for(self, strict, missing, unexpected, errors)
        return _IncompatibleKeys(missing, unexpected)

    @gotorchs
    def set_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> Any:
        """Loads a state, as load_state_dict, under GoTorch's name."""
        return self.load_state_dict(state_dict, strict, assign)

    def _load_from_state_dict(
        self,
        state_dict: dict[str, Any],
        prefix: str,
        local_metadata: dict[str, Any],
        strict: bool,
        missing_keys: list[str],
        unexpected_keys: list[str],
        error_msgs: list[str],
    ) -> None:
        """Takes over what this module alone has under prefix. A subclass may read more, or otherwise.

        What is wrong is added to the three lists. local_metadata: {"version": …} as it was saved.
        """
        for hook in self._load_state_dict_pre_hooks.values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        own = {
            name: tensor
            for name, tensor in itertools.chain(self._parameters.items(), self._buffers.items())
            if tensor is not None and not (name in self._buffers and name in self._non_persistent_buffers_set)
        }
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, tensor in own.items():
            key = prefix + name
            if key not in state_dict:
                if strict:
                    missing_keys.append(key)
                continue
            source = _fitting(key, state_dict[key], tensor, error_msgs)
            if source is not None and isinstance(state_dict, _Trial):
                state_dict.plan.append((tensor, source))
            elif source is not None:
                _take_over(self, name, key, tensor, source, assign, error_msgs)
        _load_extra_state(self, state_dict, prefix + _EXTRA_STATE_KEY_SUFFIX, strict, missing_keys, unexpected_keys)
        if strict:
            unexpected_keys += _unexpected(self, state_dict, prefix, own)

    # ---- hooks ----

    def _register_state_dict_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Calls hook(module, state_dict, prefix, metadata) after state_dict(); what it returns takes its place."""
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError(
                "Cannot register the same function as the state dict post hook that was previously registered via "
                "register_state_dict_post_hook"
            )
        return _hooks.add(self._state_dict_hooks, hook)

    def register_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Calls hook(module, state_dict, prefix, metadata) after state_dict(); it may change the dict in place."""
        hook._from_public_api = True
        return _hooks.add(self._state_dict_hooks, hook)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Calls hook(module, prefix, keep_vars) before state_dict()."""
        return _hooks.add(self._state_dict_pre_hooks, hook)

    def _register_load_state_dict_pre_hook(
        self, hook: Callable[..., Any], with_module: bool = False
    ) -> RemovableHandle:
        """Calls hook(state_dict, prefix, metadata, strict, missing, unexpected, errors) before this module loads."""
        return _hooks.add(self._load_state_dict_pre_hooks, _hooks.WrappedHook(hook, self if with_module else None))

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Calls hook(module, state_dict, prefix, metadata, strict, missing, unexpected, errors) before loading."""
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Calls hook(module, incompatible_keys) once this module and all below it are loaded."""
        return _hooks.add(self._load_state_dict_post_hooks, hook)


def _is_plain(module):
    """Returns whether a module can be asked what it would load: no hook, and no way of its own but those of this package."""
    owner = getattr(type(module)._load_from_state_dict, "__module__", "")
    hooks = module._load_state_dict_pre_hooks or module._load_state_dict_post_hooks
    return not hooks and owner.startswith(f"{__package__}.")


def _run(top, state, source, assign):
    """Loads the copy `state` of source; a _Trial is only looked through. Returns (missing, unexpected, errors)."""
    missing, unexpected, errors = [], [], []
    metadata = getattr(source, "_metadata", None) or {}
    trial = isinstance(state, _Trial)
    ancestors = set()

    def load(module, state, prefix):
        local = dict(metadata.get(prefix[:-1], {})) if trial else metadata.get(prefix[:-1], {})
        if assign:
            local["assign_to_params_buffers"] = assign
        module._load_from_state_dict(state, prefix, local, True, missing, unexpected, errors)
        ancestors.add(module)
        parts = _parts(state, prefix, module._modules)
        for name, child in module._modules.items():
            if child is not None and child not in ancestors:
                load(child, _Trial(parts[name], state) if trial else parts[name], f"{prefix}{name}.")
        ancestors.discard(module)
        if not trial:
            _after_loading(module, _IncompatibleKeys(missing, unexpected))

    try:
        load(top, state, "")
    finally:
        load = None  # which refers to itself
    return missing, unexpected, errors


def _parts(state, prefix, names):
    """{name: the part of state for the child of that name}"""
    if not names:
        return {}
    parts = {name: {} for name in names}
    deep = [name for name in names if "." in name]  # found by reflection, in a list or a dict
    for key, value in state.items():
        if key.startswith(prefix):
            rest = key[len(prefix) :]
            first, dot, _ = rest.partition(".")
            if dot and first in parts:
                parts[first][key] = value
            for name in deep:
                if rest.startswith(f"{name}."):
                    parts[name][key] = value
    return parts


def _after_loading(module, keys):
    for hook in module._load_state_dict_post_hooks.values():
        if hook(module, keys) is not None:
            raise AssertionError(
                "Hooks registered with ``register_load_state_dict_post_hook`` are not expected to return new values, "
                "if incompatible_keys need to be modified, it should be done inplace."
            )


def _raise_for(module, strict, missing, unexpected, errors):
    found = list(errors)
    for what, keys in (("Unexpected", unexpected), ("Missing", missing)) if strict else ():
        if keys:
            found.insert(0, "{} key(s) in state_dict: {}. ".format(what, ", ".join(f'"{key}"' for key in keys)))
    if found:
        raise TorchError(
            "Error(s) in loading state_dict for {}:\n\t{}".format(type(module).__name__, "\n\t".join(found))
        )


def _fitting(key, source, target, errors):
    """source as it can be copied into target, or None with the reason among errors."""
    if not is_tensor_like(source):
        errors.append(
            f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object from checkpoint '
            f"but received {type(source)}"
        )
        return None
    if is_lazy(target):
        return source
    if target.dim() == 0 and tuple(source.shape) == (1,):
        source = source[0]  # what torch before 0.4 wrote for a scalar
    if source.shape != target.shape:
        errors.append(
            f"size mismatch for {key}: copying a param with shape {source.shape} from checkpoint, "
            f"the shape in current model is {target.shape}."
        )
        return None
    return source


def _copied_at_once(plan):
    """Copies all in one call of the C library; False where each is to be copied by itself, or one cannot be."""
    targets, sources = [target for target, _ in plan], [source for _, source in plan]
    if (
        not plan
        or __future__.get_swap_module_params_on_conversion()
        or core.overriding()[1]
        or core.count_dispatch_modes(False)
    ):
        return not plan
    if not all(type(one) in (Tensor, Parameter) for one in itertools.chain(targets, sources)):
        return False
    if len({id(one) for one in targets}) < len(plan) or any(one.is_meta for one in targets):
        return False
    try:
        with no_grad():
            _ops._foreach_copy_(targets, sources)
    except Exception:  # which of them, and why, is said where each is copied by itself
        return False
    return True


def _take_over(module, name, key, target, source, assign, errors):
    if target.is_meta and not source.is_meta and not assign:
        warnings.warn(
            f"for {key}: copying from a non-meta parameter in the checkpoint to a meta parameter in the current model, "
            "which is a no-op. (Did you mean to pass `assign=True` to assign items in the state dictionary to their "
            "corresponding key in the module instead of copying them in place?)",
            stacklevel=5,
        )
    swap = __future__.get_swap_module_params_on_conversion()
    try:
        with no_grad():
            if swap:
                _swap(target, source, assign)
            elif assign:
                _assign(module, name, target, source)
            else:
                target.copy_(source)
    except Exception as error:
        errors.append(
            f'While {"swapping" if swap else "copying"} the parameter named "{key}", whose dimensions in the model are {target.size()} and whose '
            f"dimensions in the checkpoint are {source.size()}, an exception occurred : {error.args}."
        )


def _swap(target, source, assign):
    """Gives the tensor that target.module_load() makes of source to whoever holds target."""
    made = target.module_load(source, assign=assign)
    if made is source or made is target:
        raise RuntimeError(
            "module_load returned one of self or other, please .detach() the result if returning one of the inputs in "
            "module_load"
        )
    if isinstance(target, Parameter):
        if isinstance(made, Parameter):
            made.requires_grad_(target.requires_grad)
        else:
            made = Parameter(made, requires_grad=target.requires_grad)
    swap_tensors(target, made)


def _assign(module, name, target, source):
    if isinstance(target, Parameter):
        if isinstance(source, Parameter):
            source.requires_grad_(target.requires_grad)
        else:
            source = Parameter(source, requires_grad=target.requires_grad)
    if "." in name:  # found by reflection, in a list or a dict
        (module._parameters if name in module._parameters else module._buffers)[name] = source
    else:
        setattr(module, name, source)


def _load_extra_state(module, state_dict, key, strict, missing_keys, unexpected_keys):
    if type(module).set_extra_state is not State.set_extra_state:
        if key not in state_dict:
            if strict:
                missing_keys.append(key)
        elif isinstance(state_dict, _Trial):
            state_dict.extra.append(True)
        else:
            module.set_extra_state(state_dict[key])
    elif strict and key in state_dict:
        unexpected_keys.append(key)


def _unexpected(module, state_dict, prefix, own):
    """The keys under prefix that neither this module nor one below it can have."""
    modules = module._modules
    deep = [f"{name}." for name in modules if "." in name]  # found by reflection, in a list or a dict
    found = []
    for key in state_dict:
        name = key[len(prefix) :]
        if not key.startswith(prefix) or name == _EXTRA_STATE_KEY_SUFFIX or name in own:
            continue
        first, dot, _ = name.partition(".")
        if not (dot and (first in modules or any(name.startswith(one) for one in deep))):
            found.append(key)
    return found
