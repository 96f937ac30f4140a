"""Non-linear activations: torch.nn.functional.NAME, elementwise, any shape in, the same shape out.

inplace=True, and the functions whose name ends in an underscore, write into input and return it; libtorch
raises TorchError where that would break a gradient (a leaf that requires one, a value that is needed later).
Integer tensors are taken where the function keeps them integers; elsewhere TorchError or
TorchNotImplementedError names the operator and the dtype.
"""

from __future__ import annotations

from ... import _ops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..._typing import Tensor

# ---- rectifiers ----


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """max(0, x)."""
    return _ops.relu_(input) if inplace else _ops.relu(input)


def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """x held between 0 and 6."""
    return _ops.relu6_(input) if inplace else _ops.relu6(input)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """x where x > 0, else negative_slope * x."""
    return _ops.leaky_relu_(input, negative_slope) if inplace else _ops.leaky_relu(input, negative_slope)


def rrelu(
    input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False, inplace: bool = False
) -> Tensor:
    """leaky_relu whose slope is drawn for each x from [lower, upper) in training, else their mean.

    TorchError if lower > upper. Source: Xu et al. 2015, arXiv:1505.00853.
    """
    rectify = _ops.rrelu_ if inplace else _ops.rrelu
    return rectify(input, lower, upper, training)


def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """x where x > threshold, else value."""
    return _ops.threshold_(input, threshold, value) if inplace else _ops.threshold(input, threshold, value)


# ---- exponential units ----


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """x where x > 0, else alpha * (exp(x) - 1). Source: Clevert et al. 2015, arXiv:1511.07289."""
    return _ops.elu_(input, alpha) if inplace else _ops.elu(input, alpha)


def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """scale * elu(x, alpha) with the two constants that keep mean 0 and variance 1.

    Source: Klambauer et al. 2017, arXiv:1706.02515.
    """
    return _ops.selu_(input) if inplace else _ops.selu(input)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """max(0, x) + min(0, alpha * (exp(x / alpha) - 1)); TorchError for alpha=0.

    Source: Barron 2017, arXiv:1704.07483.
    """
    return _ops.celu_(input, alpha) if inplace else _ops.celu(input, alpha)


# ---- gates ----


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """a * sigmoid(b), where a and b are the halves of input along dim, whose size is halved.

    TorchError if that size is odd or input is 0-dim. Source: Dauphin et al. 2016, arXiv:1612.08083.
    """
    return _ops.glu(input, dim)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """x * sigmoid(x). Source: Hendrycks and Gimpel 2016, arXiv:1606.08415."""
    return _ops.silu_(input) if inplace else _ops.silu(input)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """x * tanh(softplus(x)). Source: Misra 2019, arXiv:1908.08681."""
    return _ops.mish_(input) if inplace else _ops.mish(input)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """x * relu6(x + 3) / 6. Source: Howard et al. 2019, arXiv:1905.02244."""
    return _ops.hardswish_(input) if inplace else _ops.hardswish(input)


# ---- S-shaped ----


def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + exp(-x))."""
    return _ops.sigmoid(input)


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """relu6(x + 3) / 6. Source: Howard et al. 2019, arXiv:1905.02244."""
    return _ops.hardsigmoid_(input) if inplace else _ops.hardsigmoid(input)


def tanh(input: Tensor) -> Tensor:
    """Hyperbolic tangent."""
    return _ops.tanh(input)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """x held between min_val and max_val. ValueError if min_val > max_val."""
    if min_val > max_val:
        raise ValueError(f"min_val cannot be greater than max_val, got {min_val} and {max_val}")
    return _ops.hardtanh_(input, min_val, max_val) if inplace else _ops.hardtanh(input, min_val, max_val)


def softsign(input: Tensor) -> Tensor:
    """x / (1 + |x|)."""
    return input / (input.abs() + 1)


# ---- shrinking ----


def tanhshrink(input: Tensor) -> Tensor:
    """x - tanh(x)."""
    return input - input.tanh()
