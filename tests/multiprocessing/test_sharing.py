"""Tensors in other processes: the same memory, by each strategy and start method, and nothing left afterwards."""

import gc
import mmap
import os
import pickle
import resource
import signal
import subprocess
import sys
import textwrap

import numpy
import pytest
import torch
from support import sending
from support.project import ROOT

import pytorch_c
import pytorch_c.multiprocessing as mp
from pytorch_c import UntypedStorage, nn
from pytorch_c.multiprocessing import reductions

STRATEGIES = ["file_descriptor", "file_system"]
METHODS = ["fork", "spawn", "forkserver"]
WAIT = 60


@pytest.fixture(params=STRATEGIES)
def strategy(request):
    """Each strategy; afterwards all segments and descriptors are gone."""
    names, count = sending.segments(), sending.descriptors()
    mp.set_sharing_strategy(request.param)
    yield request.param
    mp.set_sharing_strategy("file_descriptor")
    gc.collect()
    assert sending.descriptors() == count
    assert sending.gone(names), sending.segments() - names


def through(queue, value):
    queue.put(value)
    return queue.get(timeout=WAIT)


@pytest.fixture
def queue():
    made = mp.Queue()
    yield made
    made.close()
    made.join_thread()


# ---- the same memory ----


@pytest.mark.parametrize("method", METHODS)
def test_what_one_process_writes_the_other_sees(method, strategy):
    context = mp.get_context(method)
    inbox, outbox = context.Queue(), context.Queue()
    child = context.Process(target=sending.add_one, args=(inbox, outbox))
    child.start()
    x = pytorch_c.arange(6.0).reshape(2, 3)
    inbox.put((x, x.t(), x[1, 1:]))
    (back, turned, part), storages = outbox.get(timeout=WAIT)
    assert storages == 1
    assert x.tolist() == [[1, 2, 3], [4, 5, 6]] and x.is_shared()
    assert back.untyped_storage() is x.untyped_storage()  # no copy: it is the very memory
    assert (turned.stride(), turned.tolist(), part.tolist()) == ((1, 3), x.t().tolist(), [5, 6])
    inbox.put(None)
    child.join(WAIT)
    assert child.exitcode == 0
    del back, turned, part, inbox, outbox


@pytest.mark.parametrize("method", METHODS)
def test_an_argument_of_a_process_is_shared(method, strategy):
    x = pytorch_c.zeros(1000).share_memory_()
    child = mp.get_context(method).Process(target=sending.add_to_argument, args=(x,))
    child.start()
    child.join(WAIT)
    assert child.exitcode == 0 and x.sum().item() == 1000
    del child


KINDS = {
    "plain": lambda t: t.arange(6.0).reshape(2, 3),
    "strided": lambda t: t.arange(12).reshape(3, 4)[1:, ::2].t(),
    "expanded": lambda t: t.ones(1, 3).expand(4, 3),
    "scalar": lambda t: t.tensor(2.5),
    "empty": lambda t: t.empty(0, 3),
    "bfloat16": lambda t: t.ones(3, dtype=t.bfloat16),
    "bool": lambda t: t.tensor([True, False]),
    "complex, conjugate": lambda t: t.tensor([1 + 2j, 3j]).conj(),
    "requires grad": lambda t: t.ones(2, requires_grad=True),
    "sparse": lambda t: t.eye(3).to_sparse(),
    "csr": lambda t: t.eye(3).to_sparse_csr(),
    "meta": lambda t: t.ones(2, 3, device="meta"),
    "parameter": lambda t: t.nn.Parameter(t.ones(2)),
    "buffer": lambda t: t.nn.Buffer(t.ones(2)),
}


@pytest.mark.parametrize("name", KINDS)
def test_kinds_of_tensors_arrive(name, strategy, queue):
    ours, theirs = KINDS[name](pytorch_c), KINDS[name](torch)
    found = through(queue, ours)
    assert type(found) is type(ours) and found.dtype is ours.dtype and found.shape == ours.shape
    assert (found.requires_grad, found.layout) == (ours.requires_grad, ours.layout)
    if not ours.is_meta:
        dense = (lambda x: x) if ours.layout is pytorch_c.strided else (lambda x: x.to_dense())
        assert dense(found).tolist() == dense(theirs).tolist()
    if ours.layout is pytorch_c.strided:
        assert found.stride() == theirs.stride() and found.storage_offset() == theirs.storage_offset()
    del found, ours


