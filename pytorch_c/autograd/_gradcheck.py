"""Derivatives against finite differences (torch.autograd.gradcheck)."""

from __future__ import annotations

import warnings

from .. import _ops
from .._tensor.tensor import Tensor
from ._backward import grad
from ._gradcheck_fast import check_batched, check_batched_forward, check_fast, check_fast_forward
from ._gradcheck_parts import GradcheckError, is_wanted, outputs_of, slopes_of, tangents_of
from .function import Function
from .grad_mode import enable_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .._typing import Tensors


def _numerical(func, inputs, x, eps):
    """For each output the derivatives by the elements of x: (elements of x, elements of the output)."""
    rows = []
    for _, slopes in slopes_of(func, inputs, x, eps):
        # A gradient by a complex number is one number: by its real part, and by its imaginary part.
        rows.append([_ops.complex(*parts) for parts in zip(*slopes)] if x.is_complex() else slopes[0])
    return [_ops.stack(columns) for columns in zip(*rows)]


def _analytical(out, x):
    """The same from autograd, for one output."""
    rows = []
    for element in out.reshape(-1).unbind():
        found = None
        if element.requires_grad:
            (found,) = grad((element,), (x,), retain_graph=True, allow_unused=True)
        rows.append(_ops.zeros_like(x) if found is None else found.detach().to_dense())
    return _ops.stack([row.reshape(-1) for row in rows], 1)


class _Undefined(Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad_output):
        return None


def _check_undefined(func, inputs, wanted):
    outputs = [one for one in outputs_of(func, inputs) if one.requires_grad]
    if not outputs:
        return
    try:
        found = grad(
            [_Undefined.apply(one) for one in outputs],
            wanted,
            [_ops.ones_like(one) for one in outputs],
            allow_unused=True,
        )
    except RuntimeError as error:
        raise GradcheckError("Expected backward function to handle undefined output grads.") from error
    if any(one is not None and one.count_nonzero().item() for one in found):
        raise GradcheckError("Expected all input grads to be undefined or zero when all output grads are undefined.")


def _check(func, inputs, wanted, eps, atol, rtol, nondet_tol):
    for i, x in enumerate(wanted):
        numerical = _numerical(func, inputs, x, eps)
        for j, out in enumerate(outputs_of(func, inputs)):
            if not x.numel() or not out.numel():
                continue
            analytical, again = _analytical(out, x), _analytical(out, x)
            if not _ops.allclose(analytical, again, rtol=0.0, atol=nondet_tol, equal_nan=True):
                raise GradcheckError(
                    "Backward is not reentrant, i.e., running backward with same input and grad_output multiple times "
                    f"gives different values: output {j}, input {i}"
                )
            if not _ops.allclose(analytical, numerical[j].to(analytical.dtype), rtol=rtol, atol=atol):
                raise GradcheckError(
                    f"Jacobian mismatch for output {j} with respect to input {i},\n"
                    f"numerical:{numerical[j]}\nanalytical:{analytical}\n"
                )


def _check_forward(func, inputs, positions, eps, atol, rtol):
    for i, position in enumerate(positions):
        for place, slopes in slopes_of(func, inputs, inputs[position], eps):
            for unit, numerical in zip((1, 1j), slopes):
                along = [_ops.zeros_like(one) if is_wanted(one) else None for one in inputs]
                along[position][place] = unit
                for j, (one, other) in enumerate(zip(tangents_of(func, inputs, along), numerical)):
                    one = one.reshape(-1)
                    if not _ops.allclose(one, other.to(one.dtype), rtol=rtol, atol=atol):
                        raise GradcheckError(
                            f"Jacobian computed with forward mode mismatch for output {j} with respect to input {i},\n"
                            f"element {place}, in direction {unit}\nnumerical:{other}\nanalytical:{one}\n"
                        )


def _check_undefined_forward(func, inputs, positions):
    """An input without a tangent counts as one whose tangent is zeros."""
    for position in positions:
        x = inputs[position]
        along = [_ops.randn_like(one) if is_wanted(one) else None for one in inputs]
        found = []
        for nothing in (_ops.zeros_like(x), None):
            along[position] = nothing
            found.append(tangents_of(func, inputs, along))
        for j, (zeros, undefined) in enumerate(zip(*found)):
            if not _ops.allclose(zeros, undefined):
                raise GradcheckError(
                    f"Mismatch in tangent values for output with index: {j} when input: {x} has an undefined tangent "
                    f"value. Got: {undefined} but expected: {zeros}"
                )


def _refuse(options):
    for name, value in options.items():
        if value:
            raise NotImplementedError(f"gradcheck: {name}={value!r} is not there")


