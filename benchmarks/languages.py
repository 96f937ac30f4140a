"""A loop in other languages: time to create and drop a tensor, peak memory, and the pause of a forced collection.

Compares C++ (RAII), Rust (Drop), Go (SetFinalizer and AddCleanup), Java (Cleaner), Node (FinalizationRegistry), Ruby
(define_finalizer), Python (this package under two strategies, torch, ctypes alone) and PyPy (ctypes) on the same C library:
a small tensor made and dropped; tensors of 1 MB made and dropped, without a forced collection and with one after each ten.
A language whose toolchain is missing is left out. Each run is a process; all in random order, round after round.

    python benchmarks/languages.py [--long] [--rounds N] [--koffi FOLDER] [--go GO] [--pypy PYPY]
        [--json FILE] [--picture FILE]
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from harness import contenders, drawing, stats, tables
from harness.command import FOLDER, Result, main, rounds, sized

SOURCES = FOLDER / "languages"
SMALL, LARGE = 9, 1 << 18  # numbers of float32: 1 MB
EVERY = 10
LONGEST = 120  # seconds for one run
MODULE = ["--add-modules", "jdk.incubator.foreign"]


def config(*words):
    command = [sys.executable, "-m", "pytorch_c.config", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def programs(options, folder):
    """{name: (label, command, environment)} of those that can be built."""
    flags, library = config("--cflags", "--libs"), str(Path(config("--libdir")[0]) / "libpytorch_c.so.0")
    out = {}
    for build in (cpp, rust, go, java, node, ruby, python, by_ctypes, pypy):
        try:
            out |= build(options, folder, flags, library)
        except (subprocess.CalledProcessError, OSError) as error:
            said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()
            print(f"left out: {build.__name__}: {said[-1] if said else error}", file=sys.stderr)
    return out


def _make(command, **more):
    subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True, **more)


def cpp(options, folder, flags, library):
    _make(["g++", "-O2", "-std=c++17", SOURCES / "raii.cc", *flags, "-o", folder / "raii"])
    return {"cpp": ("C++, a destructor", [folder / "raii"], {})}


def rust(options, folder, flags, library):
    where = Path(library).parent
    link = [f"-Clink-arg={flag}" for flag in flags if flag.startswith(("-l", "-L", "-Wl"))]
    _make(["rustc", "-O", *link, f"-Clink-arg=-Wl,-rpath,{where}", SOURCES / "drop.rs", "-o", folder / "drop"])
    return {"rust": ("Rust, Drop", [folder / "drop"], {})}


def go(options, folder, flags, library):
    shutil.copy(SOURCES / "finalizers.go", folder)
    (folder / "go.mod").write_text("module finalizers\n\ngo 1.24\n")
    environment = os.environ | {
        "CGO_ENABLED": "1",
        "CGO_CFLAGS": " ".join(flag for flag in flags if flag.startswith("-I")),
        "CGO_LDFLAGS": " ".join(flag for flag in flags if flag.startswith(("-l", "-L", "-Wl"))),
        "CGO_LDFLAGS_ALLOW": ".*",
        "GOFLAGS": "-mod=mod",
        "GOTOOLCHAIN": "local",
    }
    _make([options.go, "build", "-o", "finalizers", "."], cwd=folder, env=environment)
    program = folder / "finalizers"
    return {
        "go_finalizer": ("Go, SetFinalizer", [program], {}),
        "go_cleanup": ("Go, AddCleanup", [program, "cleanup"], {}),
    }


def java(options, folder, flags, library):
    _make(["javac", *MODULE, "-d", folder, SOURCES / "Cleaners.java"])
    command = ["java", "-Xmx256m", *MODULE, "--enable-native-access=ALL-UNNAMED", "-cp", folder, "Cleaners", library]
    return {"java": ("Java, Cleaner", command, {})}


def node(options, folder, flags, library):
    at = options.koffi / "node_modules" / "koffi"
    if not at.is_dir():
        raise OSError(f"no koffi in {options.koffi}: npm install --ignore-scripts koffi there, and say --koffi")
    command = ["node", "--expose-gc", SOURCES / "registry.js", library, at]
    return {"node": ("Node, FinalizationRegistry", command, {})}


def ruby(options, folder, flags, library):
    _make(["ruby", "--version"])
    return {"ruby": ("Ruby, define_finalizer", ["ruby", SOURCES / "finalizer.rb", library], {})}


def python(options, folder, flags, library):
    ours, theirs = ([sys.executable, SOURCES / "drop.py", name] for name in ("pytorch_c", "torch"))
    return {
        "weakref": ("Python, this package", ours, {}),
        "finalize": ("Python, weakref.finalize", ours, {"PYTORCH_C_FINALIZER": "finalize"}),
        "torch": ("Python, torch", theirs, {}),
    }


def by_ctypes(options, folder, flags, library):
    return {"ctypes": ("Python, ctypes, __del__", [sys.executable, SOURCES / "by_ctypes.py", library], {})}


def pypy(options, folder, flags, library):
    _make([options.pypy, "--version"])
    command = [options.pypy, SOURCES / "by_ctypes.py", library]
    return {
        "pypy": ("PyPy, ctypes, __del__", command, {}),
        "pypy_pressure": ("PyPy, with add_memory_pressure", [*command, "pressure"], {}),
    }


def run(name, command, environment, *numbers):
    """Returns what the program says, and how far its memory rose at most, in MB."""
    words = [str(part) for part in command]
    given = [str(number) for number in numbers]
    if name in ("go_cleanup", "pypy_pressure"):  # a word behind the numbers
        given.append(words.pop())
    if name in ("weakref", "finalize", "torch"):
        given.append(words.pop())
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(
            [*words, *given], stdout=out, env=os.environ | {"OMP_NUM_THREADS": "1"} | environment
        )
        limit = threading.Timer(LONGEST, process.kill)
        limit.start()
        _, status, used = os.wait4(process.pid, 0)
        limit.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    if process.returncode:
        raise SystemExit(f"{name} ended with {process.returncode}")
    return json.loads(text.strip().splitlines()[-1]) | {"peak": used.ru_maxrss / 1024}


def measure(options):
    turns = rounds(options, 1, 3, 7)
    small, large = sized(options, 2_000, 50_000, 100_000), sized(options, 50, 300, 600)
    requests = {
        "time": (SMALL, small, 0),
        "start": (LARGE, 0, 0),
        "plain": (LARGE, large, 0),
        "forced": (LARGE, large, EVERY),
    }
    with tempfile.TemporaryDirectory() as place:
        who = programs(options, Path(place))
        found = {name: {mode: [] for mode in requests} for name in who}
        for _ in range(turns):
            for name, mode in random.sample([(n, m) for n in who for m in requests], len(who) * len(requests)):
                _, command, environment = who[name]
                found[name][mode].append(run(name, command, environment, *requests[mode]))
    rows = [row(name, who[name][0], found) for name in who]
    rows.sort(key=lambda one: one["ns"]["median"])
    columns = [
        ("label", "who frees"),
        ("ratio", "time, C++ = 1", 2),
        ("ns", "create and drop, ns", 0),
        ("plain", "peak, MB", 0),
        ("forced", "peak, a collection each 10, MB", 0),
        ("p50", "that collection, p50, us", 0),
        ("p99", "p99, us", 0),
        ("left", "not freed"),
    ]
    table = tables.table("A tensor of 9 numbers; then 1 MB each, memory above the start of the program", columns, rows)
    notes = ["Time includes the last collection. less is better, in each column."]
    return Result([table], findings(rows), {"rounds": turns, "small": small, "large": large}, notes)


def row(name, label, found):
    mine = found[name]
    start = min(one["peak"] for one in mine["start"])
    pauses = [pause for one in mine["forced"] for pause in one["pauses"]]
    tail = stats.pauses(pauses, (0.5, 0.99)) if pauses else {"p50": None, "p99": None}
    return {
        "name": name,
        "label": label,
        "ratio": stats.ratio(*([one["ns"] for one in found[who]["time"]] for who in (name, "cpp"))),
        "ns": stats.summary([one["ns"] for one in mine["time"]]),
        **{mode: stats.summary([max(one["peak"] - start, 0.0) for one in mine[mode]]) for mode in ("plain", "forced")},
        **tail,
        "left": max(one["left"] for one in mine["plain"]),
    }


def findings(rows):
    plain = sorted(rows, key=lambda one: one["plain"]["median"])
    least, most = plain[0], plain[-1]
    return [
        f"Where nobody asks for a collection {most['label']} peaks at {most['plain']['median']:,.0f} MB with one tensor of 1 MB in use,"
        f" {least['label']} at {least['plain']['median']:,.0f} MB.",
        "A destructor and a reference count free at once; a tracing collector sees handles of a few bytes, and has no haste.",
    ]


def draw(result, path):
    rows = sorted(result["tables"][0]["rows"], key=lambda one: one["plain"]["median"])
    chart, axes = drawing.figure(8, 4)
    kinds = {"weakref": "default", "finalize": "strategy", "torch": "torch"}
    shown = [(one["label"], one["plain"], kinds.get(one["name"], "native")) for one in rows]
    drawing.bars(
        axes,
        shown,
        "peak in MB with one tensor of 1 MB in use, no forced collection (less is better)",
        digits=0,
        room=1.2,
    )
    drawing.save(chart, path, "Who frees decides what piles up")


def arguments(parser):
    parser.add_argument("--koffi", type=Path, default=Path.cwd(), metavar="FOLDER", help="where npm has put koffi")
    parser.add_argument("--pypy", default=shutil.which("pypy3") or "pypy3", help="the command of a PyPy 3")
    parser.add_argument("--go", default=shutil.which("go") or "go", help="the Go command, 1.24 or newer")


if __name__ == "__main__":
    contenders.library()
    main(__doc__, measure, draw, arguments=arguments)
