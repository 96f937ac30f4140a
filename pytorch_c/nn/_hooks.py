"""Functions that run around a module's forward and backward, one module's own and those of all modules."""

from __future__ import annotations

import functools
import warnings
import weakref
from collections import OrderedDict

from .._boundary.handle import core
from .._tensor.tensor import Tensor
from ..utils.hooks import BackwardHook, RemovableHandle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# ---- the hooks of all modules: number -> hook ----

_global_buffer_registration_hooks: dict[int, Any] = OrderedDict()
_global_module_registration_hooks: dict[int, Any] = OrderedDict()
_global_parameter_registration_hooks: dict[int, Any] = OrderedDict()
_global_backward_pre_hooks: dict[int, Any] = OrderedDict()
_global_backward_hooks: dict[int, Any] = OrderedDict()
_global_forward_pre_hooks: dict[int, Any] = OrderedDict()
_global_forward_hooks: dict[int, Any] = OrderedDict()
_global_forward_hooks_always_called: dict[int, bool] = OrderedDict()
_global_forward_hooks_with_kwargs: dict[int, bool] = OrderedDict()
_is_full = {"global": None}  # whether the backward hooks of all modules are full ones


def _has_any_global_hook():
    return (
        _global_backward_pre_hooks
        or _global_backward_hooks
        or _global_forward_pre_hooks
        or _global_forward_hooks
        or _global_forward_hooks_always_called
        or _global_forward_hooks_with_kwargs
    )


def add(hooks: Any, hook: Any, prepend: bool = False, marks: tuple[tuple[Any, bool], ...] = ()) -> RemovableHandle:
    """Puts a hook into hooks, in front with prepend; marks: dicts, and whether each is to know the hook's number."""
    handle = RemovableHandle(hooks, extra_dict=[table for table, _ in marks])
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    for table, marked in marks:
        if marked:
            table[handle.id] = True
    return handle


def register_module_buffer_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Calls hook(module, name, buffer) before any module registers a buffer; what it returns replaces the buffer.

    Source: torch.nn.modules.module, as all of these.
    """
    return add(_global_buffer_registration_hooks, hook)


def register_module_module_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Calls hook(module, name, child) before any module registers a child; what it returns replaces the child."""
    return add(_global_module_registration_hooks, hook)


def register_module_parameter_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Calls hook(module, name, parameter) before any module registers a parameter; what it returns replaces it."""
    return add(_global_parameter_registration_hooks, hook)


def register_module_forward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Calls hook(module, args) before any module's forward, ahead of the module's own; its result replaces args."""
    return add(_global_forward_pre_hooks, hook)


def register_module_forward_hook(
    hook: Callable[..., Any], *, with_kwargs: bool = False, always_call: bool = False
) -> RemovableHandle:
    """Calls hook(module, args, result) after any module's forward, ahead of the module's own.

    with_kwargs: hook(module, args, kwargs, result). always_call: also where forward raises.
    """
    marks = (_global_forward_hooks_with_kwargs, with_kwargs), (_global_forward_hooks_always_called, always_call)
    return add(_global_forward_hooks, hook, marks=marks)


def one_kind(known: bool | None, full: bool, where: str) -> bool:
    """full, unless there are backward hooks of the other kind already: RuntimeError."""
    if known is not None and known is not full:
        raise RuntimeError(
            f"Cannot use both regular backward hooks and full backward hooks {where}. Please use only one of them."
        )
    return full


def register_module_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Calls hook(module, grad_input, grad_output) at the last step of any module. Use the full one instead."""
    _is_full["global"] = one_kind(_is_full["global"], False, "as a global Module hook")
    return add(_global_backward_hooks, hook)


def register_module_full_backward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Calls hook(module, grad_output) before the gradients of any module are computed."""
    return add(_global_backward_pre_hooks, hook)


