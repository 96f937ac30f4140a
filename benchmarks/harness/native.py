"""The C and C++ programs of benchmarks/cpp, built when needed."""

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "cpp"
BUILD = Path(__file__).resolve().parent.parent.parent / "build" / "benchmarks"


@cache
def program(name):
    """Path of a built program, or None where there is no compiler. Raises SystemExit if it does not compile."""
    if not (shutil.which("make") and shutil.which("g++")):
        return None
    command = ["make", "-s", "-C", str(SOURCES), f"OUT={BUILD}", f"PYTHON={sys.executable}", str(BUILD / name)]
    if subprocess.call(command):
        raise SystemExit(f"benchmarks/cpp: {name} could not be built; the reason stands above")
    return BUILD / name


def only_built(contenders):
    """The contenders without the programs that cannot be built here, and a note for each of those."""
    missing = [one for one in contenders if one.program and not program(one.program)]
    return [one for one in contenders if one not in missing], [
        f"{one.label}: left out, there is no make or g++" for one in missing
    ]
