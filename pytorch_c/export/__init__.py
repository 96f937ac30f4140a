"""Names of torch.export, which captures whole programs: nothing is captured here, `export` raises."""

from __future__ import annotations

import enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Dim", "ExportedProgram", "dims", "draft_export", "export", "load", "register_dataclass", "save"]


def _missing(name: str) -> Any:
    raise NotImplementedError(f"export.{name}: programs are not captured here")


class _Hint(enum.Enum):
    AUTO, STATIC, DYNAMIC = range(3)


class Dim:
    """A size that may change (torch.export.Dim): a name with a least and a greatest value."""

    AUTO, STATIC, DYNAMIC = _Hint

    def __init__(self, name: str, *, min: int | None = None, max: int | None = None) -> None:
        self.__name__, self.min, self.max = name, min, max


def dims(*names: str, min: int | None = None, max: int | None = None) -> tuple[Dim, ...]:
    """Several Dim with the same bounds."""
    return tuple(Dim(name, min=min, max=max) for name in names)


class ExportedProgram:
    """A captured program (torch.export.ExportedProgram); nothing is an instance."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _missing("ExportedProgram")


def export(*arguments: Any, **named: Any) -> ExportedProgram:
    """Captures a module's program; raises NotImplementedError."""
    return _missing("export")


def draft_export(*arguments: Any, **named: Any) -> ExportedProgram:
    """Captures a module's program; raises NotImplementedError."""
    return _missing("draft_export")


def save(*arguments: Any, **named: Any) -> None:
    """Writes a captured program; raises NotImplementedError."""
    return _missing("save")


def load(*arguments: Any, **named: Any) -> ExportedProgram:
    """Reads a captured program; raises NotImplementedError."""
    return _missing("load")


def register_dataclass(cls: type, *, serialized_type_name: str | None = None) -> None:
    """Does nothing: no inputs are captured."""
