"""What this build and this machine can do: devices, threads, versions."""

from .. import cuda
from .._boundary.errors import number, small, throw
from .._boundary.library import lib
from .._boundary.version import BUILD_INFO


def is_cuda_available():
    """Whether a CUDA device can be used (GoTorch's IsCUDAAvailable)."""
    return cuda.is_available()


def is_cudnn_available():
    """Whether cuDNN can be used (GoTorch's IsCUDNNAvailable)."""
    return small(lib.call_cudnn_is_available()) == 1


def get_num_threads():
    """Threads that one operator uses on the CPU."""
    return number(lib.call_get_num_threads)


def set_num_threads(n):
    """Sets the threads that one operator uses on the CPU; raises TorchValueError for n < 1."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise TypeError(f"set_num_threads(): argument 'n' must be int, not {type(n).__name__}")
    error = lib.call_set_num_threads(n)
    if error:
        throw(error)


def get_num_interop_threads():
    """Threads that run whole operators beside each other on the CPU."""
    return number(lib.call_get_num_interop_threads)


def set_num_interop_threads(num):
    """Sets them, once, before they are first used; raises Error for a number below 1, or too late."""
    if not isinstance(num, int) or isinstance(num, bool):
        raise TypeError(f"set_num_interop_threads(): argument 'num' must be int, not {type(num).__name__}")
    error = lib.call_set_num_interop_threads(num)
    if error:
        throw(error)


def compile_info():
    """One line: versions of the C library, of its libtorch and of its compiler."""
    return BUILD_INFO
