"""Groups of processes over NCCL: one rank on each device."""

import pytorch_c as t
from gpu.checks import Checks, Skip

checks = Checks()


@checks("collectives over NCCL with one rank", gpu_only=True)
def alone(device):
    d = t.distributed
    if not d.is_nccl_available():
        raise Skip("this build has no NCCL: its headers were not beside libtorch")
    store = d.TCPStore("127.0.0.1", 0, 1, True)
    d.init_process_group("nccl", store=store, rank=0, world_size=1)
    try:
        x = t.arange(4.0, device=device)
        d.all_reduce(x)
        d.broadcast(x, 0)
        gathered = [t.empty(4, device=device)]
        d.all_gather(gathered, x)
        assert gathered[0].tolist() == [0, 1, 2, 3]
        work = d.all_reduce(x, async_op=True)
        work.wait()
        t.cuda.synchronize()
        assert x.tolist() == [0, 1, 2, 3]
        net = t.nn.parallel.DistributedDataParallel(t.nn.Linear(4, 2).to(device), device_ids=[0])
        net(x[None]).sum().backward()
        assert next(net.parameters()).grad is not None
        d.barrier()
    finally:
        d.destroy_process_group()


@checks("DataParallel over the devices that are there", gpu_only=True)
def data_parallel(device):
    net = t.nn.Linear(4, 2).to(device)
    x = t.ones(6, 4, device=device)
    assert t.allclose(t.nn.DataParallel(net)(x), net(x))
