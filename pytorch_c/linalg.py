"""Linear algebra (torch.linalg): inv, qr, svd, solve, norm, …

Each is the operator linalg_NAME.
"""

from . import _ops
from ._boundary.errors import LinAlgError  # noqa: F401

globals().update(_ops.below("linalg_"))
