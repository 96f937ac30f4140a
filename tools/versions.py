"""Builds the C library against other libtorchs and runs its C tests with each: `make versions VERSIONS="2.12.1 2.15.0"`.

    python tools/versions.py 2.12.1 2.15.0    these versions
    python tools/versions.py --cuda 2.13.0    the library that is built, with the CUDA build of its version, without a GPU

Each is installed from the registry into a folder of its own, which goes afterwards: one or two GB, or six with the
CUDA libraries that --cuda needs. The registry's wheels are CUDA builds; the first form leaves their CUDA library out.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CSHIM = ROOT / "cshim"
# What libtorch_cpu of a CUDA build refers to.
RUNTIME = ("nvidia-cuda-runtime<14", "nvidia-cuda-cupti<14")


def install(folder, *packages, dependencies=False):
    """pip install into a folder, from the registry: a CPU build on this machine's disk would be another one."""
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-cache-dir", "--no-compile", "--target", folder]
    command += [] if dependencies else ["--no-deps"]
    subprocess.run([*command, *packages], check=True, env=os.environ | {"PIP_FIND_LINKS": "/nonexistent"})


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


def build_and_test(version, jobs):
    """The sources against a version of libtorch, linked without its CUDA library."""
    with tempfile.TemporaryDirectory() as folder:
        install(folder, f"torch=={version}")
        install(Path(folder, "cuda"), *RUNTIME)
        cuda = next(Path(folder, "cuda").rglob("libcudart.so*")).parent
        torch = Path(folder, "torch")
        places = f"{torch}/lib:{cuda}"
        code, output = make(
            f"-j{jobs}", "run-tests", f"BUILD={folder}/build", f"LIBTORCH={torch}", f"EXTRA_RPATH={places}",
            f"TORCH_LIBS=-ltorch_cpu -lc10 -L{cuda} -Wl,-rpath-link,{cuda}", LD_LIBRARY_PATH=places,
        )  # fmt: skip
        return verdict(f"libtorch {version}", code, output)


def with_cuda(version):
    """The library that is built, run with the CUDA build's libraries."""
    with tempfile.TemporaryDirectory() as folder:
        install(folder, f"torch=={version}", dependencies=True)
        code, output = make("run-tests", LD_LIBRARY_PATH=f"{folder}/torch/lib")
        return verdict(f"libtorch {version}, the CUDA build", code, output)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("versions", nargs="*", help="of torch: 2.12.1")
    parser.add_argument("--cuda", metavar="VERSION", help="of torch, that which the library is built against")
    parser.add_argument("--jobs", default=os.cpu_count())
    given = parser.parse_args()
    said = [build_and_test(version, given.jobs) for version in given.versions]
    said += [with_cuda(given.cuda)] if given.cuda else []
    print("\n".join(said) or "name a version")
    return any(one.endswith("failed") for one in said) or not said


if __name__ == "__main__":
    sys.exit(main())
