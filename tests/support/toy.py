"""The devices of cshim/examples, compiled, for a program that runs in a process of its own."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pytorch_c import config

from .project import HANG, ROOT


def seen_by(program: Path, source: str, folder: Path) -> dict:
    """Compiles a device, and returns what `program TOY.SO OUT` has written as JSON."""
    if not shutil.which("gcc"):
        pytest.skip("the device is written in C, and there is no gcc on this machine")
    library, out = folder / "toy.so", folder / "seen.json"
    file = ROOT / "cshim" / "examples" / source
    flags = [*config.cflags().split(), *config.libs().split()]
    subprocess.run(
        ["gcc", "-shared", "-fPIC", "-pthread", str(file), *flags, "-o", str(library)], check=True, timeout=HANG
    )
    command = [sys.executable, "-X", "faulthandler", str(program), str(library), str(out)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, ran.stderr
    return json.loads(out.read_text())
