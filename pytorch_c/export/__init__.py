"""Exported programs (torch.export): archives of `torch.export.save` are read and run; capturing a program is torch's."""

from __future__ import annotations

import enum

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import IO, Any

    from .exported_program import ExportedProgram
    from .graph_signature import ExportGraphSignature

__all__ = [
    "Dim", "ExportGraphSignature", "ExportedProgram", "dims", "draft_export", "export", "load", "load_package", "register_dataclass", "save",
]  # fmt: skip


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


def export(*arguments: Any, **named: Any) -> ExportedProgram:
    """Captures a module's program; raises NotImplementedError."""
    return _missing("export")


def draft_export(*arguments: Any, **named: Any) -> ExportedProgram:
    """Captures a module's program; raises NotImplementedError."""
    return _missing("draft_export")


def save(*arguments: Any, **named: Any) -> None:
    """Writes a captured program; raises NotImplementedError."""
    return _missing("save")


def load(f: str | os.PathLike[str] | IO[bytes], **options: Any) -> ExportedProgram:
    """Reads an archive of torch.export.save; nothing in it runs but the operators of its graph, once it is called.

    Raises:
        ValueError: a file that is no such archive, or is damaged
        NotImplementedError: what is not read here: another schema, objects of C++ classes, operators that no library has registered

    Source: torch.export.load.
    """
    from .exported_program import load as read

    return read(f)


def load_package(path: str | os.PathLike[str] | IO[bytes], *arguments: Any, **options: Any) -> Any:
    """Loads a compiled model; `pytorch_c._inductor.package.load_package`."""
    from .._inductor.package import load_package as read

    return read(path, *arguments, **options)


def register_dataclass(cls: type[Any], *, serialized_type_name: str | None = None) -> None:
    """Registers a dataclass, so that it may be nested in arguments and results.

    Source: torch.export.register_dataclass.
    """
    from ..utils._pytree import register_dataclass as register

    register(cls, serialized_type_name=serialized_type_name)


def __getattr__(name: str) -> Any:
    if name == "ExportedProgram":
        from .exported_program import ExportedProgram

        return ExportedProgram
    if name == "ExportGraphSignature":
        from .graph_signature import ExportGraphSignature

        return ExportGraphSignature
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
