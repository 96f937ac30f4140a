"""Models that torch compiles once, about half a minute, and that are kept in build/ until torch or the program changes."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
import torch
from support.project import HANG, ROOT

COMPILING = Path(__file__).with_name("compiling.py")


def key():
    """A name for what was compiled, of all that decides what comes out."""
    compiler = subprocess.run(["g++", "--version"], capture_output=True, text=True, check=True).stdout
    parts = [COMPILING.read_text(), torch.__version__, sys.version, compiler, torch.backends.cpu.get_cpu_capability()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def compiled(kept):
    """Has torch compile the models into the folder `kept`."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as made:
        cache = Path(made, "cache")
        ran = subprocess.run(
            [sys.executable, str(COMPILING), made],
            env=os.environ | {"TORCHINDUCTOR_CACHE_DIR": str(cache)},
            capture_output=True,
            text=True,
            timeout=HANG * 4,
        )
        assert ran.returncode == 0, ran.stderr[-3000:]
        shutil.rmtree(cache)
        for old in kept.parent.glob("models-*"):
            shutil.rmtree(old)
        shutil.copytree(made, kept)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Yields the folder that tests/inductor/compiling.py fills."""
    if not shutil.which("g++"):
        pytest.skip("torch compiles models with g++, which is not on this machine")
    kept = ROOT / "build" / "inductor" / f"models-{key()}"
    if not kept.is_dir():
        compiled(kept)
    return shutil.copytree(kept, tmp_path_factory.mktemp("compiled") / "models")


@pytest.fixture
def package(folder):
    return folder / "models.pt2"
