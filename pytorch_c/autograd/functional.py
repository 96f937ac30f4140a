"""Derivatives of functions as tensors (torch.autograd.functional): jacobian, hessian, and products with them.

Each function takes `func`, which gives a Tensor or a tuple of Tensors, and its
inputs, a Tensor or a tuple of Tensors. Results are nested as these are. With
`create_graph` they can be differentiated; with `strict` an input that an output
does not depend on raises RuntimeError, and is zeros otherwise.
"""

from __future__ import annotations

import itertools

from .. import _ops
from .._tensor.tensor import Tensor
from ._backward import grad
from .forward_ad import dual_level, make_dual, unpack_dual
from .grad_mode import enable_grad, is_grad_enabled, set_grad_enabled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias, TypeVar, overload

    _Tuple: TypeAlias = tuple[Tensor, ...]
    _Several: TypeAlias = Tensor | _Tuple
    _In = TypeVar("_In", Tensor, _Tuple)
    _Out = TypeVar("_Out", Tensor, _Tuple)

__all__ = ["vjp", "jvp", "jacobian", "hessian", "hvp", "vhp"]

_ONE_OUTPUT = (
    "The vector v can only be None if the user-provided function returns a single Tensor with a single element."
)
_ONE_INPUT = (
    "The vector v can only be None if the input to the user-provided function is a single Tensor with a single element."
)


# ---- what goes in and out ----


def _several(value, what, name):
    """(whether it was a tuple, the tuple), checked."""
    found = value if isinstance(value, tuple) else (value,)
    for i, one in enumerate(found):
        if not isinstance(one, Tensor):
            which = f"value at index {i}" if found is value else f"given {what}"
            raise TypeError(
                f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the {which} has type "
                f"{type(one)}."
            )
    return found is value, found


def _inputs(value, name, create_graph, need_graph=True):
    """The same, as new tensors: the function may have caught the ones that were given."""
    is_tuple, found = _several(value, "inputs", name)
    return is_tuple, _anew(found, create_graph, need_graph)


def _anew(tensors, create_graph, need_graph):
    return tuple(
        one.view_as(one) if create_graph and one.requires_grad else one.detach().requires_grad_(need_graph)
        for one in tensors
    )


def _call(func, inputs, name):
    return _several(func(*inputs), "outputs of the user-provided function", name)


def _single(func, inputs, name):
    """(the only output, as a tuple), of one element."""
    is_tuple, outputs = _call(func, inputs, name)
    if is_tuple:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if outputs[0].numel() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")
    return outputs


def _vector(v, like, like_is_tuple, name, create_graph, needed):
    """The vector of a product, as a tuple with the shapes of `like`; None only for a single number."""
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(needed)
        return None
    v = _anew(_several(v, "v", name)[1], create_graph, need_graph=False)
    if len(v) != len(like):
        wrong = f"v is a tuple of invalid length: should be {len(like)} but got {len(v)}."
        raise RuntimeError(wrong if like_is_tuple else "The given v should contain a single Tensor.")
    for i, (one, other) in enumerate(zip(v, like)):
        if one.shape != other.shape:
            which = f"Entry {i} in " if like_is_tuple else ""
            raise RuntimeError(f"{which}v has invalid size: should be {other.shape} but got {one.shape}.")
    return v


def _out(tensors, create_graph, is_tuple):
    found = tensors if create_graph else tuple(one.detach() for one in tensors)
    return found if is_tuple else found[0]


def _nested(rows, create_graph, rows_are_tuple, columns_are_tuple):
    found = tuple(_out(row, create_graph, columns_are_tuple) for row in rows)
    return found if rows_are_tuple else found[0]


# ---- derivatives ----


