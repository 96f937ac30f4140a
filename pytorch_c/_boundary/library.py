"""Finds libtorch, loads it and the C library, and gives out cffi's ``ffi`` and ``lib``.

libtorch comes from ``LIBTORCH=DIR``, else from the installed torch wheel, which
is never imported. If torch has been imported already, its libtorch is shared.
"""

import importlib.util
import os
import sys
from pathlib import Path

import _cffi_backend

BUILD_HINT = "run `make build` in the project, or `pip install .`"


def libtorch_dir():
    """Folder of libtorch: holds lib/ and include/. Raises ImportError if there is none."""
    named = os.environ.get("LIBTORCH")
    if named:
        if not (Path(named) / "lib" / "libtorch_cpu.so").is_file():
            raise ImportError(f"LIBTORCH={named}: this is no libtorch folder (lib/libtorch_cpu.so is missing)")
        return Path(named)
    spec = importlib.util.find_spec("torch")
    for folder in (spec and spec.submodule_search_locations) or ():
        if (Path(folder) / "lib" / "libtorch_cpu.so").is_file():
            return Path(folder)
    raise ImportError(
        "pytorch_c needs libtorch: `pip install torch==2.13.0`, or set LIBTORCH to an unpacked libtorch folder"
    )


def _preload(folder):
    # By full path, so that no LD_LIBRARY_PATH is needed; libtorch.so brings the
    # CUDA library along where this libtorch has one.
    flags = _cffi_backend.RTLD_NOW | _cffi_backend.RTLD_GLOBAL
    kept = []
    for name in ("libc10.so", "libtorch_cpu.so", "libtorch.so"):
        path = folder / "lib" / name
        if path.is_file():
            try:
                kept.append(_cffi_backend.load_library(str(path), flags))
            except OSError as error:
                raise ImportError(f"libtorch in {folder} cannot be loaded: {error}") from None
    return kept


def _load():
    kept = [] if "torch" in sys.modules else _preload(libtorch_dir())
    try:
        from .. import _native  # the C extension
    except ImportError as error:
        raise ImportError(
            f"the C library of pytorch_c is not built or cannot be loaded ({error}); {BUILD_HINT}"
        ) from None
    return _native.ffi, _native.lib, kept


ffi, lib, _kept = _load()
NULL = ffi.NULL

if lib.accel_install() < 0:
    raise ImportError("pytorch_c: the CPython part of the C module could not be set up")


def _check_version():
    """The running libtorch is the one built against, or has the same operators."""
    running, built = ffi.string(lib.ptc_running_version()), ffi.string(lib.ptc_built_version())
    if running.split(b"+")[0].split(b"a")[0] != built:
        error = lib.call_check()
        if error:
            text = ffi.string(ffi.cast("char *", error)).decode()
            raise ImportError(f"pytorch_c does not fit this libtorch: {text}; {BUILD_HINT} against it")


_check_version()
