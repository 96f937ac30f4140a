"""Wrong arguments for every operator: an exception that names the operator or the argument, never the end of the process."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent


def test_every_operator_refuses_wrong_arguments():
    path = os.pathsep.join([str(TESTS.parent), str(TESTS)])
    done = subprocess.run(
        [sys.executable, "-m", "ops.bad_arguments"],
        cwd=TESTS,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        timeout=300,
    )
    lines = done.stdout.splitlines()
    assert lines and lines[-1] == "done", (
        f"the process ended (exit {done.returncode}) in {lines[-1:]}: {done.stderr[-500:]}"
    )
    complaints = [line for line in lines if line.startswith("!")]
    assert not complaints, f"{len(complaints)} complaints:\n" + "\n".join(complaints[:40])
