"""Instructions of tiny calls: pytorch_c against torch's own Python binding and against its own C library alone.

Compares the instructions that the processor executes for each of 295 calls on 3x3 float32 tensors, the close of the result
included; the first table has those that most programs are made of. valgrind's callgrind counts them: a busy machine changes nothing. Each contender runs in a process of its own; the
loop around the calls is taken off, and Python's garbage collector is off meanwhile. A figure is the median of five windows:
what happens once, such as an allocator that tidies up, is in at most one of them.

    python benchmarks/instructions.py [--check | --keep] [--few] [--rounds N] [--json FILE] [--picture FILE]

--check compares the ratios with those in instructions.json and fails with the name of each call that grew; --few counts the
calls of the first table alone.
"""

import gc
import importlib
import json
import os
import platform
import shlex
import statistics
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from harness import callgrind, drawing, stats, tables
from harness.command import FOLDER, Result, main, rounds, sized
from harness.tiny_calls import CALLS, FEW, c_program, loops, setting

KEPT = FOLDER / "instructions.json"
GROWTH = 0.05  # more than this fails
WINDOWS = 5
WARM = 100  # turns before counting: Python specializes its bytecode, libtorch fills its tables


def work(name):
    """The child: counts each call with one package."""
    told = callgrind.given()
    counter = callgrind.Counter(told["requests"])
    package = importlib.import_module(name)
    package.set_num_threads(1)
    values = setting(package)
    found, arguments = loops(values), list(values.values())
    for loop in found.values():
        loop(range(WARM), *arguments)
    gc.collect()
    gc.disable()
    counter.start()
    counter.count("first", found["empty"], range(told["turns"]), *arguments)  # ctypes finds the functions
    for part in ("empty", *told["calls"]):
        loop = found[part]
        loop(range(2), *arguments)
        for window in range(WINDOWS):
            counter.count(f"{part}.{window}", loop, range(told["turns"]), *arguments)
    counter.stop()
    os._exit(0)  # libtorch's own end takes seconds under valgrind


def counted(name, command, folder, told):
    """Instructions of each call, by its number: {0: 9588.0, …}."""
    found = medians(callgrind.run(name, command, folder, told))
    empty = found.pop("empty")
    return {int(number): (count - empty) / told["turns"] for number, count in found.items()}


def medians(parts):
    """The median over the windows of each part: {"17.0": count, "17.1": …} as {"17": median}."""
    windows = {}
    for name, count in parts.items():
        part, dot, _ = name.partition(".")
        if dot:
            windows.setdefault(part, []).append(count)
    return {part: statistics.median(counts) for part, counts in windows.items()}


def measure(options):
    missing = callgrind.missing()
    if missing:
        print(f"instructions.py: nothing was counted, {missing}")
        raise SystemExit(0)
    turns = rounds(options, 2, 6, 20)  # of each window
    numbers = range(0, len(FEW if options.few else CALLS), sized(options, 24, 1, 1))
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(2) as pool:
        folder = options.dumps or Path(place)
        folder.mkdir(parents=True, exist_ok=True)
        requests = callgrind.compile_c(folder / "requests.so", "", "-shared", "-fPIC")
        told = {"turns": turns, "requests": str(requests), "calls": list(map(str, numbers))}
        commands = {name: callgrind.python(__file__, "--worker", name) for name in ("torch", "pytorch_c")}
        commands["C"] = [
            str(callgrind.compile_c(folder / "calls", c_program(), *build_flags())),
            str(turns),
            str(WINDOWS),
        ]
        running = {name: pool.submit(counted, name, command, folder, told) for name, command in commands.items()}
        torch, ours, c = (running[name].result() for name in ("torch", "pytorch_c", "C"))
    rows = []
    for number in numbers:
        row = {
            "label": CALLS[number][0],
            "number": number,
            "ours": ours[number],
            "torch": torch[number],
            "c": c.get(number),
        }
        row["ratio"] = stats.summary([ours[number] / torch[number]])
        row["c_ratio"] = row["c"] and row["c"] / row["torch"]
        rows.append(row)
    few, more = [row for row in rows if row["number"] < len(FEW)], [row for row in rows if row["number"] >= len(FEW)]
    mean, every = (stats.geometric_mean([row["ratio"]["median"] for row in some]) for some in (few, rows))
    c_mean = stats.geometric_mean([row["c_ratio"] for row in few if row["c"]])
    total = {"label": "geometric mean", "ratio": stats.summary([mean]), "c_ratio": c_mean}
    all_of_them = {"label": "geometric mean of both tables", "ratio": stats.summary([every])}
    columns = [
        ("label", "call"),
        ("ratio", "torch = 1", 2, "median"),
        ("c_ratio", "C, torch = 1", 2),
        ("ours", "pytorch_c"),
        ("torch", "torch"),
        ("c", "C library"),
    ]
    in_python = [column for column in columns if column[0] not in ("c", "c_ratio")]
    found = [
        tables.table("Instructions a call", columns, [*few, total]),
        *([tables.table("More calls", in_python, [*more, all_of_them])] if more else []),
    ]
    plain = {row["label"]: round(row["ratio"]["median"], 3) for row in rows}
    return Result(
        found,
        findings(rows, few, mean, every, c_mean),
        {"turns": turns, "windows": WINDOWS},
        more={"few": options.few, "ratios": plain, "geometric_mean": mean, "geometric_mean_of_all": every},
        clock="counts",
    )


