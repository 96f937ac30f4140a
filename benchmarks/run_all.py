"""Runs all benchmarks and writes the report: benchmarks/report.md with its pictures.

python benchmarks/run_all.py [--long | --smoke] [--only NAME …] [--from FOLDER] [--keep MACHINE] [--report FILE]
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from harness import contenders, drawing, report, several
from harness.command import FOLDER, RESULTS

SCRIPTS = [
    "create_and_drop",
    "gc_pauses",
    "gc_latency",
    "cycles",
    "peak_memory",
    "mnist_throughput",
    "workloads",
    "whole_steps",
    "image_loader",
    "allocators",
    "threads",
    "ffi_modes",
    "call_overhead",
    "instructions",
    "import_time",
    "languages",
]


def main():
    options = arguments()
    folder = options.read or RESULTS
    pictures = options.report.parent / "pictures"
    start = time.perf_counter()
    if not options.read:
        for number, name in enumerate(options.only, 1):
            print(f"--- {number} of {len(options.only)}: {name}", flush=True)
            run(name, options, pictures)
    contents = {
        name: json.loads((folder / f"{name}.json").read_text())
        for name in SCRIPTS
        if (folder / f"{name}.json").is_file()
    }
    if not contents:
        sys.exit(f"run_all.py: no results in {folder}")
    if drawing.available():
        pictures.mkdir(parents=True, exist_ok=True)
        summary(contents, pictures / "summary.svg")
    found = {path.stem: os.path.relpath(path, options.report.parent) for path in sorted(pictures.glob("*.svg"))}
    options.report.write_text(report.page(contents, found), encoding="utf-8")
    if options.keep:
        kept = FOLDER / "raw" / options.keep
        kept.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            (kept / f"{name}.json").write_text(json.dumps(content, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"raw data kept in {os.path.relpath(kept)}")
        (FOLDER / "machines.md").write_text(several.page(several.read(FOLDER / "raw"), SCRIPTS), encoding="utf-8")
    print(f"{options.report} written after {(time.perf_counter() - start) / 60:.1f} minutes")


def run(name, options, pictures):
    """One script in a process of its own."""
    command = [
        sys.executable,
        str(FOLDER / f"{name}.py"),
        "--json",
        str(RESULTS / f"{name}.json"),
        "--picture",
        str(pictures / f"{name}.svg"),
    ]
    if options.size != "quick":
        command.append(f"--{options.size}")
    if subprocess.call(command):
        sys.exit(f"run_all.py: {name}.py failed; the reason stands above")


def summary(contents, path):
    """Draws the costs of each strategy in three numbers: time of a tiny tensor, speed of training, peak with cycles."""
    sheets = {
        "create_and_drop": ("ratio", "create and drop a tiny tensor,\ntime, torch = 1", 2, 1),
        "mnist_throughput": ("ratio", "train the MNIST perceptron,\nspeed, torch = 1", 2, 1),
        "peak_memory": ("cycles", "peak of a loop with cycles and\nno gc(), MB", 0, None),
    }
    rows = {
        name: {row["name"]: row for row in contents[name]["tables"][0]["rows"]} for name in sheets if name in contents
    }
    order = [
        one for one in [*contenders.strategies(), contenders.TORCH] if any(one.name in found for found in rows.values())
    ]
    if len(rows) < 2:
        return
    if "create_and_drop" in rows:
        order.sort(key=lambda one: rows["create_and_drop"].get(one.name, {"ratio": {"median": 0}})["ratio"]["median"])
    chart, panels = drawing.figure(10, 3.9, columns=len(rows))
    for number, (axes, (name, found)) in enumerate(zip(panels, rows.items())):
        key, label, digits, reference = sheets[name]
        shown = [
            (one.label, found[one.name][key], contenders.kind(one.name)) if one.name in found else (one.label, None, "")
            for one in order
        ]
        drawing.bars(axes, shown, label, digits=digits, reference=reference, room=1.25)
        if number:
            axes.set_yticklabels([])
    drawing.save(chart, path, "What each finalizer strategy costs")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--long", dest="size", action="store_const", const="long", default="quick", help="more rounds and larger sizes"
    )
    size.add_argument(
        "--smoke", dest="size", action="store_const", const="smoke", help="the least that runs every part"
    )
    parser.add_argument(
        "--only",
        nargs="+",
        choices=SCRIPTS,
        default=SCRIPTS,
        metavar="NAME",
        help="measure only these; the report takes the others' last results",
    )
    parser.add_argument(
        "--from", dest="read", type=Path, metavar="FOLDER", help="measure nothing: the report from the JSON files there"
    )
    parser.add_argument(
        "--keep",
        metavar="MACHINE",
        help="copy the JSON files to benchmarks/raw/MACHINE and renew benchmarks/machines.md, to be committed",
    )
    parser.add_argument(
        "--report",
        type=Path,
        default=FOLDER / "report.md",
        metavar="FILE",
        help="where the report goes; its pictures go beside it (default: benchmarks/report.md)",
    )
    return parser.parse_args()


if __name__ == "__main__":
    main()
