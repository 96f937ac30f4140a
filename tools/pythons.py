"""The finalizers under other Pythons: builds the extension for each, and keeps it to the promises of tests/memory.

    python tools/pythons.py [--folder FOLDER] PYTHON …

PYTHON is an interpreter with its headers and pip; `sid:python3.15` is Debian's of that name, on a minimal Debian of the suite sid
that is made in FOLDER (root and debootstrap make it, about 1 GB); `3.13t` is one without a GIL, built from Debian's source
(free_threaded.py); `3.13t-tsan` is the same for ThreadSanitizer, with the C library of `make tsan`; its reports are printed,
and count as broken promises.
The C library does not know of Python; libtorch is this interpreter's own.
Each gets a copy of the package and an environment with cffi and NumPy in FOLDER (build/pythons), and prints a row: which promises
it broke, under which strategies; and a median of gc() and of gc.collect() after a gc.freeze(), in microseconds. A free-threaded
Python gets a second row for the same with its GIL switched on (PYTHON_GIL=1).
"""

import argparse
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import empty_machines
import free_threaded

ROOT = Path(__file__).resolve().parent.parent
SONAME = "libpytorch_c.so.0"
HANG = 3600  # seconds; under ThreadSanitizer, on busy cores, a program takes more than ten minutes
STRATEGIES = ["weakref", "weakref_python", "finalize", "del", "ffi_gc", "deferred", "explicit"]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "build", "build-*", "__pycache__", "_core.*.so", "_native.*.so", "*.egg-info"
)
LIBTORCH = Path(os.environ.get("LIBTORCH") or Path(sysconfig.get_path("purelib")) / "torch")
ENVIRONMENT = os.environ | free_threaded.UNSEEN | {"LIBTORCH": str(LIBTORCH)}
run = functools.partial(free_threaded.run, env=ENVIRONMENT)
PAUSES = """
import gc, json, statistics, time
import pytorch_c as t
def pauses(collect):
    out, a = [], t.ones(3)
    for _ in range(2000):
        node = [a + a]; node.append(node); del node
        begin = time.perf_counter_ns(); collect(); out.append((time.perf_counter_ns() - begin) / 1000)
    return round(statistics.median(out), 1)
t.gc(); ours = pauses(t.gc); t.finish_gc()
gc.freeze(); print(json.dumps([ours, pauses(gc.collect)]))
"""


