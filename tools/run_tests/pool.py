"""The queue of test files and commands, and the processes that take from it."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SLOWER = 20  # wall time for a CPU second of a file, at most: a busy machine makes everything slow
STOPPED = 77  # exit status of a file after which pytest was to stop, as with -x: worker.py
GRACE = 20  # seconds to write tracebacks, once told to end
# No process, nor what it starts, takes another's core with threads that spin.
ENVIRONMENT = {"OMP_NUM_THREADS": "1"} | os.environ


class Files:
    """A unit of the queue: one test file."""

    def __init__(self, name, seconds):
        self.name, self.seconds = name, seconds


class Command:
    """A unit of the queue: a command of the shell, which has failed unless it ends with 0."""

    def __init__(self, name, seconds):
        self.name, self.seconds = name, seconds


class Ended(Exception):
    """A process that did not finish its file: how it ended."""


def words(status):
    """Returns how a process ended, by its exit status."""
    return f"ended by {signal.Signals(-status).name}" if status < 0 else f"ended with exit status {status}"


class Worker:
    """A process of pytest, which runs each file in a fork of itself."""

    def __init__(self, files, options, hang):
        self.hang = hang  # seconds, beside SLOWER times what is stored of the file
        self.names = tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".files")
        self.names.write("\n".join(files))
        self.names.flush()
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")
        read, self.paths = os.pipe()
        self.told, write = os.pipe()
        command = [sys.executable, str(HERE / "worker.py"), str(read), str(write), f"@{self.names.name}", *options]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            pass_fds=(read, write),
            start_new_session=True,
        )
        os.close(read)
        os.close(write)
        self.rest = b""
        self.fork = self.process.pid  # the process that runs the file

    def run(self, unit, heard):
        """Runs a test file; heard(kind, …) for each line of the process. Raises Ended where the file was not finished."""
        deadline = time.monotonic() + self.hang + SLOWER * unit.seconds
        try:
            os.write(self.paths, f"{unit.name}\n".encode())
        except BrokenPipeError:
            raise Ended(self.how_it_ended()) from None
        while True:
            for line in self.lines(deadline):
                kind, *what = json.loads(line)
                if kind == "process":
                    self.fork = what[0]
                    continue
                heard(kind, *what)
                if kind == "done":
                    if what[1] not in (0, STOPPED):
                        raise Ended(words(what[1]))
                    return

    def lines(self, deadline):
        """Whole lines, as soon as there are some."""
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self.told], [], [], left)[0]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.fork, signal.SIGABRT)  # pytest's faulthandler writes where each thread is
            select.select([self.told], [], [], GRACE)
            raise Ended("hung; it was ended")
        data = os.read(self.told, 1 << 16)
        if not data:
            raise Ended(self.how_it_ended())
        *lines, self.rest = (self.rest + data).split(b"\n")
        return lines

    def how_it_ended(self):
        """Words for the exit status of a process that is gone."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)
        status = self.process.poll()
        return "closed its pipe" if status is None else words(status)

    def said(self, lines=60):
        """The last lines that the process itself has written."""
        self.log.flush()
        self.log.seek(0)
        return "".join(self.log.readlines()[-lines:])

    def close(self, at_once=False):
        """Ends the process and all that it has started: after its last file, or at once."""
        with contextlib.suppress(OSError):
            os.close(self.paths)
        with contextlib.suppress(subprocess.TimeoutExpired):
            if not at_once:
                self.process.wait(GRACE)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE)
        with contextlib.suppress(OSError):
            os.close(self.told)


class Pool:
    """Threads that each take the longest unit that is left; most have a worker."""

    def __init__(self, units, make_worker, jobs, summary):
        self.left = sorted(units, key=lambda unit: (-unit.seconds, unit.name))
        self.make_worker, self.summary = make_worker, summary
        self.jobs = max(1, min(jobs, len(units)))
        self.lock = threading.Lock()
        self.open = set()  # workers, and the processes of commands

    def run(self):
        """Runs all units."""
        threads = [threading.Thread(target=self.work, daemon=True) for _ in range(self.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():
                thread.join(1)  # a wait without an end would put off Ctrl-C

    def take(self):
        """The next unit, or None."""
        with self.lock:
            return self.left.pop(0) if self.left and not self.summary.stopped else None

    def work(self):
        """Takes units until there are none."""
        worker = None
        while unit := self.take():
            start = time.monotonic()
            if isinstance(unit, Command):
                self.command(unit, start)
                continue
            worker = worker or self.begin(self.make_worker())
            found = self.summary.begin(unit)
            try:
                worker.run(unit, found.heard)
            except Ended as how:
                worker.close(at_once=True)
                found.ended(str(how), worker.said())
                worker = self.end(worker)
            self.summary.end(found, time.monotonic() - start)
        if worker:
            worker.close()
            self.end(worker)

    def begin(self, worker):
        with self.lock:
            self.open.add(worker)
        return worker

    def end(self, worker):
        with self.lock:
            self.open.discard(worker)

    def command(self, unit, start):
        """Runs a command of the shell."""
        found = self.summary.begin(unit)
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
            process = subprocess.Popen(
                unit.name,
                shell=True,
                cwd=ROOT,
                env=ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            command = self.begin(Shell(process))
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.end(command)
            log.seek(0)
            found.command(process.returncode, used.ru_utime + used.ru_stime, log.read())
        self.summary.end(found, time.monotonic() - start)

    def close(self):
        """Ends what still runs."""
        for worker in list(self.open):
            worker.close(at_once=True)


class Shell:
    """The process of a command, as close() of Pool wants it."""

    def __init__(self, process):
        self.process = process

    def close(self, at_once=False):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
