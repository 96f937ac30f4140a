"""Programs of the processes of a test: python programs.py NAME LIBRARY RANK SIZE FOLDER ARGUMENTS…

`torch` is the library of this process, so that one program runs on both. The result is printed as JSON.
"""

import hashlib
import importlib
import json
import os
import sys
from datetime import timedelta

name, library, rank, size, folder, *arguments = sys.argv[1:]
rank, size = int(rank), int(size)
torch = importlib.import_module(library)
dist = importlib.import_module(f"{library}.distributed")
nn = torch.nn
torch.set_num_threads(1)


def join(seconds=60, **more):
    dist.init_process_group(
        "gloo",
        init_method=f"file://{folder}/store",
        rank=rank,
        world_size=size,
        timeout=timedelta(seconds=seconds),
        **more,
    )


def digest(tensors):
    return hashlib.sha256(b"".join(x.detach().numpy().tobytes() for x in tensors)).hexdigest()


# ---- collectives ----


def collectives():
    """Every collective, with values by which each rank can be told from the others."""
    join()
    found = {}
    for op in ("SUM", "PRODUCT", "MIN", "MAX", "AVG"):
        x = torch.arange(4.0) + rank
        dist.all_reduce(x, getattr(dist.ReduceOp, op))
        found[op] = x.tolist()
    for op in ("BAND", "BOR", "BXOR"):
        x = torch.tensor([rank + 1, 7])
        dist.all_reduce(x, getattr(dist.ReduceOp, op))
        found[op] = x.tolist()
    for dtype in ("float16", "bfloat16", "float64", "int8", "uint8", "int32", "int64"):
        x = torch.full((3,), rank + 1, dtype=getattr(torch, dtype))
        dist.all_reduce(x)
        found[dtype] = x.tolist()
    x = torch.tensor([rank + 1j])
    dist.all_reduce(x)
    found["complex"] = [x.real.item(), x.imag.item()]
    x = torch.full((2, 3), float(rank)).t()  # dense, and not contiguous
    dist.broadcast(x, 1)
    found["broadcast"] = x.tolist()
    x = torch.full((2,), float(rank + 1))
    dist.reduce(x, 1)
    found["reduce"] = x.tolist() if rank == 1 else None
    mine = torch.arange(2.0) + 10 * rank
    parts = [torch.zeros(2) for _ in range(size)]
    dist.all_gather(parts, mine)
    found["all_gather"] = [x.tolist() for x in parts]
    whole = torch.zeros(2 * size)
    dist.all_gather_into_tensor(whole, mine)
    found["all_gather_into_tensor"] = whole.tolist()
    parts = [torch.zeros(2) for _ in range(size)] if rank == 1 else None
    dist.gather(mine, parts, dst=1)
    found["gather"] = [x.tolist() for x in parts or ()]
    x = torch.zeros(2)
    dist.scatter(x, [torch.full((2,), float(i)) for i in range(size)] if rank == 0 else None)
    found["scatter"] = x.tolist()
    x = torch.zeros(2)
    dist.reduce_scatter(x, [torch.full((2,), float(i + rank)) for i in range(size)])
    found["reduce_scatter"] = x.tolist()
    dist.reduce_scatter_tensor(x, torch.arange(2.0 * size) * rank)
    found["reduce_scatter_tensor"] = x.tolist()
    parts = [torch.zeros(1) for _ in range(size)]
    dist.all_to_all(parts, [torch.tensor([10.0 * rank + i]) for i in range(size)])
    found["all_to_all"] = [x.tolist() for x in parts]
    x = torch.zeros(size)
    dist.all_to_all_single(x, torch.arange(float(size)) + 10 * rank)
    found["all_to_all_single"] = x.tolist()
    sizes = [i + 1 for i in range(size)]  # rank i gets i + 1 of each
    x = torch.zeros(size * (rank + 1))
    dist.all_to_all_single(x, torch.arange(float(sum(sizes))), [rank + 1] * size, sizes)
    found["all_to_all_single, cut"] = x.tolist()
    several = [torch.ones(2) * rank, torch.ones(3)]
    dist.all_reduce_coalesced(several)
    found["all_reduce_coalesced"] = [x.tolist() for x in several]
    dist.barrier()
    dist.monitored_barrier()
    dist.destroy_process_group()
    return found


