"""Filling tensors with starting values: torch.nn.init, and GoTorch's nn/initializer.

Every function changes its tensor in place, outside of autograd, and returns it. With the same seed
the values equal torch's bit for bit. `generator` draws from another generator than the default one.
"""

from __future__ import annotations

import functools
import math
import warnings

from .. import _ops
from .._boundary.handle import core
from .._tensor.generator import manual_seed  # noqa: F401  (GoTorch has it here)
from .._tensor.tensor import Tensor
from ..autograd import no_grad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._typing import Generator

_LINEAR = ("linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")
_NONLINEARITIES = (*_LINEAR, "sigmoid", "tanh", "relu", "leaky_relu", "selu")


def _check(tensor):
    # torch takes any object with a tensor's methods: factorized weights of tensorly-torch are modules.
    if not isinstance(tensor, Tensor):  # a script leaves this block out, and could not compile hasattr()
        if not hasattr(tensor, "dim"):
            raise TypeError(f"tensor must be a Tensor, got {type(tensor).__name__}")


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """The recommended gain of a non-linear function; param is the slope of leaky_relu (default 0.01).

    Raises ValueError for an unknown name or a slope that is no number.
    """
    if nonlinearity in _LINEAR or nonlinearity == "sigmoid":
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "selu":
        return 3.0 / 4
    if nonlinearity == "leaky_relu":
        if isinstance(param, bool) or not isinstance(param, (int, float, type(None))):
            raise ValueError(f"param, the slope of leaky_relu, must be a number, got {param!r}")
        return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    raise ValueError(f"nonlinearity must be one of {', '.join(_NONLINEARITIES)}, got {nonlinearity!r}")


def calculate_fan_in_and_fan_out(tensor: Tensor) -> tuple[int, int]:
    """(fan_in, fan_out) of a weight (out, in, *kernel). ValueError for fewer than 2 dimensions."""
    _check(tensor)
    shape = tensor.shape
    if len(shape) < 2:
        raise ValueError(f"fan in and fan out need a tensor of at least 2 dimensions, got {len(shape)}")
    receptive_field = math.prod(shape[2:])
    return shape[1] * receptive_field, shape[0] * receptive_field


_calculate_fan_in_and_fan_out = calculate_fan_in_and_fan_out  # torch's own name for it


@core.asking
def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Values drawn uniformly between a and b."""
    _check(tensor)
    with no_grad():
        return tensor.uniform_(a, b, generator=generator)


@core.asking
def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Values drawn from the normal distribution."""
    _check(tensor)
    with no_grad():
        return tensor.normal_(mean, std, generator=generator)


@core.asking
def constant_(tensor: Tensor, val: float) -> Tensor:
    """The value val everywhere."""
    _check(tensor)
    with no_grad():
        return tensor.fill_(val)


def ones_(tensor: Tensor) -> Tensor:
    """Ones."""
    return constant_(tensor, 1.0)


def zeros_(tensor: Tensor) -> Tensor:
    """Zeros."""
    _check(tensor)
    with no_grad():
        return tensor.zero_()


def eye_(tensor: Tensor) -> Tensor:
    """The identity matrix, cut or padded with zeros to (n, m). ValueError unless 2-dimensional."""
    _check(tensor)
    if tensor.dim() != 2:
        raise ValueError(f"tensor must have 2 dimensions, got {tensor.dim()}")
    with no_grad():
        return tensor.copy_(_ops.eye(*tensor.shape, dtype=tensor.dtype, device=tensor.device))


def dirac_(tensor: Tensor, groups: int = 1) -> Tensor:
    """Convolution weights (out, in, *kernel) of 3 to 5 dimensions that pass their input on.

    ValueError for other dimensions, or where groups does not divide out.
    """
    _check(tensor)
    shape = tensor.shape
    if len(shape) not in (3, 4, 5):
        raise ValueError(f"tensor must have 3, 4 or 5 dimensions, got {len(shape)}")
    if shape[0] % groups != 0:
        raise ValueError(f"groups must divide dimension 0 of tensor, got {groups} and {shape[0]}")
    per_group = shape[0] // groups
    centre = tuple(length // 2 for length in shape[2:])
    with no_grad():
        tensor.zero_()
        for group in range(groups):
            for channel in range(min(per_group, shape[1])):
                tensor[(group * per_group + channel, channel, *centre)] = 1
    return tensor


def _xavier_std(tensor: Tensor, gain: float) -> float:
    return gain * math.sqrt(2.0 / float(sum(calculate_fan_in_and_fan_out(tensor))))


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Uniform between -a and a, a = gain * sqrt(6 / (fan_in + fan_out))."""
    bound = math.sqrt(3.0) * _xavier_std(tensor, gain)
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Generator | None = None) -> Tensor:
    """Normal with std = gain * sqrt(2 / (fan_in + fan_out))."""
    return normal_(tensor, 0.0, _xavier_std(tensor, gain), generator)


def _calculate_correct_fan(tensor: Tensor, mode: str) -> int:
    """fan_in or fan_out of a weight, as mode says; ValueError for another mode."""
    word = mode.lower() if isinstance(mode, str) else mode
    if word not in ("fan_in", "fan_out"):
        raise ValueError(f"mode must be 'fan_in' or 'fan_out', got {mode!r}")
    return calculate_fan_in_and_fan_out(tensor)[word == "fan_out"]


def _kaiming_std(tensor, a, mode, nonlinearity):
    fan = _calculate_correct_fan(tensor, mode)
    gain = calculate_gain(nonlinearity, a)
    if 0 in calculate_fan_in_and_fan_out(tensor):
        warnings.warn("Initializing zero-element tensors is a no-op", stacklevel=3)
        return None
    return gain / math.sqrt(fan)


@core.asking
def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Uniform between -b and b, b = gain * sqrt(3 / fan), with the gain of the non-linearity that follows.

    a: the slope, for leaky_relu. mode: "fan_in" or "fan_out", which fan. ValueError for other words.
    """
    std = _kaiming_std(tensor, a, mode, nonlinearity)
    if std is None:
        return tensor
    bound = math.sqrt(3.0) * std
    return uniform_(tensor, -bound, bound, generator)


# torch hands each argument to __torch_function__ by its name, which torch.distributed's sharded tensors look up.
uniform_.asked_by_name = normal_.asked_by_name = constant_.asked_by_name = kaiming_uniform_.asked_by_name = True


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Generator | None = None,
) -> Tensor:
    """Normal with std = gain / sqrt(fan); arguments as kaiming_uniform_."""
    std = _kaiming_std(tensor, a, mode, nonlinearity)
    return tensor if std is None else normal_(tensor, 0.0, std, generator)


