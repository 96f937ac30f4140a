"""The version of the package, and of what it was built with."""

from .library import ffi, lib

BUILD_INFO = ffi.string(lib.ptc_build_info()).decode()
__version__ = BUILD_INFO.split(",")[0].split()[1]
