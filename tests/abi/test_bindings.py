"""The examples of other languages in bindings/ run; one whose toolchain is missing is skipped."""

import os
import shutil
import sys

import pytest

from pytorch_c import config

from .conftest import ROOT, run


def test_ctypes_runs_without_the_package():
    script = ROOT / "bindings" / "ctypes" / "first.py"
    # -I: no project on the path, so nothing but the C library is used
    done = run(sys.executable, "-I", script, config.libdir(), config.api())
    assert done.stdout.splitlines() == [
        "  8  12",
        " 18  26",
        "[ CPUFloatType{2,2} ]",
        "kind 1: mat1 and mat2 shapes cannot be multiplied (2x2 and 1x3)",
        "live before: 1",
        "live after: 0",
    ]


@pytest.mark.skipif(not shutil.which("cargo"), reason="no cargo (Rust) on this machine")
def test_rust_runs(tmp_path):
    env = os.environ | {"PYTHON": sys.executable, "CARGO_TARGET_DIR": str(tmp_path)}
    done = run("cargo", "run", "--offline", "--quiet", "--example", "first", cwd=ROOT / "bindings" / "rust", env=env)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-3:] == [
        "error: mat1 and mat2 shapes cannot be multiplied (2x2 and 1x3)",
        "from another thread: 6",
        "live handles: 0",
    ]