def register_module_full_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Calls hook(module, grad_input, grad_output) each time the gradients of any module's inputs are computed."""
    _is_full["global"] = one_kind(_is_full["global"], True, "as a global Module hook")
    return add(_global_backward_hooks, hook)


class WrappedHook:
    """A hook that is told its module, which it does not keep alive."""

    def __init__(self, hook: Any, module: Any = None) -> None:
        self.hook, self.with_module = hook, module is not None
        functools.update_wrapper(self, hook)
        if module is not None:
            self.module = weakref.ref(module)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not self.with_module:
            return self.hook(*args, **kwargs)
        module = self.module()
        if module is None:
            raise RuntimeError("You are trying to call the hook of a dead Module!")
        return self.hook(module, *args, **kwargs)

    def __getstate__(self) -> dict[str, Any]:
        state = {"hook": self.hook, "with_module": self.with_module}
        return {**state, "module": self.module()} if self.with_module else state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.hook, self.with_module = state["hook"], state["with_module"]
        if self.with_module:
            if state["module"] is None:
                raise RuntimeError("You are trying to revive the hook of a dead Module!")
            self.module = weakref.ref(state["module"])


# ---- a call with hooks ----


# While something is traced: call(module, forward, args, kwargs), in the place of forward(*args, **kwargs).
traced_call: Callable[..., Any] | None = None


def trace_calls(call: Callable[..., Any] | None) -> None:
    """Every call of a module goes through `call` from now on; None: no more."""
    global traced_call
    traced_call = call
    core.hold_module_calls(call is not None)


