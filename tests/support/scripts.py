"""Scripts that run in a fork of the test, which has imported torch, NumPy and matplotlib already."""

import gc
import os
import re
import runpy
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

from .project import HANG


def run_forked(script, arguments, folder):
    """Runs a script as `python script arguments…` does, in that folder; (exit status, what it and its children wrote)."""
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        child = os.fork()
        if not child:
            os._exit(_run(script, arguments, folder, (-1, log.fileno(), log.fileno())))
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        log.seek(0)
        return status, log.read()


class Popen(subprocess.Popen):
    """A Popen that runs scripts in forks where their arguments name torch, whose import costs seconds; else as it does."""

    def _execute_child(self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *more):
        words = list(map(str, args))
        if words[0] != sys.executable or not (words[1].endswith(".py") and re.search(r"\btorch", str(words[2:]))):
            return super()._execute_child(args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *more)
        read, _, _, written, _, errors = streams = more[3:9]
        self.pid = os.fork()
        if not self.pid:
            if env is not None:
                os.environ.clear()
                os.environ.update(env)
            os._exit(_run(Path(words[1]), words[2:], cwd or os.curdir, (read, written, errors)))
        self._child_created = True
        self._close_pipe_fds(*streams)


def _run(script, arguments, folder, streams):
    """In the fork: the exit status; -1 is a stream that stays."""
    status = 1
    signal.alarm(HANG)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    for number, stream in enumerate(streams):
        if stream != -1:
            os.dup2(stream, number)
    # The other ends, and those of other processes: who reads one to its end would wait for us.
    os.closerange(3, 1 << 16)
    sys.stdin = open(0, closefd=False)
    sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)
    gc.freeze()  # what the test has imported is none of the script's garbage
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