def test_storages_and_modules_arrive(strategy, queue):
    storage = pytorch_c.arange(4, dtype=pytorch_c.uint8).untyped_storage()
    assert through(queue, storage) is storage
    typed = pytorch_c.arange(3.0)._typed_storage()
    assert through(queue, typed) == typed
    model = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)).share_memory()
    assert all(one.is_shared() for one in model.state_dict().values())
    found = through(queue, model)
    found[0].weight.data.fill_(7)
    assert model[0].weight.sum().item() == 42 and found is not model
    del storage, typed, found, model


def test_one_storage_in_several_messages_is_one(strategy, queue):
    x = pytorch_c.arange(4.0)
    first, second = through(queue, x), through(queue, x[2:])
    assert first.untyped_storage() is second.untyped_storage() is x.untyped_storage()
    assert first is not x and first.data_ptr() == x.data_ptr()
    del first, second, x


def test_all_views_see_the_memory_move():
    x = pytorch_c.arange(4.0)
    view, detached = x[1:], x.detach()
    before = x.data_ptr()
    x.share_memory_()
    assert x.data_ptr() != before and view.data_ptr() == x.data_ptr() + 4
    x[1] = 9
    assert view[0] == detached[1] == 9 and x.share_memory_() is x


def test_what_is_shared_says_so_as_in_torch():
    for make in (lambda t: t.ones(2), lambda t: t.empty(0), lambda t: t.nn.Parameter(t.ones(2))):
        for t in (pytorch_c, torch):
            x = make(t)
            assert x.is_shared() is (x.numel() == 0) or t is torch
            assert x.share_memory_() is x and x.is_shared() and x.untyped_storage().is_shared()


def test_shared_memory_stays_where_it_is():
    # torch moves it out of the segment, away from the other processes.
    x = pytorch_c.ones(2).share_memory_()
    with pytest.raises(RuntimeError, match="not resizable"):
        x.resize_(1000)
    assert x.tolist() == [1, 1] and not x.untyped_storage().resizable()


def test_a_file_that_is_mapped_stays_the_file(tmp_path, queue):
    path = tmp_path / "numbers"
    path.write_bytes(bytes(16))
    x = pytorch_c.from_file(str(path), shared=True, size=4)
    assert x.is_shared() and x.untyped_storage().filename == str(path)
    found = through(queue, x)
    found[1] = 1
    assert x[1] == 1 and path.read_bytes()[4:8] != bytes(4)
    private = pytorch_c.from_file(str(path), shared=False, size=4)
    assert not private.is_shared() and private.untyped_storage().filename is None


# ---- memory at which somebody looks ----


def test_lent_memory_stays_and_a_copy_is_sent(queue):
    x = pytorch_c.zeros(3)
    array = x.numpy()
    with pytest.raises(RuntimeError, match="an array or another view looks at it"):
        x.share_memory_()
    found = through(queue, x)
    found[0] = 5
    array[1] = 3
    assert x.tolist() == [0, 3, 0] and found.tolist() == [5, 0, 0] and not x.is_shared()


def test_a_tensor_over_an_array_moves_away_from_it():
    array = numpy.zeros(3)
    x = pytorch_c.from_numpy(array).share_memory_()
    array[0] = 1
    assert x.tolist() == [0, 0, 0] and x.is_shared()
    lent = x.numpy()  # once shared it stays where it is
    lent[1] = 2
    assert x.share_memory_()[1] == 2


# ---- what is wrong ----


def test_the_result_of_a_computation_is_refused():
    x = pytorch_c.ones(2, requires_grad=True) * 2
    with pytest.raises(RuntimeError, match="Cowardly refusing to serialize non-leaf tensor"):
        reductions.reduce_tensor(x)


def test_no_descriptor_left_is_an_error_that_says_so():
    x = pytorch_c.ones(2)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    opened = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 256), hard))
    try:
        while True:
            try:
                opened.append(os.open("/dev/null", os.O_RDONLY))
            except OSError:
                break
        with pytest.raises(RuntimeError, match="Too many open files: each shared storage keeps one"):
            x.share_memory_()
    finally:
        for fd in opened:
            os.close(fd)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert not x.is_shared() and x.share_memory_().tolist() == [1, 1]


@pytest.mark.filterwarnings("ignore:The given buffer is not writable")
def test_no_room_for_a_segment_is_an_error_that_leaves_nothing(strategy):
    if strategy == "file_descriptor":
        pytest.skip("a segment without a name is in no file system that has a size")
    status = os.statvfs("/dev/shm")
    before = sending.segments()
    size = status.f_blocks * status.f_frsize + (1 << 20)
    nothing = mmap.mmap(
        -1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ
    )  # no page is touched
    x = pytorch_c.frombuffer(nothing, dtype=pytorch_c.uint8)
    with pytest.raises(pytorch_c.OutOfMemoryError, match="No space left on device"):
        x.share_memory_()
    assert not x.is_shared() and sending.segments() == before


