"""Figures in pages, from the committed measurements of one machine and one day: raw/xeon-long. Instructions are counted,
which no machine's load changes, and so are measured anew by themselves: raw/instructions.json.

    python benchmarks/figures.py [--write]

A page has them between <!-- figures NAME --> and <!-- /figures -->. --write renews these regions, and the pictures that
are drawn from other measurements than the committed ones; without it the names of what is not so are printed, and the
exit status is 1.
"""

import argparse
import importlib
import json
import re
import sys

from harness import drawing, tables
from harness.command import FOLDER
from network import model

MEASURED = FOLDER / "raw" / "xeon-long"
PICTURES = FOLDER / "pictures"
BINDINGS = FOLDER.parent / "bindings"
REGION = re.compile(r"(<!-- figures ([\w ]+) -->\n)(.*?)(<!-- /figures -->)", re.S)


def content(name):
    """Returns what a script measured, from its committed file."""
    folder = FOLDER / "raw" if name == "instructions" else MEASURED
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


def rows(name):
    """The rows of a script's first table, by label."""
    return {row["label"]: row for row in content(name)["tables"][0]["rows"]}


def where(name):
    """Machine and day of a measurement."""
    machine, versions = content(name)["machine"], content(name)["versions"]
    return f"{machine['processor']}, {machine['cores']} cores, torch {versions['torch']}, {machine['date']}"


def instructions():
    found = content("instructions")
    few = [row for row in rows("instructions").values() if row["label"] != "geometric mean"]
    total = found["tables"][0]["rows"][-1]
    counted = [row for table in found["tables"] for row in table["rows"] if row.get("ours")]
    every = {row["label"]: row["ratio"]["median"] for row in counted}
    order = sorted(every, key=every.get)
    most = ", ".join(f"`{name}` {every[name]:.2f}" for name in order[:-6:-1])
    return (
        f"Counted in instructions, which a busy machine does not change, {len(few)} tiny calls on 3×3 tensors (arithmetic,\n"
        "products, reductions, views, indexing, factories, NumPy, a raised error, a backward pass) take\n"
        f"**{found['geometric_mean']:.2f} times** what torch's own Python binding takes, geometric mean, and {total['c_ratio']:.2f} times "
        f"through the C library alone;\nover {len(every)} calls {found['geometric_mean_of_all']:.2f} times. The most: {most}; the fewest: `{order[0]}` {every[order[0]]:.2f}.\n"
        f"({where('instructions')}.)\n"
    )


def whole_steps():
    heads = ("training", "processor time, torch = 1", "the same calls from C++", "peak memory, torch = 1")
    lines = [f"| {' | '.join(heads)} |", "| --- | ---: | ---: | ---: |"]
    for row in sorted(rows("whole_steps").values(), key=lambda row: row["ratio"]["median"]):
        numbers = " | ".join(f"{row[key]['median']:.2f}" for key in ("ratio", "floor", "memory"))
        lines.append(f"| {row['label']} | {numbers} |")
    settings = content("whole_steps")["settings"]
    lines += ["", f"Medians of {settings['rounds']} rounds in turns, one thread; {where('whole_steps')}."]
    return "\n".join(lines) + "\n"


def import_time():
    found = rows("import_time")
    ours, torch = found["import pytorch_c"], found["import torch"]
    parts = [ours[key]["median"] / torch[key]["median"] for key in ("import", "memory")]
    return (
        f"`import pytorch_c` takes {parts[0]:.2f} of `import torch`'s time and {parts[1]:.2f} of its memory; the whole process, which "
        f"imports and\nends, {ours['ratio']['median']:.2f} of torch's time ({where('import_time')}).\n"
    )


def cycles():
    return f"{tables.markdown(content('cycles')['tables'][0])}\n\n{where('cycles')}.\n"


def allocators():
    lines = ["| resident after 16,000 tensors of 64 KB | while used, MB | dropped, MB | after `trim()`, MB |"]
    lines.append("| --- | ---: | ---: | ---: |")
    for row in rows("allocators").values():
        sizes = " | ".join(f"{row[key]['median']:,.0f}" for key in ("full", "dropped", "trimmed"))
        lines.append(f"| {row['label']} | {sizes} |")
    return "\n".join([*lines, "", f"{where('allocators')}.", ""])


def tensor_bytes():
    """The bytes of a tensor, which no machine's load changes: of a run by itself."""
    found = json.loads((FOLDER / "raw" / "tensor_bytes.json").read_text(encoding="utf-8"))
    columns = [("live", "a tensor of one element"), ("view", "a view"), ("recorded", "a result that autograd records")]
    lines = ["| | " + " | ".join(text for _, text in columns) + " |", "|---|---|---|---|"]
    for row in found["tables"][0]["rows"]:
        numbers = " | ".join(f"{row[key]['median']:,.0f}" for key, _ in columns)
        lines.append(f"| {'pytorch_c' if row['kind'] == 'default' else row['label']} | {numbers} |")
    versions = found["versions"]
    return "\n".join(lines) + f"\n\n(torch {versions['torch']}, {versions['Python']}, {found['machine']['date']}.)\n"


