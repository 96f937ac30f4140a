"""The tests of a repository, in a checkout, under torch and under pytorch_c: which of torch's passed ones pass here.

    python tools/ecosystem/repository.py CHECKOUT tests/unit -k "not slow"

What stands behind CHECKOUT are words of pytest's. The checkout is first on the path of modules, then the folders of --also,
then the packages of packages.txt. Fails where a test passes under torch alone.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import site_packages
import suites


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", type=Path, help="folder of the repository, from which pytest is started")
    parser.add_argument("--also", type=Path, action="append", default=[], help="a folder of more packages")
    parser.add_argument("--limit", type=int, default=suites.TOO_LONG, help="seconds of each run (default: %(default)s)")
    parser.add_argument("--every", type=int, default=1, help="run each N-th test alone, in the order of collection")
    options, words = parser.parse_known_args()
    if not options.checkout.is_dir():
        parser.error(f"{options.checkout} is no folder")
    if options.every < 1:
        parser.error(f"argument --every: it must be at least 1, got {options.every}")
    os.environ["ECOSYSTEM_EVERY"] = str(options.every)
    site_packages.install()
    at = options.checkout.resolve()
    first = [at, *(one.resolve() for one in options.also)]
    (theirs, torch_seconds, torch_said), (ours, seconds, said) = (
        suites.run_in(at, words, here, first, options.limit) for here in (False, True)
    )
    both = suites.passed(theirs)
    apart = sorted(both - suites.passed(ours))
    for test in apart:
        print(f"{ours.get(test, 'not run'):8} {test}")
    print(f"{len(both)} passed under torch in {torch_seconds:.0f} s: {torch_said}")
    print(f"{len(both) - len(apart)} of these under pytorch_c in {seconds:.0f} s: {said}")
    sys.exit(bool(apart) or not both)


if __name__ == "__main__":
    main()