def orthogonal_(tensor: Tensor, gain: float = 1, generator: Generator | None = None) -> Tensor:
    """Rows (or columns, if there are fewer) that are orthogonal and of length gain; (n, *) is taken as a matrix.

    ValueError for fewer than 2 dimensions.
    """
    _check(tensor)
    if tensor.dim() < 2:
        raise ValueError(f"tensor must have at least 2 dimensions, got {tensor.dim()}")
    if tensor.numel() == 0:
        return tensor
    rows = tensor.shape[0]
    columns = tensor.numel() // rows
    with no_grad():
        flat = _ops.empty((rows, columns), dtype=tensor.dtype, device=tensor.device).normal_(0, 1, generator=generator)
        q, r = _ops.linalg_qr(flat.t() if rows < columns else flat)
        q = q * r.diagonal().sign()  # makes the distribution uniform, arXiv:math-ph/0609050
        tensor.copy_((q.t() if rows < columns else q).reshape(tensor.shape)).mul_(gain)
    return tensor


def sparse_(tensor: Tensor, sparsity: float, std: float = 0.01, generator: Generator | None = None) -> Tensor:
    """Normal values, with the share `sparsity` of each column set to zero. ValueError unless 2-dimensional."""
    _check(tensor)
    if tensor.dim() != 2:
        raise ValueError(f"tensor must have 2 dimensions, got {tensor.dim()}")
    rows, columns = tensor.shape
    zeros = math.ceil(sparsity * rows)
    with no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in range(columns):
            tensor[_ops.randperm(rows)[:zeros], column] = 0
    return tensor


def trunc_normal_(
    tensor: Tensor,
    mean: float = 0.0,
    std: float = 1.0,
    a: float = -2.0,
    b: float = 2.0,
    generator: Generator | None = None,
) -> Tensor:
    """Normal values, drawn again until they lie between a and b."""
    _check(tensor)
    if tensor.is_meta:  # there are no values to draw
        return tensor
    if mean < a - 2 * std or mean > b + 2 * std:
        warnings.warn("mean is more than 2 std from [a, b]: the distribution of values may be incorrect", stacklevel=2)

    def below(x):
        return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0

    with no_grad():
        if below((b - mean) / std) - below((a - mean) / std) > 0.3:
            return _redraw_outside(tensor, mean, std, a, b, generator)
        return _reject_by_density(tensor, mean, std, a, b, generator)


def _redraw_outside(tensor, mean, std, a, b, generator):
    """Draws from the whole distribution and redraws what falls outside: fast where most of it lies inside."""
    low, high = (_ops.full((), bound, dtype=tensor.dtype).item() for bound in (a, b))  # as tensor's dtype rounds them
    result = tensor.normal_(mean, std, generator=generator)
    while True:
        outside = (result < low) | (result > high)
        if not outside.any():
            break
        result = _ops.where(outside, _ops.empty_like(result).normal_(mean, std, generator=generator), result)
    return tensor if result is tensor else tensor.copy_(result)


def _reject_by_density(tensor, mean, std, a, b, generator):
    """Draws uniformly inside and accepts in proportion to the density: fast where little of it lies inside."""
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    candidates, chance = _ops.empty_like(tensor), _ops.empty_like(tensor)

    def rejected():
        log_density = candidates.sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        return chance.uniform_(generator=generator).log_().gt(log_density)

    candidates.copy_(tensor.uniform_(a, b, generator=generator))
    pending, result = rejected(), tensor
    while pending.any():
        candidates.uniform_(a, b, generator=generator)
        result = _ops.where(pending, candidates, result)
        pending = _ops.where(pending, rejected(), pending)
    return tensor if result is tensor else tensor.copy_(result)


# Torch's names for what it does without gradients.
_no_grad_uniform_, _no_grad_normal_, _no_grad_trunc_normal_ = uniform_, normal_, trunc_normal_
_no_grad_fill_, _no_grad_zero_ = constant_, zeros_


def _deprecated(function):
    old, new = function.__name__[:-1], function.__name__

    @functools.wraps(function)
    def call(*args, **kwargs):
        warnings.warn(f"`nn.init.{old}` is now deprecated in favor of `nn.init.{new}`.", FutureWarning, stacklevel=2)
        return function(*args, **kwargs)

    call.__name__, call.__doc__ = old, f"The old name of {new}, deprecated."
    return call


uniform = _deprecated(uniform_)
normal = _deprecated(normal_)
constant = _deprecated(constant_)
eye = _deprecated(eye_)
dirac = _deprecated(dirac_)
xavier_uniform = _deprecated(xavier_uniform_)
xavier_normal = _deprecated(xavier_normal_)
kaiming_uniform = _deprecated(kaiming_uniform_)
kaiming_normal = _deprecated(kaiming_normal_)
orthogonal = _deprecated(orthogonal_)
sparse = _deprecated(sparse_)
