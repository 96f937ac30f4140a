"""Results of the tests of a run, and the summary that is printed."""

from __future__ import annotations

import collections
import sys
import threading
import time

from pool import STOPPED

SLOWEST = 10
WIDTH = 120
WORDS = ("passed", "failed", "error", "skipped", "xfailed", "xpassed")


class Found:
    """Outcomes of one test file or command."""

    def __init__(self, name):
        self.name = name
        self.counts = collections.Counter()
        self.failures = []  # (test, text)
        self.warnings = []
        self.skipped = collections.Counter()  # by the reason
        self.seconds = 0.0  # of CPU
        self.running = name
        self.broken = False  # the process ended: its seconds are not all
        self.stopped = False  # pytest was to stop: no other file is begun

    def heard(self, kind, *what):
        """One line of a worker."""
        if kind == "start":
            self.running = what[0]
        elif kind == "report":
            self.report(what[0])
        elif kind == "warning":
            self.warnings.append(what[0])
        elif kind == "done":
            self.seconds, status = what
            self.stopped = status == STOPPED

    def report(self, one):
        self.counts[one["outcome"]] += 1
        if one["outcome"] in ("failed", "error"):
            self.failures.append((one["test"], one["text"]))
        elif one["outcome"] == "skipped":
            self.skipped[one["text"].removeprefix("Skipped: ")] += 1

    def ended(self, how, said):
        """The process ended within the file: the test that ran has failed, those after it were not run."""
        self.broken = True
        self.counts["failed"] += 1
        text = f"The process of {self.name} {how} while it ran this test; the tests after it were not run.\n{said}"
        self.failures.append((self.running, text))

    def command(self, status, seconds, said):
        """A command ended."""
        self.seconds = seconds
        self.counts["failed" if status else "passed"] += 1
        self.output = said
        if status:
            self.failures.append((self.name, f"ended with exit status {status}\n{said}"))


class Summary:
    """All outcomes. Prints a line for each file, and at the end failures, skips, slowest files and the sum."""

    def __init__(self, units, tree):
        self.units, self.done, self.tree = units, 0, tree
        self.began = time.monotonic()
        self.found = []
        self.lock = threading.Lock()
        self.interrupted = False

    @property
    def seconds(self):
        """CPU seconds by name, of what ran to its end."""
        return {one.name: round(max(one.seconds, 0.1), 1) for one in self.found if not one.broken}

    @property
    def stopped(self):
        return self.interrupted or any(one.stopped for one in self.found)

    def begin(self, unit):
        return Found(unit.name)

    def end(self, found, wall):
        """Prints the line of a unit."""
        self.tree.look(found.name)
        with self.lock:
            self.done += 1
            self.found.append(found)
            counts = ", ".join(f"{found.counts[word]} {word}" for word in WORDS if found.counts[word]) or "no tests"
            print(f"[{self.done:3}/{self.units}] {found.name}: {counts} ({found.seconds:.1f} s CPU, {wall:.1f} s)")
            for test, _ in found.failures:
                print(f"    FAILED {test}")
            for line in getattr(found, "output", "").splitlines()[-3:]:
                print(f"    {line}")
            sys.stdout.flush()

    def total(self):
        return sum((one.counts for one in self.found), collections.Counter())

    def status(self):
        """The exit status, in pytest's numbers."""
        total = self.total()
        if self.interrupted:
            return 2
        if total["failed"] + total["error"] or self.tree.left():
            return 1
        return 0 if total else 5

    def show(self):
        """Prints the end."""
        wall = time.monotonic() - self.began
        cpu = sum(one.seconds for one in self.found)
        failures = [failure for one in self.found for failure in one.failures]
        if failures:
            print(f"{' FAILURES ':=^{WIDTH}}")
        for test, text in failures:
            print(f"{' ' + test + ' ':_^{WIDTH}}\n{text}\n")
        self.show_counted("skipped", sum((one.skipped for one in self.found), collections.Counter()))
        self.show_counted("warnings", collections.Counter(text for one in self.found for text in one.warnings))
        print(f"{f' the {SLOWEST} slowest, of {cpu:.0f} CPU seconds ':=^{WIDTH}}")
        for one in sorted(self.found, key=lambda one: -one.seconds)[:SLOWEST]:
            print(f"{one.seconds:7.1f} {one.name}")
        for test, _ in failures:
            print(f"FAILED {test}")
        for sentence in self.tree.left():
            print(f"FAILED {sentence}")
        total = self.total()
        words = [f"{total[word]} {word}" for word in WORDS if total[word] or word in ("passed", "failed", "skipped")]
        missed = self.units - self.done
        words += [f"{missed} files not run"] if missed else []
        print(f" {', '.join(words)} in {wall:.2f}s ".center(WIDTH, "="))

    def show_counted(self, title, counted):
        """Prints texts, each with the times that it came."""
        if counted:
            print(f"{f' {title} ':=^{WIDTH}}")
        for text, times in sorted(counted.items()):
            print(f"{times:5} {text}")
