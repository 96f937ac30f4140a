"""The version of the package, and of what it was built with."""

from . import api
from .library import BUILD_HINT

BUILD_INFO = api.build_info()
__version__ = BUILD_INFO.split(",")[0].split()[1]
LIBTORCH_MINOR = int(api.built_version().split(".")[1])  # 13 of libtorch 2.13.0


def check():
    """The running libtorch is the one built against, or has the same operators; else ImportError."""
    running = api.running_version().split("+")[0].split("a")[0]
    if running == api.built_version():
        return
    try:
        api.check()
    except Exception as error:
        raise ImportError(f"pytorch_c does not fit this libtorch: {error}; {BUILD_HINT} against it") from None
