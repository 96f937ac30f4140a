"""Objects that the graph keeps (kept_objects.py), under each finalizer strategy in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import kept_objects
import pytest
from support.project import HANG, ROOT

from pytorch_c._memory.finalizers import STRATEGIES


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_graph_keeps_what_would_be_lost(strategy):
    environment = {**os.environ, "PYTORCH_C_FINALIZER": strategy, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-X", "faulthandler", str(Path(kept_objects.__file__))]
    ran = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, ran.stderr[-3000:]
    found = json.loads(ran.stdout)
    assert found["strategy"] == strategy
    assert [error for error in found["promises"].values() if error] == []