def gradcheck(
    func: Callable[..., Tensors], inputs: Tensor | Sequence[Any], *, eps: float = 1e-6, atol: float = 1e-5,
    rtol: float = 1e-3, raise_exception: bool = True, nondet_tol: float = 0.0, check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False, check_batched_grad: bool = False, check_batched_forward_grad: bool = False,
    check_forward_ad: bool = False, check_backward_ad: bool = True, fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:  # fmt: skip
    """Whether the derivatives of func by its inputs are what finite differences of step `eps` say.

    func takes the inputs, a Tensor or a tuple, and gives one or several. Those that
    require grad should be float64 or complex128, and are changed while it works.
    With `fast_mode` the derivatives are compared along random directions only.
    `check_batched_grad` and `check_batched_forward_grad` compare what the passes
    give for several gradients or tangents at once, under vmap.

    Raises:
        GradcheckError: they are not, unless `raise_exception` is False
        ValueError: no input requires grad
        AssertionError: neither `check_backward_ad` nor `check_forward_ad`, or a batched check without its own
        NotImplementedError: `masked`; what has no forward derivative

    Source: torch.autograd.gradcheck.
    """
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    if check_batched_grad and not check_backward_ad:
        raise AssertionError("Setting check_batched_grad=True requires check_backward_ad to be True")
    if check_batched_forward_grad and not check_forward_ad:
        raise AssertionError("Setting check_batched_forward_grad=True requires check_forward_ad to be True")
    _refuse({"masked": masked})
    inputs = inputs if isinstance(inputs, (tuple, list)) else (inputs,)
    positions = [i for i, one in enumerate(inputs) if is_wanted(one)]
    wanted = [inputs[i] for i in positions]
    if not wanted:
        raise ValueError(
            "gradcheck expects at least one input tensor to require gradient, but none of the them have "
            "requires_grad=True."
        )
    for i, one in enumerate(wanted):
        if str(one.dtype) not in ("torch.float64", "torch.complex128"):
            warnings.warn(f"input {i} is not double precision: the check will likely fail", stacklevel=2)
    try:
        if check_backward_ad:
            check = check_fast if fast_mode else _check
            check(func, inputs, wanted, eps, atol, rtol, nondet_tol)
        if check_forward_ad:
            check_forward = check_fast_forward if fast_mode else _check_forward
            check_forward(func, inputs, positions, eps, atol, rtol)
        if check_forward_ad and check_undefined_grad:
            _check_undefined_forward(func, inputs, positions)
        if check_batched_forward_grad:
            check_batched_forward(func, inputs, positions)
        if check_batched_grad:
            check_batched(func, inputs, wanted)
        if check_backward_ad and check_undefined_grad:
            _check_undefined(func, inputs, wanted)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def _weights(like, spread):
    """Random gradients for an output; spread: with gaps between their elements."""
    if not spread or like.numel() < 2:
        return _ops.randn_like(like).requires_grad_()
    wide = _ops.repeat_interleave(_ops.randn_like(like), 2, dim=-1)
    return wide[..., ::2].detach().requires_grad_()


def gradgradcheck(
    func: Callable[..., Tensors], inputs: Tensor | Sequence[Any], grad_outputs: Tensors | None = None, *,
    eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3, gen_non_contig_grad_outputs: bool = False,
    raise_exception: bool = True, nondet_tol: float = 0.0, check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False, check_batched_grad: bool = False, check_fwd_over_rev: bool = False,
    check_rev_over_rev: bool = True, fast_mode: bool = False, masked: bool = False,
) -> bool:  # fmt: skip
    """gradcheck of the gradients, by the inputs and by grad_outputs, which are random if they are not given.

    `check_fwd_over_rev` looks at the forward derivatives of the gradients too. Raises as
    gradcheck does, and AssertionError where neither is to be checked, or
    `check_undefined_grad` without `check_rev_over_rev`. Source: torch.autograd.gradgradcheck.
    """
    if not (check_rev_over_rev or check_fwd_over_rev):
        raise AssertionError("Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True")
    if check_undefined_grad and not check_rev_over_rev:
        raise AssertionError("Setting check_undefined_grad=True requires check_rev_over_rev to be True")
    if check_batched_grad and not check_rev_over_rev:
        raise AssertionError("Setting check_batched_grad=True requires check_rev_over_rev to be True")
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)

    def differentiable(*args):
        out = func(*args)
        found = out if isinstance(out, (tuple, list)) else (out,)
        return [one for one in found if isinstance(one, Tensor) and one.requires_grad]

    if grad_outputs is None:
        weights = [_weights(one, gen_non_contig_grad_outputs) for one in differentiable(*inputs)]
    else:
        given = grad_outputs if isinstance(grad_outputs, (tuple, list)) else (grad_outputs,)
        weights = [one.detach().requires_grad_() for one in given]
    count, wanted = len(inputs), [is_wanted(one) for one in inputs]

    def gradients(*args):
        by = [one if one.requires_grad else one.requires_grad_() for one, by_it in zip(args, wanted) if by_it]
        with enable_grad():
            found = grad(differentiable(*args[:count]), by, args[count:], create_graph=True, allow_unused=True)
        return tuple(one for one in found if one is not None)

    return gradcheck(
        gradients, (*inputs, *weights), eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
        nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes,
        check_batched_grad=check_batched_grad, check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev, fast_mode=fast_mode, masked=masked,
    )  # fmt: skip
