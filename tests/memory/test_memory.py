"""Memory: counts, the threshold, and what happens when there is none left."""

import gc
import subprocess
import sys

import pytest
from support.project import HANG

import pytorch_c as torch
from pytorch_c import memory

EXPLICIT = torch.finalizer() == "explicit"


class Node:
    def __init__(self, **attributes):
        self.me = self
        self.__dict__.update(attributes)


@pytest.fixture
def threshold():
    """Sets one for the test."""
    gc.collect()
    yield lambda bytes, device=None: memory.set_threshold(bytes, device)
    memory.set_threshold(None)


# ---- counts ----


def test_counts_what_is_made_and_closed():
    before = memory.stats()
    x, y = torch.ones(100), torch.ones(50, dtype=torch.float64)
    now = memory.stats()
    assert now["live"] - before["live"] == 2
    assert now["created"] - before["created"] == 2
    assert now["live_bytes"] - before["live_bytes"] == 800
    assert now["devices"]["cpu"]["live_bytes"] - before["devices"]["cpu"]["live_bytes"] == 800
    assert now["devices"]["cuda"]["live_bytes"] == 0
    x.close()
    y.close()
    after = memory.stats()
    assert after["closed"] - before["closed"] == 2
    assert after["live_bytes"] == before["live_bytes"]


def test_peak_is_the_most_since_the_reset():
    memory.reset_peak()
    before = memory.stats()
    assert before["peak_bytes"] == before["live_bytes"]
    x = torch.ones(1000)
    x.close()
    assert memory.stats()["peak_bytes"] - before["live_bytes"] == 4000
    memory.reset_peak()
    assert memory.stats()["peak_bytes"] == before["live_bytes"]


def test_views_count_what_they_cover_and_meta_tensors_nothing():
    before = torch.live_bytes()
    with torch.scope():
        x = torch.ones(10, 10)
        assert torch.live_bytes() - before == 400
        x[0]
        row = x[0]
        assert torch.live_bytes("cpu") - before == 440 + 40 * EXPLICIT
        torch.empty(1000, device="meta")
        assert torch.live_bytes("cpu") - before == 440 + 40 * EXPLICIT
        del row
    assert torch.live_bytes() == before


def test_live_bytes_of_a_device():
    x = torch.ones(10)
    assert torch.live_bytes() == torch.live_bytes("cpu") + torch.live_bytes("cuda")
    x.close()


# ---- threshold ----


def in_use():
    """Returns what counts against a threshold on the CPU."""
    return max(torch.live_bytes(), memory.storage_bytes())


@pytest.mark.frees
def test_threshold_collects_cycles(threshold):
    start, collections = in_use(), memory.stats()["threshold_collections"]
    threshold(start + 100_000)
    assert memory.threshold() == start + 100_000
    gc.disable()
    try:
        for _ in range(100):
            Node(x=torch.ones(2500))
            assert in_use() <= start + 112_000
    finally:
        gc.enable()
    assert 5 <= memory.stats()["threshold_collections"] - collections <= 20
    gc.collect()


@pytest.mark.frees
def test_threshold_does_not_ask_again_and_again_for_what_is_in_use(threshold):
    threshold(in_use() + 10_000)
    collections = memory.stats()["threshold_collections"]
    kept = [torch.ones(250) for _ in range(200)]  # 200,000 bytes
    assert memory.stats()["threshold_collections"] - collections <= 200_000 / (in_use() / 4) + 80
    del kept
    collections = memory.stats()["threshold_collections"]
    gc.collect()
    kept = [torch.ones(250) for _ in range(20)]
    assert memory.stats()["threshold_collections"] > collections, "it is armed again below"
    del kept


def test_threshold_is_off_at_first_and_again(threshold):
    assert memory.threshold("cpu") is None and memory.threshold("cuda") is None
    threshold(1)
    threshold(None)
    collections = memory.stats()["threshold_collections"]
    torch.ones(1000).close()
    assert memory.stats()["threshold_collections"] == collections


def test_thresholds_of_devices_are_apart(threshold):
    threshold(10, "cuda")
    assert (memory.threshold("cpu"), memory.threshold("cuda")) == (None, 10)
    threshold(20)
    assert (memory.threshold("cpu"), memory.threshold("cuda")) == (20, 20)