def messages():
    """Messages, objects, groups, and works."""
    join()
    found = {}
    after, before = (rank + 1) % size, (rank - 1) % size
    x, y = torch.full((3,), float(rank)), torch.zeros(3)
    for work in dist.batch_isend_irecv([dist.P2POp(dist.isend, x, after), dist.P2POp(dist.irecv, y, before)]):
        work.wait()
    found["ring"] = y.tolist()
    if rank == 0:
        found["from anybody"] = sorted(dist.recv(torch.zeros(3)) for _ in range(size - 1))
        dist.send_object_list([{"a": 1}, "b"], 1)
    else:
        dist.send(x, 0)
    if rank == 1:
        objects = [None, None]
        dist.recv_object_list(objects, 0)
        found["objects by message"] = objects
    objects = [None] * size
    dist.all_gather_object(objects, {"rank": rank, "text": "x" * rank})
    found["all_gather_object"] = objects
    objects = [None] * size if rank == 1 else None
    dist.gather_object(rank * 10, objects, 1)
    found["gather_object"] = objects
    objects = [rank, "text"]
    dist.broadcast_object_list(objects, 2)
    found["broadcast_object_list"] = objects
    objects = [None]
    dist.scatter_object_list(objects, list("abc") if rank == 0 else None)
    found["scatter_object_list"] = objects
    group = dist.new_group([0, 2])
    x = torch.ones(1) * (rank + 1)
    if rank in (0, 2):
        dist.all_reduce(x, group=group)
        found["group"] = [dist.get_rank(group), dist.get_world_size(group), dist.get_global_rank(group, 1)]
    found["all_reduce in a group"] = x.item()
    mine, groups = dist.new_subgroups(1)
    found["subgroups"] = [dist.get_world_size(mine), len(groups)]
    works = [dist.all_reduce(torch.ones(1) * i, async_op=True) for i in range(20)]
    found["works"] = [work.result()[0].item() for work in works if work.wait()]
    future = dist.all_reduce(torch.ones(1), async_op=True).get_future().then(lambda done: done.value()[0].item() * 2)
    found["future"] = future.wait()
    dist.destroy_process_group()
    return found


def alive():
    """Tensors of collectives that are under way live, though Python has let go of them and gc() has run."""
    join()
    works, sums = [], []
    with torch.no_grad():
        for i in range(50):
            x = torch.full((1000,), float(rank + i))
            works.append((dist.all_reduce(x, async_op=True), x))
            dropped = torch.full((100_000,), float(i))
            dist.all_reduce(dropped, async_op=True)
            del dropped
            torch.gc()
        for work, x in works:
            work.wait()
            sums.append(x[-1].item())
    del works, work, x
    dist.barrier()
    dist.destroy_process_group()
    import gc

    gc.collect()
    return [sums, torch.live_tensors()]


def beside():
    """Groups of torch's and of ours in one process, each with a gradient of its own."""
    join()
    import torch as theirs
    import torch.distributed as their_dist

    their_dist.init_process_group("gloo", init_method=f"file://{folder}/theirs", rank=rank, world_size=size)
    found = []
    for library in (torch, theirs):
        x = library.ones(2) * rank
        library.distributed.all_reduce(x)
        model = library.nn.parallel.DistributedDataParallel(library.nn.Linear(2, 1))
        model(library.ones(1, 2) * rank).sum().backward()
        found.append([x.tolist(), model.module.weight.grad.tolist()])
    dist.destroy_process_group()
    their_dist.destroy_process_group()
    return found


# ---- data-parallel training ----


def perceptron(extra=()):
    torch.manual_seed(3 + rank)  # the processes differ; process 0's is everybody's
    model = nn.Sequential(nn.Linear(6, 32), nn.BatchNorm1d(32), nn.Tanh(), *extra, nn.Linear(32, 3))
    return model


