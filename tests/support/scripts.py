"""Scripts that run in a fork of the test, which has imported torch, NumPy and matplotlib already."""

import os
import runpy
import signal
import sys
import tempfile
import traceback

from .project import HANG


def run_forked(script, arguments, folder):
    """Runs a script as `python script arguments…` does, in that folder; (exit status, what it and its children wrote)."""
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        child = os.fork()
        if not child:
            os._exit(_run(script, arguments, folder, log.fileno()))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        log.seek(0)
        return status, log.read()


def _run(script, arguments, folder, log):
    """In the fork: the exit status."""
    status = 1
    signal.alarm(HANG)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os.dup2(log, 1)
    os.dup2(log, 2)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)
    try:
        os.chdir(folder)
        sys.argv, sys.path[0] = [str(script), *arguments], str(script.parent)
        runpy.run_path(str(script), run_name="__main__")
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if not isinstance(end.code, (int, type(None))):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return status
