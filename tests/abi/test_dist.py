"""`make dist`: the C library alone, unpacked elsewhere, beside a libtorch; a program is built against it and runs."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from support.project import HANG

from pytorch_c._boundary.library import libtorch_dir

from .conftest import ROOT, run

FIRST = re.findall(r"^```c\n(.*?)^```", (ROOT / "README.md").read_text(), re.S | re.M)[0]

pytestmark = pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc on this machine")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory):
    """The folder of an archive, in another place than that where it was made, with a libtorch."""
    folder = tmp_path_factory.mktemp("dist")
    make = ["make", "-s", "-C", ROOT / "cshim", "dist", f"PYTHON={sys.executable}", f"DIST={folder / 'made'}"]
    subprocess.run(make, check=True, capture_output=True, timeout=HANG)
    (archive,) = (folder / "made").iterdir()
    assert re.fullmatch(r"pytorch_c-[\d.]+-libtorch\d+\.\d+\.\d+-linux-\w+\.tar\.gz", archive.name)
    with tarfile.open(archive) as tar:
        tar.extractall(folder / "elsewhere", filter="data")
    (found,) = (folder / "elsewhere").iterdir()
    assert archive.name == f"{found.name}.tar.gz"
    (found / "libtorch").symlink_to(libtorch_dir())
    return found


def built(command, tmp_path):
    """Builds the README's program by these flags and runs it without anything in its environment."""
    (tmp_path / "first.c").write_text(FIRST)
    run("gcc", "-std=c11", tmp_path / "first.c", "-o", tmp_path / "first", *command)
    done = subprocess.run(
        [tmp_path / "first"], capture_output=True, text=True, timeout=HANG, env={"PATH": os.environ["PATH"]}
    )
    assert done.returncode == 0 and "32" in done.stdout, done.stdout + done.stderr


def test_it_has_what_a_binding_needs(unpacked):
    for name in (
        "include/pytorch_c.h",
        "include/pytorch_c/types.h",
        "lib/libpytorch_c.so",
        "lib/libpytorch_c.so.0",
        "lib/pkgconfig/pytorch_c.pc",
        "lib/cmake/pytorch_c/pytorch_c-config.cmake",
        "share/pytorch_c/pytorch_c.json",
        "share/pytorch_c/pytorch_c.schema.json",
        "LICENSE",
        "README.md",
    ):
        assert (unpacked / name).is_file(), name


def test_no_path_of_the_builder_is_in_it(unpacked):
    for library in (unpacked / "lib").glob("*.so"):
        shown = subprocess.run(["readelf", "-d", library], capture_output=True, text=True)
        (path,) = re.findall(r"Library r(?:un)?path: \[(.*)\]", shown.stdout)
        assert all(one.split("/")[0] == "$ORIGIN" for one in path.split(":")), path
    for name in ("lib/pkgconfig/pytorch_c.pc", "lib/cmake/pytorch_c/pytorch_c-config.cmake"):
        assert (
            str(ROOT) not in (unpacked / name).read_text() and str(libtorch_dir()) not in (unpacked / name).read_text()
        )


def test_a_program_is_built_by_the_flags_that_its_page_names(unpacked, tmp_path):
    line = re.search(r"^gcc first.c (.*) -o first$", (unpacked / "README.md").read_text(), re.M)[1]
    flags = [one.replace("$PWD", str(unpacked)) for one in line.split()]
    built([re.sub(r"^-([IL])(?!/)", rf"-\1{unpacked}/", one) for one in flags], tmp_path)


@pytest.mark.skipif(not shutil.which("pkg-config"), reason="no pkg-config on this machine")
def test_a_program_is_built_by_pkg_config(unpacked, tmp_path):
    env = os.environ | {"PKG_CONFIG_PATH": str(unpacked / "lib" / "pkgconfig")}
    ask = ["pkg-config", "--cflags", "--libs", "pytorch_c"]
    flags = subprocess.run(ask, env=env, capture_output=True, text=True, check=True).stdout.split()
    built(flags, tmp_path)
    ask = ["pkg-config", "--variable=api", "pytorch_c"]
    shown = subprocess.run(ask, env=env, capture_output=True, text=True, check=True).stdout.strip()
    assert Path(shown).samefile(unpacked / "share" / "pytorch_c" / "pytorch_c.json")
