"""Programs of the processes of tests/distributed/sharding.py: meshes, sharded training, its checkpoints (as programs.py)."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from programs import *  # noqa: F403  (join, digest, torch, dist, nn, rank, size, arguments)
from programs import arguments, digest, dist, folder, importlib, join, json, library, name, nn, rank, size, torch


def of(path):
    """A module of this process's library."""
    return importlib.import_module(f"{library}.{path}")


def mesh_of(*sizes, **names):
    return of("distributed.device_mesh").init_device_mesh("cpu", sizes, **names)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.up, self.down = nn.Linear(8, 16), nn.Linear(16, 8)

    def forward(self, x):
        return self.down(torch.relu(self.up(x))) + x


def whole(model):
    """The weights, put together."""
    return [x.full_tensor() if hasattr(x, "full_tensor") else x for x in model.state_dict().values()]


def train(model, optimizer, first, last, seed, clip=False):
    """The losses of some steps."""
    losses = []
    for step in range(first, last):
        torch.manual_seed(100 * step + seed)
        x = torch.randn(4, 8)
        loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        if clip:
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.item())
    return losses


# ---- tensors of a mesh ----


def tensors():
    """Operators of DTensors, and functional collectives with their gradients."""
    join()
    tensor, functional = of("distributed.tensor"), of("distributed._functional_collectives")
    mesh = mesh_of(size, mesh_dim_names=("all",))
    torch.manual_seed(0)
    a, b = torch.randn(6, 4), torch.randn(4, 6)
    rows, columns = tensor.Shard(0), tensor.Shard(1)
    x, y = tensor.distribute_tensor(a, mesh, [rows]), tensor.distribute_tensor(b, mesh, [columns])
    found = {
        "product": (x @ y).full_tensor().tolist(),
        "sum": (x.sum(0) * 2).full_tensor().tolist(),
        "softmax": x.softmax(1).full_tensor().tolist(),
        "columns": x.redistribute(mesh, [columns]).to_local().tolist(),
        "placements": [str((x @ y).placements), str(x.sum(0).placements), str((x + 1).placements)],
        "parts": tensor.ones(5, 2, device_mesh=mesh, placements=[rows]).to_local().shape[0],
        "equal": bool(torch.equal(x, x.clone())),
    }
    try:
        x + a
    except RuntimeError as error:
        found["mixed"] = "got mixed torch.Tensor and DTensor" in str(error)
    mine = torch.arange(4.0) + rank
    found["all_reduce"] = (functional.all_reduce(mine, "sum", mesh) + 0).tolist()
    found["all_gather"] = (functional.all_gather_tensor(mine, 0, mesh) + 0).tolist()
    found["reduce_scatter"] = (
        functional.reduce_scatter_tensor(torch.ones(2 * size) * rank, "sum", 0, mesh) + 0
    ).tolist()
    found["all_to_all"] = (
        functional.all_to_all_single(torch.arange(float(size)) + 10 * rank, None, None, mesh) + 0
    ).tolist()
    leaf = (torch.arange(float(size)) + rank).requires_grad_()
    (functional.all_gather_tensor_autograd(leaf, 0, mesh) * torch.arange(float(size * size))).sum().backward()
    found["gradient"] = leaf.grad.tolist()
    dist.destroy_process_group()
    return found


# ---- training ----


def sharded_model(mesh, **how):
    """A model whose parameters lie on the processes of a mesh."""
    fully_shard = of("distributed.fsdp").fully_shard
    torch.manual_seed(0)
    model = nn.Sequential(Block(), nn.LayerNorm(8), Block(), nn.Linear(8, 1))
    for layer in model:
        fully_shard(layer, mesh=mesh, **how)
    return fully_shard(model, mesh=mesh, **how)


def sharded():
    """fully_shard with each optimizer, or with mixed precision: losses and weights."""
    join()
    how, kind = {}, arguments[0]
    if kind == "mixed":
        how["mp_policy"] = of("distributed.fsdp").MixedPrecisionPolicy(torch.bfloat16, torch.float32)
    model = sharded_model(mesh_of(size), **how)
    optimizer = getattr(torch.optim, "SGD" if kind == "mixed" else kind)(model.parameters(), lr=0.01)
    losses = train(model, optimizer, 0, 10, rank)
    place = str(model[0].up.weight.placements)
    found = [losses, place, digest(whole(model))]
    dist.destroy_process_group()
    return found


