"""One version: cshim/VERSION is what everything else says, and what is shipped has what its page says."""

import json
import re
import subprocess
import sys
import tarfile

import pytest
from support.project import ROOT

import pytorch_c

VERSION = (ROOT / "cshim" / "VERSION").read_text().strip()


def printed(*command):
    return subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    "said",
    [
        lambda: json.loads((ROOT / "pytorch_c" / "pytorch_c.json").read_text())["version"],
        lambda: re.search(r"pytorch_c (\S+),", pytorch_c._boundary.api.build_info())[1],
        lambda: re.search(r"^Version: (.*)$", (ROOT / "cshim" / "build" / "pytorch_c.pc").read_text(), re.M)[1],
        lambda: json.loads((ROOT / "bindings" / "node" / "package.json").read_text())["version"],
        lambda: re.search(r'^version = "(.*)"', (ROOT / "bindings/rust/pytorch_c/Cargo.toml").read_text(), re.M)[1],
        lambda: re.search(r'^version = "(.*)"', (ROOT / "bindings/rust/pytorch_c-sys/Cargo.toml").read_text(), re.M)[1],
        lambda: re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)[1],
    ],
    ids=["pytorch_c.json", "the library", "pkg-config", "npm", "crate", "crate of declarations", "CHANGELOG"],
)
def test_each_says_the_same_version(said):
    assert said() == VERSION


def test_no_function_is_newer_than_the_library():
    def parts(text):
        return [int(one) for one in text.split(".")]

    functions = json.loads((ROOT / "pytorch_c" / "pytorch_c.json").read_text())["functions"]
    newest = max((one["since"] for one in functions), key=parts)
    assert parts(newest) <= parts(VERSION)


def test_the_sdist_has_what_a_build_needs(tmp_path):
    command = [sys.executable, "setup.py", "-q", "sdist", "--dist-dir", str(tmp_path)]
    subprocess.run([*command, "egg_info", "--egg-base", str(tmp_path)], cwd=ROOT, capture_output=True, check=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    tracked = subprocess.run(["git", "ls-files", "cshim", "codegen", "pytorch_c", "setup.py", "pyproject.toml"], cwd=ROOT,
                             capture_output=True, text=True, check=True).stdout.split()  # fmt: skip
    assert set(tracked) - names == set()
    derived = [name for name in names if name.startswith("pytorch_c/") and name not in tracked and name[-1] != "/"]
    folders = {name.rpartition("/")[0] for name in tracked}
    assert [
        name for name in derived if name not in folders and "egg-info" not in name and "." in name.rpartition("/")[2]
    ] == []


def test_commands_have_one_entrance():
    assert printed("pytorch_c", "config", "--libs") == printed("pytorch_c.config", "--libs")
    assert '"pytorch_c.__main__:main"' in (ROOT / "pyproject.toml").read_text()
