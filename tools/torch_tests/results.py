"""The results of one file of tests, kept as lines of JSON, and the processes that add to them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
START = 180  # seconds for an import


class Choice(dict):
    """The tests of a file that are to run: what worker.py reads."""

    def takes(self, test):
        """Whether a test's name is chosen."""
        if self["match"] and not any(word in test for word in self["match"]):
            return False
        return self["every"] < 2 or not zlib.crc32(test.encode()) % self["every"]

    def __or__(self, other):
        return Choice({**self, **other})


def choice_of(source, match=(), every=1, limit=120):
    """The choice of all tests whose names have a word of `match`, every n-th."""
    folder = str(source / "test") if source else ""
    return Choice(folder=folder, only=None, skip=[], match=list(match), every=every, limit=limit)


class Results:
    """The outcomes of a file's tests: {test: (outcome, why)}."""

    def __init__(self, path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.read()

    def read(self):
        """Reads what is kept."""
        self.tests, self.seconds, self.complete, self.why_none, self.began = {}, {}, [], "", None
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            try:
                row = json.loads(line)
            except ValueError:  # the process was killed while it wrote
                continue
            if "began" in row:
                self.began = row["began"]
            elif "test" in row:
                self.tests[row["test"]] = (row["outcome"], row["text"])
                self.seconds[row["test"]] = row.get("seconds", 0)
                self.began = None
            elif "all" in row:
                self.complete.append(row["all"])
            elif "module" in row or "fixture" in row:
                self.why_none = row.get("module") or row["text"]

    def add(self, **row):
        """Adds a line."""
        with self.path.open("a") as file:
            file.write(json.dumps(row) + "\n")
        self.read()

    def outcome(self, test):
        """passed, failed, skipped, expected failure, crash, hang; or "" for a test that did not run."""
        return self.tests.get(test, ("", ""))[0]

    def covers(self, choice):
        """Whether a run with this choice, or with one that contains it, came to its end."""
        wanted = choice["match"], choice["every"]
        return any(match in ([], wanted[0]) and not wanted[1] % every for match, every in self.complete)

    def forget(self):
        """Forgets everything."""
        self.path.unlink(missing_ok=True)
        self.read()

    def forget_failed(self, tests):
        """Forgets those of `tests` that did not pass."""
        gone = {test for test in tests if self.outcome(test) != "passed"}
        kept = [(test, found) for test, found in self.tests.items() if test not in gone]
        text = "".join(
            json.dumps({"test": test, "outcome": how, "text": why, "seconds": self.seconds[test]}) + "\n"
            for test, (how, why) in kept
        )
        self.path.write_text(text)
        self.read()


def run(side, file, results, choice):
    """Runs a file's chosen tests that have no result yet, in a new process after each test that kills one."""
    while True:
        before = len(results.tests)
        how = _process(side, file, results, choice | {"skip": sorted(results.tests)})
        results.read()
        if how == "exit status 1":  # worker.py itself has failed; its log says why
            results.add(module=f"the process ended: {how}; {results.path.with_suffix('.log')}")
            break
        if results.began is not None:
            results.add(
                test=results.began, outcome="hang" if how == "hang" else "crash", text=f"the process ended: {how}"
            )
        elif how == "ended" or len(results.tests) == before:
            break
    if how != "ended" and not results.why_none:
        results.add(module=f"the process ended: {how}")
    results.add(all=[choice["match"], choice["every"]])


def environment(private):
    """The environment of a process that runs tests, whose temporary files go to the folder `private`."""
    return os.environ | {
        "OMP_NUM_THREADS": "1", "TMPDIR": str(private), "PYTORCH_TESTING_DEVICE_ONLY_FOR": "cpu", "PYTHONWARNINGS": "ignore",
        "PYTORCH_TEST_WITH_SLOW": "0", "CUDA_VISIBLE_DEVICES": "", "PYTHONHASHSEED": "0",
        "PYTORCH_PRINT_REPRO_ON_FAILURE": "0",
    }  # fmt: skip


def run_in_forks(runs, processes):
    """Runs the files of [(file, record, choice)] under pytorch_c in forks of one process; within 20 minutes."""
    with tempfile.TemporaryDirectory() as private:
        asked = Path(private) / "runs"
        asked.write_text(json.dumps([[str(file), str(record), choice] for file, record, choice in runs]))
        command = [
            sys.executable,
            "-W",
            "ignore",
            str(HERE / "worker.py"),
            "ours",
            "--forks",
            str(asked),
            str(processes),
        ]
        subprocess.run(command, env=environment(private), stdin=subprocess.DEVNULL, timeout=1200, check=False)


def _process(side, file, results, choice):
    """Starts worker.py and waits for it: "ended", "hang", or how it died."""
    with tempfile.TemporaryDirectory() as private:
        asked = Path(private) / "choice"
        asked.write_text(json.dumps(choice))
        log = results.path.with_suffix(".log")
        command = [
            sys.executable,
            "-W",
            "ignore",
            str(HERE / "worker.py"),
            side,
            str(file),
            str(results.path),
            str(asked),
        ]
        with log.open("ab") as out:
            process = subprocess.Popen(
                command, env=environment(private), cwd=file.parent, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                start_new_session=True,
            )  # fmt: skip
            try:
                return _watched(process, results.path, choice["limit"])
            finally:
                _end(process)


def _watched(process, record, limit):
    """Waits while the record grows."""
    size, since = -1, time.monotonic()
    while process.poll() is None:
        time.sleep(0.1)
        now = record.stat().st_size if record.exists() else 0
        if now != size:
            size, since = now, time.monotonic()
        elif time.monotonic() - since > max(limit + 60, START):
            return "hang"
    if process.returncode < 0:
        return signal.Signals(-process.returncode).name
    return "ended" if process.returncode == 0 else f"exit status {process.returncode}"


def _end(process):
    """Ends the process and those that it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