def observing():
    """A line for each way of watching, with a column for each load."""
    found = json.loads((FOLDER / "raw" / "observing.json").read_text(encoding="utf-8"))
    titles = [table["title"].partition(",")[0] for table in found["tables"]]
    lines = [f"| processor time, nobody watches = 1 | {' | '.join(titles)} |", "| --- | ---: | ---: |"]
    for first, second in zip(*(table["rows"] for table in found["tables"])):
        if first["ratio"]["low"] != first["ratio"]["high"]:  # the row that is the unit has no spread
            lines.append(f"| {first['label']} | {first['ratio']['median']:.2f} | {second['ratio']['median']:.2f} |")
    reading = {row["name"]: row["reading"]["median"] / 1e3 for row in found["tables"][1]["rows"]}
    machine = found["machine"]
    return "\n".join(
        [
            *lines,
            "",
            f"Reading a profile of the perceptron afterwards (`key_averages()`) took {reading['profile']:.1f} ms of processor time,",
            f"torch's {reading['torch_profile']:.1f} ms. Medians of {found['settings']['rounds']} rounds in turns; "
            f"{machine['processor']}, {machine['cores']} cores, torch {found['versions']['torch']}, {machine['date']}.",
            "",
        ]
    )


def captured():
    """Returns a sentence, and a line for each way of calling: instructions, and both ratios to C++."""
    found = json.loads((FOLDER / "raw" / "captured.json").read_text(encoding="utf-8"))
    sheets = {table["title"]: {row["label"]: row for row in table["rows"]} for table in found["tables"]}
    cases, kinds = ("A training step", "An inference"), ("instructions", "processor time")
    heads = [
        f"{case.partition(' ')[2]}, {unit}" for case in cases for unit in ("instructions", "C++ = 1", "time, C++ = 1")
    ]
    lines = [f"| who | {' | '.join(heads)} |", "| --- |" + " ---: |" * len(heads)]
    for label in sheets["A training step, instructions"]:
        cells = []
        for case in cases:
            counts, times = (sheets[f"{case}, {kind}"][label] for kind in kinds)
            cells += [f"{counts['own']['median']:,.0f}", *(f"{one['native']['median']:.2f}" for one in (counts, times))]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    said = []
    for case in cases:
        ours, eager = (sheets[f"{case}, instructions"][f"pytorch_c, {way}"] for way in ("captured", "eager"))
        said.append(
            f"{case.lower()} takes {ours['own']['median'] / eager['own']['median']:.2f} of the instructions of its eager calls "
            f"and {ours['native']['median']:.2f} of\nthose of the same calls in C++"
        )
    machine = found["machine"]
    return "\n".join(
        [
            f"Captured, {said[0]}; {said[1]}.",
            "",
            *lines,
            "",
            f"Instructions of a call, one thread; processor time: medians of {found['settings']['rounds']} rounds in turns; "
            f"{machine['processor']},\n{machine['cores']} cores, of which other programs took {machine['others']:.0%}; "
            f"torch {found['versions']['torch']}, {machine['date']}.",
            "",
        ]
    )


def compiled():
    """Returns a table: what a call of a compiled program costs, and the first one, here and in torch."""
    found = json.loads((FOLDER / "raw" / "compiled.json").read_text(encoding="utf-8"))
    calls, firsts = ({row["label"]: row for row in table["rows"]} for table in found["tables"])
    lines = [
        "| what | a call, us | torch's | torch = 1 | the first call, s | torch's | torch = 1 |",
        "| --- |" + " ---: |" * 6,
    ]
    for label, row in calls.items():
        cells = [
            text
            for one in (row, firsts[label])
            for text in (
                f"{one['ours']['median']:,.1f}",
                f"{one['theirs']['median']:,.1f}",
                f"{one['ratio']['median']:.2f}",
            )
        ]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    machine = found["machine"]
    return "\n".join(
        [
            *lines,
            "",
            f"Processor time, one thread; calls: medians of {found['settings']['rounds']} rounds in turns; first calls: of "
            f"{found['settings']['first']}, with an empty\ncache, g++ counted; {machine['processor']}, {machine['cores']} cores, "
            f"of which other programs took {machine['others']:.0%}; torch {found['versions']['torch']}, {machine['date']}.",
            "",
        ]
    )


