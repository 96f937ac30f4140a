"""Derivatives against finite differences (torch.autograd.gradcheck)."""

from __future__ import annotations

import itertools
import warnings

from .. import _ops
from .._tensor.tensor import Tensor
from ._backward import grad
from .forward_ad import dual_level, make_dual, unpack_dual
from .function import Function
from .grad_mode import enable_grad, no_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .._typing import Tensors


class GradcheckError(RuntimeError):
    """A derivative is not what finite differences say."""


def _real_parts(outputs):
    """The outputs as lists of real tensors that can be differentiated: complex ones in two parts."""
    found = []
    for one in outputs:
        if one.is_complex():
            found += [one.real, one.imag]
        elif one.is_floating_point():
            found.append(one)
    return found


def _is_wanted(one):
    """Whether it is an input by which is differentiated."""
    return isinstance(one, Tensor) and one.requires_grad


def _outputs(func, inputs):
    out = func(*inputs)
    found = out if isinstance(out, (tuple, list)) else (out,)
    return _real_parts([one for one in found if isinstance(one, Tensor)])


def _numbers(func, inputs):
    with no_grad():
        return [one.detach().clone().reshape(-1) for one in _outputs(func, inputs)]


def _slopes(func, inputs, x, eps):
    """For each element of x: its place, and for each direction of it (two of a complex number) the outputs' slopes."""
    data = x.data
    for place in itertools.product(*map(range, x.shape)):
        before, slopes = data[place].item(), []
        for unit in (1, 1j) if x.is_complex() else (1,):
            data[place] = before + unit * eps
            above = _numbers(func, inputs)
            data[place] = before - unit * eps
            below = _numbers(func, inputs)
            data[place] = before
            slopes.append([(a - b) / (2 * eps) for a, b in zip(above, below)])
        yield place, slopes


def _numerical(func, inputs, x, eps):
    """For each output the derivatives by the elements of x: (elements of x, elements of the output)."""
    rows = []
    for _, slopes in _slopes(func, inputs, x, eps):
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
    outputs = [one for one in _outputs(func, inputs) if one.requires_grad]
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
        for j, out in enumerate(_outputs(func, inputs)):
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


def _tangents(func, inputs, tangents):
    """The outputs' tangents, real parts and imaginary ones, from those of the inputs, of which some are None."""
    with dual_level():
        given = [one.detach() if isinstance(one, Tensor) else one for one in inputs]
        given = [one if along is None else make_dual(one, along) for one, along in zip(given, tangents)]
        outputs = [unpack_dual(one) for one in _outputs(func, given)]
    return [_ops.zeros_like(one.primal) if one.tangent is None else one.tangent.detach() for one in outputs]


def _check_forward(func, inputs, positions, eps, atol, rtol):
    for i, position in enumerate(positions):
        for place, slopes in _slopes(func, inputs, inputs[position], eps):
            for unit, numerical in zip((1, 1j), slopes):
                along = [_ops.zeros_like(one) if _is_wanted(one) else None for one in inputs]
                along[position][place] = unit
                for j, (one, other) in enumerate(zip(_tangents(func, inputs, along), numerical)):
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
        along = [_ops.randn_like(one) if _is_wanted(one) else None for one in inputs]
        found = []
        for nothing in (_ops.zeros_like(x), None):
            along[position] = nothing
            found.append(_tangents(func, inputs, along))
        for j, (zeros, undefined) in enumerate(zip(*found)):
            if not _ops.allclose(zeros, undefined):
                raise GradcheckError(
                    f"Mismatch in tangent values for output with index: {j} when input: {x} has an undefined tangent "
                    f"value. Got: {undefined} but expected: {zeros}"
                )


def _refuse(options):
    for name, value in options.items():
        if value:
            raise NotImplementedError(f"gradcheck: {name}={value!r} needs vmap or random projections")


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

    Raises:
        GradcheckError: they are not, unless `raise_exception` is False
        ValueError: no input requires grad
        AssertionError: neither `check_backward_ad` nor `check_forward_ad`
        NotImplementedError: `fast_mode`, `masked`, or one of the checks with vmap; what has no forward derivative

    Source: torch.autograd.gradcheck.
    """
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    _refuse({
        "check_batched_grad": check_batched_grad, "check_batched_forward_grad": check_batched_forward_grad,
        "fast_mode": fast_mode, "masked": masked,
    })  # fmt: skip
    inputs = inputs if isinstance(inputs, (tuple, list)) else (inputs,)
    positions = [i for i, one in enumerate(inputs) if _is_wanted(one)]
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
            _check(func, inputs, wanted, eps, atol, rtol, nondet_tol)
        if check_backward_ad and check_undefined_grad:
            _check_undefined(func, inputs, wanted)
        if check_forward_ad:
            _check_forward(func, inputs, positions, eps, atol, rtol)
        if check_forward_ad and check_undefined_grad:
            _check_undefined_forward(func, inputs, positions)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


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
    _refuse({"gen_non_contig_grad_outputs": gen_non_contig_grad_outputs})
    inputs = tuple(inputs) if isinstance(inputs, (tuple, list)) else (inputs,)

    def differentiable(*args):
        out = func(*args)
        found = out if isinstance(out, (tuple, list)) else (out,)
        return [one for one in found if isinstance(one, Tensor) and one.requires_grad]

    if grad_outputs is None:
        weights = [_ops.randn_like(one).requires_grad_() for one in differentiable(*inputs)]
    else:
        given = grad_outputs if isinstance(grad_outputs, (tuple, list)) else (grad_outputs,)
        weights = [one.detach().requires_grad_() for one in given]
    count, wanted = len(inputs), [_is_wanted(one) for one in inputs]

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
