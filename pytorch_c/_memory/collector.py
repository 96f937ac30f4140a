"""A full garbage collection with a time limit.

A finalizer may block for ever, and nothing can interrupt it; so where a collection would run one that is written in
Python, it runs on a thread of its own, and the caller waits for it as long as it likes. Where it would not, it runs here:
two switches of threads cost more than most collections, and much more where the cores are busy.
"""

import _thread
import os
import sys
import threading
import time
from queue import SimpleQueue

from .._boundary.handle import core

_PAUSE = 0.0005
_MANY = 50_000  # objects: a collection of more takes so long that the switches do not count


class _Request:
    """One collection that a thread waits for."""

    def __init__(self, deadline):
        self.deadline = deadline
        self.ran = self.error = None
        self.claim, self.done = threading.Lock(), threading.Lock()
        self.done.acquire()

    def serve(self):
        if not self.claim.acquire(blocking=False):
            return  # the thread that waits has given up, or another one serves it
        try:
            self.ran = collect_here(self.deadline)
        except BaseException as error:  # handed to the thread that waits
            self.error = error
        self.done.release()


class _Worker:
    def __init__(self):
        self.requests, self.resting = SimpleQueue(), False
        # Not a threading.Thread: that waits until it runs.
        _thread.start_new_thread(self._run, ())

    def _run(self):
        for request in iter(self.requests.get, None):
            if time.monotonic() < request.deadline:
                request.serve()
            request = None


_worker = None
_forked_in_collection = False


def collect_here(deadline=None):
    """A full collection on this thread; False if one on another thread did not end before the deadline."""
    while not core.collect():
        if deadline is not None and time.monotonic() > deadline:
            return False
        time.sleep(_PAUSE)
    return True


def is_inside_finalizer():
    """Returns whether this thread is in a collection, which can hold no other."""
    return core.collecting() == threading.get_ident()


def collect(timeout):
    """A full collection; nothing inside of a finalizer.

    Raises TimeoutError, which says where it hangs, after `timeout` seconds; with None it runs
    on the calling thread without a limit.
    """
    if is_inside_finalizer():
        return
    if _forked_in_collection:
        raise TimeoutError(
            "this process was forked while another thread collected garbage: Python cannot collect in it"
        )
    if timeout is None:
        collect_here()
        return
    ran = core.collect_unless_blocked(_MANY)
    if not ran:
        deadline = time.monotonic() + timeout
        while ran is False and time.monotonic() < deadline:  # one is under way on another thread
            time.sleep(_PAUSE)
            ran = core.collect_unless_blocked(_MANY)
        if ran is None:
            ran = _collect_there(timeout, deadline)
        if not ran:
            raise TimeoutError(f"gc() waited {timeout} s for a garbage collection to end{_where()}")


def _collect_there(timeout, deadline):
    """A collection on a thread of its own; whether it has ended before the deadline."""
    global _worker
    request = _Request(deadline)
    try:
        _worker = worker = _worker or _Worker()
        worker.requests.put(request)
        if worker.resting:  # another thread has just sent it home
            _worker = worker = _Worker()
            worker.requests.put(request)
    except RuntimeError:  # no thread to be had: better without a limit than not at all
        request.serve()
    if not request.done.acquire(timeout=min(timeout, threading.TIMEOUT_MAX)):
        request.serve()  # one try, if the worker has not come to it
    if request.error:
        raise request.error
    return request.ran


def _where():
    """Says where the collection that is under way hangs, as the end of a sentence."""
    ident, frames = core.collecting(), []
    frame = sys._current_frames().get(ident)
    while frame is not None and frame.f_code.co_filename != __file__:
        frames.append(frame)
        frame = frame.f_back
    if not frames:
        return ""
    if frame is not None:  # on our own thread: the outermost function is a finalizer
        return f": the finalizer {_place(frames[-1])} blocks in {_place(frames[0])}"
    thread = next((repr(one.name) for one in threading.enumerate() if one.ident == ident), ident)
    return f": thread {thread} is in one, perhaps in a finalizer that blocks, in {_place(frames[0])}"


def _place(frame):
    return f"{frame.f_code.co_name}() at {frame.f_code.co_filename}:{frame.f_lineno}"


def rest():
    """Ends the thread, when nobody is in a loop any more; the next collection starts another."""
    global _worker
    worker, _worker = _worker, None
    if worker:
        worker.resting = True
        worker.requests.put(None)


def _after_fork():
    global _worker, _forked_in_collection
    _worker = None
    # Python's own flag that a collection is under way is never cleared then.
    _forked_in_collection = core.collecting() not in (0, threading.get_ident())


os.register_at_fork(after_in_child=_after_fork)
