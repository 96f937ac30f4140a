"""Functions with a derivative of one's own (torch.autograd.function)."""

from __future__ import annotations

import functools
import inspect
import itertools
import warnings

from .._boundary.handle import core
from .._tensor.tensor import Tensor
from .grad_mode import is_grad_enabled, no_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from .grad_mode import _F as F


class FunctionCtx:
    """The `ctx` of a custom Function: carries what forward knows over to backward, and is the step in the graph.

    Anything may be set on it as an attribute. Tensors belong into save_for_backward:
    an output that is kept as an attribute is never freed, for it keeps itself.
    """

    if TYPE_CHECKING:  # what a context has from its base class in C
        saved_tensors: tuple[Tensor, ...]
        needs_input_grad: tuple[bool, ...]

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keeps inputs, outputs or other tensors (or None) for backward, which finds them in `saved_tensors`."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keeps tensors (or None) for jvp, which finds them in `saved_tensors` and runs right after forward."""
        for i, one in enumerate(tensors):
            if one is not None and not isinstance(one, Tensor):
                raise TypeError(f"save_for_forward(): argument {i} must be Tensor, not {type(one).__name__}")
        self.saved_for_forward = tensors

    def mark_dirty(self, *args: Tensor) -> None:
        """Says which inputs forward has changed in place. Each must be returned, too."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Says which outputs have no gradient."""
        self.non_differentiable = args

    def set_materialize_grads(self, value: bool) -> None:
        """Sets whether backward and jvp get zeros (as at first) or None for a gradient or tangent that is not there."""
        self.materialize_grads = bool(value)

    def mark_shared_storage(self, *pairs: Any) -> None:
        """Does nothing but warn: what shares memory is known without it."""
        warnings.warn(
            "`mark_shared_storage` is deprecated. Tensors with shared storages are automatically tracked. Note that "
            "calls to `set_()` are not tracked",
            FutureWarning,
            stacklevel=2,
        )


_ContextMethodMixin = FunctionCtx


class BackwardCFunction(core.FunctionBase, FunctionCtx):
    """The class of contexts of one Function, named after it with "Backward"; the C extension makes and runs them."""

    _forward_cls: type[Function]
    _autograd_function_id: int
    # For a pass that is compiled: a BackwardState, and the symbols of what _compiled_autograd_key tells beyond the class.
    _compiled_autograd_backward_state: Any = None
    _compiled_autograd_symints: list[Any] | None = None

    def apply(self, *args: Any) -> Any:
        """The gradients that the Function's backward gives for those of its outputs."""
        return self._forward_cls._derivative()(self, *args)

    def apply_jvp(self, *args: Any) -> Any:
        """The tangents that the Function's jvp gives for those of its inputs."""
        return self._forward_cls.jvp(self, *args)

    def maybe_clear_saved_tensors(self) -> None:
        """Does nothing: the pass lets go of what was saved when it ends, unless the graph is retained."""

    def _compiled_autograd_key(self) -> tuple[int, ...]:
        return self._forward_cls._compiled_autograd_key(self)

    def _get_compiled_autograd_symints(self) -> list[Any]:
        return self._compiled_autograd_symints or []


AUTOGRAD_FUNCTION_COUNTER = itertools.count()


