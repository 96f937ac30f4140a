"""Handles of hooks, and the hooks around a module's gradients (torch.utils.hooks)."""

from __future__ import annotations

import itertools
import warnings
import weakref
from functools import cache

from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from typing_extensions import Self

    _F = TypeVar("_F", bound=Callable[..., Any])

__all__ = ["BackwardHook", "RemovableHandle", "unserializable_hook", "warn_if_has_hooks"]

_numbers = itertools.count()


class _Empty(dict):
    """A dict that weak references can point to; the one of a handle whose hooks are gone."""


class RemovableHandle:
    """Takes a hook away again: `remove()`, once or more often, or as a context manager.

    hooks_dict: the dict (one that takes weak references, as an OrderedDict does) in which the hook stands
    under `id`. extra_dict: a dict, or a list of them, from which `id` goes too.
    Source: torch.utils.hooks.RemovableHandle.
    """

    id: int

    def __init__(self, hooks_dict: Any, *, extra_dict: Any = None) -> None:
        self.id = next(_numbers)
        self.hooks_dict_ref = weakref.ref(hooks_dict)
        extra = [extra_dict] if isinstance(extra_dict, dict) else extra_dict or []
        self.extra_dict_ref = tuple(map(weakref.ref, extra))

    def remove(self) -> None:
        """Takes the hook away; it does not run again."""
        for one in (self.hooks_dict_ref, *self.extra_dict_ref):
            hooks = one()
            if hooks is not None:
                hooks.pop(self.id, None)

    def __getstate__(self) -> tuple[Any, ...]:
        return self.hooks_dict_ref(), self.id, tuple(one() for one in self.extra_dict_ref)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        global _numbers
        hooks, self.id, *extra = state
        self.hooks_dict_ref = weakref.ref(_Empty() if hooks is None else hooks)
        self.extra_dict_ref = tuple(map(weakref.ref, extra[0] or ())) if extra else ()
        _numbers = itertools.count(max(next(_numbers), self.id + 1))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.remove()


def unserializable_hook(f: _F) -> _F:
    """Marks a hook of which nobody need be told that pickle leaves it out."""
    f.__torch_unserializable__ = True
    return f


def warn_if_has_hooks(tensor: Tensor) -> None:
    """Warns of hooks in `tensor._backward_hooks` that pickle leaves out."""
    for hook in (getattr(tensor, "_backward_hooks", None) or {}).values():
        if not hasattr(hook, "__torch_unserializable__"):
            warnings.warn(
                f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can decorate "
                "the function with @torch.utils.hooks.unserializable_hook to suppress this warning",
                stacklevel=2,
            )


class BackwardHook:
    """Runs the full backward hooks of one call of a module.

    A step of the graph before the module's inputs and one after its outputs see the gradients: the second
    notes the gradient of the outputs, the first has that of the inputs.
    Source: torch.utils.hooks.BackwardHook.
    """

    def __init__(self, module: Any, user_hooks: list[Any], user_pre_hooks: list[Any]) -> None:
        self.module, self.user_hooks, self.user_pre_hooks = module, user_hooks, user_pre_hooks
        self.grad_outputs: Any = None
        self.n_inputs = self.n_outputs = -1
        self.input_tensors_index: Any = None
        self.output_tensors_index: Any = None

    def setup_input_hook(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """The inputs behind the step that calls the hooks."""
        self.n_inputs = len(args)
        args, self.input_tensors_index = _pass_through(args, lambda node: node.register_hook(self._after_inputs))
        return args

    def setup_output_hook(self, result: Any) -> Any:
        """The outputs behind the step that notes their gradient."""
        outputs = result if isinstance(result, tuple) else (result,)
        self.n_outputs = len(outputs)
        made, self.output_tensors_index = _pass_through(outputs, lambda node: node.register_hook(self._after_outputs))
        return made if isinstance(result, tuple) else made[0]

    def _after_outputs(self, grad_input, grad_output):
        grads = came = _spread(self.output_tensors_index, grad_output, self.n_outputs)
        for hook in self.user_pre_hooks:
            new = hook(self.module, grads)
            if new is None:
                continue
            if len(new) != len(grads):
                raise RuntimeError(
                    "Backward pre hook returned an invalid number of grad_output, "
                    f"got {len(new)}, but expected {len(grads)}"
                )
            grads = new
        self.grad_outputs = grads
        if self.input_tensors_index is None:
            self._without_inputs()
        return None if grads is came else tuple(grads[i] for i in self.output_tensors_index)

    def _without_inputs(self):
        warnings.warn(
            "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs "
            "require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
            "#torch.nn.Module.register_full_backward_hook for more details.",
            stacklevel=6,
        )
        nothing = (None,) * self.n_inputs
        for hook in self.user_hooks:
            new = hook(self.module, nothing, self.grad_outputs)
            if new is not None and not (isinstance(new, tuple) and all(one is None for one in new)):
                raise RuntimeError(
                    "Backward hook for Modules where no input requires gradient should always return None or "
                    "None for all gradients."
                )
        self.grad_outputs = None

    def _after_inputs(self, grad_input, grad_output):
        if self.grad_outputs is None:  # no gradient came through the outputs in this pass
            return None
        grads = came = _spread(self.input_tensors_index, grad_input, self.n_inputs)
        for hook in self.user_hooks:
            new = hook(self.module, grads, self.grad_outputs)
            if new is None:
                continue
            if len(new) != len(grads):
                raise RuntimeError(
                    f"Backward hook returned an invalid number of grad_input, got {len(new)}, but expected {len(grads)}"
                )
            grads = new
        self.grad_outputs = None
        return None if grads is came else tuple(grads[i] for i in self.input_tensors_index)


def _spread(places, values, size):
    result = [None] * size
    for place, value in zip(places, values):
        result[place] = value
    return tuple(result)


@cache
def _of_graph():
    """Returns what this file needs of modules that import it."""
    from ..autograd.grad_mode import is_grad_enabled
    from ..nn.modules._functions import BackwardHookFunction

    return is_grad_enabled, BackwardHookFunction


def _pass_through(values, hang):
    """(values behind one step of the graph, the places of tensors), after hang(step); (values, None) unrecorded."""
    is_grad_enabled, function = _of_graph()
    places = [i for i, one in enumerate(values) if isinstance(one, Tensor)]
    if not (any(values[i].requires_grad for i in places) and is_grad_enabled()):
        return values, None
    made = function.apply(*(values[i] for i in places))
    nodes = [one.grad_fn for one in made if one.grad_fn is not None]
    if not nodes:
        raise RuntimeError("no input or output of the module takes part in the graph: its backward hooks cannot run")
    hang(nodes[0])
    result = list(values)
    for place, one in zip(places, made):
        result[place] = one
    return (tuple(result) if type(values) is tuple else type(values)(*result)), places
