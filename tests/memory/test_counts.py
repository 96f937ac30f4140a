"""Counts that each thread keeps of its tensors: no line of memory that two threads write, and sums that are exact.

cshim/tests/together.c has the same from C, with threads that wait, end, and close each other's.
"""

import os
import platform
import shutil
import subprocess
import threading

import pytest
from support.project import HANG, ROOT

import pytorch_c as torch
from pytorch_c._boundary import api

LIBRARY = ROOT / "pytorch_c" / "lib"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the program knows x86's locked instructions")
@pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc on this machine")
def test_making_and_closing_a_tensor_takes_no_locked_instruction_of_ours(tmp_path):
    program = tmp_path / "locked"
    source, include = ROOT / "tests/memory/locked.c", ROOT / "cshim/include"
    link = ["-Wl,--allow-shlib-undefined", f"-L{LIBRARY}", "-lpytorch_c", f"-Wl,-rpath,{LIBRARY}"]
    subprocess.run(["gcc", f"-I{include}", source, "-o", program, *link], check=True, timeout=HANG)
    ran = subprocess.run([program], capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, ran.stderr
    if ran.stdout == "no\n":
        pytest.skip("this system lets nobody trace")
    locked, *_, instructions = ran.stdout.split()
    assert int(instructions) > 1000 and int(locked) == 0, ran.stdout


def test_a_fork_has_the_counts_of_all_threads_of_its_parent():
    held, ready, done = [], threading.Event(), threading.Event()

    def make():
        held.extend(torch.ones(5) for _ in range(100))
        ready.set()
        done.wait(HANG)

    before = (torch.live_tensors(), torch.live_bytes(), api.created_tensors())
    thread = threading.Thread(target=make)
    thread.start()
    try:
        assert ready.wait(HANG)
        child = os.fork()
        if not child:
            after = (torch.live_tensors(), torch.live_bytes(), api.created_tensors())
            held.clear()
            left = (torch.live_tensors(), torch.live_bytes())
            exact = after == (before[0] + 100, before[1] + 2000, before[2] + 100) and left == before[:2]
            os._exit(0 if exact else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    finally:
        done.set()
        thread.join()
    held.clear()
    assert (torch.live_tensors(), torch.live_bytes()) == before[:2]


def test_threads_that_come_and_go_leave_their_sums():
    before = (torch.live_tensors(), torch.live_bytes(), api.created_tensors(), torch.memory.storage_bytes())
    held = []
    for _ in range(30):
        thread = threading.Thread(target=lambda: held.extend(torch.ones(7) for _ in range(10)))
        thread.start()
        thread.join()
    assert torch.live_tensors() == before[0] + 300 and api.created_tensors() == before[2] + 300
    assert torch.live_bytes() == before[1] + 300 * 28
    held.clear()
    assert (torch.live_tensors(), torch.live_bytes()) == before[:2] and torch.memory.storage_bytes() == before[3]
