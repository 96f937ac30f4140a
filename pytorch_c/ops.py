"""Any operator by name: ``ops.aten.add.Tensor(x, y, alpha=2)``, ``ops.aten.add(x, y)``.

Every operator that libtorch or another loaded library has registered, with the
names and defaults of its schema. The functions of `pytorch_c` itself are faster
and friendlier; this is the way to what they do not have.
"""

from __future__ import annotations

import ctypes
from functools import cached_property

from ._boundary import api
from ._boundary.errors import ClosedTensorError
from ._calls.checks import choose, match
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
        self.gone = 0  # how many operators have gone

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
# Operators whose kernels are Python functions (library): {name: (schema, function of {argument: value})}.
of_python: dict[str, tuple[str, Any]] = {}


def forget(name: str) -> None:
    """An operator is gone: what was kept of it here goes, too."""
    space, _, rest = name.partition("::")
    _registry.gone += 1
    _registry.known.pop(space, None)
    found = globals().get(space)
    if isinstance(found, Namespace):
        vars(found).pop(rest.partition(".")[0], None)


def _strictly(kind, value):
    """Whether a value fits a type, a 0-dim tensor no number's."""
    return accepts(kind, value, strict=True)


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
        changed = {a.alias: i for i, a in enumerate(self._schema.args) if a.mutable}
        self._given_back = [changed.get(alias) for alias in self._schema.aliases]

    def trust(self) -> Overload:
        """Lets calls through of an operator that is for libtorch's own use; gives it back.

        Such operators (`_weight_norm_interface`, `_pdist_backward`, …) believe their arguments: a wrong one may end the
        process, so that a call raises TorchError until this was said once.
        """
        api.operator_trust(self._handle)
        return self

    @property
    def __doc__(self):
        return self.schema

    def __repr__(self):
        return f"<operator {self.name}>"

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        given, problem = match(self._schema, args, kwargs, accepts)
        if problem:
            raise TypeError(f"{self.name}: {problem}; its schema is {self.schema}")
        return self._run(given)

    def _run(self, given):
        if self.name not in of_python:
            return self._run_libtorch(given)
        schema, function = of_python[self.name]
        if schema and schema != self.schema:
            raise RuntimeError(f"the operator {self.name} was defined anew, as {schema}: take it from ops again")
        return function(given)

    def _run_libtorch(self, given):
        values = [given.get(one.name, NOT_GIVEN) for one in self._schema.args]
        while values and values[-1] is NOT_GIVEN:
            values.pop()
        try:
            results = call(self._handle, self._types, values, len(self._given_back))
        except ClosedTensorError as error:
            raise ClosedTensorError(f"{self.name}: {error}") from None
        # Where a result is an argument that was changed, it is the same object.
        for i, which in enumerate(self._given_back):
            if which is not None and which < len(values):
                results[i] = values[which]
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
        self._gone = _registry.gone

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
        changes = [bool(one._schema.out_args) for one in found]
        order = sorted(range(len(found)), key=lambda i: (changes[i], len(found[i]._types), found[i].name))
        return [found[i] for i in order]

    def _look_again(self):
        # An operator has gone, maybe this one, and another may have its name.
        kept = [name for name, one in vars(self).items() if isinstance(one, Overload)]
        for name in ["_candidates", *kept]:
            vars(self).pop(name, None)
        if not self.overloads():
            raise RuntimeError(f"the operator {self._name} is gone: its Library was destroyed")
        self._gone = _registry.gone

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        if self._gone != _registry.gone:
            self._look_again()
        # A 0-dim tensor is a number only where no overload takes it as a tensor.
        forms = [(one, one._schema) for one in self._candidates]
        chosen, given = choose(self._name, forms, args, kwargs, (_strictly, accepts))
        return chosen._run(given)


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
