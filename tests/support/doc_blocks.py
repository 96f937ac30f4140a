"""Blocks of code in Markdown pages, and a runner for those in Python, C and shell.

A block runs as it stands, in a process of its own and in the folder of its page, after the blocks before it. A comment on
the line before a block says where that is not so:

    <!-- with PATH … -->           copies files of the repository into the folder first
    <!-- file NAME: REASON -->     the block is the content of a file, which a later block runs
    <!-- part of PATH: REASON -->  the block stands in that file, or is run by that test, which names the page
    <!-- not run: REASON -->
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

from support.project import HANG, ROOT

from pytorch_c import config

RUN = {"python", "c", "cpp", "sh"}  # languages; other blocks show output, CMake, …
_BLOCK = re.compile(r"(?:^<!-- (?P<mark>[^\n]*) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.S | re.M)
_MARK = re.compile(r"(?P<kind>with|file|part of|not run)(?: (?P<names>[^:]+))?(?:: (?P<reason>.+))?")


@dataclass
class Block:
    """One block, and what its comment says."""

    page: Path
    line: int
    language: str
    text: str
    kind: str = ""
    names: tuple = ()
    reason: str = ""

    @property
    def place(self):
        return f"{os.path.relpath(self.page, ROOT)}:{self.line}"


class Wrong(Exception):
    """A block that does not run, or whose comment is not so."""


def blocks(page):
    """The blocks of a page that are of a language that runs."""
    text, out = page.read_text(encoding="utf-8"), []
    for found in _BLOCK.finditer(text):
        if found["language"] in RUN:
            line = text.count("\n", 0, found.start("text"))
            out.append(Block(page, line, found["language"], found["text"], *_marked(page, line, found["mark"])))
    return out


def _marked(page, line, mark):
    """Kind, names and reason of a comment; nothing for a comment that is about something else."""
    found = mark and _MARK.fullmatch(mark)
    if not found:
        return "", (), ""
    kind, names, reason = found["kind"], tuple((found["names"] or "").split()), found["reason"] or ""
    if (kind == "not run") == bool(names) or kind != "with" and len(reason.split()) < 2:
        raise Wrong(f"{page.name}:{line}: <!-- {mark} --> lacks a name or a reason, or has one too many")
    return kind, names, reason


def run_page(page, folder):
    """Runs the blocks of a page in their order; {line: what it printed}. Raises Wrong."""
    out = {}
    (folder / ".venv").symlink_to(Path(sys.prefix))
    for number, block in enumerate(blocks(page)):
        if block.kind == "part of":
            check_part(block)
        elif block.kind == "file":
            (folder / block.names[0]).write_text(block.text, encoding="utf-8")
        elif block.kind != "not run":
            for name in block.names:
                shutil.copy(ROOT / name, folder)
            out[block.line] = run(block, folder, f"block{number}")
    return out


def check_part(block):
    """Raises Wrong unless the file has the block in it, or is a test that names the page."""
    path = ROOT / block.names[0]
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    held = _plain(block.text) in _plain(text)
    if not held and not (path.name.startswith("test_") and block.page.name in text):
        raise Wrong(f"{block.place}: {block.names[0]} neither has this block nor names the page")


def _plain(text):
    return "\n".join(line.strip() for line in text.strip().splitlines())


def run(block, folder, name):
    """Returns what the block prints. Raises Wrong."""
    command = {"python": _python, "c": _c, "sh": _sh}.get(block.language)
    if not command:
        raise Wrong(f"{block.place}: a block in {block.language} needs a comment that says where it runs")
    done = subprocess.run(
        command(block, folder, name),
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=HANG,
    )
    if done.returncode:
        shown = textwrap.indent(block.text, "    ")
        raise Wrong(f"{block.place} ended with exit status {done.returncode}\n{shown}\n{done.stdout}")
    return done.stdout


def environment():
    """With `python` as this one, and the library where pkg-config finds it."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return os.environ | {"PATH": path, "PKG_CONFIG_PATH": config.pkgconfigdir(), "OMP_NUM_THREADS": "1"}


def _python(block, folder, name):
    file = folder / f"{name}.py"
    file.write_text(block.text, encoding="utf-8")
    return [sys.executable, str(file)]


def _c(block, folder, name):
    (folder / f"{name}.c").write_text(block.text, encoding="utf-8")
    flags = f"-std=c99 -Wall -Wextra -pedantic -Werror {config.cflags()} {name}.c -o {name} {config.libs()}"
    return ["sh", "-c", f"cc {flags} && ./{name}"]


def _sh(block, folder, name):
    return ["sh", "-e", "-c", block.text]
