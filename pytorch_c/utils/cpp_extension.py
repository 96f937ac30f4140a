"""Builds operators of C++ against libtorch (torch.utils.cpp_extension): torch's own file, without its extension module.

A source registers operators with TORCH_LIBRARY and is built with `is_python_module=False`; a module of Python's in C++
needs torch's own Python, which is never loaded. Names that are not here come from torch's file.
"""

from __future__ import annotations

import os

from .._boundary.library import libtorch_dir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _prepare_ldflags(
    extra_ldflags: list[str], with_cuda: bool, with_sycl: bool, verbose: bool, is_standalone: bool
) -> list[str]:
    """The flags of the linker: libtorch's libraries but that of torch's Python."""
    folder = libtorch_dir() / "lib"
    backends = [f"{name}_cuda" for name in ("-lc10", "-ltorch") if with_cuda]
    backends += [f"{name}_xpu" for name in ("-lc10", "-ltorch") if with_sycl]
    return [*extra_ldflags, f"-L{folder}", "-lc10", "-ltorch_cpu", *backends, "-ltorch", f"-Wl,-rpath,{folder}"]


def _import_module_from_library(module_name: str, path: str, is_python_module: bool) -> Any:
    """Loads a library that was built, and gives its path. Raises NotImplementedError for a module of Python's."""
    if is_python_module:
        raise NotImplementedError(
            f"cpp_extension: {module_name} as a module of Python needs torch's own extension module; register operators "
            "with TORCH_LIBRARY and build with is_python_module=False"
        )
    from .. import ops

    file = os.path.join(path, f"{module_name}.so")
    ops.load_library(file)
    return file
