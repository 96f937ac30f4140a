"""python -m pytorch_c.doctor: what is here, whether it loads, and what to do about what is wrong.

Loads nothing itself: the package is imported in a child process, so that a library that ends the process is told of too.
The exit status is 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import importlib.machinery
import importlib.util
import json
import os
import platform
import signal
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from ._boundary import diagnosis, libtorchs

OK, NOTE, WRONG = "ok", "note", "wrong"
OPTIONAL = {
    "Pillow": "images (pytorch_c.vision)",
    "simplejpeg": "faster JPEGs",
    "tqdm": "bars of progress",
    "safetensors": "files of safetensors",
    "ml_dtypes": "bfloat16 in NumPy",
    "matplotlib": "pictures of the benchmarks",
}
WAIT = 120  # seconds for the child: a first import from a slow disk

CHILD = """
import json, os, time
start = time.perf_counter()
import pytorch_c as torch
seconds = time.perf_counter() - start
from pytorch_c._boundary import api
from pytorch_c import backends, cuda
assert (torch.ones(2, 3) @ torch.ones(3, 2)).sum().item() == 12
x = torch.ones(3, requires_grad=True)
(x * x).sum().backward()
assert x.grad.tolist() == [2, 2, 2]
print("found: " + json.dumps({
    "version": torch.__version__, "build": api.build_info(), "running": api.running_version(), "import": seconds,
    "cpu": backends.cpu.get_cpu_capability(), "threads": torch.get_num_threads(), "cuda": cuda.is_available(),
    "devices": cuda.device_count(), "abi": api.abi_version(), "checked": api.check() is None and api.schema_count(),
}))
"""


class Report:
    """Lines of (state, what, words, what to do)."""

    def __init__(self) -> None:
        self.lines: list[dict[str, str]] = []

    def add(self, state: str, what: str, words: object, todo: str | None = None) -> None:
        self.lines.append({"state": state, "what": what, "words": str(words)} | ({"do": todo} if todo else {}))

    @property
    def healthy(self) -> bool:
        return all(line["state"] != WRONG for line in self.lines)

    def text(self) -> str:
        out = []
        for line in self.lines:
            mark = {OK: " ", NOTE: "·", WRONG: "!"}[line["state"]]
            out.append(f"{mark} {line['what'] + ':':<16} {line['words']}")
            if "do" in line:
                out.append(f"{'':<18} → {line['do']}")
        return "\n".join(out)


def version_of(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def look_at_python(report: Report) -> None:
    report.add(OK, "Python", f"{platform.python_version()}, {diagnosis.python_name()}, {sys.executable}")
    system = f"{platform.system()} {platform.machine()}, {' '.join(platform.libc_ver())}".rstrip(", ")
    if platform.system() == "Linux":
        report.add(OK, "system", system)
    else:
        report.add(WRONG, "system", system, "pytorch_c is made for Linux")
    flags = cpu_flags()
    known = [one for one in ("avx", "avx2", "avx512f", "amx_tile", "neon", "asimd", "sve") if one in flags]
    report.add(OK, "CPU", f"{os.cpu_count()} cores, {' '.join(known) or 'no vector instructions that are known here'}")
    for name, value in diagnosis.environment().items():
        report.add(NOTE, name, value)


def cpu_flags() -> set[str]:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return set()
    found = [line.partition(":")[2] for line in text.splitlines() if line.startswith(("flags", "Features"))]
    return set(found[0].split()) if found else set()


def look_at_packages(report: Report) -> None:
    for name in ("cffi", "numpy"):
        found = version_of(name)
        if found:
            report.add(OK, name, found)
        else:
            report.add(WRONG, name, "not installed", f"`pip install {name}`")
    for name, what in OPTIONAL.items():
        if not version_of(name):
            report.add(NOTE, name, f"not installed, for {what}", f"`pip install {name}`, if you want that")


def look_at_package(report: Report) -> None:
    kind = "source tree" if diagnosis.is_source_tree() else "installed"
    report.add(OK, "pytorch_c", f"{diagnosis.PACKAGE} ({kind})")
    found = diagnosis.extension()
    if found:
        report.add(OK, "C extension", found.name)
    else:
        report.add(WRONG, "C extension", diagnosis.of_extension(ImportError("no extension"), None), diagnosis.rebuild())
    library = diagnosis.LIBRARY
    if library.is_file():
        report.add(OK, "C library", f"{library}, for libtorch {diagnosis.built_against() or 'of an unknown version'}")
    else:
        report.add(WRONG, "C library", f"{library} is missing", diagnosis.rebuild())
    for minor, other in libtorchs.others().items():
        report.add(OK, "C library", f"{other}, for libtorch {minor}")


def libtorch() -> tuple[Path | None, str]:
    """(the folder of libtorch, how it was found); None where there is none. As _boundary/library.py finds it."""
    named = os.environ.get("LIBTORCH")
    if named:
        return Path(named), "LIBTORCH"
    spec = importlib.machinery.PathFinder.find_spec("torch")
    for folder in (spec and spec.submodule_search_locations) or ():
        if (Path(folder) / "lib" / "libtorch_cpu.so").is_file():
            return Path(folder), "the torch that is installed"
    return None, ""


def look_at_libtorch(report: Report) -> None:
    folder, how = libtorch()
    if folder is None:
        report.add(
            WRONG,
            "libtorch",
            "there is none",
            f"`pip install {diagnosis.wanted()}`, or set LIBTORCH to an unpacked one",
        )
        return
    if not (folder / "lib" / "libtorch_cpu.so").is_file():
        todo = "unset LIBTORCH, or set it to a folder with lib/libtorch_cpu.so"
        report.add(WRONG, "libtorch", f"{folder} has no lib/libtorch_cpu.so", todo)
        return
    report.add(OK, "libtorch", f"{libtorchs.version(folder) or 'unknown version'} in {folder} ({how})")
    unfit = diagnosis.fit(folder)
    if unfit:
        report.add(WRONG, "libtorch", unfit.partition(": ")[0], unfit.partition(": ")[2])
    if not (folder / "lib" / "libtorch_cuda.so").is_file():
        report.add(NOTE, "CUDA", "this libtorch is a CPU build")


def child(code: str = CHILD) -> tuple[dict | None, str | None]:
    """(what the child found, why it failed)."""
    # Beside this package, and not in a folder that may have another one.
    command = [sys.executable, "-c", code]
    path = os.pathsep.join([str(diagnosis.PACKAGE.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=WAIT, cwd="/", env={**os.environ, "PYTHONPATH": path}
        )
    except subprocess.TimeoutExpired:
        return None, f"it did not end within {WAIT} s"
    if done.returncode < 0:
        return None, f"it was ended by {signal.Signals(-done.returncode).name}. {done.stderr.strip()[-300:]}".strip()
    if done.returncode:
        return None, (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
    found = next(line for line in done.stdout.splitlines() if line.startswith("found: "))
    return json.loads(found.removeprefix("found: ")), None


def look_at_a_load(report: Report) -> None:
    found, failed = child()
    if failed:
        # Our ImportErrors end in what to do.
        what, _, todo = failed.removeprefix("ImportError: ").rpartition(": ")
        if failed.startswith("ImportError: ") and what:
            report.add(WRONG, "load", what, todo)
        elif "SIGILL" in failed:
            report.add(WRONG, "load", failed, "this processor lacks an instruction that libtorch was built for")
        else:
            report.add(
                WRONG, "load", failed, "the lines above may say why; `python -X faulthandler -c 'import pytorch_c'`"
            )
        return
    report.add(OK, "load", f"{found['version']} in {found['import']:.2f} s, a product and its gradient computed")
    report.add(OK, "versions", f"{found['build']}; ABI {found['abi']}; running with libtorch {found['running']}")
    report.add(OK, "operators", f"{found['checked']:,} schemas are those of this libtorch")
    report.add(OK, "devices", f"cpu ({found['cpu']}, {found['threads']} threads), {found['devices']} of CUDA")
    folder, _ = libtorch()
    if not found["cuda"] and folder and (folder / "lib" / "libtorch_cuda.so").is_file():
        todo = "`nvidia-smi` says whether the driver sees a GPU"
        report.add(NOTE, "CUDA", "this libtorch has it, and there is no device that can be used", todo)


def look_at_memory(report: Report) -> None:
    try:
        shared = os.statvfs("/dev/shm")
    except OSError:
        report.add(NOTE, "/dev/shm", "not there", "tensors are shared with other processes by descriptors alone")
        return
    free = shared.f_bavail * shared.f_frsize / 2**20
    todo = "DataLoader's workers share batches there: `docker run --shm-size=1g`" if free < 64 else None
    report.add(NOTE if todo else OK, "/dev/shm", f"{free:,.0f} MiB are free", todo)


def examine() -> Report:
    """Everything that can be looked at."""
    report = Report()
    parts = (look_at_python, look_at_packages, look_at_package, look_at_libtorch, look_at_memory, look_at_a_load)
    for look in parts:
        look(report)
    return report


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m pytorch_c.doctor", description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="The report as JSON.")
    args = parser.parse_args(argv)
    report = examine()
    if args.json:
        print(json.dumps({"healthy": report.healthy, "report": report.lines}, indent=1))
    else:
        print(report.text())
        print(
            "\nAll is well."
            if report.healthy
            else "\nSomething is wrong: the lines with '!' say what, and '→' what to do."
        )
    return 0 if report.healthy else 1


if __name__ == "__main__":
    raise SystemExit(main())
