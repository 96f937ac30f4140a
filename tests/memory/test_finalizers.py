"""The finalizer strategies: each keeps the same promises (finalizer_promises.py), in a process of its own."""

import functools
import gc
import json
import os
import subprocess
import sys
import weakref
from pathlib import Path

import finalizer_promises
import free_threads
import pytest
from support.project import HANG, ROOT

import pytorch_c as torch

STRATEGIES = ["weakref", "weakref_python", "finalize", "del", "ffi_gc", "deferred", "explicit"]
PROMISES = [promise.__name__ for promise in finalizer_promises.PROMISES]


def python(strategy, code=None, file=None, arguments=()):
    """Runs a program under a strategy; a hang is a failure."""
    environment = {**os.environ, "PYTORCH_C_FINALIZER": strategy, "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-X", "faulthandler", *(["-c", code] if code else [str(file)]), *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=HANG)


@functools.cache
def promises_under(strategy):
    ran = python(strategy, file=Path(finalizer_promises.__file__))
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_all_strategies_are_listed():
    from pytorch_c._memory import finalizers

    assert list(finalizers.STRATEGIES) == STRATEGIES


@pytest.mark.parametrize("promise", PROMISES)
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_promise(strategy, promise):
    found = promises_under(strategy)
    assert found["strategy"] == strategy
    assert found["promises"][promise] is None, found["promises"][promise]


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_threads_lose_nothing(strategy):
    ran = python(strategy, file=Path(free_threads.__file__), arguments=["0.2"])
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["strategy"] == strategy
    assert [error for error in found["promises"].values() if error] == []


EXIT = """
import atexit, sys, threading, time
import pytorch_c as torch

class Node:
    def __init__(self): self.me, self.x = self, torch.ones(1000)
    def __del__(self):
        y = self.x.closed or self.x + 1

in_module, in_cycle = torch.ones(10), Node()
sys.held = [torch.ones(5), Node()]
atexit.register(lambda x=torch.ones(3): x + 1)
graph = torch.ones(3, requires_grad=True) * 2
array = torch.ones(4).numpy()

def in_thread():
    x = torch.ones(7)
    while True:
        x = x + 1
        if len(sys.argv): time.sleep(0.001)

threading.Thread(target=in_thread, daemon=True).start()
time.sleep(0.02)
torch.gc()
in_loop = Node()
s = torch.scope().__enter__()
in_scope = torch.ones(3)
{end}
"""


@pytest.mark.parametrize("end", ["", "sys.exit(0)", "import gc; gc.disable()", "torch.gc(); torch.finish_gc()"])
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_interpreter_exit_is_quiet(strategy, end):
    ran = python(strategy, EXIT.replace("{end}", end))
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_chosen_by_function(strategy):
    code = f"""
import pytorch_c as torch
torch.set_finalizer({strategy!r})
assert torch.finalizer() == {strategy!r}
x = torch.ones(3)
x.close()
assert torch.live_tensors() == 0
"""
    ran = python("", code)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_choosing_twice_before_the_first_tensor():
    code = """
import pytorch_c as torch
for name in ("del", "ffi_gc", "explicit", "deferred", "weakref"):
    torch.set_finalizer(name)
assert "__del__" not in vars(torch.Tensor)
x = torch.ones(3)
del x
assert torch.live_tensors() == 0
"""
    ran = python("", code)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_choosing_too_late_raises():
    code = """
import pytorch_c as torch
torch.ones(3)
torch.set_finalizer(torch.finalizer())
try:
    torch.set_finalizer("finalize")
except RuntimeError as error:
    assert "the finalizer strategy is del already; choose it before the first tensor" == str(error), error
else:
    raise SystemExit("no error")
"""
    ran = python("del", code)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_unknown_strategy_raises():
    with pytest.raises(ValueError, match="unknown finalizer strategy 'magic': one of weakref, "):
        torch.set_finalizer("magic")
    ran = python("magic", "import pytorch_c")
    assert ran.returncode and "unknown finalizer strategy 'magic'" in ran.stderr


SUBINTERPRETER = """
{first}
import _xxsubinterpreters as interpreters
other = interpreters.create()
try:
    interpreters.run_string(other, "import pytorch_c")
except interpreters.RunFailedError as error:
    assert "pytorch_c cannot be used in a subinterpreter" in str(error), error
else:
    raise SystemExit("no error")
import pytorch_c as torch
assert (torch.ones(3) + 1).tolist() == [2.0] * 3
"""


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="the module that makes subinterpreters has another name")
@pytest.mark.parametrize("first", ["import pytorch_c; x = pytorch_c.ones(3)", ""])
def test_subinterpreters_are_refused(first):
    ran = python("", SUBINTERPRETER.replace("{first}", first))
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.frees
@pytest.mark.skipif(
    torch.finalizer() in ("weakref_python", "finalize"),
    reason="references of Python's own are tracked by its collector",
)
def test_collector_sees_nothing_of_the_finalizer():
    x = torch.ones(3)
    assert not any(gc.is_tracked(reference) for reference in weakref.getweakrefs(x._h))
    assert not gc.is_tracked(x._h)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_interrupted_creation_leaves_no_handle(strategy):
    code = """
import pytorch_c as torch
from pytorch_c._boundary.handle import core
x, live = torch.ones(3), torch.live_tensors()
def fails(tensor):
    raise KeyboardInterrupt
core.set_tracer(fails)
for _ in range(10):
    try:
        x + 1
    except KeyboardInterrupt:
        pass
    else:
        raise SystemExit("no error")
core.set_tracer(None)
assert torch.live_tensors() == live, torch.live_tensors()
"""
    ran = python(strategy, code)
    assert (ran.returncode, ran.stderr) == (0, "")
