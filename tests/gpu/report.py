"""The report of a run as a page: the machine, a table of parts, the figures, what failed and what was not run.

python -m tests.gpu.report    writes docs/on-a-gpu.md anew, from the committed report of a GPU
"""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REPORT, PAGE = ROOT / "benchmarks" / "gpu.json", ROOT / "docs" / "on-a-gpu.md"
RESULTS = ("passed", "failed", "not run")

INTRODUCTION = """# What ran on a GPU

`make gpu` builds the library against the libtorch of a machine with a GPU and checks what only a GPU can show
([how to run it](devices.md)). This page is made from the report of its last run, [`benchmarks/gpu.json`](../benchmarks/gpu.json).
`torch = 1` is time beside torch's own Python in the same run: 0.7 means seven tenths of torch's time. Each was measured once.
"""


def page(report):
    """The page, in Markdown, of what gpu.json holds."""
    lines = ["# On a GPU" if report["device"] != "cpu" else "# A dry run: everything but the GPU", ""]
    return "\n".join([*lines, *body(report)]).rstrip() + "\n"


def document(report):
    """The page of the documentation: page() with an introduction."""
    return "\n".join([INTRODUCTION, *body(report)]).rstrip() + "\n"


def body(report):
    machine = {**({"date": report["date"]} if "date" in report else {}), **report["machine"]}
    lines = ["| | |", "|---|---|", *(f"| {name} | {value} |" for name, value in machine.items()), ""]
    lines += [f"- {note}" for note in report.get("notes", ())] + [""]
    lines += ["| part | passed | failed | not run | seconds |", "|---|---|---|---|---|", *map(row, report["parts"]), ""]
    return lines + [line for part in report["parts"] for line in section(part)]


def counts(part):
    """{"passed": how many checks of a part, "failed": …, "not run": …}"""
    return {kind: sum(one["result"] == kind for one in part["results"]) for kind in RESULTS}


def row(part):
    return f"| {part['part']} | " + " | ".join(map(str, counts(part).values())) + f" | {part['seconds']} |"


def section(part):
    """A part's checks, the reason beside each that failed or was not run; then its figures."""
    lines, rows = [f"## {part['part'].capitalize()}", ""], {}
    for one in part["results"]:
        mark = {"passed": "", "failed": "**failed**: ", "not run": "not run: "}[one["result"]]
        lines.append(f"- {mark}{one['check']}" + (f" ({one['error']})" if one["result"] == "not run" else ""))
        if one["result"] == "failed":
            lines += ["", "  ```", *("  " + line for line in one["error"].strip().splitlines()[-15:]), "  ```", ""]
        if not one["check"].startswith("the machine"):
            rows |= one.get("figures") or {}
    return [*lines, "", *tables(rows), ""]


def tables(rows):
    """{name: value, or {column: value}}: what has columns in one table for each set of them, the rest in another."""
    kinds = {}
    for name, value in rows.items():
        value = value if isinstance(value, dict) else {"": value}
        kinds.setdefault(tuple(sorted(value)), {})[name] = value
    lines = []
    for found in kinds.values():
        columns = list(next(iter(found.values())))
        lines += ["| | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
        lines += [f"| {name} | " + " | ".join(str(value[c]) for c in columns) + " |" for name, value in found.items()]
        lines.append("")
    return lines


if __name__ == "__main__":
    PAGE.write_text(document(json.loads(REPORT.read_text())))
