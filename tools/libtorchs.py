"""C libraries for other minor versions of libtorch, beside the one that is built: `make libtorchs LIBTORCHS="2.12.1 2.15.0"`.

    python tools/libtorchs.py 2.12.1 /path/to/libtorch

Each is built into pytorch_c/lib/2.12, where `import pytorch_c` finds it when that libtorch is installed, or named by LIBTORCH.
A version is fetched into build/libtorchs, without the CUDA libraries of the registry's wheels: 0.6 GB each. The library
serves the CUDA build too.
"""

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CSHIM = ROOT / "cshim"
FETCHED = ROOT / "build" / "libtorchs"
# Libraries to which libtorch_cpu of a CUDA build refers.
RUNTIME = ("nvidia-cuda-runtime<14", "nvidia-cuda-cupti<14")
CUDA = ("libtorch_cuda*.so", "libtorch_nvshmem.so", "libc10_cuda.so", "libcaffe2_nvrtc.so")
SPEC = importlib.util.spec_from_file_location("libtorchs_of_the_package", ROOT / "pytorch_c/_boundary/libtorchs.py")
package = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(package)


class Registry:
    """Source of packages, and the Python that they are for: the registry, or a folder of wheels."""

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


def fetch(version, registry):
    """Returns the folder of that version's libtorch, which needs no GPU and nothing of NVIDIA's that is installed."""
    folder = FETCHED / version
    if not (folder / "torch" / "lib" / "libtorch.so").is_file():
        shutil.rmtree(folder, ignore_errors=True)
        registry.install(folder, f"torch=={version}")
    if not list(folder.glob("torch/lib/libcudart.so*")):
        without_cuda(folder / "torch" / "lib")
        registry.install(folder / "cuda", *RUNTIME)
        for library in (folder / "cuda").rglob("lib*.so.*"):
            shutil.copy2(library, folder / "torch" / "lib")  # where libtorch_cpu looks first
        shutil.rmtree(folder / "cuda")
    return folder / "torch"


def without_cuda(lib):
    """Makes libtorch.so refer to the CPU's library alone, as in a CPU build."""
    for pattern in CUDA:
        for library in lib.glob(pattern):
            library.unlink()
    (lib / "libtorch.so").unlink()
    origin = "-Wl,--no-as-needed,-rpath,$ORIGIN"
    command = ["cc", "-shared", "-o", lib / "libtorch.so", origin, f"-L{lib}", "-ltorch_cpu", "-lc10"]
    subprocess.run([*command, "-Wl,-soname,libtorch.so", "-Wl,--unresolved-symbols=ignore-all"], check=True)


def make(torch, *targets, jobs):
    """(status, output) of make in cshim against a libtorch, with objects of its minor version's own."""
    minor = package.minor(package.version(torch))
    command = ["make", "-C", CSHIM, f"-j{jobs}", f"PYTHON={sys.executable}", f"LIBTORCH={torch}"]
    command += [f"BUILD={FETCHED / minor}", "EXTRA_RPATH=$$ORIGIN/../../../torch/lib", *targets]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"LD_LIBRARY_PATH": f"{torch}/lib"})
    return done.returncode, done.stdout + done.stderr


def build(torch, jobs, lib=package.LIB):
    """Builds the C library against the libtorch in a folder, and puts it into lib/<minor version>; returns its folder."""
    code, output = make(torch, jobs=jobs)
    if code:
        raise SystemExit(f"{torch}: the C library could not be built\n{output[-4000:]}")
    minor = package.minor(package.version(torch))
    place = lib / minor
    place.mkdir(exist_ok=True)
    # Not over the old file: a process may have it mapped.
    (place / package.SONAME).unlink(missing_ok=True)
    shutil.copy2(FETCHED / minor / package.SONAME, place)
    (place / "libpytorch_c.so").write_text(f"INPUT({package.SONAME})\n")
    return place


def libtorch(named, registry):
    """The folder of a libtorch that is named by its folder or its version."""
    return fetch(named, registry) if re.fullmatch(r"[\d.]+", named) else Path(named).resolve()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("libtorchs", nargs="+", metavar="VERSION", help="of torch, 2.12.1, or the folder of a libtorch")
    parser.add_argument("--wheels", metavar="FOLDER", help="of wheels: nothing is fetched")
    parser.add_argument("--jobs", default=os.cpu_count())
    given = parser.parse_args()
    for named in given.libtorchs:
        print(build(libtorch(named, Registry(wheels=given.wheels)), given.jobs))


if __name__ == "__main__":
    main()
