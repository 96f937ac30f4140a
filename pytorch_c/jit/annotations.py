"""The types that annotations of scripts are made of, where libraries import them from (torch.jit.annotations)."""

from typing import Any, Dict, List, NamedTuple, Optional, Tuple, Union  # noqa: UP035  (libraries import these)

from ..futures import Future
from ._types import BROADCASTING, BroadcastingList

__all__ = [
    "Any", "BroadcastingList1", "BroadcastingList2", "BroadcastingList3", "Dict", "Future", "List", "NamedTuple", "Optional",
    "Tuple", "Union",
]  # fmt: skip

BroadcastingList1: BroadcastingList = BROADCASTING["BroadcastingList1"]
BroadcastingList2: BroadcastingList = BROADCASTING["BroadcastingList2"]
BroadcastingList3: BroadcastingList = BROADCASTING["BroadcastingList3"]
BroadcastingList4: BroadcastingList = BROADCASTING["BroadcastingList4"]
BroadcastingList5: BroadcastingList = BROADCASTING["BroadcastingList5"]
BroadcastingList6: BroadcastingList = BROADCASTING["BroadcastingList6"]
