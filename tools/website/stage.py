"""Lays the pages of the repository out as the sources of the site, with the tables of contents of its sections.

The staged folder has the repository's layout, so that links between pages are the same in both.
"""

import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = Path("README.md")

# The sections of the top bar: page, title, sentence, pages in order. `*` takes the pages of docs/ that no section names.
SECTIONS = [
    (
        "start",
        "Start",
        "Install it, and bring what you know of torch.",
        [
            "docs/install",
            "quickstart",
            "docs/learn",
            "docs/from-torch",
            "docs/do-i-need-gc",
            "docs/errors",
            "examples/README",
        ],
    ),
    (
        "tutorials",
        "Tutorials",
        "Programs to read from top to bottom; each was run, and shows its output.",
        ["docs/tutorials/*"],
    ),
    ("how-to", "How-to", "One task a page.", ["docs/how-to/*"]),
    (
        "guides",
        "Guides",
        "One subject a page, with its reasons.",
        [
            "docs/gc",
            "docs/travel",
            "docs/vision",
            "docs/profiling",
            "docs/torchscript",
            "docs/torchscript-language",
            "docs/programs",
            "docs/compiled",
            "docs/distributed",
            "docs/devices",
            "*",
        ],
    ),
    ("python/index", "Python", None, []),
    ("c/index", "C", None, []),
    (
        "authors",
        "Bindings",
        "For authors of bindings, and for programs in other languages.",
        [
            "docs/abi",
            "docs/json",
            "docs/stability",
            "bindings/README",
            "docs/gotorch",
            "docs/from-tch-rs",
            "docs/from-torchsharp",
            "docs/from-djl",
            "docs/from-r-torch",
        ],
    ),
    (
        "held-to",
        "Held to",
        "Each claim of this project has a table that a test or a benchmark makes.",
        [
            "docs/differences",
            "docs/coverage",
            "docs/ecosystem",
            "docs/torch-tests",
            "docs/modules",
            "docs/security",
            "benchmarks/README",
            "benchmarks/report",
            "benchmarks/machines",
        ],
    ),
    (
        "project",
        "Project",
        "What changed, how it is built, and how to take part.",
        ["CHANGELOG", "CONTRIBUTING", "SECURITY", "docs/design", "docs/where", "docs/adding-an-op"],
    ),
]

# Names in the sidebar of pages that have the title of another one.
TITLES = {"benchmarks/README": "What is measured, and how", "benchmarks/report": "The report of the benchmarks"}


def inline(text, code, prose):
    """A line with `code` as reStructuredText: markup that touches a word is kept apart by an escaped space."""
    found = ""
    for part in re.split(r"(`[^`]+`)", text):
        marked = part[:1] == "`" and part[1:-1].strip()
        new = code(part[1:-1].strip()) if marked else prose(part)
        touches = found[-1:].strip() and new[:1].strip() and (marked or found.endswith("`"))
        found += ("\\ " if touches else "") + new
    return found


def escaped(text):
    """Text in which nothing means anything to reStructuredText."""
    return re.sub(r"([\\*|_`])", r"\\\1", text)


def tracked(*patterns):
    """Files of git, and new ones that it does not ignore."""
    call = ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    names = subprocess.run(call, check=True, capture_output=True, text=True).stdout.split("\n")
    return [Path(name) for name in sorted(set(names)) if name and (ROOT / name).is_file()]


def pages():
    """Pages of the repository that the site shows."""
    found = tracked(
        "docs/*.md", "docs/tutorials/*.md", "docs/how-to/*.md", "*.md", "benchmarks/*.md", "bindings/README.md"
    )
    shown = ("docs", "docs/tutorials", "docs/how-to", ".", "benchmarks", "examples")
    return [page for page in found if str(page.parent) in shown or str(page) == "bindings/README.md"]


def copy(target, name):
    (target / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / name, target / name)


