"""Six trainings on the device, their losses beside torch's, and nothing left of them on the device."""

import gc
import json
import subprocess
import sys
from pathlib import Path

from gpu.checks import Checks, close

ROOT = Path(__file__).resolve().parents[3]
STEPS = 30
checks = Checks()

# One library in a process of its own: {losses, bytes of the device left afterwards, milliseconds of a step}.
PROGRAM = """
import gc, importlib, json, sys, time
library, name, device, steps = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
sys.path[:0] = [{root!r}, {root!r} + "/benchmarks"]
from harness.trainings import TRAININGS
t = importlib.import_module(library)
t.backends.cudnn.deterministic = True
t.set_default_device(device)
wait = t.cuda.synchronize if device == "cuda" else lambda: None
used = t.cuda.memory_allocated if device == "cuda" else lambda: 0
t.manual_seed(0)
step = TRAININGS[name](t)
losses = [step().item() for _ in range(steps)]
wait()
begin = time.perf_counter()
for _ in range(steps):
    loss = step()
wait()
took = (time.perf_counter() - begin) / steps
peak = t.cuda.max_memory_allocated() if device == "cuda" else 0
del step, loss
gc.collect()
print(json.dumps(dict(losses=losses, left=used(), peak=peak, ms=1e3 * took)))
"""


def trained(library, name, device):
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM.format(root=str(ROOT)), library, name, device, str(STEPS)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert not done.returncode, done.stderr[-2500:]
    return json.loads(done.stdout.splitlines()[-1])


def training(name):
    def run(device):
        ours, theirs = (trained(library, name, device) for library in ("pytorch_c", "torch"))
        # On the CPU sums differ by where memory lies, and a pair of networks that learn from each other part ways.
        compared = STEPS if device == "cuda" else 6
        close(ours["losses"][:compared], theirs["losses"][:compared], rtol=2e-3, atol=1e-4)
        assert ours["left"] == theirs["left"], f"{ours['left']} bytes are left on the device, {theirs['left']} by torch"
        return {
            name: {
                "last loss": f"{ours['losses'][-1]:.6f}",
                "torch's": f"{theirs['losses'][-1]:.6f}",
                "ms a step": round(ours["ms"], 3),
                "torch, ms": round(theirs["ms"], 3),
                "torch = 1": round(ours["ms"] / theirs["ms"], 2),
                "peak, MB": round(ours["peak"] / 1e6, 1),
                "torch, MB": round(theirs["peak"] / 1e6, 1),
            }
        }

    return run


for each in ("MLP, SGD", "GPT", "ResNet-18", "LSTM", "DCGAN", "MLP, Adam"):
    checks(f"{each}: losses are torch's, and nothing is left on the device")(training(each))


@checks("examples/mnist.py trains on the device as on the CPU")
def mnist(device):
    told = {}
    for where in dict.fromkeys([device, "cpu"]):
        command = [sys.executable, "examples/mnist.py", "train", "--data", "sample", "--epochs", "3", "--device", where,
                   "--model", f"/tmp/mnist-{where}.pt"]  # fmt: skip
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)
        assert not done.returncode, done.stderr[-2000:]
        told[where] = done.stdout.splitlines()
    return {where: lines[-1][:100] for where, lines in told.items()}


@checks("a model goes to the device and back, and its file loads on either")
def moved(device):
    import pytorch_c as t

    net = t.nn.Sequential(t.nn.Linear(4, 8), t.nn.BatchNorm1d(8), t.nn.Linear(8, 2)).to(device)
    t.save(net.state_dict(), "/tmp/moved.pt")
    there = t.load("/tmp/moved.pt")
    here = t.load("/tmp/moved.pt", map_location="cpu")
    assert all(value.device.type == device for value in there.values())
    assert all(value.device.type == "cpu" for value in here.values())
    for name, value in net.cpu().state_dict().items():
        assert t.equal(value, here[name]) and t.equal(value, there[name].cpu()), name
    gc.collect()
