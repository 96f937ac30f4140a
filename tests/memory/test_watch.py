"""memory.watch(): whether a loop makes cyclic garbage."""

import gc
import subprocess
import sys

import pytest
from support.gc_helpers import Node
from support.project import HANG, ROOT

import pytorch_c as torch

pytestmark = pytest.mark.frees


def test_loop_without_cycles():
    model = torch.nn.Linear(4, 4)
    with torch.memory.watch() as seen:
        for _ in range(5):
            model(torch.ones(2, 4)).sum().backward()
    assert (seen.steps, seen.objects, seen.bytes) == (4, 0, 0)
    assert str(seen).startswith("no cyclic garbage in 4 steps: gc() would free nothing")


def test_loop_of_cycles():
    with torch.memory.watch() as seen:
        for _ in range(5):
            Node(x=torch.ones(1 << 18))
            seen.step()
    assert seen.steps == 4 and seen.kinds["Node"] == seen.kinds["Tensor"] == 4
    assert 4 << 20 <= seen.bytes < 5 << 20
    assert "a step, with 1.00 MB of tensors (4 steps)" in str(seen)
    assert "4 Node" in str(seen) and "call gc() in the loop" in str(seen)


def test_block_without_a_step_is_one():
    with torch.memory.watch() as seen:
        Node()
    assert (seen.steps, seen.kinds["Node"]) == (1, 1)


def test_functions_are_named():
    def recurse():
        def recursive(n):
            return recursive(n - 1) if n else 0

        return recursive(2)

    with torch.memory.watch() as seen:
        recurse()
    assert seen.kinds["function recursive()"] == 1


def test_everything_is_as_before_afterwards():
    backward, debug = torch.Tensor.backward, gc.get_debug()
    with pytest.raises(KeyError), torch.memory.watch():
        assert not gc.isenabled() and torch.Tensor.backward is not backward
        raise KeyError
    assert gc.isenabled() and not gc.get_freeze_count() and not gc.garbage
    assert torch.Tensor.backward is backward and gc.get_debug() == debug


def test_finalizers_run_once():
    ran = []

    class Noted(Node):
        def __del__(self):
            ran.append(1)

    with torch.memory.watch():
        Noted()
    gc.collect()
    assert ran == [1]


def test_one_at_a_time():
    with torch.memory.watch(), pytest.raises(RuntimeError, match="open already"), torch.memory.watch():
        pass


PROGRAM = """
import sys, torch
print(torch.__name__, sys.argv[1:], __name__)
class Trial: pass
for _ in range(3):
    trial = Trial()
    trial.me, trial.x = trial, torch.ones(4, requires_grad=True)
    trial.x.sum().backward()
"""


def test_program(tmp_path):
    (tmp_path / "loop.py").write_text(PROGRAM)
    command = [sys.executable, "-W", "error", "-m", "pytorch_c.memory", str(tmp_path / "loop.py"), "--many"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == "torch ['--many'] __main__\n"
    assert ran.stderr.startswith("pytorch_c.memory: ") and "2 Trial" in ran.stderr
    none = subprocess.run(command[:5], cwd=ROOT, capture_output=True, text=True, timeout=HANG)
    assert none.returncode == 2 and "python -m pytorch_c.memory program.py" in none.stdout