class FunctionMeta(type):
    """The class of Functions: gives each its class of contexts."""

    def __init__(cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> None:
        known = {"_forward_cls": cls, "_autograd_function_id": next(AUTOGRAD_FUNCTION_COUNTER)}
        cls._backward_cls = type(name + "Backward", (BackwardCFunction,), known)
        super().__init__(name, bases, attrs)
        if attrs.get("boxed_grads_call") and "backward" in attrs:
            cls.backward = staticmethod(_with_list(cls.backward))


def _with_list(backward):
    """A backward that is given its gradients as one list, which it may empty while it runs."""

    @functools.wraps(backward)
    def run(ctx, *grads):
        return backward(ctx, list(grads))

    return run


class _SingleLevelFunction(core.FunctionBase, FunctionCtx, metaclass=FunctionMeta):
    # Of any parameters, so that type checkers let a class name its own: backward(ctx, *grad_outputs), jvp(ctx, *grad_inputs).

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    vjp = backward

    @staticmethod
    def jvp(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
        )

    @staticmethod
    def _compiled_autograd_key(ctx: Any) -> tuple[int, ...]:
        return (ctx._autograd_function_id,)

    @classmethod
    def _derivative(cls):
        if cls.vjp is Function.vjp:
            return cls.backward
        if cls.backward is not Function.backward:
            raise RuntimeError(
                "Implementing both 'backward' and 'vjp' for a custom Function is not allowed. "
                "You should only implement one of them."
            )
        return cls.vjp

    @classmethod
    def _apply(cls, args, kwargs):
        """apply at one level."""
        return core.apply_function(cls, *args, **kwargs)


class Function(_SingleLevelFunction):
    """A function with a derivative of its own (torch.autograd.Function).

    A subclass writes, as static methods, `forward(ctx, *args)` and
    `backward(ctx, *grads)`, which gives a gradient or None for each argument of
    forward. Or forward without ctx, and `setup_context(ctx, inputs, output)`.
    For forward mode `jvp(ctx, *tangents)`, which gives a tangent for each output.
    For vmap `vmap(info, in_dims, *args)`, or generate_vmap_rule = True.
    It is called by `apply`. Nothing is recorded in forward; backward is
    differentiable if it is made of operators.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(
            f"{type(self)} should not be instantiated: the methods are static, call them on the class",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise RuntimeError("a custom Function is called by its class: Name.apply(…)")

    if TYPE_CHECKING:

        @classmethod
        def apply(cls, *args: Any, **kwargs: Any) -> Any: ...

    else:  # a method of the class, not the builtin one of its base: `Function.apply.__func__` is a function, as torch's
        apply = classmethod(core.apply)

    # True if backward is given its gradients as one list.
    boxed_grads_call = False

    # True if vmap makes its rule of forward and backward, which must then be made of operators.
    generate_vmap_rule = False

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> Any:
        """The rule for batches inside of vmap: gives (outputs, where each has the batch or None).

        `info` has batch_size and randomness; `in_dims` says where each argument has the batch, None for not at all.
        """
        raise NotImplementedError(
            "To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
            "generate_vmap_rule=True."
        )


def _bound(cls, args, kwargs, separate):
    """For C: (the values for forward, names of the last of them), in the order in which forward names them."""
    before = () if separate else (None,)
    bound = inspect.signature(cls.forward).bind(*before, *args, **kwargs)
    if separate:
        bound.apply_defaults()
    return (*bound.args[len(before) :], *bound.kwargs.values()), tuple(bound.kwargs)


def _apply_in_levels(cls, args, kwargs):
    from ..func._custom_function import call

    return call(cls, args, kwargs)


core.setup_functions(Function.vjp, Function.setup_context, _bound, _apply_in_levels)


class InplaceFunction(Function):
    """A Function with a mark, for programs from before static methods."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


_TWICE = "trying to differentiate twice a function that was marked with @once_differentiable"


def once_differentiable(fn: F) -> F:
    """For a backward that is not made of operators: differentiating it again raises RuntimeError."""

    @functools.wraps(fn)
    def wrapper(ctx, *args, **kwargs):
        with no_grad():
            outputs = fn(ctx, *args, **kwargs)
        if not is_grad_enabled() or not any(isinstance(one, Tensor) and one.requires_grad for one in args):
            return outputs
        several = outputs if isinstance(outputs, tuple) else (outputs,)
        marked = core.node_class("DelayedError")(_TWICE, len(several))
        return marked(*(None if one is None else one.detach().requires_grad_() for one in several))

    return wrapper
