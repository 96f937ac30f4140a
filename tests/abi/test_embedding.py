"""Other builds find the library: python -m pytorch_c.config, pkg-config, CMake; in place and installed."""

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from pytorch_c import config
from pytorch_c._boundary.library import libtorch_dir

from .conftest import ROOT, run

FIRST = ROOT / "cshim" / "examples" / "first.c"
CMAKE = """cmake_minimum_required(VERSION 3.18)
project(first C)
find_package(pytorch_c 0.2 REQUIRED)
add_executable(first "{source}")
target_link_libraries(first PRIVATE pytorch_c::pytorch_c)
"""


def needs(tool):
    return pytest.mark.skipif(not shutil.which(tool), reason=f"{tool} is not on this machine")


def works(program):
    """The example ran, and found the library and libtorch without any variable."""
    env = {k: v for k, v in os.environ.items() if k != "LD_LIBRARY_PATH"}
    assert " 32  77\n" in run(program, env=env).stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A prefix with what `make install` puts there; the library is the one that is built."""
    prefix = tmp_path_factory.mktemp("prefix")
    run("make", "-C", ROOT / "cshim", "install-files", f"PREFIX={prefix}", f"LIBTORCH={libtorch_dir()}")
    shutil.copy(f"{config.libdir()}/libpytorch_c.so.0", prefix / "lib")
    (prefix / "lib" / "libpytorch_c.so").symlink_to("libpytorch_c.so.0")
    return prefix


def test_config_gives_flags_that_build(gcc, tmp_path):
    flags = run(sys.executable, "-m", "pytorch_c.config", "--cflags", "--libs").stdout.split()
    run(gcc, FIRST, *flags, "-o", tmp_path / "first")
    works(tmp_path / "first")


def test_config_as_json_names_what_is_there():
    answers = json.loads(run(sys.executable, "-m", "pytorch_c.config", "--json").stdout)
    assert (Path(answers["includedir"]) / "pytorch_c.h").is_file()
    for name in ("libpytorch_c.so", "libpytorch_c.so.0"):
        assert (Path(answers["libdir"]) / name).is_file()
    assert (Path(answers["cmakedir"]) / "pytorch_c-config.cmake").is_file()
    assert (Path(answers["pkgconfigdir"]) / "pytorch_c.pc").is_file()
    names = {function["name"] for function in json.loads(Path(answers["api"]).read_text())["functions"]}
    assert {"ptc_mm", "ptc_tensor_close", "ptc_call"} <= names


def test_config_of_an_installed_package_gives_flags_that_build(gcc, installed, monkeypatch, tmp_path):
    # A wheel's package folder has the layout of a prefix.
    monkeypatch.setattr(config, "PACKAGE", installed)
    monkeypatch.setattr(config, "SOURCES", tmp_path)
    assert config.includedir() == str(installed / "include")
    assert config.cmakedir() == str(installed / "lib" / "cmake" / "pytorch_c")
    assert config.pkgconfigdir() == str(installed / "lib" / "pkgconfig")
    run(gcc, FIRST, config.cflags(), *config.libs().split(), "-o", tmp_path / "first")
    works(tmp_path / "first")


def test_config_without_a_question_says_how_to_ask():
    done = run(sys.executable, "-m", "pytorch_c.config", check=False)
    assert done.returncode == 2 and "--cflags" in done.stderr


def test_config_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(config, "PACKAGE", tmp_path)
    monkeypatch.setattr(config, "SOURCES", tmp_path)
    with pytest.raises(SystemExit, match="the headers are not here; looked in"):
        config.includedir()


@needs("pkg-config")
@pytest.mark.parametrize("where", ["in place", "installed"])
def test_pkg_config_gives_flags_that_build(gcc, installed, tmp_path, where):
    folder = config.pkgconfigdir() if where == "in place" else installed / "lib" / "pkgconfig"
    env = os.environ | {"PKG_CONFIG_PATH": str(folder)}
    flags = run("pkg-config", "--cflags", "--libs", "pytorch_c", env=env).stdout.split()
    run(gcc, FIRST, *flags, "-o", tmp_path / "first")
    works(tmp_path / "first")


@needs("cmake")
@pytest.mark.parametrize("where", ["in place", "installed"])
def test_cmake_finds_the_package(gcc, installed, tmp_path, where):
    (tmp_path / "CMakeLists.txt").write_text(CMAKE.format(source=FIRST))
    found = f"-Dpytorch_c_DIR={config.cmakedir()}" if where == "in place" else f"-DCMAKE_PREFIX_PATH={installed}"
    run("cmake", "-S", tmp_path, "-B", tmp_path / "build", found)
    run("cmake", "--build", tmp_path / "build")
    works(tmp_path / "build" / "first")


@needs("cmake")
def test_cmake_refuses_another_version(gcc, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(CMAKE.format(source=FIRST).replace("pytorch_c 0.2", "pytorch_c 7.5"))
    done = run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-Dpytorch_c_DIR={config.cmakedir()}", check=False)
    assert done.returncode and "7.5" in done.stderr


@needs("cmake")
def test_cmake_says_what_is_missing(gcc, installed, tmp_path):
    prefix = tmp_path / "prefix"
    shutil.copytree(installed, prefix)
    (prefix / "lib" / "libpytorch_c.so.0").unlink()
    (tmp_path / "CMakeLists.txt").write_text(CMAKE.format(source=FIRST))
    done = run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}", check=False)
    assert done.returncode and "libpytorch_c.so.0 is not there" in " ".join(done.stderr.split())
