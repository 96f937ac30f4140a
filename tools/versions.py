"""Builds the C library against other libtorchs and runs its C tests with each: `make versions VERSIONS="2.12.1 2.15.0"`.

    python tools/versions.py 2.12.1 2.15.0    these versions
    python tools/versions.py --cuda 2.13.0    the library that is built, with the CUDA build of its version, without a GPU
    python tools/versions.py 2.11.0 --python python3.12    also the package for that Python: it trains without torch's Python
    python tools/versions.py 2.11.0 --wheels FOLDER    everything from a folder of wheels, without the network

Each is installed from the registry into a folder of its own, which goes afterwards: one or two GB, or six with the
CUDA libraries that --cuda needs. The registry's wheels are CUDA builds; the first form leaves their CUDA library out.
"""

import argparse
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CSHIM = ROOT / "cshim"
# What libtorch_cpu of a CUDA build refers to.
RUNTIME = ("nvidia-cuda-runtime<14", "nvidia-cuda-cupti<14")


class Places:
    """The Python that packages are for, and where they come from: the registry, or a folder of wheels."""

    def __init__(self, python=sys.executable, wheels=None):
        self.python = python
        self.source = {"PIP_FIND_LINKS": "/nonexistent"}  # a CPU build on this machine's disk would be another one
        if wheels:
            self.source = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(Path(wheels).resolve())}

    def install(self, folder, *packages, dependencies=False):
        """pip install into a folder."""
        command = [self.python, "-m", "pip", "install", "-q", "--no-cache-dir", "--no-compile", "--target", folder]
        command += [] if dependencies else ["--no-deps"]
        subprocess.run([*command, *packages], check=True, env=os.environ | self.source)


def make(*arguments, **environment):
    command = ["make", "-C", CSHIM, f"PYTHON={sys.executable}", *arguments]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def tests(folder):
    return re.findall(r"^C_TESTS := (.*)", (folder / "Makefile").read_text(), re.M)[0].split()


def verdict(name, code, output):
    passed = re.findall(r"^(\w+): ok$", output, re.M)
    if code or passed != tests(CSHIM):
        print(output[-4000:])
        return f"{name}: failed"
    return f"{name}: {len(passed)} C tests passed"


@contextlib.contextmanager
def emptied(folder):
    """A folder that is empty at first and gone afterwards; its path stays the same, so a compiler cache knows its sources."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def build_and_test(version, jobs, places, package=False):
    """The sources against a version of libtorch, linked without its CUDA library; and the package on them."""
    with emptied(ROOT / "build" / "versions" / version) as folder:
        places.install(folder, f"torch=={version}")
        places.install(folder / "cuda", *RUNTIME)
        cuda = next((folder / "cuda").rglob("libcudart.so*")).parent
        torch = folder / "torch"
        found_in = f"{torch}/lib:{cuda}"
        code, output = make(
            f"-j{jobs}",
            "run-tests",
            f"BUILD={folder}/build",
            f"LIBTORCH={torch}",
            f"EXTRA_RPATH={found_in}",
            f"TORCH_LIBS=-ltorch_cpu -lc10 -L{cuda} -Wl,-rpath-link,{cuda}",
            LD_LIBRARY_PATH=found_in,
        )
        said = verdict(f"libtorch {version}", code, output)
        return said if code or not package else f"{said}; {package_on(folder, torch, cuda, places)}"


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


def without_cuda(lib):
    """Makes libtorch.so refer to the CPU's library alone, as in a CPU build; the CUDA library's own needs are not installed."""
    (lib / "libtorch.so").unlink()
    origin = "-Wl,--no-as-needed,-rpath,$ORIGIN"
    command = ["cc", "-shared", "-o", lib / "libtorch.so", origin, f"-L{lib}", "-ltorch_cpu", "-lc10"]
    subprocess.run([*command, "-Wl,--unresolved-symbols=ignore-all"], check=True)


def package_on(folder, torch, cuda, places):
    """The package for the Python of `places` upon the C library that was built: it trains, with libtorch alone."""
    without_cuda(torch / "lib")
    site, source = folder / "site", folder / "source"
    places.install(site, "numpy", "cffi", "setuptools>=77", dependencies=True)
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "build-*", "__pycache__", "*.so*", "dist")
    shutil.copytree(ROOT, source, ignore=left_out)
    environment = os.environ | {"PYTHONPATH": f"{source}:{site}", "LIBTORCH": str(torch)}
    environment |= {
        "PTC_LIBRARY_DIR": str(folder / "build"),
        "LD_LIBRARY_PATH": f"{folder}/build:{torch}/lib:{cuda}",
    }
    for command in (
        ["setup.py", "-q", "build_ext", "--inplace"],
        ["-c", TRAINING],
        ["examples/mnist.py", "train", "--data", "sample", "--epochs", "2"],
    ):
        done = subprocess.run([places.python, *command], cwd=source, env=environment, capture_output=True, text=True)
        if done.returncode:
            print((done.stdout + done.stderr)[-3000:])
            return "the package failed"
    version = subprocess.run([places.python, "--version"], capture_output=True, text=True).stdout.strip()
    accuracy = [line.strip() for line in done.stdout.splitlines() if "%" in line][-1]
    return f"{version}: the package trains, {accuracy}"


def with_cuda(version, places):
    """The library that is built, run with the CUDA build's libraries."""
    with tempfile.TemporaryDirectory() as folder:
        places.install(folder, f"torch=={version}", dependencies=True)
        code, output = make("run-tests", LD_LIBRARY_PATH=f"{folder}/torch/lib")
        return verdict(f"libtorch {version}, the CUDA build", code, output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("versions", nargs="*", help="of torch: 2.12.1")
    parser.add_argument("--cuda", metavar="VERSION", help="of torch, that which the library is built against")
    parser.add_argument("--python", help="for which the package is built and tried too: python3.12")
    parser.add_argument("--wheels", metavar="FOLDER", help="of wheels: nothing is fetched")
    parser.add_argument("--jobs", default=os.cpu_count())
    given = parser.parse_args()
    places = Places(given.python or sys.executable, given.wheels)
    said = [build_and_test(version, given.jobs, places, bool(given.python)) for version in given.versions]
    said += [with_cuda(given.cuda, places)] if given.cuda else []
    print("\n".join(said) or "name a version")
    return any(one.endswith("failed") for one in said) or not said


if __name__ == "__main__":
    sys.exit(main())
