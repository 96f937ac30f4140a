"""The losses in groups by their root, and docs/torch-tests.md."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

from choice import LEAST

HERE = Path(__file__).resolve().parent
WHOLE_FILES = HERE / "whole_files.md"  # by hand: files of which every test was looked at
LACKING = HERE / "lacking.txt"  # by hand: what files lack of which less than 90 % passes

# Capabilities that pytorch_c does not have, by the words of the error; the rest is a difference.
CAPABILITIES = {
    r"torch\._(?:refs|prims|decomp)\b": "torch._refs, operators written once more in Python",
    r"torch\.testing\._internal\S* is missing": "a helper of torch's tests that pytorch_c cannot load",
    r"_dynamo|_inductor|torch\.compile|functorch\.compile|_functorch\.aot|proxy_tensor|make_fx|fake_tensor|FakeTensor|captured here|torch\.export": "the compiler and its capture",
    r"torch\._C\S* is (?:missing|not in)|'pytorch_c\._C\S*' has no attribute|module 'torch\._C\S*' has no attribute": "inner names of torch._C",
    r" is missing \[|has no attribute|cannot import name|No module named|is not in pytorch_c": "other names that are missing",
    r"the process ended|not done within": "a crash or a hang",
}


def root_of(text):
    """A loss's group: its error without the numbers, shapes and addresses that differ from test to test."""
    missing = re.search(r"(torch\.(?:_refs|_prims|_dynamo|_inductor|_decomp|ao|fx)\b)[\w.]* is missing", text)
    if missing:
        return f"{missing[1]}.* is missing"
    text = text.partition(" [")[0] if " is missing" in text else text
    text = re.sub(r" \[[^\]]*\.py:\d+ [^\]]*\]$", "", text)
    text = re.sub(r"0x[0-9a-f]+", "0x…", text)
    text = re.sub(r"\((?:[\d, .eE+-]|inf|nan|True|False|j)+\)|\[[\d, .eE+-]*\]", "(…)", text)
    text = re.sub(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", "N", text)
    return text.partition("tensor(")[0][:160] + ("tensor(" if "tensor(" in text else "")


def capability(text):
    """Name of the one of CAPABILITIES that a loss misses, or "a difference"."""
    return next((name for pattern, name in CAPABILITIES.items() if re.search(pattern, text)), "a difference")


def show(rows, each):
    """Prints the losses, the largest groups first."""
    groups = defaultdict(list)
    for row in rows:
        for test, text in row["missing"].items():
            groups[root_of(text)].append((row["name"], test, text))
    for root, losses in sorted(groups.items(), key=lambda item: -len(item[1])):
        name, test, text = losses[0]
        print(f"{len(losses):5} {root}\n        {name} {test}\n        {text[:400]}")
        for name, test, text in losses[1:] if each else ():
            print(f"        {name} {test}\n            {text[-200:]}")
    theirs, ours = sum(row["theirs"] for row in rows), sum(row["ours"] for row in rows)
    print(f"{ours:,} of {theirs:,}" + (f" ({ours / theirs:.1%})" if theirs else ""))


def lacking():
    """{file: the capability without which less than 90 % of it passes}, of lacking.txt."""
    lines = (line for line in LACKING.read_text().splitlines() if line and line[0] != "#")
    return dict(line.split(": ", 1) for line in lines)


def cells(row, commit):
    """A row of the table: name, counts, why the most of the others do not pass, the commit at which it was run."""
    worst = Counter(capability(text) for text in row["missing"].values()).most_common(1)
    why = f"{worst[0][0]} ({worst[0][1]:,})" if worst else ""
    return row["name"], row["theirs"], row["ours"], why, commit


def kept_cells(text, names):
    """The rows of a page of before, but of those files: with the commit at which each was run."""
    of_page = re.search(r"up to commit (\w+)", text)
    for line in text.partition("## Files")[0].splitlines():
        found = re.fullmatch(r"\| `(\S+)` \| ([\d,]+) \| ([\d,]+) \| [\d.]+% \| (.*?) \|(?: (\w+) \|)?", line)
        if found and found[1] not in names:
            name, theirs, ours, why, commit = found.groups()
            commit = commit or (of_page[1] if of_page else "")
            yield name, int(theirs.replace(",", "")), int(ours.replace(",", "")), why, commit


def without_row(rows, before, having):
    """The lines about files without a row: why no test passes under torch. Those of the page of before stay, but for rows."""
    groups = defaultdict(list)
    section = before.partition("## Files without a row")[2].partition("\n## ")[0]
    for why, names in re.findall(r"^\| (.+) \| (`.+`) \|$", section, re.MULTILINE):
        groups[why] += [name for name in names.strip("`").split("`, `") if name not in having]
    for row in rows:
        if not row["theirs"]:
            why = re.sub(r" \[[^\]]*\.py:\d+ .*", "", row["none"]).splitlines()[0].rstrip(".").replace("|", "/")
            groups[why if len(why) <= 110 else why[:107] + "…"].append(row["name"])
    told = sorted(((why, names) for why, names in groups.items() if names), key=lambda one: (-len(one[1]), one[0]))
    lines = [f"| {why} | {', '.join(f'`{name}`' for name in names)} |" for why, names in told]
    return ["## Files without a row", "", "| under torch 2.13 | files |", "|---|---|", *lines, ""] if lines else []


def page(rows, commit, every, before="", order=(), others=()):
    """The text of docs/torch-tests.md; files that were not run keep their rows of the page of before.

    others: what is kept of those, for the reasons of their losses
    """
    told = lacking()
    table = [cells(row, commit) for row in rows if row["theirs"]]
    table += kept_cells(before, {row["name"] for row in rows})
    if order:
        table.sort(key=lambda row: order.index(row[0]))
    theirs, ours = sum(row[1] for row in table), sum(row[2] for row in table)
    reasons = Counter(capability(text) for row in [*rows, *others] for text in row["missing"].values())
    ended, left = (
        sum(map(count, [*rows, *others])) for count in (lambda row: len(row["crashes"]), lambda row: row["leaked"])
    )
    untold = theirs - ours - reasons.total()  # of files of which nothing is kept here
    if untold > 0:
        reasons["of rows of other commits"] = untold
    sample = (
        ""
        if every < 2
        else (
            f" These figures are of a sample: about every {every}th test of each file, more often in a file of few tests "
            f"({LEAST} of them)."
        )
    )
    lines = [
        "# torch's own tests",
        "",
        "`make torch-tests` runs the tests of PyTorch 2.6 (its source is Debian's source package) under torch 2.13 and, those",
        "that pass, under pytorch_c. The tests are unchanged but for `super(self.__class__, self)`, which is `super()`, and for empty lists of operators, which make no test; unchanged are their helpers: `torch.testing._internal` of the",
        "installed torch, bound to pytorch_c. Each file has a process of its own, a fork, on the CPU. A name that a test file imports",
        "and pytorch_c does not have fails the tests that use it. Results are kept from run to run: a test that passed once is",
        "not run again unless it is asked for.",
        "",
        f"Of {theirs:,} tests that pass under torch, {ours:,} pass under pytorch_c ({ours / max(theirs, 1):.1%}), each file at the commit of its row.{sample}",
        "",
        f"{ended or 'No'} of these tests ended its process or hung, and after the files {left or 'no'} handle was open that no Tensor has.",
        "",
        "| why the others do not | tests |",
        "|---|---:|",
        *(f"| {text} | {count:,} |" for text, count in reasons.most_common()),
        "",
        "| file | passed under torch | of these under pytorch_c | share | the most frequent loss | commit |",
        "|---|---:|---:|---:|---|---|",
    ]
    for name, theirs, ours, why, at in table:
        why = f"lacks {told[name]}" if ours < 0.9 * theirs and name in told else why
        lines.append(f"| `{name}` | {theirs:,} | {ours:,} | {ours / theirs:.1%} | {why} | {at} |")
    lines += ["", *without_row(rows, before, {row[0] for row in table} | {row["name"] for row in rows})]
    return "\n".join([*lines, WHOLE_FILES.read_text()])
