"""Import: how long a program waits for its first line, and what it then weighs.

Compares `import pytorch_c` with `import torch`, each in a fresh process, in turns, beside an interpreter that imports
nothing. The time is that of the whole process, from its start to its end; the memory is resident after the import.
The files are warm in the system's cache: the first import after a boot takes longer.

    python benchmarks/import_time.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import subprocess
import sys
import time

from harness import contenders, drawing, stats, tables
from harness.command import FOLDER, Result, main, rounds

CHILDREN = {
    "nothing": ("Python alone", "pass"),
    "pytorch_c": ("import pytorch_c", "import pytorch_c"),
    "torch": ("import torch", "import torch"),
}
KINDS = {"nothing": "native", "pytorch_c": "default", "torch": "torch"}
CODE = """
import sys, time
sys.path.insert(0, {folder!r})
from harness.memory import resident_mb
begin = time.perf_counter()
{what}
print(time.perf_counter() - begin, resident_mb(), len(sys.modules))
"""


def once(what):
    """(seconds of the process, seconds of the import, MB, modules) of one fresh process."""
    code = CODE.format(folder=str(FOLDER), what=what)
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", code], env=contenders.TORCH.environment, capture_output=True, text=True, check=True
    )
    return (time.perf_counter() - begin, *map(float, done.stdout.split()))


def measure(options):
    turns = rounds(options, 1, 7, 25)
    for _, what in CHILDREN.values():
        once(what)
    found = {name: [] for name in CHILDREN}
    for _ in range(turns):
        for name, (_, what) in CHILDREN.items():
            found[name].append(once(what))
    rows = []
    for name, (label, _) in CHILDREN.items():
        whole, alone, memory, modules = ([sample[column] for sample in found[name]] for column in range(4))
        theirs = [sample[0] for sample in found["torch"]]
        row = {
            "name": name,
            "label": label,
            "kind": KINDS[name],
            "ratio": stats.ratio(whole, theirs),
            "process": stats.summary(whole),
        }
        rows.append(row | {"import": stats.summary(alone), "memory": stats.summary(memory), "modules": modules[0]})
    columns = [
        ("label", "what"),
        ("ratio", "process, torch = 1", 2),
        ("process", "process, s", 2),
        ("import", "import, s", 2),
        ("memory", "resident, MB", 0),
        ("modules", "modules", 0),
    ]
    table = tables.table("A fresh process that imports and ends", columns, rows)
    return Result([table], findings(rows), {"rounds": turns})


def findings(rows):
    _, ours, theirs = rows
    return [
        f"`import pytorch_c` takes {ours['import']['median']:.2f} s and `import torch` {theirs['import']['median']:.2f} s; "
        f"the process then has {ours['memory']['median']:.0f} MB against {theirs['memory']['median']:.0f} MB. Both load the same libtorch."
    ]


def draw(result, path):
    chart, panels = drawing.figure(9, 2.2, columns=2)
    rows = result["tables"][0]["rows"]
    drawing.bars(
        panels[0],
        [(row["label"], row["process"], row["kind"]) for row in rows],
        "seconds, start and end of the process included",
        room=1.2,
    )
    drawing.bars(
        panels[1],
        [("", row["memory"], row["kind"]) for row in rows],
        "MB resident after the import",
        digits=0,
        room=1.2,
    )
    drawing.save(chart, path, "Importing, in a fresh process")


if __name__ == "__main__":
    main(__doc__, measure, draw)
