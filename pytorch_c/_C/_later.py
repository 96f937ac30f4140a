"""Names that torch's extension has since 2.14, and torch's own Python asks for; with an older libtorch they are not there."""

from __future__ import annotations

import os
import sys

from .extension import _unheard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def _getenv(name: str) -> str | None:
    """The value of a variable of the environment, or None."""
    return os.environ.get(name)


def _setenv(name: str, value: str, overwrite: bool = True) -> None:
    """Sets a variable of the environment."""
    os.environ[name] = value if overwrite else os.environ.get(name, value)


def _unsetenv(name: str) -> None:
    """Takes a variable out of the environment."""
    os.environ.pop(name, None)


def _is_fake_tensor(t: Any) -> bool:
    """Returns whether a value is a tensor of a FakeTensorMode."""
    module = sys.modules.get(f"{__package__.partition('.')[0]}._subclasses.fake_tensor")
    return module is not None and isinstance(t, module.FakeTensor)


def _is_pybind11_type(cls: type) -> bool:
    """False: no class here is pybind11's."""
    return False


def _get_native_aot_enabled() -> bool:
    """False: kernels that torch's wheel compiles ahead for CUDA are not loaded."""
    return False


_get_native_aot_unconditional_masked = _get_native_aot_enabled
_fake_dispatch_register_op_impl = _fake_dispatch_deregister_op_impl = _unheard
_fake_dispatch_register_decomp = _fake_dispatch_register_meta = _fake_dispatch_register_prim_meta = _unheard
