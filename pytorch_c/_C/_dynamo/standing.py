"""Python that torch's compiler reads in the place of C (_dynamo): torch's own transforms, and steps of this package's functions."""

from __future__ import annotations

import importlib
import types
from types import ModuleType

from ..._borrowed import loader
from ..._boundary import api
from ..._boundary.handle import core
from ..._tensor import overriding
from ..._tensor.tensor import Tensor
from ...autograd import forward_ad
from ...func import _vmap
from . import optimizers, rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

torchs_vmap: Any = None
# Names of the extension that are asked for around each compiled call: put into its module, which looks for others by Python.
_AROUND_CALLS = (
    "_ForceDispatchKeyGuard",
    "_dispatch_tls_local_exclude_set",
    "_dispatch_tls_local_include_set",
    "_is_key_in_tls",
    "_is_view_replay_enabled",
    "_set_view_replay_enabled",
)
_TRANSFORMS = "_functorch.apis", "_functorch.eager_transforms"


def take_over(module: ModuleType) -> None:
    """Tells the compiler what it reads where it comes to a function of torch.func, or to one of the extension's."""
    global torchs_vmap
    torchs_vmap = importlib.import_module(f"{loader.PACKAGE}._functorch.vmap")
    func = importlib.import_module(f"{loader.PACKAGE}.func")
    of_torch = {}
    for file in _TRANSFORMS:
        of_torch |= vars(importlib.import_module(f"{loader.PACKAGE}.{file}"))
    for name in func.__all__:
        ours = getattr(func, name)
        if of_torch.get(name, ours) is not ours:
            module.substitute_in_graph(ours, skip_signature_check=True)(of_torch[name])
    steps = {getattr(core, name): read for name, read in _READ.items()} | {
        _vmap._with_steps_of_others: _steps_of_torch,
        overriding._not_wrapped: _none_of_them,
        overriding._is_of_torch: _false,
        overriding.convert: _convert,
        forward_ad._level: _level,
        forward_ad._tensor: _none,
    }
    for step, read in steps.items():
        module.substitute_in_graph(step, skip_signature_check=True)(read)
    in_graph, sourceless = module.variables.TorchInGraphFunctionVariable, module.variables.builder.SourcelessBuilder
    sourceless._type_handlers[overriding._Method] = lambda _, method: in_graph(method)
    _attributes_of_c(module)
    optimizers.take_over(module)
    extension = importlib.import_module(f"{loader.PACKAGE}._C")
    for name in _AROUND_CALLS:
        setattr(extension, name, getattr(extension, name))


def _attributes_of_c(module: ModuleType) -> None:
    """Tells the compiler which attributes of Tensor are C in torch: it reads them from values, and sets none of them."""
    attributes = module.variables.tensor.all_tensor_attrs
    for name in vars(core.Owner).keys() - {"_h", "__del__"}:  # of Tensor's base, which is not torch's TensorBase
        attributes.setdefault(name, getattr(Tensor, name))
    of_c = types.FunctionType.__dict__["__code__"]
    in_python = rules.methods_in_python()
    for name, one in attributes.items():
        if isinstance(one, (property, overriding._Property)) and name not in in_python:
            attributes[name] = of_c
    of_object = module.utils.is_tensor_getset_descriptor

    def is_of_c(name: str) -> bool:
        return type(attributes.get(name)) is types.GetSetDescriptorType or of_object(name)

    for where in (module.utils, module.variables.builtin):
        where.is_tensor_getset_descriptor = is_of_c


def _convert(found, cls):
    if cls is Tensor:
        return found
    if isinstance(found, Tensor) and not isinstance(found, cls):
        return found.as_subclass(cls)
    return type(found)(_convert(one, cls) for one in found) if isinstance(found, (tuple, list)) else found


def _level(name, level):
    return _forward_level() if level is None else level


def _forward_level() -> int:
    """Returns the number of the open level, which a compiled program has as a constant: it is compiled for each."""
    return api.forward_level()


_forward_level._dynamo_marked_constant = True  # type: ignore[attr-defined]


def _none_of_them() -> Any:
    return ()


def _steps_of_torch() -> Any:
    return torchs_vmap


# ---- steps that are C, each a function with the same result, or with the one that sends its caller to its Python ----


def _gradients(parameters: Any) -> Any:
    having = [one for one in parameters if one.grad is not None]
    return having, [one.grad for one in having]


def _none(*arguments: Any) -> None:
    return None


def _false(*arguments: Any) -> bool:
    return False


def _not_implemented(*arguments: Any) -> Any:
    return NotImplemented


def _nobody(*arguments: Any) -> tuple[bool, bool]:
    return False, False


_READ = {
    "gradients": _gradients,
    "parameters": _none,
    "state_columns": _none,
    "are_alike": _false,
    "is_asked": _false,
    "count_dispatch_modes": _false,
    "plain_parameter": _not_implemented,
    "overriding": _nobody,
}
