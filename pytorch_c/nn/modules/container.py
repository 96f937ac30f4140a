"""Modules that hold other modules, or parameters (torch.nn.modules.container)."""

from __future__ import annotations

import inspect
import operator
import warnings
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping

from ..._composites.inputs import typename
from ._parameter_containers import ParameterDict, ParameterList, pairs
from .module import Module, indent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, ItemsView, KeysView, ValuesView
    from typing import Any

    from typing_extensions import Self

__all__ = ["Container", "ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]


class Container(Module):
    """A module with the given children. Deprecated, as in torch: Module does it all."""

    def __init__(self, **kwargs: Any) -> None:
        warnings.warn(
            "`nn.Container` is deprecated. All of its functionality is now implemented in `nn.Module`. "
            "Subclass that instead.",
            FutureWarning,
            stacklevel=2,
        )
        super().__init__()
        for name, module in kwargs.items():
            self.add_module(name, module)


def _key(row, index):
    """The name of the module at an index; IndexError when out of range."""
    keys = list(row._modules)
    position = operator.index(index)
    if not -len(keys) <= position < len(keys):
        raise IndexError(f"index {position} is out of range")
    return keys[position]


def _put(row, position, module):
    """Moves the modules from position on by one place, and puts module there."""
    modules = list(row._modules.values())
    modules.insert(position, module)
    row._modules.update((str(i), one) for i, one in enumerate(modules) if i >= position)


class _Row(Module):
    """Children in a row under the names "0", "1", …: what Sequential and ModuleList share.

    A place may hold None. Indices may be negative; IndexError when out of range.
    """

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._modules.values())

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            places = list(self._modules.items())[index]
            return type(self)(OrderedDict(places) if isinstance(self, Sequential) else dict(places).values())
        return self._modules[_key(self, index)]

    def __setitem__(self, index: int, module: Module) -> None:
        setattr(self, _key(self, index), module)

    def __delitem__(self, index: int | slice) -> None:
        gone = list(self._modules)[index] if isinstance(index, slice) else [_key(self, index)]
        for key in gone:
            delattr(self, key)
        self._modules = {str(i): module for i, module in enumerate(self._modules.values())}

    def append(self, module: Module) -> Self:
        """Adds a module at the end. Returns self."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Self:
        """Adds each of an iterable of modules at the end. Returns self; TypeError if it is none."""
        if not isinstance(modules, Iterable):
            raise TypeError(
                f"{type(self).__name__}.extend should be called with an iterable, but got {type(modules).__name__}"
            )
        for module in list(modules):
            self.append(module)
        return self

    def pop(self, key: int | slice) -> Module:
        """Takes out and returns the module at an index, or those of a slice."""
        module = self[key]
        del self[key]
        return module

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.isdigit()]


def _row(other):
    if not isinstance(other, Sequential):
        raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
    return other


def _times(row, count):
    if not isinstance(count, int):
        raise TypeError(f"unsupported operand type(s) for *: {type(row)} and {type(count)}")
    if count <= 0:
        raise ValueError(f"Non-positive multiplication factor {count} for {type(row)}")
    return count


class Sequential(_Row):
    """Calls its modules in turn, each with the result of the one before.

    Made from modules, or from one OrderedDict that names them. As GoTorch's, a tuple is passed on as several
    arguments to a module whose forward needs as many; any other gets it as it is, as in torch.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__()
        named = args[0] if len(args) == 1 and isinstance(args[0], OrderedDict) else None
        for name, module in enumerate(args) if named is None else named.items():
            self.add_module(str(name) if named is None else name, module)

    def forward(self, input: Any) -> Any:
        result = input
        for module in self._modules.values():
            if type(result) is tuple and _takes_several(module, len(result)):
                result = module(*result)
            else:
                result = module(result)
        return result

    def insert(self, index: int, module: Module) -> Self:
        """Puts a module before the one at index. Returns self."""
        size, position = len(self), operator.index(index)
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -size <= position <= size:
            raise IndexError(f"Index out of range: {index}")
        _put(self, position + size if position < 0 else position, module)
        return self

    def __add__(self, other: Sequential) -> Sequential:
        return Sequential(*self, *_row(other))

    def __iadd__(self, other: Sequential) -> Self:
        return self.extend(_row(other))

    def __mul__(self, other: int) -> Sequential:
        return Sequential(*list(self) * _times(self, other))

    def __rmul__(self, other: int) -> Sequential:
        return self * other

    def __imul__(self, other: int) -> Self:
        return self.extend(list(self) * (_times(self, other) - 1))


def _takes_several(module, count):
    """Returns whether forward cannot be called with one argument, but with `count`."""
    if isinstance(module, Sequential):
        return bool(module._modules) and _takes_several(next(iter(module._modules.values())), count)
    function = module.function if isinstance(module, Functional) else module.forward
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return False
    return not _binds(signature, 1) and _binds(signature, count)


def _binds(signature, count):
    try:
        signature.bind(*range(count))
    except TypeError:
        return False
    return True


class ModuleList(_Row):
    """A list of modules; it has no forward."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def insert(self, index: int, module: Module) -> None:
        """Puts a module before the one at index. IndexError when out of range."""
        size, position = len(self), operator.index(index)
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{typename(module)} is not a Module subclass")
        if not -size <= position <= size:
            raise IndexError(f"index {position} is out of range")
        _put(self, position + size if position < 0 else position, module)

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        return ModuleList([*self, *other])

    def __iadd__(self, modules: Iterable[Module]) -> Self:
        return self.extend(modules)

    def __repr__(self) -> str:
        """Equal neighbours are shown once: (0-2): 3 x Linear(...)."""
        runs = []
        for index, text in enumerate(map(repr, self)):
            if runs and runs[-1][2] == text:
                runs[-1][1] = index
            else:
                runs.append([index, index, text])
        if not runs:
            return f"{self._get_name()}()"
        lines = [
            f"({first}): {text}" if first == last else f"({first}-{last}): {last - first + 1} x {text}"
            for first, last, text in runs
        ]
        return f"{self._get_name()}(\n  " + "\n  ".join(map(indent, lines)) + "\n)"


class ModuleDict(Module):
    """A dict of modules, in the order in which they were added; it has no forward.

    Keys are strings without a dot that are no attribute of the class (KeyError), such as "keys".
    """

    def __init__(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Any:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: object) -> bool:
        return key in self._modules

    def keys(self) -> KeysView[str]:
        return self._modules.keys()

    def values(self) -> ValuesView[Module]:
        return self._modules.values()

    def items(self) -> ItemsView[str, Module]:
        return self._modules.items()

    def clear(self) -> None:
        self._modules.clear()

    def pop(self, key: str) -> Module:
        """Takes out and returns modules[key]."""
        module = self[key]
        del self[key]
        return module

    def update(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]]) -> None:
        """Sets each item of a mapping or of an iterable of (key, module) pairs."""
        for key, module in pairs(modules, "ModuleDict", (Mapping, ModuleDict)):
            self[key] = module


class Functional(Module):
    """A function as a module: Functional(fn)(*args) is fn(*args). As GoTorch's nn.Functional."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        if not callable(function):
            raise TypeError(f"function must be callable, got {type(function).__name__}")
        self.function = function

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def extra_repr(self) -> str:
        return getattr(self.function, "__name__", repr(self.function))
