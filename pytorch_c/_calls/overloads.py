"""Picks an overload at run time, where Python's own parameters cannot tell them apart."""

from .._boundary.errors import ClosedTensorError
from .._boundary.handle import accel
from .._tensor.tensor import Tensor
from .checks import fits, got, wanted

Choice = accel.Choice
NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}


class Param:
    def __init__(self, text, kwonly):
        kind, name = text.rsplit(" ", 1)
        self.kind, self.kwonly = kind, kwonly
        self.name, _, default = name.partition("=")
        self.required = not default


def parse(text):
    params, kwonly = [], False
    for part in filter(None, text.split(", ")):
        if part == "*":
            kwonly = True
        else:
            params.append(Param(part, kwonly))
    return params


class Overloads(Choice):
    """The overloads of one operator, tried in order; the choice is kept by argument types (csrc/choosing.c)."""

    def __init__(self, name, table):
        self.name = name
        self.table = table
        self.parsed = None  # made at the first call: an import should not pay for it

    def miss(self, key, args, kwargs):
        """The call of arguments whose types, the key, are new."""
        if not NUMPY_NAMES.keys().isdisjoint(kwargs):
            return self.call(args, self.renamed(kwargs))
        function = self.chosen[key] = self.pick(args, kwargs)
        return function(*args, **kwargs)

    def renamed(self, kwargs):
        """The arguments under torch's names instead of NumPy's."""
        found = {NUMPY_NAMES.get(name, name): value for name, value in kwargs.items()}
        if len(found) < len(kwargs):
            raise TypeError(f"{self.name}() got an argument under torch's name and NumPy's: {', '.join(kwargs)}")
        return found

    def pick(self, args, kwargs):
        if self.parsed is None:
            self.parsed = [(function, parse(text)) for function, text in self.table]
        complaints = []
        for function, params in self.parsed:
            problem = self.mismatch(params, args, kwargs)
            if problem is None:
                return function
            complaints.append(problem)
        for value in (*args, *kwargs.values()):
            if isinstance(value, Tensor) and value._h is None:
                raise ClosedTensorError(f"{self.name}(): an argument is a tensor that was closed")
        forms = "\n".join(f"  ({text.replace('=…', '')}): {why}" for (_, text), why in zip(self.table, complaints))
        raise TypeError(f"{self.name}(): no form takes these arguments; the forms are\n{forms}")

    @staticmethod
    def mismatch(params, args, kwargs):
        """Why the arguments do not fit these parameters, or None."""
        positional = [p for p in params if not p.kwonly]
        if len(args) > len(positional):
            return f"takes {len(positional)} positional arguments, got {len(args)}"
        given = dict(zip((p.name for p in positional), args))
        for name, value in kwargs.items():
            if name in given:
                return f"'{name}' is given twice"
            given[name] = value
        known = {p.name: p for p in params}
        for name, value in given.items():
            if name not in known:
                return f"has no argument '{name}'"
            if not fits(known[name].kind, value):
                return f"argument '{name}' must be {wanted(known[name].kind)}, not {got(value)}"
        missing = [p.name for p in params if p.required and p.name not in given]
        return f"argument '{missing[0]}' is missing" if missing else None
