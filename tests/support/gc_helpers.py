"""Shared parts of the tests of gc(): cycles, threads, and an end for what might hang."""

import contextlib
import functools
import gc
import sys
import threading
import time
import traceback

import pytest

from pytorch_c._memory import loops

from .project import HANG


class Node:
    """Something in a cycle."""

    def __init__(self, **attributes):
        self.me = self
        self.__dict__.update(attributes)


class Blocks(Node):
    """A cycle whose finalizer waits, in its collection, until the test lets it go."""

    def __init__(self, event):
        super().__init__(event=event)

    def __del__(self):
        self.event.wait(HANG)


def in_thread(function, *args):
    """function(*args) on a thread of its own; raises what it raises. One that hangs fails, and says where."""
    found = []

    def run():
        try:
            found.append((function(*args), None))
        except BaseException as error:
            found.append((None, error))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(HANG)
    if thread.is_alive():
        pytest.fail("hangs at\n" + "".join(traceback.format_stack(sys._current_frames()[thread.ident])))
    result, error = found.pop()
    if error:
        raise error
    return result


def bounded(test):
    """Runs a test on a thread that must end within HANG."""

    @functools.wraps(test)
    def run(*args, **kwargs):
        in_thread(functools.partial(test, *args, **kwargs))

    return run


@contextlib.contextmanager
def within(seconds):
    """The block ends in time."""
    start = time.perf_counter()
    yield
    assert time.perf_counter() - start < seconds


@contextlib.contextmanager
def no_loop_left():
    """The block ends every loop that it opens, and gives the freeze back."""
    gc.collect()
    yield
    left = list(loops._stack().loops)
    for loop in left:
        loop.end()
    assert not left
    assert not gc.get_freeze_count()
