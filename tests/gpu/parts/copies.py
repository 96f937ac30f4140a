"""Copies between the host and devices, and tensors handed to and from torch, CuPy and NumPy without one."""

import pytorch_c as t
from gpu.checks import Checks, Skip

checks = Checks()


@checks("pinned memory is copied without waiting, both ways", gpu_only=True)
def pinned(device):
    x = t.arange(1 << 20, dtype=t.float32).pin_memory()
    assert x.is_pinned() and not t.ones(2).is_pinned()
    there = x.to(device, non_blocking=True)
    back = t.empty(1 << 20, pin_memory=True)
    back.copy_(there, non_blocking=True)
    t.cuda.synchronize()
    assert t.equal(x, back)


@checks("a DataLoader pins its batches", gpu_only=True)
def loader(device):
    data = t.utils.data.TensorDataset(t.arange(64.0))
    for (batch,) in t.utils.data.DataLoader(data, batch_size=16, pin_memory=True):
        assert batch.is_pinned() and batch.to(device, non_blocking=True).sum().item() == batch.sum().item()


@checks("one device reads another's memory", gpu_only=True)
def peers(device):
    if t.cuda.device_count() < 2:
        raise Skip("there is one device")
    x = t.arange(1000.0, device="cuda:0")
    assert t.equal(x.to("cuda:1").cpu(), x.cpu())
    assert t.cuda.can_device_access_peer(0, 1) in (True, False)


@checks("DLPack gives torch's tensors to us and ours to torch, in place")
def dlpack(device):
    import torch

    x = torch.arange(6.0, device=device).reshape(2, 3)
    ours = t.from_dlpack(x)
    ours += 1
    assert x.tolist() == [[1, 2, 3], [4, 5, 6]] and ours.device.type == device
    y = t.arange(4.0, device=device)
    theirs = torch.from_dlpack(y)
    theirs *= 2
    assert y.tolist() == [0, 2, 4, 6] and theirs.data_ptr() == y.data_ptr()


@checks("CuPy reads and writes our tensors, on a stream of its own too", gpu_only=True)
def cupy(device):
    try:
        import cupy
    except ImportError:
        raise Skip("CuPy is not installed") from None
    x = t.arange(5.0, device=device)
    array = cupy.from_dlpack(x)
    array *= 3
    cupy.cuda.get_current_stream().synchronize()
    assert x.tolist() == [0, 3, 6, 9, 12]
    by_interface = cupy.asarray(x)
    assert by_interface.data.ptr == x.data_ptr()
    with cupy.cuda.Stream(non_blocking=True) as stream:
        made = cupy.full((1 << 20,), 2.0, dtype=cupy.float32) * 2
        ours = t.from_dlpack(made)
        stream.synchronize()
    assert ours.sum().item() == 4 << 20
    assert t.as_tensor(cupy.arange(3), device=device).tolist() == [0, 1, 2]


@checks("the CUDA array interface says where a tensor is", gpu_only=True)
def interface(device):
    x = t.ones(2, 3, device=device)
    told = x.__cuda_array_interface__
    assert told["shape"] == (2, 3) and told["data"] == (x.data_ptr(), False) and told["typestr"] == "<f4"


@checks("a tensor prints, pickles and copies where it is")
def around(device):
    import copy
    import pickle

    x = t.tensor([[1.5, 2.0]], device=device)
    assert repr(x) == (
        "tensor([[1.5000, 2.0000]], device='cuda:0')" if device == "cuda" else "tensor([[1.5000, 2.0000]])"
    )
    for y in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
        assert y.device == x.device and t.equal(x, y)
    try:
        if device == "cuda":
            x.numpy()
    except TypeError as error:
        assert "cpu" in str(error).lower(), str(error)
    else:
        assert device == "cpu", "numpy() of a tensor on the device gave something"
