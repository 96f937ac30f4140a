"""A group of the backend "fake": one process that stands for all, with torch's as the oracle."""

import json
import subprocess
import sys

from support.project import HANG

PROGRAM = """
import json, sys
if sys.argv[1] == "pytorch_c":
    __import__("pytorch_c").install_as_torch()
import torch, torch.distributed as dist
import torch.distributed._functional_collectives as functional
from torch.testing._internal.distributed.fake_pg import FakeStore

dist.init_process_group("fake", store=FakeStore(), rank=1, world_size=3)
x, found = torch.arange(6.0), [dist.get_backend(), dist.get_rank(), dist.get_world_size()]
outputs = [torch.zeros(6) for _ in range(3)]
dist.all_reduce(x)
dist.broadcast(x, 0)
dist.all_gather(outputs, x)
found += [x.tolist(), [one.tolist() for one in outputs]]
whole, part, own = torch.zeros(18), torch.zeros(2), torch.zeros(6)
dist.all_gather_into_tensor(whole, x)
dist.reduce_scatter_tensor(part, x)
dist.reduce_scatter(own, [x, x * 2, x * 3])
found += [whole.tolist(), part.tolist(), own.tolist()]
mixed, listed = torch.zeros(6), [torch.zeros(2) for _ in range(3)]
dist.all_to_all_single(mixed, x)
dist.all_to_all(listed, list(x.chunk(3)))
dist.scatter(own, None, src=0)
work = dist.all_reduce(x, async_op=True)
work.wait()
dist.barrier()
found += [mixed.tolist(), [one.tolist() for one in listed], own.tolist()]
found.append((torch.ops._c10d_functional.all_reduce(x, "sum", "0") + 0).tolist())
found.append((functional.all_reduce(x, "sum", dist.group.WORLD) + 0).tolist())
group = dist.new_group([0, 1])
found += [dist.get_world_size(group), dist.get_backend(group)]
dist.destroy_process_group()
print(json.dumps(found))
"""


def told(library):
    done = subprocess.run([sys.executable, "-c", PROGRAM, library], capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_collectives_give_what_torchs_give():
    assert told("pytorch_c") == told("torch")
