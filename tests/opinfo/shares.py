"""Work in processes of their own, for a device that a forked child cannot use; each writes a line for a finished entry."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

RUN = Path(__file__).parent / "run.py"
# After an error of the device itself nothing works in that process.
BROKEN = ("CUDA error", "device-side assert", "AcceleratorError", "CUBLAS_STATUS", "CUDNN_STATUS_EXECUTION")


def work(names, share, begin, check):
    """The child: every n-th entry, from the one after `begin` of them; ends with 3 where the device is broken."""
    which, of = map(int, share.split("/"))
    for name in names[which::of][begin:]:
        print(json.dumps({"begin": name}), flush=True)
        try:
            found = check(name)
        except Exception as error:
            found = {"wrong": [f"{name}: {type(error).__name__}: {error}"], "used": []}
        print(json.dumps({"name": name, "found": found}), flush=True)
        if any(word in text for text in found["wrong"] for word in BROKEN):
            return 3
    return 0


def run(count, device, seconds):
    """{entry: report} of all shares, `count` processes side by side."""
    started = [_Share(which, count, device, seconds) for which in range(count)]
    return {name: report for share in started for name, report in share.results().items()}


class _Share:
    """One process after the other, until all entries of a share are done; what a process died in is a finding."""

    def __init__(self, which, count, device, seconds):
        self.command = [sys.executable, "-W", "ignore", RUN, "--share", f"{which}/{count}", "--device", device]
        self.command += ["--seconds", str(seconds)]
        self.found = {}
        self.start()

    def start(self):
        command = [*self.command, "--begin", str(len(self.found))]
        # Files: a pipe that nobody reads yet would hold its process up.
        self.output, self.errors = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+", errors="replace")
        self.process = subprocess.Popen(command, stdout=self.output, stderr=self.errors, text=True)

    def results(self):
        for _ in range(20):
            code = self.process.wait()
            begun = self.read(text_of(self.output))
            if code == 0:
                return self.found
            if code != 3:
                name = begun or f"share {self.command[4]}"
                last = text_of(self.errors).strip().splitlines()[-1:]
                self.found[name] = {"wrong": [f"{name}: the process ended with {code} {last}"], "used": []}
                if not begun:
                    return self.found
            self.start()
        self.process.kill()
        return self.found

    def read(self, output):
        """Takes what is finished; the entry that was begun and not finished, or None."""
        begun = None
        for line in output.splitlines():
            if line.startswith('{"begin"'):
                begun = json.loads(line)["begin"]
            elif line.startswith('{"name"'):
                told = json.loads(line)
                self.found[told["name"]], begun = told["found"], None
        return begun


def text_of(file):
    file.seek(0)
    with file:
        return file.read()
