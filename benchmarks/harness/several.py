"""Ratios on several machines: one Markdown page from the raw results that are kept of each."""

import json

from . import tables
from .machine import busy as said
from .machine import is_marked

HEAD = """# The ratios on several machines

Each script's first table, its ratio alone, from the raw JSON in [raw/](raw/). `python benchmarks/run_all.py --keep MACHINE`
measures on another one and adds its column; nothing here is written by hand. A ratio with ~ was taken while other programs
had more than a tenth of the processors.

"""


def read(folder):
    """{machine: {script: result}} of what is kept."""
    return {
        kept.name: {path.stem: json.loads(path.read_text()) for path in kept.glob("*.json")}
        for kept in sorted(folder.iterdir())
        if kept.is_dir()
    }


def page(machines, order):
    """The page; `order` is that of the scripts."""
    parts = [HEAD] + [f"- **{name}**: {_machine(results)}\n" for name, results in machines.items()]
    for script in order:
        found = {name: results[script] for name, results in machines.items() if script in results}
        if len(found) > 1:
            parts.append(_section(found))
    return "".join(parts)


def _machine(results):
    first = next(iter(results.values()))
    machine, versions = first["machine"], first["versions"]
    shares = [one["machine"]["others"] or 0 for one in results.values()]
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['memory_gb']} GB, {machine['system']}; the {first['size']} set "
        f"of {machine['date']}, {versions['Python']}; in the busiest part {said(max(shares))}"
    )


def _section(found):
    """A script's rows with a column for each machine; a row that one of them lacks has a dash there."""
    first = next(iter(found.values()))
    rows = {}
    for name, content in found.items():
        mark = "~" if is_marked(content) else ""
        for row in content["tables"][0]["rows"]:
            label = row.get("label", row.get("size"))
            key = f"{label}, {row['cores']} cores" if "cores" in row else str(label)
            rows.setdefault(key, {})[name] = mark + tables.cell(
                row["ratio"], {"key": "ratio", "digits": 2, "show": "all"}
            )
    lines = [f"| {first['tables'][0]['title'].split(',')[0].split(';')[0]} | {' | '.join(found)} |"]
    lines.append("|---|" + "---:|" * len(found))
    lines += [f"| {key} | {' | '.join(cells.get(name, '–') for name in found)} |" for key, cells in rows.items()]
    return f"\n## {first['title']}\n\n" + "\n".join(lines).replace("__", "\\_\\_") + "\n"
