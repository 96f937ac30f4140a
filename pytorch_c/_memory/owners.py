"""Whose a scope or a loop is: the frame's that opened it, where that can be suspended while others run in its context.

A generator or a coroutine leaves the stack at each `yield` or `await`, and its caller goes on in the same context. What
the caller makes then is not the generator's. An owner is the id of a frame: a reference would keep what it has.

A task inherits the context of the code that starts it. What it makes while a coroutine waits for it is the coroutine's;
but a generator that is suspended waits for nobody, and so has nothing of it.
"""

import contextlib
import inspect
import sys

from .._boundary.handle import core

_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_AWAITING = inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE
_CONTEXTLIB = contextlib.__file__


def owner_here():
    """(owner, context): the id of the innermost frame on the stack that can be suspended, or None, and that of the
    running context, or None where what belongs to the frame is not for tasks that inherit the context.

    A generator that contextlib drives is no owner: what it opens is for the block of its `with`.
    """
    frame = sys._getframe(2)
    while frame is not None:
        code, back = frame.f_code, frame.f_back
        if code.co_flags & _SUSPENDED and code.co_filename != _CONTEXTLIB:
            if back is None or back.f_code.co_filename != _CONTEXTLIB:
                return id(frame), id(core.context()) if code.co_flags & _AWAITING else None
        frame = back
    return None, id(core.context())


def innermost(opened):
    """Of the loops of one context, in the order in which they were opened, the one that the running frame is in, or None.

    It is the last one of the owner that is nearest on the stack. Those of a frame that is suspended count only in
    other contexts: in the tasks that inherited them.
    """
    if len(opened) < 2 and (not opened or opened[0].owner is None) or all(one.owner is None for one in opened):
        return opened[-1] if opened else None
    frame = sys._getframe(1)
    while frame is not None:
        for one in reversed(opened):
            if one.owner == id(frame):
                return one
        frame = frame.f_back
    elsewhere = None, id(core.context())
    return next((one for one in reversed(opened) if one.owner is None or one.context not in elsewhere), None)
