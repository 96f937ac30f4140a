"""PyTorch's own tests under pytorch_c, with torch as the oracle: a test counts if it passes under torch.

    python tools/torch_tests [FILE …] [-k WORD …] [--every N [--part K]] [--again] [--write]
    python tools/torch_tests --quick

FILE is one below the folder `test` of PyTorch's source (test_torch.py, nn/test_init.py); by default those of files.txt.
The source is PyTorch 2.6's, or what SOURCE names: a folder, or a version in Debian's pool, 2.12.1 (source.py). Each
file runs in a fork of its own, first under torch, then, those tests that pass, under pytorch_c. Results are kept in
build/torch-tests, test by test: a run goes on where the last one stopped. --quick runs the tests of quick.txt under
pytorch_c, and fails if one fails.
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
import threading
import zlib
from multiprocessing.pool import ThreadPool
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import report  # noqa: E402
from choice import choice_of  # noqa: E402
from results import Results, Side  # noqa: E402
from source import find, version  # noqa: E402

ROOT = HERE.parent.parent
KEPT = ROOT / "build" / (f"torch-tests-{version()}" if version() else "torch-tests")
QUICK = HERE / "quick.txt"


def one_file(name, source, options, sides):
    """A row of the report: what passes under torch, what of it here, and why the rest does not."""
    choice = choice_of(match=options.k, every=options.every, part=options.part, limit=options.limit)
    theirs = Results(KEPT / "torch" / f"{name.replace('/', '+')}.jsonl")
    if options.fresh == "both":
        theirs.forget()
    if not theirs.covers(choice) and not options.kept:
        sides("theirs").run(source / "test" / name, theirs, choice)
    wanted = [test for test, (how, _) in theirs.tests.items() if how == "passed" and choice.takes(test, theirs.count)]
    ours = Results(KEPT / "pytorch_c" / f"{name.replace('/', '+')}.jsonl")
    if options.fresh:
        ours.forget()
    if options.again:
        ours.forget_failed(wanted)
    if set(wanted) - ours.tests.keys() and not options.kept:
        sides("ours").run(source / "test" / name, ours, choice | {"only": wanted})
    passed = {test for test in wanted if ours.outcome(test) == "passed"}
    missing = {
        test: ours.tests.get(test, ("", ours.why_none))[1]
        or ours.outcome(test)
        or "the file makes no test of this name"
        for test in wanted
        if test not in passed
    }
    return {
        "name": name,
        "theirs": len(wanted),
        "ours": len(passed),
        "missing": missing,
        "said": theirs.why_none,
        "none": theirs.why_none_passes(),
        "crashes": [test for test in wanted if ours.outcome(test) in ("crash", "hang")],
        "leaked": ours.leaked,
    }


def quick(source, options):
    """Runs quick.txt; the number of tests that do not pass."""
    chosen: dict[str, list[str]] = {}
    for line in QUICK.read_text().splitlines():
        if line and not line.startswith("#"):
            file, test = line.split()
            chosen.setdefault(file, []).append(test)

    def results_of(name):
        results = Results(KEPT / "quick" / f"{name.replace('/', '+')}.jsonl")
        results.forget()
        ours.run(source / "test" / name, results, choice_of(limit=options.limit) | {"only": chosen[name]})
        return results

    with Side("ours", source / "test") as ours, ThreadPool(options.jobs) as pool:
        kept = dict(zip(chosen, pool.map(results_of, chosen, chunksize=1), strict=True))
    rows = [
        (name, test, kept[name].tests.get(test, ("", kept[name].why_none))) for name in chosen for test in chosen[name]
    ]
    failed = [row for row in rows if row[2][0] != "passed"]
    for name, test, (outcome, text) in failed:
        print(f"{name} {test}: {outcome} {text}")
    print(f"torch's own tests, the quick set: {len(rows) - len(failed)} of {len(rows)}")
    return len(failed)


def grow(rows, count):
    """Adds to quick.txt, for each file, up to `count` tests that pass here within half a second."""
    lines = (
        QUICK.read_text().splitlines()
        if QUICK.exists()
        else ["# Tests of torch that pass: a line may be added, none is taken out."]
    )
    known = set(lines)
    for row in rows:
        name = row["name"]
        found = Results(KEPT / "pytorch_c" / f"{name.replace('/', '+')}.jsonl")
        quick = sorted(
            (zlib.crc32(test.encode()), test)
            for test, seconds in found.seconds.items()
            if seconds < 0.5 and found.outcome(test) == "passed"
        )
        of_file = [f"{name} {test}" for _, test in quick]
        have = sum(line in known for line in of_file)
        lines += [line for line in of_file if line not in known][: max(count - have, 0)]
    QUICK.write_text("\n".join(lines) + "\n")


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("files", nargs="*", help="files below the source's folder test")
    parser.add_argument(
        "-k", action="append", default=[], metavar="WORD", help="only tests with one of these in their name"
    )
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="a sample: about every N-th test, always the same"
    )
    parser.add_argument(
        "--part", type=int, default=0, metavar="K", help="which of the N samples, which share no test (default: 0)"
    )
    parser.add_argument("--again", action="store_true", help="run those that failed once more")
    parser.add_argument("--fresh", nargs="?", const="ours", choices=["ours", "both"], help="forget what is kept")
    parser.add_argument("--kept", action="store_true", help="run nothing: report what is kept")
    parser.add_argument("--limit", type=int, default=120, metavar="SECONDS", help="for a test (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="files beside each other (default: %(default)s)")
    parser.add_argument("--losses", action="store_true", help="print each test that fails here, and why")
    parser.add_argument(
        "--write", action="store_true", help="write docs/torch-tests.md; files that are not named keep their rows"
    )
    parser.add_argument("--grow", type=int, metavar="N", help="add tests to quick.txt, up to N of each file")
    parser.add_argument("--quick", action="store_true", help="run the tests of quick.txt")
    options = parser.parse_args()
    if not 0 <= options.part < options.every:
        parser.error(f"--part is {options.part}; expected 0 to {options.every - 1}, less than --every")
    return options


def every_file():
    """The files of files.txt."""
    return [line for line in (HERE / "files.txt").read_text().split("\n") if line and line[0] != "#"]


def main():
    options = parsed()
    source = find()
    if isinstance(source, str):
        print(f"torch's own tests: not run, {source}")
        return 0
    if options.quick:
        return min(quick(source, options), 1)
    files = options.files or every_file()
    rows = []
    with contextlib.ExitStack() as stack, ThreadPool(options.jobs) as pool:
        lock, started = threading.Lock(), {}

        def sides(name):
            with lock:
                if name not in started:
                    started[name] = stack.enter_context(Side(name, source / "test"))
                return started[name]

        for row in pool.imap_unordered(lambda name: one_file(name, source, options, sides), files):
            rows.append(row)
            share = f"{row['ours'] / row['theirs']:.1%}" if row["theirs"] else row["said"]
            print(f"{row['name']}: {row['ours']:,} of {row['theirs']:,} ({share})", flush=True)
            for test in row["crashes"]:
                print(f"    {test}: {row['missing'][test]}", flush=True)
            if row["leaked"]:
                print(f"    {row['leaked']} handles are open that no Tensor has", flush=True)
    report.show(rows, options.losses)
    if options.grow:
        grow(sorted(rows, key=lambda row: files.index(row["name"])), options.grow)
    if options.write:
        commit = subprocess.run(
            ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True
        ).stdout
        written = ROOT / "docs" / "torch-tests.md"
        before, order = (written.read_text(), every_file()) if options.files else ("", files)
        as_kept = argparse.Namespace(**vars(options) | {"kept": True, "fresh": None, "again": False})
        others = [one_file(name, source, as_kept, None) for name in order if name not in files]
        written.write_text(report.page(rows, commit.strip(), options.every, before, order, others))
    return 0


if __name__ == "__main__":
    sys.exit(main())
