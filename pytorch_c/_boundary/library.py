"""Finds libtorch and loads it, then the C library with the C extension on it.

libtorch comes from ``LIBTORCH=DIR``, else from the installed torch wheel, which
is never imported. If torch has been imported already, its libtorch is shared.
The C library is that for the minor version of this libtorch (libtorchs.py).
`ffi` and `lib` are cffi's, of every C function without an operator schema; they
are loaded when somebody first asks for them.
"""

import importlib.machinery
import importlib.util
import os
import sys
from pathlib import Path

from . import libtorchs

if sys.argv[:1] == ["-m"] and "pytorch_c.doctor" in sys.orig_argv:
    # `python -m pytorch_c.doctor` imports the package first, which may end the process: the doctor comes before.
    from .. import doctor

    raise SystemExit(doctor.main(sys.argv[1:]))

BUILD_HINT = "run `make build` in the project, or `pip install .`"


def _cffi():
    try:
        import _cffi_backend
    except ImportError as error:
        from . import diagnosis

        raise ImportError(diagnosis.no_cffi(error)) from None
    return _cffi_backend


def libtorch_dir():
    """Folder of libtorch: holds lib/ and include/. Raises ImportError if there is none."""
    named = os.environ.get("LIBTORCH")
    if named:
        if not (Path(named) / "lib" / "libtorch_cpu.so").is_file():
            raise ImportError(f"LIBTORCH={named}: this is no libtorch folder (lib/libtorch_cpu.so is missing)")
        return Path(named)
    # First by path alone: sys.modules may have this package under torch's name.
    try:
        spec = importlib.machinery.PathFinder.find_spec("torch") or importlib.util.find_spec("torch")
    except (ImportError, ValueError):  # a finder that hides it
        spec = None
    for folder in (spec and spec.submodule_search_locations) or ():
        if (Path(folder) / "lib" / "libtorch_cpu.so").is_file():
            return Path(folder)
    from . import diagnosis

    raise ImportError(
        f"pytorch_c needs libtorch: `pip install {diagnosis.wanted()}`, or set LIBTORCH to an unpacked libtorch folder"
    )


def _preload(folder):
    # By full path, so that no LD_LIBRARY_PATH is needed; libtorch.so brings the
    # CUDA library along where this libtorch has one.
    cffi = _cffi()
    flags = cffi.RTLD_NOW | cffi.RTLD_GLOBAL
    kept = []
    for name in ("libc10.so", "libtorch_cpu.so", "libtorch.so"):
        path = folder / "lib" / name
        if path.is_file():
            try:
                kept.append(cffi.load_library(str(path), flags))
            except OSError as error:
                from . import diagnosis

                raise ImportError(diagnosis.fit(folder) or diagnosis.of_libtorch(folder, error)) from None
    return kept


def _c_library(folder):
    """Loads the C library for a libtorch of another minor version; the extension's own need of that name is met then."""
    library = libtorchs.library(folder)
    if library == libtorchs.LIBRARY:
        return []
    cffi = _cffi()
    try:
        return [cffi.load_library(str(library), cffi.RTLD_NOW)]
    except OSError as error:
        raise ImportError(str(error)) from None


def _load():
    imported = sys.modules.get("torch")
    folder = libtorch_dir() if imported is None else _folder_of(imported)
    kept = _preload(folder) if imported is None else []
    try:
        kept += _c_library(folder) if folder else []
        from . import _core
    except ImportError as error:
        from . import diagnosis

        unfit = folder and libtorchs.others() and diagnosis.fit(folder)  # which names all that would fit
        if error.name == "pytorch_c" and not unfit:  # the extension's own sentence
            raise
        raise ImportError(unfit or diagnosis.of_extension(error, folder)) from None
    return _core, kept


def _folder_of(torch):
    """The folder of a torch that is imported; None of a module that has no file."""
    file = getattr(torch, "__file__", None)
    return Path(file).parent if file else None


TYPE_CHECKING = False
if TYPE_CHECKING:
    from . import _core as core
else:
    core, _kept = _load()


def __getattr__(name):
    if name not in ("ffi", "lib"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import _native

    globals().update(ffi=_native.ffi, lib=_native.lib)
    return globals()[name]
