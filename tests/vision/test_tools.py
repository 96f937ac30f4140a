"""The scripts that cut the sample and fetch the full data."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG

from pytorch_c.vision.datasets import FashionMNIST

TOOLS = Path(__file__).parents[2] / "tools"


def run(script, *arguments, **options):
    command = [sys.executable, str(TOOLS / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=HANG, **options)


def test_sample_and_pictures_are_what_the_script_cuts():
    """The sample's own first 6,000 and 1,000 images are the sample."""
    result = run("cut_fashion_mnist.py", FashionMNIST.sample().folder, "--check")
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("arguments, missing", [([], "apt-get"), (["--deb", "some.deb"], "dpkg-deb")])
def test_get_data_says_which_program_is_missing(tmp_path, monkeypatch, arguments, missing):
    monkeypatch.setenv("PATH", str(tmp_path))
    result = run("get_data.py", "--folder", tmp_path / "data", *arguments)
    assert result.returncode == 1 and not (tmp_path / "data").exists()
    assert result.stderr.startswith(f"{missing} is not on this machine. Download dataset-fashion-mnist")
