"""Operators that take graphs: branches, loops, and regions with another mode."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _cond(predicate, true_graph, false_graph, operands=()):
    return (true_graph if bool(predicate) else false_graph)(*operands)


def _while_loop(condition, body, carried, additional=()):
    values = list(carried)
    while bool(condition(*values, *additional)[0]):
        values = list(body(*values, *additional))
    return values


def _map(body, mapped, additional=()):
    from .._ops import stack

    rows = [body(*row, *additional) for row in zip(*(one.unbind(0) for one in mapped))]
    return [stack(column) for column in zip(*rows)]


def _scan(combine, initial, mapped, additional=()):
    from .._ops import stack

    carry, rows = list(initial), []
    for row in zip(*(one.unbind(0) for one in mapped)):
        results = combine(*carry, *row, *additional)
        carry, given = results[: len(carry)], results[len(carry) :]
        rows.append(given)
    return [*carry, *(stack(column) for column in zip(*rows))]


def _set_grad_enabled(enabled, body, *arguments):
    from ..autograd.grad_mode import set_grad_enabled

    with set_grad_enabled(enabled):
        return body(*arguments)


def _autocast(device_type, dtype, enabled, cache_enabled, body, *arguments):
    from ..amp.autocast_mode import autocast

    with autocast(device_type, dtype=dtype, enabled=enabled, cache_enabled=cache_enabled):
        return body(*arguments)


FORMS: dict[str, Callable[..., Any]] = {
    "higher_order.cond": _cond,
    "higher_order.while_loop": _while_loop,
    "higher_order.map_impl": _map,
    "higher_order.scan": _scan,
    "higher_order.wrap_with_set_grad_enabled": _set_grad_enabled,
    "higher_order.wrap_with_autocast": _autocast,
}
