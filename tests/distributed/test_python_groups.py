"""Groups and works that are classes of Python, with torch's as the oracle: who calls which method, with what."""

import json
import subprocess
import sys

from support.project import HANG

HEAD = """
import gc, json, sys, threading, weakref
from datetime import timedelta
if sys.argv[1] == "pytorch_c":
    __import__("pytorch_c").install_as_torch()
import torch, torch.distributed as dist
from torch._C._distributed_c10d import _create_work_from_future, _set_thread_isolation_mode

def shown(value):
    if isinstance(value, torch.Tensor):
        return [list(value.shape), value.tolist()]
    if isinstance(value, (list, tuple)):
        return [shown(one) for one in value]
    names = ("reduceOp", "rootRank")
    if hasattr(value, "timeout"):
        return {one: int(getattr(getattr(value, one), "op", getattr(value, one))) for one in names if hasattr(value, one)}
    return value

class Work(dist.Work):
    def __init__(self, outputs):
        super().__init__()
        self.outputs = outputs
    def wait(self, timeout=timedelta(0)):
        told.append(["wait"])
        return True
    def get_future(self):
        told.append(["get_future"])
        made = torch.futures.Future()
        made.set_result(self.outputs)
        return made

class Group(dist.ProcessGroup):
    def __init__(self, rank, size):
        super().__init__(rank, size)
    def getBackendName(self):
        return "doubles"
    def setGroupName(self, name):
        self.named = name
    def getGroupName(self):
        return self.named
    def _told(self, name, outputs, *arguments):
        told.append([name, *shown(arguments)])
        return Work(outputs)

def method(name, places):
    def called(self, *arguments, **named):
        arguments += tuple(named.values())
        given = [one for i in places for one in flat(arguments[i])]
        for one in given:
            one.detach().mul_(2).add_(1)
        return self._told(name, given, *arguments)
    return called

def flat(value):
    return [value] if isinstance(value, torch.Tensor) else [one for part in value for one in flat(part)]

for name in "broadcast allreduce allreduce_coalesced reduce".split():
    setattr(Group, name, method(name, [0]))
for name in ("allgather allgather_coalesced all_gather_single all_gather_single_coalesced gather scatter reduce_scatter "
             "reduce_scatter_single reduce_scatter_single_coalesced alltoall all_to_all_single").split():
    setattr(Group, name, method(name, [0]))
for name in "send recv barrier recv_anysource".split():
    setattr(Group, name, method(name, [] if name == "barrier" else [0]))

told = []
def create(store, rank, size, timeout):
    made = Group(rank, size)
    told.append(["made", rank, size, str(timeout)])
    return made
dist.Backend.register_backend("doubles", create, devices=["cpu"])
dist.init_process_group("doubles", store=dist.HashStore(), rank=0, world_size=2, timeout=timedelta(seconds=9))
world = dist.group.WORLD
"""


