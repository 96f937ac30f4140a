"""CPU seconds of each test file and command, which are committed: durations.txt."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).resolve().parent
PATH = HERE / "durations.txt"
GUESS = 8.0  # of a file that has no duration yet: early rather than last
COMMAND = 300.0  # of a command: linters and suites take minutes, and one that begins last keeps all waiting


class Durations:
    """The stored durations; a line has seconds and a name, in the order of the names."""

    def __init__(self, path=PATH):
        self.path = path
        self.stored = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
            seconds, _, name = line.strip().partition(" ")
            self.stored[name] = float(seconds)

    def seconds(self, name, guess=GUESS):
        """Stored seconds of a name, or a guess."""
        return self.stored.get(name, guess)

    def renew(self, measured, every):
        """Writes the measured seconds; with `every`, names of test files that were not measured are forgotten."""
        kept = {name: one for name, one in self.stored.items() if not every or not name.startswith("tests/")}
        lines = [f"{seconds:7.1f} {name}\n" for name, seconds in sorted((kept | measured).items())]
        self.path.write_text("".join(lines), encoding="utf-8")
