"""Programs, libraries and libtorchs that do not belong together part with one sentence (docs/stability.md)."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from codegen import header
from pytorch_c import config

from .conftest import ROOT, run

LIBRARY = Path(config.libdir()) / "libpytorch_c.so.0"
FIRST = ROOT / "cshim" / "examples" / "first.c"
MACROS = header.read().macros
SENTENCE = (
    r"this libpytorch_c was built for libtorch 2\.\d+\.\d+ and runs with libtorch [\w.+]+: install torch 2\.\d+, or .*"
)

# A libtorch of another minor version, as far as the library asks.
OTHER = "unsigned long long aoti_torch_abi_version(void) { return 2ULL << 56 | %dULL << 48; }\n"

# Calls every function that can fail, with zeros and NULL.
EVERY = """
import ctypes, json, sys
from tests.fuzz.library import BY_VALUE
lib, described = ctypes.CDLL(sys.argv[1]), json.load(open(sys.argv[2]))["functions"]
lib.ptc_error_free.argtypes = [ctypes.c_void_p]
said, called = set(), 0
for one in described:
    if not one["can_fail"]:
        continue
    function = getattr(lib, one["name"])
    function.restype = ctypes.c_void_p
    kinds = [BY_VALUE.get(p["type"], ctypes.c_void_p) for p in one["params"]]
    function.argtypes = kinds
    error = function(*[kind() if issubclass(kind, ctypes.Structure) else None if kind is ctypes.c_void_p else 0 for kind in kinds])
    assert error, one["name"] + " did something"
    said.add(ctypes.string_at(error).decode())
    lib.ptc_error_free(error)
    called += 1
lib.ptc_close_pending()
assert lib.ptc_live_handles() == 0
print(json.dumps([called, sorted(said)]))
"""


@pytest.fixture
def other(gcc, tmp_path):
    """An environment in which libtorch says that it is the next minor version."""
    source, made = tmp_path / "other.c", tmp_path / "other.so"
    source.write_text(OTHER % (int(torch.__version__.split(".")[1]) + 1))
    run(gcc, "-shared", "-fPIC", source, "-o", made)
    return os.environ | {"LD_PRELOAD": str(made)}


def test_a_program_with_another_libtorch_ends_with_one_sentence(program, other):
    done = run(program(FIRST), env=other, check=False)
    assert done.returncode == 1 and done.stdout == ""
    assert re.fullmatch(r"error 1: " + SENTENCE + "\n", done.stderr), done.stderr


def test_every_function_gives_that_sentence_and_does_nothing(other):
    done = run(sys.executable, "-c", EVERY, LIBRARY, config.api(), env=other, cwd=ROOT)
    called, said = json.loads(done.stdout)
    assert called > 2200
    assert len(said) == 1 and re.fullmatch(SENTENCE, said[0]), said


def test_python_refuses_another_libtorch_at_import(other):
    done = run(sys.executable, "-c", "import pytorch_c", env=other, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert re.fullmatch("ImportError: " + SENTENCE, done.stderr.splitlines()[-1]), done.stderr


def test_no_function_of_libtorchs_must_be_there_to_load_the_library():
    """Under another libtorch some are missing; a strong reference would end the process, or the load without a word."""
    lines = run("nm", "-D", "--undefined-only", LIBRARY).stdout.splitlines()
    strong = [line.split()[-1] for line in lines if line.split()[-2] == "U"]
    assert [name for name in strong if re.match(r"_Z.*(2at|3c10|5torch)", name)] == [
        "_ZN3c104impl26raw_local_dispatch_key_setE"  # of the thread; in every version
    ]
    assert sum(line.split()[-2] in "wv" for line in lines) > 2000


def test_a_program_that_was_linked_with_an_older_abi_does_not_start(gcc, tmp_path):
    """The library as it was at version 0.1: no number in its name, and another version of its symbols."""
    (tmp_path / "old.c").write_text(
        "const char *ptc_mm(void *a, void *b, void **out) { return out ? 0 : a ? b : 0; }\n"
    )
    (tmp_path / "old.map").write_text("PTC_1 { global: ptc_*; local: *; };\n")
    (tmp_path / "main.c").write_text(
        "const char *ptc_mm(void *a, void *b, void **out);\nint main(void) { return ptc_mm(0, 0, 0) != 0; }\n"
    )
    flags = ("-shared", "-fPIC", "-Wl,-soname,libpytorch_c.so", f"-Wl,--version-script={tmp_path / 'old.map'}")
    run(gcc, *flags, tmp_path / "old.c", "-o", tmp_path / "libpytorch_c.so")
    run(gcc, tmp_path / "main.c", f"-L{tmp_path}", "-lpytorch_c", "-o", tmp_path / "main")
    assert run(tmp_path / "main", env={"LD_LIBRARY_PATH": str(tmp_path)}).returncode == 0
    done = run(tmp_path / "main", env={"LD_LIBRARY_PATH": config.libdir()}, check=False)
    assert done.returncode and "version `PTC_1' not found (required by" in done.stderr, done.stderr


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_an_error_that_is_ignored_is_warned_of(compiler, tmp_path):
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler} on this machine")
    source = "#include <pytorch_c.h>\nvoid f(ptc_tensor x) { ptc_tensor_print(x); ptc_tensor_close(x); }\n"
    command = [compiler, "-x", "c", "-c", config.cflags(), "-", "-o", tmp_path / "ignored.o"]
    done = subprocess.run(command, input=source, capture_output=True, text=True, check=True)
    assert done.stderr.count("warning:") == 1 and "ptc_tensor_print" in done.stderr


def test_the_library_and_its_symbols_have_numbers():
    assert "Library soname: [libpytorch_c.so.0]" in run("readelf", "-d", LIBRARY).stdout
    versions = {
        line.rpartition("@")[2]
        for line in run("nm", "-D", "--defined-only", LIBRARY).stdout.splitlines()
        if " T " in line
    }
    nodes = re.findall(r"^(PTC_[\d.]+) \{", (ROOT / "cshim" / "exports.map").read_text(), re.M)
    assert versions == set(nodes) and nodes == ["PTC_0.2"]


def test_the_headers_name_the_libtorch_that_they_were_made_for():
    version = MACROS["PTC_LIBTORCH_VERSION"]
    assert f"TORCH ?= torch=={version}\n" in (ROOT / "Makefile").read_text()
    assert f'"torch=={version}"' in (ROOT / "pyproject.toml").read_text()
    assert version.split(".")[:2] == [str(MACROS["PTC_LIBTORCH_MAJOR"]), str(MACROS["PTC_LIBTORCH_MINOR"])]
