"""The page on the modules of torch, docs/modules.md."""

from __future__ import annotations

import itertools
from pathlib import Path

from .rows import Row, every, reasons

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "modules.md"
_HEAD = """# Whose each module of torch is

Made by `python -m tests.borrowed --write` from the installed torch, this package's files and `tests/borrowed/reasons.toml`; do not edit.

A module of torch, `torch.X`, is here as `pytorch_c.X`, and under the name `torch.X` after `install_as_torch()`:

- **ours**: a file of this package. Names that ours lacks come from torch's file of that module.
- **borrowed**: torch's own file, read from the installed torch when it is first imported, and run on this package.
- **not to be had**: its import raises ImportError, or what the reason says.

With `LIBTORCH=DIR` alone a borrowed module raises ImportError, which says what to install: so do all optimizers but SGD,
Adam, AdamW, Adagrad and ASGD, schedules of learning rates, the events and tables of a profile, windows, and `testing`.

| ours | borrowed | not to be had | all |
|-----:|---------:|--------------:|----:|
"""


def page() -> str:
    """The page's text."""
    rows = every()
    kinds = {kind: [row for row in rows if row.whose == kind] for kind in ("ours", "borrowed", "absent")}
    lines = [f"| {' | '.join(f'{len(kinds[kind]):,}' for kind in kinds)} | {len(rows):,} |", ""]
    lines += ["## Ours", "", "| modules | why |", "|---|---|", *_table(kinds["ours"]), ""]
    lines += ["## Not to be had", "", "| modules | why |", "|---|---|", *_table(kinds["absent"]), ""]
    names = [f"| `{pattern}` | {reason} |" for pattern, reason in reasons()["names"].items()]
    lines += ["## Names that modules of ours lack", "", "All others that `dir(torch.X)` shows are there.", ""]
    lines += ["| names | why |", "|---|---|", *names, ""]
    lines += ["## Borrowed", "", "| package | modules |", "|---|---|", *_packages(kinds["borrowed"])]
    return _HEAD + "\n".join(lines) + "\n"


def _table(rows: list[Row]) -> list[str]:
    """A line for each reason, with its modules."""
    by_reason: dict[str, list[str]] = {}
    for row in rows:
        by_reason.setdefault(row.reason, []).append(f"`{row.name}`")
    return [f"| {', '.join(names)} | {reason} |" for reason, names in by_reason.items()]


def _packages(rows: list[Row]) -> list[str]:
    """A line for each package of torch's top level."""
    found = []
    for package, some in itertools.groupby(rows, lambda row: row.name.partition(".")[0]):
        below = [row.name[len(package) + 1 :] for row in some if row.name != package]
        found.append(f"| `{package}` | {', '.join(f'`{name}`' for name in below) or '–'} |")
    return found
