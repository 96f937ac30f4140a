"""GoTorch's C names: the header alone in each language standard, its functions, and the sources that implement them.

bindings/go's tests run code that was written against the header.
"""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER, INCLUDE = ROOT / "cshim" / "cgotorch", ROOT / "cshim" / "include"
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
DECLARATION = re.compile(r"^[a-zA-Z][\w *]*[ *](\w+)\(", re.MULTILINE)


def declared(name):
    return DECLARATION.findall((FOLDER / name).read_text())


@pytest.mark.parametrize("standard, language", [("c99", "c"), ("c11", "c"), ("c++17", "c++")])
@pytest.mark.parametrize("header", ["cgotorch.h", "more.h"])
def test_header_compiles_alone(header, standard, language, tmp_path):
    (tmp_path / "cgotorch").symlink_to(FOLDER)
    program = "gcc" if language == "c" else "g++"
    done = subprocess.run(
        [program, f"-std={standard}", *STRICT, f"-I{tmp_path}", "-x", language, "-"],
        input=f"#include <cgotorch/{header}>\n",
        capture_output=True,
        text=True,
    )
    assert not done.stderr


def test_header_has_gotorchs_107_functions():
    names = declared("cgotorch.h")
    assert len(names) == len(set(names)) == 107
    assert {"RandN", "MM", "Tensor_Close", "FreeString", "GCPrepared", "exception_str", "CUDA_Query"} <= set(names)


def test_each_function_is_defined_once():
    sources = "".join(path.read_text() for path in [*FOLDER.glob("*.c"), *FOLDER.glob("*.cc")])
    defined = re.findall(r"^(?:const char \*|\w+ \*?)(\w+)\([^;{]*\)\s*\{", sources, re.MULTILINE)
    for name in declared("cgotorch.h") + declared("more.h"):
        assert defined.count(name) == 1, name


@pytest.mark.parametrize("source", sorted(path.name for path in FOLDER.glob("*.c")))
def test_source_compiles_without_a_warning(source, tmp_path):
    (tmp_path / "cgotorch").symlink_to(FOLDER)
    command = ["gcc", "-std=c99", *STRICT, f"-I{tmp_path}", f"-I{INCLUDE}", str(FOLDER / source)]
    assert not subprocess.run(command, capture_output=True, text=True).stderr
