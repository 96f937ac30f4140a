"""Helpers under the names of torch.utils: `data` is the module pytorch_c.data, `dlpack` shares memory."""

from __future__ import annotations

from importlib import import_module

from ._swapping import swap_tensors

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MODULES = tuple(
    "_pytree backend_registration benchmark checkpoint collect_env cpp_backtrace data deterministic dlpack hooks "
    "model_zoo module_tracker weak".split()
)
__all__ = [
    "data",
    "dlpack",
    "generate_methods_for_privateuse1_backend",
    "hooks",
    "rename_privateuse1_backend",
    "set_module",
    "swap_tensors",
]


def set_module(obj: Any, mod: str) -> None:
    """Sets the module that a class or a function names as its own.

    Raises:
        TypeError: a `mod` that is no str

    Source: torch.utils.set_module.
    """
    if not isinstance(mod, str):
        raise TypeError("The mod argument should be a string")
    obj.__module__ = mod


swap_tensors.__module__ = __name__


def __getattr__(name: str) -> Any:
    if name == "cmake_prefix_path":
        from .._boundary.library import libtorch_dir

        return str(libtorch_dir() / "share" / "cmake")
    if name == "get_cpp_backtrace":
        return import_module(".cpp_backtrace", __name__).get_cpp_backtrace
    if name in ("generate_methods_for_privateuse1_backend", "rename_privateuse1_backend"):
        return getattr(import_module(".backend_registration", __name__), name)
    if name in _MODULES:
        try:
            return import_module("." + name, __name__)
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
