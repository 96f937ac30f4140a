"""The C libraries of the package: lib/libpytorch_c.so.0 and, for other minor versions of libtorch, lib/2.14/libpytorch_c.so.0.

All have the same functions. Needs nothing of the package, and loads nothing.
"""

from __future__ import annotations

from pathlib import Path

LIB = Path(__file__).resolve().parent.parent / "lib"
SONAME = "libpytorch_c.so.0"
LIBRARY = LIB / SONAME


def version(folder: Path | str) -> str | None:
    """Returns the version of a libtorch as its files say it ("2.13.0+cpu"), or None where they do not."""
    for name in ("version.py", "build-version"):
        try:
            text = Path(folder, name).read_text()
        except OSError:
            continue
        found = text.partition("__version__ = '")[2].partition("'")[0] if name == "version.py" else text.strip()
        if found:
            return found
    return None


def minor(version: str) -> str:
    """Returns "2.14" of "2.14.1+cu130"."""
    return ".".join(version.split(".")[:2])


def others() -> dict[str, Path]:
    """{minor version: C library} of those beside the package's own."""
    found = (path for path in LIB.glob(f"*.*/{SONAME}") if path.parent.name.replace(".", "").isdigit())
    return {path.parent.name: path for path in sorted(found, key=lambda path: order(path.parent.name))}


def order(minor: str) -> list[int]:
    """Returns the key that sorts 2.9 before 2.11."""
    return [int(part) for part in minor.split(".")]


def library(folder: Path | str) -> Path:
    """Returns the C library for a libtorch: that of its minor version, else the package's own, which says what does not fit."""
    found = version(folder)
    other = LIB / minor(found) / SONAME if found else LIBRARY
    return other if other.is_file() else LIBRARY
