"""Train on processes that may come and go: each step saves what a restart goes on from, with the same losses.

    python -m pytorch_c.distributed.run --nnodes 1:2 --nproc-per-node 1 --max-restarts 10 \\
        --rdzv-backend c10d --rdzv-endpoint HOST:29400 examples/elastic.py FILE

The same command on each host; FILE lies in a folder that all of them see. Where a process or a host is lost, and where
another one comes, the launcher ends all processes and starts them anew, on the hosts that there are then.

A batch is cut into --shards parts, whose gradients are averaged on whatever number of processes there is. Two shards
give the same bits on one process as on two; sums of more are rounded in another order.
"""

import argparse
import os
import time
from contextlib import nullcontext

import pytorch_c as torch
from pytorch_c import distributed, nn
from pytorch_c.nn import functional as F
from pytorch_c.nn.parallel import DistributedDataParallel


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", help="the checkpoint, read at the start and saved after each step")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--shards", type=int, default=2)
    parser.add_argument("--pause", type=float, default=0, help="seconds after each step, to look at it")
    options = parser.parse_args()
    distributed.init_process_group("gloo")
    try:
        train(options, distributed.get_rank(), distributed.get_world_size())
    finally:
        distributed.destroy_process_group()


def train(options, rank, size):
    """Trains from the last checkpoint on; process 0 prints the losses."""
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 3))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    first = resume(options.file, model, optimizer)
    parallel = DistributedDataParallel(model)
    mine = range(rank, options.shards, size)
    for step in range(first, options.steps):
        optimizer.zero_grad()
        loss = torch.zeros(())
        for shard in mine:
            with nullcontext() if shard == mine[-1] else parallel.no_sync():
                part = F.cross_entropy(parallel(points(step, shard)), parts(step, shard)) / options.shards
                (part * size).backward()  # the processes' gradients are averaged: their sum is wanted
                loss += part.detach()
        optimizer.step()
        distributed.all_reduce(loss)
        if rank == 0:
            save(options.file, model, optimizer, step)
            print(f"step {step} on {size}: loss {loss.item().hex()}", flush=True)
        time.sleep(options.pause)


def points(step, shard):
    """A shard of a step's batch: points of the plane, the same wherever they are drawn."""
    return torch.randn(16, 2, generator=torch.Generator().manual_seed(1000 * step + shard))


def parts(step, shard):
    """In which third of the plane they lie."""
    x = points(step, shard)
    return (torch.atan2(x[:, 1], x[:, 0]) * 1.5 / torch.pi + 1.5).long().clamp(0, 2)


def resume(file, model, optimizer):
    """The step to begin with."""
    if not os.path.exists(file):
        return 0
    kept = torch.load(file)
    model.load_state_dict(kept["model"])
    optimizer.load_state_dict(kept["optimizer"])
    return kept["step"] + 1


def save(file, model, optimizer, step):
    torch.save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step}, f"{file}.new")
    os.replace(f"{file}.new", file)


if __name__ == "__main__":
    main()
