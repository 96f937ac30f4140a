"""Models that are compiled ahead of time (torch._inductor): by torch's own files, run on this package; loaded and run in C."""

from __future__ import annotations

import sys
import types

from .._borrowed import loader
from .._borrowed.whole import Found
from .package import AOTICompiledModel, load_package

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from typing import IO, Any

    from ..export import ExportedProgram
    from ..fx import GraphModule

__all__ = ["AOTICompiledModel", "aot_compile", "aoti_compile_and_package", "aoti_load_package", "standalone_compile"]


def aoti_load_package(
    path: str | os.PathLike[str] | IO[bytes], run_single_threaded: bool = False, device_index: int = -1
) -> AOTICompiledModel:
    """Loads the model of a package (.pt2), or the one named "model" of several; `load_package` loads another one.

    Source: torch._inductor.aoti_load_package.
    """
    return load_package(path, run_single_threaded=run_single_threaded, device_index=device_index)


def aoti_compile_and_package(
    exported_program: ExportedProgram,
    *,
    package_path: str | os.PathLike[str] | IO[bytes] | None = None,
    inductor_configs: dict[str, Any] | None = None,
) -> str:
    """Compiles an exported program by torch's own files and g++, and writes its package; the path of that.

    Raises ImportError where torch is not installed. Source: torch._inductor.aoti_compile_and_package.
    """
    return _torchs().aoti_compile_and_package(
        exported_program, package_path=package_path, inductor_configs=inductor_configs
    )


def aot_compile(
    gm: GraphModule,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None = None,
    *,
    options: dict[str, Any] | None = None,
) -> Any:
    """Compiles a graph for arguments like these; the files that were made (torch._inductor.aot_compile)."""
    return _torchs().aot_compile(gm, args, kwargs, options=options)


def standalone_compile(gm: GraphModule, example_inputs: list[Any], **options: Any) -> Any:
    """Compiles a graph for arguments like these, to be saved or called (torch._inductor.standalone_compile)."""
    return _torchs().standalone_compile(gm, example_inputs, **options)


class _Package(Found):
    def __setattr__(self, name: str, value: object) -> None:
        """Keeps the function where the import system puts the submodule of its name, as torch's package does."""
        if name != "standalone_compile" or not isinstance(value, types.ModuleType):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def _torchs():
    return loader.beside_ours("_inductor")
