"""Versions that compare as versions (torch.torch_version): TorchVersion("2.13.0") > (2, 9) and > "2.9"."""

from __future__ import annotations

import functools
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["TorchVersion"]

_PARTS = re.compile(r"v?(\d+(?:\.\d+)*)(?:[._-]?(a|alpha|b|beta|rc|dev)[._-]?(\d*))?", re.I)
_STAGES = {"dev": 0, "a": 1, "alpha": 1, "b": 2, "beta": 2, "rc": 3, None: 4}


def _key(version):
    """What orders versions: the numbers without zeros behind them, then the stage; without what follows a "+"."""
    if isinstance(version, (tuple, list)):
        version = ".".join(map(str, version))
    found = _PARTS.match(version)
    if not found:
        raise ValueError(f"{version!r} is no version")
    numbers = [int(one) for one in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    stage = found[2] and found[2].lower()
    return numbers, _STAGES[stage], int(found[3] or 0)


@functools.total_ordering
class TorchVersion(str):
    """The text of a version; compared with texts, tuples and lists as versions are.

    Source: torch.torch_version.TorchVersion.
    """

    __slots__ = ()

    def __eq__(self, other: Any) -> bool:
        if isinstance(other, str) and "+" in other:
            return str.__eq__(self, other)
        return _compared(self, other, lambda a, b: a == b)

    def __lt__(self, other: Any) -> bool:
        return _compared(self, other, lambda a, b: a < b)

    def __gt__(self, other: Any) -> bool:
        return _compared(self, other, lambda a, b: a > b)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    __hash__ = str.__hash__


def _compared(version, other, compare):
    if not isinstance(other, (str, tuple, list)):
        return NotImplemented
    try:
        return compare(_key(version), _key(other))
    except ValueError:
        return compare(str(version), str(other))
