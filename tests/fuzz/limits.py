"""Programs at the end of what the system gives: memory, descriptors, disks, shared memory, threads, depth.

    python tests/fuzz/limits.py [--large] [NAME …]

Each case is a process of its own. It takes a resource away, little by little, and runs everyday programs: each gives
its result or raises an exception that says something. When the resource is back, every program works, no tensor is
left, and old files are whole. --large takes more threads and deeper graphs.
"""

import argparse
import contextlib
import faulthandler
import gc
import io
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from datetime import timedelta
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import pytorch_c as t
from pytorch_c import nn

SECONDS = 300
SILENT = ("INTERNAL ASSERT", "ancdata", "Unknown exception", "report a bug")
SMALL = 64 << 10  # bytes of a disk that is full


def fine(error):
    """Returns whether an exception says what is wrong."""
    text = str(error)
    return bool(text.strip() or isinstance(error, MemoryError)) and not any(one in text for one in SILENT)


class Trials:
    """Runs programs under a limit; what is wrong is in `wrong`."""

    def __init__(self, programs):
        self.programs, self.wrong, self.failed, self.worked = programs, [], 0, 0
        for program in programs.values():
            program()  # what is loaded at the first call stays
        gc.collect()
        self.before = t.live_tensors()

    def run(self, name):
        try:
            self.programs[name]()
            self.worked += 1
        except (MemoryError, OSError, RuntimeError, RecursionError, t.Error) as error:
            self.failed += 1
            if not fine(error):
                self.wrong.append(f"{name}: {type(error).__name__}: {error}")
        except Exception as error:
            self.wrong.append(f"{name}: {type(error).__name__}: {error}")

    def again(self):
        for name, program in self.programs.items():
            try:
                program()
            except Exception as error:
                self.wrong.append(f"{name} afterwards: {type(error).__name__}: {error}")

    def end(self):
        """After the limit is lifted: everything works, and nothing is left."""
        after = threading.Thread(target=self.again)  # oneDNN gives a thread up in which it had no memory
        after.start()
        after.join()
        gc.collect()
        if t.live_tensors() > self.before:
            self.wrong.append(f"{t.live_tensors() - self.before} tensors are left")
        if not self.failed:
            self.wrong.append("no program met the limit")
        return self.wrong, f"{self.failed} of {self.failed + self.worked} programs raised"


# ---- programs ----


def scripted(x):
    return (x * 2).relu() + x


def train():
    model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 8))
    adam = t.optim.Adam(model.parameters())
    for _ in range(2):
        adam.zero_grad()
        model(t.randn(32, 64)).square().mean().backward()
        adam.step()


def computing(folder):
    """Programs that take memory: a few hundred KiB to a few MiB each."""
    n = 400
    file = folder / "x.pt"
    t.save({"a": t.randn(n, n)}, file)
    program = t.jit.script(scripted)

    def sparse():
        x = t.randn(n, n).relu().to_sparse()
        return (x @ x.to_dense()).sum()

    def graph():
        x = t.randn(n, n, requires_grad=True)
        y = x
        for _ in range(10):
            y = (y * 2).sin()
        y.sum().backward()

    return {
        "elements": lambda: (t.randn(n, n) + 1).exp().sum(),
        "product": lambda: t.randn(n, n) @ t.randn(n, n),
        "convolution": lambda: nn.functional.conv2d(t.randn(1, 8, 64, 64), t.randn(8, 8, 3, 3)),
        "sort": lambda: t.randn(n * n).sort(),
        "solve": lambda: t.linalg.svd(t.randn(100, 100)),
        "spectrum": lambda: t.fft.fft2(t.randn(n, n)),
        "sparse": sparse,
        "graph": graph,
        "training": train,
        "lists": lambda: t.tensor([[float(i + j) for i in range(100)] for j in range(100)]).tolist(),
        "file": lambda: t.load(file)["a"].sum(),
        "program": lambda: program(t.randn(n, n)),
        "foreach": lambda: t._foreach_add([t.randn(n, n) for _ in range(4)], 1.0),
        "transform": lambda: t.func.vmap(t.func.grad(lambda x: x.sin().sum()))(t.randn(100, n)),
        "numpy": lambda: t.from_numpy(t.randn(n, n).numpy().copy()).sum(),
    }


