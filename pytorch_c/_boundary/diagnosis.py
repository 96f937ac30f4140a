"""Why the package cannot be loaded, and what to do about it: the sentence of each ImportError of library.py.

Needs nothing of the package, and is loaded when something is wrong, or by pytorch_c.doctor.
"""

import importlib.machinery
import os
import re
import sys
from pathlib import Path

from . import libtorchs
from .libtorchs import LIBRARY

PACKAGE = Path(__file__).resolve().parent.parent


def is_source_tree() -> bool:
    return (PACKAGE.parent / "cshim" / "include").is_dir()


def rebuild() -> str:
    """Returns what builds the package where it stands."""
    return f"run `make build` in {PACKAGE.parent}" if is_source_tree() else "`pip install --force-reinstall pytorch_c`"


def python_name() -> str:
    return f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"


def extensions() -> list[Path]:
    """The builds of the C extension that are here, each for one Python."""
    return sorted((PACKAGE / "_boundary").glob("_core*.so"))


def built_for() -> list[str]:
    """The Pythons that the package is built for: "cpython 3.11"."""
    found = (re.search(r"\.(cpython|pypy)-?(\d)(\d+)", path.name) for path in extensions())
    return [f"{one[1]} {one[2]}.{one[3]}" for one in found if one]


def extension() -> Path | None:
    """The build of the C extension that this Python loads."""
    suffixes = importlib.machinery.EXTENSION_SUFFIXES
    return next((path for path in extensions() if path.name.removeprefix("_core") in suffixes), None)


def built_against() -> str | None:
    """The version of libtorch that the package was built against."""
    try:
        with open(PACKAGE / "pytorch_c.json") as file:
            found = re.search(r'"libtorch_version": "([\d.]+)"', file.read(500))
    except OSError:
        return None
    return found and found[1]


def supported() -> list[str]:
    """The minor versions of libtorch that the package has a C library for: ["2.13", "2.14"]."""
    built = built_against()
    return sorted({*libtorchs.others(), *([libtorchs.minor(built)] if built else [])}, key=libtorchs.order)


def wanted() -> str:
    """Returns the requirement that pip takes for a torch that fits."""
    minors = supported()
    if len(minors) < 2:
        return f"torch=={built_against() or '2.13.0'}"
    major, last = minors[-1].split(".")
    return f"'torch>={minors[0]},<{major}.{int(last) + 1}'"


def fit(folder: Path) -> str | None:
    """Why this libtorch does not fit, where its version says so: a minor version that the package has no C library for."""
    minors, there = supported(), libtorchs.version(folder)
    if not minors or not there or libtorchs.minor(there) in minors:
        return None
    again = "build again, with that one installed" if is_source_tree() else "take the wheel for that one"
    built = built_against() if len(minors) == 1 else f"{', '.join(minors[:-1])} and {minors[-1]}"
    return (
        f"pytorch_c was built against libtorch {built}, and the one in {folder} is {there}: "
        f"`pip install {wanted()}`, or {again}"
    )


def no_cffi(error: ImportError) -> str:
    return f"pytorch_c needs cffi, which this Python cannot load ({error}): `pip install cffi`"


def of_libtorch(folder: Path, error: Exception) -> str:
    """Why libtorch cannot be loaded, in words."""
    text = str(error)
    missing = re.search(r"(\S+?\.so[.\d]*): cannot open shared object file", text)
    if re.search(r"GLIBC(XX)?_[\d.]+' not found", text):
        what = (
            "this system's C or C++ library is older than the one it was built for: a newer system, or an older torch"
        )
    elif missing and re.search(r"cuda|cudnn|nvidia|nccl|cublas|cufft|cusparse|cupti|nvJitLink", missing[1]):
        what = (
            f"it is a CUDA build, and {missing[1]} is not there: install torch with its dependencies (without --no-deps), "
            "or the CPU build"
        )
    elif missing:
        what = f"{missing[1]} is not there: install it, or install torch again"
    elif re.search(r"invalid ELF header|file too short|truncated", text):
        what = "the file is broken: `pip install --force-reinstall --no-cache-dir torch`"
    else:
        what = "install torch again, or set LIBTORCH to another libtorch"
    return f"libtorch in {folder} cannot be loaded ({text}): {what}"


def of_extension(error: ImportError, folder: Path | None) -> str:
    """Why the C extension or the C library cannot be loaded, in words; `folder` is libtorch's."""
    text, here = str(error), PACKAGE
    if extension() is None:
        if built_for():
            return (
                f"pytorch_c in {here} is built for {', '.join(built_for())}, and this is {python_name()}: "
                f"use that Python, or {rebuild()}"
            )
        elsewhere = ", or leave that folder if pytorch_c is installed elsewhere" if is_source_tree() else ""
        return f"pytorch_c in {here} is not built: {rebuild()}{elsewhere}"
    if LIBRARY.name in text and "cannot open" in text:
        return f"the C library {LIBRARY} is missing: {rebuild()}"
    unfit = folder and fit(folder)
    if unfit:
        return f"{unfit} ({text})"
    if "undefined symbol" in text:
        where = f" in {folder}" if folder else ""
        return f"pytorch_c in {here} was built against another libtorch than the one{where} ({text}): {rebuild()}"
    return f"pytorch_c in {here} cannot be loaded ({text}): {rebuild()}"


def environment() -> dict[str, str]:
    """The environment variables that change how the package is loaded or runs."""
    names = tuple(
        "LIBTORCH LD_LIBRARY_PATH LD_PRELOAD PYTHONPATH PYTORCH_C_FINALIZER OMP_NUM_THREADS CUDA_VISIBLE_DEVICES".split()
    )
    return {name: os.environ[name] for name in names if name in os.environ}
