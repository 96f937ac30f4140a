"""Options of collectives: made when torch's files are imported, as defaults (torch._C._distributed_c10d)."""

from __future__ import annotations

import datetime
import types

from ._works import ReduceOp

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Options(types.SimpleNamespace):
    """Options of a collective, with torch's defaults."""

    _defaults: dict[str, Any] = {}

    def __init__(self, **given: Any) -> None:
        timeout = datetime.timedelta(milliseconds=-1)  # torch's: that of the group
        super().__init__(**{"asyncOp": True, "timeout": timeout, **self._defaults, **given})


def _options(name, reduces=False, **defaults):
    doc = f"Options of a collective (torch._C._distributed_c10d.{name})."
    if reduces:
        defaults["reduceOp"] = ReduceOp.SUM
    return type(name, (_Options,), {"_defaults": defaults, "__doc__": doc, "__module__": __name__})


AllToAllOptions = _options("AllToAllOptions")
AllgatherOptions = _options("AllgatherOptions")
AllreduceCoalescedOptions = _options("AllreduceCoalescedOptions", True)
AllreduceOptions = _options("AllreduceOptions", True)
BarrierOptions = _options("BarrierOptions", device=None, device_ids=())
BroadcastOptions = _options("BroadcastOptions", rootRank=0, rootTensor=0)
GatherOptions = _options("GatherOptions", rootRank=0)
ReduceOptions = _options("ReduceOptions", True, rootRank=0, rootTensor=0)
ReduceScatterOptions = _options("ReduceScatterOptions", True)
ScatterOptions = _options("ScatterOptions", rootRank=0)
