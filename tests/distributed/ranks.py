"""Starts the processes of a test: each runs one function of programs.py, and prints its result as JSON on a line."""

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HANG = 120  # seconds, for hangs alone


def environment(**more):
    """The environment of a rank."""
    common = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), **more}
    common.pop("TORCHELASTIC_RUN_ID", None)
    return common


class Ranks:
    """Processes 0 to size - 1 of one group, which meet in a file; all are reaped at the end of the block.

    libraries: what each runs on, "pytorch_c" or "torch".
    """

    def __init__(self, program, size, folder, *arguments, libraries=None, script=HERE / "programs.py", **more):
        self.size, self.found = size, None
        names = libraries or ["pytorch_c"] * size
        common = environment(**more)
        self.processes = []
        for rank in range(size):
            command = [
                sys.executable,
                str(script),
                program,
                names[rank],
                str(rank),
                str(size),
                str(folder),
                *map(str, arguments),
            ]
            self.processes.append(
                subprocess.Popen(command, env=common, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            )

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()

    def kill(self, rank, number=signal.SIGKILL):
        self.processes[rank].send_signal(number)

    def results(self, but=()):
        """Returns what each process printed last; AssertionError with its words where one has failed. `but`: not of these."""
        end, found = time.monotonic() + HANG, []
        texts = [process.communicate(timeout=max(end - time.monotonic(), 1)) for process in self.processes]
        for rank, (out, words) in enumerate(texts):
            if rank in but:
                found.append(None)
                continue
            assert self.processes[rank].returncode == 0, f"rank {rank}:\n{out}\n{words[-3000:]}"
            found.append(json.loads(out.splitlines()[-1]))
        return found


class Warm:
    """A process that has imported a library once, and runs scripts in forks (warm.py)."""

    def __init__(self, library):
        self.library = library
        command = [sys.executable, str(HERE / "warm.py"), library]
        self.process = subprocess.Popen(
            command, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.count, self.ended, self.rest = 0, {}, b""

    def close(self):
        """Ends it, and what still runs in its forks."""
        self.process.stdin.close()
        self.process.wait(HANG)
        self.process.stdout.close()

    def start(self, words, folder):
        """Begins a script with its arguments; its number."""
        self.count += 1
        request = [
            self.count,
            words,
            environment(),
            *(f"{folder}/{self.library}-{self.count}.{kind}" for kind in ("out", "err")),
        ]
        self.process.stdin.write(json.dumps(request) + "\n")
        return self.count

    def wait(self, number, end):
        """Exit status of a script. Raises TimeoutError at the time `end`."""
        while number not in self.ended:
            if not select.select([self.process.stdout], [], [], max(end - time.monotonic(), 0))[0]:
                raise TimeoutError(f"script {number} has not ended")
            *lines, self.rest = (self.rest + os.read(self.process.stdout.fileno(), 4096)).split(b"\n")
            assert lines or self.rest, f"the warm process of {self.library} has ended"
            self.ended.update(map(json.loads, lines))
        return self.ended.pop(number)


WARM = {}  # by library


def warm(library):
    """The warm process of a library."""
    if library not in WARM:
        WARM[library] = Warm(library)
    return WARM[library]


def close_warm():
    """Ends all warm processes."""
    while WARM:
        WARM.popitem()[1].close()


def run(program, size, folder, *arguments, libraries=None, script="programs.py", **how):
    """The results of all ranks, which are forks of warm processes; with an environment of their own, new ones."""
    if how:
        with Ranks(program, size, folder, *arguments, libraries=libraries, script=HERE / script, **how) as ranks:
            return ranks.results()
    names, end, found = libraries or ["pytorch_c"] * size, time.monotonic() + HANG, []
    with tempfile.TemporaryDirectory() as place:
        words = [str(HERE / script), program]
        started = [
            (warm(name), warm(name).start([*words, *map(str, (name, rank, size, folder, *arguments))], place))
            for rank, name in enumerate(names)
        ]
        try:
            for rank, (server, number) in enumerate(started):
                status = server.wait(number, end)
                out, err = (Path(place, f"{names[rank]}-{number}.{kind}").read_text() for kind in ("out", "err"))
                assert status == 0, f"rank {rank} ended with {status}:\n{out}\n{err[-3000:]}"
                found.append(json.loads(out.splitlines()[-1]))
        except BaseException:
            close_warm()
            raise
    return found
