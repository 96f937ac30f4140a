"""Command line: see the package's docstring."""

from __future__ import annotations

import argparse
import sys

import tests.differences

from .page import PAGE, page
from .rows import CHAPTERS, Case, every
from .warm import Warm, matches, told


def main() -> int:
    """Shows what programs do under both libraries, or writes the page."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.differences",
        description=tests.differences.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", nargs="*", help="chapters, or words of rows; none for all")
    parser.add_argument("-c", dest="program", help="a program of your own")
    parser.add_argument("--write", action="store_true", help="makes docs/differences.md")
    given = parser.parse_args()
    if given.write:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    libraries = {"torch": Warm("torch"), "here": Warm("pytorch_c")}
    if given.program:
        return _show(Case(given.program, "", "", 60), libraries)
    wrong = 0
    chapters = [word for word in given.words if word in CHAPTERS] or CHAPTERS
    words = [word for word in given.words if word not in CHAPTERS]
    for row in every():
        if row.chapter in chapters and all(word in str(row) for word in words):
            print(f"\n{row.chapter}: {row.what}")
            wrong += sum(_show(case, libraries) for case in row.cases)
    print(f"\n{wrong} outcomes are not those of the rows")
    return bool(wrong)


def _show(case, libraries):
    """Prints what a program does, and counts outcomes that a row says otherwise."""
    print("".join(f"    {line}\n" for line in case.program.splitlines()), end="")
    wrong = 0
    for name, library in libraries.items():
        seen = library.run(case.program, case.imports_torch, case.seconds)
        expected = getattr(case, name)
        differs = bool(expected) and not matches(expected, seen)
        print(f"  {name:5} {told(seen)}{f'      <-- the row says: {expected}' if differs else ''}", flush=True)
        wrong += differs
    return wrong


sys.exit(main())
