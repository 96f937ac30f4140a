"""Fake tensors and make_fx: the same shapes, strides, classes and graphs as torch's."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "programs.py"
FAKES, SYMBOLIC, EARLY, JOINT = 32, 10, 15, 4
GRAPHS = 17


@cache
def found(library, what):
    """What a library finds out, in a process of its own."""
    done = subprocess.run([sys.executable, str(PROGRAMS), library, what], capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize(
    ("what", "count"),
    [("fakes", FAKES), ("graphs", GRAPHS), ("symbolic", SYMBOLIC), ("early", EARLY), ("joint", JOINT)],
)
def test_ours_finds_what_torch_finds(what, count):
    ours, theirs = found("pytorch_c", what), found("torch", what)
    assert len(theirs) == count
    assert {name: one for name, one in ours.items() if one != theirs[name]} == {}


def test_graphs_compute_what_the_functions_do():
    assert all(same for _, same in found("pytorch_c", "graphs").values())
