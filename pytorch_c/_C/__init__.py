"""The few names of torch's extension that libraries ask for (torch._C)."""

from __future__ import annotations

import importlib

from .. import _ops as _VariableFunctions  # noqa: F401
from .._boundary import api
from .._boundary.errors import (
    DistBackendError as _DistBackendError,  # noqa: F401
)
from .._boundary.errors import (
    DistError as _DistError,  # noqa: F401
)
from .._boundary.errors import (
    DistNetworkError as _DistNetworkError,  # noqa: F401
)
from .._boundary.errors import (
    DistStoreError as _DistStoreError,  # noqa: F401
)
from .._boundary.errors import Error as _Error
from .._boundary.handle import core as _core
from .._boundary.version import LIBTORCH_MINOR
from .._composites.python import has_lapack, has_mkl, has_openmp, has_spectral  # noqa: F401
from .._tensor.device import device as _device
from .._tensor.generator import Generator, default_generator  # noqa: F401
from .._tensor.tensor import Size  # noqa: F401
from . import extension  # noqa: F401

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_has_mkldnn: bool = api.context_has("mkldnn")
has_cudnn: bool = api.context_has("cudnn")
_has_magma: bool = api.context_has("magma")
_has_cuda: bool = api.context_has("cuda")
_has_cudnn: bool = has_cudnn
_has_magma: bool = api.context_has("magma")
_has_mps = _has_xpu = False


class _OfNames(type):
    def __getattr__(cls, name):
        return getattr(_VariableFunctions, name)


class _VariableFunctionsClass(metaclass=_OfNames):
    """The operators as attributes: as such they are pickled."""


_LinAlgError = _Error
_FunctionBase = _core.FunctionBase
_disabled_torch_function_impl = _core.no_override


def _log_api_usage_once(event: str) -> None:
    """Does nothing: nobody counts."""


def _get_tracing_state() -> Any:
    """The trace that this thread is in, or None."""
    if not api.jit_is_tracing():
        return None
    from ._jit import _state

    return _state


def _set_tracing_state(state: Any) -> None:
    """Does nothing: nothing is traced."""


def _is_tracing() -> bool:
    """Returns whether this thread is in a function that is traced."""
    return api.jit_is_tracing()


def _get_privateuse1_backend_name() -> str:
    """The name of a backend that others may add."""
    from .._boundary import api

    return api.backend_name()


def _jit_nothing(*arguments: Any, **named: Any) -> None:
    """Changes nothing: there is no TorchScript."""


_jit_set_nvfuser_enabled = _jit_nothing
_jit_override_can_fuse_on_cpu = _jit_override_can_fuse_on_gpu = _jit_set_texpr_fuser_enabled = _jit_nothing
_jit_set_bailout_depth = _jit_set_nvfuser_guard_mode = _jit_nothing


def _jit_false() -> bool:
    """False: there is no TorchScript."""
    return False


_jit_can_fuse_on_cpu = _jit_can_fuse_on_gpu = _jit_false


def _are_functorch_transforms_active() -> bool:
    """Returns whether a function is being transformed, by vmap, grad or another of func."""
    return bool(api.vmap_depth())


def _get_accelerator(check: bool | None = None) -> Any:
    """The device of the accelerator without an index, the CPU where there is none; an error there with `check`."""
    from ._accelerator import _accelerator_getAccelerator

    if check:
        api.accelerator_current_device()
    found = _accelerator_getAccelerator()
    return found if found and api.accelerator_device_count() else _device("cpu")


def _get_default_device() -> str:
    """The device of factories, as a text."""
    from .._composites.devices import get_default_device

    return str(get_default_device())


def _get_cpu_capability() -> str:
    """The instructions that kernels use."""
    return api.context_text("cpu_capability")


def _infer_size(a: Size, b: Size) -> Size:
    """Returns the size of two sizes broadcast together; the operator of the name, TorchScript's, gives a list."""
    from ..ops import functions

    return Size(functions._infer_size(b, a))  # whose error names the last one `a`


_demangle = api.demangle


def _show_config() -> str:
    """Returns how libtorch was built."""
    return api.context_text("config")


# {name: the module of ours that has it}
_HOMES = {
    "FileCheck": "._file_check",
    "Future": "..futures",
    "ScriptFunction": "..jit",
    "ScriptMethod": "..jit",
    "ScriptObject": ".._calls.values",
    "StorageBase": ".._boundary._core",
}

# Beginnings of the names that torch's extension has for CUDA, most of them only where libtorch has CUDA.
_OF_CUDA = ("_cuda_", "_cudart", "_Cuda", "_CUDA", "_MemPool", "_graph_pool_handle", "_host_", "_nccl_", "_nvtx")


# {name: the names of the module of ours that has it}: torch's Python asks for the same ones again and again.
_FOUND: dict[str, dict[str, Any]] = {}
_MODULES = [
    *"_states _dispatch _modes _beginnings _fx _native _fake _schema_info _symbols _workers _groups _archives _ir _jit".split(),
    *"_dtensor _functional _capture _accelerator _parameters _switches".split(),
    *(["_later"] if LIBTORCH_MINOR >= 14 else []),
]


def __getattr__(name: str) -> Any:
    """Loads a name of another module when it is asked for."""
    if name in _FOUND and name in _FOUND[name]:
        return _FOUND[name][name]
    if name in ("_autograd", "_functions"):
        return importlib.import_module(f".{name}", __name__)
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name], __name__), name)
    if name.startswith(_OF_CUDA) and (_has_cuda or extension.knows("", name)):
        for where in ("_cuda", "_cuda_streams"):
            found = vars(importlib.import_module(f".{where}", __name__))
            if name in found:
                return found[name]
    if name.endswith("Type") or name == "Type":
        from .._calls import jit_types

        if hasattr(jit_types, name):
            return getattr(jit_types, name)
    for where in _MODULES:
        if not name.startswith("__") and name != where:
            found = vars(importlib.import_module(f".{where}", __name__))
            if name in found:
                _FOUND[name] = found
                return found[name]
    if name.startswith("_jit_pass_"):
        from ._jit import pass_of

        return pass_of(name)
    if name not in ("DisableTorchFunction", "DisableTorchFunctionSubclass", "_EnableTorchFunction"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .. import overrides

    return getattr(overrides, name)
