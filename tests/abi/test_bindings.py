"""Bindings in other languages against the installed files: ctypes and C++ here, all of them by `make test-bindings`."""

import re
import shutil
import subprocess
import sys

import pytest

from pytorch_c import config

from .conftest import BINDINGS, bindings_module, run


def test_ctypes_runs_without_the_package():
    script = BINDINGS / "ctypes" / "first.py"
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


@pytest.mark.skipif(not shutil.which("g++"), reason="no g++ on this machine")
def test_cpp_passes_its_tests_and_trains_as_python(prefix, tmp_path):
    command = [sys.executable, BINDINGS / "run.py", prefix, "--build", tmp_path, "--only", "C++"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    said = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout + done.stderr
    assert "C++: tests passed; losses, weights and layers are Python's" in said
    assert said[-1].startswith("2 of 2 passed"), done.stdout


def test_generators_know_every_operator():
    description, ops = bindings_module("api").load(config.api())
    assert len(ops) == sum("operator" in one for one in description["functions"]) > 2000
    kinds = {arg.kind for op in ops for arg in op.args} | {kind for op in ops for _, kind in op.results}
    generated = (BINDINGS / "cpp" / "generate.py").read_text()
    assert [kind for kind in sorted(kinds) if f'"{kind}"' not in generated] == []


def test_overloads_are_told_apart_by_what_must_be_given():
    api = bindings_module("api")
    _, ops = api.load(config.api())
    least = {op.symbol: count for op, _, count in api.overloads(ops)}
    assert (
        least["ptc_conv2d"] == 2 and least["ptc_conv2d_padding"] == 5
    )  # input, weight, bias, stride, and a text as padding
    assert least["ptc_mm"] == 2 and least["ptc_mm_dtype"] == 3


def test_every_binding_trains_the_same_perceptron():
    """The numbers that mlp.py states, each in the program of every language."""
    folders = ("cpp", "rust", "java", "csharp", "node", "luajit", "ruby", "r")
    programs = [path for folder in folders for path in (BINDINGS / folder).rglob("[mM]lp.*")]
    assert len(programs) == len(folders)
    for program in [*programs, BINDINGS / "go" / "example" / "mlp" / "mlp.go"]:
        text = program.read_text()
        for number in (r"\b784\b", r"\b64\b", r"\b97\b", r"\b0\.1\b", r"\b100\b"):
            assert re.search(number, text), f"{program} has no {number}"


def test_every_binding_trains_the_same_network():
    """The numbers that cnn.py states, each in the program of every language."""
    programs = [path for path in BINDINGS.rglob("*") if path.stem in ("cnn", "Cnn") and path.is_file()]
    assert len(programs) == 10  # nine languages and Python
    for program in programs:
        text = program.read_text()
        for number in (r"\b7\b", r"\b3\b", r"\b0?\.004\b", r"\b0?\.25\b", r"\b784\b", r"\b100\b", r"network\.pt"):
            assert re.search(number, text), f"{program} has no {number}"
