"""Extensions against torch's C++ and Python (torch.utils.cpp_extension): this package has neither; compiling raises.

`python -m pytorch_c.config` has the flags of the C library, which any compiler can use.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "BuildExtension", "CppExtension", "CUDAExtension", "SyclExtension", "include_paths", "library_paths", "load",
    "load_inline", "is_ninja_available", "verify_ninja_availability",
]  # fmt: skip

CUDA_HOME: str | None = os.environ.get("CUDA_HOME")
ROCM_HOME: str | None = None
IS_HIP_EXTENSION: bool = False


def _missing(name: str) -> Any:
    raise NotImplementedError(
        f"cpp_extension.{name}: extensions need torch's own C++ and Python; `python -m pytorch_c.config` has this library's"
    )


class BuildExtension:
    """setuptools' command that compiles them; raises NotImplementedError."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _missing("BuildExtension")

    @classmethod
    def with_options(cls, **options: Any) -> type[BuildExtension]:
        """The command with options."""
        return cls


def CppExtension(name: str, sources: list[str], *arguments: Any, **named: Any) -> Any:
    """Raises NotImplementedError."""
    return _missing("CppExtension")


def CUDAExtension(name: str, sources: list[str], *arguments: Any, **named: Any) -> Any:
    """Raises NotImplementedError."""
    return _missing("CUDAExtension")


def SyclExtension(name: str, sources: list[str], *arguments: Any, **named: Any) -> Any:
    """Raises NotImplementedError."""
    return _missing("SyclExtension")


def load(name: str, sources: Any, *arguments: Any, **named: Any) -> Any:
    """Raises NotImplementedError."""
    return _missing("load")


def load_inline(name: str, cpp_sources: Any, *arguments: Any, **named: Any) -> Any:
    """Raises NotImplementedError."""
    return _missing("load_inline")


def include_paths(device_type: str = "cpu", torch_include_dirs: bool = True) -> list[str]:
    """The folder of this library's headers."""
    from ..config import includedir

    return [includedir()]


def library_paths(
    device_type: str = "cpu", torch_include_dirs: bool = True, cross_target_platform: Any = None
) -> list[str]:
    """The folder of this library."""
    from ..config import libdir

    return [libdir()]


def is_ninja_available() -> bool:
    """Whether the program ninja is there."""
    from shutil import which

    return which("ninja") is not None


def verify_ninja_availability() -> None:
    """Raises RuntimeError unless the program ninja is there."""
    if not is_ninja_available():
        raise RuntimeError("Ninja is required to load C++ extensions")