class Branching(nn.Module):
    """One of two layers is used, by turns."""

    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.first, self.second, self.last = nn.Linear(6, 8), nn.Linear(6, 8), nn.Linear(8, 3)
        self.turn = 0

    def forward(self, x):
        self.turn += 1
        return self.last(torch.tanh((self.first if self.turn % 2 else self.second)(x)))


HOW = {
    "plain": {},
    "views": {"gradient_as_bucket_view": True},
    "static": {"static_graph": True},
    "unused": {"find_unused_parameters": True},
    "buffers": {"broadcast_buffers": False},
}


def halves(state, bucket):
    flat = bucket.buffer().div_(size)
    return dist.all_reduce(flat, async_op=True).get_future().then(lambda done: done.value()[0])


def train():
    """100 steps of DistributedDataParallel: what the weights are then, and the last loss."""
    kind, *more = arguments
    join()
    model = Branching() if kind == "unused" else perceptron()
    cap = 25 if kind == "powerSGD" else 0.0005  # its rounds wait in gloo's threads, of which there are two
    parallel = nn.parallel.DistributedDataParallel(model, bucket_cap_mb=cap, **HOW.get(kind, {}))
    if kind == "hook":
        parallel.register_comm_hook(None, halves)
    elif kind in ("fp16", "powerSGD", "bf16"):
        hooks = importlib.import_module(f"{library}.distributed.algorithms.ddp_comm_hooks.default_hooks")
        power = importlib.import_module(f"{library}.distributed.algorithms.ddp_comm_hooks.powerSGD_hook")
        if kind == "powerSGD":
            state = power.PowerSGDState(None, matrix_approximation_rank=2, start_powerSGD_iter=5)
            parallel.register_comm_hook(state, power.powerSGD_hook)
        else:
            parallel.register_comm_hook(None, getattr(hooks, f"{kind}_compress_hook"))
    optimizer = torch.optim.SGD(parallel.parameters(), lr=0.1)
    torch.manual_seed(10 + rank)
    for _ in range(100):
        x, y = torch.randn(8, 6), torch.randn(8, 3)
        optimizer.zero_grad()
        if kind == "no_sync":
            with parallel.no_sync():
                nn.functional.mse_loss(parallel(x[:4]), y[:4]).backward()
            x, y = x[4:], y[4:]
        loss = nn.functional.mse_loss(parallel(x), y)
        loss.backward()
        optimizer.step()
    dist.destroy_process_group()
    weights = [p for p in parallel.parameters()]
    return [digest(weights), loss.item(), [w.flatten()[0].item() for w in weights]]


def normalized():
    """SyncBatchNorm over the batches of all processes: values, gradients and statistics."""
    join()
    torch.manual_seed(0)
    whole = torch.randn(4 * size, 3, 5)
    norm = nn.SyncBatchNorm(3)
    x = whole[4 * rank : 4 * rank + 4].clone().requires_grad_()
    weights = torch.arange(float(whole.numel())).reshape(whole.shape).cos()
    out = norm(x)
    (out * weights[4 * rank : 4 * rank + 4]).sum().backward()
    gradients = [norm.weight.grad, norm.bias.grad]
    for one in gradients:
        dist.all_reduce(one)
    dist.destroy_process_group()
    return [x.tolist() for x in (out, x.grad, *gradients, norm.running_mean, norm.running_var)]


def zero():
    """ZeRO-1: each process has a part of Adam's state; trained as without it, consolidated and loaded again."""
    from pytorch_c.distributed.optim import ZeroRedundancyOptimizer

    join()

    def trained(make):
        torch.manual_seed(0)
        model = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 3))
        parallel = nn.parallel.DistributedDataParallel(model)
        optimizer = make(parallel.parameters())
        torch.manual_seed(5 + rank)
        for _ in range(20):
            optimizer.zero_grad()
            nn.functional.mse_loss(parallel(torch.randn(8, 6)), torch.randn(8, 3)).backward()
            optimizer.step()
        return parallel, optimizer

    with_zero, optimizer = trained(lambda p: ZeroRedundancyOptimizer(p, torch.optim.Adam, lr=0.01))
    without, _ = trained(lambda p: torch.optim.Adam(p, lr=0.01))
    optimizer.consolidate_state_dict(0)
    held = len(optimizer.optim.state)
    entries = len(optimizer.state_dict()["state"]) if rank == 0 else None
    dist.destroy_process_group()
    return [digest(with_zero.parameters()) == digest(without.parameters()), held, entries]


