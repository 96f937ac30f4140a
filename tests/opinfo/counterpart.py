"""Counterparts in pytorch_c of torch's functions; functions that call torch inside are rebuilt to call pytorch_c."""

import functools
import importlib
import types

import torch
import torch.signal
import torch.sparse

import pytorch_c

# Where a user finds functions; the first one that has the object names it.
SPACES = (
    "", "Tensor", "nn.functional", "linalg", "fft", "special", "sparse", "nested", "signal.windows", "masked",
    "functional", "_C._nn", "nn", "nn.init", "autograd", "optim",
)  # fmt: skip
REBUILT = "torch.testing."
# Called inside of a function that is rebuilt.
pytorch_c.ops.aten.max_pool2d_with_indices_backward.default.trust()


class Missing(Exception):
    """A name of torch that pytorch_c does not have."""


def find(library, path):
    """The object at a dotted path; Missing if there is none."""
    found = library
    for name in path.split(".") if path else ():
        if isinstance(found, types.ModuleType) and not hasattr(found, name):
            try:
                importlib.import_module(f"{found.__name__}.{name}")
            except ImportError:
                raise Missing(path) from None
        try:
            found = getattr(found, name)
        except AttributeError:
            raise Missing(path) from None
    return found


@functools.cache
def paths():
    """{id of an object of torch: its dotted path}"""
    known = {}
    for space in SPACES:
        where = find(torch, space)
        for name in dir(where):
            try:
                known.setdefault(id(getattr(where, name)), f"{space}.{name}".lstrip("."))
            except Exception:  # torch warns and raises for some of its attributes
                continue
    return known


def counterpart(theirs, name=None):
    """pytorch_c's function for one of torch; `name` is tried first where several names say the same."""
    if isinstance(theirs, functools.partial):
        return functools.partial(counterpart(theirs.func), *theirs.args, **theirs.keywords)
    if isinstance(theirs, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
        return _trusted(find(pytorch_c.ops, str(theirs).replace("::", ".")))
    if name and _same(theirs, name.removeprefix("torch.")):
        return _public(name.removeprefix("torch."))
    if isinstance(theirs, types.FunctionType) and theirs.__module__.startswith(REBUILT):
        return rebuilt(theirs)
    path = paths().get(id(theirs))
    if path is None:
        raise Missing(getattr(theirs, "__qualname__", repr(theirs)))
    return _public(path)


def _public(path):
    """An internal operator that has no function of its own is reached by name, as the documentation says."""
    try:
        found = find(pytorch_c, path)
        if path == "_native_batch_norm_legit":  # a function of the package calls this one by name
            _trusted(pytorch_c.ops.aten._native_batch_norm_legit)
        return _trusted(found) if isinstance(found, pytorch_c._ops.OpOverloadPacket) else found
    except Missing:
        if path.startswith("_") and "." not in path:
            short = path[1:]  # torch._segment_reduce is the operator segment_reduce
            return _trusted(find(pytorch_c.ops.aten, path if hasattr(pytorch_c.ops.aten, path) else short))
        raise


def _trusted(found):
    """An operator by name that may be called though it believes its arguments: the databases' are right."""
    for one in (
        [found] if isinstance(found, pytorch_c._ops.OpOverload) else [getattr(found, o) for o in found.overloads()]
    ):
        one.trust()
    return found


def _same(theirs, name):
    try:
        return find(torch, name) is theirs
    except Missing:
        return False


# ---- rebuilding ----


def rebuilt(function, known=None):
    """A copy of a Python function in whose globals and closure torch is pytorch_c."""
    known = {} if known is None else known
    if function in known:
        return known[function]
    names = {name for code in _codes(function.__code__) for name in code.co_names}
    scope = {"__builtins__": __builtins__}
    cells = tuple(types.CellType() for _ in function.__closure__ or ())
    made = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, cells)
    made.__kwdefaults__ = function.__kwdefaults__
    known[function] = made
    scope.update({name: _ours(function.__globals__[name], known) for name in names & set(function.__globals__)})
    for cell, original in zip(cells, function.__closure__ or ()):
        cell.cell_contents = _ours(original.cell_contents, known)
    return made


def _codes(code):
    yield code
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _codes(const)


def wrapper_set_seed(op, *args, **kwargs):
    """The database's function of this name, which also puts the generator's state back."""
    pytorch_c.manual_seed(42)
    return op(*args, **kwargs)


class _Absent:
    """Stands where pytorch_c has nothing; Missing once it is used."""

    def __init__(self, what):
        self.what = what

    def __getattr__(self, name):
        raise Missing(f"{self.what}.{name}")

    def __call__(self, *args, **kwargs):
        raise Missing(self.what)


def _ours(value, known):
    if isinstance(value, functools.partial):
        return functools.partial(_ours(value.func, known), *value.args, **value.keywords)
    if isinstance(value, types.ModuleType):
        if value.__name__.split(".")[0] != "torch":
            return value
        try:
            return find(pytorch_c, value.__name__.partition(".")[2])
        except Missing:
            return _Absent(value.__name__)
    if isinstance(value, types.FunctionType) and value.__module__.startswith(REBUILT):
        return wrapper_set_seed if value.__name__ == "wrapper_set_seed" else rebuilt(value, known)
    path = paths().get(id(value)) if callable(value) else None
    return find(pytorch_c, path) if path else value
