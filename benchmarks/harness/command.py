"""The command line of a benchmark script, and what becomes of its result.

A script has a docstring (its title, then what it compares), a function
`measure(options)` that returns a Result, one `draw(result, path)` that makes the
picture, and perhaps `work(name)`, the part that runs in a child process.
"""

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

from . import drawing, machine, tables

FOLDER = Path(__file__).resolve().parent.parent
RESULTS = FOLDER / "results"


@dataclass
class Result:
    """Result of a script: tables of rows, sentences drawn from them, and what it ran with."""

    tables: list
    findings: list
    settings: dict = field(default_factory=dict)
    notes: list = field(default_factory=list)
    more: dict = field(default_factory=dict)
    clock: str = "wall"  # or "processor" or "counts", which other programs change little


def main(doc, measure, draw, work=None, arguments=None):
    """Runs a script: measures, prints tables, writes JSON, draws the picture; (options, what was written)."""
    name = Path(sys.argv[0]).stem
    options = _parser(doc, name, arguments).parse_args()
    if options.worker:
        work(options.worker)
        return None
    start, others = time.perf_counter(), machine.Others()
    result = measure(options)
    content = {
        "name": name,
        "title": doc.strip().split("\n\n")[0].rstrip("."),
        "compares": " ".join(doc.strip().split("\n\n")[1].split()),
        "size": options.size,
        "seconds": round(time.perf_counter() - start, 1),
        "machine": machine.machine() | {"others": others.share()},
        "versions": machine.versions(),
        **asdict(result),
        **result.more,
    }
    del content["more"]
    machine.withhold(content)
    print(tables.text(content))
    print(machine.busy(content["machine"]["others"]))
    _write(options.json, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    print(f"written: {_short(options.json)}")
    if draw and drawing.available():
        options.picture.parent.mkdir(parents=True, exist_ok=True)
        draw(content, options.picture)
        drawing.sign(options.picture, content)
        print(f"drawn: {_short(options.picture)}")
    return options, content


def sized(options, smoke, quick, long):
    """The value for the size of this run."""
    return {"smoke": smoke, "quick": quick, "long": long}[options.size]


def rounds(options, smoke, quick, long):
    """Returns how many rounds: what --rounds says, else by the size of the run."""
    return options.rounds or sized(options, smoke, quick, long)


def _parser(doc, name, arguments):
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    size = parser.add_mutually_exclusive_group()
    size.add_argument(
        "--long",
        dest="size",
        action="store_const",
        const="long",
        default="quick",
        help="more rounds and larger sizes, for figures to quote",
    )
    size.add_argument(
        "--smoke",
        dest="size",
        action="store_const",
        const="smoke",
        help="the least that runs every part; its figures mean nothing",
    )
    parser.add_argument("--rounds", type=_positive, help="measurements of each row, in turns")
    parser.add_argument(
        "--json",
        type=Path,
        default=RESULTS / f"{name}.json",
        metavar="FILE",
        help="where the result goes (default: benchmarks/results/)",
    )
    parser.add_argument(
        "--picture",
        type=Path,
        default=RESULTS / f"{name}.svg",
        metavar="FILE",
        help="where the picture goes, if matplotlib is there",
    )
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    if arguments:
        arguments(parser)
    return parser


def _positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is needed, got {text}")
    return int(text)


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _short(path):
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path
