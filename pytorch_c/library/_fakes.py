"""Fake kernels of operators as fake tensors ask for them: torch's registry of them, filled when it is there."""

from __future__ import annotations

import importlib
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

_PACKAGE = __package__.partition(".")[0]
_kernels: dict[str, tuple[Callable[..., Any], str]] = {}


def tell(name: str, kernel: Callable[..., Any]) -> None:
    """Lets fake tensors run a kernel for an operator, "ns::name", so that it may ask for get_ctx()."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(f"{_PACKAGE}.library"):
        frame = frame.f_back
    _kernels[name] = kernel, f"{frame.f_code.co_filename}:{frame.f_lineno}"
    registry = sys.modules.get(f"{_PACKAGE}._library.simple_registry")
    if registry is not None and hasattr(registry, "singleton"):
        _enter(registry, name, *_kernels[name])


def take_over(registry: ModuleType) -> None:
    """Enters the kernels that were registered before torch's registry was loaded (torch._library.simple_registry)."""
    for name, (kernel, source) in _kernels.items():
        _enter(registry, name, kernel, source)


def _enter(registry, name, kernel, source):
    kind = importlib.import_module(f"{_PACKAGE}._library.utils").Kernel
    registry.singleton.find(name).fake_impl.kernels.append(kind(kernel, source))


def context() -> Any:
    """Returns the context of the fake kernel that runs for fake tensors. Raises RuntimeError outside of one."""
    torchs = sys.modules.get(f"{_PACKAGE}._library.fake_impl")
    if torchs is None:
        raise RuntimeError(
            "get_ctx() can only be called inside a `fake` impl (see register_fake for more usage details) of fake tensors: "
            "meta tensors have no sizes that depend on data"
        )
    return torchs.global_ctx_getter()
