"""`make gpu`: it says so where there is no GPU, and reports each part, whatever became of it."""

import json
import subprocess
import sys

import pytest
import torch
from gpu import __main__ as command
from gpu.checks import Checks, Skip
from gpu.report import PAGE, REPORT, document, page
from support.project import HANG, ROOT


def gpu(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", "tests.gpu", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=HANG
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu_it_says_so_and_fails():
    code, said = gpu()
    assert code == 1 and said.startswith("no GPU can be used here") and said.count("\n") == 1


def test_a_dry_run_reports_its_parts(tmp_path):
    code, said = gpu("--dry", "--only", "memory", "streams", "--report", str(tmp_path))
    assert code == 0, said
    told = json.loads((tmp_path / "gpu.json").read_text())
    assert [part["part"] for part in told["parts"]] == ["memory", "streams"] and told["device"] == "cpu"
    results = {one["result"] for part in told["parts"] for one in part["results"]}
    assert results == {"passed", "not run"}
    text = (tmp_path / "gpu.md").read_text()
    assert "| memory | 4 | 0 |" in text and "not run: an event of another process" in text


def test_a_part_that_hangs_or_dies_is_reported(monkeypatch):
    monkeypatch.setattr(command.sys, "executable", "/bin/sh")
    hung = command.run("streams", "cpu", 0.5)  # the shell knows no such module
    assert hung["results"][-1]["result"] == "failed" and "ended with" in hung["results"][-1]["error"]


def test_nothing_on_a_device_is_a_failure(tmp_path):
    code, said = gpu("--dry", "--only", "graphs", "--report", str(tmp_path))
    assert code == 1 and "0 passed" in said


def test_checks_go_on_after_one_that_fails():
    checks = Checks()

    @checks("one and one are three")
    def wrong(device):
        raise AssertionError(f"not on {device}")

    @checks("it cannot be told")
    def left_out(device):
        raise Skip("no reason")

    @checks("only there", gpu_only=True)
    def there(device):
        raise AssertionError

    @checks("all is well")
    def fine(device):
        return {"answer": 42}

    found = [*checks.results("cpu")]
    assert [one["result"] for one in found] == ["failed", "not run", "not run", "passed"]
    assert "not on cpu" in found[0]["error"] and found[3]["figures"] == {"answer": 42}
    text = page(
        {"device": "cpu", "machine": {"device": "cpu"}, "parts": [{"part": "few", "seconds": 1, "results": found}]}
    )
    assert "| few | 1 | 1 | 2 | 1 |" in text and "| answer | 42 |" in text and "**failed**: one and one" in text


def test_the_page_is_what_the_committed_report_says():
    report = json.loads(REPORT.read_text())
    assert PAGE.read_text() == document(report), "python -m tests.gpu.report writes it anew"
    assert report["device"] == "cuda" and {part["part"] for part in report["parts"]} == {*command.PARTS}
