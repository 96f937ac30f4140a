"""Operators of TorchScript that functions of Python's mean (torch.jit._builtins)."""

from __future__ import annotations

import builtins
import cmath
import collections
import functools
import math
import sys

from .. import autograd
from .._boundary.handle import core
from .._calls.opoverload import OpOverload, OpOverloadPacket
from ..nn import functional
from ..nn.modules import utils
from ._marks import _unwrap_optional

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Functions that TorchScript knows under Python's name.
PYTHON = {
    getattr(builtins, name): name
    for name in (
        "print tuple float int bool str complex getattr hasattr isinstance range enumerate zip list max min abs all any "
        "divmod sum sorted hash hex oct bin chr ord round pow len id"
    ).split()
} | {dict: "dict", reversed: "reversed"}


_MATH = (
    "ceil copysign erf erfc exp expm1 fabs floor gamma lgamma log log10 log1p pow sqrt isnan asinh atanh cosh sinh tanh "
    "acos asin atan atan2 cos sin tan acosh fmod modf factorial frexp isinf degrees radians ldexp gcd isfinite"
).split()
_COMPLEX = (
    "isnan isfinite isinf log log10 sqrt exp sin tan cos asin acos atan sinh cosh tanh asinh acosh atanh"
).split()

# Functions that torch has in C and the package in Python; the operator has the name and the arguments.
_SAME = (
    "einsum split stft istft tensordot cdist unique_consecutive chunk tensor as_tensor zeros ones empty full rand randn "
    "randint arange linspace logspace eye zeros_like ones_like is_tensor where meshgrid broadcast_tensors "
    "cartesian_prod block_diag tensor_split atleast_1d atleast_2d atleast_3d save numel is_floating_point is_complex "
    "index_put from_file dropout norm stack cat square std var std_mean var_mean manual_seed is_grad_enabled "
    "set_grad_enabled get_device is_storage sym_int can_cast result_type promote_types broadcast_shapes chain_matmul "
    "sym_max sym_min align_tensors unravel_index combinations vander cumulative_trapezoid trapz is_inference "
    "is_conj is_neg normal bernoulli multinomial range scalar_tensor clamp min max any all quantile nanquantile "
    "triu_indices tril_indices nonzero unbind hstack vstack dstack _shape_as_tensor is_autocast_enabled "
    "is_autocast_cpu_enabled get_autocast_dtype initial_seed seed sparse_coo_tensor sparse_compressed_tensor "
    "sparse_csr_tensor sparse_csc_tensor sparse_bsr_tensor sparse_bsc_tensor sym_constrain_range "
    "sym_constrain_range_for_size _softmax_backward_data _efficientzerotensor _assert"
).split()


def unwrapped(function: Any) -> Any:
    """The Python function behind one that asks for __torch_function__ first."""
    while type(function).__name__ == "Quick":  # a class of the extension's without a name in it
        function = function.__wrapped__
    return function


@functools.cache
def _table() -> dict[int, str]:
    package = sys.modules[__name__.partition(".")[0]]
    found = {id(getattr(math, name)): f"aten::{name}" for name in _MATH}
    found |= {id(getattr(cmath, name)): f"aten::{name}" for name in _COMPLEX}
    found |= {
        id(math.remainder): "aten::mathremainder",
        id(cmath.phase): "aten::angle",
        id(cmath.rect): "aten::polar",
        id(_unwrap_optional): "aten::_unwrap_optional",
        id(collections.OrderedDict): "aten::dict",
        id(dict): "aten::dict",
        id(package.Size): "aten::Size",
    }
    found |= {id(getattr(package._C, name)): f"aten::{name}" for name in ("_get_tracing_state", "_get_cpu_capability")}
    found |= {id(unwrapped(getattr(autograd, name))): f"aten::{name}" for name in ("grad", "backward")}
    found |= {id(getattr(utils, name)): f"aten::{name}" for name in ("_single", "_pair", "_triple", "_quadruple")}
    found[id(utils._list_with_default)] = "aten::list_with_default"
    for name in _SAME:
        function = getattr(package, name, None)
        if function is not None:
            found[id(unwrapped(function))] = f"aten::{name}"
    found[id(unwrapped(functional.pad))] = "aten::pad"
    return found


def add_builtin(function: Any, operator: str) -> None:
    """Makes a function an operator of a name, "aten::relu"; the caller keeps the function."""
    _table()[id(function)] = operator


def find_builtin(function: Any) -> str | None:
    """The qualified name of the operator that a function is, "aten::relu"; None where it is none."""
    if isinstance(function, core.Operator):
        return f"aten::{function.__name__}"
    # The operator of which einsum asks modes.
    asked = getattr(function, "__asked__", None) or getattr(unwrapped(function), "__asked__", None)
    if isinstance(asked, (core.Operator, OpOverloadPacket)):
        return find_builtin(asked)
    found = _table().get(id(unwrapped(function)))
    if found is None and isinstance(unwrapped(function), core.Operator):
        return find_builtin(unwrapped(function))
    if found is None and isinstance(function, (OpOverloadPacket, OpOverload)):
        return function._qualified_op_name if isinstance(function, OpOverloadPacket) else function._qualified
    return found


_find_builtin = find_builtin  # as fx asks for an operator's schemas
