"""Abilities of this build and this machine: devices, threads, versions."""

from __future__ import annotations

from .._boundary import api
from .._boundary.handle import core
from .._boundary.version import BUILD_INFO


def is_cuda_available() -> bool:
    """Returns whether a CUDA device can be used (GoTorch's IsCUDAAvailable)."""
    return api.cuda_is_available()


def is_cudnn_available() -> bool:
    """Returns whether cuDNN can be used (GoTorch's IsCUDNNAvailable)."""
    return api.cudnn_is_available()


@core.quick
def get_num_threads() -> int:
    """Threads that one operator uses on the CPU."""
    return api.get_num_threads()


def set_num_threads(n: int) -> None:
    """Sets the threads that one operator uses on the CPU; raises TorchValueError for n < 1."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise TypeError(f"set_num_threads(): argument 'n' must be int, not {type(n).__name__}")
    api.set_num_threads(n)


def get_num_interop_threads() -> int:
    """Threads that run whole operators beside each other on the CPU."""
    return api.get_num_interop_threads()


def set_num_interop_threads(num: int) -> None:
    """Sets them, once, before they are first used; raises Error for a number below 1, or too late."""
    if not isinstance(num, int) or isinstance(num, bool):
        raise TypeError(f"set_num_interop_threads(): argument 'num' must be int, not {type(num).__name__}")
    api.set_num_interop_threads(num)


def compile_info() -> str:
    """One line: versions of the C library, of its libtorch and of its compiler."""
    return BUILD_INFO