def squared():
    """A mesh of two dimensions: tensor parallel in one, sharded in the other."""
    join()
    parallel, fully_shard = of("distributed.tensor.parallel"), of("distributed.fsdp").fully_shard
    mesh = mesh_of(2, size // 2, mesh_dim_names=("data", "tensor"))
    torch.manual_seed(0)
    model = nn.Sequential(Block(), Block(), nn.Linear(8, 2))
    plan = {"up": parallel.ColwiseParallel(), "down": parallel.RowwiseParallel()}
    for block in model[:2]:
        parallel.parallelize_module(block, mesh["tensor"], plan)
    whole_output = parallel.ColwiseParallel(output_layouts=of("distributed.tensor").Replicate())
    parallel.parallelize_module(model[2], mesh["tensor"], whole_output)
    for layer in model:
        fully_shard(layer, mesh=mesh["data"])
    fully_shard(model, mesh=mesh["data"])
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)
    losses = train(model, optimizer, 0, 10, mesh["data"].get_local_rank(), clip=True)
    found = [losses, str(model[0].up.weight.placements), digest(whole(model))]
    dist.destroy_process_group()
    return found


def meshed():
    """DistributedDataParallel over a mesh of one dimension, or over one of two, along whose other the model is split."""
    join()
    torch.manual_seed(0)
    model, two = Block(), size == 4
    mesh = mesh_of(2, size // 2, mesh_dim_names=("data", "tensor"))
    if two:
        parallel = of("distributed.tensor.parallel")
        parallel.parallelize_module(
            model, mesh["tensor"], {"up": parallel.ColwiseParallel(), "down": parallel.RowwiseParallel()}
        )
    refused = []
    for wrong in ({"device_mesh": mesh}, {"device_mesh": mesh["data"], "process_group": dist.group.WORLD}):
        try:
            nn.parallel.DistributedDataParallel(nn.Linear(1, 1), **wrong)
        except RuntimeError as error:
            refused.append(str(error).partition("(")[0])
    together = nn.parallel.DistributedDataParallel(model, device_mesh=mesh["data"])
    optimizer = torch.optim.SGD(together.parameters(), lr=0.01)
    losses = train(together, optimizer, 0, 6, mesh["data"].get_local_rank())
    found = [losses, type(model.up.weight).__name__, digest(whole(together)), refused]
    dist.destroy_process_group()
    return found


def alone():
    """The model of `sharded` in one process, with the batches of two."""
    torch.manual_seed(0)
    model = nn.Sequential(Block(), nn.LayerNorm(8), Block(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    for step in range(10):
        batches = []
        for seed in range(2):
            torch.manual_seed(100 * step + seed)
            batches.append(torch.randn(4, 8))
        x = torch.cat(batches)
        loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return [x.tolist() for x in whole(model)]


def weights():
    """The weights that `sharded` ends with."""
    join()
    model = sharded_model(mesh_of(size))
    train(model, torch.optim.SGD(model.parameters(), lr=0.01), 0, 10, rank)
    found = [x.tolist() for x in whole(model)]
    dist.destroy_process_group()
    return found


# ---- checkpoints ----


def kept():
    """Trains and saves, or loads into another model; then two steps more."""
    join()
    checkpoint, states = of("distributed.checkpoint"), of("distributed.checkpoint.state_dict")
    model = sharded_model(mesh_of(size))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    if arguments[0] == "save":
        train(model, optimizer, 0, 3, 0)
    model_state, optimizer_state = states.get_state_dict(model, optimizer)
    state = {"model": model_state, "optimizer": optimizer_state, "step": 3 if arguments[0] == "save" else None}
    getattr(checkpoint, arguments[0])(state, checkpoint_id=arguments[1])
    states.set_state_dict(model, optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"])
    before = digest(whole(model))
    train(model, optimizer, 3, 5, 0)
    found = [before, state["step"], [x.tolist() for x in whole(model)]]
    dist.destroy_process_group()
    return found


# ---- uneven data ----


def uneven():
    """DistributedDataParallel.join: rank r has 5 + 3 r batches."""
    join()
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 1))
    how = {"find_unused_parameters": arguments[0] == "unused"}
    parallel = nn.parallel.DistributedDataParallel(model, **how)
    if arguments[0] == "hook":
        hooks = of("distributed.algorithms.ddp_comm_hooks.default_hooks")
        parallel.register_comm_hook(None, hooks.fp16_compress_hook)
    optimizer = torch.optim.SGD(parallel.parameters(), lr=0.05)
    with parallel.join(divide_by_initial_world_size=arguments[0] != "present"):
        train(parallel, optimizer, 0, 5 + 3 * rank, rank)
    found = digest([*model.parameters(), *model.buffers()])
    try:
        with parallel.join(throw_on_early_termination=True):
            train(parallel, optimizer, 0, 2 + rank, rank)
        thrown = ""
    except RuntimeError as error:
        thrown = str(error)
    dist.destroy_process_group()
    return [found, thrown]


if __name__ == "__main__":
    os.makedirs(folder, exist_ok=True)
    print(json.dumps(globals()[name]()), flush=True)
    if "torch" in sys.modules:  # as in programs.py
        os._exit(0)
