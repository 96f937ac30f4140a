"""python -m pytorch_c.trace, and profiler.trace: the list is the profile's, and the program runs as it would alone."""

import importlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter

import pytest
import torch
from support.project import HANG, ROOT

import pytorch_c
from pytorch_c.profiler import profile, record_function, trace


def step():
    x = pytorch_c.ones(3, 4, requires_grad=True)
    with record_function("mine"):
        (x @ x.t()).sum().backward()


def counted(found):
    return {row["name"]: row["calls"] for row in found.operators()}


def test_the_list_is_the_profiles():
    """Kineto counts the same calls; it has no overloads unless asked."""
    step()
    config = pytorch_c.profiler._ExperimentalConfig(capture_overload_names=True)
    with profile(experimental_config=config) as profiled, trace() as found:
        step()
    from pytorch_c._boundary import library

    events = library.core.profile_events(profiled.profiler.kineto_results.profile)
    assert counted(found) == Counter(f"{e[0]}.{e[1]}" if e[1] else e[0] for e in events)
    assert {"aten::mm", "MmBackward0", "mine", "aten::sum.dim_IntList"} <= counted(
        found
    ).keys() or "aten::mm" in counted(found)


def test_what_is_inside_of_what():
    with trace() as found:
        for _ in range(5):
            step()
    ((_, roots),) = found.threads
    mine = next(root for root in roots if root.name == "mine")
    assert mine.kind == "range" and mine.calls == 5
    product = next(p for p in mine.children if p.name == "aten::matmul")
    assert [p.name for p in product.children] == ["aten::mm"] and product.children[0].parent is product
    backward = [p.name for depth, p in mine.walk() if p.kind == "backward"]
    assert backward == ["SumBackward0", "MmBackward0", "TBackward0", "torch::autograd::AccumulateGrad"]
    for _, place in mine.walk():
        assert place.total_ns >= place.self_ns >= 0 and place.longest_ns <= place.total_ns
    assert sum(row["self_ns"] for row in found.operators()) == sum(root.total_ns for root in roots)


def test_an_operator_inside_itself_counts_its_time_once():
    with trace() as found:
        pytorch_c.ones(2, 3).sum()
    rows = {row["name"]: row for row in found.operators("name")}
    assert rows["aten::sum"]["total_ns"] >= rows["aten::sum.dim_IntList"]["total_ns"]
    assert list(rows) == sorted(rows)


def test_shapes_and_lines():
    with trace(shapes=True, lines=True) as found:
        for n in (2, 2, 3):
            pytorch_c.stack([pytorch_c.ones(n), pytorch_c.ones(n)])  # here
    rows = [row for row in found.operators() if row["name"] == "aten::stack"]
    assert sorted((row["calls"], str(row["shapes"])) for row in rows) == [
        (1, "[[[3], [3]], 'int']"),
        (2, "[[[2], [2]], 'int']"),
    ]
    line = next(i for i, text in enumerate(open(__file__), 1) if text.endswith("# here\n"))
    assert {row["where"] for row in rows} == {f"{__file__}:{line} test_shapes_and_lines"}
    inner = next(row for row in found.operators() if row["name"] == "aten::cat")
    assert inner["where"] == rows[0]["where"]  # of what called it


def test_long_lists_of_inputs():
    many = [pytorch_c.ones(1, 1, 1, 1)] * 300
    with trace(shapes=True) as found:
        pytorch_c.cat(many)
    assert counted(found)["aten::cat"] == 1


def test_threads_have_lists_of_their_own():
    def work(times):
        for _ in range(times):
            pytorch_c.ones(2).cosh()

    with trace(lines=True) as found:
        threads = [threading.Thread(target=work, args=(i,)) for i in (10, 20, 30)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert counted_calls(found, "aten::cosh") == 60 and len(found.threads) == 3
    calls = [sum(p.calls for p in roots if p.name == "aten::cosh") for _, roots in found.threads]
    assert sorted(calls) == [10, 20, 30]


def counted_calls(found, name):
    return sum(row["calls"] for row in found.operators() if row["name"] == name)


def test_stopped_while_threads_run():
    stop = threading.Event()

    def work():
        while not stop.is_set():
            step()

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for i in range(20):
            with trace(shapes=i % 2 == 0, lines=i % 4 < 2) as found:
                time.sleep(0.01)
            assert found.table() and found.tree() and json.loads(found.json())
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_texts_and_files():
    found = trace()
    with pytest.raises(RuntimeError, match="when it has been stopped"):
        found.table()
    with found, pytest.raises(RuntimeError, match="runs already"):
        found.start()
    with found:
        step()
    found.stop()  # again is nothing
    assert "MmBackward0 (backward)" in found.table() and "… and" in found.table(limit=1)
    assert found.table("calls").splitlines()[1].split()[0] == str(max(counted(found).values()))
    assert len(found.tree(1).splitlines()) < len(found.tree().splitlines()) and "      aten::mm" in found.tree()
    with pytest.raises(ValueError, match="'sort_by'"):
        found.operators("speed")
    said = json.loads(found.json())
    assert said["operators"] == found.operators() and said["threads"][0]["places"][0]["name"] == "aten::ones"
    events = json.loads(found.chrome_trace())["traceEvents"]
    assert len(events) == sum(1 for _ in found.places()) and all(e["ph"] == "X" for e in events)
    outer = next(e for e in events if e["name"] == "mine")
    inner = next(e for e in events if e["name"] == "aten::mm")
    assert outer["ts"] <= inner["ts"] and inner["ts"] + inner["dur"] <= outer["ts"] + outer["dur"] + 1e-3
    assert len(found) == len(counted(found))


def test_torchs_own_program_is_traced():
    with trace() as found:
        torch.ones(2).cosh()
    assert counted(found)["aten::cosh"] == 1


def test_the_name_stays_the_operators():
    assert importlib.import_module("pytorch_c.trace") is pytorch_c.trace
    assert pytorch_c.trace(pytorch_c.eye(3)).item() == 3


# ---- the command ----

PROGRAM = """
import sys
import pytorch_c
from helper import double
print(__name__, sys.argv[1:], __file__.endswith("program.py"), double(pytorch_c.ones(2)).tolist())
if "fail" in sys.argv: raise KeyError("lost")
if "interrupt" in sys.argv: raise KeyboardInterrupt
sys.exit(7 if "seven" in sys.argv else None)
"""


@pytest.fixture
def program(tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "helper.py").write_text("def double(x):\n    return x.cosh() * 2\n")
    return tmp_path


def run(folder, *arguments, command=("-m", "pytorch_c.trace"), **options):
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *command, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=HANG,
        **options,
    )