def build(python, folder, wheels=None, made=ROOT / "cshim" / "build"):
    """The interpreter of an environment beside a package that is built for it; `wheels`: where pip looks too, `made`: where
    the C library is, if there is one."""
    if folder.exists():
        shutil.rmtree(folder)
    shutil.copytree(ROOT, folder, ignore=LEFT_OUT)
    run([python, "-m", "venv", folder / ".venv"])
    own = folder / ".venv" / "bin" / "python"
    find = ["--find-links", wheels] if wheels else []
    packages = ["cffi", "numpy", "setuptools>=77", "packaging"]
    run([own, "-m", "pip", "install", "-q", "--no-compile", "--only-binary", "numpy", *find, *packages])
    environment, library = ENVIRONMENT, folder / "pytorch_c" / "lib"
    if (made / SONAME).is_file():  # one for all of them
        library.mkdir(exist_ok=True)
        shutil.copy(made / SONAME, library)
        (library / "libpytorch_c.so").unlink(missing_ok=True)
        (library / "libpytorch_c.so").symlink_to(SONAME)
        environment = ENVIRONMENT | {"PTC_LIBRARY_DIR": str(library)}
    run([own, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder, env=environment)
    return own


def sanitized(python, folder):
    """The environment of a Python that is built for ThreadSanitizer: its reports go to files beside the package."""
    ours = [ROOT / "tests/memory/free_threads.supp", ROOT / "cshim/tests/tsan.supp"]
    known = folder / "tsan.supp"
    known.write_text("\n".join(path.read_text() for path in [python.parents[1] / "tsan.supp", *ours]))
    return {"TSAN_OPTIONS": f"suppressions={known}:exitcode=0:history_size=7:log_path={folder / 'races'}"}


def races(folder):
    """Counts what ThreadSanitizer has reported since this was asked last, and prints it."""
    reports = [path.rename(path.with_name(f"seen-{path.name}")) for path in folder.glob("races.*")]
    texts = [path.read_text() for path in reports]
    print(*texts, sep="", end="", file=sys.stderr)
    return sum(text.count("WARNING: ThreadSanitizer") for text in texts)


def promises(own, folder, environment):
    """Returns what was broken, by name."""
    broken = []
    for program in ("finalizer_promises.py", "free_threads.py"):
        found = run([own, folder / "tests" / "memory" / program], cwd=folder, env=environment, timeout=HANG)
        broken += [name for name, error in json.loads(found.strip().splitlines()[-1])["promises"].items() if error]
        broken += [f"{count} races in {program}" for count in [races(folder)] if count]
    return broken


def row(own, folder, version, **more):
    """One Python's, or what went wrong."""
    environment = ENVIRONMENT | {"PYTHONPATH": str(folder), "OMP_NUM_THREADS": "1"} | more
    try:
        broken = {
            name: found
            for name in STRATEGIES
            if (found := promises(own, folder, environment | {"PYTORCH_C_FINALIZER": name}))
        }
        ours, plain = "–", "–"
        if "TSAN_OPTIONS" not in more:
            ours, plain = json.loads(run([own, "-c", PAUSES], cwd=folder, env=environment))
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        return f"| {version} | {str(error).strip().splitlines()[-1]} | – | – |"
    text = "; ".join(f"{name}: {', '.join(found)}" for name, found in broken.items())
    return f"| {version} | {text or 'all kept, under each strategy'} | {ours} | {plain} |"


def rows(python, folder):
    wheels, tsan = None, python.endswith("-tsan")
    if re.fullmatch(r"3\.\d+t(-tsan)?", python):
        name, python = python, free_threaded.interpreter(python.partition("t")[0], folder.parent.resolve(), tsan)
        if not python:
            yield f"| {name} | no suite's mirror has its source | – | – |"
            return
        wheels = free_threaded.cffi(python, folder.parent.resolve())
    version = run(
        [
            python,
            "-c",
            "import sys; print(sys.version.partition(' (')[0].replace(' experimental', ',').replace(' build', ''))",
        ]
    ).strip()
    free = run([python, "-c", "import sysconfig; print(sysconfig.get_config_var('Py_GIL_DISABLED') or 0)"]).strip()
    try:
        made = ROOT / "cshim" / ("build-tsan" if tsan else "build")
        if tsan and not (made / SONAME).is_file():
            raise RuntimeError("make tsan comes first: it builds the C library")
        own = build(python, folder, wheels, made)
    except RuntimeError as error:
        yield f"| {version} | {str(error).strip().splitlines()[-1]} | – | – |"
        return
    if tsan:
        yield row(own, folder, f"{version}, ThreadSanitizer", **sanitized(Path(python), folder.resolve()))
        return
    yield row(own, folder, version)
    if free == "1":
        yield row(own, folder, f"{version}, GIL on", PYTHON_GIL="1")


def debians(suite, names, folder):
    """The rows of a suite's Pythons: this program runs there, upon this machine's libtorch."""
    packages = [f"{name}{part}" for name in names for part in ("", "-dev", "-venv")]
    machine = empty_machines.debian(folder.resolve() / suite, suite, ["ca-certificates", "g++", "make", *packages])
    empty_machines.take_settings(machine)
    script = f"LIBTORCH=/libtorch {names[0]} /project/tools/pythons.py --folder /pythons {' '.join(names)}"
    return empty_machines.inside(machine, script, {"/project": ROOT, "/libtorch": LIBTORCH}).splitlines()[2:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "pythons")
    parser.add_argument("pythons", nargs="+", metavar="PYTHON")
    options = parser.parse_args()
    print("| Python | promises | gc(), us | gc.freeze() once, gc.collect(), us |\n|---|---|---:|---:|")
    here = [python for python in options.pythons if ":" not in python]
    elsewhere = {}
    for suite, name in (python.split(":") for python in options.pythons if ":" in python):
        elsewhere.setdefault(suite, []).append(name)
    for number, python in enumerate(here):
        for text in rows(python, options.folder / str(number)):
            print(text, flush=True)
    for suite, names in elsewhere.items():
        print("\n".join(debians(suite, names, options.folder)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
