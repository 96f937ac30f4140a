"""Saving a module's tensors by name and loading them again, with torch's keys."""

from collections import OrderedDict, namedtuple
from collections.abc import Mapping

from .._boundary.errors import TorchError
from .._tensor.tensor import Tensor
from ..autograd import no_grad
from ._reflect import BUFFER, PARAMETER


class IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    """What a load that was not strict left out."""

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


def _own_state(module):
    """(path, tensor) of what a file holds of this module alone: parameters, then buffers, as in torch."""
    yield from module._own_tensors(PARAMETER)
    yield from module._own_tensors(BUFFER)


def _owners(module):
    """(prefix ending in a dot, module) for every path; a shared module comes under each of its names."""
    for name, owner in module.named_modules(remove_duplicate=False):
        yield f"{name}." if name else "", owner


def save(module, destination, prefix, keep_vars):
    """Fill destination (or a new OrderedDict) with the tensors of module and all below it."""
    if destination is None:
        destination = OrderedDict()
        destination._metadata = OrderedDict()
    metadata = getattr(destination, "_metadata", None)
    for below, owner in _owners(module):
        if metadata is not None:
            metadata[(prefix + below)[:-1]] = {"version": owner._version}
        for path, tensor in _own_state(owner):
            destination[prefix + below + path] = tensor if keep_vars else tensor.detach()
    return destination


def load(module, state_dict, strict, assign):
    """Copy state_dict into module once every key, type and shape has been found right."""
    if not isinstance(state_dict, Mapping):
        raise TypeError(f"state_dict must be a dict of tensors, got {type(state_dict).__name__}")
    state, targets = _upgraded(module, state_dict), {}
    for prefix, owner in _owners(module):
        targets.update((prefix + path, tensor) for path, tensor in _own_state(owner))
    missing = [key for key in targets if key not in state]
    unexpected = [key for key in state if key not in targets]
    sources, problems = {}, []
    for key, target in targets.items():
        if key in state:
            sources[key] = _fitting(key, state[key], target, problems)
    if strict:
        problems = _key_problems("Missing", missing) + _key_problems("Unexpected", unexpected) + problems
    if problems:
        raise TorchError(
            "Error(s) in loading state_dict for {}:\n\t{}".format(type(module).__name__, "\n\t".join(problems))
        )
    with no_grad():
        for key, source in sources.items():
            if assign:
                targets[key].data = source.detach()
            else:
                targets[key].copy_(source)
    return IncompatibleKeys(missing, unexpected)


def _upgraded(module, state_dict):
    """A copy of state_dict in which modules have mended what older versions of torch wrote."""
    metadata, state = getattr(state_dict, "_metadata", None) or {}, dict(state_dict)
    for prefix, owner in _owners(module):
        owner._upgrade_state_dict(state, prefix, metadata.get(prefix[:-1], {}).get("version"))
    return state


def _key_problems(what, keys):
    return ["{} key(s) in state_dict: {}. ".format(what, ", ".join(f'"{key}"' for key in keys))] if keys else []


def _fitting(key, source, target, problems):
    """source as it can be copied into target; what is wrong with it goes to problems."""
    if not isinstance(source, Tensor):
        problems.append(f'"{key}" must be a Tensor, got {type(source).__name__}.')
        return source
    if target.dim() == 0 and tuple(source.shape) == (1,):
        source = source[0]  # what torch before 0.4 wrote for a scalar
    if tuple(source.shape) != tuple(target.shape):
        problems.append(
            f"size mismatch for {key}: copying a param with shape {source.shape} from checkpoint, "
            f"the shape in current model is {target.shape}."
        )
    return source
