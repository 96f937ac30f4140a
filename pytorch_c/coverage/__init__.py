"""Share of libtorch that is reached: ``python -m pytorch_c.coverage [--check | --write]``.

Compares libtorch's own list of operators with the functions of the C headers and
with the names in Python, and prints tables: by family, by what was left out and
why, and by class of shape behaviour. ``--write`` puts them into README.md and
docs/coverage.md of a checkout, ``--check`` fails if those say something else.
"""

import argparse
import json
import re
import sys
from collections import Counter
from importlib import import_module, metadata
from pathlib import Path

from . import native_functions

PACKAGE = Path(__file__).resolve().parent.parent
START, END = "<!-- coverage -->", "<!-- /coverage -->"
KINDS = ("functional", "in-place", "out")


def kind(native):
    return "out" if native.out else "in-place" if native.inplace else "functional"


class Rule:
    """One reason to have no typed function: what it matches, and whether ptc_call does it."""

    def __init__(self, name, reason, by_name, patterns):
        self.name, self.reason, self.by_name, self.patterns = name, reason, by_name, patterns

    def matches(self, native):
        texts = {"name": native.full, "schema": native.schema}
        listed = native.full in self.patterns.get("names", ())
        return listed or any(
            key in self.patterns and re.search(self.patterns[key], text) for key, text in texts.items()
        )


def rules(path=PACKAGE / "excluded.json"):
    """The rules of cshim/excluded.json."""
    return [
        Rule(one.pop("rule"), one.pop("reason"), one.pop("by_name"), one)
        for one in json.loads(path.read_text())["rules"]
    ]


def header_functions(path=PACKAGE / "pytorch_c.json"):
    """{"add.Tensor": family} of every operator that has a C function."""
    found = {}
    for one in json.loads(path.read_text())["functions"]:
        if "operator" in one:
            name, overload = one["operator"]["name"], one["operator"]["overload"]
            found[f"{name}.{overload}" if overload else name] = one["family"]
    return found


def python_names(natives):
    """The operators among these that a Python user can call by their own name."""
    package = import_module(__package__.partition(".")[0])
    names = {*dir(package), *dir(package._ops), *dir(package.Tensor)}
    return {native.full for native in natives if native.name in names}


def resolved(natives):
    """The operators among these that pytorch_c.ops finds in the dispatcher."""
    from .. import ops

    return {n.full for n in natives if hasattr(getattr(ops.aten, n.name, None), n.full.partition(".")[2] or "default")}


class Coverage:
    """The comparison of the three.

    `missing` are operators that are neither typed nor under exactly one rule, `unnamed`
    typed ones without a name in Python, `unresolved` those that the dispatcher does not know.
    """

    def __init__(self, path=None):
        self.natives = native_functions.read(path or native_functions.find())
        self.family = header_functions()
        self.rules = rules()
        self.typed = [n for n in self.natives if n.full in self.family]
        self.left = [n for n in self.natives if n.full not in self.family]
        self.matching = {n.full: [rule for rule in self.rules if rule.matches(n)] for n in self.left}
        self.missing = [full for full, found in self.matching.items() if len(found) != 1]
        self.by_name = [n for n in self.left if n.full not in self.missing and self.matching[n.full][0].by_name]
        self.unnamed = sorted({n.full for n in self.typed} - python_names(self.typed))
        self.unresolved = sorted({n.full for n in self.by_name} - resolved(self.by_name))

    def problems(self):
        """[(what is wrong, operators)], empty where all is well."""
        found = [
            ("neither typed nor under exactly one rule of cshim/excluded.json", self.missing),
            ("typed, but without a name in Python", self.unnamed),
            ("not known to the dispatcher", self.unresolved),
        ]
        return [(what, names) for what, names in found if names]

    def totals(self):
        counts = Counter(kind(n) for n in self.typed)
        names = len({n.name for n in self.natives})
        out_of_reach = len(self.left) - len(self.by_name)
        rows = [
            ("native functions of libtorch", len(self.natives), f"under {number(names)} names"),
            (
                "typed: a C function and a Python name each",
                len(self.typed),
                ", ".join(f"{number(counts[k])} {k}" for k in KINDS),
            ),
            (
                "by name: `ptc_call`, `pytorch_c.ops.aten`",
                len(self.by_name),
                "internal ones, derivatives, kernels of one backend",
            ),
            (
                "out of reach",
                out_of_reach,
                "; ".join(r.reason for r in self.rules if not r.by_name) if out_of_reach else "",
            ),
        ]
        return table((f"libtorch {version()}", "operators", "of which"), rows)

    def families(self):
        counts = Counter((self.family[n.full], kind(n)) for n in self.typed)
        rows = []
        for family in dict.fromkeys(self.family.values()):
            each = [counts[family, k] for k in KINDS]
            rows.append((family, *each, sum(each)))
        sums = [sum(row[i] for row in rows) for i in range(1, 5)]
        return table(("header", *KINDS, "typed"), [*rows, ("**all**", *sums)])

    def excluded(self):
        counts = Counter(found[0].name for found in self.matching.values() if len(found) == 1)
        rows = [(r.name, counts[r.name], "yes" if r.by_name else "no", r.reason) for r in self.rules]
        return table(("rule", "left out", "by name", "why"), [*rows, ("**all**", sum(counts.values()), "", "")])

    def classes(self):
        classify = native_functions.Classifier(self.natives)
        of = {n.full: classify(n) for n in self.natives}
        parts = [Counter(of[n.full] for n in part) for part in (self.natives, self.typed, self.by_name)]
        rows = []
        for name, meaning in native_functions.CLASSES.items():
            every, typed, by_name = (part[name] for part in parts)
            rows.append((name, every, typed, by_name, every - typed - by_name, meaning))
        sums = [sum(row[i] for row in rows) for i in range(1, 5)]
        return table(
            ("class", "all", "typed", "by name", "out of reach", "what it is"), [*rows, ("**all**", *sums, "")]
        )

    def page(self):
        """The whole of docs/coverage.md."""
        sections = {
            "Totals": self.totals(),
            "By family": self.families(),
            "By class of shape behaviour": self.classes(),
            "Left out of the headers": self.excluded(),
        }
        about = (
            f"Compared with libtorch {version()}'s `native_functions.yaml`; made by `python -m pytorch_c.coverage --write`.\n"
            "Operators that libtorch generates from these are reached by name too. A family is a header, `cshim/include/pytorch_c/operators/FAMILY.h`.\n"
            "The classes are those of E. Yang, [A brief taxonomy of PyTorch operators by shape behavior]"
            "(http://blog.ezyang.com/2020/05/a-brief-taxonomy-of-pytorch-operators-by-shape-behavior/);\n"
            "the rules that sort into them are in `pytorch_c/coverage/native_functions.py`, those of what is left out in `cshim/excluded.json`."
        )
        return "\n\n".join(["# Coverage", about, *(f"## {title}\n\n{text}" for title, text in sections.items())]) + "\n"


