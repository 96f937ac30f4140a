"""Functions with a derivative of one's own (torch.autograd.function)."""

from __future__ import annotations

import functools
import inspect
import warnings

from .._boundary import api
from .._boundary.handle import core
from .._tensor.tensor import Tensor
from .grad_mode import is_grad_enabled, no_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from .grad_mode import _F as F


def _tensors(values, name, or_none=False):
    for i, one in enumerate(values):
        if not isinstance(one, Tensor) and not (or_none and one is None):
            raise TypeError(f"{name}(): argument {i} must be Tensor, not {type(one).__name__}")
    return values


class FunctionCtx:
    """The `ctx` of a custom Function: carries what forward knows over to backward.

    Anything may be set on it as an attribute. Tensors belong into save_for_backward:
    an output that is kept as an attribute is never freed, for it keeps itself.
    """

    _function = _node = None
    _finished = False
    _is_tensor = _to_save = _dirty = _non_differentiable = ()
    _materialize = True
    needs_input_grad: tuple[bool, ...] = ()
    saved_for_forward: tuple[Tensor | None, ...] | None = None

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keeps inputs, outputs or other tensors (or None) for backward, which finds them in `saved_tensors`."""
        self._to_save = _tensors(tensors, "save_for_backward", or_none=True)

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keeps tensors (or None) for jvp, which finds them in `saved_tensors` and runs right after forward."""
        self.saved_for_forward = _tensors(tensors, "save_for_forward", or_none=True)

    def mark_dirty(self, *args: Tensor) -> None:
        """Says which inputs forward has changed in place. Each must be returned, too."""
        self._dirty = _tensors(args, "mark_dirty")

    def mark_non_differentiable(self, *args: Tensor) -> None:
        """Says which outputs have no gradient."""
        self._non_differentiable = _tensors(args, "mark_non_differentiable")

    def set_materialize_grads(self, value: bool) -> None:
        """Whether backward and jvp get zeros (as at first) or None for a gradient or tangent that is not there."""
        self._materialize = bool(value)

    @property
    def saved_tensors(self) -> tuple[Tensor, ...]:
        """What was saved, in backward; in jvp what save_for_forward has.

        Raises RuntimeError once a backward pass without retain_graph is over, and
        where a tensor was changed in place since it was saved.
        """
        if self.saved_for_forward is not None:
            return self.saved_for_forward  # type: ignore[return-value]
        if self._node is not None:
            return api.node_saved_tensors(self._node)
        if self._finished:
            raise RuntimeError(
                "saved_tensors: only backward() can see them; outside of it, tensor.grad_fn.saved_tensors"
            )
        return ()

    def name(self) -> str:
        """The name of the step in the graph."""
        return type(self).__name__

    def _finish(self, inputs, outputs):
        """The outputs with their history; from now on the graph owns this object."""
        raw = outputs if isinstance(outputs, tuple) else (outputs,)
        given = tuple(one if isinstance(one, Tensor) else None for one in raw)
        marks = self._dirty, self._non_differentiable, self._to_save
        self._dirty, self._non_differentiable, self._to_save = (), (), ()
        try:
            made = core.autograd_function(self.name(), inputs, given, *marks, self._materialize, self)
        finally:
            self.saved_for_forward, self._finished = None, True
        # What is still the same tensor stays the same object.
        found = [old if new is None or new.is_same(old) else new for old, new in zip(raw, made)]
        return tuple(found) if isinstance(outputs, tuple) else found[0]

    def _run_backward(self, node, grads):
        """Called by csrc/functions.c: a gradient for each input that is a tensor."""
        self._node = node
        result = self._function._derivative()(self, *grads)
        result = result if isinstance(result, tuple) else (result,)
        count = len(self._is_tensor)
        if all(one is None for one in result[count:]):
            result = result[:count]
        if len(result) != count:
            raise RuntimeError(
                f"function {self.name()} returned an incorrect number of gradients (expected {count}, got {len(result)})"
            )
        for i, (is_tensor, one) in enumerate(zip(self._is_tensor, result)):
            if one is not None and not is_tensor:
                raise RuntimeError(
                    f"function {self.name()} returned a gradient different than None at position {i + 1}, "
                    "but the corresponding forward input was not a Variable"
                )
            if not isinstance(one, (Tensor, type(None))):
                raise TypeError(f"function {self.name()}: expected Tensor or None, got {type(one).__name__}")
        return tuple(one for is_tensor, one in zip(self._is_tensor, result) if is_tensor)

    def _run_jvp(self, tangents):
        """Called by csrc/functions.c: a tangent for each output, given one for each input that is a tensor."""
        found = iter(tangents)
        result = self._function.jvp(self, *(next(found) if is_tensor else None for is_tensor in self._is_tensor))
        result = result if isinstance(result, tuple) else (result,)
        for i, one in enumerate(result):
            if not isinstance(one, (Tensor, type(None))):
                raise RuntimeError(f"expected Variable or None (got {type(one).__name__}) for grad output {i}.")
        return result


