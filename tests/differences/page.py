"""docs/differences.md from the rows."""

from __future__ import annotations

from pathlib import Path

from .rows import CHAPTERS, chapter, left_out

PAGE = Path(__file__).resolve().parents[2] / "docs" / "differences.md"

HEAD = """\
# Where we differ from torch, and why

Every operator of libtorch is here, by its function, by its method, or by `pytorch_c.ops` (see [coverage](coverage.md)).
This page is about the rest of torch's surface. `python -m tests.differences --write` makes it from the files in
`tests/differences/`, which have a program for each row; the tests run each program under torch and under this package, and
fail where one of them does something else than its row says.

## Left out

Each public function or class of `torch`, `torch.Tensor`, `torch.linalg`, `torch.fft`, `torch.special`, `torch.sparse`,
`torch.signal.windows` and `torch.functional` is in `pytorch_c` or in this table
(`tests/composites/test_composites_surface.py`).

| names | why |
|---|---|
"""


def page() -> str:
    """The whole page."""
    text = HEAD + "".join(f"| {_names(row)} | {row['why']} |\n" for row in left_out())
    for name in CHAPTERS:
        title, rows = chapter(name)
        text += f"\n## {title}\n\nPrograms: `tests/differences/{name}.toml`.\n\n| what | torch | here | why |\n|---|---|---|---|\n"
        text += "".join(f"| {_cells(row)} |\n" for row in rows)
    return text


def _names(row):
    return row.get("words") or ", ".join(f"`{name}`" for name in row["names"])


def _cells(row):
    why = f"{row.why} Not run: {row.not_run}" if row.not_run else row.why
    return " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in (row.what, row.torch, row.here, why))
