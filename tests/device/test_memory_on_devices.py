"""Cycles that hold tensors on a device are collected by the device's bytes, as on the CPU by those of storages."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG, ROOT

from pytorch_c import config


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    if not shutil.which("gcc"):
        pytest.skip("the device is written in C, and there is no gcc on this machine")
    library = tmp_path_factory.mktemp("toy") / "toy.so"
    source = ROOT / "cshim" / "examples" / "toy.c"
    command = ["gcc", "-shared", "-fPIC", str(source), *config.cflags().split(), *config.libs().split()]
    subprocess.run([*command, "-o", str(library)], check=True, timeout=HANG)
    program = [sys.executable, str(Path(__file__).with_name("cycles_program.py")), str(library)]
    ran = subprocess.run(program, capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_cycles_are_collected_by_the_bytes_of_a_device(seen):
    assert seen["collections"] >= 5
    assert seen["automatic"] <= 32 + 8  # MB: how far they may grow, and what is made meanwhile
    assert seen["off"] == 300


def test_tensors_without_memory_do_not_count(seen):
    assert seen["after meta"] == 0


def test_the_record_of_a_loop_says_which_device_has_its_survivors(seen):
    assert seen["devices"] == {"toy:1": 3 << 20, "cpu": 32 + 12}


def test_nothing_is_left(seen):
    assert seen["left"] == 0
