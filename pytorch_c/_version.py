"""The version of the package, and of what it was built with."""

from ._lib import ffi, lib

BUILD_INFO = ffi.string(lib.ptc_build_info()).decode()
__version__ = BUILD_INFO.split(",")[0].split()[1]