def sampled():
    """DistributedSampler: who sees what, epoch by epoch."""
    join()
    module = importlib.import_module(f"{library}.utils.data.distributed")
    sampler = module.DistributedSampler(list(range(10)), shuffle=True, seed=3)
    found = []
    for epoch in range(2):
        sampler.set_epoch(epoch)
        found.append(list(sampler))
    dist.barrier()  # one that leaves before the other has connected is a failure to that one
    dist.destroy_process_group()
    return found


def strangers():
    """Strangers at each port on which this process listens once its groups are made: how many ports, how many enter."""
    import socket

    join()
    dist.new_group(list(range(size)))
    mine = {
        os.stat(f"/proc/self/fd/{fd}").st_ino
        for fd in os.listdir("/proc/self/fd")
        if os.path.exists(f"/proc/self/fd/{fd}")
    }
    found = []
    for kind in ("tcp", "tcp6"):
        with open(f"/proc/net/{kind}") as file:
            lines = [line.split() for line in file.read().splitlines()[1:]]
        found += [(kind, words[1]) for words in lines if words[3] == "0A" and int(words[9]) in mine]
    dist.barrier()
    entered = 0
    for kind, place in found:
        address, port = place.split(":")
        words = b"".join(bytes.fromhex(address[i : i + 8])[::-1] for i in range(0, len(address), 8))
        host = socket.inet_ntop(socket.AF_INET if kind == "tcp" else socket.AF_INET6, words)
        for _ in range(3):
            try:
                socket.create_connection((host, int(port, 16)), timeout=0.2).close()
                entered += 1
            except TimeoutError:
                pass
    x = torch.ones(2) * (rank + 1)
    dist.all_reduce(x)
    dist.barrier()
    dist.destroy_process_group()
    return [len(found), entered, x.tolist()]


def forged():
    """Errors of new groups whose store has another value of rank 1 than gloo publishes; gloo believes the lengths in it."""
    import socket
    import struct

    host = struct.pack("<Q", 4) + b"host"
    address = struct.pack("<Q", 136) + struct.pack("=HH", socket.AF_INET, 1).ljust(128, b"\0") + b"\xff" * 8
    long = struct.pack("<Q", 1 << 31)
    values = [
        b"",
        b"x",
        long,
        long + host[8:] + address,
        host + long + address[8:],
        host + struct.pack("<Q", 8) + address[8:],
        host + address,
        host + address + bytes(8),
        host + address + bytes(24),
    ]
    found = []
    for value in values:
        store = dist.HashStore()
        store.set("0//pytorch_c/member/1", "fuzz/pid:[1] 1 1 fuzz")
        store.set("0//cpu//0/1", value)
        try:
            dist.init_process_group("gloo", store=store, rank=0, world_size=2, timeout=timedelta(seconds=5))
        except dist.DistStoreError as error:
            found.append(str(error))
    return found


def left():
    """Rank 1 ends without a word; what rank 0 then begins, of gloo's works that have no future, raises."""
    join()
    whole, part = torch.arange(4.0) * (rank + 1), torch.zeros(2)
    work = dist.reduce_scatter_tensor(part, whole, async_op=True)
    while not work.is_completed():
        pass
    found = [part.tolist()]
    dist.barrier()
    if rank == 1:
        os._exit(0)
    for begin in (
        lambda: dist.reduce_scatter_tensor(part, whole),
        lambda: dist.reduce_scatter(part, [part, part]),
        lambda: dist.reduce_scatter_tensor(part, whole, async_op=True).wait(timedelta(seconds=30)),
    ):
        try:
            begin()
        except dist.DistBackendError as error:
            found.append(str(error))
    return found


def main():
    result = globals()[name]()
    print(json.dumps(result), flush=True)


if __name__ == "__main__":
    os.makedirs(folder, exist_ok=True)
    main()
    if "torch" in sys.modules:  # the threads of torch's own groups now and then end the process with it: std::terminate
        os._exit(0)
