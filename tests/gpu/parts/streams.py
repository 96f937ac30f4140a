"""Streams and events: order, waits, times, and memory that is freed while a stream still uses it."""

import threading

import pytorch_c as t
from gpu.checks import Checks, Skip

checks = Checks()


def busy(n=2048, times=20, device="cuda"):
    """Work that takes some milliseconds: a product that keeps its size."""
    x = t.full((n, n), 1 / n, device=device)
    y = t.ones(n, n, device=device)
    for _ in range(times):
        y = y @ x
    return y


@checks("work goes to the current stream of the thread, and events order streams", gpu_only=True)
def ordered(device):
    side = t.cuda.Stream()
    assert t.cuda.current_stream() == t.cuda.default_stream() != side
    with t.cuda.stream(side):
        assert t.cuda.current_stream() == side
        y = busy()
        done = side.record_event()
    assert t.cuda.current_stream() == t.cuda.default_stream()
    t.cuda.current_stream().wait_event(done)
    total = (y * 2).sum()
    assert abs(total.item() / (2 * 2048 * 2048) - 1) < 1e-3
    seen = []
    with t.cuda.stream(side):
        thread = threading.Thread(target=lambda: seen.append(t.cuda.current_stream()))
        thread.start()
        thread.join()
    assert seen == [t.cuda.default_stream()], "the current stream is a thread's own"


@checks("events tell what is done and how long it took", gpu_only=True)
def timed(device):
    begin, end = t.cuda.Event(enable_timing=True), t.cuda.Event(enable_timing=True)
    busy(times=1)
    begin.record()
    busy(times=200)
    end.record()
    at_once = end.query()
    end.synchronize()
    assert end.query() and begin.elapsed_time(end) > 0.1
    side = t.cuda.Stream(priority=-1)
    assert side.priority == -1 and side.query()
    side.wait_stream(t.cuda.current_stream())
    side.synchronize()
    return {"milliseconds": round(begin.elapsed_time(end), 2), "done when asked at once": at_once}


@checks("torch.Stream and torch.Event do the same for any accelerator", gpu_only=True)
def generic(device):
    stream = t.Stream(device=device)
    with stream:
        y = busy(times=5)
        event = stream.record_event()
    event.synchronize()
    assert stream.query() and abs(y.mean().item() - 1) < 1e-3
    assert t.accelerator.current_accelerator() == t.device("cuda") and t.accelerator.device_count() >= 1
    before = t.accelerator.current_stream()
    t.accelerator.set_stream(stream)
    assert t.accelerator.current_stream() == stream
    t.accelerator.set_stream(before)
    t.accelerator.synchronize()


@checks("record_stream keeps memory until the stream has done with it", gpu_only=True)
def recorded(device):
    side = t.cuda.Stream()
    x = t.ones(1 << 20, device=device)
    place = x.data_ptr()
    side.wait_stream(t.cuda.current_stream())
    with t.cuda.stream(side):
        busy(times=300)
        y = x * 3
    x.record_stream(side)
    del x
    z = t.zeros(1 << 20, device=device)
    reused = z.data_ptr() == place
    side.synchronize()
    assert y.sum().item() == 3 << 20 and not reused, "its memory was given away while the stream used it"


@checks("a stream of torch's and one of ours are the same", gpu_only=True)
def shared(device):
    import torch

    side = torch.cuda.Stream()
    mine = t.cuda.ExternalStream(side.cuda_stream)
    with torch.cuda.stream(side):
        x = torch.full((1 << 20,), 2.0, device=device)
    with t.cuda.stream(mine):
        assert torch.cuda.current_stream().cuda_stream == side.cuda_stream
        y = t.from_dlpack(x) * 2
    mine.synchronize()
    assert y.sum().item() == 4 << 20


@checks("an event of another process is waited for", gpu_only=True)
def between_processes(device):
    event = t.cuda.Event(interprocess=True)
    event.record()
    handle = event.ipc_handle()
    assert len(handle) == 64
    raise Skip(f"a handle of {len(handle)} bytes is made; opening it takes a second process")


@checks("what waits for the device is told, in the mode that tells", gpu_only=True)
def waiting(device):
    t.cuda.set_sync_debug_mode("error")
    try:
        t.ones(2, device=device).sum().item()
    except RuntimeError as error:
        assert "synchroniz" in str(error), str(error)
    else:
        raise AssertionError("item() waited without a word")
    finally:
        t.cuda.set_sync_debug_mode(0)


@checks("marks for a profiler are made", gpu_only=True)
def marks(device):
    with t.cuda.nvtx.range("a part"):
        t.cuda.nvtx.mark("a point")
    assert t.cuda.nvtx.range_push("outer") >= 0
    t.cuda.nvtx.range_pop()
