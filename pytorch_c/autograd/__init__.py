"""Gradients (torch.autograd): backward, grad, and the state that steers recording."""

from __future__ import annotations

import functools

from .._errors import small, throw
from .._handle import wrap_list
from .._lib import NULL, lib
from .._tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    from .._typing import Tensors
    from . import anomaly_mode as anomaly_mode
    from . import function as function
    from . import functional as functional
    from . import grad_mode as grad_mode
    from . import graph as graph
    from . import variable as variable
    from ._gradcheck import gradcheck as gradcheck
    from ._gradcheck import gradgradcheck as gradgradcheck
    from .anomaly_mode import detect_anomaly as detect_anomaly
    from .anomaly_mode import set_detect_anomaly as set_detect_anomaly
    from .function import Function as Function
    from .variable import Variable as Variable

    F = TypeVar("F", bound=Callable[..., Any])


def _tensors(value, name):
    if not isinstance(value, (Tensor, type(None))) and not hasattr(value, "__iter__"):
        raise TypeError(f"argument '{name}' must be a Tensor or a sequence of Tensors, not {type(value).__name__}")
    found = [value] if isinstance(value, Tensor) else list(value or ())
    for one in found:
        if not isinstance(one, Tensor):
            raise TypeError(f"argument '{name}' must be a Tensor or a sequence of Tensors, not {type(one).__name__}")
    return found


def _gradients(value, count, name):
    """The handles of gradients, NULL where there is none."""
    found = [value] if value is None or isinstance(value, Tensor) else list(value)
    if len(found) not in (0, count) and not (len(found) == 1 and found[0] is None):
        raise RuntimeError(f"argument '{name}': {count} gradients are needed, got {len(found)}")
    if len(found) != count:
        found = [None] * count
    for one in found:
        if one is not None and not isinstance(one, Tensor):
            raise TypeError(f"argument '{name}' must hold Tensors or None, not {type(one).__name__}")
    return found, [NULL if one is None else one._open() for one in found]


def backward(
    tensors: Tensors,
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Tensors | None = None,
) -> None:
    """Adds the gradients of tensors to the leaves they came from, or to `inputs` only (torch.autograd.backward).

    Raises TorchError where a tensor of several elements has no gradient given,
    or where nothing requires grad.
    """
    roots = _tensors(tensors, "tensors")
    leaves = _tensors(inputs, "inputs")
    if inputs is not None and not leaves:
        raise RuntimeError("`inputs` argument to `backward` cannot be empty.")
    kept, grads = _gradients(grad_tensors, len(roots), "grad_tensors")
    retain = create_graph if retain_graph is None else retain_graph
    error = lib.call_autograd_backward(
        [t._open() for t in roots], len(roots), grads, len(grads), bool(retain), bool(create_graph),
        [t._open() for t in leaves], len(leaves),
    )  # fmt: skip
    if error:
        throw(error)


def grad(
    outputs: Tensors,
    inputs: Tensors,
    grad_outputs: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
) -> tuple[Tensor, ...]:
    """The gradients of outputs by inputs, a tuple (torch.autograd.grad); None for an unused one if allowed."""
    outs, ins = _tensors(outputs, "outputs"), _tensors(inputs, "inputs")
    kept, grads = _gradients(grad_outputs, len(outs), "grad_outputs")
    retain = create_graph if retain_graph is None else retain_graph
    found = lib.call_autograd_grad(
        [t._open() for t in outs], len(outs), [t._open() for t in ins], len(ins), grads, len(grads),
        bool(retain), bool(create_graph), bool(allow_unused),
    )  # fmt: skip
    return wrap_list(found)


def is_grad_enabled() -> bool:
    """Whether this thread records operators."""
    return small(lib.call_grad_mode()) == 1


def _set(enabled):
    error = lib.call_set_grad_mode(enabled)
    if error:
        throw(error)


class _Mode:
    """A state for a `with` block, or for a function as a decorator."""

    enabled = True

    def __enter__(self) -> Any:
        self.before = is_grad_enabled()
        _set(self.enabled)
        return self

    def __exit__(self, *exc: Any) -> None:
        _set(self.before)

    def __call__(self, function: F) -> F:
        @functools.wraps(function)
        def wrapped(*args, **kwargs):
            with type(self)._again(self):
                return function(*args, **kwargs)

        return wrapped

    def _again(self):
        # A new object: the function may call itself.
        made = object.__new__(type(self))
        made.enabled = self.enabled
        return made


class no_grad(_Mode):
    """Records nothing in its block, on this thread (torch.no_grad); also as @no_grad()."""

    enabled = False

    def __new__(cls, function=None):
        made = object.__new__(cls)
        return made if function is None else made(function)


class enable_grad(no_grad):
    """Records in its block (torch.enable_grad)."""

    enabled = True


def is_inference_mode_enabled() -> bool:
    """Whether this thread is in inference mode."""
    return small(lib.call_inference_mode()) == 1


def _set_inference(enabled):
    error = lib.call_set_inference_mode(enabled)
    if error:
        throw(error)


class inference_mode(_Mode):
    """Records nothing in its block, on this thread, nor what recording would need later (torch.inference_mode).

    Tensors made inside cannot be saved for a gradient afterwards. `inference_mode(False)` ends it for a
    block. Also as @inference_mode().
    """

    def __new__(cls, mode=True):
        made = object.__new__(cls)
        made.enabled = True if callable(mode) else bool(mode)
        return made(mode) if callable(mode) else made

    def __enter__(self) -> Any:
        self.before = is_inference_mode_enabled(), is_grad_enabled()
        _set_inference(self.enabled)
        return self

    def __exit__(self, *exc: Any) -> None:
        inference, recording = self.before
        _set_inference(inference)
        _set(recording)


class set_grad_enabled(_Mode):
    """Records or not, at once; as a block, until its end (torch.set_grad_enabled)."""

    def __init__(self, mode: bool) -> None:
        self.enabled = bool(mode)
        self.before = is_grad_enabled()
        _set(self.enabled)

    def __enter__(self) -> Any:
        return self


# What few programs use is loaded when one first does.
_LAZY = {
    "Function": ".function",
    "Variable": ".variable",
    "detect_anomaly": ".anomaly_mode",
    "gradcheck": "._gradcheck",
    "gradgradcheck": "._gradcheck",
    "set_detect_anomaly": ".anomaly_mode",
}
_MODULES = ("anomaly_mode", "function", "functional", "grad_mode", "graph", "variable")


if not TYPE_CHECKING:  # to a type checker it would mean that any name exists

    def __getattr__(name):
        import importlib

        if name in _MODULES:
            return importlib.import_module("." + name, __name__)
        if name not in _LAZY:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(importlib.import_module(_LAZY[name], __name__), name)
        return found


def __dir__():
    return sorted({*globals(), *_LAZY, *_MODULES})
