"""Memory without a call: cycles collected by their bytes, and what was freed given back to the system."""

import gc
import os
import subprocess
import sys
import types

import pytest
from support.gc_helpers import Node
from support.project import HANG, ROOT

import pytorch_c as torch
from pytorch_c._memory import automatic

pytestmark = pytest.mark.frees

MB = 1 << 20


@pytest.fixture(autouse=True)
def as_at_first():
    gc.collect()
    torch.memory.set_automatic(True)
    yield
    torch.memory.set_threshold(None)
    torch.memory.set_automatic(True)
    gc.collect()


def rise(package, trials=150, width=512):
    command = [sys.executable, str(ROOT / "tests/memory/trials.py"), package, str(trials), str(width)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=10 * HANG)
    assert ran.returncode == 0, ran.stderr
    return float(ran.stdout)


def run_alone(code, **environment):
    given = {**os.environ, **environment}
    ran = subprocess.run(
        [sys.executable, "-c", code], env=given, cwd=ROOT, capture_output=True, text=True, timeout=HANG
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def collections():
    return torch.memory.stats()["automatic_collections"]


# ---- cycles ----


def test_loop_of_cycles_peaks_no_higher_than_torchs():
    assert rise("pytorch_c") <= 1.2 * rise("torch")


def test_storages_of_cycles_stay_near_what_is_in_use():
    base, most = torch.memory.storage_bytes(), 0
    for _ in range(300):
        Node(x=torch.ones(MB // 4))
        most = max(most, torch.memory.storage_bytes() - base)
    assert most <= automatic._room(base) + 8 * MB
    assert collections()


def test_what_only_a_cycle_of_the_young_holds_does_not_look_at_everything(monkeypatch):
    looks, before = [], collections()
    monkeypatch.setattr(automatic, "core", types.SimpleNamespace(collect=lambda: looks.append(1)))
    for _ in range(100):
        Node(x=torch.ones(MB // 4))
    assert collections() > before and not looks


def test_cycles_that_have_grown_old_are_found():
    old = [Node(x=torch.ones(MB // 4)) for _ in range(40)]
    gc.collect()  # now in the oldest generation
    base = torch.memory.storage_bytes()
    torch.memory.set_automatic(True)
    old.clear()
    held = [torch.ones(MB // 4) for _ in range(80)]
    assert torch.memory.storage_bytes() < base + 60 * MB
    del held


def test_looks_are_few_where_everything_is_in_use():
    before = collections()
    held = [torch.ones(MB // 4) for _ in range(256)]
    assert collections() - before <= 8  # 32 MB, and then a quarter more each time
    del held


def test_steps_that_need_much_for_a_while_are_not_looked_at_each_time():
    for _ in range(3):
        held = [torch.ones(MB // 4) for _ in range(200)]
        del held
    before = collections()
    for _ in range(20):
        held = [torch.ones(MB // 4) for _ in range(200)]
        del held
    assert collections() == before


def _growth():
    base = torch.memory.storage_bytes()
    for _ in range(60):
        Node(x=torch.ones(MB // 4))
    return torch.memory.storage_bytes() - base


@pytest.fixture
def no_other_collections():
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000)
    yield
    gc.set_threshold(*thresholds)


def test_switched_off(no_other_collections):
    torch.memory.set_automatic(False)
    before = collections()
    assert _growth() >= 60 * MB and collections() == before


def test_collector_that_the_user_has_disabled_stays_so():
    gc.disable()
    try:
        before = collections()
        assert _growth() >= 60 * MB and collections() == before
    finally:
        gc.enable()


CYCLES = """
import gc
import pytorch_c as torch
class Node: pass
gc.set_threshold(100_000)  # no collection but the automatic ones
for _ in range(60):
    node = Node()
    node.itself, node.x = node, torch.ones(1 << 18)
print(torch.memory.stats()["automatic_collections"], torch.memory.storage_bytes())
"""


@pytest.mark.parametrize("setting, collects", [("0", False), ("1", True)])
def test_setting_in_the_environment(setting, collects):
    collected, held = map(int, run_alone(CYCLES, PYTORCH_C_GC_AUTOMATIC=setting).split())
    assert (collected > 0) == (held < 60 * MB) == collects


@pytest.mark.parametrize("given", [0, None, "yes"])
def test_what_is_no_bool_is_refused(given):
    with pytest.raises(TypeError, match="argument 'enabled' must be bool"):
        torch.memory.set_automatic(given)


def test_finalizer_in_the_collection_that_makes_tensors():
    class Makes(Node):
        def __del__(self):
            Makes.made = torch.ones(16 * MB)

    Makes()
    for _ in range(60):
        Node(x=torch.ones(MB // 4))
    assert Makes.made.numel() == 16 * MB
    del Makes.made


def test_threshold_counts_what_gradients_hold():
    limit, most = 40 * MB, 0
    torch.memory.set_automatic(False)
    gc.collect()
    torch.memory.set_threshold(torch.memory.storage_bytes() + limit, "cpu")
    base = torch.memory.storage_bytes()
    for _ in range(100):
        w = torch.ones(MB // 4, requires_grad=True)
        Node(w=w)
        (w * 2).sum().backward()  # a gradient has no tensor of ours until it is asked for
        most = max(most, torch.memory.storage_bytes() - base)
    assert most <= limit + 4 * MB


# ---- what only the graph holds ----


@pytest.mark.filterwarnings("ignore:Using backward")
def test_graph_that_refers_to_itself_is_counted_and_the_way_out_frees_it():
    live, base = torch.live_tensors(), torch.memory.storage_bytes()
    w = torch.ones(MB // 4, requires_grad=True)
    torch.set_warn_always(True)  # else libtorch warns once in a process, and another test may have been there
    try:
        with pytest.warns(UserWarning, match="a reference cycle"):
            (w * w).sum().backward(create_graph=True)
    finally:
        torch.set_warn_always(False)
    del w
    gc.collect()
    assert torch.live_tensors() == live, "no tensor refers to it"
    assert torch.memory.storage_bytes() - base >= 2 * MB, "and its memory is there"
    base = torch.memory.storage_bytes()
    w = torch.ones(MB // 4, requires_grad=True)
    (w * w).sum().backward(create_graph=True)
    w.grad = None  # the way out; or autograd.grad(), which keeps no gradient with its tensor
    del w
    assert torch.memory.storage_bytes() == base
    w = torch.ones(MB // 4, requires_grad=True)
    (gradient,) = torch.autograd.grad((w * w).sum(), w, create_graph=True)
    del w, gradient
    assert torch.memory.storage_bytes() == base


def test_storages_count_once():
    base = torch.memory.storage_bytes()
    x = torch.ones(MB)
    views = [x[i:] for i in range(10)]
    assert 4 * MB <= torch.memory.storage_bytes() - base < 5 * MB
    del x
    assert torch.memory.storage_bytes() - base >= 4 * MB
    del views
    assert torch.memory.storage_bytes() == base


# ---- back to the system ----

MAKE = r"""
import re, pytorch_c as torch
def resident():
    return int(re.search(r"VmRSS:\s+(\d+)", open("/proc/self/status").read())[1]) >> 10
def make():  # small enough for the allocator to keep, and something at its end that keeps the rest below
    many = [torch.ones(16_000) for _ in range(8_000)]
    return many, torch.ones(16_000)
start = resident()
"""


def test_trim_gives_memory_back():
    code = """
import pytorch_c._boundary.api as api
api.set_trim_drop(0)
many, last = make()
many.clear()
kept = resident() - start
given = torch.memory.trim()
print(kept, given >> 20, resident() - start)
"""
    kept, given, left = map(int, run_alone(MAKE + code).split())
    assert kept > 400 and given > 400 and left < 100


def test_large_drop_gives_memory_back_by_itself():
    left = run_alone(MAKE + "many, last = make(); many.clear(); torch.ones(1); print(resident() - start)")
    assert int(left) < 300


def test_loop_that_needs_it_again_is_not_trimmed_each_time():
    code = """
for _ in range(6):
    many, last = make()
    many.clear()
kept = resident() - start
print(kept)
"""
    assert int(run_alone(MAKE + code)) > 400


STEPS = """
import resource
import pytorch_c as torch
def faults(steps):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(steps):
        made = [torch.ones(1 << 20) for _ in range(8)]  # 32 MB
        made.clear()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before
faults(3)
print(faults(10), torch.memory.trim() >> 20)
"""
PAGES = 10 * 8 * (4 * MB // 4096)  # that all steps write to


def test_steps_that_free_and_make_the_same_tensors_keep_their_pages():
    faults, trimmed = map(int, run_alone(STEPS).split())
    assert faults < PAGES // 10
    assert trimmed >= 28, "what malloc keeps is given back when asked"


@pytest.mark.parametrize("name", ["MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "GLIBC_TUNABLES"])
def test_environment_decides_what_malloc_keeps(name):
    value = "glibc.malloc.trim_threshold=131072" if name == "GLIBC_TUNABLES" else "131072"
    faults, _ = map(int, run_alone(STEPS, **{name: value}).split())
    assert faults > PAGES // 2
