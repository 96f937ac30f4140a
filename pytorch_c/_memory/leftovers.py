"""Decides when a full collection is worth its time after loops have ended.

A loop ends while its last variables are bound. They become garbage in the next one, which has frozen them: its
collections look only at what it makes, and Python's own hardly ever look at what is old.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FEW, _FEW_BYTES = 100, 64 << 20


class Leftovers:
    """Counts the tensors that ended loops left, from above; exactly where that seems much."""

    def __init__(self) -> None:
        self._marks: list[Any] = []
        self._count = self._bytes = 0

    def add(self, mark: Any) -> None:
        """Notes the mark of a loop that has ended."""
        _, _, alive, alive_bytes = mark.counts()
        if alive:
            self._marks.append(mark)
            self._count += alive
            self._bytes += alive_bytes

    def are_many(self, live: int, live_bytes: int) -> bool:
        """Returns whether a quarter of all tensors, or of their bytes, are left from loops; then they are counted anew."""
        most, most_bytes = max(_FEW, live // 4), max(_FEW_BYTES, live_bytes // 4)
        if self._count < most and self._bytes < most_bytes:
            return False
        marks, self._marks = self._marks, []
        self._count = self._bytes = 0
        for mark in marks:  # most have gone with their last reference
            self.add(mark)
        if self._count < most and self._bytes < most_bytes:
            return False
        self._marks = []
        self._count = self._bytes = 0
        return True
