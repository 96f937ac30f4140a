"""Runs test files on all cores, from one queue: `make test`.

    python tools/run_tests [--beside COMMAND …] [--renew] [FILE or FOLDER …] [OPTION of pytest …]

Each core has one process of pytest, and there is one more for while a test waits. They import torch once and run each file
in a fork: no file pays for what another has imported, or left to the garbage collector. The file that takes longest is the
first (durations.txt has CPU seconds; --renew writes those of this run). A file whose process dies or hangs has failed, and
the others go on; a file that is left in the tree of the repository fails the run. Failures are shown together at the end,
above one line that sums up.
--beside puts a command, such as a linter, into the queue.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from pathlib import Path

from durations import COMMAND, Durations
from pool import Command, Files, Pool, Worker
from summary import Summary
from tree import Tree

ROOT = Path(__file__).resolve().parents[2]


def main():
    parser = argparse.ArgumentParser(prog="run_tests", description=__doc__.partition("\n")[0])
    parser.add_argument("--beside", action="append", default=[], metavar="COMMAND", help="run this too")
    parser.add_argument("--renew", action="store_true", help="write durations.txt")
    parser.add_argument("--jobs", type=int, default=default_jobs(), help="processes (default: %(default)s)")
    parser.add_argument(
        "--hang", type=float, default=900, metavar="SECONDS", help="%(default)s; files known to be slow have more"
    )
    options, others = parser.parse_known_args()
    given = [word for word in others if (ROOT / word).exists()]
    pytest_options = [word for word in others if word not in given]
    for word in pytest_options:
        if word.startswith("tests/") and "::" not in word:
            parser.error(f"there is no {word}")
    known = Durations()
    files = test_files(given)
    units = [Files(name, known.seconds(name)) for name in files]
    units += [Command(words, known.seconds(words, COMMAND)) for words in options.beside]
    summary = Summary(len(units), Tree(ROOT))
    pool = Pool(units, lambda: Worker(files, pytest_options, options.hang), options.jobs, summary)
    try:
        pool.run()
    except KeyboardInterrupt:
        summary.interrupted = True
    finally:
        pool.close()
    if options.renew:
        known.renew(summary.seconds, every=not given and not summary.stopped)
    summary.show()
    # Not sys.exit(): a thread that waits for a process that cannot be killed must not keep the exit status.
    sys.stdout.flush()
    os._exit(summary.status()) if threading.active_count() > 1 else sys.exit(summary.status())


def default_jobs():
    """PTC_JOBS, or one more than the cores that this process may use: tests that wait leave a core idle."""
    return int(os.environ.get("PTC_JOBS") or len(os.sched_getaffinity(0)) + 1)


def test_files(given):
    """Paths of test files below the repository: those given, and the test_*.py of given folders."""
    found = {}
    for word in given or ["tests"]:
        path = (ROOT / word).resolve()
        for file in sorted(path.rglob("test_*.py")) if path.is_dir() else [path]:
            found[os.path.relpath(file, ROOT)] = None
    return list(found)


if __name__ == "__main__":
    main()
