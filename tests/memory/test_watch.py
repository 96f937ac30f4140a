"""memory.watch(): whether a loop makes cyclic garbage."""

import gc
import os
import subprocess
import sys

import pytest
from support.gc_helpers import Node
from support.project import HANG, ROOT

import pytorch_c as torch
from pytorch_c._boundary import api

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
    backward, callbacks, debug = api.autograd_backward, gc.callbacks[:], gc.get_debug()
    with pytest.raises(KeyError), torch.memory.watch():
        assert not gc.isenabled() and api.autograd_backward is not backward
        with pytest.raises(ValueError), torch.memory.watch():
            raise ValueError
        assert not gc.isenabled() and gc.get_freeze_count() and api.autograd_backward is not backward
        raise KeyError
    assert gc.isenabled() and not gc.get_freeze_count() and not gc.garbage
    assert api.autograd_backward is backward and gc.callbacks == callbacks and gc.get_debug() == debug


def test_finalizers_run_once():
    ran = []

    class Noted(Node):
        def __del__(self):
            ran.append(1)

    with torch.memory.watch():
        Noted()
    gc.collect()
    assert ran == [1]


def test_a_block_within_a_block_counts_for_both():
    with torch.memory.watch() as outer:
        for _ in range(3):
            Node()
            with torch.memory.watch() as inner:
                Node(), Node()
            outer.step()
            assert (inner.steps, inner.kinds["Node"]) == (1, 2)
    assert (outer.steps, outer.kinds["Node"]) == (2, 6)


def test_a_block_is_entered_once():
    seen = torch.memory.watch()
    with seen, pytest.raises(RuntimeError, match="entered before"):
        seen.__enter__()
    with pytest.raises(RuntimeError, match="entered before"):
        seen.__enter__()


@pytest.mark.parametrize("within", [torch.autograd.backward, torch.Tensor.backward])
def test_each_outermost_backward_pass_ends_a_step(within):
    class Again(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            with torch.enable_grad():
                within(torch.ones(1, requires_grad=True).sum())
            return grad

    x = torch.ones(1, requires_grad=True)
    with torch.memory.watch() as seen:
        for _ in range(4):
            torch.autograd.backward(Again.apply(x).sum())
    assert seen.steps == 3


@pytest.mark.parametrize("collect", [gc.collect, torch.gc])
def test_what_the_programs_own_collections_free(collect):
    with torch.memory.watch() as seen:
        for _ in range(3):
            collect()
            Node(x=torch.ones(2))
            collect()
            seen.step()
    torch.finish_gc()
    assert (seen.steps, seen.objects) == (2, 0) and seen.collected >= 4
    assert "a step went with collections of the program's own (2 steps)" in str(seen)


def test_a_block_without_a_step_says_so():
    with torch.memory.watch() as seen:
        pass
    assert "no cyclic garbage in 1 step" in str(seen) and "Neither backward() nor step()" in str(seen)


def test_the_first_call_of_an_operator_leaves_no_cycles():
    code = "import pytorch_c as torch\nwith torch.memory.watch() as seen:\n  torch.arange(6).clamp(1)\nprint(dict(seen.kinds))"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0 and "function _convert" not in ran.stdout, (ran.stdout, ran.stderr)


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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_programs_that_fork_and_that_watch_themselves(tmp_path):
    text = "import os, torch\nwith torch.memory.watch(): pass\nif os.fork(): os.wait()\n"
    command = [sys.executable, "-m", "pytorch_c.memory", "-c", text]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, ran.stderr
    child, parent = (line for line in ran.stderr.splitlines() if line.startswith("pytorch_c.memory"))
    assert child.startswith("pytorch_c.memory (forked process ") and parent.startswith("pytorch_c.memory: ")
