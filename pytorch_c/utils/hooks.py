"""What a registered hook is known by (torch.utils.hooks)."""

from __future__ import annotations

import itertools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self

_numbers = itertools.count()


class RemovableHandle:
    """Takes a hook away again: `remove()`, once or more often, or as a context manager."""

    id: int

    def __init__(self, hooks_dict: dict[int, Any]) -> None:
        self._hooks, self.id = hooks_dict, next(_numbers)

    def remove(self) -> None:
        """Takes the hook away; it does not run again."""
        self._hooks.pop(self.id, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.remove()
