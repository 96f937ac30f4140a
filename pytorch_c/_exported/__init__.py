"""A reader of our own for archives of `torch.export.save`: it runs nothing of the file but the operators of its graph."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import IO, Any

    from .exported_program import ExportedProgram
    from .graph_signature import ExportGraphSignature

__all__ = ["ExportGraphSignature", "ExportedProgram", "load"]


def load(f: str | os.PathLike[str] | IO[bytes], **options: Any) -> ExportedProgram:
    """Reads an archive of torch.export.save; nothing in it runs but the operators of its graph, once it is called.

    Raises:
        ValueError: a file that is no such archive, or is damaged
        NotImplementedError: what is not read here: another schema, objects of C++ classes, operators that no library has registered

    Source: torch.export.load.
    """
    from .exported_program import load as read

    return read(f)


def __getattr__(name: str) -> Any:
    if name == "ExportedProgram":
        from .exported_program import ExportedProgram

        return ExportedProgram
    if name == "ExportGraphSignature":
        from .graph_signature import ExportGraphSignature

        return ExportGraphSignature
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
