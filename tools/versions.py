"""Builds the C library against other libtorchs and runs its tests, and the package's, with each: `make versions VERSIONS="2.12.1 2.15.0"`.

    python tools/versions.py 2.12.1 2.15.0    the C tests, the package trains upon that libtorch alone (LIBTORCH), and
                                              captures programs by that torch's own Python
    python tools/versions.py --tests 2.14.1   also the core of the tests, beside that torch as the oracle: several GB more
    python tools/versions.py --cuda 2.13.0    the library that is built, with the CUDA build of its version, without a GPU
    python tools/versions.py 2.11.0 --python python3.12    the package for that Python
    python tools/versions.py 2.11.0 --wheels FOLDER    everything from a folder of wheels, without the network

The libraries stay in pytorch_c/lib/2.12 and so on (libtorchs.py), what was fetched in build/libtorchs.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

import libtorchs
from libtorchs import CSHIM, FETCHED, ROOT, Registry

CORE = (
    "tensor",
    "autograd",
    "nn",
    "optim",
    "ops",
    "files",
    "memory/test_gc.py",
    "memory/test_memory.py",
    "boundary/test_errors.py",
)
TESTED_WITH = (
    "numpy",
    "cffi",
    "pytest",
    "hypothesis",
    "safetensors",
    "Pillow",
    "pyyaml",
    "ml_dtypes",
    "setuptools",
    "expecttest",
)


def c_tests(torch, jobs):
    """(words for the C tests against a libtorch, whether they passed)"""
    code, output = libtorchs.make(torch, "run-tests", jobs=jobs)
    passed = re.findall(r"^(\w+): ok$", output, re.M)
    if code or passed != re.findall(r"^C_TESTS := (.*)", (CSHIM / "Makefile").read_text(), re.M)[0].split():
        print(output[-4000:])
        return "C tests failed", False
    return f"{len(passed)} C tests passed", True


def build_and_test(version, options, registry):
    """A line about a version of libtorch: the C tests, the package, the core of its tests."""
    torch = libtorchs.fetch(version, registry)
    said, good = c_tests(torch, options.jobs)
    parts = [said]
    if good:
        libtorchs.build(torch, options.jobs)
        parts += [package_on(torch, options.python, registry), captured_on(torch)]
        parts += [core_of_the_tests(version, registry)] if options.tests else []
    return f"libtorch {version}: {'; '.join(parts)}"


TRAINING = """
import pytorch_c as t
t.manual_seed(0)
net = t.nn.Sequential(t.nn.Linear(8, 16), t.nn.Tanh(), t.nn.Linear(16, 1))
steps, x = t.optim.AdamW(net.parameters(), lr=0.01), t.randn(64, 8)
with t.gc():
    for _ in range(100):
        loss = (net(x) - x.sum(1, keepdim=True)).square().mean()
        loss.backward()
        steps.step()
        steps.zero_grad()
assert loss.item() < 5, loss
t.save(net.state_dict(), "net.pt")
assert t.equal(t.load("net.pt")["0.weight"], net[0].weight)
try:
    t.ones(2) @ t.ones(3)
except RuntimeError as error:
    assert "size mismatch" in str(error) or "inconsistent" in str(error), error
"""

# Tests that read that version's own Python: each of these files of torch's differs from version to version.
CAPTURING = """
import pytorch_c as t
from pytorch_c.fx.experimental.proxy_tensor import make_fx
net, x = t.nn.Sequential(t.nn.Linear(4, 8), t.nn.ReLU(), t.nn.Linear(8, 1)), t.randn(3, 4)
def same(found, given):
    assert t.equal(found(given), net(given))
[getattr(t, name) for name in dir(t)]
same(t.jit.script(net), x)
same(t.fx.symbolic_trace(net), x)
same(t.export.export(net, (x,)).module(), x)
shapes = ({0: t.export.Dim("n")},)
t.export.save(t.export.export(net, (x,), dynamic_shapes=shapes), "net.pt2")
same(t.export.load("net.pt2").module(), t.randn(7, 4))
assert make_fx(lambda a: (a @ a).sin().sum(), tracing_mode="symbolic")(t.eye(3))(t.eye(5)) == t.eye(5).sin().sum()
@t.library.custom_op("versions::double", mutates_args=())
def double(a: t.Tensor) -> t.Tensor:
    return a * 2
