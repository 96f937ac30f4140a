"""Modules that hold other modules."""

from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping

from ..module import Module, indent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from typing_extensions import Self


class _Row(Module):
    """Children in a row under the names "0", "1", …: what Sequential and ModuleList share.

    A place may hold None. Indices may be negative; IndexError when out of range.
    """

    def _places(self):
        return {
            name: value
            for name, value in vars(self).items()
            if isinstance(value, Module) or (value is None and name.isdigit())
        }

    def _key(self, index):
        keys = list(self._places())
        position = operator.index(index)
        if not -len(keys) <= position < len(keys):
            raise IndexError(f"index {position} is out of range for {len(keys)} modules")
        return keys[position]

    def _refill(self, modules):
        for name in self._places():
            delattr(self, name)
        for index, module in enumerate(modules):
            self.add_module(str(index), module)

    def __len__(self) -> int:
        return len(self._places())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._places().values())

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return self._of(dict(list(self._places().items())[index]))
        return getattr(self, self._key(index))

    def __setitem__(self, index: int, module: Module) -> None:
        self.add_module(self._key(index), module)

    def __delitem__(self, index: int | slice) -> None:
        modules = list(self)
        if not isinstance(index, slice):
            self._key(index)
        del modules[index]
        self._refill(modules)

    def append(self, module: Module) -> Self:
        """Add a module at the end. Returns self."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add each of an iterable of modules at the end. Returns self; TypeError if it is none."""
        if not isinstance(modules, Iterable):
            raise TypeError(f"modules must be an iterable of modules, got {type(modules).__name__}")
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index: int, module: Module) -> Self:
        """Put a module before the one at index. Returns self."""
        modules, position = list(self), operator.index(index)
        if not -len(modules) <= position <= len(modules):
            raise IndexError(f"index {position} is out of range for {len(modules)} modules")
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"module must be a Module, got {type(module).__name__}")
        modules.insert(position, module)
        self._refill(modules)
        return self

    def pop(self, index: int = -1) -> Module:
        """Take out and return the module at index."""
        module = self[index]
        del self[index]
        return module

    def __iadd__(self, modules):
        return self.extend(modules)

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.isdigit()]


class Sequential(_Row):
    """Calls its modules in turn, each with the result of the one before.

    A module that returns a tuple passes its items on as several arguments. Made from modules, or
    from one OrderedDict that names them.
    """

    def __init__(self, *modules: Any) -> None:
        super().__init__()
        if len(modules) == 1 and isinstance(modules[0], OrderedDict):
            for name, module in modules[0].items():
                self.add_module(name, module)
        else:
            self.extend(modules)

    def _of(self, places):
        return type(self)(OrderedDict(places))

    def forward(self, *args: Any) -> Any:
        result = args[0] if len(args) == 1 else args
        for module in self:
            result = module(*args)
            args = result if isinstance(result, tuple) else (result,)
        return result

    def __add__(self, other):
        if not isinstance(other, Sequential):
            return NotImplemented
        return Sequential(*self, *other)

    def __mul__(self, times):
        if not isinstance(times, int) or times <= 0:
            raise ValueError(f"a Sequential can be repeated a positive number of times, got {times!r}")
        return Sequential(*list(self) * times)

    __rmul__ = __mul__


class ModuleList(_Row):
    """A list of modules; it has no forward."""

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _of(self, places):
        return type(self)(places.values())

    def __add__(self, other):
        return ModuleList([*self, *other])

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

    def _items(self):
        return {name: value for name, value in vars(self).items() if isinstance(value, Module)}

    def __getitem__(self, key: str) -> Any:
        return self._items()[key]

    def __setitem__(self, key: str, module: Module) -> None:
        if not isinstance(module, Module):
            raise TypeError(f"modules[{key!r}] must be a Module, got {type(module).__name__}")
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        self[key]  # KeyError for what is not a module
        delattr(self, key)

    def __len__(self) -> int:
        return len(self._items())

    def __iter__(self) -> Iterator[str]:
        return iter(self._items())

    def __contains__(self, key: object) -> bool:
        return key in self._items()

    def keys(self) -> Iterable[str]:
        return self._items().keys()

    def values(self) -> Iterable[Module]:
        return self._items().values()

    def items(self) -> Iterable[tuple[str, Module]]:
        return self._items().items()

    def clear(self) -> None:
        for key in self._items():
            delattr(self, key)

    def pop(self, key: str) -> Module:
        """Take out and return modules[key]."""
        module = self[key]
        del self[key]
        return module

    def update(self, modules: Mapping[str, Module] | Iterable[tuple[str, Module]]) -> None:
        """Set each item of a mapping or of an iterable of (key, module) pairs."""
        if not isinstance(modules, Iterable):
            raise TypeError(f"modules must be a dict or an iterable of pairs, got {type(modules).__name__}")
        for key, module in modules.items() if isinstance(modules, (Mapping, ModuleDict)) else modules:
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
