"""The runner of the tests: its sum, its exit status, and processes that end before their time."""

import re
import subprocess
import sys

import pytest
from support.project import HANG, ROOT

FILES = {
    "good": "import pytest\ndef test_a(): pass\ndef test_b(): pytest.skip('not today')\n@pytest.mark.xfail\ndef test_c(): assert 0",
    "bad": "def test_d(): print('printed before'); assert 1 == 2",
    "dies": "import os\ndef test_e(): pass\ndef test_f(): os.abort()\ndef test_g(): pass",
    "hangs": "import time\ndef test_h(): time.sleep(1000)",
    "broken": "import no_such_module",
    "leaves": "import pathlib\ndef test_j(): pathlib.Path('left_by_a_test').touch()",
    "state": "import builtins\ndef test_i(): assert not hasattr(builtins, 'left_behind'); builtins.left_behind = 1",
}


@pytest.fixture
def run(tmp_path):
    """run(names, *options): status and output of the runner for these files."""

    def run(names, *options):
        files = []
        for name in names:
            file = tmp_path / f"test_{name}.py"
            file.write_text(FILES[name])
            files.append(str(file))
        command = [sys.executable, "tools/run_tests", "--jobs", "1", *options, *files]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANG)
        return done.returncode, done.stdout, done.stderr

    return run


def last_line(said):
    return re.sub(r" in [\d.]+s", "", said.splitlines()[-1].strip("= "))


def test_all_that_passes_is_summed_up(run):
    status, said, _ = run(["good"])
    assert (status, last_line(said)) == (0, "1 passed, 0 failed, 1 skipped, 1 xfailed")
    assert "    1 not today" in said


def test_failures_are_shown_at_the_end_with_what_they_printed(run):
    status, said, _ = run(["bad", "good"])
    assert (status, last_line(said)) == (1, "1 passed, 1 failed, 1 skipped, 1 xfailed")
    shown = said.partition("= FAILURES =")[2]
    assert "assert 1 == 2" in shown and "printed before" in shown
    assert re.search(r"^FAILED .*test_bad.py::test_d$", shown, re.M)


def test_a_file_that_cannot_be_imported_is_an_error(run):
    status, said, _ = run(["broken", "good"])
    assert (status, last_line(said)) == (1, "1 passed, 0 failed, 1 error, 1 skipped, 1 xfailed")
    assert "no_such_module" in said


def test_a_process_that_dies_is_told_with_its_test_and_the_others_go_on(run):
    status, said, _ = run(["dies", "good"])
    assert (status, last_line(said)) == (1, "2 passed, 1 failed, 1 skipped, 1 xfailed")
    assert re.search(r"test_dies.py ended by SIGABRT while it ran this test", said)
    assert re.search(r"^FAILED .*test_dies.py::test_f$", said, re.M)


def test_a_process_that_hangs_is_ended_and_shows_where_it_was(run):
    status, said, _ = run(["hangs", "good"], "--hang", "5")
    assert (status, last_line(said)) == (1, "1 passed, 1 failed, 1 skipped, 1 xfailed")
    assert "hung; it was ended while it ran this test" in said and "in test_h" in said


def test_commands_beside_the_tests_count(run):
    status, said, _ = run(["good"], "--beside", "echo fine", "--beside", "echo reason; exit 3")
    assert (status, last_line(said)) == (1, "2 passed, 1 failed, 1 skipped, 1 xfailed")
    assert "ended with exit status 3\nreason" in said and "    fine" in said


def test_a_file_left_in_the_tree_is_told_and_fails(run):
    left = ROOT / "left_by_a_test"
    try:
        status, said, _ = run(["leaves", "good"])
    finally:
        left.unlink()
    assert status == 1
    assert re.search(r"^FAILED left_by_a_test was left in the tree; first seen after .*test_leaves.py$", said, re.M)


def test_each_file_runs_in_a_process_that_no_other_has_changed(run, tmp_path):
    (tmp_path / "test_again.py").write_text(FILES["state"])
    status, said, _ = run(["state"], str(tmp_path / "test_again.py"))
    assert (status, last_line(said)) == (0, "2 passed, 0 failed, 0 skipped")


def test_no_file_is_begun_after_the_failure_that_was_to_be_the_last(run):
    status, said, _ = run(["bad", "good"], "-x")
    assert (status, last_line(said)) == (1, "0 passed, 1 failed, 0 skipped, 1 files not run")


def test_commands_are_begun_first(run):
    _, said, _ = run(["good"], "--beside", "echo early")
    assert re.findall(r"^\[ *\d+/2\] (.*?):", said, re.M)[0] == "echo early"


def test_options_reach_pytest(run):
    status, said, _ = run(["good", "bad"], "-k", "test_a")
    assert (status, last_line(said)) == (0, "1 passed, 0 failed, 0 skipped")


def test_nothing_that_ran_is_no_success(run):
    assert run(["good"], "-k", "nothing_is_named_so")[0] == 5


def test_the_exit_status_is_pytests_after_an_option_that_it_refuses(run):
    status, said, _ = run(["good"], "--no-such-option")
    assert status == 1 and "unrecognized arguments: --no-such-option" in said
