"""Calling a module with other tensors in the place of its own (torch.nn.utils.stateless)."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator

from ..._tensor.tensor import Tensor
from ..modules.module import Module
from ..parallel.data_parallel import DataParallel

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = ["functional_call"]

_ABSENT = object()


def _untied(module, given):
    """given, with what is given for one name of a shared tensor at all its names."""
    names: dict[int, list[str]] = {}
    for named in (module.named_parameters(remove_duplicate=False), module.named_buffers(remove_duplicate=False)):
        for name, tensor in named:
            names.setdefault(id(tensor), []).append(name)
    found = dict(given)
    for tied in names.values():
        known = [name for name in tied if name in given]
        if len({id(given[name]) for name in known}) > 1:
            raise ValueError(f"functional_call got multiple values for keys {sorted(known)}, which are tied.")
        if known:
            found.update(dict.fromkeys(tied, given[known[0]]))
    return found


def _check_names(module, given):
    """For strict calls: RuntimeError unless given has exactly the module's parameters and buffers."""
    known = {
        name
        for named in (module.named_parameters(remove_duplicate=False), module.named_buffers(remove_duplicate=False))
        for name, _ in named
    }
    unexpected, missing = sorted(set(given) - known), sorted(known - set(given))
    told = []
    if unexpected:
        told.append(f"Unexpected key(s): {', '.join(map(repr, unexpected))}.")
    if missing:
        told.append(f"Missing key(s): {', '.join(map(repr, missing))}.")
    if told:
        raise RuntimeError("Error(s) in reparametrizing for {}:\n\t{}".format(module._get_name(), "\n\t".join(told)))


def _swap(owner, name, tensor):
    """Put tensor in the place of a member or attribute, or take it away; gives what was there, or _ABSENT."""
    for table in (owner._parameters, owner._buffers):
        if name in table:
            held = table[name]
            if tensor is _ABSENT:
                del table[name]
            else:
                table[name] = tensor
            return held
    held = getattr(owner, name, _ABSENT)
    if held is not _ABSENT and held is not None and not isinstance(held, Tensor):
        raise TypeError(f"attribute `{name}`: {held} is not an instance of torch.Tensor")
    if tensor is not _ABSENT:
        setattr(owner, name, tensor)
    elif held is not _ABSENT:
        delattr(owner, name)
    return held


def _owner(module, name):
    """(module, name there) of a dotted name; of a name that reflection found in a list, the module that has it."""
    path, _, last = name.rpartition(".")
    parts = path.split(".") if path else []
    for end in range(len(parts), -1, -1):
        with contextlib.suppress(AttributeError):
            return module.get_submodule(".".join(parts[:end])), ".".join([*parts[end:], last])
    return module, name


@contextlib.contextmanager
def _reparametrize_module(
    module: Module,
    parameters_and_buffers: Mapping[str, Tensor],
    tie_weights: bool = False,
    strict: bool = False,
    stack_weights: bool = False,
) -> Iterator[None]:
    """The module with the given tensors in place of its own, as long as the block runs."""
    given = _untied(module, parameters_and_buffers) if tie_weights else dict(parameters_and_buffers)
    if strict:
        _check_names(module, given)
    places = []
    try:
        for name, tensor in given.items():
            if tensor is not None and not isinstance(tensor, Tensor):
                raise TypeError(f"{tensor} is not an instance of torch.Tensor")
            owner, last = _owner(module, name)
            places.append((name, owner, last, _swap(owner, last, tensor)))
        yield
    finally:
        after = {name: _swap(owner, last, held) for name, owner, last, held in reversed(places)}
        # A buffer that the call replaced by a new tensor is given back to the caller.
        if isinstance(parameters_and_buffers, dict):
            known = {name: after[name] for name in parameters_and_buffers if after.get(name, _ABSENT) is not _ABSENT}
            parameters_and_buffers.update(known)


def functional_call(
    module: Module,
    parameters_and_buffers: Mapping[str, Tensor],
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """The same as pytorch_c.func.functional_call, under torch's old name."""
    warnings.warn(
        "`torch.nn.utils.stateless.functional_call` is deprecated as of PyTorch 2.0 and will be removed in a future "
        "version of PyTorch. Please use `torch.func.functional_call` instead which is a drop-in replacement.",
        FutureWarning,
        stacklevel=2,
    )
    return _functional_call(module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict)


def _functional_call(
    module: Module,
    parameters_and_buffers: Mapping[str, Tensor],
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """module(*args, **kwargs) with tensors by dotted name in the place of its parameters and buffers.

    args: a tuple, or one argument that is none. tie_weights: what is given for one name of a shared tensor
    stands at all of them (ValueError for two values). strict: RuntimeError unless every name is given and no other.
    """
    if isinstance(module, DataParallel):
        raise RuntimeError("The stateless API can't be used with nn.DataParallel module")
    arguments = () if args is None else args if isinstance(args, tuple) else (args,)
    with _reparametrize_module(module, parameters_and_buffers, tie_weights=tie_weights, strict=strict):
        return module(*arguments, **(kwargs or {}))