@pytest.mark.parametrize(
    "arguments", [[], ["seven"], ["fail"], ["--tree", "-x"]], ids=["well", "exit code", "exception", "its own options"]
)
def test_a_program_runs_as_alone(program, arguments):
    alone = run(program, "program.py", *arguments, command=())
    traced = run(program, "program.py", *arguments)
    assert (traced.returncode, traced.stdout) == (alone.returncode, alone.stdout)
    assert traced.stderr.startswith(alone.stderr) and "aten::cosh" in traced.stderr
    assert alone.stdout.startswith("__main__ ")


def test_interrupted_programs(program):
    done = run(program, "program.py", "interrupt")
    assert done.returncode == 130 and "KeyboardInterrupt" in done.stderr and "aten::cosh" in done.stderr


def test_code_and_modules(program):
    code = "import sys, pytorch_c; pytorch_c.ones(2).cosh(); print(sys.argv)"
    done = run(program, "-c", code, "one", "--two")
    assert done.stdout == "['-c', 'one', '--two']\n" and "aten::cosh" in done.stderr and done.returncode == 0
    (program / "package").mkdir()
    (program / "package" / "__init__.py").write_text("")
    (program / "package" / "__main__.py").write_text(
        "from helper import double\n" + PROGRAM.replace("program.py", "__main__.py")
    )
    done = run(program, "-m", "package", "seven")
    assert done.stdout.startswith("__main__ ['seven'] True") and done.returncode == 7 and "aten::cosh" in done.stderr


def test_formats(program):
    done = run(program, "--format", "json", "-o", "list.json", "--shapes", "--lines", "program.py")
    said = json.loads((program / "list.json").read_text())
    (row,) = (row for row in said["operators"] if row["name"] == "aten::cosh")
    assert row["calls"] == 1 and row["shapes"] == [[2]] and row["where"].endswith("helper.py:2 double")
    assert "aten" not in done.stderr
    run(program, "--format", "chrome", "-o", "trace.json", "program.py")
    assert json.loads((program / "trace.json").read_text())["traceEvents"]
    assert "    aten::empty" in run(program, "--tree", "program.py").stderr


def test_a_list_that_cannot_be_written_is_an_error(program):
    done = run(program, "-o", "no/such/folder.txt", "program.py")
    assert done.returncode == 2 and not done.stdout and "--output: [Errno 2]" in done.stderr  # before the program runs
    done = run(program, "-o", "/dev/full", "program.py")
    assert done.returncode == 1 and "pytorch_c.trace: /dev/full: [Errno 28]" in done.stderr


def test_a_program_of_torchs(program):
    (program / "theirs.py").write_text("import torch\ntorch.ones(2).cosh()\nprint(torch.__file__)\n")
    real = run(program, "theirs.py")
    assert real.stdout == torch.__file__ + "\n" and "aten::cosh" in real.stderr
    ours = run(program, "--as-torch", "theirs.py")
    assert ours.stdout == pytorch_c.__file__ + "\n" and "aten::cosh" in ours.stderr


def test_wrong_commands(program):
    done = run(program)
    assert done.returncode == 2 and "a program is needed" in done.stderr
    done = run(program, "nothing.py")
    assert done.returncode == 2 and "can't open file 'nothing.py'" in done.stderr
    (program / "wrong.py").write_text("x = = 1\n")
    assert run(program, "wrong.py").stderr.startswith(run(program, "wrong.py", command=()).stderr)


def test_threads_and_children_of_a_program(program):
    """Threads run to their end before the list; children that it forks write none."""
    (program / "threads.py").write_text(
        "import os, threading, time, pytorch_c\n"
        "def late():\n    time.sleep(0.3); pytorch_c.ones(2).cosh()\n"
        "threading.Thread(target=late).start()\n"
        "pid = os.fork()\n"
        "if pid == 0:\n    pytorch_c.ones(2).sinh(); raise SystemExit(0)\n"
        "os.waitpid(pid, 0)\n"
    )
    done = run(program, "threads.py")
    assert done.returncode == 0 and done.stderr.count("operators,") == 1
    assert "aten::cosh" in done.stderr and "aten::sinh" not in done.stderr


def test_a_killed_program(program):
    (program / "killed.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGTERM)\n")
    assert run(program, "killed.py").returncode == -signal.SIGTERM
