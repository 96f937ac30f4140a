"""The example of programs as data: what it prints, and that torch reads its files."""

import re
import subprocess
import sys

import pytest
import torch
from support.project import HANG, ROOT


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("programs")
    command = [sys.executable, str(ROOT / "examples/under_the_hood.py"), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
    return done.stdout, folder


def test_what_it_prints(run):
    text, _ = run
    assert "aten::mul(%x" in text and "prim::Loop" in text and "prim::If" in text
    assert "scaled(x, x) = [0.0, 3.0, 6.0, 9.0]" in text
    assert "branching(x, 3) = " in text and re.search(r"\(linear\): Linear\(original_name=Linear\)", text)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_torch_reads_the_files(run):
    text, folder = run
    x = torch.arange(4.0)
    found = {name: torch.jit.load(folder / f"{name}.pt") for name in ("scaled", "branching", "model")}
    assert f"scaled(x, x) = {found['scaled'](x, x).tolist()}" in text
    assert f"branching(x, 3) = {found['branching'](x, 3).tolist()}" in text
    assert f"model(x) = {[round(number, 4) for number in found['model'](x[None])[0].tolist()]}" in text
