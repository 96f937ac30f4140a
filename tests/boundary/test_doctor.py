"""One sentence says why the package cannot be loaded and what to do; the doctor finds the same, and more."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.project import HANG

import pytorch_c
from pytorch_c import doctor
from pytorch_c._boundary import diagnosis

PACKAGE = Path(pytorch_c.__file__).resolve().parent
HIDDEN = "import importlib.machinery as m; m.PathFinder.find_spec = lambda *a, f=m.PathFinder.find_spec: "
HIDDEN += "None if a[0] == 'torch' else f(*a); "


@pytest.fixture
def copy(tmp_path):
    """Copies what is imported first into a folder of its own; copy("extension", "library") has those too."""

    def made(*parts):
        package = tmp_path / "pytorch_c"
        for folder in ("_boundary", "_borrowed"):
            (package / folder).mkdir(parents=True)
            for path in (PACKAGE / folder).glob("*.py"):
                shutil.copy(path, package / folder)
        for path in [PACKAGE / "__init__.py", PACKAGE / "doctor.py", PACKAGE / "pytorch_c.json"]:
            shutil.copy(path, package)
        if "extension" in parts:
            shutil.copy(diagnosis.extension(), package / "_boundary")
        if "library" in parts:
            shutil.copytree(PACKAGE / "lib", package / "lib", symlinks=True)
        return tmp_path

    return made


def run(folder, *arguments, **env):
    env = os.environ | {"PYTHONPATH": str(folder)} | env
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=HANG, env=env)


def sentence(folder, code="import pytorch_c", **env):
    """The last line of the traceback, which must be an ImportError's."""
    done = run(folder, "-c", code, **env)
    assert done.returncode == 1, done.stdout + done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ") and "circular" not in last, done.stderr
    return last.removeprefix("ImportError: ")


def examined(folder, **env):
    """(exit status, {what: line}) of the doctor, of lines that are wrong."""
    done = run(folder, "-m", "pytorch_c.doctor", "--json", **env)
    found = json.loads(done.stdout)
    assert found["healthy"] == (done.returncode == 0), done.stderr
    return done.returncode, {line["what"]: line for line in found["report"] if line["state"] == "wrong"}


def test_not_built(copy):
    folder = copy()
    assert (
        sentence(folder) == f"pytorch_c in {folder}/pytorch_c is not built: `pip install --force-reinstall pytorch_c`"
    )
    code, wrong = examined(folder)
    assert code == 1 and {"C extension", "C library", "load"} <= set(wrong)
    assert wrong["load"]["words"].endswith("is not built") and "pip install" in wrong["load"]["do"]


def test_not_built_in_a_source_tree(copy):
    folder = copy()
    (folder / "cshim" / "include").mkdir(parents=True)
    assert f"is not built: run `make build` in {folder}, or leave that folder" in sentence(folder)


def test_built_for_another_python(copy):
    folder = copy()
    (folder / "pytorch_c" / "_boundary" / "_core.cpython-39-x86_64-linux-gnu.so").touch()
    said = sentence(folder)
    assert f"is built for cpython 3.9, and this is {diagnosis.python_name()}: use that Python, or " in said


def test_the_c_library_is_missing(copy):
    folder = copy("extension")
    assert sentence(folder).startswith(f"the C library {folder}/pytorch_c/lib/libpytorch_c.so.0 is missing: ")
    _, wrong = examined(folder)
    assert "is missing" in wrong["C library"]["words"]


@pytest.mark.parametrize(
    "hide",
    [
        HIDDEN,
        HIDDEN + "import sys; sys.modules['torch'] = None; ",
        HIDDEN + "import sys; sys.meta_path.insert(0, type('', (), {'find_spec': lambda *a: int('no') "
        "if a[1] == 'torch' else None})()); ",
    ],
    ids=["not installed", "None in sys.modules", "a finder that raises"],
)
def test_no_libtorch(hide):
    said = sentence(PACKAGE.parent, hide + "import pytorch_c", LIBTORCH="")
    assert said.startswith(f"pytorch_c needs libtorch: `pip install {diagnosis.wanted()}`")


def libtorch(folder, version):
    """A folder that looks like a libtorch, whose libraries are not."""
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / "libtorch_cpu.so").write_text("no library")
    (folder / "version.py").write_text(f"__version__ = '{version}'\n")
    return str(folder)


