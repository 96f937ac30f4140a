"""Programs of the processes of faults.py: python faulty.py NAME LIBRARY RANK SIZE FOLDER ARGUMENTS…"""

import json
import os
import signal
import socket
import threading
import time
from datetime import timedelta
from pathlib import Path

import programs
from programs import arguments, dist, folder, join, nn, rank, size, torch


def failure(call):
    """[type, message, seconds] of what a call raises."""
    start = time.monotonic()
    try:
        call()
    except Exception as error:
        return [type(error).__name__, str(error), time.monotonic() - start]
    return [None, "nothing was raised", time.monotonic() - start]


def ready():
    Path(folder, f"ready{rank}").touch()


def reduce_for_ever():
    """all_reduce until it fails, with others under way."""
    join(30)
    x = torch.ones(1_000_000)
    ready()

    def loop():
        while True:
            work = dist.all_reduce(torch.ones(1000), async_op=True)
            dist.all_reduce(x)
            work.wait()

    return failure(loop)


def train_for_ever():
    """A backward pass that fails while gradients are under way."""
    join(30)
    model = nn.parallel.DistributedDataParallel(nn.Linear(1000, 1000))
    ready()

    def loop():
        while True:
            model(torch.ones(4, 1000)).sum().backward()

    return failure(loop)


def lost_between_passes():
    """The second forward pass, in which all members agree on the buckets, without rank 1."""
    join(30)
    model = nn.parallel.DistributedDataParallel(nn.Linear(10, 10))
    model(torch.ones(4, 10)).sum().backward()
    ready()
    if rank == 1:
        os._exit(0)
    time.sleep(1)
    return failure(lambda: model(torch.ones(4, 10)))


def sockets_kept():
    """Rank 1 is killed, but a child of its, as a worker of a loader is, keeps its connections open for a while."""
    join(60)
    (kind,) = arguments
    model = nn.parallel.DistributedDataParallel(nn.Linear(10, 10))
    backward = lambda: model(torch.ones(4, 10)).sum().backward()
    backward()
    if kind == "backward":
        backward()  # the second pass agrees on the buckets
    dist.barrier()
    if rank == 1:
        if os.fork() == 0:
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, 1), os.dup2(nowhere, 2)
            time.sleep(40)
            os._exit(0)
        os.kill(os.getpid(), signal.SIGKILL)
    calls = {
        "all_reduce": lambda: dist.all_reduce(torch.ones(2)),
        "recv": lambda: dist.recv(torch.ones(2), 1),
        "send": lambda: dist.send(torch.ones(2), 1),
        "backward": backward,
        "buckets": backward,
    }
    return failure(calls[kind])


def alone():
    return failure(lambda: join(3))


def late():
    """The last process never calls the collective."""
    join(2)
    found = None
    if rank != size - 1:
        found = failure(lambda: dist.all_reduce(torch.ones(2)))
        if rank == 0:
            Path(folder, "over").touch()
    while not Path(folder, "over").exists():
        time.sleep(0.05)
    return found


def absent():
    """monitored_barrier tells who is missing."""
    join(20)
    found = None
    if rank == 0:
        found = failure(lambda: dist.monitored_barrier(timeout=timedelta(seconds=1), wait_all_ranks=True))
        Path(folder, "over").touch()
    while not Path(folder, "over").exists():
        time.sleep(0.05)
    return found


def mismatch():
    """Under TORCH_DISTRIBUTED_DEBUG=DETAIL what differs among the processes is an error on each."""
    join(20)
    (kind,) = arguments
    if kind == "shape":
        call = lambda: dist.all_reduce(torch.ones(2 + rank))
    elif kind == "dtype":
        call = lambda: dist.all_reduce(torch.ones(2, dtype=torch.float64 if rank else torch.float32))
    elif kind == "order":
        call = lambda: dist.all_reduce(torch.ones(2)) if rank else dist.broadcast(torch.ones(2), 0)
    else:
        call = lambda: dist.all_reduce(torch.ones(2))
    return failure(call)


def port():
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    return failure(lambda: dist.TCPStore("127.0.0.1", taken.getsockname()[1], 1, True, timedelta(seconds=5)))


def host():
    """Rank 0 serves the store and ends."""
    path = Path(folder, "port")
    if rank == 0:
        store = dist.TCPStore("127.0.0.1", 0, size, True, timedelta(seconds=20), wait_for_workers=False)
        path.with_suffix(".new").write_text(str(store.port))
        path.with_suffix(".new").rename(path)
        store.wait(["here"])
        return None
    while not path.exists():
        time.sleep(0.02)
    store = dist.TCPStore(
        "127.0.0.1", int(path.read_text()), size, False, timedelta(seconds=20), wait_for_workers=False
    )
    store.set("here", "1")
    return failure(lambda: store.get("never"))


def two_groups():
    join()
    first, second = dist.new_group(list(range(size))), dist.new_group(list(range(size)))
    works = []
    for i in range(50):
        for group in (first, second) if (i + rank) % 2 else (second, first):  # in another order on each process
            x = torch.full((100,), float(i if group is first else -i))
            works.append((dist.all_reduce(x, group=group, async_op=True), x, i if group is first else -i))
    for work, _, _ in works:
        work.wait()
    good = all(x.eq(size * value).all().item() for _, x, value in works)
    dist.destroy_process_group()
    return good


def threads():
    """Four threads, each with a group of its own."""
    join()
    groups = [dist.new_group(list(range(size))) for _ in range(4)]
    sums = [[] for _ in groups]

    def run(number):
        for i in range(25):
            x = torch.full((50,), float(number * 100 + i))
            dist.all_reduce(x, group=groups[number])
            sums[number].append(x[0].item() / size)

    running = [threading.Thread(target=run, args=(i,)) for i in range(4)]
    for one in running:
        one.start()
    for one in running:
        one.join()
    dist.destroy_process_group()
    return sums == [[number * 100 + i for i in range(25)] for number in range(4)]


def forked():
    join()
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.write(write, "\n".join(map(str, failure(lambda: dist.all_reduce(torch.ones(1)))[:2])).encode())
        os._exit(0)
    os.waitpid(child, 0)
    found = os.read(read, 10_000).decode().split("\n", 1)
    x = torch.ones(1)
    dist.all_reduce(x)
    dist.destroy_process_group()
    return [*found, x.item()]


def interrupted():
    """Waits for what never comes until Ctrl-C."""
    (kind,) = arguments
    join(300)
    ready()
    if rank:
        while not Path(folder, "over").exists():
            time.sleep(0.05)
        os._exit(0)
    start = None
    try:
        if kind == "all_reduce":
            dist.all_reduce(torch.ones(2))
        elif kind == "recv":
            dist.recv(torch.ones(2), 1)
        elif kind == "store":
            dist.distributed_c10d._get_default_store().get("never")
        else:
            dist.new_group([0, 1])
    except KeyboardInterrupt:
        start = True
    Path(folder, "over").touch()
    return start


if __name__ == "__main__":
    os.makedirs(folder, exist_ok=True)
    print(json.dumps(globals()[programs.name]()), flush=True)
