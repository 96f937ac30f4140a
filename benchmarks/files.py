"""Files and copies: what save, load, mapping, deepcopy and load_state_dict cost.

Compares pytorch_c with torch on state dicts from one tensor to a hundred thousand, and from 1 KB to 1 GB: `save` to a file,
`load` of it, `load(mmap=True)`, then `copy.deepcopy` and `load_state_dict`. Each package runs in a process of its own, and they
are asked in turns. Processor time is counted, the kernel's too; the files are on a disk in memory where there is one, so that
no figure is a disk's.

    python benchmarks/files.py [--long] [--rounds N] [--json FILE] [--picture FILE]
"""

import copy
import importlib
import os
import tempfile
import time
from pathlib import Path

from harness import contenders, drawing, stats, tables
from harness.command import Result, main, rounds, sized
from harness.workers import Workers, in_turns, serve

KB, MB = 1 << 10, 1 << 20
# (number of tensors, bytes of each)
SHAPES = [(1, KB), (1, MB), (1, 64 * MB), (16, 4 * MB), (20, 64), (2000, 40), (10_000, KB)]
LARGE = [(1, 1024 * MB), (100_000, 40), (256, MB)]
TITLES = {
    "save": "save",
    "load": "load",
    "map": "load, mapped",
    "deepcopy": "deepcopy",
    "load_state_dict": "load_state_dict",
}
ACTIONS = tuple(TITLES)


class Case:
    """A state of one shape with one package, and what is done with it."""

    def __init__(self, package, folder, count, nbytes):
        self.package, self.path = package, folder / f"{package.__name__}-{count}-{nbytes}.pt"
        self.state = {f"layer{i}.weight": package.full((nbytes // 4,), float(i)) for i in range(count)}
        package.save(self.state, self.path)
        self.model = package.nn.Module()
        self.model.own = package.nn.ParameterDict({f"{i}": one.clone() for i, one in enumerate(self.state.values())})
        self.model_state = {name: one.clone() for name, one in self.model.state_dict().items()}

    def do(self, action):
        if action == "save":
            self.package.save(self.state, self.path)
        elif action in ("load", "map"):
            return self.package.load(self.path, mmap=action == "map")
        elif action == "deepcopy":
            return copy.deepcopy(self.state)
        else:
            self.model.load_state_dict(self.model_state)


def work(name):
    """The child: answers "COUNT BYTES ACTION FOLDER TIMES" with seconds each."""
    package = importlib.import_module(name)
    package.set_num_threads(1)
    cases = {}

    def answer(count, nbytes, action, folder, times):
        key = int(count), int(nbytes)
        if key not in cases:
            cases.clear()  # one at a time: they are large
            cases[key] = Case(package, Path(folder), *key)
        start = time.process_time()
        for _ in range(int(times)):
            cases[key].do(action)
        return (time.process_time() - start) / int(times)

    serve(answer)


def place():
    """A folder in memory, or for temporary files where there is none."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def measure(options):
    shapes = SHAPES[:1] + SHAPES[4:5] if options.size == "smoke" else SHAPES + (LARGE if options.size == "long" else [])
    turns, seconds = rounds(options, 2, 5, 11), sized(options, 0.001, 0.02, 0.1)
    both = [contenders.Contender("pytorch_c", "pytorch_c", "pytorch_c"), contenders.TORCH]
    found = {action: [] for action in ACTIONS}
    with tempfile.TemporaryDirectory(dir=place()) as folder, Workers(both) as workers:
        for count, nbytes in shapes:
            for action, rows in found.items():
                first = workers["torch"].ask(count, nbytes, action, folder, 1)
                times = max(1, min(200, int(seconds / max(first, 1e-6))))
                workers["pytorch_c"].ask(count, nbytes, action, folder, 1)
                request = (count, nbytes, action, folder, times)
                answers = in_turns(workers, turns, {name: request for name in workers})
                ours, theirs = ([one * 1e3 for one in answers[name]] for name in ("pytorch_c", "torch"))
                rows.append(
                    {
                        "label": f"{count:,} × {size_text(nbytes)}",
                        "ratio": stats.ratio(ours, theirs),
                        "ours": stats.summary(ours),
                        "theirs": stats.summary(theirs),
                    }
                )
    columns = [
        ("label", "tensors"),
        ("ratio", "torch = 1", 2),
        ("ours", "pytorch_c, ms", 2, "median"),
        ("theirs", "torch, ms", 2, "median"),
    ]
    sheets = [tables.table(f"{TITLES[action]}: processor time", columns, rows) for action, rows in found.items()]
    return Result(sheets, findings(found), {"rounds": turns, "seconds": seconds}, clock="processor")


def size_text(nbytes):
    """A number of bytes as people say it."""
    for unit, name in ((1024 * MB, "GB"), (MB, "MB"), (KB, "KB")):
        if nbytes >= unit:
            return f"{nbytes // unit} {name}"
    return f"{nbytes} B"


def findings(found):
    out = []
    for action, rows in found.items():
        mean = stats.geometric_mean([row["ratio"]["median"] for row in rows])
        worst = max(rows, key=lambda row: row["ratio"]["median"])
        out.append(
            f"{TITLES[action]} takes {mean:.2f} of torch's time (geometric mean), at most {worst['ratio']['median']:.2f} "
            f"({worst['label']})."
        )
    return out


def draw(result, path):
    chart, panels = drawing.figure(14, 3.6, columns=len(ACTIONS))
    for axes, sheet in zip(panels, result["tables"]):
        rows = [(row["label"], row["ratio"], "default") for row in sheet["rows"]]
        drawing.bars(axes, rows, sheet["title"].partition(":")[0] + ", torch = 1", reference=1)
    drawing.save(chart, path, "Files and copies, beside torch")


if __name__ == "__main__":
    main(__doc__, measure, draw, work)
