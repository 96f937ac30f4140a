"""Models that torch compiles once for all tests here; about a minute on two busy cores."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """What tests/inductor/compiling.py leaves."""
    if not shutil.which("g++"):
        pytest.skip("torch compiles models with g++, which is not on this machine")
    made = tmp_path_factory.mktemp("compiled")
    ran = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("compiling.py")), str(made)],
        env=os.environ | {"TORCHINDUCTOR_CACHE_DIR": str(made / "cache")},
        capture_output=True,
        text=True,
        timeout=HANG * 4,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    shutil.rmtree(made / "cache")
    return made


@pytest.fixture
def package(folder):
    return folder / "models.pt2"
