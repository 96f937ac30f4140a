"""A signal's exception in the middle of calls of every kind loses no tensor, under any finalizer strategy."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG

from pytorch_c._memory.finalizers import STRATEGIES

PROGRAM = Path(__file__).with_name("interrupts.py")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_interrupts_lose_nothing(strategy):
    environment = {**os.environ, "PYTORCH_C_FINALIZER": strategy, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, PROGRAM, "--interrupts", "600", "--seed", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=HANG)
    assert "600 interrupts, 0 tensors lost, 0 states not put back" in ran.stdout, ran.stdout + ran.stderr
    assert ran.returncode == 0


def test_interrupts_of_longer_calls_lose_nothing():
    """Collectives, workers, compilations, borrowed modules, profiles, files: twice each."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, PROGRAM, "--longer", "--interrupts", "26", "--seed", "1"]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=HANG)
    assert "26 interrupts, 0 tensors lost, 0 states not put back" in ran.stdout, ran.stdout + ran.stderr


def test_kills_lose_nothing():
    """A worker, a rank, a process that saves, one that ends: three of each are killed."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, PROGRAM.with_name("kills.py"), "--kills", "3", "--patience", "30"]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=HANG)
    assert ran.returncode == 0 and ran.stdout.count(": 3 kills, 0 wrong, 0 tensors lost") == 5, ran.stdout + ran.stderr
