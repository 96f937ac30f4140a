"""The results of one file of tests, kept as lines of JSON, and the processes whose forks add to them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
START = 180  # seconds for an import


class Results:
    """The outcomes of a file's tests: {test: (outcome, why)}."""

    def __init__(self, path):
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self.read()

    def read(self):
        """Reads what is kept."""
        self.tests, self.seconds, self.complete, self.why_none, self.began, self.count = {}, {}, [], "", None, 0
        self.leaked = 0  # handles that were open after a file's tests, of no Tensor
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
            elif "done" in row:
                self.leaked += max(row.get("leaked", 0), 0)
            elif "of" in row:
                self.count = row["of"]
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
        """Returns whether a run with this choice, or with one that contains it, came to its end."""
        samples = ([1, 0], [choice["every"], choice["part"]])  # a line of part 0 names no part
        return any(match in ([], choice["match"]) and (sample + [0])[:2] in samples for match, *sample in self.complete)

    def why_none_passes(self):
        """The most frequent reason why a test did not pass; "not run" without a run."""
        if not self.complete and not self.tests:
            return "not run"
        texts = Counter(text or how for how, text in self.tests.values() if how != "passed")
        return self.why_none or (texts.most_common(1)[0][0] if texts else "no test in the sample")

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
        self.path.write_text(json.dumps({"of": self.count}) + "\n" + text)
        self.read()


class Side:
    """A process of worker.py, which has imported pytorch_c ("ours") or torch ("theirs") and forks for each file."""

    def __init__(self, name, folder):
        command = [sys.executable, "-W", "ignore", str(HERE / "worker.py"), name, str(folder)]
        self.process = subprocess.Popen(command, env=environment(), stdin=subprocess.PIPE, start_new_session=True)
        self.lock = threading.Lock()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.process.stdin.close()
        self.process.wait()

    def run(self, file, results, choice):
        """Runs a file's chosen tests that have no result yet, in a new fork after each test that kills one."""
        while True:
            before = len(results.tests)
            how = self._fork(file, results.path, choice | {"skip": sorted(results.tests)})
            results.read()
            if results.began is not None:
                results.add(
                    test=results.began, outcome="hang" if how == "hang" else "crash", text=f"the process ended: {how}"
                )
            elif how == "ended" or len(results.tests) == before:
                break
        if how != "ended" and not results.why_none:
            results.add(module=f"the process ended: {how}; {results.path.with_suffix('.log')}")
        results.add(all=[choice["match"], choice["every"], *filter(None, [choice["part"]])])

    def _fork(self, file, record, choice):
        """Asks for a fork and waits for it: "ended", "hang", or how it died."""
        with tempfile.TemporaryDirectory() as private:
            asked = {"file": str(file), "record": str(record), "private": private, "choice": choice}
            with self.lock:
                self.process.stdin.write(json.dumps(asked).encode() + b"\n")
                self.process.stdin.flush()
            return self._watched(Path(private), record, choice["limit"])

    def _watched(self, private, record, limit):
        """Waits while the record grows."""
        size, since, hangs = -1, time.monotonic(), False
        while not (private / "status").exists():
            time.sleep(0.1)
            if self.process.poll() is not None:
                raise RuntimeError(f"{HERE / 'worker.py'} has ended with status {self.process.returncode}")
            now = record.stat().st_size if record.exists() else 0
            if now != size or not (private / "pid").exists():
                size, since = now, time.monotonic()
            elif time.monotonic() - since > max(limit + 60, START):
                hangs, since = True, time.monotonic()
                os.killpg(int((private / "pid").read_text()), signal.SIGKILL)
        status = int((private / "status").read_text())
        if hangs:
            return "hang"
        if status < 0:
            return signal.Signals(-status).name
        return "ended" if status == 0 else f"exit status {status}"


def environment():
    """The environment of a process that runs tests."""
    return os.environ | {
        "OMP_NUM_THREADS": "1",
        "PYTORCH_TESTING_DEVICE_ONLY_FOR": "cpu",
        "PYTHONWARNINGS": "ignore",
        "PYTORCH_TEST_WITH_SLOW": "0",
        "CUDA_VISIBLE_DEVICES": "",
        "PYTHONHASHSEED": "0",
        "PYTORCH_PRINT_REPRO_ON_FAILURE": "0",
    }