def distributed():
    """The two tables as the script prints them."""
    found = json.loads((FOLDER / "raw" / "distributed.json").read_text(encoding="utf-8"))
    parts = [text for table in found["tables"] for text in (tables.markdown(table), "")]
    machine, rounds = found["machine"], found["settings"]["rounds"]
    said = f"Medians of {rounds} rounds in turns; {machine['processor']}, {machine['cores']} cores, {machine['date']}."
    return "\n".join([*parts, f"{said} {' '.join(found['findings'])}", ""])


LARGE = model.Step(0.1, 0.3, [25e6] * 4)  # 25 million parameters, in buckets of torch's size
NETWORKS = [(0.00005, 10e9), (0.0001, 1e9), (0.001, 1e9), (0.05, 10e9)]


def network():
    """Steps that were measured beside the model's, and the model's of more hosts."""
    found = json.loads((FOLDER / "network" / "network.json").read_text(encoding="utf-8"))
    lines = ["| one way, ms | Mbit/s | alone, ms | measured, ms | model, ms |", "| ---: " * 5 + "|"]
    for row in found["rows"]:
        expected = model.two_hosts(row, row["delay"], row["rate"])
        lines.append(
            f"| {row['delay'] * 1e3:g} | {row['rate'] / 1e6:,.0f} | {row['alone'] * 1e3:.0f} "
            f"| {row['step'] * 1e3:.0f} | {expected * 1e3:.0f} |"
        )
    machine = found["machine"]
    lines += [
        "",
        f"{machine['processor']}, {machine['cores']} cores, {machine['date']}. {' '.join(found['notes'])}".rstrip(),
        "",
    ]
    return "\n".join(lines)


