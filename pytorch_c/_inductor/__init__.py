"""Models that torch has compiled ahead of time (torch._inductor): they are loaded and run here, and compiled by torch."""

from __future__ import annotations

from .package import AOTICompiledModel, load_package

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import IO, Any

__all__ = ["AOTICompiledModel", "aot_compile", "aoti_compile_and_package", "aoti_load_package"]


def aoti_load_package(
    path: str | os.PathLike[str] | IO[bytes], run_single_threaded: bool = False, device_index: int = -1
) -> AOTICompiledModel:
    """Loads the model of a package (.pt2), or the one named "model" of several; `load_package` loads another one.

    Source: torch._inductor.aoti_load_package.
    """
    return load_package(path, run_single_threaded=run_single_threaded, device_index=device_index)


def aoti_compile_and_package(*arguments: Any, **options: Any) -> str:
    """Compiles an exported program; raises NotImplementedError: torch does that."""
    raise NotImplementedError("_inductor.aoti_compile_and_package: models are compiled by torch, and loaded here")


def aot_compile(*arguments: Any, **options: Any) -> str:
    """Compiles a graph; raises NotImplementedError: torch does that."""
    raise NotImplementedError("_inductor.aot_compile: models are compiled by torch, and loaded here")
