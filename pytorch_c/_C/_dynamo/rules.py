"""Functions of ours that are operators in torch, as torch's compiler has rules for them (torch._dynamo.trace_rules)."""

from __future__ import annotations

import functools

from ..._borrowed.whole import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any


def take_over(trace_rules: ModuleType) -> None:
    """Gives a function of nn.functional the rule of the operator that it is in torch."""
    of_torch = trace_rules.get_torch_obj_rule_map

    @functools.cache
    def get_torch_obj_rule_map() -> dict[Any, Any]:
        """Returns {function: the class of its rule}."""
        from ...nn import functional

        found = of_torch()
        for one in names_of(functional).values():
            asked = getattr(one, "__asked__", None)
            if asked is not None and asked in found:
                found.setdefault(one, found[asked])
        return found  # type: ignore[no-any-return]

    trace_rules.get_torch_obj_rule_map = get_torch_obj_rule_map  # type: ignore[attr-defined]
