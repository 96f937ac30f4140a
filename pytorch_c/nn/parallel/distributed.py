"""Training in several processes (torch.nn.parallel.distributed), which there is none of yet."""

from __future__ import annotations

from ..modules.module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["DistributedDataParallel"]


class DistributedDataParallel(Module):
    """A name for isinstance() alone: making one raises NotImplementedError, since there are no process groups."""

    def __init__(self, module: Module, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        raise NotImplementedError(
            "DistributedDataParallel: this package has no process groups (distributed.is_available() is False)"
        )
