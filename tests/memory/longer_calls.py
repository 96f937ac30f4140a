"""Calls that interrupts.py interrupts beside plain ones: what takes longer, and has processes, files or states of its own."""

import importlib
import itertools
import os
import sys
import tempfile
from pathlib import Path


class Doubled:
    """A dataset."""

    def __init__(self, t):
        self.x = t.arange(8.0)

    def __len__(self):
        return 8

    def __getitem__(self, i):
        return self.x[i] * 2


def calls(t):
    """{kind: a function of no arguments}; each checks what it gets."""
    folder = Path(tempfile.mkdtemp(prefix="interrupts-"))
    dist, nn = t.distributed, t.nn
    x, big = t.ones(3, 3), t.randn(300, 300)
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    ddp = nn.parallel.DistributedDataParallel(nn.Linear(3, 3))
    adam = t.optim.Adam(ddp.parameters())
    scripted = t.jit.script(nn.Sequential(nn.Linear(3, 3), nn.ReLU()))
    huge = t.zeros(1 << 23)
    data, archive, large = folder / "x.pt", folder / "m.pt", folder / "large.pt"
    t.save({"x": big}, data)
    t.jit.save(scripted, archive)
    numbers = itertools.count()

    def collectives():
        y = x.clone()
        dist.all_reduce(y)
        found = [None]
        dist.all_gather_object(found, {"a": 1})
        parts = [t.empty(3, 3)]
        dist.all_gather(parts, y)
        assert found == [{"a": 1}] and parts[0].equal(x)

    def training():
        adam.zero_grad()
        ddp(x).sum().backward()
        adam.step()

    def workers():
        loader = t.utils.data.DataLoader(Doubled(t), batch_size=4, num_workers=1)
        assert [one.tolist() for one in loader] == [[0, 2, 4, 6], [8, 10, 12, 14]]

    def compiled():
        n = next(numbers)
        unit = t.jit.CompilationUnit(f"def f(x):\n  y = x * {n}\n  if bool(y.sum() > 0):\n    y = y + 1\n  return y\n")
        assert unit.f(x).shape == x.shape

    def profiled():
        with t.profiler.profile() as seen:
            x + 1
        assert seen.key_averages()

    def saved():
        t.save({"x": big}, data)
        assert t.load(data)["x"].shape == big.shape

    def large_files():
        t.save({"x": huge}, large)
        assert t.load(large, mmap=True)["x"].shape == t.load(large)["x"].shape == huge.shape

    def borrowed():
        for name in [one for one in sys.modules if one.startswith(f"{t.__name__}.distributions")]:
            del sys.modules[name]
        normal = importlib.import_module(f"{t.__name__}.distributions").Normal(x * 0, x)
        assert normal.log_prob(x).shape == x.shape

    def archived():
        t.jit.save(scripted, archive)
        t.jit.load(archive)(x)

    return {
        "collectives": collectives,
        "DDP and Adam": training,
        "workers": workers,
        "compilation": compiled,
        "programs": lambda: scripted(x).sum().backward(),
        "traces": lambda: t.jit.trace(lambda a: a * 2 + 1, (x,))(x),
        "profiles": profiled,
        "saved and loaded": saved,
        "large files": large_files,
        "borrowed modules": borrowed,
        "archives": archived,
        "transforms": lambda: t.func.vmap(t.func.grad(lambda a: a.sin().sum()))(x),
        "shared memory": lambda: x.clone().share_memory_() + 1,
    }, lambda: left(t, folder, {data, archive, large})


def left(t, folder, files):
    """[text]: processes, files and states that interrupted calls have left, and files that they have damaged."""
    out = [f"{one} is left" for one in folder.iterdir() if one not in files]
    for one in files:
        if one.exists():
            (t.jit.load if one.name == "m.pt" else t.load)(one)
    for one in t.multiprocessing.active_children():
        one.join(10)
        if one.is_alive():
            out.append(f"a worker is left: {one.name}")
    y = t.ones(2)
    t.distributed.all_reduce(y)
    if y.tolist() != [1.0, 1.0]:
        out.append("the group is broken")
    with t.profiler.profile():
        y + 1
    out += [f"/dev/shm/{one} is left" for one in os.listdir("/dev/shm") if one.startswith(f"ptc_{os.getpid()}_")]
    return out
