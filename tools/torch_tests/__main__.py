"""torch's own tests of TorchScript and of files, under torch and under pytorch_c.

    python tools/torch_tests SOURCE [NAME …] [--write]

SOURCE is PyTorch's source, unpacked: its folder `test` is what is read; nothing of it is changed or kept. Each file of
tests runs twice, in a process each: with torch and its helpers, and with `python -m pytorch_c.run` and stand-ins of these
(standins.py). A test counts if it passes under torch. --write makes docs/torch-tests.md.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from multiprocessing.pool import ThreadPool
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
REPORT = ROOT / "docs" / "torch-tests.md"
RECORDER = ROOT / "tools" / "ecosystem"
FILES = ["test_serialization.py", "test_jit.py"]  # and test/jit/test_*.py, of which test_jit.py gathers the classes
HANG = 1200
# What a test needs that pytorch_c does not promise, by the words of the error; the rest is a difference.
REASONS = {
    r"has no stand-in|^\d+ failed|^\d+ error|has no attribute 'setUp'": "a helper of torch's tests without a stand-in",
    r"no attribute 'run_pass'|_propagate_shapes|_jit_pass_|symbolic_shapes|parse_ir": "single passes of libtorch's compiler",
    r"'Graph' object has no attribute": "the graph's nodes as objects (here: its text)",
    r"is an inner name of torch's|'Inner'|absent\.Inner|'\S*Resource' object has no attribute|has no attribute '_c'": "inner names of torch",
    r"lite_interpreter|flatbuffer|for mobile builds": "the lite interpreter and flatbuffers",
    r"cannot open shared object|^skipped$": "a library that is built with torch's tests, or another machine",
}


def run(file, source, ours):
    """({test: (outcome, the error's last line)}, what was said last)"""
    with tempfile.TemporaryDirectory() as private:
        # A copy of the file's folder without conftest.py, which is for another pytest.
        record = Path(private) / "record"
        report = Path(private) / "report"
        paths = [str(RECORDER), str(HERE), str(source / "test"), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(paths), "ECOSYSTEM_RECORD": str(record), "OMP_NUM_THREADS": "1", "TMPDIR": private,
            "PYTORCH_TESTING_DEVICE_ONLY_FOR": "cpu", "TORCH_TESTS_REASONS": str(report),
        }  # fmt: skip
        command = [
            sys.executable, "-W", "ignore", *(["-m", "pytorch_c.run"] if ours else []), "-m", "pytest", "-q", "-p", "recorder",
            "-p", "causes", "-p", "standins" if ours else "older", "-p", "no:cacheprovider", "--noconftest", "-c", os.devnull,
            "--rootdir", str(source / "test"), "--tb=no", str(file),
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, env=environment, cwd=source / "test", capture_output=True, text=True, timeout=HANG
            )
            said = (done.stdout + done.stderr).strip().splitlines()
        except subprocess.TimeoutExpired:
            said = [f"not done after {HANG} s"]
        found = {}
        for line in record.read_text().splitlines() if record.exists() else ():
            outcome, _, test = line.split(" ", 2)
            name = test.partition("::")[2]
            found[name] = outcome if found.get(name) != "failed" else "failed"
        causes = dict(line.split("\t", 1) for line in report.read_text().splitlines()) if report.exists() else {}
    return found, causes, said[-1] if said else ""


def one_file(file, source):
    """A row: the file, what passes under torch, what of it here, and why the rest does not."""
    theirs, _, torch_said = run(file, source, False)
    ours, causes, said = run(file, source, True)
    counted = {name for name, outcome in theirs.items() if outcome == "passed"}
    here = {name for name in counted if ours.get(name) == "passed"}
    missing = {name: causes.get(name, said if name not in ours else ours[name]) for name in sorted(counted - here)}
    return {"name": file.relative_to(source / "test").as_posix(), "theirs": counted, "ours": here, "missing": missing,
            "torch_said": torch_said}  # fmt: skip


def without(row, seen):
    """A row without tests that were counted."""
    kept = {name: cause for name, cause in row["missing"].items() if name not in seen}
    return row | {"theirs": row["theirs"] - seen, "ours": row["ours"] - seen, "missing": kept}


def reason(cause):
    """Which of REASONS a cause is, or None."""
    return next((text for pattern, text in REASONS.items() if re.search(pattern, cause)), None)


def report(rows, version):
    """The text of docs/torch-tests.md."""
    theirs, ours = sum(len(row["theirs"]) for row in rows), sum(len(row["ours"]) for row in rows)
    reasons = Counter(reason(cause) or "a difference" for row in rows for cause in row["missing"].values())
    lines = [
        "# torch's own tests of TorchScript and files",
        "",
        f"Written by `python tools/torch_tests SOURCE --write`, SOURCE being PyTorch's source (here: {version}). The tests are",
        "unchanged; their helpers (`torch.testing._internal`) have stand-ins in `tools/torch_tests`, and a test whose helper has",
        f"none fails. Of {theirs:,} tests that pass under torch, {ours:,} pass under pytorch_c.",
        "",
        "| why the others do not | tests |",
        "|---|---:|",
        *(f"| {text} | {count:,} |" for text, count in reasons.most_common()),
        "",
        "| file | passed under torch | of these under pytorch_c | differences |",
        "|---|---:|---:|---:|",
    ]
    for row in rows:
        apart = sum(reason(cause) is None for cause in row["missing"].values())
        lines.append(f"| `{row['name']}` | {len(row['theirs']):,} | {len(row['ours']):,} | {apart:,} |")
    return "\n".join([*lines, ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("source", type=Path, help="PyTorch's source, unpacked")
    parser.add_argument("names", nargs="*", help="files below its folder test; all by default")
    parser.add_argument("--write", action="store_true", help="write docs/torch-tests.md")
    parser.add_argument("--causes", action="store_true", help="print each test that fails here, and why")
    parser.add_argument("--jobs", type=int, default=2, help="files beside each other (default: %(default)s)")
    options = parser.parse_args()
    source = options.source.resolve()
    if not (source / "test" / "jit").is_dir():
        parser.error(f"{source} has no folder test/jit: it is not PyTorch's source")
    folder = source / "test"
    files = [folder / name for name in options.names] or [
        folder / "test_serialization.py", *sorted((folder / "jit").glob("test_*.py")), folder / "test_jit.py"
    ]  # fmt: skip
    rows, seen = [], set()  # test_jit.py has the classes of the other files once more
    with ThreadPool(options.jobs) as pool:
        for row in pool.imap(lambda file: one_file(file, source), files):
            row = without(row, seen)
            seen |= row["theirs"]
            rows.append(row)
            print(
                f"{row['name']}: {len(row['ours'])} of {len(row['theirs'])}"
                + ("" if row["theirs"] else f" ({row['torch_said']})"),
                flush=True,
            )
            for name, cause in row["missing"].items() if options.causes else ():
                print(f"    {name}: {cause[:200]}")
    print(f"{sum(len(row['ours']) for row in rows):,} of {sum(len(row['theirs']) for row in rows):,}")
    if options.write:
        version = (source / "version.txt").read_text().strip() if (source / "version.txt").exists() else source.name
        REPORT.write_text(report([row for row in rows if row["theirs"]], version))


if __name__ == "__main__":
    main()
