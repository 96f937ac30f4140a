"""Special functions (torch.special): erf, gammaln, softmax, zeta, …

Each is the operator special_NAME.
"""

from . import _ops

globals().update(_ops.below("special_"))
