"""Counts of instructions, from valgrind's callgrind: exact where the clock of a busy machine is not.

A process that counts runs under valgrind and says through client requests what belongs to which part: they are
instructions that only valgrind understands, compiled here from its header.
"""

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HEADER = "valgrind/callgrind.h"
# Flags that the C program and the shared object for Python have in common.
REQUESTS = f"""
#include <{HEADER}>
void counting_start(void) {{ CALLGRIND_START_INSTRUMENTATION; }}
void counting_zero(void) {{ CALLGRIND_ZERO_STATS; }}
void counting_dump(const char *part) {{ CALLGRIND_DUMP_STATS_AT(part); }}
void counting_stop(void) {{ CALLGRIND_STOP_INSTRUMENTATION; }}
"""
# One thread in libtorch, and the same order of every set and dict.
ENVIRONMENT = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


def missing():
    """Returns what is not here of all that counting needs, in words; None where everything is."""
    if not shutil.which("valgrind"):
        return "valgrind is not installed"
    if not shutil.which("gcc"):
        return "gcc is not installed"
    look = subprocess.run(["gcc", "-E", "-"], input=f"#include <{HEADER}>", capture_output=True, text=True)
    return f"valgrind's headers are not installed ({HEADER})" if look.returncode else None


def compile_c(out, text, *options):
    """Compiles the text with the client requests in it. Raises SystemExit with the compiler's words."""
    source = out.with_suffix(".c")
    source.write_text(REQUESTS + text, encoding="utf-8")
    command = ["gcc", "-std=gnu11", "-O2", "-Wall", "-Werror=implicit-function-declaration", str(source), *options]
    done = subprocess.run([*command, "-o", str(out)], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{source.name} could not be compiled\n{done.stderr}")
    return out


def run(name, command, folder, settings):
    """Runs a command under callgrind; {part: instructions}. It finds the settings with `given()`."""
    out = folder / f"{name}.callgrind"
    options = ["--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={out}"]
    environment = {**os.environ, **ENVIRONMENT, "INSTRUCTIONS": json.dumps(settings)}
    environment.pop("PYTORCH_C_FINALIZER", None)
    done = subprocess.run(["valgrind", *options, *command], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{name}: counting failed\n{done.stdout}{done.stderr}")
    return dict(filter(None, map(part, folder.glob(f"{out.name}.*"))))


def given():
    """The settings of `run`, in the process that counts."""
    return json.loads(os.environ["INSTRUCTIONS"])


def part(path):
    """(name of the part, instructions) of a file that callgrind wrote; None where no request asked for it."""
    name = count = None
    with Path(path).open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("desc: Trigger: Client Request:"):
                name = line.rpartition(":")[2].strip()
            elif line.startswith(("summary:", "totals:")):
                count = int(line.split()[1])
    return (name, count) if name and count is not None else None


class Counter:
    """The client requests, from Python."""

    def __init__(self, library):
        self.requests = ctypes.CDLL(library)

    def start(self):
        self.requests.counting_start()

    def stop(self):
        self.requests.counting_stop()

    def count(self, name, function, *arguments):
        """Runs the function; what it took is the part of that name."""
        name = str(name).encode()
        self.requests.counting_zero()
        function(*arguments)
        self.requests.counting_dump(name)


def python(script, *arguments):
    """The command of a Python that counts."""
    return [sys.executable, str(script), *arguments]
