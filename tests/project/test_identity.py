"""One version: cshim/VERSION is what everything else says, and what is shipped has what its page says."""

import email
import functools
import json
import os
import re
import subprocess
import sys
import tarfile
from importlib.metadata import distribution

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
        lambda: re.search(r'path = .*, version = "(.*)"', (ROOT / "bindings/rust/pytorch_c/Cargo.toml").read_text())[1],
        lambda: re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)[1],
    ],
    ids=[
        "pytorch_c.json",
        "the library",
        "pkg-config",
        "npm",
        "crate",
        "crate of declarations",
        "what the crate needs",
        "CHANGELOG",
    ],
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
    tracked = subprocess.run(
        ["git", "ls-files", "cshim", "codegen", "pytorch_c", "setup.py", "pyproject.toml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert set(tracked) - names == set()
    derived = [name for name in names if name.startswith("pytorch_c/") and name not in tracked and name[-1] != "/"]
    folders = {name.rpartition("/")[0] for name in tracked}
    assert [
        name for name in derived if name not in folders and "egg-info" not in name and "." in name.rpartition("/")[2]
    ] == []


def test_commands_have_one_entrance():
    assert printed("pytorch_c", "config", "--libs") == printed("pytorch_c.config", "--libs")
    assert '"pytorch_c.__main__:main"' in (ROOT / "pyproject.toml").read_text()


@pytest.fixture(scope="module")
def metadata(tmp_path_factory):
    """A function of (headers, description) of the package's metadata, as a build with these variables writes it."""

    @functools.cache
    def written(**environment):
        folder = tmp_path_factory.mktemp("metadata")
        command = [sys.executable, "setup.py", "-q", "egg_info", "--egg-base", str(folder)]
        subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, check=True)
        (path,) = folder.glob("*.egg-info/PKG-INFO")
        message = email.message_from_string(path.read_text())
        return message, message.get_payload()

    return written


LINK = re.compile(r"\[[^\]]*\]\((?!https?:)([^)#]+)\)")


def test_the_readme_of_the_metadata_reads_outside_of_the_repository(metadata):
    """Links and pictures go to the public host, or without one are names of files; blocks of code stay as they are."""
    source = (ROOT / "README.md").read_text()
    paths = set(LINK.findall(source))
    assert len(paths) > 20 and all((ROOT / path).exists() for path in paths)
    _, plain = metadata()
    headers, linked = metadata(PTC_URL="https://host.example/one/pytorch_c/")
    at = "https://host.example/one/pytorch_c"
    for text in (plain, linked):
        assert LINK.findall(text) == []
        assert re.findall(r"```[\s\S]*?```", text) == re.findall(r"```[\s\S]*?```", source)
    assert {path for path in paths if path not in plain} == set()
    assert all(f"{at}/blob/v{VERSION}/{path})" in linked or f"{at}/raw/v{VERSION}/{path})" in linked for path in paths)
    assert f"![Instructions of tiny calls]({at}/raw/v{VERSION}/benchmarks/pictures/instructions.svg)" in linked
    assert f"Source, {at}" in headers.get_all("Project-URL")


def test_metadata_is_of_a_well_kept_package(metadata):
    headers, _ = metadata()
    kinds = headers.get_all("Classifier")
    assert {"Typing :: Typed", "Development Status :: 4 - Beta"} <= set(kinds) and headers["Keywords"]
    pythons = [one.rpartition(" ")[2] for one in kinds if re.search(r"Python :: 3\.\d+$", one)]
    assert pythons == ["3.10", "3.11", "3.12", "3.13", "3.14", "3.15"] and headers["Requires-Python"] == ">=3.10"
    assert headers["License-Expression"] == "MIT AND BSD-3-Clause"
    needed = {re.match(r"[\w-]+", one)[0] for one in headers.get_all("Requires-Dist") if "extra ==" not in one}
    assert needed == {"cffi", "numpy", "torch"}


def test_the_licence_has_torchs_notice():
    (path,) = [one for one in distribution("torch").files if one.name == "LICENSE" and one.parent.name == "licenses"]
    assert path.read_text().strip() in (ROOT / "LICENSE").read_text()
