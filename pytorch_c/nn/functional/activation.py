"""Non-linear activations: torch.nn.functional.NAME, elementwise unless a dim is named."""

from ... import _ops
from ._arguments import softmax_dim


def relu(input, inplace=False):
    """max(0, x)."""
    return _ops.relu_(input) if inplace else _ops.relu(input)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x where x > 0, else negative_slope * x."""
    return _ops.leaky_relu_(input, negative_slope) if inplace else _ops.leaky_relu(input, negative_slope)


def elu(input, alpha=1.0, inplace=False):
    """x where x > 0, else alpha * (exp(x) - 1)."""
    return _ops.elu_(input, alpha) if inplace else _ops.elu(input, alpha)


def silu(input, inplace=False):
    """x * sigmoid(x)."""
    return _ops.silu_(input) if inplace else _ops.silu(input)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    """x held between min_val and max_val. ValueError if min_val > max_val."""
    if min_val > max_val:
        raise ValueError(f"min_val must not be greater than max_val, got {min_val} and {max_val}")
    return _ops.hardtanh_(input, min_val, max_val) if inplace else _ops.hardtanh(input, min_val, max_val)


def relu6(input, inplace=False):
    """x held between 0 and 6."""
    return hardtanh(input, 0.0, 6.0, inplace)


def gelu(input, approximate="none"):
    """x * Phi(x); approximate="tanh" uses the tanh formula, another word raises ValueError."""
    if approximate not in ("none", "tanh"):
        raise ValueError(f"approximate must be 'none' or 'tanh', got {approximate!r}")
    return _ops.gelu(input, approximate=approximate)


def softplus(input, beta=1.0, threshold=20.0):
    """log(1 + exp(beta * x)) / beta; x itself where beta * x > threshold."""
    return _ops.softplus(input, beta, threshold)


def tanh(input):
    """Hyperbolic tangent."""
    return _ops.tanh(input)


def sigmoid(input):
    """1 / (1 + exp(-x))."""
    return _ops.sigmoid(input)


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """exp(x) / sum(exp(x)) along dim; computed in dtype if given. IndexError for a dim out of range."""
    return _ops.softmax(input, softmax_dim("softmax", dim, input.dim()) if dim is None else dim, dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """log(softmax(x)) along dim, computed in a stable way; in dtype if given."""
    return _ops.log_softmax(input, softmax_dim("log_softmax", dim, input.dim()) if dim is None else dim, dtype)
