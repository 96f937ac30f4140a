"""Fake kernels of operators as fake tensors ask for them: torch's registry of them, filled when it is there."""

from __future__ import annotations

import importlib
import itertools
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType
    from typing import Any

_PACKAGE = __package__.partition(".")[0]
_kernels: dict[str, list[FakeKernel]] = {}


class FakeKernel:
    """A kernel of an operator for meta and fake tensors, the newest of its own until it is taken back."""

    def __init__(self, operator: Any, function: Callable[..., Any]) -> None:
        self._operator, self.function, self.source = operator, function, caller()
        operator.fakes.append(self)
        operator.fake = function

    def close(self) -> None:
        """Takes the kernel back; the one before it counts again."""
        fakes = self._operator.fakes
        if self in fakes:
            fakes.remove(self)
            self._operator.fake = fakes[-1].function if fakes else None


class ToldFakeKernel(FakeKernel):
    """A fake kernel that fake tensors run with a context, so that it may ask for get_ctx()."""

    def __init__(self, operator: Any, function: Callable[..., Any]) -> None:
        super().__init__(operator, function)
        self._entered: tuple[list[Any], Any] | None = None
        _kernels.setdefault(operator.name, []).append(self)
        registry = sys.modules.get(f"{_PACKAGE}._library.simple_registry")
        if registry is not None and hasattr(registry, "singleton"):
            self.enter(registry)

    def enter(self, registry: ModuleType) -> None:
        """Puts the kernel into torch's registry (torch._library.simple_registry)."""
        kernels = registry.singleton.find(self._operator.name).fake_impl.kernels
        kernel = importlib.import_module(f"{_PACKAGE}._library.utils").Kernel(self.function, self.source)
        kernels.append(kernel)
        self._entered = kernels, kernel

    def close(self) -> None:
        super().close()
        kept = _kernels.get(self._operator.name, [])
        if self in kept:
            kept.remove(self)
        if self._entered is not None:
            kernels, kernel = self._entered
            self._entered = None
            kernels[:] = [one for one in kernels if one is not kernel]


def caller() -> str:
    """Returns the place of the code that registers, outside of this package's library: "file:line"."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(f"{_PACKAGE}.library"):
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"


def take_over(registry: ModuleType) -> None:
    """Enters the kernels that were registered before torch's registry was loaded (torch._library.simple_registry)."""
    for kernel in itertools.chain.from_iterable(_kernels.values()):
        kernel.enter(registry)


def context() -> Any:
    """Returns the context of the fake kernel that runs for fake tensors. Raises RuntimeError outside of one."""
    torchs = sys.modules.get(f"{_PACKAGE}._library.fake_impl")
    if torchs is None:
        raise RuntimeError(
            "get_ctx() can only be called inside a `fake` impl (see register_fake for more usage details) of fake tensors: "
            "meta tensors have no sizes that depend on data"
        )
    return torchs.global_ctx_getter()
