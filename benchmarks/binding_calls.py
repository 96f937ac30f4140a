"""Cost of a call in each language, beside plain C: a dimension, a product, a sum, an error.

Compares the bindings of bindings/ and this package with a program in C, on tensors of 3 × 3 and one thread: `dim`, which
only asks; `mm` and `add` with the close of their result; and `mm` of what does not fit, caught. Each run is a process,
whose processor time counts, so a busy machine changes little; all in random order, round after round, and the least of
each is taken. The floor of a language is `add` and the close of its result by the language's foreign calls alone, with
nothing that closes a result which is dropped, nor keeps open what a call is given. A language whose toolchain is missing
is left out. The C library is installed into a folder of its own for it. Where root runs it, --alone gives each run the
priority of real time: a program whose runtime has threads of its own otherwise pays for what else runs.

    python benchmarks/binding_calls.py [--long] [--rounds N] [--only NAME …] [--alone] [--json FILE] [--picture FILE]
"""

import importlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from harness import contenders, drawing, stats, tables
from harness.command import FOLDER, Result, main, rounds, sized

ROOT = FOLDER.parent
sys.path.insert(0, str(ROOT / "bindings"))
bindings = importlib.import_module("run")

# Times what plain C takes, for mm and add.
GOALS = {"C++": 1, "Rust": 1.05, "C#": 1.4, "Go": 1.4, "Java": 1.5, "Node": 2, "LuaJIT": 3, "Ruby": 5, "R": 5}
NOISE = 0.03
PROGRAMS = FOLDER / "languages"


def programs(options, folder):
    """{language: command} of those that can be built, upon a fresh installation; the first is C."""
    prefix, names = folder / "prefix", options.only or (["C++"] if options.size == "smoke" else bindings.LANGUAGES)
    files = ["install-files", *(["install-cgotorch"] if "Go" in names else [])]
    make = ["make", "-s", "-C", ROOT / "cshim", *files, f"PREFIX={prefix}", f"PYTHON={sys.executable}"]
    subprocess.run([str(word) for word in make], check=True, stdout=subprocess.DEVNULL)
    for name in ("libpytorch_c.so", "libpytorch_c.so.0"):  # the one that Python uses
        shutil.copy(ROOT / "pytorch_c" / "lib" / "libpytorch_c.so", prefix / "lib" / name)
    place = bindings.Place(prefix, folder / "build", ("calls",))
    built = bindings.built(place, names)
    for error in built.values():
        if isinstance(error, Exception):
            raise error
    found = {name: commands["calls"] for name, commands in built.items()}
    program = folder / "calls"
    flags = place.flags("--cflags", "--libs")
    place.run(bindings.need("gcc"), "-O2", "-Wall", PROGRAMS / "calls.c", *flags, "-o", program)
    return place, {"C": [program], "Python": [sys.executable, PROGRAMS / "calls.py"], **found}


def measure(options):
    turns, count = rounds(options, 1, 5, 11), sized(options, 2_000, 100_000, 400_000)
    first = ["chrt", "--fifo", "1"] if options.alone else []
    with tempfile.TemporaryDirectory() as folder:
        place, who = programs(options, Path(folder))
        found = {name: {} for name in who}
        for _ in range(turns):
            for name in random.sample(list(who), len(who)):
                said = json.loads(place.run(*first, *who[name], count).strip().splitlines()[-1])
                found[name] = {case: min(ns, found[name].get(case, ns)) for case, ns in said.items()}
    rows = [row(name, found) for name in who]
    rows.sort(key=lambda one: one["ratio"]["median"])
    columns = [
        ("label", "language"),
        ("ratio", "mm and close, C = 1", 2, "median"),
        ("add", "add and close, C = 1", 2),
        ("goal", "goal", 2),
        ("floor", "floor of add, C = 1", 2),
        ("error", "an error, caught, C = 1", 2),
        ("dim", "a.dim(), ns", 0),
        ("ns", "mm, ns", 0),
    ]
    table = tables.table("A call on 3 × 3 float32, one thread", columns, rows)
    return Result(
        [table],
        findings(rows),
        {"rounds": turns, "calls": count, "alone": options.alone},
        ["less is better, in each column."],
        clock="processor",
    )


def row(name, found):
    mine, c = found[name], found["C"]
    return {
        "name": name,
        "label": name,
        "ratio": stats.summary([mine["mm"] / c["mm"]]),
        **{case: mine[case] / c[case] for case in ("add", "error")},
        "goal": GOALS.get(name),
        "floor": mine["floor"] / c["add"] if "floor" in mine else None,
        "dim": mine["dim"],
        "ns": mine["mm"],
    }


def findings(rows):
    aimed = [one for one in rows if one["goal"]]
    reached = [one["label"] for one in aimed if max(one["ratio"]["median"], one["add"]) <= one["goal"] + NOISE]
    missed = [one["label"] for one in aimed if one["label"] not in reached]
    return [f"mm and add within their goals: {', '.join(reached) or 'none'}; beyond: {', '.join(missed) or 'none'}."]


def draw(result, path):
    rows = sorted(result["tables"][0]["rows"], key=lambda one: one["ratio"]["median"])
    chart, axes = drawing.figure(8, 0.35 * len(rows) + 1.5)
    shown = [(one["label"], one["ratio"], "default" if one["label"] == "Python" else "native") for one in rows]
    drawing.bars(axes, shown, "time of mm and the close of its result, C = 1 (less is better)", reference=1)
    drawing.save(chart, path, "What a call costs in each language")


def arguments(parser):
    parser.add_argument(
        "--only", nargs="+", choices=bindings.LANGUAGES, metavar="NAME", help="languages, beside C and Python"
    )
    parser.add_argument("--alone", action="store_true", help="with the priority of real time, which needs root")


if __name__ == "__main__":
    contenders.library()
    main(__doc__, measure, draw, arguments=arguments)
