"""The parameters and buffers of a module of TorchScript, as Python has them."""

from __future__ import annotations

import weakref

from .._boundary import api

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["Tensors", "known", "lines"]

_known: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()


def lines(text: str) -> list[str]:
    """The names in a list of the C library's."""
    return text.split("\n") if text else []


def known(tensor: Any) -> Any:
    """The object that Python has for this tensor of a program's already, or the tensor, from now on."""
    if tensor is None:
        return None
    return _known.setdefault(api.value_id(tensor), tensor)


class Tensors:
    """The parameters, or the buffers, of a module, as a dict that reads and writes the program's own."""

    def __init__(self, c: Any, kind: int) -> None:
        self._c, self._kind = c, kind

    def keys(self) -> list[str]:
        return lines(api.jit_module_names(self._c, self._kind, False))

    def values(self) -> list[Any]:
        return [known(tensor) for tensor in api.jit_module_tensors(self._c, self._kind, False)]

    def items(self) -> list[tuple[str, Any]]:
        return list(zip(self.keys(), self.values()))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and api.jit_module_has(self._c, name) == self._kind

    def __getitem__(self, name: str) -> Any:
        if name not in self:
            raise KeyError(name)
        return known(api.jit_module_attr(self._c, name))

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default

    def __setitem__(self, name: str, value: Any) -> None:
        if name not in self:
            raise RuntimeError(f"Can't add a new parameter after ScriptModule construction. Tried to add '{name}'")
        api.jit_module_set_attr(self._c, name, value)
        if value is not None:
            _known[api.value_id(value)] = value

    def __delitem__(self, name: str) -> None:
        raise RuntimeError("cannot delete methods or parameters of a script module")

    pop = __delitem__

    def copy(self) -> dict[str, Any]:
        return dict(self.items())

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __bool__(self) -> bool:
        return bool(self.keys())
