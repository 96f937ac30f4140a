"""Shared parts of the tests of the C side: compilers, and programs built on the library."""

import functools
import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG

from pytorch_c import config
from pytorch_c._boundary.library import libtorch_dir

ROOT = Path(__file__).resolve().parents[2]
BINDINGS = ROOT / "bindings"
sys.path.insert(0, str(ROOT / "cshim" / "tests"))  # lint.py


def run(*command, check=True, **options):
    """Runs a command; its failure is shown with what it printed."""
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=HANG, **options)
    if check and done.returncode:
        raise AssertionError(f"{' '.join(map(str, command))}\nended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done


@pytest.fixture(scope="session")
def gcc():
    found = shutil.which("gcc")
    if not found:
        pytest.skip("no gcc on this machine")
    return found


def build(gcc, folder, source, *more):
    """The executable of a C99 file, built strictly against the library."""
    target = folder / Path(source).stem
    strict = ("-std=c99", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror", "-pthread")
    run(gcc, *strict, config.cflags(), *more, source, "-o", target, *config.libs().split())
    return target


@pytest.fixture
def program(gcc, tmp_path):
    """program(source): a C99 file built strictly against the library; gives the executable."""
    return functools.partial(build, gcc, tmp_path)


@pytest.fixture(scope="session")
def prefix(tmp_path_factory):
    """A prefix with what `make install` puts there; the library is the one that is built."""
    folder = tmp_path_factory.mktemp("prefix")
    run(
        "make",
        "-C",
        ROOT / "cshim",
        "install-files",
        f"PREFIX={folder}",
        f"LIBTORCH={libtorch_dir()}",
        f"PYTHON={sys.executable}",
    )
    for name in ("libpytorch_c.so", "libpytorch_c.so.0"):
        shutil.copy(f"{config.libdir()}/libpytorch_c.so", folder / "lib" / name)
    return folder


def bindings_module(name):
    """A module of bindings/, which is no package."""
    known = f"bindings_{name}"
    if known not in sys.modules:
        spec = importlib.util.spec_from_file_location(known, BINDINGS / f"{name}.py")
        sys.modules[known] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[known])
    return sys.modules[known]
