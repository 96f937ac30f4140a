"""ptc_check names the operators that the running libtorch spells differently."""

import re
import shutil
import sys

import pytest

from pytorch_c._boundary.library import libtorch_dir

from .conftest import ROOT, run

BUILD = ROOT / "cshim" / "build"

SCHEMAS = [
    "mm(Tensor self, Tensor mat2) -> Tensor",
    "bmm(Tensor self, Tensor other) -> Tensor",  # libtorch says mat2
    "never_was(Tensor self) -> Tensor",
]


@pytest.mark.skipif(not shutil.which("g++") or not (BUILD / "flags").is_file(), reason="no build in place, or no g++")
def test_changed_and_missing_operators_are_named(tmp_path):
    (tmp_path / "schemas.inc").write_text("".join(f'R"s({text})s",\n' for text in SCHEMAS))
    # The shell has taken the quotes of the two strings out of the file of flags.
    flags = re.sub(r" -DPTC_(LIBRARY_VERSION|COMPILER)=.*?(?= -I)", "", (BUILD / "flags").read_text())
    strings = ('-DPTC_LIBRARY_VERSION="0"', '-DPTC_COMPILER="test"')
    compiler, *flags = flags.replace("-O2", "-O0").split()
    torch_lib, library = libtorch_dir() / "lib", tmp_path / "libpytorch_c.so"
    made = ("-c", "src/core/version.cc", "-o", tmp_path / "version.o")
    run(compiler, f"-I{tmp_path}", *flags, *strings, *made, cwd=ROOT / "cshim")  # from where the flags' paths count
    objects = run("make", "-s", "-C", ROOT / "cshim", "objects").stdout.split()
    others = [path for path in objects if not path.endswith("/version.o")]
    # Weak as in the Makefile: what a libtorch without CUDA lacks.
    weak = re.search(r"^CUDA_SYMBOLS := (.*)", (ROOT / "cshim" / "Makefile").read_text(), re.M)[1].split()
    joined = tmp_path / "joined.o"
    run("ld", "-r", tmp_path / "version.o", *others, "-o", joined)
    run("objcopy", "--wildcard", *(f"--weaken-symbol={pattern}" for pattern in weak), joined)
    run(
        compiler,
        "-shared",
        joined,
        "-o",
        library,
        f"-L{torch_lib}",
        "-Wl,--no-as-needed",
        "-ltorch",
        "-ltorch_cpu",
        "-lc10",
        f"-Wl,-rpath,{torch_lib}",
    )
    show = f"import ctypes; lib = ctypes.CDLL({str(library)!r}); lib.ptc_check.restype = ctypes.c_char_p; print(lib.ptc_check().decode())"
    text = run(sys.executable, "-c", show).stdout
    assert "2 of 3 operators differ" in text
    assert "bmm(Tensor self, Tensor other) -> Tensor: now aten::bmm(Tensor self, Tensor mat2) -> Tensor" in text
    assert "never_was(Tensor self) -> Tensor: missing" in text
    assert "\n  mm(" not in text


@pytest.mark.skipif(not (BUILD / "flags").is_file(), reason="no build in place")
def test_the_compiler_is_told_the_same_in_every_clone():
    told = [BUILD / "flags", *BUILD.glob("*/*.d")]
    assert len(told) > 15
    assert [path.name for path in told if str(ROOT) in path.read_text()] == []
