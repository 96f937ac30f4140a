"""A process that has imported a library, and runs each script that it is told in a fork: python warm.py LIBRARY.

A line on stdin is [number, words of the command line, environment, file for stdout, file for stderr] in JSON; when a fork
has ended a line on stdout is [number, exit status]. It ends with its stdin, and so with the process that has started it.
"""

import importlib
import json
import os
import runpy
import select
import signal
import sys


def main(library):
    for name in (library, f"{library}.distributed", f"{library}.nn.parallel"):
        importlib.import_module(name)
    woken, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wakes)
    running, rest = {}, b""
    while True:
        ready = select.select([0, woken], [], [])[0]
        if woken in ready:
            os.read(woken, 4096)
            reap(running)
        if 0 in ready:
            data = os.read(0, 1 << 16)
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                number, *request = json.loads(line)
                process = os.fork()
                if not process:
                    return script(*request)
                running[process] = number
    for process in running:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def reap(running):
    """Tells of each fork that has ended."""
    while running:
        process, status = os.waitpid(-1, os.WNOHANG)
        if not process:
            return
        print(json.dumps([running.pop(process), os.waitstatus_to_exitcode(status)]), flush=True)


def script(words, environment, out, err):
    """Runs a script in this process as python would; its end is that of the process."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for descriptor, name in enumerate((os.devnull, out, err)):
        file = os.open(name, os.O_RDWR | os.O_CREAT)
        os.dup2(file, descriptor)
        os.close(file)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[:] = words
    runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1])