def call(module: Any, own: dict[str, Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A call of a module with hooks around forward alone, by the shortest way; own: its __dict__."""
    if (
        own["_forward_hooks_with_kwargs"]
        or own["_forward_hooks_always_called"]
        or own["_forward_pre_hooks_with_kwargs"]
        or traced_call is not None
    ):
        return HookedCall(module, args, kwargs).run()
    for hook in (*own["_forward_pre_hooks"].values(),):
        changed = hook(module, args)
        if changed is not None:
            args = changed if isinstance(changed, tuple) else (changed,)
    result = module.forward(*args, **kwargs)
    for hook in (*own["_forward_hooks"].values(),):
        changed = hook(module, args, result)
        if changed is not None:
            result = changed
    return result


def backward_hooks(module: Any) -> tuple[list[Any], list[Any]]:
    """Returns the full backward hooks and the others, of all modules and of this one."""
    full: list[Any] = []
    plain: list[Any] = []
    for is_full, hooks in (
        (_is_full["global"], _global_backward_hooks),
        (module._is_full_backward_hook, module._backward_hooks),
    ):
        (full if is_full else plain).extend(hooks.values())
    return full, plain


def backward_pre_hooks(module: Any) -> list[Any]:
    """Returns the hooks before the backward pass, of all modules and of this one."""
    return [*_global_backward_pre_hooks.values(), *module._backward_pre_hooks.values()]


class HookedCall:
    """One call of a module that has hooks, or while all modules have some."""

    def __init__(self, module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.module, self.args, self.kwargs = module, args, kwargs
        self.result: Any = None
        self.called: set[int] = set()

    def run(self) -> Any:
        """The module's result; hooks that are always called run also where something raises."""
        try:
            self._run()
        except Exception:
            self._after_an_error()
            raise
        return self.result

    def _run(self):
        module = self.module
        full, plain = module._get_backward_hooks()
        before = module._get_backward_pre_hooks()
        for number, hook in [*_global_forward_pre_hooks.items(), *module._forward_pre_hooks.items()]:
            self._before(hook, number in module._forward_pre_hooks_with_kwargs)
        around = BackwardHook(module, full, before) if full or before else None
        if around:
            self.args = around.setup_input_hook(self.args)
        if traced_call is not None:
            self.result = traced_call(module, module.forward, self.args, self.kwargs)
        else:
            self.result = module.forward(*self.args, **self.kwargs)
        for number, hook, always, with_kwargs in self._after_hooks():
            if always:
                self.called.add(number)
            self._after(hook, with_kwargs)
        if around:
            if not isinstance(self.result, (Tensor, tuple)):
                warnings.warn(
                    "For backward hooks to be called, module output should be a Tensor or a tuple of Tensors but "
                    f"received {type(self.result)}",
                    stacklevel=4,
                )
            self.result = around.setup_output_hook(self.result)
        if plain:
            _hang_at_the_last_step(plain, module, self.args, self.result)

    def _before(self, hook, with_kwargs):
        if not with_kwargs:
            changed = hook(self.module, self.args)
            if changed is not None:
                self.args = changed if isinstance(changed, tuple) else (changed,)
            return
        changed = hook(self.module, self.args, self.kwargs)
        if changed is None:
            return
        if not isinstance(changed, tuple) or len(changed) != 2:
            raise RuntimeError(
                f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {changed}."
            )
        self.args, self.kwargs = changed

    def _after_hooks(self):
        """(number, hook, whether it is always called, whether it sees keywords) of all hooks after forward."""
        module = self.module
        return [
            (number, hook, number in always, number in with_kwargs)
            for hooks, always, with_kwargs in (
                (_global_forward_hooks, _global_forward_hooks_always_called, _global_forward_hooks_with_kwargs),
                (module._forward_hooks, module._forward_hooks_always_called, module._forward_hooks_with_kwargs),
            )
            for number, hook in hooks.items()
        ]

    def _after(self, hook, with_kwargs):
        given = (self.args, self.kwargs, self.result) if with_kwargs else (self.args, self.result)
        changed = hook(self.module, *given)
        if changed is not None:
            self.result = changed

    def _after_an_error(self):
        for number, hook, always, with_kwargs in self._after_hooks():
            if not always or number in self.called:
                continue
            try:
                self._after(hook, with_kwargs)
            except Exception as error:
                whose = "global module" if number in _global_forward_hooks else "module"
                warnings.warn(
                    f"{whose} forward hook with ``always_call=True`` raised an exception that was silenced as another "
                    f"error was raised in forward: {error}",
                    stacklevel=4,
                )


def _hang_at_the_last_step(hooks, module, args, result):
    """The old kind of backward hooks: they see what the step that made the result sees."""
    first = result
    while not isinstance(first, Tensor):
        if isinstance(first, dict):
            first = next(one for one in first.values() if isinstance(one, Tensor))
        else:
            first = first[0]
    node = first.grad_fn
    if node is None:
        return
    for hook in hooks:
        node.register_hook(WrappedHook(hook, module))
    misses = _what_it_misses(args, result, node)
    if misses:
        warnings.warn(
            f"{misses} is deprecated and will be removed in future versions. "
            "Please use register_full_backward_hook to get the documented behavior.",
            FutureWarning,
            stacklevel=5,
        )


def _what_it_misses(args, result, node):
    """Why hooks at one step do not see all gradients of a module; "" where they do."""
    results = (result,) if isinstance(result, Tensor) else result
    if not (isinstance(results, tuple) and all(isinstance(one, Tensor) for one in results)):
        return "Using non-full backward hooks on a Module that does not return a single Tensor or a tuple of Tensors"
    if not all(isinstance(one, Tensor) for one in args):
        return (
            "Using non-full backward hooks on a Module that does not take as input "
            "a single Tensor or a tuple of Tensors"
        )
    made_by = {one.grad_fn for one in results if one.grad_fn is not None}
    if len(made_by) > 1:
        return "Using a non-full backward hook when outputs are generated by different autograd Nodes"
    if node not in made_by:
        return "Using a non-full backward hook when outputs are nested in python data structure"
    given = {one.grad_fn for one in args if one.grad_fn is not None}
    if given != {step for step, _ in node.next_functions}:
        return "Using a non-full backward hook when the forward contains multiple autograd Nodes"
    return ""
