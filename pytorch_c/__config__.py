"""Settings with which libtorch was built (torch.__config__)."""

from ._boundary import api


def show() -> str:
    """Returns libtorch's versions, compilers and flags, line by line."""
    return api.context_text("config")


def parallel_info() -> str:
    """Returns libtorch's threads and the libraries that run them, line by line."""
    return api.context_text("parallel")


def _cxx_flags() -> str:
    """The flags of its compiler."""
    return api.context_text("cxx_flags")