def build_flags():
    """Returns what a program in C needs to use the library."""
    command = [sys.executable, "-m", "pytorch_c.config", "--cflags", "--libs"]
    return shlex.split(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def findings(rows, few, mean, every, c_mean):
    above = sorted((row for row in rows if row["ratio"]["median"] > 1.05), key=lambda row: -row["ratio"]["median"])
    out = [
        f"Over the {len(few)} calls of the first table pytorch_c takes {mean:.2f} of torch's instructions (geometric mean), "
        f"over all {len(rows)} {every:.2f}; "
        f"its C library alone {c_mean:.2f}, over the {sum(row['c'] is not None for row in few)} that are one call there."
    ]
    if above:
        named = ", ".join(f"{row['label']} ({row['ratio']['median']:.2f})" for row in above)
        out.append(f"More than a twentieth above torch: {named}.")
    return out


# ---- the kept ratios ----


def kept_content(result):
    """Returns what is committed: the ratios, and with what they were counted."""
    return {"versions": comparable(result["versions"]), "ratios": result["ratios"]}


def comparable(versions):
    """Returns what must be the same for ratios to be compared; of Python's version the last number says nothing."""
    optimized = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    python = versions["Python"].rpartition(".")[0] + (", optimized" if optimized else "")
    return {"torch": versions["torch"].partition("+")[0], "Python": python, "machine": platform.machine()}


def grown(kept, ratios):
    """A sentence for each call that takes more than it did, and for each that is not in both."""
    out = []
    for name, before in kept.items():
        if name not in ratios:
            out.append(f"{name}: is not counted any more")
        elif ratios[name] > before * (1 + GROWTH):
            out.append(
                f"{name}: grew from {before:.3f} to {ratios[name]:.3f} of torch's, by {ratios[name] / before - 1:.1%}"
            )
    return out + [f"{name}: has no kept ratio" for name in ratios if name not in kept]


def check(result, path=KEPT):
    """Exit status and text: whether a call grew since the ratios were kept."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    here = comparable(result["versions"])
    if kept["versions"] != here:
        return 0, f"not compared: the kept ratios are of {kept['versions']}, these of {here}"
    few = {name for name, *_ in FEW}
    before = {name: ratio for name, ratio in kept["ratios"].items() if name in few or not result.get("few")}
    worse = grown(before, result["ratios"])
    if worse:
        return 1, "\n".join([*worse, f"`--keep` writes the new ratios to {path.name}, if that is meant."])
    return 0, f"no call grew by more than {GROWTH:.0%}"


# ---- the script ----


def draw(result, path):
    *rows, total = result["tables"][0]["rows"]  # the others are too many for a picture
    chart, axes = drawing.figure(8, 13)
    found = drawing.by_median([(row["label"], row["ratio"], "strategy") for row in rows])
    shown = [("geometric mean", total["ratio"], "default"), *found]
    c = {row["label"]: row["c_ratio"] for row in result["tables"][0]["rows"] if row["c_ratio"]}
    label = "instructions of a call, torch = 1 (less is better; dots: the C library alone)"
    drawing.bars(axes, shown, label, reference=1, dots=c)
    drawing.save(chart, path, "Instructions of tiny calls: pytorch_c against torch's own binding")


def arguments(parser):
    parser.add_argument("--few", action="store_true", help="the calls of the first table alone")
    after = parser.add_mutually_exclusive_group()
    after.add_argument(
        "--check", action="store_true", help=f"fail if a call grew by more than {GROWTH:.0%}".replace("%", "%%")
    )
    after.add_argument("--keep", action="store_true", help=f"write the ratios to {KEPT.name}, which is committed")
    parser.add_argument(
        "--dumps", type=Path, metavar="FOLDER", help="keep callgrind's files there, for callgrind_annotate"
    )


def run():
    done = main(__doc__, measure, draw, work, arguments)
    if not done:
        return 0
    options, result = done
    if options.keep:
        if options.few:
            raise SystemExit("instructions.py: --keep counts every call")
        KEPT.write_text(json.dumps(kept_content(result), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"kept: {KEPT.name}")
    status, text = check(result) if options.check else (0, "")
    print(text, end="\n" if text else "")
    return status


if __name__ == "__main__":
    sys.exit(run())