def linked_files(page, text):
    """Files and folders of the repository that a page links to or shows, as (link, path)."""
    for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)|<img[^>]* src=\"([^\"]+)\"", text):
        link = link[0] or link[1]
        if "://" in link or link.startswith("mailto:"):
            continue
        path = (ROOT / page.parent / link).resolve()
        if path.exists() and path.is_relative_to(ROOT):
            yield link, path.relative_to(ROOT)


def stage_page(target, page, text, shown):
    """Writes a page and the files that it links to; links to pages that the site does not show become plain text."""
    for link, path in set(linked_files(page, text)):
        if (ROOT / path).is_dir():
            readme = path / "README.md"
            new = f"]({link.rstrip('/')}/README.md)" if readme in shown else None
            text = re.sub(rf"\[([^\]]*)\]\({re.escape(link)}\)", rf"[\1{new}" if new else r"\1", text)
        elif path.suffix != ".md":
            copy(target, path)
        elif path not in shown:
            text = re.sub(rf"\[([^\]]*)\]\({re.escape(link)}(?:#[^)]*)?\)", r"\1", text)
    (target / page).parent.mkdir(parents=True, exist_ok=True)
    (target / page).write_text(text)


def named(entries, left):
    """The pages of a section that are there, in order; takes them out of `left`."""
    found = []
    for entry in entries:
        if entry.endswith("/*"):
            matching = sorted(p for p in left if str(Path(p).parent) == entry[:-2])
            matching.sort(key=lambda p: Path(p).name not in ("README", "index"))
        elif entry == "*":
            matching = sorted(p for p in left if str(Path(p).parent) == "docs")
        else:
            matching = [entry] * (entry in left)
        found += matching
        left -= set(matching)
    return found


def toctree(entries, *options):
    entries = [f"{TITLES[entry]} <{entry}>" if entry in TITLES else entry for entry in entries]
    return "\n".join(["```{toctree}", *options, "", *entries, "```", ""])


def sections(shown):
    """{page of the site: its text}: the sections' own pages."""
    left, found = {str(page.with_suffix("")) for page in shown}, {}
    taken = [entry for *_, entries in SECTIONS for entry in entries]
    last = {entry for entry in taken if "*" not in entry}
    rows = []
    for name, title, sentence, entries in SECTIONS:
        rows.append(f"{title} <{name}>")
        if sentence is None:
            continue
        others = last - set(entries)
        inside = named(entries, reserved := left - others)
        left = (left & others) | reserved
        body = toctree(inside, ":maxdepth: 1") if inside else "No page yet.\n"
        found[f"{name}.md"] = f"# {title}\n\n{sentence}\n\n{body}"
    orphans = sorted(left)
    home = (ROOT / "docs" / "site" / "index.md").read_text()
    found["index.md"] = home + "\n" + toctree(rows, ":hidden:") + (toctree(orphans, ":hidden:") if orphans else "")
    return found


def quickstart():
    """The README's programs, as a page of their own."""
    text = (ROOT / "README.md").read_text()
    parts = re.split(r"^(?=## )", text, flags=re.M)
    chosen = [part for part in parts if part.startswith(("## Two commands", "## A tour", "## From C"))]
    return "# Quickstart\n\n" + "".join(chosen)


def write(target):
    """The staged pages in `target`; returns their names."""
    shown = set(pages())
    for page in sorted(shown - {README}):
        stage_page(target, page, (ROOT / page).read_text(), shown - {README})
    stage_page(target, Path("quickstart.md"), quickstart(), shown - {README})
    shown = shown - {README} | {Path("quickstart.md")}
    for name, text in sections(shown).items():
        (target / name).write_text(text)
    for extra in ("docs/site/conf.py",):
        shutil.copyfile(ROOT / extra, target / Path(extra).name)
    shutil.copytree(ROOT / "docs" / "site" / "_static", target / "_static", dirs_exist_ok=True)
    return shown
