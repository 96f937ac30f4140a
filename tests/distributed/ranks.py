"""Starts the processes of a test: each runs one function of programs.py, and prints its result as JSON on a line."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HANG = 120  # seconds, for hangs alone


class Ranks:
    """Processes 0 to size - 1 of one group, which meet in a file; all are reaped at the end of the block.

    libraries: what each runs on, "pytorch_c" or "torch".
    """

    def __init__(self, program, size, folder, *arguments, libraries=None, script=HERE / "programs.py", **environment):
        self.size, self.found = size, None
        names = libraries or ["pytorch_c"] * size
        common = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT), **environment}
        common.pop("TORCHELASTIC_RUN_ID", None)
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
        """What each process printed last; AssertionError with its words where one has failed. `but`: not of these."""
        end, found = time.monotonic() + HANG, []
        texts = [process.communicate(timeout=max(end - time.monotonic(), 1)) for process in self.processes]
        for rank, (out, words) in enumerate(texts):
            if rank in but:
                found.append(None)
                continue
            assert self.processes[rank].returncode == 0, f"rank {rank}:\n{out}\n{words[-3000:]}"
            found.append(json.loads(out.splitlines()[-1]))
        return found


def run(program, size, folder, *arguments, **how):
    """The results of all ranks."""
    with Ranks(program, size, folder, *arguments, **how) as ranks:
        return ranks.results()
