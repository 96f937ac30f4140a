"""Versions that compare as versions (torch.torch_version): TorchVersion("2.13.0") > (2, 9) and > "2.9"."""

from __future__ import annotations

import re

from .version import __version__ as __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["TorchVersion"]

_PARTS = re.compile(r"v?(\d+(?:\.\d+)*)(?:[._-]?(a|alpha|b|beta|rc|dev)[._-]?(\d*))?", re.I)
_STAGES = {"dev": 0, "a": 1, "alpha": 1, "b": 2, "beta": 2, "rc": 3, None: 4}


def _key(version):
    """Returns what orders versions: the numbers without zeros behind them, then the stage; without what follows a "+"."""
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


class TorchVersion(str):
    """The text of a version; compared with texts, tuples, lists and packaging's versions as versions are.

    Source: torch.torch_version.TorchVersion.
    """

    __slots__ = ()

    def _cmp_wrapper(self, cmp: Any, method: str) -> bool:
        """Returns what a method of comparison gives for both as versions; for texts that are none as texts."""
        if method == "__eq__" and isinstance(cmp, str) and "+" in cmp:
            return str.__eq__(self, cmp)
        if not isinstance(cmp, (str, tuple, list)):
            if not hasattr(cmp, "release"):
                return NotImplemented
            cmp = str(cmp)
        try:
            return getattr(_key(self), method)(_key(cmp))
        except ValueError:
            return getattr(str(self), method)(str(cmp))


# torch's own file does so too, where another of its names is asked for.
for _method in ("__gt__", "__lt__", "__eq__", "__ge__", "__le__"):
    setattr(TorchVersion, _method, lambda x, y, method=_method: x._cmp_wrapper(y, method))
