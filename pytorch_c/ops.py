"""Any operator by name: ``ops.aten.add.Tensor(x, y, alpha=2)``, ``ops.aten.add(x, y)``.

Every operator that libtorch or another loaded library has registered, with the
names and defaults of its schema. The functions of `pytorch_c` itself are faster
and friendlier; this is the way to what they do not have.
"""

from __future__ import annotations

import ctypes
from functools import cached_property

from ._boundary.errors import ClosedTensorError
from ._calls.checks import got, wanted
from ._calls.schema import parse
from ._calls.values import NOT_GIVEN, accepts, call, find, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import Any


def load_library(path: str | os.PathLike[str]) -> None:
    """Loads a shared library that registers operators of its own (torch.ops.load_library)."""
    ctypes.CDLL(str(path))


class _Registry:
    """{namespace: {name: [overload]}}, read again when a name is not there: libraries come later."""

    def __init__(self):
        self.known = {}

    def read(self):
        self.known = {}
        for full in names():
            namespace, _, rest = full.partition("::")
            name, _, overload = rest.partition(".")
            self.known.setdefault(namespace, {}).setdefault(name, []).append(overload)

    def namespace(self, namespace):
        if namespace not in self.known:
            self.read()
        return self.known.get(namespace, {})

    def overloads(self, namespace, name):
        if name not in self.namespace(namespace):
            self.read()
        return self.namespace(namespace).get(name, [])


_registry = _Registry()


def _mismatch(schema, args, kwargs, strict=False):
    """(values in the schema's order, None) or (None, why the arguments do not fit)."""
    positional = [a for a in schema.args if not a.kwonly]
    if len(args) > len(positional):
        return None, f"takes {len(positional)} positional arguments, got {len(args)}"
    given = dict(zip((a.name for a in positional), args))
    for name, value in kwargs.items():
        if name in given:
            return None, f"argument '{name}' is given twice"
        given[name] = value
    values, last = [], 0
    for i, arg in enumerate(schema.args):
        value = given.pop(arg.name, NOT_GIVEN)
        values.append(value)
        if value is NOT_GIVEN:
            if not arg.has_default:
                return None, f"argument '{arg.name}' is missing"
            continue
        last = i + 1
        if not accepts(arg.type, value, strict):
            return None, f"argument '{arg.name}' must be {wanted(arg.type)}, not {got(value)}"
    if given:
        return None, f"has no argument '{next(iter(given))}'"
    return values[:last], None


class Overload:
    """One operator with its overload: call it with the arguments of its `schema`.

    Gives what the schema says: a Tensor, a number, a list, a tuple for several
    results, or None. Raises TypeError for arguments that do not fit.
    """

    def __init__(self, name: str, overload: str) -> None:
        self._handle, text = find(name, overload)
        self._schema = parse(text)
        self.schema = text
        self.name = name + (f".{overload}" if overload else "")
        self._types = [a.type for a in self._schema.args]
        aliases = {a.alias: i for i, a in enumerate(self._schema.args) if a.alias.endswith("!")}
        self._given_back = [aliases.get(r.alias) for r in self._schema.results]

    @property
    def __doc__(self):
        return self.schema

    def __repr__(self):
        return f"<operator {self.name}>"

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        values, problem = _mismatch(self._schema, args, kwargs)
        if problem:
            raise TypeError(f"{self.name}: {problem}; its schema is {self.schema}")
        return self._run(values)

    def _run(self, values):
        try:
            results = call(self._handle, self._types, values, len(self._given_back))
        except ClosedTensorError as error:
            raise ClosedTensorError(f"{self.name}: {error}") from None
        # Where a result is an argument that was changed, it is the same object.
        for i, given in enumerate(self._given_back):
            if given is not None and given < len(values):
                results[i] = values[given]
        if len(results) == 1:
            return results[0]
        return tuple(results) if results else None


class Operator:
    """An operator with all its overloads: calling it takes the first that fits.

    ``.Tensor`` and the like are the overloads, ``.default`` the one without a name.
    """

    def __init__(self, namespace: str, name: str) -> None:
        self._space, self._short = namespace, name
        self._name = f"{namespace}::{name}"

    def __repr__(self):
        return f"<operator {self._name}: {', '.join(self.overloads())}>"

    def overloads(self) -> list[str]:
        """The names of the overloads, "default" for the one without."""
        return [overload or "default" for overload in _registry.overloads(self._space, self._short)]

    def __dir__(self):
        return self.overloads()

    def __getattr__(self, overload: str) -> Overload:
        if overload not in self.overloads():
            raise AttributeError(
                f"there is no operator {self._name}.{overload}; its overloads are {', '.join(self.overloads())}"
            )
        made = Overload(self._name, "" if overload == "default" else overload)
        setattr(self, overload, made)
        return made

    @cached_property
    def _candidates(self):
        # Plain forms before those with `out`, short ones before long ones.
        found = [getattr(self, overload) for overload in self.overloads()]
        changes = [any(a.alias.endswith("!") and a.kwonly for a in one._schema.args) for one in found]
        order = sorted(range(len(found)), key=lambda i: (changes[i], len(found[i]._types), found[i].name))
        return [found[i] for i in order]

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        # A 0-dim tensor is a number only where no overload takes it as a tensor.
        for strict in (True, False):
            problems = []
            for one in self._candidates:
                values, problem = _mismatch(one._schema, args, kwargs, strict)
                if values is not None:
                    return one._run(values)
                problems.append(f"  {one.schema}: {problem}")
        raise TypeError(f"{self._name}: no overload takes these arguments; they are\n" + "\n".join(problems))


class Namespace:
    """The operators of one library: ``ops.aten``, ``ops.prims``, …"""

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self):
        return f"<operators of {self._name}>"

    def __dir__(self):
        return list(_registry.namespace(self._name))

    def __getattr__(self, name: str) -> Operator:
        if not _registry.overloads(self._name, name):
            raise AttributeError(f"there is no operator {self._name}::{name}")
        made = Operator(self._name, name)
        setattr(self, name, made)
        return made


def __getattr__(name: str) -> Namespace:
    if name.startswith("__") or not _registry.namespace(name):
        raise AttributeError(f"no library that is loaded has operators under the name {name!r}")
    globals()[name] = made = Namespace(name)
    return made


def __dir__():
    _registry.read()
    return [*_registry.known, "load_library"]
