"""The quick sets of the fuzzers of files and of Python's surface, and all that they ever found."""

import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).parent.parent / "fuzz"

# (script, seed, cases): together about a minute of one core
QUICK = [("files.py", 1, 700), ("surface.py", 1, 3000), ("samples.py", 1, 300), ("archives.py", 1, 1500)]


# kind of bytes of others: cases
HANDED = {"programs": 20, "packages": 200, "safetensors": 500, "npy": 500, "tarballs": 500, "dlpack": 1000, "segments": 500,
          "store": 300, "payloads": 300, "gloo": 20}  # fmt: skip


@pytest.fixture(scope="module")
def handed():
    """Output of handed.py for all kinds: one process, whose children run the cases."""
    command = [sys.executable, FUZZ / "handed.py", *(f"{kind}={count}" for kind, count in HANDED.items()), "--seed=1"]
    return subprocess.run(command, capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("kind", HANDED)
def test_bytes_of_others_are_an_error_or_of_use(handed, kind):
    said = "\n".join(line for line in handed.stdout.splitlines() if line.startswith(kind))
    left = "" if kind == "programs" else "0 tensors left"  # torch's own Python keeps some in its caches
    assert said.startswith(f"{kind}: {HANDED[kind]} cases: 0 crashes, 0 hangs, 0 others, {left}"), said + handed.stderr


@pytest.mark.parametrize("script, seed, cases", QUICK)
def test_nothing_is_found(script, seed, cases):
    command = [sys.executable, FUZZ / script, f"--seed={seed}", f"--cases={cases}", f"--batch={cases}"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.splitlines()[-1].startswith(f"{cases} cases: 0 crashes, 0 hangs, 0 others"), ran.stdout


@pytest.mark.parametrize("case", ["descriptors", "files", "disk", "shared", "cgroup", "threads"])
def test_the_end_of_what_the_system_gives_is_a_sentence(case):
    ran = subprocess.run([sys.executable, FUZZ / "limits.py", case], capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0 and ran.stdout.startswith((f"{case}: 0 wrong", f"{case}: left out")), ran.stdout


def test_what_was_found_once_is_not_found_again(tmp_path):
    """Each line of the corpus is a program that once ended its process, or took its memory; all in one child."""
    programs = [line for line in (FUZZ / "corpus.txt").read_text().splitlines() if line and not line.startswith("#")]
    start = (
        "import contextlib, sys, warnings\nimport numpy as np, pytorch_c as t\nwarnings.simplefilter('ignore')\n"
        "for line in sys.stdin.read().splitlines():\n    print(line, flush=True)\n"
        "    with contextlib.suppress(Exception):\n        exec(line, {'t': t, 'np': np})\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", start],
        input="\n".join(programs),
        capture_output=True,
        text=True,
        timeout=600,
        cwd=tmp_path,
    )
    assert ran.returncode == 0, f"{(ran.stdout.splitlines() or ['none'])[-1]}: ended with {ran.returncode}"
    assert ran.stdout.splitlines() == programs


@pytest.mark.parametrize(
    "fault", ["import os; os.abort()", "import time; time.sleep(99)", "raise SystemError('planted')"]
)
def test_a_planted_fault_is_found(tmp_path, fault):
    """The runner itself: a crash, a hang and a misplaced exception each are named, and the cases after them still run."""
    script = tmp_path / "planted.py"
    script.write_text(
        f"import sys; sys.path.insert(0, {str(FUZZ.parent)!r})\nfrom fuzz import children\n"
        f"def case(seed, index):\n    if index == 2:\n        {fault}\n    return 'last' if index == 4 else None\n"
        "found, left = children.explore(__file__, 0, 0, 5, seconds=1) if len(sys.argv) == 1 else (None, None)\n"
        "if found is None:\n    children.main(__file__, case, None, leaks=lambda: 0)\n"
        "else:\n    print([(one.index, one.what.split(':')[0]) for one in found])\n"
    )
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=600, check=True)
    found = eval(ran.stdout)
    assert [index for index, _ in found] == [2, 4] and found[1][1] == "last"
    assert found[0][1] in ("crashes", "hangs", "Traceback (most recent call last)")
