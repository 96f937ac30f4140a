"""FileCheck (torch.testing.FileCheck): what a text contains, in which order; for graphs, code and messages."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["FileCheck"]

_KINDS = ("CHECK", "CHECK-NEXT", "CHECK-SAME", "CHECK-NOT", "CHECK-DAG", "CHECK-SOURCE-HIGHLIGHTED", "CHECK-REGEX")
_LINE = re.compile(r"#?\s*(CHECK(?:-[A-Z]+)*)(?:-(\d+))?:\s?(.*)")


class FileCheck:
    """Checks that are asked of a text, one after the other; each begins where the one before it ended.

    Source: torch.testing.FileCheck.
    """

    def __init__(self) -> None:
        self._checks: list[tuple[str, str, int, bool]] = []
        self._has_run = False

    def _add(self, kind, text, count=1, exactly=False):
        if not isinstance(text, str):
            raise TypeError(f"FileCheck: a check is a str, not {type(text).__name__}")
        self._checks.append((kind, text, count, exactly))
        self._has_run = False
        return self

    def check(self, text: str) -> FileCheck:
        """The text comes next, after anything."""
        return self._add("CHECK", text)

    def check_not(self, text: str) -> FileCheck:
        """The text does not come between the checks before and after this one."""
        return self._add("CHECK-NOT", text)

    def check_same(self, text: str) -> FileCheck:
        """The text comes in the line where the check before ended."""
        return self._add("CHECK-SAME", text)

    def check_next(self, text: str) -> FileCheck:
        """The text comes in the line after the one where the check before ended."""
        return self._add("CHECK-NEXT", text)

    def check_count(self, text: str, count: int, exactly: bool = False) -> FileCheck:
        """The text comes `count` times, and not once more until the next check where `exactly`."""
        return self._add("CHECK-COUNT", text, count, exactly)

    def check_dag(self, text: str) -> FileCheck:
        """The text comes, in any order with the other ones of this kind beside it."""
        return self._add("CHECK-DAG", text)

    def check_source_highlighted(self, text: str) -> FileCheck:
        """The text comes in a line of source with ~ below all of it."""
        return self._add("CHECK-SOURCE-HIGHLIGHTED", text)

    def check_regex(self, text: str) -> FileCheck:
        """Expects a match of the regular expression next."""
        return self._add("CHECK-REGEX", text)

    def run(self, *texts: Any, checks_file: Any = None, test_string: Any = None, test_graph: Any = None) -> None:
        """Checks a text, or str() of a graph; of two, the first one holds checks as `# CHECK: …` lines.

        Raises:
            RuntimeError: a check is not fulfilled
        """
        self._has_run = True
        given = [*texts, *(one for one in (checks_file, test_string, test_graph) if one is not None)]
        given = [one.decode() if isinstance(one, bytes) else str(one) for one in given]
        if len(given) not in (1, 2):
            raise TypeError(f"FileCheck.run: a text, or checks and a text, not {len(given)} arguments")
        checks = self._checks + (_parse(given[0]) if len(given) == 2 else [])
        if not checks:
            raise RuntimeError("No checks have been added to this instance of FileCheck! Check for bad input.")
        _Run(given[-1], checks).all()

    def __repr__(self) -> str:
        lines = ["FileCheck checks:"]
        for kind, text, count, exactly in self._checks:
            lines.append(f"\t{kind}-{count}: {text}" if kind == "CHECK-COUNT" else f"\t{kind}: {text}")
            lines += [f"\tCHECK-NOT: {text}"] * exactly
        return "\n".join(lines)

    def __del__(self) -> None:
        """Says that nothing was checked: a test forgot run()."""
        if not getattr(self, "_has_run", True):
            print(f"You have not run this instance of FileCheck!\n{self!r}")


def _parse(text):
    """The checks that the lines of a text ask for."""
    found = []
    for line in text.splitlines():
        match = _LINE.search(line)
        if not match:
            continue
        kind, count, rest = match.groups()
        exactly = "EXACTLY" in kind
        kind = "CHECK-COUNT" if "COUNT" in kind else kind
        if kind != "CHECK-COUNT" and kind not in _KINDS:
            raise RuntimeError(f"FileCheck: there is no check {kind}")
        found.append((kind, rest.strip(), int(count or 1), exactly))
    return found


class _Run:
    """A text, and where the last check that was fulfilled ended."""

    def __init__(self, text, checks):
        self.text, self.checks, self.at = text, checks, 0

    def all(self):
        checks = self.checks
        i = 0
        while i < len(checks):
            kind = checks[i][0]
            if kind in ("CHECK-DAG", "CHECK-NOT"):  # groups of the same kind beside each other
                group = [checks[i]]
                while i + len(group) < len(checks) and checks[i + len(group)][0] == kind:
                    group.append(checks[i + len(group)])
                self.dag(group) if kind == "CHECK-DAG" else self.none(group, checks[i + len(group) :])
                i += len(group)
            else:
                self.one(*checks[i])
                i += 1

    def fail(self, kind, text, start, end=None):
        found = self.text[start:end]
        raise RuntimeError(
            f'Expected to find "{text}" but did not find it\nSearched string:\n{found}\nFrom {kind}: {text}\n'
        )

    def refuse(self, kind, text, at, found=None):
        """The text is where it should not be."""
        found = found or text
        end = self.line_end(at)
        column = at - (self.text.rfind("\n", 0, at) + 1)
        found = found.replace("\n", "\\n")
        marked = f"{self.text[:end]}\n{' ' * column}{'~' * len(found)} <--- HERE{self.text[end:]}"
        raise RuntimeError(f'Expected to not find "{found}" but found it\n{marked}\nFrom {kind}: {text}\n')

    def find(self, kind, text, start, end=None):
        at = self.text.find(text, start, len(self.text) if end is None else end)
        if at < 0:
            self.fail(kind, text, start, end)
        return at

    def line_end(self, at):
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def one(self, kind, text, count, exactly):
        if kind == "CHECK-REGEX":
            match = re.compile(text).search(self.text, self.at)
            if not match:
                escaped = text.replace("\\", "\\\\")
                raise RuntimeError(
                    f'Expected to find regex "{escaped}" but did not find it\nSearched string:\n{self.text}'
                )
            self.at = match.end()
        elif kind == "CHECK-SOURCE-HIGHLIGHTED":
            self.highlighted(text)
        elif kind in ("CHECK-SAME", "CHECK-NEXT"):
            at, start = self.find(kind, text, self.at), self.at
            if kind == "CHECK-NEXT":
                start = self.find(kind, "\n", start, at) + 1
            more = self.text.find("\n", start, at)
            if more >= 0:
                self.refuse(kind, text, more, "\n")
            self.at = at + len(text)
        else:
            named = f"{kind}-{count}" if kind == "CHECK-COUNT" else kind
            for _ in range(count):
                self.at = self.find(named, text, self.at) + len(text)
            if exactly and self.text.find(text, self.at) >= 0:
                self.refuse("CHECK-NOT", text, self.text.find(text, self.at))

    def dag(self, group):
        ends = [self.find(kind, text, self.at) + len(text) for kind, text, _, _ in group]
        self.at = max(ends)

    def none(self, group, later):
        """None of these before what the next check finds."""
        end = len(self.text)
        if later and later[0][0] not in ("CHECK-NOT", "CHECK-REGEX"):
            found = self.text.find(later[0][1], self.at)
            end = end if found < 0 else found
        for kind, text, _, _ in group:
            at = self.text.find(text, self.at, end)
            if at >= 0:
                self.refuse(kind, text, at)

    def highlighted(self, text):
        kind, start = "CHECK-SOURCE-HIGHLIGHTED", self.at
        while True:
            at = self.text.find(text, start)
            if at < 0 and start == self.at:
                self.fail(kind, text, start)
            if at < 0:
                raise RuntimeError(f'Expected to find "{text}"highlighted but it is not.\n{self.text}\n')
            below = self.line_end(at) + 1
            first = below + at - (self.text.rfind("\n", 0, at) + 1)
            last = first + len(text)
            if self.text[first:last] == "~" * len(text):
                for beside in (first - 1, last):
                    if self.text[beside : beside + 1] == "~":
                        self.refuse(kind, text, beside, "~")
                self.at = last
                return
            start = at + 1
