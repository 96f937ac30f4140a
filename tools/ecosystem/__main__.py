"""Programs upon well-known packages, each under torch and under pytorch_c in a process of its own: `make ecosystem`.

The packages are those of packages.txt, from the registry, unchanged, in a folder of their own (site_packages.py). A
program shows what it found; both runs must show the same names, and numbers that agree. Then the tests that packages ship
run under both (suites.py). The tables go to docs/ecosystem.md with --write; what was found of each is kept in
build/ecosystem-found, and what torch has shown beside the packages.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import re
import subprocess
import sys
import time
from multiprocessing.pool import ThreadPool
from pathlib import Path

import site_packages
import suites
import tqdm
from site_packages import PACKAGES, SITE

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
REPORT = ROOT / "docs" / "ecosystem.md"
TENS = HERE / "tens.md"  # of the page, written by hand
FOUND = ROOT / "build" / "ecosystem-found"
CLOSE = 1e-4  # of float32 after some steps; what is farther is said in the table
HANG = 300
# One of each kind, which .ci/run runs where the packages are in the cache.
TEN = tuple(
    "accelerate_loop captum_attributions flows gpytorch_exact peft_lora safetensors_files torch_geometric_gcn "
    "torchdiffeq_node torchvision_models transformers_bert".split()
)
# A change of anything else leaves the page as true as it was.
TESTED = ("pytorch_c", "cshim", "codegen", "tools/ecosystem/programs", "tools/ecosystem/packages.txt")


def commit():
    """The last commit that touched what is tested, and whether there is more than that in the checkout."""
    git = ["git", "-C", str(ROOT)]
    last = subprocess.run(
        [*git, "log", "-1", "--format=%h", "--", *TESTED], capture_output=True, text=True
    ).stdout.strip()
    changed = subprocess.run([*git, "status", "--porcelain", "--", *TESTED], capture_output=True, text=True).stdout
    return f"`{last or 'unknown'}`" + (" with changes" if changed.strip() else "")


def commits(rows):
    """Words for the commits at which rows were found."""
    found = sorted({row["commit"] for row in rows})
    return f"commit{'s' * (len(found) > 1)} {', '.join(found)}"


def run_torch(program):
    """Returns what run() gives of a program under torch; kept beside the packages, for nothing of this project is in it."""
    import torch

    texts = [torch.__version__, sys.version, program.read_text(), program.with_name("show.py").read_text()]
    kept = SITE / ".torch" / f"{program.stem}-{hashlib.sha256(repr(texts).encode()).hexdigest()[:16]}.json"
    if not kept.exists():
        found = run(program, False)
        if found[2]:
            return found
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(json.dumps(found))
    return json.loads(kept.read_text())


def run(program, ours):
    """({name: what was shown}, seconds, the last line of an error or "")"""
    environment = os.environ | {
        "PYTHONPATH": str(SITE),
        "OMP_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
        "PYTHONHASHSEED": "0",
    }
    command = [sys.executable, "-W", "ignore", *(["-m", "pytorch_c.run"] if ours else []), str(program)]
    start = time.perf_counter()
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=HANG, cwd=HERE)
    except subprocess.TimeoutExpired:
        return {}, HANG, f"not done after {HANG} s"
    lines = [line[3:] for line in done.stdout.splitlines() if line.startswith("=> ")]
    error = done.stderr.strip().splitlines()[-1] if done.returncode else ""
    return dict(json.loads(line) for line in lines), time.perf_counter() - start, error


def distance(ours, theirs):
    """The largest relative difference of two values' numbers, infinite where they are of another kind or text."""
    if isinstance(ours, list) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            return math.inf
        return max((distance(*pair) for pair in zip(ours, theirs)), default=0.0)
    if isinstance(ours, (int, float)) and isinstance(theirs, (int, float)):
        if ours == theirs or math.isnan(ours) and math.isnan(theirs):
            return 0.0
        return abs(ours - theirs) / max(abs(theirs), 1e-3)
    return 0.0 if ours == theirs else math.inf