class Numbers(t.utils.data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        return t.full((100,), float(i))


def opening(folder):
    """Programs that open files, segments, sockets or processes."""
    file, archive = folder / "x.pt", folder / "m.pt"
    t.save({"a": t.randn(10)}, file)
    t.jit.save(t.jit.script(nn.Linear(3, 3)), archive)

    def stored():
        store = t.distributed.TCPStore("localhost", 0, None, True, wait_for_workers=False, timeout=timedelta(seconds=1))
        store.set("a", "b")
        assert store.get("a") == b"b"

    def profiled():
        with t.profiler.profile() as seen:
            t.ones(3) + 1
        seen.export_chrome_trace(str(folder / "trace.json"))

    return {
        "save": lambda: t.save({"a": t.randn(10)}, folder / "new.pt"),
        "load": lambda: t.load(file),
        "mapped": lambda: t.load(file, mmap=True),
        "archive": lambda: t.jit.load(archive),
        "saved archive": lambda: t.jit.save(t.jit.script(nn.Linear(3, 3)), folder / "new.m.pt"),
        "from_file": lambda: t.from_file(str(folder / "raw"), shared=True, size=100),
        "shared": lambda: t.ones(10).share_memory_(),
        "workers": lambda: list(t.utils.data.DataLoader(Numbers(), num_workers=2, batch_size=2)),
        "store": stored,
        "profile": profiled,
    }


# ---- cases ----


@contextlib.contextmanager
def limited(which, most):
    old = resource.getrlimit(which)
    resource.setrlimit(which, (most, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(which, old)


def address_space():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()


def memory(folder, large):
    """Address space that ends after some KiB, for all sizes up to what the programs take."""
    trials = Trials(computing(folder))
    t.set_num_threads(1)
    steps = range(0, 4096, 64 if large else 512)
    for name in trials.programs:
        for kib in steps:
            gc.collect()
            t.memory.trim()
            with limited(resource.RLIMIT_AS, address_space() + (kib << 10)):
                trials.run(name)
    return trials.end()


def descriptors(folder, large):
    """Only so many more descriptors."""
    trials = Trials(opening(folder))
    for name in trials.programs:
        for more in range(0, 24 if large else 12, 1 if large else 3):
            gc.collect()
            with free_descriptors(more):
                trials.run(name)
    return trials.end()


@contextlib.contextmanager
def free_descriptors(count):
    """The process can open `count` descriptors more."""
    highest = max(map(int, os.listdir("/proc/self/fd")))
    fill = []
    while not fill or fill[-1] < highest:
        fill.append(os.dup(0))
    try:
        with limited(resource.RLIMIT_NOFILE, fill[-1] + 1 + count):
            yield
    finally:
        for one in fill:
            os.close(one)


def writing(folder):
    x = t.randn(SMALL)

    def profiled():
        with t.profiler.profile() as seen:
            for _ in range(2000):
                x[0] + 1
        seen.export_chrome_trace(str(folder / "trace.json"))

    return {
        "save": lambda: t.save({"a": x}, folder / "x.pt"),
        "old save": lambda: t.save({"a": x}, folder / "y.pt", _use_new_zipfile_serialization=False),
        "archive": lambda: t.jit.save(t.jit.script(nn.Linear(300, 300)), folder / "m.pt"),
        "safetensors": lambda: t.save({"a": x}, folder / "x.safetensors"),
        "from_file": lambda: t.from_file(str(folder / "raw"), shared=True, size=SMALL).fill_(1),
        "profile": profiled,
    }


def size_of_files(folder, large):
    """Files that may not grow beyond a size: what was written before stays whole, and no part of the new is left."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    trials = Trials(writing(folder))
    old = {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}
    for name in trials.programs:
        for most in (0, 1, 1000, 40_000, SMALL):
            with limited(resource.RLIMIT_FSIZE, most):
                trials.run(name)
    trials.wrong += changed(folder, old)
    return trials.end()


def changed(folder, old):
    """Returns what is wrong with the files of a folder: only traces and raw memory may be cut."""
    wrong = [f"{name} is left" for name in os.listdir(folder) if name not in old and not (folder / name).is_dir()]
    for name, content in old.items():
        if name.endswith(".pt") and (folder / name).read_bytes() != content:
            with contextlib.suppress(Exception):
                (t.jit.load if name == "m.pt" else t.load)(folder / name)
                continue
            wrong.append(f"{name} is damaged")
    return wrong


def full(folder, size):
    """Mounts a file system of `size` bytes upon a folder, seen by this process alone."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], check=True)


def disk(folder, large):
    """A disk that is full: a tmpfs of this process's own."""
    trials = Trials(writing(Path(tempfile.mkdtemp(dir=folder))))
    small = folder / "small"
    small.mkdir()
    full(small, SMALL)
    trials.programs = writing(small)
    for name in trials.programs:
        trials.run(name)
        trials.run(name)
    left = [one for one in os.listdir(small) if one.startswith(".") or one.endswith((".pt", ".safetensors", ".part"))]
    trials.wrong += [f"{one} is left" for one in left if not one.endswith(".json")]
    trials.programs = {}
    found = trials.end()
    subprocess.run(["umount", "-l", str(small)], check=True)
    return found


def shared(folder, large):
    """/dev/shm without room."""

    def workers():
        found = list(t.utils.data.DataLoader(Big(), num_workers=1, batch_size=2))
        assert len(found) == 4

    t.multiprocessing.set_sharing_strategy("file_system")
    trials = Trials({"shared": lambda: t.ones(1 << 20).share_memory_(), "workers": workers})
    full("/dev/shm", SMALL)
    for _ in range(3):
        for name in trials.programs:
            trials.run(name)
    left = [one for one in os.listdir("/dev/shm") if one.startswith("ptc_")]
    trials.wrong += [f"/dev/shm/{one} is left" for one in left]
    subprocess.run(["umount", "/dev/shm"], check=True)
    return trials.end()


class Big(t.utils.data.Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, i):
        return t.full((100_000,), float(i))


# ---- a limit of memory that ends who goes beyond it ----


def new_cgroup():
    """A new cgroup of 400 MiB within this process's own, with its file of processes; None where nobody may make one."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        base, limit = Path("/sys/fs/cgroup/memory") / path[1:], "memory.limit_in_bytes"
        if not controllers:
            base, limit = Path("/sys/fs/cgroup") / path[1:], "memory.max"
        if controllers not in ("", "memory") or not (base / "cgroup.procs").exists():
            continue
        made = base / f"ptc-limits-{os.getpid()}"
        try:
            made.mkdir()
            if (made / limit).exists():
                (made / limit).write_text(str(400 << 20))
                return made
            made.rmdir()
        except OSError:
            pass
    return None


def enter(group):
    (group / "cgroup.procs").write_text(str(os.getpid()))


class Growing(t.utils.data.Dataset):
    """Takes more and more memory."""

    def __init__(self):
        self.kept = []

    def __len__(self):
        return 1000

    def __getitem__(self, i):
        self.kept.append(t.ones(4 << 20))
        return t.ones(3)


def cgroup(folder, large):
    """A worker that its cgroup ends is named by the parent; a process that is ended while it saves leaves whole files."""
    group = new_cgroup()
    if group is None:
        return [], "left out, for this system lets nobody make a cgroup"
    wrong, path, x = [], folder / "x.pt", t.randn(1 << 20)
    t.save({"a": x}, path)
    try:
        loader = t.utils.data.DataLoader(Growing(), num_workers=1, worker_init_fn=lambda _: enter(group))
        try:
            wrong.append(f"{len(list(loader))} batches of a worker that has no memory")
        except RuntimeError as error:
            if "is killed by signal: SIGKILL" not in str(error):
                wrong.append(str(error))
        pid = os.fork()
        if not pid:
            enter(group)
            kept = []
            while True:
                kept.append(t.ones(1 << 20))
                t.save({"a": x}, path)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if code != -signal.SIGKILL:
            wrong.append(f"the process that saves ends with {code}")
        if os.listdir(folder) != ["x.pt"] or not t.load(path)["a"].equal(x):
            wrong.append(f"the folder has {os.listdir(folder)}")
    finally:
        group.rmdir()
    return wrong, "400 MiB"


def threads(folder, large):
    """Many threads at once, each with a graph of its own; then threads that the address space has no room for."""
    count, failed, sums = 10_000 if large else 400, [], []
    threading.stack_size(256 << 10)
    gate = threading.Barrier(count + 1)
    before = t.live_tensors()

    def work():
        gate.wait()
        try:
            x = t.full((16, 16), 2.0, requires_grad=True)
            (x * x).sum().backward()
            sums.append(x.grad.sum().item())
        except Exception as error:
            failed.append(f"{type(error).__name__}: {error}")

    all_of_them = [threading.Thread(target=work) for _ in range(count)]
    for one in all_of_them:
        one.start()
    gate.wait()
    for one in all_of_them:
        one.join()
    wrong = failed[:3]
    if sums != [16 * 16 * 4.0] * (count - len(failed)):
        wrong.append("a thread has another sum")
    del all_of_them
    gc.collect()
    if t.live_tensors() != before:
        wrong.append(f"{t.live_tensors() - before} tensors are left")
    return wrong, f"{count} threads"


def depth(folder, large):
    """Graphs, modules, lists and texts that are deep."""
    n = 1_000_000 if large else 100_000
    before, wrong = t.live_tensors(), []

    def chain():
        x = t.ones(1, requires_grad=True)
        y = x
        for _ in range(n):
            y = y + 1
        y.backward()
        assert x.grad.item() == 1

    def dropped():
        y = t.ones(1, requires_grad=True)
        for _ in range(n):
            y = y * 1

    def twice():
        x = t.ones(1, requires_grad=True)
        y = x
        for _ in range(n // 20):
            y = y * 1
        (g,) = t.autograd.grad(y, x, create_graph=True)
        assert g.item() == 1

    def nested():
        model = nn.Linear(2, 2)
        for _ in range(n // 50):
            model = nn.Sequential(model)
        return model(t.ones(2))

    def listed():
        x = [1.0]
        for _ in range(n):
            x = [x]
        try:
            return t.tensor(x)
        finally:
            while x and isinstance(x, list):
                x = x[0]

    def saved():
        x = []
        for _ in range(n // 50):
            x = [x]
        t.save(x, io.BytesIO())

    def viewed():
        x = t.ones(4, requires_grad=True).clone()
        y = x
        for _ in range(n // 10):
            y = y.view(4)
        y.mul_(2)
        assert x.sum().item() == 8

    def script():
        t.jit.script(eval("lambda x: " + "(" * 90 + "x" + ")" * 90))

    def programs():
        unit = t.jit.CompilationUnit("def f(x):\n  return " + "(" * 3000 + "x" + ")" * 3000 + "\n")
        return unit.f(t.ones(1))

    def copied():
        import copy

        return copy.deepcopy(nested())

    for body in (chain, dropped, twice, nested, listed, saved, viewed, script, programs, copied):
        try:
            body()
        except (RecursionError, t.Error, RuntimeError, ValueError, OSError) as error:
            if not fine(error):
                wrong.append(f"{body.__name__}: {type(error).__name__}: {error}")
    gc.collect()
    if t.live_tensors() != before:
        wrong.append(f"{t.live_tensors() - before} tensors are left")
    return wrong, f"{n} deep"


CASES = {
    "memory": memory,
    "descriptors": descriptors,
    "files": size_of_files,
    "disk": disk,
    "shared": shared,
    "cgroup": cgroup,
    "threads": threads,
    "depth": depth,
}
OWN_MOUNTS = ("disk", "shared")


def can_mount():
    return (
        subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode == 0
    )


def run(name, large=False):
    """(text, whether all is well) of a case in a process of its own."""
    command = [sys.executable, __file__, "--inside", name, *(["--large"] if large else [])]
    if name in OWN_MOUNTS:
        if not can_mount():
            return f"{name}: left out, for this system lets nobody mount", True
        command = ["unshare", "-m", *command]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS * (10 if large else 1))
    except subprocess.TimeoutExpired:
        return f"{name}: hangs", False
    text = ran.stdout.strip() or ran.stderr.strip()[-1500:]
    if ran.returncode < 0:
        text = f"{name}: {signal.Signals(-ran.returncode).name} {ran.stderr.strip()[-1500:]}"
    return text, ran.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--inside", action="store_true")
    parser.add_argument("names", nargs="*", default=list(CASES))
    asked = parser.parse_args()
    if asked.inside:
        faulthandler.enable()
        (name,) = asked.names
        with tempfile.TemporaryDirectory() as folder:
            wrong, said = CASES[name](Path(folder), asked.large)
        print(f"{name}: {len(wrong)} wrong, {said}")
        for one in sorted(set(wrong)):
            print(f"    {one[:300]}")
        sys.stdout.flush()
        return bool(wrong)
    results = [run(name, asked.large) for name in asked.names]
    for text, _ in results:
        print(text)
    return not all(good for _, good in results)


if __name__ == "__main__":
    sys.exit(main())
