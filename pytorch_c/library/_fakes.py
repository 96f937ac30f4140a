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
_kernels: dict[str, list[Told]] = {}


class Told:
    """A kernel of the operator "ns::name" that fake tensors run, so that it may ask for get_ctx(), until it is taken back."""

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self._name, self.function, self.source = name, function, caller()
        self._entered: tuple[list[Any], Any] | None = None
        _kernels.setdefault(name, []).append(self)
        registry = sys.modules.get(f"{_PACKAGE}._library.simple_registry")
        if registry is not None and hasattr(registry, "singleton"):
            self.enter(registry)

    def enter(self, registry: ModuleType) -> None:
        """Puts the kernel into torch's registry (torch._library.simple_registry)."""
        kernels = registry.singleton.find(self._name).fake_impl.kernels
        kernel = importlib.import_module(f"{_PACKAGE}._library.utils").Kernel(self.function, self.source)
        kernels.append(kernel)
        self._entered = kernels, kernel

    def close(self) -> None:
        """Takes the kernel back; the one before it counts again."""
        kept = _kernels.get(self._name, [])
        if self in kept:
            kept.remove(self)
        if self._entered is not None:
            kernels, kernel = self._entered
            self._entered = None
            kernels[:] = [one for one in kernels if one is not kernel]


class FakeKernel:
    """A kernel of an operator of Python's for meta tensors, the newest of its own until it is taken back."""

    def __init__(self, operator: Any, function: Callable[..., Any], told: Told | None = None) -> None:
        self._operator, self.function, self.source, self._told = operator, function, caller(), told
        operator.fakes.append(self)
        operator.fake = function

    def close(self) -> None:
        """Takes the kernel back; the one before it counts again."""
        fakes = self._operator.fakes
        if self in fakes:
            fakes.remove(self)
            self._operator.fake = fakes[-1].function if fakes else None
        if self._told is not None:
            self._told.close()


def register(operator: Any, function: Callable[..., Any]) -> FakeKernel:
    """Makes a function the fake kernel of an operator of Python's, for meta and for fake tensors."""
    return FakeKernel(operator, function, Told(operator.name, function))


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