def compare(ours, theirs):
    """The largest difference of what two runs have shown."""
    if ours.keys() != theirs.keys():
        return math.inf
    return max((distance(ours[name], theirs[name]) for name in theirs), default=0.0)


def last_number(value):
    """The last number in a shown value, or None."""
    while isinstance(value, list) and value:
        value = value[-1]
    return value if isinstance(value, (int, float)) else None


def figure(found):
    """One number that stands for a run: the last one of the first thing shown."""
    numbers = [last_number(value) for value in found.values()]
    number = next((one for one in numbers if one is not None), None)
    return "" if number is None else f"{number:.6g}"


def one_program(program):
    """A row of the table."""
    theirs, torch_seconds, torch_error = run_torch(program)
    ours, seconds, error = run(program, True)
    error = f"torch itself: {torch_error}" if torch_error else error
    title = program.read_text().partition('"""')[2].partition('"""')[0].partition("\n")[0]
    difference = math.inf if error else compare(ours, theirs)
    return {
        "name": program.stem,
        "title": title,
        "theirs": figure(theirs),
        "ours": figure(ours),
        "error": error,
        "difference": difference,
        "shown": sum(map(count, theirs.values())),
        "seconds": (torch_seconds, seconds),
    }


def count(value):
    """The numbers in a shown value."""
    return sum(map(count, value)) if isinstance(value, list) else 1


def verdict(row):
    """Returns what a row says of the agreement."""
    if row["error"]:
        return f"stops: {row['error'][:160]}".replace("|", "\\|")
    if row["difference"] == 0:
        return "every digit"
    if row["difference"] == math.inf:
        return "another text or another number of things"
    return ("" if row["difference"] <= CLOSE else "**differs:** ") + f"to {row['difference']:.0e}"


def suite_verdict(row):
    """Returns what a row says of a suite."""
    if row["error"]:
        return f"stops: {row['error'][:160]}".replace("|", "\\|")
    apart = row["apart"]
    named = ", ".join(f"`{one.rpartition('::')[2][:60]}`" for one in apart[:3]).replace("|", "\\|")
    return "" if not apart else f"not here: {named}" + (f" and {len(apart) - 3} more" if len(apart) > 3 else "")


def suites_report(rows):
    """The section of docs/ecosystem.md on the tests that packages ship."""
    both, here = sum(row["theirs"] for row in rows), sum(row["ours"] for row in rows)
    lines = [
        "",
        "## The tests that packages ship",
        "",
        f"At {commits(rows)}. Of {both:,} tests that pass under torch, {here:,} pass under pytorch_c, unchanged; whole suites unless the table",
        "says what was left out.",
        "",
        "| package | passed under torch | of these under pytorch_c | left out | |",
        "|---|---:|---:|---|---|",
    ]
    for row in rows:
        cells = [f"`{row['name']}`", f"{row['theirs']:,}", f"{row['ours']:,}", row["left_out"], suite_verdict(row)]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def suites_of_the_page():
    """The section on suites as it stands, with the commit at which they were run: for a run of programs alone."""
    there = re.search(
        r"^## The tests that packages ship\n.*?(?=^The packages: )", REPORT.read_text(encoding="utf-8"), re.S | re.M
    )
    return ["", *there[0].rstrip().split("\n")] if there else []


