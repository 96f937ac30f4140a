"""Functions of functions (torch.func): vmap, derivatives and what goes with them."""

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
from ._modules import functional_call as functional_call
from ._modules import replace_all_batch_norm_modules_ as replace_all_batch_norm_modules_
from ._modules import stack_module_state as stack_module_state
from ._rearrange import rearrange as rearrange
from ._vmap import vmap as vmap

__all__ = [
    "debug_unwrap", "functional_call", "functionalize", "grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp",
    "linearize", "rearrange", "replace_all_batch_norm_modules_", "stack_module_state", "vjp", "vmap",
]  # fmt: skip
