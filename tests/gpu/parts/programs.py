"""TorchScript, exported programs and compiled packages that run on the device; torch has a process of its own."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytorch_c as t
from gpu.checks import Checks, Skip
from pytorch_c._boundary import api

checks = Checks()

THEIRS = """
import sys, numpy, torch
kind, file, device, numbers = sys.argv[1:]
x = torch.ones(3, 16, device=device)
if kind == "load":
    found = torch.jit.load(file, map_location=device)(x)
else:
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Linear(16, 32), torch.nn.GELU(), torch.nn.Linear(32, 4)).to(device).eval()
    with torch.no_grad():
        found = net(x)
        torch._inductor.aoti_compile_and_package(torch.export.export(net, (x,)), package_path=file)
assert found.device.type == device
numpy.save(numbers, found.detach().cpu().numpy())
"""


def of_torch(kind, file, device):
    """Returns what torch gives, as an array."""
    import numpy

    numbers = file.with_suffix(".npy")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", THEIRS, kind, file, device, numbers], capture_output=True, text=True
    )
    assert not done.returncode, done.stderr[-2000:]
    return numpy.load(numbers)


def need_files_of_torch():
    """Programs are made by files of torch's own, those of the version that the package is written for."""
    version = api.built_version()
    if not version.startswith("2.13."):
        raise Skip(f"torch {version}: its files that make programs are not those of 2.13")


def model(device):
    t.manual_seed(0)
    return t.nn.Sequential(t.nn.Linear(16, 32), t.nn.GELU(), t.nn.Linear(32, 4)).to(device).eval()


@checks("a scripted and a traced model run on the device, and their files load there, in torch too")
def scripts(device):
    net, x = model(device), t.ones(3, 16, device=device)
    with t.no_grad(), tempfile.TemporaryDirectory() as folder:
        expected = net(x)
        for made in (t.jit.script(net), t.jit.trace(net, (x,))):
            assert t.allclose(made(x), expected)
            file = Path(folder, "model.pt")
            t.jit.save(made, file)
            loaded = t.jit.load(file, map_location=device)
            assert t.allclose(loaded(x), expected) and next(loaded.parameters()).device.type == device
        assert abs(of_torch("load", file, device) - expected.cpu().numpy()).max() < 1e-5


@checks("an exported program runs on the device")
def exported(device):
    need_files_of_torch()
    net, x = model(device), t.ones(3, 16, device=device)
    program = t.export.export(net, (x,))
    assert t.allclose(program.module()(x), net(x))


@checks("a package that torch compiled for the device runs here", gpu_only=True)
def package(device):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "model.pt2")
        expected = of_torch("compile", file, device)
        found = t._inductor.aoti_load_package(str(file))(t.ones(3, 16, device=device))
        assert found.device.type == "cuda" and abs(found.cpu().numpy() - expected).max() < 1e-4


@checks("torch.compile with a backend of one's own runs on the device")
def compiled(device):
    need_files_of_torch()
    seen = []

    def backend(graph, inputs):
        seen.append(len(graph.graph.nodes))
        return graph.forward

    @t.compile(backend=backend)
    def f(x):
        return t.sin(x) + x * 2

    x = t.ones(5, device=device)
    assert t.allclose(f(x), t.sin(x) + x * 2) and seen
