"""Derivatives against finite differences (torch.autograd.gradcheck)."""

from __future__ import annotations

import itertools
import warnings

from .. import _ops
from .._tensor import Tensor
from . import enable_grad, grad, no_grad
from .function import Function

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


def _outputs(func, inputs):
    out = func(*inputs)
    found = out if isinstance(out, (tuple, list)) else (out,)
    return _real_parts([one for one in found if isinstance(one, Tensor)])


def _numbers(func, inputs):
    with no_grad():
        return [one.detach().clone().reshape(-1) for one in _outputs(func, inputs)]


def _numerical(func, inputs, x, eps):
    """For each output the derivatives by the elements of x: (elements of x, elements of the output)."""
    data, rows = x.data, []
    for place in itertools.product(*map(range, x.shape)):
        before, slopes = data[place].item(), []
        for step in (eps, 1j * eps) if x.is_complex() else (eps,):
            data[place] = before + step
            above = _numbers(func, inputs)
            data[place] = before - step
            below = _numbers(func, inputs)
            data[place] = before
            slopes.append([(a - b) / (2 * eps) for a, b in zip(above, below)])
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


def _refuse(options):
    for name, value in options.items():
        if value:
            raise NotImplementedError(f"gradcheck: {name}={value!r} needs vmap, forward mode or random projections")


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
        NotImplementedError: `fast_mode`, `masked`, or one of the checks with vmap or forward mode

    Source: torch.autograd.gradcheck.
    """
    _refuse({
        "check_batched_grad": check_batched_grad, "check_batched_forward_grad": check_batched_forward_grad,
        "check_forward_ad": check_forward_ad, "fast_mode": fast_mode, "masked": masked,
    })  # fmt: skip
    inputs = inputs if isinstance(inputs, (tuple, list)) else (inputs,)
    wanted = [one for one in inputs if isinstance(one, Tensor) and one.requires_grad]
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

    Raises as gradcheck does. Source: torch.autograd.gradgradcheck.
    """
    _refuse({"gen_non_contig_grad_outputs": gen_non_contig_grad_outputs, "check_fwd_over_rev": check_fwd_over_rev})
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
    count = len(inputs)

    def gradients(*args):
        by = [one for one in args[:count] if isinstance(one, Tensor) and one.requires_grad]
        with enable_grad():
            found = grad(differentiable(*args[:count]), by, args[count:], create_graph=True, allow_unused=True)
        return tuple(one for one in found if one is not None)

    return gradcheck(
        gradients, (*inputs, *weights), eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception,
        nondet_tol=nondet_tol, check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes,
        check_batched_grad=check_batched_grad, check_backward_ad=check_rev_over_rev, fast_mode=fast_mode, masked=masked,
    )  # fmt: skip
