"""The constants of a program's source."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class ConstMap:
    """The constants that `code` names CONSTANTS.c0, c1, …, as attributes."""

    def __init__(self, const_mapping: dict[str, Any]) -> None:
        self.const_mapping = const_mapping

    def __getattr__(self, attr: str) -> Any:
        try:
            return self.const_mapping[attr]
        except KeyError:
            raise AttributeError(attr) from None