@pytest.mark.frees
def test_threshold_within_a_loop_and_a_collection(threshold):
    threshold(in_use() + 1000)

    class Makes(Node):
        def __del__(self):
            torch.ones(1000)

    torch.gc()
    for _ in range(20):
        Makes(x=torch.ones(1000))
    torch.finish_gc()
    gc.collect()


@pytest.mark.parametrize("bytes", [0, -1, 1 << 62])
def test_threshold_must_be_positive(bytes):
    with pytest.raises(ValueError, match="argument 'bytes' must be positive or None"):
        memory.set_threshold(bytes)


@pytest.mark.parametrize("bytes", [1.5, True, "1"])
def test_threshold_must_be_an_int(bytes):
    with pytest.raises(TypeError, match="argument 'bytes' must be int or None"):
        memory.set_threshold(bytes)


def test_threshold_of_an_unknown_device():
    with pytest.raises((ValueError, RuntimeError)):
        memory.set_threshold(10, "nowhere")


# ---- out of memory: a process that may have 600 MB more than it has ----

LIMITED = """
import gc, resource, sys
import pytorch_c as torch
torch.set_num_threads(1)
class Node:
    def __init__(self, **attributes):
        self.me = self
        self.__dict__.update(attributes)
def used():
    return int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
MB = 1 << 20
def limit(megabytes):
    resource.setrlimit(resource.RLIMIT_AS, (used() + megabytes * MB, resource.RLIM_INFINITY))
gc.collect(); gc.disable()
torch.ones(10).add(1)
"""


def limited(code):
    ran = subprocess.run([sys.executable, "-c", LIMITED + code], capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, ran.stderr
    return ran


needs_limit = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="RLIMIT_AS is Linux's")


@pytest.mark.frees
@needs_limit
def test_out_of_memory_frees_cycles_and_tries_again():
    limited("""
limit(600)
for i in range(20):
    Node(x=torch.ones(100 * MB // 4))
stats = torch.memory.stats()
assert 2 <= stats["out_of_memory_collections"] <= 10, stats
y = torch.empty(100 * MB // 4).add(1)
""")


@pytest.mark.frees
@needs_limit
def test_out_of_memory_in_a_loop_looks_at_what_is_older_too():
    limited("""
limit(600)
nodes = [Node(x=torch.ones(100 * MB // 4)) for _ in range(4)]
torch.gc()
del nodes
x = torch.ones(300 * MB // 4)
assert gc.get_freeze_count()
torch.finish_gc()
assert not gc.get_freeze_count()
""")


@needs_limit
def test_out_of_memory_error_has_the_figures():
    limited("""
kept = torch.ones(10 * MB // 4)
limit(300)
try:
    torch.ones(1000 * MB // 4)
except torch.OutOfMemoryError as error:
    assert isinstance(error, MemoryError)
    text = str(error)
else:
    raise SystemExit("no error")
for part in ("DefaultCPUAllocator", "(live: ", " tensors, ", " bytes on cpu, 0 on cuda", "a collection freed ", "the second try failed as well)"):
    assert part in text, text
assert torch.memory.stats()["out_of_memory_collections"] == 1
(kept + 1).close()
""")


@pytest.mark.frees
@needs_limit
def test_in_place_operators_are_not_repeated_but_the_next_one_succeeds():
    limited("""
x = torch.ones(1)
limit(450)
Node(x=torch.ones(100 * MB // 4)); Node(x=torch.ones(100 * MB // 4))
try:
    x.resize_(300 * MB // 4)
except torch.OutOfMemoryError as error:
    assert "second try" not in str(error) and "a collection freed 209715200 bytes)" in str(error), error
else:
    raise SystemExit("no error")
x.resize_(300 * MB // 4)
""")


@needs_limit
def test_collection_in_a_finalizer_does_not_ask_again():
    limited("""
class Hungry(Node):
    def __del__(self):
        try:
            torch.ones(1000 * MB // 4)
        except torch.OutOfMemoryError as error:
            print("out of memory", "second" in str(error))
limit(300)
Hungry()
try:
    torch.ones(1000 * MB // 4)
except torch.OutOfMemoryError:
    print("as expected")
""")


