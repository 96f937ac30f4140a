"""Wrong arguments for every operator: an exception that names the operator or the argument, never the end of the process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG

TESTS = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("program", ["bad_arguments", "bad_shapes"])
def test_every_operator_refuses(program):
    path = os.pathsep.join([str(TESTS.parent), str(TESTS)])
    done = subprocess.run(
        [sys.executable, "-m", f"ops.{program}"],
        cwd=TESTS,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        timeout=HANG,
    )
    lines = done.stdout.splitlines()
    assert lines and lines[-1] == "done" and done.returncode == 0, (
        f"the process ended (exit {done.returncode}) in {lines[-1:]}: {done.stderr[-500:]}"
    )
    complaints = [line for line in lines if line.startswith("!")]
    assert not complaints, f"{len(complaints)} complaints:\n" + "\n".join(complaints[:40])
