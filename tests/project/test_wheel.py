"""tools/wheel.py: the tags of several Pythons, and no folder of the builder's in what is shipped."""

import importlib.util
import re
import shutil
import subprocess
import sys

import pytest
from support.project import ROOT

from pytorch_c._boundary import diagnosis

sys.path.insert(0, str(ROOT / "tools"))  # as in `python tools/wheel.py`
SPEC = importlib.util.spec_from_file_location("wheel_tool", ROOT / "tools" / "wheel.py")
wheel = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(wheel)

needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc on this machine")


def test_each_python_is_named(tmp_path):
    (tmp_path / "pytorch_c-1.dist-info").mkdir()
    path = tmp_path / "pytorch_c-1.dist-info" / "WHEEL"
    path.write_text("Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: cp311-cp311-linux_x86_64\n")
    wheel.retag(tmp_path, ["cp310", "cp311"])
    assert path.read_text() == (
        "Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: cp310-cp310-linux_x86_64\nTag: cp311-cp311-linux_x86_64\n"
    )


@needs_gcc
@pytest.mark.parametrize("path, fits", [("$ORIGIN/../lib", True), ("$ORIGIN:/home/me/lib", False)])
def test_a_run_path_is_beside_the_library(tmp_path, path, fits):
    command = ["gcc", "-shared", "-fPIC", "-x", "c", "-", "-o", tmp_path / "one.so", f"-Wl,-rpath,{path}"]
    subprocess.run(command, input="int one(void) { return 1; }\n", text=True, check=True)
    (tmp_path / "script.so").write_text("INPUT(one.so)\n")
    assert list(wheel.run_paths(tmp_path).values()) == [[path]]
    if fits:
        wheel.check(tmp_path)
    else:
        with pytest.raises(SystemExit, match="one.so: its run path names /home/me/lib"):
            wheel.check(tmp_path)


@pytest.mark.parametrize("name", ["some.pc", "some.so"])
def test_a_file_that_names_this_folder_is_refused(tmp_path, name):
    (tmp_path / name).write_text(f"prefix={ROOT}\n")
    with pytest.raises(SystemExit, match=f"{name} names {re.escape(str(ROOT))}"):
        wheel.check(tmp_path)


def test_sources_of_the_extension_are_refused(tmp_path):
    (tmp_path / "table.c").touch()
    with pytest.raises(SystemExit, match="table.c: a source of the extension"):
        wheel.check(tmp_path)


def test_the_extensions_have_no_run_path_of_pythons_own_build():
    for name, paths in wheel.run_paths(diagnosis.PACKAGE / "_boundary").items():
        assert paths == ([] if name.name.startswith("_frames.") else ["$ORIGIN/../lib"])  # which uses no other library


def test_a_failed_command_ends_it_with_its_words():
    with pytest.raises(SystemExit, match="no such thing"):
        wheel.run([sys.executable, "-c", "raise SystemExit('no such thing')"])


@pytest.mark.parametrize(
    "minors, wanted", [(["2.13"], ">=2.13,<2.14"), (["2.13", "2.9", "2.10", "2.11", "2.12"], ">=2.9,<2.14")]
)
def test_the_wheel_asks_for_a_torch_of_its_libraries(minors, wanted):
    assert wheel.torch_range(minors) == wanted


def test_a_version_between_them_must_not_be_missing():
    with pytest.raises(SystemExit, match=r"ask for torch 2\.12 too, and has no C library"):
        wheel.torch_range(["2.11", "2.13"])
