"""Makes a package of each ecosystem from an installed library, and tries it in an empty project.

    python bindings/packages TARBALL --libtorch FOLDER [--out FOLDER] [--build FOLDER] [--only NAME …] [--results]

TARBALL is what `make dist` makes; nothing else of the project is used but the sources of the bindings. Each package is
installed from its file, without the network, in a folder that has nothing else; there the perceptron of mlp/ trains, whose
losses and trained weights must be Python's. A language whose toolchain is missing is not run, and counts as that. The
module of each language beside this file has make(shop), its files, and use(shop, files, folder), the command of a program.
"""

import argparse
import importlib
import subprocess
import sys
import time
from pathlib import Path

from workshop import HERE, Workshop, run

LANGUAGES = {
    "C++": "cpp",
    "Rust": "rust",
    "Java": "java",
    "Go": "go",
    "Node": "node",
    "LuaJIT": "luajit",
    "Ruby": "ruby",
    "C#": "csharp",
    "R": "r",
}


def module(name):
    """The module that makes and tries the package of a language."""
    return importlib.import_module(LANGUAGES[name])


def tried(shop, name, folder, expected):
    """Makes a package, installs it in an empty project, trains there; its files, and a line about it."""
    one = module(name)
    made = one.make(shop)
    program = one.use(shop, made, shop.fresh("use", LANGUAGES[name]))
    if run.trained(shop, program, folder) != expected:
        raise RuntimeError("OTHER LOSSES than Python")
    files, size = [path.name for path in made], sum(path.stat().st_size for path in made)
    return files, f"{', '.join(files)} ({size / 1e6:.1f} MB): trained with Python's losses"


def main():
    parser = argparse.ArgumentParser(prog="python bindings/packages", description=__doc__.splitlines()[0])
    parser.add_argument("tarball", type=Path)
    parser.add_argument("--libtorch", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=HERE.parent / "dist" / "packages", metavar="FOLDER")
    parser.add_argument("--build", type=Path, default=HERE.parent / "build" / "packages", metavar="FOLDER")
    parser.add_argument("--only", nargs="+", choices=LANGUAGES, default=list(LANGUAGES), metavar="NAME")
    parser.add_argument("--results", action="store_true", help="write what was made into bindings/results.json")
    options = parser.parse_args()
    shop = Workshop(options.tarball, options.libtorch, options.out, options.build)
    folder = run.data(shop)
    (expected, *_), failed, missing, results = run.reference(shop, folder), 0, 0, {}
    for name in options.only:
        began, results[name] = time.monotonic(), {"package": None}
        try:
            files, said = tried(shop, name, folder, expected)
            results[name] = {"package": files}
        except run.Missing as reason:
            said, missing = f"NOT RUN, {reason}", missing + 1
        except (RuntimeError, subprocess.TimeoutExpired, OSError) as error:
            said, failed = f"FAILED: {error}", failed + 1
        print(f"{name} ({time.monotonic() - began:.0f} s): {said}", flush=True)
    if options.results:
        run.keep(results)
    print(f"{len(options.only) - failed - missing} packages made and used, {failed} failed, {missing} not run")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