def told(library, program):
    done = subprocess.run(
        [sys.executable, "-c", HEAD + program + "\nprint(json.dumps(told))", library],
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def compare(program):
    ours = told("pytorch_c", program)
    assert ours == told("torch", program)
    return ours


def test_functions_of_distributed_call_methods():
    compare("""
x, pair = torch.arange(4.0), [torch.zeros(2), torch.ones(2)]
told += [world.name(), dist.get_backend(), dist.get_rank(), dist.get_world_size(), world.group_name, type(world).__name__]
dist.broadcast(x, 1)
dist.all_reduce(x, dist.ReduceOp.MAX)
dist.reduce(x, 1)
dist.all_gather(pair, torch.ones(2))
dist.all_gather_into_tensor(torch.zeros(4), torch.ones(2))
dist.gather(torch.ones(2), pair, dst=0)
dist.scatter(torch.ones(2), pair, src=0)
dist.scatter(torch.ones(2), None, src=1)
dist.reduce_scatter(torch.ones(2), pair)
dist.reduce_scatter_tensor(torch.ones(2), torch.ones(4), dist.ReduceOp.AVG)
dist.all_to_all(pair, [torch.zeros(2), torch.ones(2)])
dist.all_to_all_single(torch.zeros(4), x)
dist.all_to_all_single(torch.zeros(4), x, [1, 3], [2, 2])
dist.send(x, 1)
dist.recv(x, 1, tag=3)
dist.barrier()
work = dist.all_reduce(torch.ones(2, dtype=torch.complex64), async_op=True)
told += [type(work).__name__, work.wait(), shown(work.outputs)]
for wrong in (lambda: dist.send(x, 0), lambda: dist.broadcast(x, 7, group=dist.new_group([0]))):
    try:
        wrong()
    except ValueError as error:
        told.append(type(error).__name__)
dist.destroy_process_group()
told.append(dist.is_initialized())
""")


def test_operators_find_a_group_by_its_name():
    found = compare("""
import torch.distributed._functional_collectives as functional
from torch.distributed.distributed_c10d import _resolve_process_group
x, ops = torch.arange(4.0), torch.ops._c10d_functional
wait = ops.wait_tensor
told.append(_resolve_process_group(world.group_name) is world)
told.append(wait(ops.all_reduce(x, "sum", "0")).tolist())
told.append(wait(ops.broadcast(x, 1, "0")).tolist())
told.append([wait(one).tolist() for one in ops.all_reduce_coalesced([x, x + 1], "max", "0")])
told.append((functional.all_reduce(x, "sum", world) + 0).tolist())
dist.destroy_process_group()
try:
    ops.all_reduce(x, "sum", "0")
except RuntimeError as error:
    told.append("no group" if "Could not resolve" in str(error) else str(error))
""")
    assert ["wait"] in found and found[1] is True


def test_data_parallel_reduces_by_it():
    found = compare("""
def gathered(self, outputs, inputs, opts):
    for one in outputs[0]:
        one.copy_(inputs[0])
    return Work([])
Group.allgather = gathered
Group.broadcast = lambda self, tensors, opts: self._told("broadcast", tensors)
torch.manual_seed(0)
model = torch.nn.Linear(3, 2)
parallel = torch.nn.parallel.DistributedDataParallel(model, process_group=world)
for step in range(2):
    model.zero_grad()
    parallel(torch.ones(3)).sum().backward()
    told.append(model.weight.grad.tolist())
facts = parallel._get_ddp_logging_data()
told.append([facts[name] for name in ("world_size", "module_name", "is_multi_device_module", "bucket_cap_bytes")])
""")
    assert any(one[0] == "allreduce" for one in found if isinstance(one, list))


def test_plans_of_buckets_are_torchs():
    compare("""
plan, sizes = dist._compute_bucket_assignment_by_size, (10, 20, 10, 5)
tensors = [torch.empty(n, dtype=torch.float if n != 20 else torch.double) for n in sizes]
told += [plan(tensors, [40]), plan(tensors, [40, 80]), plan(tensors, [1000], [False, True, False, False])]
told.append(plan(tensors, [60], [False] * 4, [3, 2, 1, 0]))
""")


def test_errors_reach_the_caller_unchanged():
    assert told(
        "pytorch_c",
        """
class Special(Exception):
    pass
raised = Special("as it is")
def fails(self, tensors, opts):
    raise raised
Group.allreduce = fails
told.clear()
for call in (lambda: dist.all_reduce(torch.ones(2)), lambda: torch.ops._c10d_functional.all_reduce(torch.ones(2), "sum", "0")):
    try:
        call()
    except Special as error:
        told.append(error is raised)
Group.allreduce = lambda self, tensors, opts: None
try:
    torch.ops._c10d_functional.all_reduce(torch.ones(2), "sum", "0")
except TypeError as error:
    told.append(str(error))
try:
    dist.ProcessGroup(0, 1).barrier()
except NotImplementedError as error:
    told.append(str(error))
""",
    ) == [
        True,
        True,
        "Group.allreduce() must give a torch.distributed.Work, got NoneType",
        "ProcessGroup has no method barrier()",
    ]


def test_a_group_goes_with_its_last_reference():
    assert told(
        "pytorch_c",
        """
from torch.distributed.distributed_c10d import _register_process_group, _unregister_process_group
from pytorch_c._boundary import api
group, ops = Group(0, 1), torch.ops._c10d_functional
group.itself = group
_register_process_group("mine", group)
ops.wait_tensor(ops.all_reduce(torch.ones(2), "sum", "mine"))
before, alive = api.live_handles(), weakref.ref(group)
told.clear()
del group
gc.collect()
told += [alive() is None, api.live_handles() < before]
try:
    ops.all_reduce(torch.ones(2), "sum", "mine")
except RuntimeError as error:
    told.append("mine" in str(error))
dist.destroy_process_group()
world = weakref.ref(world)
gc.collect()
told.append(world() is None)
""",
    ) == [True, True, True, True]


def test_threads_stand_for_processes():
    compare("""
dist.destroy_process_group()
from torch.testing._internal.distributed.multi_threaded_pg import _install_threaded_pg, _uninstall_threaded_pg
import torch.distributed._functional_collectives as functional
_set_thread_isolation_mode(True)
_install_threaded_pg()
told, store, found = [], dist.HashStore(), {}
def member(rank):
    dist.init_process_group("threaded", rank=rank, world_size=3, store=store)
    x = torch.full((2,), rank + 1.0)
    dist.all_reduce(x)
    pair = dist.new_group([0, 2])
    y = functional.all_reduce(torch.full((2,), rank + 1.0), "sum", dist.group.WORLD) + 0
    z = torch.zeros(3)
    if rank != 1:
        dist.all_reduce(z.fill_(rank + 5.0), group=pair)
    gathered = [None] * 3
    dist.all_gather_object(gathered, {"rank": rank})
    found[rank] = [x.tolist(), y.tolist(), z.tolist(), gathered, dist.get_backend(), dist.get_rank()]
    dist.destroy_process_group()
threads = [threading.Thread(target=member, args=(rank,)) for rank in range(3)]
for one in threads: one.start()
for one in threads: one.join()
_uninstall_threaded_pg()
_set_thread_isolation_mode(False)
told = [found[rank] for rank in range(3)] + [dist.is_initialized()]
""")


def test_methods_are_in_the_order_of_the_calls_of_c():
    from pytorch_c._boundary import constants
    from pytorch_c.distributed._python_groups import _KINDS

    calls = sorted(constants.GROUP_CALL_KIND, key=constants.GROUP_CALL_KIND.__getitem__)
    assert len(_KINDS) == len(calls)
    for method, call in zip(_KINDS, calls):
        assert method.replace("_", "").startswith(call.replace("_", "")), (method, call)
