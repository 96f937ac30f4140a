"""Functions of functions (torch.func): vmap, derivatives and what goes with them."""

from .._borrowed import lazy
from ._functionalize import functionalize as functionalize
from ._grad import grad as grad
from ._grad import grad_and_value as grad_and_value
from ._grad import vjp as vjp
from ._jacobian import hessian as hessian
from ._jacobian import jacfwd as jacfwd
from ._jacobian import jacrev as jacrev
from ._jvp import jvp as jvp
from ._jvp import linearize as linearize
from ._levels import debug_unwrap as debug_unwrap
from ._rearrange import rearrange as rearrange
from ._vmap import vmap as vmap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._functorch.batch_norm_replacement import replace_all_batch_norm_modules_
    from .._functorch.functional_call import functional_call, stack_module_state

__all__ = [
    "debug_unwrap", "functional_call", "functionalize", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp",
    "linearize", "rearrange", "replace_all_batch_norm_modules_", "stack_module_state", "vjp", "vmap",
]  # fmt: skip

__getattr__, __dir__ = lazy.names(__name__)
