"""Runs the tests in two processes, which two cores do in little more than half the time.

    python tools/run_tests.py [OPTION of pytest …]

The first process shows its progress; what the second one says stands below when both have ended.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Neither, nor what they start, takes the other's core with threads that spin.
ENVIRONMENT = {"OMP_NUM_THREADS": "1"} | os.environ
# About half of the time; all other folders are the second one's.
FIRST = ("boundary", "ops", "opinfo", "composites", "tensor", "programs", "project")


def main():
    folders = sorted(path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and any(path.glob("test_*.py")))
    missing = set(FIRST) - set(folders)
    if missing:
        sys.exit(f"run_tests.py: no such folder of tests: {', '.join(sorted(missing))}")
    second = [name for name in folders if name not in FIRST]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as said:
        others = subprocess.Popen(command(second), cwd=ROOT, env=ENVIRONMENT, stdout=said, stderr=subprocess.STDOUT)
        try:
            status = subprocess.call(command(FIRST), cwd=ROOT, env=ENVIRONMENT)
            status = others.wait() or status
        finally:
            others.terminate()
            others.wait()
        said.seek(0)
        print(said.read(), end="")
    sys.exit(status)


def command(folders):
    return [sys.executable, "-m", "pytest", *(f"tests/{name}" for name in folders), *sys.argv[1:]]


if __name__ == "__main__":
    main()
