"""Memory of the device: freed at once, counted, collected above a threshold, and found again after it ran out."""

import gc

import pytorch_c as t
from gpu.checks import Checks

checks = Checks()
MB = 2**20


def allocated(device):
    return t.cuda.memory_allocated() if device == "cuda" else t.live_bytes("cpu")


@checks("bytes of the device go with the last reference")
def freed(device):
    gc.collect()
    before = allocated(device)
    for _ in range(700):
        t.ones(1000, 1000, device=device)
    x = t.ones(1000, 1000, device=device)
    assert allocated(device) - before >= 4_000_000
    del x
    assert allocated(device) == before
    if device == "cuda":
        assert t.cuda.max_memory_allocated() - before < 20 * MB, "more than some tensors were there at once"


@checks("the package counts the device's bytes")
def counted(device):
    before = t.live_bytes(device)
    x = t.zeros(MB, device=device)
    assert t.live_bytes(device) - before == 4 * MB
    del x
    assert t.live_bytes(device) == before


@checks("gc() frees cycles that hold the device's memory, and says how much")
def cycles(device):
    before = allocated(device)
    gc.disable()
    try:
        with t.gc() as record:
            for _ in range(20):
                loop = [t.ones(MB, device=device)]
                loop.append(loop)
            del loop
            assert allocated(device) - before == 20 * 4 * MB
        assert allocated(device) == before
        return {"record": str(record)[:200]}
    finally:
        gc.enable()


@checks("what a model, its optimizer and its graph held on the device is all given back")
def everything(device):
    gc.collect()
    before, handles = allocated(device), t.live_tensors()
    net = t.nn.Sequential(t.nn.Linear(256, 256), t.nn.ReLU(), t.nn.Linear(256, 256)).to(device)
    steps = t.optim.AdamW(net.parameters())
    for _ in range(5):
        net(t.randn(64, 256, device=device)).square().mean().backward()
        steps.step()
        steps.zero_grad()
    del net, steps
    gc.collect()
    # cuBLAS keeps a workspace for each stream; it is no tensor of ours.
    assert t.live_tensors() == handles
    if device == "cuda":
        t._C._cuda_clearCublasWorkspaces()
    assert allocated(device) == before


@checks("cycles are collected when the device's memory has run out, and the call succeeds", gpu_only=True)
def found_again(device):
    gc.collect()
    t.cuda.empty_cache()
    free, _ = t.cuda.mem_get_info()
    block = free // 8 // 4
    gc.disable()
    try:
        for _ in range(40):  # five times what there is, all of it in cycles
            loop = [t.empty(block, device=device)]
            loop.append(loop)
        del loop
    finally:
        gc.enable()
    gc.collect()
    t.cuda.empty_cache()
    return {"blocks": 40, "MiB each": block * 4 // MB}


@checks("what cannot be had is an OutOfMemoryError with figures, and nothing is lost", gpu_only=True)
def out_of_memory(device):
    before = allocated(device)
    _, total = t.cuda.mem_get_info()
    try:
        t.empty(2 * total, dtype=t.uint8, device=device)
    except t.cuda.OutOfMemoryError as error:
        assert "CUDA out of memory" in str(error) and "live:" in str(error), str(error)
        said = str(error)[:160]
    else:
        raise AssertionError("twice the device's memory was given")
    assert allocated(device) == before and t.ones(3, device=device).sum().item() == 3
    return {"it says": said}


@checks("torch's names for the allocator's figures are torch's figures", gpu_only=True)
def figures(device):
    import torch

    torch.cuda.init()  # before, torch says 0
    x = t.ones(3 * MB, device=device)
    t.cuda.synchronize()
    for name in ("memory_allocated", "memory_reserved", "max_memory_allocated", "max_memory_reserved"):
        assert getattr(t.cuda, name)() == getattr(torch.cuda, name)(), name
    ours, theirs = t.cuda.memory_stats(), torch.cuda.memory_stats()
    assert dict(ours) == dict(theirs), {
        key: (ours.get(key), theirs[key]) for key in theirs if ours.get(key) != theirs[key]
    }
    assert t.cuda.memory_summary() == torch.cuda.memory_summary()
    assert len(t.cuda.memory_snapshot()) == len(torch.cuda.memory_snapshot())
    del x
    t.cuda.reset_peak_memory_stats()
    assert torch.cuda.max_memory_allocated() == torch.cuda.memory_allocated()


@checks("a fraction of the device's memory is kept to", gpu_only=True)
def fraction(device):
    before = t.cuda.get_per_process_memory_fraction()
    t.cuda.empty_cache()
    t.cuda.set_per_process_memory_fraction(0.05)
    try:
        t.empty(int(t.cuda.mem_get_info()[1] * 0.1), dtype=t.uint8, device=device)
    except t.cuda.OutOfMemoryError:
        pass
    else:
        raise AssertionError("a tenth was given where a twentieth was allowed")
    finally:
        t.cuda.set_per_process_memory_fraction(before)


@checks("a pool's memory is its own", gpu_only=True)
def pool(device):
    pool = t.cuda.MemPool()
    with t.cuda.use_mem_pool(pool):
        inside = t.ones(MB, device=device)
    outside = t.ones(MB, device=device)
    assert len(pool.snapshot()) >= 1 and inside.sum().item() == outside.sum().item() == MB
    del inside, outside, pool
