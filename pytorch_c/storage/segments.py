"""Names of shared segments, and the process that removes those that a killed process has left.

The last storage over a segment removes its name. A process that is killed removes nothing; so each process that makes
segments with names has a small one beside it, which sees by a pipe when it has ended.
"""

from __future__ import annotations

import atexit
import os
import secrets
import sys

from .._boundary import api

_JANITOR = """
import glob, os, sys
sys.stdin.buffer.read()
for left in glob.glob(glob.escape("/dev/shm/" + sys.argv[1]) + "*"):
    try:
        os.unlink(left)
    except OSError:
        pass
"""

_prefix = ""
_watched = 0  # the process whose end is seen
_pipe = -1  # its end is this process's alone, and closes with it
_pid = 0


def fresh_name() -> str:
    """A name for a segment of this process, "/ptc_…", which goes with the process at the latest."""
    if _pid != os.getpid():
        _start()
    return f"/{_prefix}{secrets.token_hex(8)}"


def release_at_end() -> None:
    """At the end of this process its segments count as closed, also where it goes without closing its tensors."""
    global _watched
    if _watched == os.getpid():
        return
    from multiprocessing import util

    # For the main process, and for one of multiprocessing's, which may not come to `atexit`; and which forgets, when it
    # starts, what was registered while its arguments were read.
    atexit.register(api.shared_end)
    _at_exit_of_child()
    util.register_after_fork(_at_exit_of_child, lambda register: register())
    _watched = os.getpid()


def _at_exit_of_child():
    from multiprocessing import util

    util.Finalize(None, api.shared_end, exitpriority=-100)


def _start():
    global _prefix, _pipe, _pid
    prefix = f"ptc_{os.getpid()}_{secrets.token_hex(4)}_"
    theirs, _pipe = os.pipe()
    try:
        # A session of its own: Ctrl-C is not for it. All other descriptors close, as Python's do.
        os.posix_spawn(
            sys.executable,
            [sys.executable, "-I", "-S", "-c", _JANITOR, prefix],
            {},
            file_actions=[(os.POSIX_SPAWN_DUP2, theirs, 0)],
            setsid=True,
        )
    finally:
        os.close(theirs)
    _prefix, _pid = prefix, os.getpid()


def _forget():
    """In a child of fork: the pipe is the parent's, which would seem to live on."""
    global _pipe, _pid
    if _pipe >= 0:
        os.close(_pipe)
    _pipe, _pid = -1, 0


os.register_at_fork(after_in_child=_forget)
