"""The commands of the package: what a wrong line says, and that a program runs as `python` would run it."""

import os
import subprocess
import sys

import pytest
from support.project import HANG, ROOT

from pytorch_c.__main__ import COMMANDS

RUNNERS = ("run", "memory", "trace")


def command(*words, folder=None):
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True, timeout=HANG
    )


def ours(name, *words, folder=None):
    return command("-m", f"pytorch_c.{name}", *words, folder=folder)


@pytest.mark.parametrize("name", RUNNERS)
@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["nosuch.py"], 2, "can't open file 'nosuch.py': [Errno 2] No such file or directory"),
        (["-m", "nosuch"], 1, "No module named nosuch"),
        (["--nonsense"], 2, "--nonsense"),
        (["-c"], 2, ""),
        ([], 2, ""),
    ],
    ids=["no file", "no module", "no option", "no text", "nothing"],
)
def test_a_program_that_is_not_there_is_one_sentence(tmp_path, name, words, status, said):
    done = ours(name, *words, folder=tmp_path)
    assert done.returncode == status and said in done.stderr
    assert "Traceback" not in done.stderr and "garbage" not in done.stderr and "operators," not in done.stderr


@pytest.mark.parametrize("name", RUNNERS)
def test_a_traceback_is_the_programs_own(tmp_path, name):
    (tmp_path / "fails.py").write_text("def f():\n    return 1 / 0\n\nf()\n")
    alone, done = command("fails.py", folder=tmp_path), ours(name, "fails.py", folder=tmp_path)
    assert done.returncode == alone.returncode == 1
    assert done.stderr.startswith(alone.stderr) and alone.stderr.count("File") == 2


@pytest.mark.parametrize("name", RUNNERS)
def test_a_program_does_not_inherit_our_future_imports(tmp_path, name):
    """Annotations are objects, not texts, in a program that does not ask for the latter."""
    text = "def f(x: int): pass\nprint(f.__annotations__['x'] is int)\n"
    (tmp_path / "program.py").write_text(text)
    for words in (["program.py"], ["-c", text]):
        assert ours(name, *words, folder=tmp_path).stdout == "True\n"


def test_a_folder_with_a_main_module_runs(tmp_path):
    (tmp_path / "program").mkdir()
    (tmp_path / "program" / "__main__.py").write_text("import sys, torch\nprint(torch.__name__, sys.argv[1:])\n")
    assert ours("run", "program", "a", folder=tmp_path).stdout == "torch ['a']\n"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="-P came with Python 3.11")
@pytest.mark.parametrize(
    "words", [["-c", "import sys; print(sys.path)"], ["program.py"], ["-m", "json.tool", "--help"]]
)
def test_no_folder_is_put_before_the_path_under_P(words, tmp_path):
    (tmp_path / "program.py").write_text("import sys; print(sys.path)")
    (tmp_path / "json.py").write_text("raise SystemExit('the folder was looked at')")
    theirs = command("-P", *words, folder=tmp_path)
    found = command("-P", "-m", "pytorch_c.run", *words, folder=tmp_path)
    assert (found.returncode, found.stdout) == (theirs.returncode, theirs.stdout)


def test_a_list_of_operators_that_is_not_there_is_one_sentence():
    done = ours("coverage", "--yaml", "/nonexistent")
    assert done.returncode == 2 and "argument --yaml: [Errno 2]" in done.stderr and "Traceback" not in done.stderr


def test_the_package_itself_lists_its_commands():
    done = command("-m", "pytorch_c")
    assert done.returncode == 0 and all(name in done.stdout for name in COMMANDS)
    done = command("-m", "pytorch_c", "nosuch")
    assert done.returncode == 2 and "no such command: nosuch" in done.stderr and not done.stdout


@pytest.mark.parametrize("name", [words.split()[0].strip(",") for line in COMMANDS for words in line.split(", ")])
def test_every_listed_command_explains_itself(name):
    done = ours(name, "-h")
    assert done.returncode == 0 and done.stdout and "Traceback" not in done.stderr
