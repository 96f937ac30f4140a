"""Calls of operators without a derivative: their kernels are recorded, and a backward pass warns, as in libtorch."""

from __future__ import annotations

import warnings

from .._tensor.tensor import Tensor
from ..autograd.function import Function
from ..utils._pytree import tree_map_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._operators import Operator

mode = "warn"  # what operators of Python do; "nothing" leaves results as kernels give them


def set_mode(new: str) -> None:
    """Sets what results of operators without a derivative are. Raises RuntimeError for an unknown mode."""
    global mode
    if not isinstance(new, str):
        raise TypeError(f"_set_autograd_fallback_mode(): argument 'mode' must be a string, not {type(new).__name__}")
    if new == "error":
        raise RuntimeError("NYI: mode='error'")
    if new not in ("nothing", "warn"):
        raise RuntimeError(f"Unsupported AutogradFallbackMode: {new}")
    mode = new


def _warn(name):
    warnings.warn(
        f"{name}: an autograd kernel was not registered to the Autograd key(s) but we are trying to backprop through it. "
        "This may lead to silently incorrect behavior. This behavior is deprecated and will be removed in a future version "
        "of PyTorch. If your operator is differentiable, please ensure you have registered an autograd kernel to the "
        "correct Autograd key (e.g. DispatchKey::Autograd, DispatchKey::CompositeImplicitAutograd). If your operator is not "
        "differentiable, or to squash this warning and use the previous behavior, please register "
        "torch::CppFunction::makeFallthrough() to DispatchKey::Autograd.",
        stacklevel=2,
    )


class _Cut(Function):
    """A result that the kernel has computed without autograd: its gradient ends here."""

    @staticmethod
    def forward(ctx, name, found, *inputs):
        ctx.name, ctx.count = name, len(inputs)
        return found[0]  # no argument of this function: modes are asked for nothing

    @staticmethod
    def backward(ctx, grad):
        _warn(ctx.name)
        return None, None, *[None] * ctx.count


def call(operator: Operator, values: tuple[Any, ...], tensors: list[Tensor]) -> Any:
    """Runs the kernel of an operator that is to be derived and cannot."""
    found = operator.kernel(*values)
    if mode == "nothing":
        return found
    given = {id(one) for one in tensors}

    def marked(result):
        if result.requires_grad:
            result.register_hook(lambda grad: _warn(operator.name))
        elif id(result) not in given and (result.is_floating_point() or result.is_complex()):
            return _Cut.apply(operator.name, (result,), *tensors)
        return result

    return tree_map_only(Tensor, marked, found)
