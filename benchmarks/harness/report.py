"""The report: one Markdown page from the JSON of the scripts."""

from . import advice, tables
from .machine import busy as said
from .machine import is_marked

HEAD = """# Benchmarks

What it costs to free the tensors of a C++ library from a garbage-collected language, measured on the real library.
`make bench` measures and writes this page; nothing in it is written by hand.

- Machine: {processor}, {cores} cores, {memory_gb} GB, {system}; {date}; in the busiest part {busy}
- Versions: {versions}
- Size: {size}, {minutes:.1f} minutes

A ratio compares two things that were measured in turns, in the same rounds. Numbers are medians; the brackets, and the
thin lines in the pictures, hold the middle half of the rounds. Times of another machine differ; the ratios less so.
"""
SIZES = {
    "quick": "the quick set (`--long` takes more rounds)",
    "long": "the long set",
    "smoke": "the smallest set; its figures mean nothing",
}


def page(contents, pictures):
    """The whole report; `pictures` maps a script's name to the path of its picture, seen from the page."""
    first = next(iter(contents.values()))
    machine, versions = first["machine"], first["versions"]
    timed = [content for content in contents.values() if content.get("clock") != "counts"]
    busy = max((content["machine"]["others"] for content in timed), key=lambda share: share or 0)
    minutes = sum(content["seconds"] for content in contents.values()) / 60
    names = ", ".join(f"{name} {number}" for name, number in versions.items())
    parts = [HEAD.format(**machine, busy=said(busy), versions=names, size=SIZES[first["size"]], minutes=minutes)]
    if "summary" in pictures:
        parts.append(_picture("What each strategy costs", pictures["summary"]))
    parts.append(
        "## What it means for a reader who must choose\n\n"
        + _list(advice.sentences(_allowed(contents))).replace("__", "\\_\\_")
    )
    parts += [section(content, pictures.get(name)) for name, content in contents.items()]
    return "\n".join(parts)


def _allowed(contents):
    """The results that the machine allowed."""
    return {name: content for name, content in contents.items() if not is_marked(content)}


def section(content, picture):
    """One script: what it compares, its findings, its picture, its tables."""
    parts = [f"## {content['title']}\n", content["compares"] + "\n", _list(content["findings"])]
    if picture:
        parts.append(_picture(content["title"], picture))
    mark = "~" if is_marked(content) else ""
    for one in content["tables"]:
        parts.append(f"{one['title']}:\n\n{tables.markdown(one, mark)}\n")
    if content["notes"]:
        parts.append(_list(content["notes"]))
    settings = ", ".join(
        f"{name} {value}" for name, value in content["settings"].items() if not isinstance(value, list)
    )
    machine = content["machine"]
    parts.append(
        f"`python benchmarks/{content['name']}.py`, {content['size']} ({settings}); {machine['processor']}, {machine['date']}, {said(machine['others'])}.\n"
    )
    # Markdown would take the underscores of __del__ for bold.
    return "\n".join(parts).replace("__", "\\_\\_")


def _list(sentences):
    return "\n".join(f"- {sentence}" for sentence in sentences) + "\n"


def _picture(title, path):
    return f"![{title}]({path})\n"