assert t.equal(t.func.vmap(t.func.grad(lambda a: (a * a).sum()))(x), x * 2) and t.equal(double(x), x * 2)
"""


def output(commands, **environment):
    """Runs the commands in a folder of their own; returns what the last printed, or prints why one failed: None."""
    with tempfile.TemporaryDirectory() as folder:
        for command in commands:
            done = subprocess.run(command, cwd=folder, env=os.environ | environment, capture_output=True, text=True)
            if done.returncode:
                print((done.stdout + done.stderr)[-3000:])
                return None
    return done.stdout


def captured_on(torch):
    """Words for programs captured by that version's own Python, which is read from its folder."""
    done = output([[sys.executable, "-c", CAPTURING]], PYTHONPATH=f"{ROOT}:{torch.parent}")
    return "its own Python failed to capture" if done is None else "its own Python captures programs"


def package_on(torch, python, registry):
    """Words for the package upon that libtorch, without torch's Python: it trains."""
    python, source, site = python or sys.executable, ROOT, ""
    if python != sys.executable:
        source, site = built_for(torch, registry)
    mnist = [python, source / "examples/mnist.py", "train", "--data", "sample", "--epochs", "2"]
    done = output([[python, "-c", TRAINING], mnist], PYTHONPATH=f"{source}:{site}", LIBTORCH=str(torch))
    if done is None:
        return "the package failed"
    version = subprocess.run([python, "--version"], capture_output=True, text=True).stdout.strip()
    accuracy = [line.strip() for line in done.splitlines() if "%" in line][-1]
    return f"{version}: the package trains, {accuracy}"


def built_for(torch, registry):
    """(a copy of the package with an extension for another Python upon that libtorch, the folder of what it needs)"""
    folder = FETCHED / "other-python"
    shutil.rmtree(folder, ignore_errors=True)
    site, source = folder / "site", folder / "source"
    registry.install(site, "numpy", "cffi", "setuptools>=77", dependencies=True)
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "build-*", "__pycache__", "*.so*", "dist")
    shutil.copytree(ROOT, source, ignore=left_out)
    own = FETCHED / libtorchs.package.minor(libtorchs.package.version(torch))
    environment = os.environ | {"PYTHONPATH": f"{source}:{site}", "LIBTORCH": str(torch), "PTC_LIBRARY_DIR": str(own)}
    command = [registry.python, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=source, env=environment, check=True)
    lib = source / "pytorch_c" / "lib"
    lib.mkdir(exist_ok=True)
    shutil.copy2(own / libtorchs.package.SONAME, lib)
    return source, site


def core_of_the_tests(version, registry):
    """Words for CORE beside that version of torch, in an environment of its own, which stays in build/libtorchs."""
    place = FETCHED / version / "environment"
    python = place / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", place], check=True)
        command = [
            python,
            "-m",
            "pip",
            "install",
            "-q",
            "--no-cache-dir",
            "--no-compile",
            f"torch=={version}",
            *TESTED_WITH,
        ]
        subprocess.run(command, check=True, env=os.environ | registry.source)
    files = [f"tests/{name}" for name in CORE]
    done = subprocess.run(
        [python, "tools/run_tests", *files],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    if done.returncode:
        print(done.stdout[-6000:])
    return f"tests: {done.stdout.strip().splitlines()[-1]}"


def with_cuda(version, registry):
    """The library that is built, run with the CUDA build's libraries."""
    with tempfile.TemporaryDirectory() as folder:
        registry.install(folder, f"torch=={version}", dependencies=True)
        command = ["make", "-C", CSHIM, f"PYTHON={sys.executable}", "run-tests"]
        environment = os.environ | {"LD_LIBRARY_PATH": f"{folder}/torch/lib"}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        print(done.stdout[-4000:] if done.returncode else "", end="")
        passed = len(re.findall(r"^(\w+): ok$", done.stdout, re.M))
        return f"libtorch {version}, the CUDA build: {'failed' if done.returncode else f'{passed} C tests passed'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("versions", nargs="*", help="of torch: 2.12.1")
    parser.add_argument("--tests", action="store_true", help="the core of the tests beside that torch, too")
    parser.add_argument("--cuda", metavar="VERSION", help="of torch, that which the library is built against")
    parser.add_argument("--python", help="for which the package is built and tried: python3.12")
    parser.add_argument("--wheels", metavar="FOLDER", help="of wheels: nothing is fetched")
    parser.add_argument("--jobs", default=os.cpu_count())
    options = parser.parse_args()
    registry = Registry(options.python or sys.executable, options.wheels)
    said = [build_and_test(version, options, registry) for version in options.versions]
    said += [with_cuda(options.cuda, registry)] if options.cuda else []
    print("\n".join(said) or "name a version")
    return any(re.search(r"failed|[1-9]\d* (failed|errors?)\b", one) for one in said) or not said


if __name__ == "__main__":
    sys.exit(main())
