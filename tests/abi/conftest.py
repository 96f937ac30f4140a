"""What the tests of the C side share: compilers, and programs built on the library."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG

from pytorch_c import config

ROOT = Path(__file__).resolve().parents[2]
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


@pytest.fixture
def program(gcc, tmp_path):
    """program(source): a C99 file built strictly against the library; gives the executable."""

    def build(source, *more):
        target = tmp_path / Path(source).stem
        strict = ("-std=c99", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror", "-pthread")
        run(gcc, *strict, config.cflags(), *more, source, "-o", target, *config.libs().split())
        return target

    return build
