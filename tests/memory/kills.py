"""Kills at any moment: of a DataLoader's worker, of a rank in a collective or in DDP, of a process that saves, that ends.

    python tests/memory/kills.py [KIND …] [--kills N] [--seed S]

workers: the parent raises within a second, and no tensor is lost. ranks, DDP: the other rank raises, and says who has
ended; within ten seconds, since gloo now and then misses that, and the absent are given five. saves: the old file or the new one is there, whole, and nothing beside it after the next save. ends: a signal while
`atexit` runs ends the process by that signal or by its own exit, and leaves no segment. Prints one line a kind: kills, and
what is wrong.
"""

import argparse
import atexit
import gc
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from datetime import timedelta
from pathlib import Path

import numpy  # noqa: F401  once, and not in every child

import pytorch_c as t
from pytorch_c import distributed as dist
from pytorch_c import nn


class Numbers(t.utils.data.Dataset):
    def __len__(self):
        return 1000

    def __getitem__(self, i):
        return t.full((10,), float(i))


def fork(work):
    """The process number of a child that does `work` and ends by os._exit: 0, or 1 after an exception, which it prints."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def ended(pid):
    """The end of a child as os.waitstatus_to_exitcode says it; None where it hangs, and is killed."""
    end = time.monotonic() + hang
    while time.monotonic() < end:
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.001)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None


# ---- a worker of a DataLoader ----


def worker(folder, draw):
    loader = t.utils.data.DataLoader(Numbers(), num_workers=2, batch_size=4)
    batches = iter(loader)
    for _ in range(draw.randrange(1, 5)):
        next(batches)
    victim = draw.choice(t.multiprocessing.active_children())
    time.sleep(draw.uniform(0, 0.003))
    began = time.monotonic()
    victim.kill()
    try:
        for _ in batches:
            pass
    except RuntimeError as error:
        took = time.monotonic() - began
        if f"(pid {victim.pid}) is killed by signal: SIGKILL" not in str(error):
            return f"says {error}"
        return f"raises after {took:.1f} s" if took > patience else None
    return "raises nothing"


# ---- a rank of a group ----


def pair(folder, body, draw, longest):
    """Two ranks that call body() for ever; one is killed, the other must raise an error that says so."""
    name = folder / "store"
    name.unlink(missing_ok=True)
    ready, raised = [folder / f"ready{i}" for i in range(2)], folder / "raised"
    for one in (*ready, raised):
        one.unlink(missing_ok=True)

    def rank(i):
        store = dist.FileStore(str(name), 2)
        dist.init_process_group("gloo", store=store, rank=i, world_size=2, timeout=timedelta(seconds=hang))
        step = body()
        step()
        ready[i].touch()
        try:
            while True:
                step()
        except dist.DistBackendError as error:
            raised.write_text(str(error))

    pids = [fork(lambda i=i: rank(i)) for i in range(2)]
    end = time.monotonic() + hang
    while not all(one.exists() for one in ready):
        if time.monotonic() > end or os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            for one in pids:
                os.kill(one, signal.SIGKILL)
            return f"the ranks end with {[ended(one) for one in pids]} before the kill"
        time.sleep(0.001)
    victim = draw.randrange(2)
    time.sleep(draw.uniform(0, longest))
    os.kill(pids[victim], signal.SIGKILL)
    began = time.monotonic()
    found = [ended(one) for one in pids]
    took = time.monotonic() - began
    if found[victim] != -signal.SIGKILL or found[1 - victim] != 0:
        return f"the ranks end with {found}"
    if f"rank {victim} has ended (process {pids[victim]}" not in raised.read_text():
        return f"says {raised.read_text()[:200]}"
    return f"raises after {took:.0f} s" if took > 10 * patience else None


def collectives():
    x, found = t.ones(1000), [None, None]

    def step():
        dist.all_reduce(x.clone())
        dist.all_gather_object(found, {"a": 1})
        dist.barrier()

    return step


def ddp():
    model = nn.parallel.DistributedDataParallel(nn.Sequential(nn.Linear(20, 20), nn.Linear(20, 2)))
    sgd, x = t.optim.SGD(model.parameters(), 0.1), t.ones(4, 20)

    def step():
        sgd.zero_grad()
        model(x).sum().backward()
        sgd.step()

    return step


# ---- a process that saves ----


def beside(folder):
    return sorted({one.name for one in folder.iterdir()} - {"x.pt", "m.pt"})


def save(folder, draw):
    path, other = folder / "x.pt", folder / "m.pt"
    big = t.zeros(1 << 21)
    if not path.exists():
        t.save({"a": big}, path)
        t.jit.save(t.jit.script(nn.Linear(300, 300)), other)

    def work():
        model = t.jit.script(nn.Linear(300, 300))
        while True:
            t.save({"a": big + 1}, path)
            t.jit.save(model, other)

    pid = fork(work)
    time.sleep(draw.uniform(0.001, 0.06))
    os.kill(pid, signal.SIGKILL)
    if ended(pid) != -signal.SIGKILL:
        return "it had ended"
    found = t.load(path)["a"]
    model = t.jit.load(other)
    left = beside(folder)
    if left:  # killed between two calls of the system: the next save takes that away
        t.save({"a": found}, path)
        t.jit.save(model, other)
        if len(left) > 2 or beside(folder):
            return f"leaves {left}"
    return None if found.numel() == big.numel() and found[0] == found[-1] else "the file is another"


# ---- a process that ends ----


def end(folder, draw):
    """Ends by itself, with tensors, a worker, a segment and functions of `atexit`, and gets a signal meanwhile."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(read)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        kept.append([t.ones(100, requires_grad=True) * i for i in range(100)])
        kept.append(t.ones(1000).share_memory_())
        kept.append(iter(t.utils.data.DataLoader(Numbers(), num_workers=1, batch_size=4)))
        atexit.register(lambda: [t.ones(3) + 1 for _ in range(200)])
        os.write(write, b"x")
        sys.exit(0)
    os.close(write)
    os.read(read, 1)
    os.close(read)
    time.sleep(draw.uniform(0, 0.06))
    number = draw.choice((signal.SIGINT, signal.SIGTERM))
    os.kill(pid, number)
    code = ended(pid)
    left = [one for one in os.listdir("/dev/shm") if one.startswith(f"ptc_{pid}_")]
    if left:
        return f"leaves {left}"
    return None if code in (0, 1, 130, 120, -signal.SIGINT, -signal.SIGTERM) else f"ends with {code}"


kept, patience, hang = [], 1.0, 60.0
KINDS = {
    "workers": worker,
    "ranks": lambda folder, draw: pair(folder, collectives, draw, 0.02),
    "DDP": lambda folder, draw: pair(folder, ddp, draw, 0.02),
    "saves": save,
    "ends": end,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--patience", type=float, default=1.0, help="seconds until the parent must have raised")
    parser.add_argument(
        "--hang", type=float, default=60.0, help="seconds after which a process is killed that does not end"
    )
    asked = parser.parse_args()
    global patience, hang
    patience, hang = asked.patience, asked.hang
    t.set_num_threads(1)
    bad = False
    for name in asked.kinds:
        draw, wrong = random.Random(f"{name} {asked.seed}"), []
        before = t.live_tensors()
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            for _ in range(asked.kills):
                if said := KINDS[name](Path(folder), draw):
                    wrong.append(said)
        gc.collect()
        lost = t.live_tensors() - before
        print(
            f"{name}: {asked.kills} kills, {len(wrong)} wrong, {lost} tensors lost {sorted(set(wrong))[:5] or ''}".strip(),
            flush=True,
        )
        bad = bad or wrong or lost
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
