"""Files that a test leaves in the tree of the repository: none may."""

from __future__ import annotations

import subprocess
import threading
from pathlib import PurePath


def kind(file):
    """(folder, suffix) of a file; a file without a suffix is of a kind of its own."""
    path = PurePath(file)
    return path.parent, path.suffix or path.name


class Tree:
    """The files of a working tree that git neither has nor ignores; without git there are none.

    A file beside others of its suffix that git has is the work of a person, who may go on while the tests run.
    """

    def __init__(self, root):
        self.root, self.lock = root, threading.Lock()
        self.sources = {kind(file) for file in self.listed()}
        self.known = self.untracked()
        self.found = {}  # file: the first test file after which it was there

    def listed(self, *options):
        """Names that `git ls-files` gives."""
        command = ["git", "ls-files", "-z", *options]
        try:
            text = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return set()
        return set(text.split("\0")) - {""}

    def untracked(self):
        """The set of files."""
        return {file for file in self.listed("--others", "--exclude-standard") if kind(file) not in self.sources}

    def look(self, name):
        """Notes the files that are new after the test file of that name, or after one that ran beside it."""
        with self.lock:
            for file in self.untracked() - self.known:
                self.found.setdefault(file, name)

    def left(self):
        """A sentence for each file that is still there."""
        there = self.untracked()
        return [
            f"{file} was left in the tree; first seen after {name}"
            for file, name in self.found.items()
            if file in there
        ]