def test_another_libtorch(tmp_path):
    there = libtorch(tmp_path, "2.99.1+cpu")
    said = sentence(PACKAGE.parent, LIBTORCH=there)
    assert said.startswith("pytorch_c was built against libtorch 2.")
    assert f", and the one in {there} is 2.99.1+cpu: `pip install {diagnosis.wanted()}`" in said
    _, wrong = examined(PACKAGE.parent, LIBTORCH=there)
    assert "2.99.1" in wrong["libtorch"]["words"] and diagnosis.wanted() in wrong["libtorch"]["do"]
    assert "2.99.1" in wrong["load"]["words"]


def test_what_is_wanted_of_pip(monkeypatch):
    monkeypatch.setattr(diagnosis, "built_against", lambda: "2.13.0")
    for others, wanted in (([], "torch==2.13.0"), (["2.9", "2.11", "2.14"], "'torch>=2.9,<2.15'")):
        monkeypatch.setattr(diagnosis.libtorchs, "others", lambda others=others: dict.fromkeys(others))
        assert diagnosis.wanted() == wanted


def test_the_c_library_is_that_of_the_libtorch(tmp_path, monkeypatch):
    libtorchs = diagnosis.libtorchs
    monkeypatch.setattr(libtorchs, "LIB", tmp_path / "lib")
    for minor in ("2.9", "2.14", "no.2"):
        (tmp_path / "lib" / minor).mkdir(parents=True)
        (tmp_path / "lib" / minor / libtorchs.SONAME).touch()
    assert list(libtorchs.others()) == ["2.9", "2.14"]
    for version, minor in (("2.14.1+cu130", "2.14"), ("2.9.0", "2.9")):
        assert libtorchs.library(libtorch(tmp_path / version, version)).parent.name == minor
    for version in ("2.99.1", "not a version"):
        assert libtorchs.library(libtorch(tmp_path / version, version)) == libtorchs.LIBRARY
    assert libtorchs.library(tmp_path) == libtorchs.LIBRARY  # files that say no version


def test_a_broken_libtorch(tmp_path):
    there = libtorch(tmp_path, diagnosis.built_against())
    said = sentence(PACKAGE.parent, LIBTORCH=there)
    assert said.startswith(f"libtorch in {there} cannot be loaded (") and "the file is broken: `pip install" in said


@pytest.mark.parametrize(
    "text, what",
    [
        (
            "libcudart.so.13: cannot open shared object file: No such file",
            "it is a CUDA build, and libcudart.so.13 is not",
        ),
        ("libgomp.so.1: cannot open shared object file: No such file", "libgomp.so.1 is not there: install it"),
        ("libm.so.6: version `GLIBC_2.38' not found (required by x)", "this system's C or C++ library is older"),
        ("/x/libc10.so: something else", "install torch again, or set LIBTORCH"),
    ],
)
def test_why_libtorch_is_not_loaded(text, what):
    said = diagnosis.of_libtorch(Path("/x"), OSError(text))
    assert said.startswith(f"libtorch in /x cannot be loaded ({text}): {what}")


def test_a_symbol_that_is_not_there():
    error = ImportError("libpytorch_c.so: undefined symbol: _ZN2at4gone")
    said = diagnosis.of_extension(error, doctor.libtorch()[0])
    assert "was built against another libtorch than the one in" in said and "_ZN2at4gone" in said


def test_no_cffi():
    said = sentence(PACKAGE.parent, "import sys; sys.modules['_cffi_backend'] = None; import pytorch_c")
    assert said.startswith("pytorch_c needs cffi, which this Python cannot load (") and said.endswith(
        "`pip install cffi`"
    )


def test_the_doctor_of_what_is_well():
    done = run(PACKAGE.parent, "-m", "pytorch_c.doctor")
    assert done.returncode == 0 and done.stdout.endswith("\nAll is well.\n"), done.stdout + done.stderr
    for what in ("Python", "libtorch", "C library", "load", "operators", "devices"):
        assert f"  {what}:" in done.stdout
    assert examined(PACKAGE.parent) == (0, {})


def test_the_doctor_lives_where_the_package_ends_the_process(copy):
    folder = copy("extension", "library")
    (folder / "pytorch_c" / "_boundary" / "errors.py").write_text("import os\nos.abort()\n")
    assert run(folder, "-c", "import pytorch_c").returncode == -6
    code, wrong = examined(folder)
    assert code == 1 and wrong["load"]["words"].startswith("it was ended by SIGABRT")


def test_a_child_that_does_not_end(monkeypatch):
    monkeypatch.setattr(doctor, "WAIT", 0.2)
    assert doctor.child("import time; time.sleep(60)") == (None, "it did not end within 0.2 s")
