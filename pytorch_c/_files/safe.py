"""Names that the user allows in files beside data and tensors (torch.serialization.add_safe_globals)."""

from .._composites.types import qscheme
from .._tensor.dtype import dtype, layout

_VALUES = (dtype, layout, qscheme)  # which a file may have anyway; libraries list them
_REFUSED = ("sys", "os", "posix", "nt")
_allowed = {}  # {"module.name": (object, the entry as it was given)}


def _named(one):
    """(name in files, (object, entry)) of one entry: a class, a function or one of _VALUES, or (it, its name in files)."""
    entry = one
    if isinstance(one, tuple):
        if len(one) != 2 or not isinstance(one[1], str):
            raise TypeError("add_safe_globals(): a pair must be of an object and its full name, a str")
        one, name = one
    elif isinstance(one, _VALUES):
        return str(one), (one, entry)
    else:
        name = f"{getattr(one, '__module__', None)}.{getattr(one, '__qualname__', None)}"
    if not callable(one) and not isinstance(one, _VALUES):
        raise TypeError(f"add_safe_globals(): a class or a function is needed, got {type(one).__name__}")
    if name.partition(".")[0] in _REFUSED:
        raise ValueError(f"add_safe_globals(): {name} is never safe")
    return name, (one, entry)


def add_safe_globals(safe_globals):
    """Lets load(weights_only=True) make the classes and call the functions listed (torch.serialization.add_safe_globals).

    Each is the object itself, or (object, "module.name" as files have it). Raises TypeError for
    anything else, ValueError for names of sys, os and posix.
    """
    _allowed.update(map(_named, safe_globals))


def clear_safe_globals():
    """Allows no more than data and tensors again (torch.serialization.clear_safe_globals)."""
    _allowed.clear()


def get_safe_globals():
    """Returns what was allowed, as it was given, as a list (torch.serialization.get_safe_globals)."""
    return [entry for _, entry in _allowed.values()]


class safe_globals:
    """add_safe_globals for the length of a with block (torch.serialization.safe_globals)."""

    def __init__(self, safe_globals):
        self.safe_globals = list(safe_globals)

    def __enter__(self):
        named = dict(map(_named, self.safe_globals))
        self._before = {name: _allowed.get(name) for name in named}
        _allowed.update(named)

    def __exit__(self, kind, error, traceback):
        for name, before in self._before.items():
            if before is None:
                _allowed.pop(name, None)
            else:
                _allowed[name] = before


def allowed():
    """{"module.name": object} of what is allowed now."""
    return {name: one for name, (one, _) in _allowed.items()}