@needs_limit
def test_control_c_in_a_pressure_collection_arrives():
    ran = limited("""
import signal
class Interrupts(Node):
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
def relieve(level):
    raise KeyboardInterrupt
from pytorch_c._boundary.handle import core
core.set_pressure(relieve)
limit(300)
try:
    torch.ones(1000 * MB // 4)
except KeyboardInterrupt:
    print("interrupted")
except torch.OutOfMemoryError:
    try:
        sum(range(1000))
        import time; time.sleep(0.1)
    except KeyboardInterrupt:
        print("interrupted")
""")
    assert ran.stdout == "interrupted\n"


@needs_limit
def test_failing_callback_is_reported_and_the_error_stays():
    ran = limited("""
from pytorch_c._boundary.handle import core
def relieve(level):
    raise KeyError("relieve")
core.set_pressure(relieve)
limit(300)
try:
    torch.ones(1000 * MB // 4)
except torch.OutOfMemoryError:
    print("as expected")
""")
    assert ran.stdout == "as expected\n" and "KeyError: 'relieve'" in ran.stderr


# ---- the C library's side, as another language would use it ----

AS_ANOTHER_HOST = """
import ctypes, os
import pytorch_c as torch
from pytorch_c._boundary.handle import core
lib = ctypes.CDLL(os.path.join(os.path.dirname(torch.__file__), "lib", "libpytorch_c.so.0"))
CALL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int32)
DESTROY = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
lib.ptc_set_gc_callback.argtypes = CALL, ctypes.c_void_p, DESTROY
lib.ptc_set_gc_callback.restype = ctypes.c_void_p
lib.ptc_set_gc_threshold.argtypes = ctypes.c_int32, ctypes.c_int64
lib.ptc_live_bytes.restype = ctypes.c_int64
called, destroyed, kept = [], [], []

@CALL
def callback(context, level):
    called.append((context, level))
    torch.ones(100_000).close()  # an operator within; it does not ask again
    lib.ptc_set_gc_callback(other, 8, destroy)  # replaces itself
    assert not destroyed, "while it runs"

@CALL
def other(context, level):
    called.append((context, level))
    while kept: kept.pop().close()

@DESTROY
def destroy(context):
    destroyed.append(context)

lib.ptc_set_gc_threshold(0, lib.ptc_live_bytes(0) + 10_000)
assert lib.ptc_set_gc_callback(callback, 7, destroy) is None
kept.append(torch.ones(5000))
assert (called, destroyed) == ([(7, 1)], [7]), (called, destroyed)
kept += [torch.ones(5000) for _ in range(3)]
assert called[1:] and set(called[1:]) == {(8, 1)}, called
assert lib.ptc_set_gc_callback(CALL(), 9, destroy) is None  # none any more
assert destroyed == [7, 8, 9], destroyed
count = len(called)
kept += [torch.ones(500_000)]
assert len(called) == count
"""


def test_callback_of_another_host():
    ran = subprocess.run([sys.executable, "-c", AS_ANOTHER_HOST], capture_output=True, text=True, timeout=HANG)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_handles_put_aside_are_closed_before_the_next_operator():
    code = """
import ctypes, os
import pytorch_c as torch
from pytorch_c._boundary.library import ffi, lib
x = torch.ones(3)
def make():
    made = ffi.new("ptc_tensor *")
    assert lib.ptc_tensor_share(ffi.cast("ptc_tensor", x._h.address), made) == ffi.NULL
    return made[0]
before = lib.ptc_live_tensors()
handles = [make() for _ in range(5)]
for one in handles: lib.ptc_tensor_close_later(one)
assert lib.ptc_live_tensors() == before + 5
assert lib.ptc_close_pending() == 5 and lib.ptc_close_pending() == 0
lib.ptc_tensor_close_later(make())
assert lib.ptc_live_tensors() == before + 1
y = x + 1
assert lib.ptc_live_tensors() == before + 1  # y
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG)
    assert (ran.returncode, ran.stderr) == (0, "")
