"""A process of pytest that runs the test files it is told: `python worker.py READ WRITE [FILE or OPTION of pytest …]`.

The arguments name all files; each line from the descriptor READ is the one that is next. Each file runs in a fork of this
process, which has imported torch once and nothing of the tests: what a file leaves behind costs the next one nothing.
WRITE receives lines of JSON: ["process", its id], ["start", test], ["report", {...}], ["warning", text], and at the end of a
file ["done", CPU seconds, exit status of the fork].
"""

from __future__ import annotations

import gc
import json
import os
import re
import sys
import traceback
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# A file about gc()'s loops, and what they find frozen; others need no collection to look at what was there before them.
LOOPS = re.compile(r"\bgc\(|gc_each|finish_gc|freeze|\bmemory\b")
STOPPED = 77  # exit status of a fork whose tests asked the session to stop, as with -x


class Queue:
    """The plugin: a session that collects and runs one file after another, in the order in which they are asked for."""

    def __init__(self, paths, descriptor):
        self.paths, self.descriptor = paths, descriptor
        self.files = None  # the collectors, by path

    def tell(self, *what):
        """Writes one line to the process that hands out the files."""
        data = memoryview((json.dumps(what) + "\n").encode())
        while data:
            data = data[os.write(self.descriptor, data) :]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session):
        """Collects folders and files, but not what is in the files: none is imported yet."""
        session.perform_collect(genitems=False)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items):
        if self.files is None:  # these are the files
            self.files = {str(node.path): node for node in items}
            items.clear()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session):
        session.config._tmp_path_factory.getbasetemp()  # one folder for the files of all forks
        gc.collect()
        gc.freeze()
        for line in self.paths:
            node = self.files.pop(os.path.abspath(ROOT / line.strip()))
            process = os.fork()
            if not process:
                self.in_fork(session, node)
            self.tell("process", process)
            _, status, used = os.wait4(process, 0)
            status = os.waitstatus_to_exitcode(status)
            self.tell("done", used.ru_utime + used.ru_stime, status)
            if status == STOPPED:
                break
        return True

    def in_fork(self, session, node):
        """Runs a file in a new process, and ends that."""
        status = 1
        try:
            self.one_file(session, node)
            status = STOPPED if session.shouldfail or session.shouldstop else 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def one_file(self, session, node):
        """Imports a file and runs its tests."""
        if LOOPS.search(node.path.read_text(encoding="utf-8")):
            gc.unfreeze()
        session.items = items = list(session.genitems(node))
        session.config.hook.pytest_collection_modifyitems(session=session, config=session.config, items=items)
        session.testscollected += len(items)
        for item, following in zip(items, [*items[1:], None]):
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.shouldfail or session.shouldstop:
                break

    def pytest_runtest_logstart(self, nodeid):
        self.tell("start", nodeid)

    def pytest_runtest_logreport(self, report):
        outcome = outcome_of(report)
        if outcome:
            self.tell("report", told(report, outcome))

    def pytest_collectreport(self, report):
        if not report.passed:
            self.tell("report", told(report, "error" if report.failed else "skipped"))

    def pytest_warning_recorded(self, warning_message, nodeid):
        where = f"{os.path.relpath(warning_message.filename, ROOT)}:{warning_message.lineno}"
        self.tell("warning", f"{where}: {warning_message.category.__name__}: {warning_message.message}", nodeid)


def outcome_of(report):
    """The word that pytest's last line has for a phase of a test; None for a set-up or tear-down without one."""
    if hasattr(report, "wasxfail"):
        return {"skipped": "xfailed", "passed": "xpassed" if report.when == "call" else None}.get(report.outcome)
    if report.when == "call":
        return report.outcome
    return {"failed": "error", "skipped": "skipped"}.get(report.outcome)


def told(report, outcome):
    """Returns what is shown of a report, where something is: a failure's text, and what the test printed."""
    out = {"test": report.nodeid, "outcome": outcome}
    if outcome in ("failed", "error"):
        captured = [f"{' ' + name + ' ':-^100}\n{text.rstrip()}" for name, text in report.sections]
        out["text"] = "\n".join([report.longreprtext, *captured])
    if outcome == "skipped":
        out["text"] = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
    return out


def main():
    read, write = map(int, sys.argv[1:3])
    for descriptor in (read, write):
        os.set_inheritable(descriptor, False)  # programs that tests start must not hold them open
    sys.path[0] = str(ROOT)  # as `python -m pytest` in that folder
    with os.fdopen(read, encoding="utf-8") as paths:
        return pytest.main(sys.argv[3:], plugins=[Queue(paths, write)])


if __name__ == "__main__":
    sys.exit(main())
