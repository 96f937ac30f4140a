"""python -m pytorch_c.config: what a build in another language needs to use the C library.

    gcc first.c $(python -m pytorch_c.config --cflags --libs) -o first

The answers hold where the package is: installed from a wheel, or in the source
tree after `make build`.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ._boundary import libtorchs
from ._boundary.library import libtorch_dir
from ._boundary.version import __version__

PACKAGE = Path(__file__).resolve().parent
SOURCES = PACKAGE.parent / "cshim"


def _first(what, *places):
    for place in places:
        if place.is_dir():
            return str(place)
    raise SystemExit(f"pytorch_c.config: the {what} are not here; looked in {' and '.join(map(str, places))}")


def includedir() -> str:
    """The folder of pytorch_c.h."""
    return _first("headers", PACKAGE / "include", SOURCES / "include")


def libdir() -> str:
    """The folder of the libpytorch_c.so for the libtorch that is found."""
    return _first("libraries", libtorchs.library(libtorch_dir()).parent)


def cmakedir() -> str:
    """The folder for CMake's pytorch_c_DIR."""
    return _first("CMake files", PACKAGE / "lib" / "cmake" / "pytorch_c", SOURCES / "cmake")


def pkgconfigdir() -> str:
    """The folder for PKG_CONFIG_PATH."""
    return _first("pkg-config files", PACKAGE / "lib" / "pkgconfig", SOURCES / "build")


def cflags() -> str:
    """Returns what the compiler needs."""
    return f"-I{includedir()}"


def libs() -> str:
    """Returns what the linker needs; a program finds the library again by its run path."""
    here = libdir()
    return f"-L{here} -lpytorch_c -Wl,-rpath,{here} -Wl,-rpath-link,{libtorch_dir() / 'lib'}"


def api() -> str:
    """The JSON file that describes the library: functions, enums, structs, handles, callbacks, macros."""
    return str(PACKAGE / "pytorch_c.json")


def version() -> str:
    """The version of the library."""
    return __version__


ANSWERS = {f.__name__: f for f in (cflags, libs, includedir, libdir, cmakedir, pkgconfigdir, api, version)}


def main(argv: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m pytorch_c.config", description=__doc__.partition("\n")[0])
    for name, answer in ANSWERS.items():
        parser.add_argument(f"--{name}", action="append_const", dest="asked", const=answer, help=answer.__doc__)
    parser.add_argument("--json", action="store_true", help="Everything, as JSON.")
    args = parser.parse_args(argv)
    if args.json:
        print(json.dumps({name: answer() for name, answer in ANSWERS.items()}, indent=1))
    elif args.asked:
        print(" ".join(answer() for answer in args.asked))
    else:
        parser.error("say what you want to know")


if __name__ == "__main__":
    main()