def _grad(outputs, inputs, v=None, create_graph=False, retain_graph=None):
    """Gradients, None where there is none; outputs that need no gradient count as constants."""
    v = (None,) * len(outputs) if v is None else v
    pairs = [(out, one) for out, one in zip(outputs, v) if out is not None and out.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    outs, vs = zip(*pairs)
    return grad(outs, inputs, vs, retain_graph=retain_graph, create_graph=create_graph, allow_unused=True)


def _independent(strict, create_graph, one, what):
    """In strict mode, says what does not depend on what."""
    if strict and one is None:
        raise RuntimeError(f"{what} is independent of it. This is not allowed in strict mode.")
    if strict and create_graph and not one.requires_grad:
        raise RuntimeError(f"The derivative: {what} is constant. This is not allowed in strict mode with create_graph.")


def _filled(grads, like, strict, create_graph, what):
    for i, one in enumerate(grads):
        _independent(strict, create_graph, one, f"{what} {i}: the function")
    return tuple(_ops.zeros_like(other) if one is None else one for one, other in zip(grads, like))


def _must_depend(tensors, strict, what):
    for i, one in enumerate(tensors):
        if strict and (one is None or not one.requires_grad):
            raise RuntimeError(f"{what} {i} does not depend on the inputs. This is not allowed in strict mode.")


def vjp(
    func: Callable[..., _Out], inputs: _In, v: _Several | None = None, create_graph: bool = False,
    strict: bool = False,
) -> tuple[_Out, _In]:  # fmt: skip
    """(outputs, v @ the Jacobian): v has the shapes of the outputs, the product those of the inputs.

    v may be left out for an output of one element. Source: torch.autograd.functional.vjp.
    """
    with enable_grad():
        is_inputs_tuple, inputs = _inputs(inputs, "vjp", create_graph)
        is_outputs_tuple, outputs = _call(func, inputs, "vjp")
        _must_depend(outputs, strict, "Output")
        v = _vector(v, outputs, is_outputs_tuple, "vjp", create_graph, _ONE_OUTPUT)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        product = _filled(_grad(outputs, inputs, v, create_graph), inputs, strict, create_graph, "Input")
    return _out(outputs, create_graph, is_outputs_tuple), _out(product, create_graph, is_inputs_tuple)


def jvp(
    func: Callable[..., _Out], inputs: _Several, v: _Several | None = None, create_graph: bool = False,
    strict: bool = False,
) -> tuple[_Out, _Out]:  # fmt: skip
    """(outputs, the Jacobian @ v): v has the shapes of the inputs, the product those of the outputs.

    It is the derivative of the backward pass by what goes into it. v may be left
    out for an input of one element. Source: torch.autograd.functional.jvp.
    """
    with enable_grad():
        is_inputs_tuple, inputs = _inputs(inputs, "jvp", create_graph)
        v = _vector(v, inputs, is_inputs_tuple, "jvp", create_graph, _ONE_INPUT)
        is_outputs_tuple, outputs = _call(func, inputs, "jvp")
        _must_depend(outputs, strict, "Output")
        # The backward pass is linear in these, so any finite values will do.
        seeds = tuple(_ops.zeros_like(one).requires_grad_() for one in outputs)
        back = _grad(outputs, inputs, seeds, create_graph=True)
        _must_depend(back, strict, "The gradient of input")
    with set_grad_enabled(create_graph or is_grad_enabled()):
        product = _filled(_grad(back, seeds, v, create_graph), outputs, strict, create_graph, "Output")
    return _out(outputs, create_graph, is_outputs_tuple), _out(product, create_graph, is_outputs_tuple)


def _is_forward(name, create_graph, strict, vectorize, strategy):
    """Whether the strategy is forward mode, checked with what goes with it."""
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')
    if not isinstance(vectorize, bool):
        raise TypeError(f"{name}(): argument 'vectorize' must be bool, not {type(vectorize).__name__}")
    if strategy == "reverse-mode":
        return False
    for option, wrong, kind in (("create_graph", create_graph, NotImplementedError), ("strict", strict, RuntimeError)):
        if wrong:
            raise kind(
                f'torch.autograd.functional.jacobian: `{option}=True` and `strategy="forward-mode"` are not supported '
                f'together (yet). Please either set `{option}=False` or `strategy="reverse-mode"`.'
            )
    if not vectorize:
        raise NotImplementedError(
            "Computing Jacobian using forward-AD or forward-over-reverse Hessian is only implemented for "
            "`vectorize=True`."
        )
    return True


def _tangents(func, inputs, j, place):
    """(whether there are several outputs, their derivatives by the element of input j at this place)."""
    with dual_level():
        directions = [_ops.zeros_like(one) for one in inputs]
        directions[j][place] = 1
        duals = [make_dual(one, direction) for one, direction in zip(inputs, directions)]
        is_tuple, outputs = _call(func, duals, "jacobian")
        found = [unpack_dual(one) for one in outputs]
    return is_tuple, [_ops.zeros_like(one.primal) if one.tangent is None else one.tangent for one in found]


def _by_columns(func, inputs):
    """jacobian in forward mode: a call of func for each element of the inputs."""
    is_inputs_tuple, inputs = _several(inputs, "inputs", "jacobian")
    columns = [
        [_tangents(func, inputs, j, place) for place in itertools.product(*map(range, one.shape))]
        for j, one in enumerate(inputs)
    ]
    called = next((column[0] for column in columns if column), None)
    is_outputs_tuple, outputs = called or _call(func, inputs, "jacobian")
    rows = [
        tuple(
            _ops.stack([found[i] for _, found in column]).movedim(0, -1).reshape(out.shape + one.shape)
            if column
            else out.new_zeros(out.shape + one.shape)
            for column, one in zip(columns, inputs)
        )
        for i, out in enumerate(outputs)
    ]
    return _nested(rows, True, is_outputs_tuple, is_inputs_tuple)


def _row(out, i, inputs, strict, create_graph):
    """The derivative of one output by each input: (*out.shape, *input.shape)."""
    columns = [[] for _ in inputs]
    for element in out.reshape(-1).unbind():
        grads = _grad((element,), inputs, create_graph=create_graph, retain_graph=True)
        for j, (column, one) in enumerate(zip(columns, grads)):
            _independent(strict, create_graph, one, f"Output {i} by input {j}: the function")
            column.append(_ops.zeros_like(inputs[j]) if one is None else one)
    return tuple(
        _ops.stack(column).view(out.shape + one.shape) if column else _ops.zeros(out.shape + one.shape, dtype=one.dtype)
        for column, one in zip(columns, inputs)
    )


def _row_at_once(out, i, inputs, strict, create_graph):
    """The same, with one backward pass for all elements."""
    if not out.numel() or not out.requires_grad:
        return _row(out, i, inputs, strict, create_graph)
    each = _ops.eye(out.numel(), dtype=out.dtype, device=out.device).view(-1, *out.shape)
    found = grad(
        out, inputs, each, retain_graph=True, create_graph=create_graph, is_grads_batched=True, materialize_grads=True
    )
    rows = [got.expand(each.shape[:1] + one.shape).contiguous() for got, one in zip(found, inputs)]
    return tuple(row.view(out.shape + one.shape) for row, one in zip(rows, inputs))


if TYPE_CHECKING:

    @overload
    def jacobian(
        func: Callable[..., Tensor], inputs: Tensor, create_graph: bool = ..., strict: bool = ...,
        vectorize: bool = ..., strategy: str = ...,
    ) -> Tensor: ...  # fmt: skip

    @overload
    def jacobian(
        func: Callable[..., Tensor], inputs: _Tuple, create_graph: bool = ..., strict: bool = ...,
        vectorize: bool = ..., strategy: str = ...,
    ) -> _Tuple: ...  # fmt: skip

    @overload
    def jacobian(
        func: Callable[..., _Tuple], inputs: Tensor, create_graph: bool = ..., strict: bool = ...,
        vectorize: bool = ..., strategy: str = ...,
    ) -> _Tuple: ...  # fmt: skip

    @overload
    def jacobian(
        func: Callable[..., _Tuple], inputs: _Tuple, create_graph: bool = ..., strict: bool = ...,
        vectorize: bool = ..., strategy: str = ...,
    ) -> tuple[_Tuple, ...]: ...  # fmt: skip


def jacobian(
    func: Callable[..., Any], inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:  # fmt: skip
    """The derivative of each output by each input, of shape (*output.shape, *input.shape).

    A Tensor, or tuples where outputs or inputs are tuples: `[output][input]`.
    `vectorize` takes one backward pass for all elements of an output; not with `strict`.
    `strategy="forward-mode"` wants it, as in torch, and calls func for each element of
    the inputs; the results have the outputs' dtype.

    Raises:
        AssertionError: an unknown strategy
        NotImplementedError: forward mode without `vectorize` or with `create_graph`
        RuntimeError: `vectorize` with `strict`; forward mode while a level of forward_ad is open

    Source: torch.autograd.functional.jacobian.
    """
    if _is_forward("jacobian", create_graph, strict, vectorize, strategy):
        return _by_columns(func, inputs)
    if vectorize and strict:
        raise RuntimeError("jacobian: `strict=True` and `vectorize=True` are not supported together.")
    row = _row_at_once if vectorize else _row
    with enable_grad():
        is_inputs_tuple, inputs = _inputs(inputs, "jacobian", create_graph)
        is_outputs_tuple, outputs = _call(func, inputs, "jacobian")
        _must_depend(outputs, strict, "Output")
        rows = [row(out, i, inputs, strict, create_graph) for i, out in enumerate(outputs)]
    return _nested(rows, create_graph, is_outputs_tuple, is_inputs_tuple)


if TYPE_CHECKING:

    @overload
    def hessian(
        func: Callable[..., Tensor], inputs: Tensor, create_graph: bool = ..., strict: bool = ...,
        vectorize: bool = ..., outer_jacobian_strategy: str = ...,
    ) -> Tensor: ...  # fmt: skip

    @overload
    def hessian(
        func: Callable[..., Tensor], inputs: _Tuple, create_graph: bool = ..., strict: bool = ...,
        vectorize: bool = ..., outer_jacobian_strategy: str = ...,
    ) -> tuple[_Tuple, ...]: ...  # fmt: skip


def hessian(
    func: Callable[..., Any], inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:  # fmt: skip
    """The second derivatives of a function with one number: (*input_i.shape, *input_j.shape) for each pair.

    A Tensor, or tuples of tuples where the inputs are a tuple. See jacobian for
    `vectorize` and the strategy, which is that of the derivative of the first
    derivative. Source: torch.autograd.functional.hessian.
    """
    forward = _is_forward("hessian", create_graph, strict, vectorize, outer_jacobian_strategy)
    is_tuple, inputs = _several(inputs, "inputs", "hessian")

    def first(*point):
        if forward:
            point = tuple(one.requires_grad_() for one in point)  # else jacobian detaches them
        found = jacobian(lambda *x: _single(func, x, "hessian")[0].squeeze(), point, create_graph=True)
        _must_depend(found, strict, "The derivative by input")
        return found

    rows = _by_columns(first, inputs) if forward else jacobian(first, inputs, create_graph, strict, vectorize)
    return rows if is_tuple else rows[0][0]


def _derivative(func, inputs, name, strict):
    """(the only output, its derivative by the inputs), with a graph."""
    outputs = _single(func, inputs, name)
    _must_depend(outputs, strict, "Output")
    first = _grad(outputs, inputs, create_graph=True)
    _must_depend(first, strict, "The derivative by input")
    return outputs, first


def vhp(
    func: Callable[..., Tensor], inputs: _In, v: _Several | None = None, create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, _In]:  # fmt: skip
    """(output, v @ the Hessian) of a function with one number; v and the product have the shapes of the inputs.

    Source: torch.autograd.functional.vhp.
    """
    with enable_grad():
        is_tuple, inputs = _inputs(inputs, "vhp", create_graph)
        v = _vector(v, inputs, is_tuple, "vhp", create_graph, _ONE_INPUT)
        outputs, first = _derivative(func, inputs, "vhp", strict)
    with set_grad_enabled(create_graph or is_grad_enabled()):
        product = _filled(_grad(first, inputs, v, create_graph), inputs, strict, create_graph, "Input")
    return _out(outputs, create_graph, False), _out(product, create_graph, is_tuple)


def hvp(
    func: Callable[..., Tensor], inputs: _In, v: _Several | None = None, create_graph: bool = False,
    strict: bool = False,
) -> tuple[Tensor, _In]:  # fmt: skip
    """(output, the Hessian @ v): as vhp where second derivatives commute, and slower.

    Source: torch.autograd.functional.hvp.
    """
    with enable_grad():
        is_tuple, inputs = _inputs(inputs, "hvp", create_graph)
        v = _vector(v, inputs, is_tuple, "hvp", create_graph, _ONE_INPUT)
        outputs, first = _derivative(func, inputs, "hvp", strict)
        seeds = tuple(_ops.zeros_like(one).requires_grad_() for one in inputs)
        back = _grad(first, inputs, seeds, create_graph=True)
        _must_depend(back, strict, "The second derivative by input")
    with set_grad_enabled(create_graph or is_grad_enabled()):
        product = _filled(_grad(back, seeds, v, create_graph), inputs, strict, create_graph, "Input")
    return _out(outputs, create_graph, False), _out(product, create_graph, is_tuple)
