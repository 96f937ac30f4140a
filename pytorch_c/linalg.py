"""Linear algebra (torch.linalg): inv, qr, svd, solve, norm, …

Each is the operator linalg_NAME, loaded at its first use.
"""

from . import _ops
from ._boundary.errors import LinAlgError  # noqa: F401

_PREFIX = "linalg_"


def __getattr__(name):
    if _PREFIX + name not in _ops.FAMILY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(_ops, _PREFIX + name)
    return found


def __dir__():
    return sorted(["LinAlgError", *(name[len(_PREFIX) :] for name in _ops.FAMILY if name.startswith(_PREFIX))])
