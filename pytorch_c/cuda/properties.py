"""What CUDA's own library says of a device; it raises RuntimeError where there is none."""

from __future__ import annotations

from .._boundary import api
from .._boundary.errors import AcceleratorError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .._typing import DeviceLike

has_half: bool = True
has_magma: bool = api.context_has("magma")


class CudaError(RuntimeError):
    """An error code of CUDA (torch.cuda.CudaError)."""


DeferredCudaCallError = AcceleratorError


class cudaStatus:
    """Error codes of CUDA (torch.cuda.cudaStatus)."""

    SUCCESS: int = 0
    ERROR_NOT_READY: int = 34


def _missing(name):
    api.cuda_current_device()
    raise NotImplementedError(f"cuda.{name}: CUDA's own library is not asked here")


def check_error(res: int) -> None:
    """Raises CudaError for an error code of CUDA."""
    if res != cudaStatus.SUCCESS:
        raise CudaError(f"CUDA error {res}")


def cudart() -> Any:
    """CUDA's runtime library; raises RuntimeError without CUDA."""
    return _missing("cudart")


def current_blas_handle() -> int:
    """cuBLAS's handle; raises RuntimeError without CUDA."""
    return _missing("current_blas_handle")


def current_solver_handle() -> int:
    """cuSOLVER's handle; raises RuntimeError without CUDA."""
    return _missing("current_solver_handle")


def get_device_name(device: DeviceLike | None = None) -> str:
    """A device's name; raises RuntimeError without CUDA."""
    return _missing("get_device_name")


def get_device_capability(device: DeviceLike | None = None) -> tuple[int, int]:
    """A device's (major, minor); raises RuntimeError without CUDA."""
    return _missing("get_device_capability")


def get_device_properties(device: DeviceLike | None = None) -> Any:
    """A device's name, memory and processors; raises RuntimeError without CUDA."""
    return _missing("get_device_properties")


def set_sync_debug_mode(debug_mode: int | str) -> None:
    """Reports calls that wait for the device; raises RuntimeError without CUDA."""
    return _missing("set_sync_debug_mode")


def utilization(device: DeviceLike | None = None) -> int:
    """The share of time in which a device computed; raises RuntimeError without CUDA."""
    return _missing("utilization")


def temperature(device: DeviceLike | None = None) -> int:
    """A device's degrees Celsius; raises RuntimeError without CUDA."""
    return _missing("temperature")


def power_draw(device: DeviceLike | None = None) -> int:
    """A device's milliwatts; raises RuntimeError without CUDA."""
    return _missing("power_draw")


def clock_rate(device: DeviceLike | None = None) -> int:
    """A device's megahertz; raises RuntimeError without CUDA."""
    return _missing("clock_rate")
