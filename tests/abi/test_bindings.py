"""The binding of bindings/ctypes runs; those of other languages have tests of their own."""

import sys

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
