"""Which optimizers have a functional form, for ZeroRedundancyOptimizer(overlap_with_ddp=True): none has."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

functional_optim_map: dict[type, Any] = {}
