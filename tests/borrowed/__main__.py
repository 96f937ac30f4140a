"""Command line: see the package's docstring."""

from __future__ import annotations

import argparse
from collections import Counter

import tests.borrowed

from . import imports
from .page import PAGE, page
from .rows import every


def main() -> None:
    """Shows the counts, imports modules, or writes the page."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.borrowed",
        description=tests.borrowed.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", nargs="*", help="words of the names of modules that are imported")
    parser.add_argument("--write", action="store_true", help="makes docs/modules.md")
    given = parser.parse_args()
    if given.write:
        PAGE.write_text(page(), encoding="utf-8")
        return
    rows = every()
    if not given.words:
        print(dict(Counter(row.whose for row in rows)))
        print("no reason:", *(row.name for row in rows if row.whose == "ours" and not row.reason))
        return
    import pytorch_c  # noqa: F401

    some = [row.name for row in rows if row.whose == "borrowed" and any(word in row.name for word in given.words)]
    for name, why in imports.failures(f"pytorch_c.{name}" for name in some).items():
        print(f"{name}: {why}")


main()
