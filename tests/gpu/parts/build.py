"""Builds the C library and the extension against the libtorch that is there, with this Python, without the network."""

import os
import subprocess
import sys
import time
from pathlib import Path

from gpu.checks import Checks, Skip

ROOT = Path(__file__).resolve().parents[3]
checks = Checks()


@checks("the sources build against the libtorch that is there")
def build(device):
    if device == "cpu":
        raise Skip("the build that is there is tried")
    begin = time.perf_counter()
    command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=os.environ | {"LIBTORCH": libtorch()})
    assert not done.returncode, (done.stdout + done.stderr)[-3000:]
    return {"seconds": round(time.perf_counter() - begin), "cores": os.cpu_count()}


def libtorch():
    from importlib.util import find_spec

    return find_spec("torch").submodule_search_locations[0]
