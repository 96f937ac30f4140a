"""Classes derived from ScriptModule: an object is compiled when its __init__ is done (torch.jit._script.ScriptMeta)."""

from __future__ import annotations

import functools
import inspect
from contextlib import ExitStack

from .._boundary import api, constants
from ._functions import method_of
from ._modules import ScriptModule, wrap
from ._recursive import Modules
from ._text import functions_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["_compile_after_init"]


def _compile_after_init(cls: type) -> None:
    """Gives a class an __init__ after which the object is a module of TorchScript."""
    inner = cls.__init__

    @functools.wraps(inner)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        inner(self, *args, **kwargs)
        if type(self) is cls and "_c" not in self.__dict__:
            _compile(self)

    cls.__init__ = __init__  # type: ignore[misc]


def _script_methods(cls):
    """Names of the methods marked by @script_method, in torch's order; forward is compiled where there are none."""
    found = ((name, inspect.getattr_static(cls, name, None)) for name in dir(cls))
    return [name for name, one in found if inspect.isfunction(one) and hasattr(one, "_is_script_method")]


def _compile(module):
    sources = module.__dict__.pop("_sources", ())
    extra: dict[str, Any] = {}
    with ExitStack() as stack:
        sources = [one for one in sources if not stack.enter_context(functions_of(*one, into=extra))]
        wanted = _script_methods(type(module))
        handle = Modules(alone=module if extra or sources else None, extra=extra).build(module, wanted).handle
    names = [name for name in api.jit_module_names(handle, constants.JIT_MODULE, False).split("\n") if name]
    children, found = {}, module.__dict__["_modules"]
    for name in names:
        child = found.get(name)
        scripted = isinstance(child, ScriptModule) and "_c" in vars(child)
        children[name] = child if scripted else wrap(api.jit_module_module(handle, name))
    module._become(handle, children)
    for name in list(module.__dict__):  # what Python kept of them would be found first
        if api.jit_module_has(handle, name) in (constants.JIT_ATTRIBUTE, constants.JIT_CONSTANT):
            del module.__dict__[name]
    for source, _ in sources:  # no Python
        module.define(source)
    for name in filter(None, api.jit_module_names(handle, constants.JIT_METHOD, False).split("\n")):
        module.__dict__[name] = method_of(api.jit_module_method(handle, name))  # instead of the function in the class
