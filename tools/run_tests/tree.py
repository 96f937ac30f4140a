"""Files that a test leaves in the tree of the repository: none may."""

from __future__ import annotations

import subprocess
import threading


class Tree:
    """The files of a working tree that git neither has nor ignores; without git there are none."""

    def __init__(self, root):
        self.root, self.lock = root, threading.Lock()
        self.known = self.untracked()
        self.found = {}  # file: the first test file after which it was there

    def untracked(self):
        """The set of files."""
        command = ["git", "ls-files", "--others", "--exclude-standard", "-z"]
        try:
            listed = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return set()
        return set(listed.split("\0")) - {""}

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
