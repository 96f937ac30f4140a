"""Names of torch._C that the capture of programs asks for: AOTAutograd, export, and graphs of operators."""

from __future__ import annotations

from .._boundary import api
from ..autograd.grad_mode import inference_mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DEVICES = "cpu cuda mtia maia xpu ipu hpu xla privateuseone mps".split()


def _autocast_supported_devices() -> list[str]:
    """Returns the types of devices that have autocast, as torch lists them."""
    return list(_DEVICES)


def _is_autocast_available(device_type: str) -> bool:
    """Returns whether there is autocast for a type of devices."""
    from ..amp import _state

    return _state.is_autocast_available(device_type)


def _is_any_autocast_enabled() -> bool:
    """Returns whether this thread is in a block of autocast, for whatever devices."""
    from ..amp import _state

    return any(_state.is_autocast_available(one) and _state.is_autocast_enabled(one) for one in _DEVICES)


def _get_mkldnn_enabled() -> bool:
    """Returns whether oneDNN's kernels may be used."""
    from ..backends import mkldnn

    return bool(mkldnn.enabled)


def _get_max_operator_version() -> int:
    """Returns the version of operators in files of TorchScript and of exported programs."""
    return 10


def _jit_texpr_fuser_enabled() -> bool:
    """Returns False: nothing is fused."""
    return False


def _jit_get_schemas_for_operator(name: str) -> list[Any]:
    """Returns the schemas of all overloads of an operator, "aten::relu"."""
    from .. import ops

    namespace, _, short = name.partition("::")
    try:
        found = getattr(getattr(ops, namespace), short)
        return [getattr(found, overload)._schema for overload in found.overloads()]
    except AttributeError:
        return []


def _jit_resolve_packet(op_name: str, *args: Any, **kwargs: Any) -> str:
    """Returns the name of the overload of "aten::add" that takes the arguments; RuntimeError where none does."""
    from .._calls.opoverload import packet

    try:
        return packet(op_name).resolve(args, kwargs)
    except (AttributeError, TypeError) as error:
        raise RuntimeError(f"{op_name}: failed to match any schema: {error}") from None


def _check_schema_allow_fake_script_object(schema: Any, *args: Any, **kwargs: Any) -> bool:
    """Returns True where an operator's schema takes the arguments, else raises RuntimeError, which says why."""
    from .._calls.opoverload import takes

    problem = takes(schema, args, kwargs)
    if problem is not None:
        raise RuntimeError(problem)
    return True


# ---- what is put back after a program was captured by its bytecode ----


class _InferenceMode:
    """A block with inference mode, or with False without it, which ends with this object at the latest."""

    def __init__(self, mode: bool) -> None:
        self._block, self._open = inference_mode(bool(mode)), False

    def __enter__(self) -> None:
        self._block.__enter__()
        self._open = True

    def __exit__(self, *error: object) -> None:
        if self._open:
            self._open = False
            self._block.__exit__(None, None, None)

    __del__ = __exit__


def _get_fp32_precision_getter(backend: str, op: str) -> str:
    """Returns how a backend multiplies float32 numbers: "none", "ieee", "tf32", "bf16"."""
    return api.float32_precision(backend, op)


def _set_fp32_precision_setter(backend: str, op: str, precision: str) -> str:
    """Sets how a backend multiplies float32 numbers; returns it."""
    api.set_float32_precision(backend, op, precision)
    return precision


def _is_default_mobile_cpu_allocator_set() -> bool:
    """Returns False: tensors of the CPU have the allocator that the C library counts."""
    return False