def version():
    """The installed torch's version, without its build."""
    try:
        return metadata.version("torch").partition("+")[0]
    except metadata.PackageNotFoundError:
        return "(unknown)"


def number(value):
    return f"{value:,}" if isinstance(value, int) else value


def table(header, rows):
    """A Markdown table whose columns stand under each other; numbers are to the right."""
    cells = [[str(number(cell)) for cell in row] for row in (header, *rows)]
    right = [all(isinstance(row[i], int) for row in rows) for i in range(len(header))]
    width = [max(len(row[i]) for row in cells) for i in range(len(header))]

    def line(row):
        return "| " + " | ".join(c.rjust(w) if r else c.ljust(w) for c, w, r in zip(row, width, right)) + " |"

    width[-1] = max(3, len(header[-1]))  # nothing stands right of the last column
    rule = "|" + "|".join("-" * (w + 1) + (":" if r else "-") for w, r in zip(width, right)) + "|"
    return "\n".join([line(cells[0]), rule, *map(line, cells[1:])])


def with_block(text, block):
    """A text with what stands between the markers replaced; as it is without markers."""
    return re.sub(f"{START}.*?{END}", lambda _: f"{START}\n{block}\n{END}", text, flags=re.S)


def files(found, root):
    """{path: what it should say} for the files of a checkout that hold tables."""
    made = {root / "docs" / "coverage.md": found.page()}
    readme = root / "README.md"
    if readme.is_file():
        made[readme] = with_block(readme.read_text(), found.totals())
    return made


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m pytorch_c.coverage", description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="fail if README.md or docs/coverage.md say something else")
    parser.add_argument("--write", action="store_true", help="write the tables into README.md and docs/coverage.md")
    parser.add_argument("--yaml", help="another native_functions.yaml than that of the installed torch")
    options = parser.parse_args(arguments)
    if (options.check or options.write) and not (PACKAGE.parent / "cshim").is_dir():
        parser.error("--check and --write are for a checkout, whose README.md and docs/coverage.md they mean")
    try:
        found = Coverage(options.yaml)
    except OSError as error:
        parser.error(f"argument --yaml: {error}")
    for what, names in found.problems():
        print(f"{what}: {', '.join(names)}", file=sys.stderr)
    if found.problems():
        return 1
    wanted = files(found, PACKAGE.parent)
    if options.write:
        for path, text in wanted.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    elif options.check:
        stale = [path.name for path, text in wanted.items() if not path.is_file() or path.read_text() != text]
        if stale:
            print(f"{', '.join(stale)}: not what `python -m pytorch_c.coverage --write` would write", file=sys.stderr)
        return 1 if stale else 0
    else:
        print(found.page())
    return 0
