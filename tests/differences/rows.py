"""The rows of the .toml files beside this one, read and checked."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:  # before Python 3.11
    import tomli as tomllib

HERE = Path(__file__).resolve().parent

# In the order of the page.
CHAPTERS = (
    "arguments",
    "tensors",
    "operators",
    "autograd",
    "func",
    "nn",
    "optim",
    "files",
    "data",
    "distributed",
    "library",
    "torchscript",
    "absent",
)
SECONDS = 600  # a program that is expected to end; generous, since a busy machine makes everything slow


@dataclass(frozen=True)
class Case:
    """One program and its two outcomes."""

    program: str
    torch: str
    here: str
    seconds: float

    @property
    def imports_torch(self) -> bool:
        """Returns whether the program has an import statement for torch, and so needs the library under that name."""
        names = []
        for node in ast.walk(ast.parse(self.program)):
            if isinstance(node, ast.Import):
                names += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names.append(node.module or "")
        return any(name.partition(".")[0] == "torch" for name in names)


@dataclass(frozen=True)
class Row:
    """One row of the page."""

    chapter: str
    what: str
    torch: str
    here: str
    why: str
    cases: tuple[Case, ...]
    not_run: str

    @property
    def name(self) -> str:
        """A short name for tests."""
        return f"{self.chapter}-{re.sub(r'[^a-z0-9]+', '_', self.what.lower()).strip('_')[:50]}"


def chapter(name: str) -> tuple[str, list[Row]]:
    """The title and the rows of one chapter."""
    text = tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))
    _known(text, {"title", "row"}, name)
    return text["title"], [_row(name, row) for row in text["row"]]


def every() -> list[Row]:
    """All rows, in the order of the page."""
    return [row for name in CHAPTERS for row in chapter(name)[1]]


def left_out() -> list[dict]:
    """The names that are not here: `names` as patterns, `words` for the page where a row has others, and `why`."""
    rows = tomllib.loads((HERE / "left_out.toml").read_text(encoding="utf-8"))["row"]
    for row in rows:
        _known(row, {"names", "words", "why"}, "left_out")
    return rows


def _row(name, row):
    what = row.get("what", "a row without `what`")
    _known(row, {"what", "torch", "here", "why", "case", "not_run"}, f"{name}: {what}")
    cases = tuple(_case(case, f"{name}: {what}") for case in row.get("case", ()))
    if bool(cases) == ("not_run" in row):
        raise ValueError(f"{name}: {what}: give cases, or the reason why there are none as `not_run`")
    torch, here = (row.get(key) or _words([getattr(case, key) for case in cases]) for key in ("torch", "here"))
    return Row(name, what, torch, here, row["why"], cases, row.get("not_run", ""))


def _case(case, where):
    _known(case, {"program", "torch", "here", "seconds"}, where)
    if case["torch"] == case["here"]:
        raise ValueError(f"{where}: both outcomes are {case['here']}")
    return Case(case["program"].strip("\n"), case["torch"], case["here"], case.get("seconds", SECONDS))


def _words(outcomes):
    """Outcomes as the page shows them: values as code, and exceptions by their class."""
    return "; ".join(dict.fromkeys(_word(outcome) for outcome in outcomes))


def _word(outcome):
    raised = re.match(r"(warns )?([A-Za-z.]*(Error|Warning|Exception|Interrupt|Exit))(: |$)", outcome)
    if raised:
        return raised[0].removesuffix(": ")
    return outcome if outcome in ("the process ends", "no end") else f"`{outcome}`"


def _known(table, keys, where):
    unknown = set(table) - keys
    if unknown:
        raise ValueError(f"{where}: no such key: {', '.join(sorted(unknown))}; there are {', '.join(sorted(keys))}")
