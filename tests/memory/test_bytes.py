"""Memory that a live tensor takes, all of it: libtorch's objects and its block, the handle, and Python's objects.

`python benchmarks/tensor_bytes.py` prints the same beside torch's.
"""

import json
import os
import subprocess
import sys

import pytest
from support.project import HANG

import pytorch_c as torch

PROGRAM = """
import gc, json
import pytorch_c as torch

gc.disable()
one, row, leaf = torch.ones(1), torch.ones(10), torch.ones(1, requires_grad=True)
kinds = {"live": lambda: torch.ones(1), "view": lambda: row[2:5], "recorded": lambda: leaf + one}

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

found, kept = {}, []
for kind, make in kinds.items():
    kept.extend(make() for _ in range(20000))
    before = resident()
    kept.extend(make() for _ in range(60000))
    found[kind] = (resident() - before) / 60000
print(json.dumps(found))
"""


@pytest.mark.skipif(torch.finalizer() != "weakref", reason="the figures are of the default strategy")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="/proc has the resident memory")
def test_a_live_tensor_takes_no_more_memory_than_it_did():
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment, timeout=HANG)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    most = {"live": 580, "view": 720, "recorded": 1350}
    assert {kind: found[kind] for kind in most if found[kind] > most[kind]} == {}
