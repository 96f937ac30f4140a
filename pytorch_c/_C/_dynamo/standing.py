"""Python that torch's compiler reads in the place of C (_dynamo): torch's own transforms, and steps of this package's functions."""

from __future__ import annotations

import importlib
import inspect
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
        Tensor._make_subclass: _make_subclass,
        forward_ad._level: _level,
        forward_ad._tensor: _none,
    }
    for step, read in steps.items():
        module.substitute_in_graph(step, skip_signature_check=True)(read)
    in_graph, sourceless = module.variables.TorchInGraphFunctionVariable, module.variables.builder.SourcelessBuilder
    sourceless._type_handlers[overriding._Method] = lambda _, method: in_graph(method)
    _attributes_of_c(module)
    _attributes_of_subclasses(module)
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


def _attributes_of_subclasses(module: ModuleType) -> None:
    """Has the compiler read attributes of an instance, whose getters are methods here, and of a class, whose metaclass is ours."""
    variables, builder = module.variables, module.variables.builder
    wrapper, constant = variables.functions.MethodWrapperVariable, builder.ConstantLikeVariable
    getter = types.SimpleNamespace(  # what is asked of a method of C
        __name__="__get__", __objclass__=overriding._Property, __get__=lambda of: of.__get__
    )
    create, refuse = builder.SourcelessBuilder.create, variables.user_defined.unimplemented

    def is_getter(value: Any) -> bool:
        of_property = type(value) is types.MethodType and type(value.__self__) is overriding._Property
        return of_property and value.__name__ == "__get__"

    def create_of_both(tx: Any, value: Any) -> Any:
        return wrapper(getter, constant(value.__self__)) if is_getter(value) else create(tx, value)

    def refuse_others(gb_type: str, context: str, *arguments: Any, **named: Any) -> None:
        # Our metaclass gives what asks __torch_function__ in the place of Tensor's own members, and nothing else.
        if gb_type != "Custom metaclass with __getattribute__" or not context.endswith(f" = {type(Tensor)}"):
            refuse(gb_type, context, *arguments, **named)

    def attribute_of_class(self: Any, tx: Any, name: str) -> Any:
        member = inspect.getattr_static(self.value, name, None)
        return (
            variables.TorchInGraphFunctionVariable(member)
            if isinstance(member, core.Operator)
            else of_class(self, tx, name)
        )

    subclass = variables.tensor.TensorSubclassVariable
    of_class, subclass.var_getattr = subclass.var_getattr, attribute_of_class
    builder.SourcelessBuilder.create = staticmethod(create_of_both)
    for where in (module.utils, variables.functions, variables.torch_function):
        where.is_tensor_base_attr_getter = is_getter
    variables.torch_function.banned_attrs.extend(overriding._NOT_WRAPPED)
    variables.user_defined.unimplemented = refuse_others


def _convert(found, cls):
    if cls is Tensor:
        return found
    if isinstance(found, Tensor) and not isinstance(found, cls):
        return found.as_subclass(cls)
    return type(found)(_convert(one, cls) for one in found) if isinstance(found, (tuple, list)) else found


def _make_subclass(cls, data, require_grad=False):
    with overriding.DisableTorchFunctionSubclass():
        made = data.detach()
        if made.requires_grad != require_grad:
            made.requires_grad = require_grad
        # Nothing that the compiler reads turns an instance of a subclass into one of Tensor itself, but for the class.
        return Tensor(made) if cls is Tensor else made.as_subclass(cls)


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
