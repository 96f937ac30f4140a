"""Groups of one and of two processes, with torch's as the oracle: what torch's own tests ask for and no other test here."""

import json
import subprocess
import sys

from support.project import HANG

PROGRAM = """
import copy, json, pickle, sys
if sys.argv[1] == "pytorch_c":
    __import__("pytorch_c").install_as_torch()
import torch, torch.distributed as dist
from torch.distributed._composable.replicate import replicate
from torch.distributed.tensor import Partial, Replicate, Shard
from torch.utils._python_dispatch import TorchDispatchMode

found = []
try:
    dist.destroy_process_group()
except AssertionError as error:
    found.append("cannot be None" in str(error))
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)


class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        found.append(str(func))
        return func(*args, **(kwargs or {}))


x, several = torch.zeros(2), [torch.zeros(2)]
given = [torch.full((2,), float(i)) for i in range(5)]
with Mode():
    dist.scatter(x, [given[1]])
    dist.all_gather(several, given[2])
    dist.gather(given[3], several)
    dist.reduce_scatter(x, [given[4]])
found += [x.tolist(), several[0].tolist()]

torch.manual_seed(0)
model = replicate(torch.nn.Linear(2, 1))
model(torch.ones(3, 2)).sum().backward()
found.append([p.grad.tolist() for p in model.parameters()])

parallel = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))
found.append([value.tolist() for value in parallel.to_kwargs((torch.ones(2),), {"a": torch.zeros(1)}, None)[0][0]])

mesh = dist.init_device_mesh("cpu", (1, 1), mesh_dim_names=("data", "tensor"))
parallel = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1), device_mesh=mesh["data"])
parallel(torch.ones(3, 2)).sum().backward()
found.append([p.grad.tolist() for p in parallel.parameters()])
for wrong in ({"device_mesh": mesh}, {"device_mesh": mesh["data"], "process_group": dist.group.WORLD}):
    try:
        torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1), **wrong)
    except RuntimeError as error:
        found.append(str(error).partition("(")[0])

for placement in (Shard(1), Replicate(), Partial("sum")):
    again = pickle.loads(pickle.dumps(placement)), copy.deepcopy(placement)
    found.append((placement.__reduce_ex__(2)[2], [one == placement for one in again]))
dist.destroy_process_group()
stand_in = sys.modules["torch.distributed.run"] = object()
import torch.distributed.run as run
found.append(run is stand_in)
print(json.dumps(found))
"""

WITHOUT_LISTS = """
import json, os, sys
if sys.argv[1] == "pytorch_c":
    __import__("pytorch_c").install_as_torch()
import torch, torch.distributed as dist
from torch.utils._python_dispatch import TorchDispatchMode

child = os.fork()
rank = int(child != 0)
dist.init_process_group("gloo", store=dist.FileStore(sys.argv[2], 2), rank=rank, world_size=2)


class Mode(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


x, three = torch.zeros(2), torch.full((2,), 3.0)
parts, several = [torch.ones(2), torch.full((2,), 2.0)], [torch.zeros(2), torch.zeros(2)]
with Mode():
    dist.scatter(x, None if rank else parts)
    dist.gather(three, None if rank else several)
if not rank:
    os._exit(0 if [one.tolist() for one in several] == [[3, 3], [3, 3]] else 1)
print(json.dumps([x.tolist(), os.waitpid(child, 0)[1]]))
"""


def told(library, program=PROGRAM, *more):
    command = [sys.executable, "-c", program, library, *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_one_process_finds_what_torchs_finds():
    found = told("pytorch_c")
    assert found[0] is True and "c10d.scatter_.default" in found
    assert found == told("torch")


def test_ranks_without_a_list_take_part_within_a_mode(tmp_path):
    assert told("pytorch_c", WITHOUT_LISTS, str(tmp_path / "ours")) == [[2, 2], 0]
    assert told("torch", WITHOUT_LISTS, str(tmp_path / "theirs")) == [[2, 2], 0]
