"""The ways to call an operator of the database, each as a pair: torch's callable and ours."""

from collections.abc import Callable
from dataclasses import dataclass

import torch

import pytorch_c

from .counterpart import Missing, counterpart, find, rebuilt


@dataclass(frozen=True)
class Form:
    """One way to write the call. `changes`: it writes into its first argument."""

    what: str
    theirs: Callable
    ours: Callable
    changes: bool = False

    def of(self, library):
        return self.theirs if library is torch else self.ours


def _method(theirs):
    name = getattr(theirs, "__name__", "")
    if getattr(torch.Tensor, name, None) is theirs:
        return find(pytorch_c.Tensor, name)
    return counterpart(theirs)  # the database's foreach functions have functions in the place of methods


def _operator(theirs):
    return theirs if theirs.__module__ in ("_operator", "operator", "builtins") else counterpart(theirs)


def _variants(op):
    """(what, torch's callable, how ours is found, changes) of one entry of the database."""
    yield "function", op.op, lambda theirs: counterpart(theirs, op.name), op.name.endswith("_")
    yield "method", op.method_variant, _method, False
    yield "in place", op.inplace_variant, _method, True
    yield "operator", op.operator_variant, _operator, False
    yield "operator in place", op.inplace_operator_variant, _operator, True
    for alias in op.aliases:
        yield f"alias {alias.name}", alias.op, lambda theirs, name=alias.name: counterpart(theirs, name), False
        yield f"method {alias.name}", alias.method_variant, _method, False
        yield f"method {alias.name}_", alias.inplace_variant, _method, True


def forms(op):
    """[Form] of an entry, and the names that pytorch_c lacks."""
    found, missing = [], []
    for what, theirs, lookup, changes in _variants(op):
        if theirs is None:
            continue
        # These methods are functions of the database that take torch's tensors.
        if isinstance(theirs, type(lambda: 0)) and theirs.__module__.startswith("torch.testing."):
            lookup = rebuilt
        try:
            found.append(Form(what, theirs, lookup(theirs), changes))
        except (Missing, AttributeError) as error:
            missing.append(f"{what}: {error}")
    return found, missing