def wrong_descriptors():
    read, write = os.pipe()
    fd = pytorch_c.ones(2).untyped_storage()
    return {
        "closed": (999, 8, RuntimeError, "Bad file descriptor"),
        "negative": (-1, 8, RuntimeError, "Bad file descriptor"),
        "a pipe": (read, 8, ValueError, "no shared segment"),
        "too large": (fd, 9, ValueError, "has 8 bytes, not 9"),
        "huge": (fd, 2**63 - 1, ValueError, "has 8 bytes"),
        "no bytes": (fd, 0, ValueError, "must be positive"),
        "negative bytes": (fd, -8, ValueError, "must be positive"),
    }, (read, write)


def test_a_wrong_descriptor_is_refused():
    cases, pipe = wrong_descriptors()
    for given, nbytes, kind, words in cases.values():
        fd = given if isinstance(given, int) else given._share_fd_cpu_()[0]
        with pytest.raises(kind, match=words):
            UntypedStorage._new_shared_fd_cpu(fd, nbytes)
    for fd in pipe:
        os.close(fd)


@pytest.mark.parametrize("name", ["", "/", "a", "/a/b", "/../../etc/passwd", "/no_such_segment", "/" + "x" * 300])
def test_a_wrong_name_is_refused(name):
    with pytest.raises((ValueError, RuntimeError)):
        UntypedStorage._new_shared_filename_cpu(b"", name, 8)


def test_what_others_wrote_before_the_bytes_is_not_believed(strategy):
    """A segment with a name begins with a counter, which every process can write."""
    storage = pytorch_c.ones(2).untyped_storage()
    _, name, nbytes = storage._share_filename_cpu_()
    with open("/dev/shm" + name.decode(), "r+b") as file:
        file.write(b"\xff" * 8)
    assert storage.nbytes() == nbytes == 8
    os.unlink("/dev/shm" + name.decode())
    del storage


def test_plain_pickles_still_copy():
    x = pytorch_c.ones(2).share_memory_()
    found = pickle.loads(pickle.dumps(x))
    found[0] = 5
    assert x.tolist() == [1, 1] and not found.is_shared()


# ---- ends ----


def test_a_tensor_of_a_process_that_has_ended_is_an_error():
    queue = mp.Queue()
    child = mp.get_context("fork").Process(target=sending.send_many_and_die, args=(queue, [pytorch_c.ones(2)]))
    child.start()
    child.join(WAIT)
    with pytest.raises(RuntimeError, match="the process that sent this tensor ended before it was received"):
        queue.get(timeout=WAIT)


PARENT = """
import os, signal, sys, time
import pytorch_c
import pytorch_c.multiprocessing as mp
from support import sending

mp.set_sharing_strategy(sys.argv[1])
queue = mp.Queue()
child = mp.get_context("fork").Process(target=sending.send_and_wait, args=(queue, pytorch_c.zeros(1000)))
child.start()
x = queue.get(timeout=60)
mine = pytorch_c.ones(5).share_memory_()
print(child.pid, flush=True)
if sys.argv[2] == "exception":
    child.kill()
    raise RuntimeError("on purpose")
if sys.argv[2] == "normal":
    child.kill()
    child.join()
else:
    os.kill(child.pid if sys.argv[2] == "kill child" else os.getpid(), signal.SIGKILL)
    child.join()
    x += 1  # what the dead one has sent is still there
    assert x.sum().item() == 1000
"""


@pytest.mark.parametrize("end", ["normal", "exception", "kill child", "kill parent"])
def test_no_segment_is_left(end, strategy):
    before = sending.segments()
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests")}
    command = [sys.executable, "-c", textwrap.dedent(PARENT), strategy, end]
    ran = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    child = int(ran.stdout.readline() or ran.communicate()[1])
    status = ran.wait(WAIT)
    ran.stdout.close()
    ran.stderr.close()
    if end == "kill parent":
        os.kill(child, signal.SIGKILL)
    assert status == {"normal": 0, "exception": 1, "kill child": 0, "kill parent": -signal.SIGKILL}[end]
    assert sending.gone(before)


def test_lifetimes_under_a_collector_stress(strategy, queue):
    """Tensors that come and go while the collector runs at each step: nothing is lost, and nothing stays."""
    old = gc.get_threshold()
    gc.set_threshold(1)
    try:
        kept = []
        for i in range(40):
            found = through(queue, pytorch_c.full((100,), float(i)))
            found.cycle = [found]
            kept = [*kept[-3:], found]
            assert [int(one.sum()) for one in kept] == [100 * j for j in range(max(0, i - 3), i + 1)]
    finally:
        gc.set_threshold(*old)
        kept.clear()
        del found
        gc.collect()