def scale():
    """The model's step of a larger model on more hosts: seconds, and the rate from which on buckets are hidden."""
    heads = [f"{latency * 1e3:g} ms, {rate / 1e9:g} Gbit/s" for latency, rate in NETWORKS]
    lines = ["| hosts | " + " | ".join(heads) + " |", "| ---: |" + " ---: |" * len(heads)]
    for hosts in (2, 8, 64, 1024):
        cells = []
        for latency, rate in NETWORKS:
            needed = LARGE.least_rate(latency, hosts)
            hidden = "never" if needed is None else f"{needed / 1e9:.1f} Gbit/s"
            cells.append(f"{LARGE.seconds(model.Network(latency, rate / 8), hosts):.2f} s, {hidden}")
        lines.append(f"| {hosts:,} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def checkpoints():
    """Checkpoints that were measured, and those of 10^10 parameters by the model."""
    found = json.loads((FOLDER / "network" / "network.json").read_text(encoding="utf-8"))["checkpoints"]
    said = [
        f"{one['processes']} process{'es' * (one['processes'] > 1)} {one['seconds']:.2f} s "
        f"({12 * one['parameters'] / one['seconds'] / 1e9:.2f} GB/s)"
        for one in found
    ]
    lines = [
        f"Measured: {found[0]['parameters'] / 1e6:.0f} million parameters (12 bytes each) to one disk, {', '.join(said)}.",
        "",
    ]
    lines += ["| hosts | a checkpoint | best interval | lost to both |", "| ---: | ---: | ---: | ---: |"]
    for hosts in (1, 8, 64, 1024):
        seconds = model.checkpoint(1e10, hosts, 1e9)
        every, lost = model.interval(seconds, 5 * 365 * 86400 / hosts)
        lines.append(f"| {hosts:,} | {seconds:.1f} s | {every / 60:.0f} min | {lost * 100:.2f} % |")
    return "\n".join([*lines, ""])


def free_threading():
    """Two tables: what threads gain, and what a tiny tensor costs under each strategy."""
    found = json.loads((FOLDER / "raw" / "free_threading.json").read_text(encoding="utf-8"))
    *sheets, strategies = found["tables"]
    lines = ["| load | Python | one thread | two threads | four threads |", "| --- | --- | ---: | ---: | ---: |"]
    for sheet in sheets:
        unit = sheet["rows"][0]["1"]["median"]
        for row in sheet["rows"]:
            cells = " | ".join(f"{row[str(threads)]['median'] / unit:.2f}" for threads in (1, 2, 4))
            lines.append(f"| {sheet['title'].partition(' a second')[0]} | {row['label']} | {cells} |")
    kinds = ("with the GIL", "free-threaded")
    heads = [f"{kind}, {threads} thread{'s' * (threads > 1)}" for kind in kinds for threads in (1, 4)]
    lines += ["", f"| nanoseconds of a tiny sum | {' | '.join(heads)} |", "| --- |" + " ---: |" * len(heads)]
    for row in strategies["rows"]:
        cells = " | ".join(f"{row[f'{kind} {threads}']['median']:,.0f}" for kind in kinds for threads in (1, 4))
        lines.append(f"| {row['label']} | {cells} |")
    machine, settings = found["machine"], found["settings"]
    said = (
        f"Speeds of all threads together, one thread with the GIL = 1; medians of {settings['rounds']} rounds in turns. "
        f"Python {settings['pythons'][0]} and {settings['pythons'][-1]}; {machine['processor']}, {machine['cores']} cores, "
        f"{machine['date']}; run under `chrt -r 10`, while other programs took {machine['others']:.0%} of the processors."
    )
    return "\n".join([*lines, "", said, ""])


def languages():
    """Returns the results of the bindings: a line for each language, and what the costs of its calls are beside."""
    found = json.loads((BINDINGS / "results.json").read_text(encoding="utf-8"))
    calls = json.loads((FOLDER / "raw" / "binding_calls.json").read_text(encoding="utf-8"))
    costs = {row["name"]: row for row in calls["tables"][0]["rows"]}
    lines = [
        "| | own tests | networks | layers | calls survived | peak, MB | alone, MB | `mm` | `add` | goal | package |"
    ]
    lines.append("| --- |" + " ---: |" * 9 + " --- |")
    for name, one in found.items():
        if name != "date":
            lines.append(f"| {name} | {' | '.join(language(name, one, costs.get(name)))} |")
    floors = [f"{name} {row['floor']:.2f}" for name, row in costs.items() if row["floor"]]
    machine = calls["machine"]
    return "\n".join(
        [
            *lines,
            "",
            f"C takes {costs['C']['ns'] / 1e3:.2f} µs for `mm` and the close of its result. The floor of `add`, by the language's foreign calls alone:",
            f"{', '.join(floors)}. {machine['processor']}, {machine['cores']} cores, {machine['date']}; the tests {found['date']}.",
            "",
        ]
    )


def language(name, one, cost):
    """Cells of a language: its tests in seconds, its counts, its cost with C = 1, its package."""
    measured = {key: f"{one[key] / 1e6:.0f}" if key in one else "–" for key in ("peak", "alone")}
    passed = f"passed, {one['tests']:.0f} s" if one.get("tests") else "–" if name == "Python" else "not passed"
    return [
        passed,
        str(one.get("networks", "–")),
        str(one.get("layers", "–")),
        f"{one['calls']:,}" if "calls" in one else "–",
        measured["peak"],
        measured["alone"],
        *((f"{cost['ratio']['median']:.2f}", f"{cost['add']:.2f}", f"{cost['goal'] or '–'}") if cost else "–––"),
        "built and used" if one.get("package") else "–",
    ]


FIGURES = {
    "free_threading": free_threading,
    "instructions": instructions,
    "whole steps": whole_steps,
    "import time": import_time,
    "cycles": cycles,
    "allocators": allocators,
    "observing": observing,
    "tensor_bytes": tensor_bytes,
    "captured": captured,
    "compiled": compiled,
    "distributed": distributed,
    "network": network,
    "scale": scale,
    "checkpoints": checkpoints,
    "languages": languages,
}
PAGES = [FOLDER.parent / "README.md", BINDINGS / "README.md", *sorted((FOLDER.parent / "docs").glob("*.md"))]


def renewed(text):
    """A page's text with every region made anew."""
    return REGION.sub(lambda found: found[1] + FIGURES[found[2]]() + found[4], text)


def stale_pages():
    """{page: text as it should be} of the pages that differ."""
    found = {page: (page.read_text(encoding="utf-8")) for page in PAGES}
    return {page: renewed(text) for page, text in found.items() if renewed(text) != text}


def stale_pictures():
    """Names of the scripts whose committed picture was drawn from another measurement than the committed one."""
    measured = {*MEASURED.glob("*.json"), FOLDER / "raw" / "instructions.json"}
    names = sorted(path.stem for path in measured if (PICTURES / f"{path.stem}.svg").is_file())
    return [name for name in names if drawing.signature(PICTURES / f"{name}.svg") != drawing.digest(content(name))]


def redraw(name):
    """Draws a script's picture from its committed measurement."""
    found = content(name)
    importlib.import_module(name).draw(found, PICTURES / f"{name}.svg")
    drawing.sign(PICTURES / f"{name}.svg", found)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="renew regions and pictures")
    options = parser.parse_args()
    pages, pictures = stale_pages(), stale_pictures()
    for page, text in pages.items():
        print(f"{page.name}: other figures than {MEASURED.name}'s")
        if options.write:
            page.write_text(text, encoding="utf-8")
    for name in pictures:
        print(f"{name}.svg: drawn from another measurement than {MEASURED.name}'s")
        if options.write and drawing.available():
            redraw(name)
    return 0 if options.write else int(bool(pages or pictures))


if __name__ == "__main__":
    sys.exit(main())
