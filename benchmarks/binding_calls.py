"""Cost of a call in each language: a dimension, a product, a sum, an error.

Compares the bindings of bindings/ with this package, on tensors of 3 × 3 and one thread: `dim`, which only asks; `mm`
and `add` with the close of their result; and `mm` of what does not fit, caught. Each run is a process; all in random
order, round after round; ratios are of the same round. A language whose toolchain is missing is left out. The C
library is installed into a folder of its own for it.

    python benchmarks/binding_calls.py [--long] [--rounds N] [--only NAME …] [--json FILE] [--picture FILE]
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

CASES = {"dim": "a.dim()", "mm": "mm and close", "add": "add and close", "error": "an error, caught"}
GOALS = {"C++": 0.45, "Rust": 0.5, "Java": 0.75, "LuaJIT": 0.9, "Go": 1.0, "Node": 1.5, "Ruby": 3.0}
PYTHON = FOLDER / "languages" / "calls.py"


def programs(options, folder):
    """{language: command} of those that can be built, upon a fresh installation."""
    prefix = folder / "prefix"
    make = ["make", "-s", "-C", ROOT / "cshim", "install-files", f"PREFIX={prefix}", f"PYTHON={sys.executable}"]
    subprocess.run([str(word) for word in make], check=True, stdout=subprocess.DEVNULL)
    for name in ("libpytorch_c.so", "libpytorch_c.so.0"):  # the one that Python uses
        shutil.copy(ROOT / "pytorch_c" / "lib" / "libpytorch_c.so", prefix / "lib" / name)
    place = bindings.Place(prefix, folder / "build")
    names = options.only or (["C++"] if options.size == "smoke" else bindings.LANGUAGES)
    built = bindings.built(place, names)
    found = {name: commands["calls"] for name, commands in built.items() if isinstance(commands, dict)}
    return place, {"Python": [sys.executable, PYTHON], **found}


def measure(options):
    turns, count = rounds(options, 1, 5, 11), sized(options, 2_000, 50_000, 200_000)
    with tempfile.TemporaryDirectory() as folder:
        place, who = programs(options, Path(folder))
        found = {name: {case: [] for case in CASES} for name in who}
        for _ in range(turns):
            for name in random.sample(list(who), len(who)):
                said = json.loads(place.run(*who[name], count).strip().splitlines()[-1])
                for case in CASES:
                    found[name][case].append(said[case])
    rows = [row(name, found) for name in who]
    rows.sort(key=lambda one: one["mm"]["median"])
    columns = [
        ("label", "language"),
        ("ratio", "mean of the four, Python = 1", 2),
        *((case, f"{label}, Python = 1", 2) for case, label in CASES.items()),
        ("goal", "goal", 2),
        ("ns", "mm, ns", 0),
    ]
    table = tables.table("A call on 3 × 3 float32, one thread", columns, rows)
    return Result([table], findings(rows), {"rounds": turns, "calls": count}, ["less is better, in each column."])


def row(name, found):
    ratios = {case: stats.ratio(found[name][case], found["Python"][case]) for case in CASES}
    mean = stats.mean_ratio(found[name], found["Python"])
    return {
        "name": name,
        "label": name,
        "ratio": mean,
        **ratios,
        "goal": GOALS.get(name),
        "ns": stats.summary(found[name]["mm"]),
    }


def findings(rows):
    reached = [
        one["label"]
        for one in rows
        if one["goal"] and max(one[case]["median"] for case in ("mm", "add")) <= one["goal"]
    ]
    missed = [one["label"] for one in rows if one["goal"] and one["label"] not in reached]
    return [f"mm and add within their goals: {', '.join(reached) or 'none'}; beyond: {', '.join(missed) or 'none'}."]


def draw(result, path):
    rows = sorted(result["tables"][0]["rows"], key=lambda one: one["mm"]["median"])
    chart, axes = drawing.figure(8, 0.35 * len(rows) + 1.5)
    shown = [(one["label"], one["mm"], "default" if one["label"] == "Python" else "native") for one in rows]
    drawing.bars(axes, shown, "time of mm and the close of its result, Python = 1 (less is better)", reference=1)
    drawing.save(chart, path, "What a call costs in each language")


def arguments(parser):
    parser.add_argument(
        "--only", nargs="+", choices=bindings.LANGUAGES, metavar="NAME", help="languages, beside Python"
    )


if __name__ == "__main__":
    contenders.library()
    main(__doc__, measure, draw, arguments=arguments)
