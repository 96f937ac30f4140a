"""Results that benchmarks/instructions.py makes of callgrind's files and of the kept ratios."""

import importlib
import json
import subprocess
import sys

import pytest
from support.project import ROOT

BENCHMARKS = ROOT / "benchmarks"
VERSIONS = {"torch": "2.13.0+cpu", "Python": "CPython 3.11.7"}


@pytest.fixture(scope="module")
def instructions():
    """The script as a module."""
    sys.path.insert(0, str(BENCHMARKS))
    try:
        yield importlib.import_module("instructions")
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.fixture
def kept(instructions, tmp_path):
    """check() of ratios against kept ones."""

    def check(before, now, versions=VERSIONS, few=False):
        path = tmp_path / "kept.json"
        content = instructions.kept_content({"versions": VERSIONS, "ratios": before})
        path.write_text(json.dumps(content), encoding="utf-8")
        return instructions.check({"versions": versions, "ratios": now, "few": few}, path)

    return check


def test_the_same_ratios_pass(kept):
    assert kept({"x + y": 0.8, "mm": 0.9}, {"x + y": 0.8, "mm": 0.9})[0] == 0


def test_a_call_may_grow_by_a_twentieth_and_shrink(kept):
    assert kept({"x + y": 0.8, "mm": 0.9}, {"x + y": 0.839, "mm": 0.3})[0] == 0


def test_each_call_that_grew_is_named_and_no_other(kept):
    status, text = kept({"x + y": 0.8, "mm": 0.9, "sum": 0.7}, {"x + y": 0.841, "mm": 1.9, "sum": 0.7})
    assert status == 1
    assert "x + y: grew from 0.800 to 0.841" in text and "mm: grew from 0.900 to 1.900" in text and "sum" not in text


def test_a_call_that_only_one_side_has_fails(kept):
    assert kept({"gone": 0.8}, {})[0] == 1
    status, text = kept({}, {"new": 0.8})
    assert status == 1 and "new: has no kept ratio" in text


def test_few_calls_are_compared_with_theirs_alone(instructions, kept):
    first, last = instructions.CALLS[0][0], instructions.CALLS[-1][0]
    assert kept({first: 0.8, last: 0.9}, {first: 0.8})[0] == 1
    assert kept({first: 0.8, last: 0.9}, {first: 0.8}, few=True)[0] == 0
    assert kept({first: 0.8, last: 0.9}, {first: 0.9}, few=True)[0] == 1


@pytest.mark.parametrize("other", [{"torch": "2.14.0"}, {"Python": "CPython 3.13.1"}])
def test_other_versions_are_not_compared(kept, other):
    status, text = kept({"x + y": 0.8}, {"x + y": 8.0}, VERSIONS | other)
    assert status == 0 and "not compared" in text


def test_another_build_of_the_same_versions_is_compared(kept):
    assert kept({"x + y": 0.8}, {"x + y": 8.0}, {"torch": "2.13.0", "Python": "CPython 3.11.9"})[0] == 1


def test_the_committed_ratios_are_of_the_calls_that_are_counted(instructions):
    committed = json.loads(instructions.KEPT.read_text(encoding="utf-8"))
    assert list(committed["ratios"]) == [name for name, _, _ in instructions.CALLS]
    assert len(instructions.CALLS) >= 250
    assert all(0 < ratio < 10 for ratio in committed["ratios"].values())


def test_a_part_is_read_from_what_callgrind_writes(instructions, tmp_path):
    path = tmp_path / "callgrind.out.3"
    text = "# callgrind format\npart: 3\n\ndesc: Trigger: Client Request: 17\n\nsummary: 171799\n\nfn=(1) f\n0 5\n"
    path.write_text(text + "totals: 171799\n")
    assert instructions.callgrind.part(path) == ("17", 171799)
    path.write_text(text.replace("Client Request: 17", "Program termination"))
    assert instructions.callgrind.part(path) is None


def test_what_happens_once_does_not_count(instructions):
    windows = {f"12.{window}": 162_000 for window in range(5)} | {"12.3": 442_000, "first": 7, "empty.0": 900}
    assert instructions.medians(windows) == {"12": 162_000, "empty": 900}


def test_both_packages_understand_every_statement(instructions):
    torch, ours = pytest.importorskip("torch"), importlib.import_module("pytorch_c")
    for package in (torch, ours):
        values = instructions.setting(package)
        for loop in instructions.loops(values).values():
            loop(range(2), *values.values())


def test_without_valgrind_it_says_so_and_passes(tmp_path):
    script = [sys.executable, str(BENCHMARKS / "instructions.py"), "--check", "--json", str(tmp_path / "x.json")]
    done = subprocess.run(script, env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "nothing was counted, valgrind is not installed" in done.stdout
