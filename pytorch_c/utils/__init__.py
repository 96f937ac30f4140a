"""Helpers under the names of torch.utils: `data` is the module pytorch_c.data, `dlpack` shares memory."""

from __future__ import annotations

import weakref
from importlib import import_module

from .._boundary.handle import core

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._tensor.tensor import Tensor

_MODULES = (
    "_pytree", "backend_registration", "benchmark", "checkpoint", "collect_env", "cpp_backtrace", "data", "deterministic", "dlpack", "hooks", "model_zoo", "module_tracker",
    "weak",
)  # fmt: skip
__all__ = [
    "data", "dlpack", "generate_methods_for_privateuse1_backend", "hooks", "rename_privateuse1_backend", "set_module", "swap_tensors",
]  # fmt: skip


def set_module(obj: Any, mod: str) -> None:
    """Sets the module that a class or a function names as its own.

    Raises:
        TypeError: a `mod` that is no str

    Source: torch.utils.set_module.
    """
    if not isinstance(mod, str):
        raise TypeError("The mod argument should be a string")
    obj.__module__ = mod


def _slots(kind):
    """The names for which a class keeps a place of its own in each instance."""
    names = (vars(one).get("__slots__", ()) for one in kind.__mro__)
    return {name for some in names for name in ((some,) if isinstance(some, str) else some)}


def swap_tensors(t1: Tensor, t2: Tensor) -> None:
    """Exchanges what two tensors are: memory, dtype, gradient, class and attributes; each keeps its identity in Python.

    Raises:
        RuntimeError: one of them has weak references, slots that the other has not, or is held elsewhere: by the graph,
            or by another Tensor that means the same

    Source: torch.utils.swap_tensors.
    """
    for name, one in (("t1", t1), ("t2", t2)):
        if weakref.getweakrefs(one):
            raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it")
    if _slots(type(t1)) != _slots(type(t2)):
        raise RuntimeError("Cannot swap t1 and t2 if they have different slots")
    for name, one in (("t1", t1), ("t2", t2)):
        if one._use_count() > 1:
            raise RuntimeError(
                f"Expected use_count of {name} to be 1 or 2 with an AccumulateGrad node but got {one._use_count()} "
                "make sure you are not holding references to the tensor in other places."
            )
    t1.__class__, t2.__class__ = t2.__class__, t1.__class__
    t1.__dict__, t2.__dict__ = t2.__dict__, t1.__dict__
    core.swap_handles(t1, t2)


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
