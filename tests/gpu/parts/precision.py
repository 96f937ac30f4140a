"""Lower precision on the device: autocast, GradScaler, TF32, and each dtype's products beside torch's."""

import numpy
import torch

import pytorch_c
from gpu.checks import Checks, close

checks = Checks()


@checks("autocast gives each operator the dtype that torch gives it")
def autocast(device):
    def dtypes(t):
        x = t.ones(8, 8, device=device)
        net = t.nn.Sequential(t.nn.Linear(8, 8), t.nn.LayerNorm(8), t.nn.Softmax(-1)).to(device)
        with t.autocast(device_type=device, dtype=t.bfloat16):
            return [
                str(one.dtype)
                for one in (x @ x, net(x), x.exp(), x + x, (x @ x).sum(), t.nn.functional.mse_loss(x @ x, x))
            ]

    ours, theirs = dtypes(pytorch_c), dtypes(torch)
    assert ours == theirs, (ours, theirs)


@checks("training in float16 with a GradScaler has torch's losses and scales")
def scaled(device):
    def trained(t):
        t.manual_seed(0)
        net = t.nn.Sequential(t.nn.Linear(32, 64), t.nn.ReLU(), t.nn.Linear(64, 1)).to(device)
        x, y = t.randn(64, 32, device=device), t.randn(64, 1, device=device)
        steps = t.optim.SGD(net.parameters(), lr=0.1)
        scaler = t.amp.GradScaler(device, init_scale=2.0**24, growth_interval=5)
        losses, scales = [], []
        for _ in range(20):
            steps.zero_grad()
            with t.autocast(device_type=device, dtype=t.float16 if device == "cuda" else t.bfloat16):
                loss = t.nn.functional.mse_loss(net(x), y.to(t.float32))
            scaler.scale(loss).backward()
            scaler.step(steps)
            scaler.update()
            losses.append(loss.item())
            scales.append(scaler.get_scale())
        return losses, scales

    ours, theirs = trained(pytorch_c), trained(torch)
    close(ours[0], theirs[0], rtol=1e-3)
    assert ours[1] == theirs[1], (ours[1], theirs[1])
    return {"last loss": round(ours[0][-1], 6), "torch's": round(theirs[0][-1], 6), "last scale": ours[1][-1]}


@checks("products in each dtype are torch's, bit by bit")
def products(device):
    found = {}
    for name in ("float32", "float16", "bfloat16", "float64", "complex64"):

        def product(t, name=name):
            t.manual_seed(1)
            x = t.randn(256, 256, device=device, dtype=getattr(t, name))
            return (x @ x).to(t.complex128 if "complex" in name else t.float64).cpu().numpy()

        numpy.testing.assert_array_equal(product(pytorch_c), product(torch))
        found[name] = "equal"
    return found


@checks("attention takes the kernel that torch takes")
def attention(device):
    def attended(t):
        t.manual_seed(2)
        q, k, v = (t.randn(2, 4, 128, 64, device=device, dtype=t.bfloat16) for _ in range(3))
        F = t.nn.functional
        found = [F.scaled_dot_product_attention(q, k, v, is_causal=True)]
        if device == "cuda":
            kinds = t.nn.attention.SDPBackend
            for kind in (kinds.FLASH_ATTENTION, kinds.EFFICIENT_ATTENTION, kinds.MATH):
                with t.nn.attention.sdpa_kernel(kind):
                    found.append(F.scaled_dot_product_attention(q, k, v, is_causal=True))
        return [one.float().cpu().numpy() for one in found]

    for one, other in zip(attended(pytorch_c), attended(torch), strict=True):
        numpy.testing.assert_array_equal(one, other)
