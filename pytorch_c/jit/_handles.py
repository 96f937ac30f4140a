"""The module of the C library below a ScriptModule, with the methods that torch's Python calls of it (torch._C.ScriptModule)."""

from __future__ import annotations

from .._boundary import api, constants
from .._boundary.handle import core
from .._calls import jit_types
from ._functions import method_of, python_unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ModuleHandle(core.Resource):  # type: ignore[name-defined,misc]
    """A handle of a module, as the C library gives it."""

    __slots__ = ()

    def _register_attribute(self, name: str, type: Any, value: Any) -> None:
        """Adds an attribute of a type of torch._C."""
        text = type.annotation_str if isinstance(type, jit_types.Type) else str(type)
        api.jit_module_register_attribute(self, name, text, value)

    def _has_method(self, name: str) -> bool:
        """Returns whether there is a method of the name."""
        return api.jit_module_has(self, name) == constants.JIT_METHOD

    def _get_method(self, name: str) -> Any:
        """Returns a method. Raises RuntimeError where there is none."""
        if not self._has_method(name):
            raise RuntimeError(f"Method '{name}' is not defined.")
        return method_of(api.jit_module_method(self, name))

    def _type(self) -> Any:
        """Returns the class of the program, torch._C.ClassType."""
        return jit_types.of_handle(api.ir_type_parse(api.jit_module_type(self), python_unit()))

    def hasattr(self, name: str) -> bool:
        """Returns whether there is an attribute of the name: a tensor, a submodule or a value."""
        return api.jit_module_has(self, name) not in (constants.JIT_NONE, constants.JIT_METHOD)

    def getattr(self, name: str) -> Any:
        """Returns the value of an attribute."""
        return api.jit_module_attr(self, name)

    def setattr(self, name: str, value: Any) -> None:
        """Gives an attribute a value."""
        api.jit_module_set_attr(self, name, value)


core.set_module_type(ModuleHandle)
