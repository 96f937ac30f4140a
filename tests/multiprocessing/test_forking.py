"""Children that are forked while other threads call operators for the first time, under each finalizer strategy.

Each strategy forks four; `make forks` forks a thousand.
"""

import os
import subprocess
import sys

import pytest
from support.project import ROOT

import pytorch_c

STRATEGIES = ("weakref", "weakref_python", "finalize", "del", "ffi_gc", "deferred", "explicit")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_children_forked_under_load_work(strategy):
    environment = os.environ | {"PYTORCH_C_FINALIZER": strategy, "OMP_NUM_THREADS": "1"}
    program = ROOT / "tests" / "multiprocessing" / "forking.py"
    done = subprocess.run(
        [sys.executable, program, str(STRATEGIES.index(strategy)), "4"], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_hook_may_fork_in_a_running_backward_pass():
    status = []

    def fork(grad):
        pid = os.fork()
        if not pid:
            os._exit(0 if (grad @ grad).sum().item() == 27 else 1)
        status.append(os.waitpid(pid, 0)[1])

    x = pytorch_c.ones(3, 3, requires_grad=True)
    x.register_hook(fork)
    x.sum().backward()
    assert status == [0]