def _plain():
    """Around forward: neither recorded nor with tangents."""
    state = core.State()
    state._recording = state._tangents = 0
    return state


class Function:
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

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom autograd.Function to use it with "
            "backward mode AD."
        )

    vjp = backward

    # Whether vmap makes its rule of forward and backward, which must then be made of operators.
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

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        raise NotImplementedError(
            "You must implement the jvp function for custom autograd.Function to use it with forward mode AD."
        )

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
    def _context(cls):
        if "_context_class" not in vars(cls):
            cls._context_class = type(cls.__name__ + "Backward", (FunctionCtx,), {"_function": cls})
        return cls._context_class()

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Calls forward, and records that backward is its derivative. Returns what forward does.

        backward gives a gradient or None for each argument that was given, in the order in which forward names them;
        jvp is given a tangent or None for each.

        Inside of torch.func's functions, RuntimeError for a Function without setup_context, and inside of vmap for one
        without a rule for batches.
        """
        if api.vmap_depth():
            from ..func._custom_function import call

            return call(cls, args, kwargs)
        return cls._apply(args, kwargs)

    @classmethod
    def _apply(cls, args, kwargs):
        """apply at one level."""
        separate = cls.setup_context is not Function.setup_context
        if separate:
            bound = inspect.signature(cls.forward).bind(*args, **kwargs)
            bound.apply_defaults()
            args, kwargs = bound.args, bound.kwargs
        elif kwargs:
            bound = inspect.signature(cls.forward).bind(None, *args, **kwargs)
            args, kwargs = bound.args[1:], bound.kwargs
        ctx, inputs = cls._context(), (*args, *kwargs.values())
        ctx._is_tensor = tuple(isinstance(one, Tensor) for one in inputs)
        ctx.needs_input_grad = tuple(isinstance(one, Tensor) and one.requires_grad for one in inputs)
        with _plain():
            if separate:
                outputs = cls.forward(*args, **kwargs)
                cls.setup_context(ctx, args, outputs)
            else:
                outputs = cls.forward(ctx, *args, **kwargs)
        return ctx._finish(tuple(one for one in inputs if isinstance(one, Tensor)), outputs)


class _Twice(Function):
    @staticmethod
    def forward(ctx, *tensors):
        return tuple(None if one is None else one.detach() for one in tensors)

    @staticmethod
    def backward(ctx, *grads):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


def once_differentiable(fn: F) -> F:
    """For a backward that is not made of operators: differentiating it again raises RuntimeError."""

    @functools.wraps(fn)
    def wrapper(ctx, *args, **kwargs):
        with no_grad():
            outputs = fn(ctx, *args, **kwargs)
        if not is_grad_enabled() or not any(isinstance(one, Tensor) and one.requires_grad for one in args):
            return outputs
        several = outputs if isinstance(outputs, tuple) else (outputs,)
        marked = _Twice.apply(*(one.detach().requires_grad_() if isinstance(one, Tensor) else one for one in several))
        return marked if isinstance(outputs, tuple) else marked[0]

    return wrapper
