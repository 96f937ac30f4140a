"""The operators that __torch_dispatch__ is given, and rules registered for them; loaded by csrc/host.c at first use."""

from __future__ import annotations

import importlib

from .. import ops
from .._boundary import api
from .._boundary.handle import core
from .._calls.dispatch_keys import DispatchKey

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_PACKAGE = __package__.partition(".")[0]
_rules: dict[str, dict[type, Callable[..., Any]]] = {}


def info(name: str, overload: str) -> tuple[Any, tuple[str, ...], int, int]:
    """(the OpOverload, names of its arguments, how many by position, how many results) of an operator."""
    function = ops.overload(name, overload)
    if not function.has_function:
        function.trust()  # libtorch has called it with arguments like these
    schema = function._signature
    return function, tuple(one.name for one in schema.args), len(schema.positional), len(schema.returns)


def item(tensor: Any) -> Any:
    """The number of a tensor whose operators Python is asked for: a symbol, where it answers one (called by csrc)."""
    return ops.aten.item.default(tensor)


def name_of(operator: Any) -> str:
    """ "aten::add.Tensor" of an operator, "mine::op" of one whose overload has no name."""
    found = operator.name if hasattr(operator, "name") else operator._operator.name
    return str(found() if callable(found) else found).removesuffix(".default")


def _rule(function: Any, kind: type) -> Callable[..., Any] | None:
    found = _rules.get(name_of(function))
    return found.get(kind) if found else None


class Rule:
    """Kernel of an operator for a class of tensors or modes, until it is closed."""

    def __init__(self, name: str, kind: type, rule: Callable[..., Any], allow_override: bool = False) -> None:
        of_operator = _rules.setdefault(name.removesuffix(".default"), {})
        if kind in of_operator and not allow_override:
            raise RuntimeError(f"{kind} already has a `__torch_dispatch__` rule registered for {name}")
        of_operator[kind] = rule
        self._of_operator, self._kind, self._rule = of_operator, kind, rule
        core.set_dispatch(info, _rule, kernel)

    def close(self) -> None:
        """Takes the rule away."""
        if self._of_operator.get(self._kind) is self._rule:
            del self._of_operator[self._kind]


def kernel(function: Any, key: int) -> Callable[..., Any] | None:
    """Returns what py_impl() has registered for an operator where a dispatch key is asked; None where libtorch's kernel comes first."""
    if DispatchKey(key) == DispatchKey.PreDispatch:
        return _asking_mode(function)
    if DispatchKey(key) == DispatchKey.Python:
        return _for_mode(function)
    kernels = vars(function).get("py_kernels")
    if not kernels:
        return None
    from .. import _ops

    try:
        return kernels.get(_ops.resolve_key(function, DispatchKey(key)))
    except NotImplementedError:  # no kernel at all: libtorch says so
        return None


def _for_mode(function):
    """A call of what py_impl() has registered for the class of the innermost mode; None without one."""
    table = vars(function).get("python_key_table")
    if not table:
        return None
    modes = importlib.import_module(".utils._python_dispatch", _PACKAGE)
    if type(modes._get_current_dispatch_mode()) not in table:
        return None

    def run(*args, **kwargs):
        with modes._pop_mode_temporarily() as mode:
            return table[type(mode)](mode, *args, **kwargs)

    return run


def _asking_mode(function):
    """A call of the mode for programs before derivatives are recorded; None where none is open."""
    torch_ops = importlib.import_module("._torch_ops", _PACKAGE)
    if not torch_ops._len_torch_dispatch_stack_pre_dispatch() or api.dispatch_excluded("Python"):
        return None

    def ask(*args, **kwargs):
        utils = importlib.import_module("._library.utils", _PACKAGE)
        mode = torch_ops._pop_mode_from_pre_dispatch()
        try:
            return utils.handle_dispatch_mode(mode, function, *args, **kwargs)
        finally:
            torch_ops._set_mode_pre_dispatch(mode)

    return ask


core.set_dispatch(info, None, kernel)
