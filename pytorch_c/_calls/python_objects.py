"""Objects that only Python has, as arguments of operators: those of opaque types, and what stands for an object of C++."""

from __future__ import annotations

import importlib
import re
import sys

from .._boundary import api
from .._boundary.handle import core
from .._tensor.tensor import Tensor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PACKAGE = __package__.partition(".")[0]
BASE = "PyObject"  # how libtorch writes an opaque type in a schema
types: set[str] = set()  # names of classes whose objects operators take as they are


def in_libtorchs_words(schema: str) -> str:
    """Returns a schema with libtorch's word for opaque types instead of their names."""
    if not types:
        return schema
    names = "|".join(map(re.escape, sorted(types, key=len, reverse=True)))
    return re.sub(rf"(?<![\w.])({names})(?![\w.])", BASE, schema)


def is_stand_in(value: Any) -> bool:
    """Returns whether a value stands for an object where tensors are fake (torch._library.fake_class_registry)."""
    fakes = sys.modules.get(f"{_PACKAGE}._library.fake_class_registry")
    return fakes is not None and isinstance(value, fakes.FakeScriptObject)


def are_held(kinds: dict[str, bool], given: dict[str, Any]) -> bool:
    """Returns whether an argument is for Python alone; `kinds` says of each that takes objects if those are opaque."""
    for name, is_opaque in kinds.items():
        value = given.get(name)
        if is_opaque and name in given or is_stand_in(value):
            return True
        if isinstance(value, (list, tuple)) and any(map(is_stand_in, value)):
            return True
    return False


def call(op: Any, given: dict[str, Any]) -> Any:
    """Runs an operator without libtorch's dispatcher: a mode, a tensor's class, or its kernel of Python.

    Raises RuntimeError where there is none of them.
    """
    args, kwargs = _parted(op._signature, given)
    tree = importlib.import_module(f"{_PACKAGE}.utils._pytree")
    tensors = [one for one in tree.tree_leaves((args, kwargs)) if isinstance(one, Tensor)]
    for key in ("PreDispatch", "Python"):
        if _has_modes(key):
            modes, utils = (importlib.import_module(f"{_PACKAGE}.{one}") for one in _OF_MODES)
            with modes._pop_mode_temporarily(*_KEY[key]()) as mode:
                return utils.handle_dispatch_mode(mode, op, *args, **kwargs)
    if core.is_asked(tensors) and not api.dispatch_excluded("Python"):
        kinds = tuple(type(one) for one in tensors if core.is_asked([one]))
        found = kinds[0].__torch_dispatch__(op, kinds, args, kwargs) if kinds else NotImplemented
        if found is not NotImplemented:
            return found
    return _kernel(op, given)(*args, **kwargs)


_OF_MODES = ("utils._python_dispatch", "_library.utils")
_KEY = {"PreDispatch": lambda: (importlib.import_module(f"{_PACKAGE}._C").DispatchKey.PreDispatch,), "Python": tuple}


def _has_modes(key):
    if key == "Python":
        count = importlib.import_module(f"{_PACKAGE}._C")._len_torch_dispatch_stack
        return not api.dispatch_excluded(key) and count() > 0
    if not api.dispatch_included(key):
        return False
    return importlib.import_module(f"{_PACKAGE}._ops")._len_torch_dispatch_stack_pre_dispatch() > 0


def _parted(signature, given):
    """(arguments by position as far as they were given without a gap, the others by name)."""
    args = []
    for one in signature.positional:
        if one.name not in given:
            break
        args.append(given[one.name])
    names = [one.name for one in signature.args if one.name in given]
    return tuple(args), {name: given[name] for name in names[len(args) :]}


def _kernel(op, given):
    known = importlib.import_module(f"{_PACKAGE}.library._operators").known.get(op._name)
    if known is not None:
        return lambda *args, **kwargs: known(*known.filled(given))
    key = importlib.import_module(f"{_PACKAGE}._C").DispatchKey.Meta
    if key in op.py_kernels:
        return op.py_kernels[key]
    raise RuntimeError(
        f"Torchbind op {op} received a FakeScriptObject input when dispatching {key}. but no python implementation is "
        "found. Please file an issue on this when you encounter this error. This error can happen when you export or "
        f"compile the model. It can still happen even if a C++ implementation for {key}.  has been registered. That's "
        "because FakeScriptObject purely lives in python and cannot work  with a C++ implementation."
    )