def report(rows, suite_rows):
    """The text of docs/ecosystem.md."""
    good = sum(not row["error"] and row["difference"] <= CLOSE for row in rows)
    pins = ", ".join(re.sub("==", " ", line) for line in PACKAGES.read_text().split())
    lines = [
        "# Packages that run unchanged",
        "",
        f"Written by `make ecosystem`, at {commits(rows)}. Each program of `tools/ecosystem/programs` runs twice, each time in a",
        "process of its own: with torch, and with `python -m pytorch_c.run`. The packages are those of the registry, unchanged, and no",
        "package is replaced; torchvision runs without its compiled operators, which need a libtorch with CUDA. The numbers that a program",
        "shows (losses of a training, samples, gradients) are compared one by one, its texts too: "
        f"{good} of {len(rows)} programs agree within {CLOSE:g}.",
        "",
        "| program | what it does | torch | pytorch_c | numbers | largest relative difference |",
        "|---|---|---:|---:|---:|---|",
    ]
    for row in rows:
        cells = [f"`{row['name']}`", row["title"].replace("|", "\\|"), row["theirs"], row["ours"], str(row["shown"])]
        lines.append(f"| {' | '.join(cells)} | {verdict(row)} |")
    lines += ["", *TENS.read_text(encoding="utf-8").rstrip().split("\n")]
    lines += suites_report(suite_rows) if suite_rows else suites_of_the_page()
    return "\n".join([*lines, "", f"The packages: {pins}.", ""])


def agreeing():
    """Names of the programs that the page says agree."""
    rows = re.findall(r"^\| `(\w+)` \| .* \| (every digit|to \S+) \|$", REPORT.read_text(encoding="utf-8"), re.M)
    return {name for name, _ in rows}


def keep(kind, row):
    """Keeps a row for the tables, also of a run that is for a few names."""
    FOUND.mkdir(parents=True, exist_ok=True)
    (FOUND / f"{kind}-{row['name']}.json").write_text(json.dumps(row | {"commit": commit()}))


def kept(kind, names):
    """The rows that were kept of these names, in their order."""
    files = [FOUND / f"{kind}-{name}.json" for name in names]
    return [json.loads(file.read_text()) for file in files if file.exists()]


def main():
    parser = argparse.ArgumentParser(prog="make ecosystem", description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", help="programs, and packages whose tests are run; all of them by default")
    parser.add_argument("--write", action="store_true", help="write docs/ecosystem.md")
    parser.add_argument(
        "--ten",
        action="store_true",
        help="ten programs, one of each kind, if their packages are here; fails where one that the page says agrees does not",
    )
    parser.add_argument("--jobs", type=int, default=2, help="programs beside each other (default: %(default)s)")
    options = parser.parse_args()
    programs = [one for one in sorted((HERE / "programs").glob("*.py")) if one.stem != "show"]
    names = [one.stem for one in programs], [one.package for one in suites.SUITES]
    unknown = set(options.names) - {*names[0], *names[1]}
    if unknown:
        parser.error(f"there is no program or suite {', '.join(sorted(unknown))}")
    if options.ten:
        options.names = list(TEN)
        if not site_packages.is_here():
            print(f"not run: the packages are not in {SITE} (`make ecosystem` puts them there)")
            return
    site_packages.install()
    work = [(one_program, "program", one) for one in programs if not options.names or one.stem in options.names]
    work += [
        (suites.one_suite, "suite", one) for one in suites.SUITES if not options.names or one.package in options.names
    ]
    bad, promised = 0, agreeing()
    pool = ThreadPool(options.jobs)
    found = pool.imap(lambda one: (one[1], one[0](one[2])), work)
    for kind, row in tqdm.tqdm(found, total=len(work), disable=None):
        keep(kind, row)
        said = verdict(row) if kind == "program" else suite_verdict(row)
        if options.ten and row["name"] not in promised:
            tqdm.tqdm.write(f"{row['name']:24} not promised by {REPORT.name}  {said}")
            continue
        bad += bool(row["error"] or (row["apart"] if kind == "suite" else row["difference"] > CLOSE))
        tqdm.tqdm.write(f"{row['name']:24} {row['theirs']:>12} {row['ours']:>12}  {said}")
        if options.write:
            REPORT.write_text(report(kept("program", names[0]), kept("suite", names[1])))
    if bad:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
