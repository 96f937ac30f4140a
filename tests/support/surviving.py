"""Calls that may crash libtorch, run in one process of their own, which must survive them all."""

import subprocess
import sys

from .project import HANG

PROGRAM = """
import sys
import pytorch_c as t
ONE, EMPTY, META = t.ones(1), t.tensor([], dtype=t.int64), t.ones((), device="meta")
HELD = bytearray(64)
OFFSET = (8 - t.frombuffer(HELD, dtype=t.uint8).data_ptr()) % 16  # aligned to 8 bytes, not to 16

def gradient(function, x):
    x.requires_grad_()
    return t.autograd.grad(function(x).sum(), x)

for call in sys.stdin.read().splitlines():
    try:
        eval(call)
        print("gives a result", flush=True)
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0], flush=True)
"""


def say(calls):
    """Returns what each call said: "gives a result", or its exception's type and first line."""
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], input="\n".join(calls), capture_output=True, text=True, timeout=HANG
    )
    lines = ran.stdout.splitlines()
    assert ran.returncode == 0, f"ended with {ran.returncode} in {calls[len(lines)]}: {ran.stderr[-500:]}"
    assert len(lines) == len(calls)
    return lines
