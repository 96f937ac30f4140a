"""Steps of data-parallel training on two hosts by latency and bandwidth, and sharded checkpoints, beside a model of them.

    python benchmarks/network/steps.py [--json FILE] [--picture FILE] [--draw]

The hosts are network namespaces with a relay between them (wire.py); root is needed. The model (model.py) knows the
network's latency and bandwidth as they are set, and how long a step takes without communication: nothing is fitted. A
checkpoint is one of each process's shard, to one disk. --draw draws the picture of measurements that are there.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import timedelta
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE.parent), str(ROOT / "tests")]

from network.model import BUCKET, LAYERS, WIDTH, two_hosts  # noqa: E402

BATCH, STEPS = 512, 9
PARAMETERS = 20_000_000  # of a checkpoint, with two states of an optimizer
DELAYS = (0.0001, 0.001, 0.005, 0.02, 0.05)  # seconds, one way
RATES = (10e6, 100e6, 1e9, 10e9)  # bits a second
GRID = [(delay, 1e9) for delay in DELAYS] + [(0.0001, rate) for rate in RATES if rate != 1e9]


def median_of(call, times):
    """Median seconds of a call, after two that are not counted."""
    taken = []
    for _ in range(times + 2):
        start = time.perf_counter()
        call()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken[2:])


def work():
    """In a process of a host: prints what it measured, on rank 0."""
    import pytorch_c as torch
    import pytorch_c.distributed as dist

    torch.set_num_threads(1)
    dist.init_process_group("gloo", timeout=timedelta(seconds=120))
    layers = [torch.nn.Linear(WIDTH, WIDTH) for _ in range(LAYERS)]
    model = torch.nn.parallel.DistributedDataParallel(torch.nn.Sequential(*layers), bucket_cap_mb=BUCKET / 2**20)
    optimizer, x = torch.optim.SGD(model.parameters(), lr=0.001), torch.randn(BATCH, WIDTH)
    backward = []

    def step():
        loss = model(x).square().mean()
        start = time.perf_counter()
        loss.backward()
        backward.append(time.perf_counter() - start)
        optimizer.step()
        optimizer.zero_grad()

    def alone():
        with model.no_sync():
            step()

    found = {"step": median_of(step, STEPS), "alone": median_of(alone, STEPS)}
    found["backward"] = statistics.median(backward[-STEPS:])
    dist.barrier()
    if dist.get_rank() == 0:
        print(json.dumps(found), flush=True)
    dist.destroy_process_group()


def measured(hosts, delay, rate):
    """Returns the measurements of two hosts with such a wire between them."""
    from support import hosts as namespaces

    processes = ",".join(str(host.process) for host in hosts)
    words = [sys.executable, str(HERE / "wire.py"), processes, str(delay), str(rate)]
    wire = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert wire.stdout.readline() == "ready\n", "the relay has failed"
        common = {"MASTER_ADDR": "10.78.0.1", "MASTER_PORT": "29500", "WORLD_SIZE": "2", "GLOO_SOCKET_IFNAME": "wan0"}
        started = [
            host.start(
                sys.executable,
                HERE / "steps.py",
                "--worker",
                "train",
                env=namespaces.environment(RANK=str(i), **common),
            )
            for i, host in enumerate(hosts)
        ]
        texts = [one.communicate(timeout=300)[0] for one in started]
    finally:
        wire.kill()
        wire.wait()
    if any(one.returncode for one in started):
        raise SystemExit("\n".join(texts))
    return {"delay": delay, "rate": rate} | json.loads(texts[0].splitlines()[-1])


def save():
    """In one of some processes: the seconds of a checkpoint of tensors that they share, on rank 0."""
    import pytorch_c as torch
    import pytorch_c.distributed as dist
    from pytorch_c.distributed import checkpoint
    from pytorch_c.distributed.device_mesh import init_device_mesh
    from pytorch_c.distributed.tensor import Shard, distribute_tensor

    torch.set_num_threads(1)
    dist.init_process_group("gloo")
    mesh = init_device_mesh("cpu", (dist.get_world_size(),))
    state = {
        name: distribute_tensor(torch.ones(PARAMETERS), mesh, [Shard(0)]) for name in ("weight", "first", "second")
    }
    with tempfile.TemporaryDirectory() as folder:
        shared = [folder]
        dist.broadcast_object_list(shared, 0)
        taken = median_of(lambda: checkpoint.save(state, checkpoint_id=shared[0]), 3)
    if dist.get_rank() == 0:
        print(json.dumps(taken), flush=True)
    dist.destroy_process_group()


def saved(processes):
    """Seconds of a checkpoint by so many processes of this machine."""
    launcher = [sys.executable, "-m", "pytorch_c.distributed.run", "--standalone", "--nproc-per-node", str(processes)]
    words = [*launcher, str(HERE / "steps.py"), "--worker", "save"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)
    return {"processes": processes, "parameters": PARAMETERS, "seconds": json.loads(done.stdout.splitlines()[-1])}


def measure():
    from harness import machine
    from support import hosts as namespaces

    with namespaces.Hosts(2, real_root=True) as hosts:
        for host in hosts:  # a connection that paused goes on as fast as before
            host.call("sh", "-c", "echo 0 > /proc/sys/net/ipv4/tcp_slow_start_after_idle")
        rows = [measured(hosts, delay, rate) for delay, rate in GRID]
    checkpoints = [saved(processes) for processes in (1, 2)]
    alone = {key: statistics.median(row[key] for row in rows) for key in ("alone", "backward")}
    return {"machine": machine.machine(), "rows": rows, "alone": alone, "checkpoints": checkpoints, "notes": []}


def draw(content, path):
    from harness import drawing

    rows, alone = content["rows"], content["alone"]
    chart, (left, right) = drawing.figure(9, 3.8, columns=2)
    for axes, key, unit, shown, name in (
        (left, "delay", 1e3, [row for row in rows if row["rate"] == 1e9], "one way, ms (1 Gbit/s)"),
        (right, "rate", 1e-6, [row for row in rows if row["delay"] == 0.0001], "Mbit/s (0.1 ms one way)"),
    ):
        low, high = (min(row[key] for row in shown), max(row[key] for row in shown))
        line = [low * (high / low) ** (i / 60) for i in range(61)]
        fixed = (lambda x: (x, 1e9)) if key == "delay" else (lambda x: (0.0001, x))
        axes.plot(
            [x * unit for x in line],
            [1e3 * two_hosts(alone, *fixed(x)) for x in line],
            color=drawing.COLOURS["native"],
            label="model",
        )
        at = [row[key] * unit for row in shown]
        axes.plot(at, [1e3 * row["step"] for row in shown], "o", color=drawing.COLOURS["default"], label="measured")
        axes.axhline(1e3 * alone["alone"], color=drawing.INK, linestyle=":", label="without communication")
        axes.set(xscale="log", yscale="log", xlabel=name, ylabel="a step, ms")
    left.legend(frameon=False, fontsize=8)
    drawing.save(chart, path, "A step of data-parallel training on two hosts", "2.1 MB of gradients in 8 buckets")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, default=HERE / "network.json")
    parser.add_argument("--picture", type=Path, default=HERE / "network.svg")
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--worker", choices=("train", "save"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return {"train": work, "save": save}[options.worker]()
    if not options.draw:
        options.json.write_text(json.dumps(measure(), indent=1) + "\n")
    draw(json.loads(options.json.read_text()), options.picture)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
