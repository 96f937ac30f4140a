"""opcheck: what an operator of Python's promises, tried with given arguments."""

from __future__ import annotations

from .._calls.values import accepts
from .._tensor.tensor import Tensor
from ..utils._pytree import tree_leaves, tree_map_only


class OpCheckError(Exception):
    """An operator does not do what its schema, or its fake kernel, says."""


def _schema(operator, values):
    found = operator(*tree_map_only(Tensor, lambda one: one.detach().clone(), values))
    kinds = [kind for kind, _ in operator.schema.returns]
    results = () if not kinds else (found,) if len(kinds) == 1 else found
    if len(results) != len(kinds) or not all(map(accepts, kinds, results)):
        raise OpCheckError(f"{operator.name}: its results do not fit {operator.schema.text}")


def _fake(operator, values):
    real = tree_leaves(operator(*tree_map_only(Tensor, lambda one: one.detach().clone(), values)))
    fake = tree_leaves(operator(*tree_map_only(Tensor, lambda one: one.detach().to("meta"), values)))
    for one, other in zip(real, fake, strict=True):
        if isinstance(one, Tensor):
            has, says = ((x.shape, x.dtype, x.stride()) for x in (one, other))
            if has != says:
                raise OpCheckError(f"{operator.name}: its fake kernel says {says}, and it gives {has}")


_TESTS = {"test_schema": _schema, "test_faketensor": _fake}


def opcheck(op, operator, args, kwargs, raise_exception):
    """The tests of an operator, as library.opcheck."""
    values, found = tuple(operator.bound(args, kwargs)), {}
    for name, test in _TESTS.items():
        if test is _fake and operator.fake is None:
            continue
        try:
            test(operator, values)
            found[name] = "SUCCESS"
        except Exception as error:
            if raise_exception:
                raise OpCheckError(f"opcheck(op, ...): {name} failed with {error}") from error
            found[name] = error
    return found
