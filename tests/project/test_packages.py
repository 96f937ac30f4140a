"""Packages of other ecosystems, as far as they can be looked at without a toolchain; `make packages` makes and uses them."""

import importlib
import re
import subprocess
import sys

import pytest
from support.project import ROOT

BINDINGS = ROOT / "bindings"
MAKERS = BINDINGS / "packages"


@pytest.fixture(scope="module")
def makers():
    """import_module for the modules of bindings/packages, whose names others have too."""
    before = set(sys.modules)
    sys.path.insert(0, str(MAKERS))
    yield importlib.import_module
    sys.path.remove(str(MAKERS))
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_each_language_has_a_package(makers):
    languages = re.findall(r'^    "(.+)": "(\w+)",$', (MAKERS / "__main__.py").read_text(), re.M)
    assert [name for name, _ in languages] == list(makers("workshop").run.LANGUAGES)
    for _, module in languages:
        assert callable(makers(module).make) and callable(makers(module).use)


def test_the_pages_name_each_package(makers):
    languages = {"Node": "Node.js"}
    for page in ("bindings/README.md", "docs/install.md"):
        chapter = re.search(r"^## Packages[\s\S]*?(?=^## )", (ROOT / page).read_text(), re.M)[0]
        rows = re.findall(r"^\| ([^|]+) \|", chapter, re.M)[1:]
        assert rows == [languages.get(name, name) for name in makers("workshop").run.LANGUAGES], page


@pytest.mark.parametrize(
    "name",
    [
        "cpp/package/conanfile.py",
        "cpp/package/pytorch_c_cpp-config.cmake",
        "java/pom.xml",
        "csharp/PytorchC.nuspec",
        "luajit/pytorch_c.rockspec",
        "ruby/pytorch_c.gemspec",
        "r/package/DESCRIPTION",
    ],
)
def test_a_manifest_leaves_the_version_to_the_library(name):
    text = (BINDINGS / name).read_text()
    version = (ROOT / "cshim" / "VERSION").read_text().strip()
    assert "@VERSION@" in text and version not in text


def test_an_archive_has_the_same_bytes_for_the_same_files(makers, tmp_path):
    folder = tmp_path / "one"
    folder.mkdir()
    (folder / "first.txt").write_text("first")
    archive = makers("workshop").archive
    first = archive(folder, tmp_path / "a.tar.gz").read_bytes()
    (folder / "first.txt").write_text("first")  # with another time
    again = archive(folder, tmp_path / "b.tar.gz").read_bytes()
    assert first == again


def test_the_module_of_go_is_below_the_page_of_the_repository(makers, monkeypatch):
    path = makers("go").path
    monkeypatch.delenv("PTC_URL", raising=False)
    assert path() == "pytorch-c.invalid/gotorch"
    monkeypatch.setenv("PTC_URL", "https://host.example/One/pytorch_c/")
    assert path() == "host.example/one/pytorch_c/bindings/go"


def test_a_language_without_its_toolchain_is_not_run(tmp_path, monkeypatch):
    code = "import workshop; workshop.run.need('cargo')"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=MAKERS, env={"PATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode and "Missing: no cargo" in done.stderr
