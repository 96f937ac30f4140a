"""Answers to which keys the operators of a Library have kernels for.

In libtorch's dispatcher each operator has a kernel for CompositeImplicitAutograd and one for functorch's levels, which
run those that were registered.
"""

from __future__ import annotations

from .._calls import opoverload
from .._calls.dispatch_keys import DispatchKey, DispatchKeySet
from ._operators import ANY, COMPOSED, Operator, known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LEVELS = "FuncTorchDynamicLayerFrontMode"
_NOT_FUNCTIONAL = "CompositeExplicitAutogradNonFunctional"
impls: set[str] = set()  # "namespace/operator/key" of each kernel of a Library that is there


def operator_of(name: str) -> Operator | None:
    """The operator of a Library of this name, or None."""
    return known.get(name) if name in opoverload.of_python else None


def has_kernel(name: str, key: str) -> bool | None:
    """Returns whether an operator of a Library has a kernel for a key; None where the dispatcher says so."""
    operator = operator_of(name)
    if operator is None:
        return None
    if key.startswith("Composite"):
        return COMPOSED in operator.kernels if key == COMPOSED else ANY in operator.kernels and key == _key_of_all(name)
    if key == "Meta":
        return operator.fake is not None or operator.checks_aliases  # custom_op has one that asks for register_fake
    if key == _LEVELS:
        return operator.has_kernel(key)
    path = name.replace("::", "/")
    if key.startswith("Autograd") and f"{path}/Autograd" in impls:  # the dispatcher has it for each of autograd's keys
        return f"{path}/{key}" in impls
    return operator.has_kernel(key) or key == "Autograd" and operator.checks_aliases or None


def composition(name: str) -> Callable[[dict[str, Any]], Any] | None:
    """Returns what calls the function that composes an operator of a Library; None where there is none."""
    operator = operator_of(name)
    return None if operator is None or COMPOSED not in operator.kernels else operator.compose


def has_any_kernel(name: str, keys: DispatchKeySet, ask: Callable[[int], bool]) -> bool:
    """Returns whether an operator has a kernel for one of the keys; ask(bits of keys) says which the dispatcher has."""
    operator = operator_of(name)
    if operator is None:
        return ask(keys._bits)
    told = [key for key in DispatchKey.__members__ if not _is_alias(key) and has_kernel(name, key)]
    rest = keys if operator.has_kernel(_LEVELS) else keys - DispatchKeySet(_LEVELS)
    return any(map(keys.has, told)) or ask(rest._bits)


def _is_alias(key):
    return key == "Autograd" or key.startswith("Composite")


def _key_of_all(name):
    """The key for which the kernel of all devices was registered; custom_op and library.impl() register it explicitly."""
    path = name.replace("::", "/")
    return _NOT_FUNCTIONAL if f"{path}/{_NOT_FUNCTIONAL}" in impls else "CompositeExplicitAutograd"


opoverload.has_kernel, opoverload.has_any_kernel, opoverload.composition = has_kernel, has_any_kernel, composition
