"""Functions of the extension that torch's Python calls at its import (torch._C): true where it asks, else nothing."""

from __future__ import annotations

import contextlib
import threading

from .._calls.objects import exists
from .._calls.python_objects import types as _opaque_types
from .._tensor.generator import Generator
from . import extension

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _true() -> bool:
    return True


_c10d_init = _rpc_init = _dist_autograd_init = _faulty_agent_init = _autograd_init = _true


def _false() -> bool:
    return False


_mtia_isBuilt = _mtia_isInBadFork = _mps_is_in_bad_fork = _false


def _nothing(*arguments: Any, **named: Any) -> None:
    """Does nothing: no module of the extension's is set up."""


_OF_EXTENSION = "aten.OpaqueObject"  # torch's extension module has it, and torch's Python registers a fake one


def _get_custom_class_python_wrapper(namespace: str, name: str) -> type:
    """A class that refuses to make instances, for a class of C++'s. Raises RuntimeError where libtorch has none."""
    if f"{namespace}.{name}" != _OF_EXTENSION and not exists(f"__torch__.torch.classes.{namespace}.{name}"):
        raise RuntimeError(
            f"Tried to instantiate class '{namespace}.{name}', but it does not exist! Ensure that it is registered via "
            "torch::class_"
        )
    return extension.refusing_class(f"{namespace}.{name}")


class CompilationUnit:
    """Functions of TorchScript, of which torch's jit makes one when it is imported; ours keep theirs themselves."""

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(f"CompilationUnit.{name} is not here: jit.script and jit.load make programs")


_in_tls = threading.local()


def _stash_obj_in_tls(key: str, obj: Any) -> None:
    """Keeps an object for this thread."""
    setattr(_in_tls, key, obj)


def _get_obj_in_tls(key: str) -> Any:
    """The object that this thread keeps; AttributeError where there is none."""
    return getattr(_in_tls, key)


def _is_key_in_tls(key: str) -> bool:
    """Returns whether this thread keeps an object of the name."""
    return hasattr(_in_tls, key)


def _register_opaque_type(name: str) -> None:
    """Notes the name of a class whose instances operators take as they are."""
    _opaque_types.add(name)


def _is_opaque_type_registered(name: str) -> bool:
    """Returns whether _register_opaque_type() has noted the name."""
    return name in _opaque_types


_activate_gpu_trace = _log_api_usage_metadata = _initExtension = _register_handler = _nothing


class _WaitCounter:
    """A counter of the time that is spent waiting, which nobody reads (torch._C._monitor._WaitCounter)."""

    def __init__(self, key: str) -> None:
        self.key = key

    def guard(self) -> Any:
        """A block that is not counted."""
        return contextlib.nullcontext()


def _set_generator_metaclass(metaclass: type) -> None:
    """Makes torch's class of the classes whose objects graphs may hold that of Generator."""
    if type(Generator) is not metaclass:
        Generator.__class__ = metaclass
