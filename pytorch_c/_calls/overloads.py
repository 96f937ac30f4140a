"""Picks an overload at run time, where Python's own parameters cannot tell them apart."""

from .._boundary.handle import core
from .checks import choose
from .schema import signature

Choice = core.Choice
NUMPY_NAMES = {"axis": "dim", "keepdims": "keepdim"}


class Overloads(Choice):
    """The overloads of one operator, tried in order; the choice is kept by argument types (csrc/choosing.c)."""

    def __init__(self, name, table):
        self.name = name
        self.table = table
        self.forms = None  # made at the first call: an import should not pay for it

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
        if self.forms is None:
            self.forms = [(function, signature(text)) for function, text in self.table]
        forms = self.forms
        if any(isinstance(value, (list, tuple)) and not value for value in (*args, *kwargs.values())):
            # Like torch: an empty list has numbers where a form takes them, and tensors otherwise.
            forms = sorted(forms, key=lambda form: "Scalar[]" not in dict(self.table)[form[0]])
        return choose(self.name, forms, args, kwargs)[0]
