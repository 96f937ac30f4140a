"""Special functions (torch.special): erf, gammaln, softmax, zeta, …

Each is the operator special_NAME, loaded at its first use.
"""

from . import _ops

_PREFIX = "special_"


def __getattr__(name):
    if _PREFIX + name not in _ops.FAMILY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(_ops, _PREFIX + name)
    return found


def __dir__():
    return sorted(name[len(_PREFIX) :] for name in _ops.FAMILY if name.startswith(_PREFIX))
