"""Frames that another code runs in place of: by csrc/frames.c alone, without torch's compiler.

python frames.py: prints {name: None, or a traceback}. It replaces what looks for compiled code in its process.
"""

import gc
import json
import sys
import threading
import traceback
import tracemalloc
import types
import weakref

import pytorch_c  # noqa: F401
from pytorch_c._boundary import _frames


class Seen:
    """Frames that find() was shown: (name, variables, cells), of each frame."""

    frames: list = []


def find(callback, state, code, f_locals, f_globals, f_builtins, closure):
    Seen.frames.append((code.co_name, f_locals, len(closure)))
    if state is ValueError:
        raise ValueError("find")
    if state == "ask":
        return "frame", "entry", "state"
    return (state if isinstance(state, types.CodeType) else None), callback


def keep(callback, frame, result):
    return result


_frames.start(find, keep, (lambda: None).__code__)


def watched(function, *args, callback=len, **kwargs):
    """Calls the function in a thread that has a callback; what it was shown is in Seen.frames."""
    Seen.frames = []
    before = _frames.exchange(callback)
    try:
        return function(*args, **kwargs)
    finally:
        _frames.exchange(before)


def instead(function, state):
    """Lets find() be given this state with the function's frames."""
    _frames.set_state(function.__code__, state)
    return function


def made(k, shift):
    def f(a, b=2, /, *args, c, d=4, **kw):
        def inner():
            return a + k

        return inner() + b + sum(args) + c + d + sum(kw.values())

    def other(a, b=2, /, *args, c, d=4, **kw):
        z = 1000

        def inner():
            return a + k

        return z + inner() + b + sum(args) + c + d + sum(kw.values())

    return f, other


def that_find_sees_arguments_and_cells():
    f, _ = made(10, 0)
    assert watched(f, 1, 2, 3, 4, c=5, e=6) == 35
    name, variables, cells = Seen.frames[0]
    assert (name, cells) == ("f", 1)
    assert variables == {"a": 1, "b": 2, "args": (3, 4), "c": 5, "d": 4, "kw": {"e": 6}, "k": 10}
    assert f(1, c=1) == 18 and len(Seen.frames) == 2  # f and inner; nothing is shown without a callback


def that_another_code_gets_each_kind_of_argument():
    f, other = made(10, 0)
    instead(f, other.__code__)
    assert watched(f, 1, 2, 3, 4, c=5, e=6) == 1035 and watched(f, 1, c=0) == 1017
    assert f(1, 2, 3, 4, c=5, e=6) == 35
    instead(f, False)
    assert watched(f, 1, c=0) == 17 and "f" not in [name for name, *_ in Seen.frames]
    instead(f, None)
    assert watched(f, 1, c=0) == 17 and Seen.frames[0][0] == "f"


def that_the_callback_is_asked_and_kept():
    f, other = made(1, 0)
    instead(f, "ask")
    asked = []

    def callback(*given):
        asked.append(given)
        return other.__code__, None

    assert watched(f, 1, c=0, callback=callback) == 1008
    assert asked == [("frame", "entry", "state")] and [name for name, *_ in Seen.frames] == ["f"]


def that_errors_reach_the_caller_and_leave_nothing():
    def f(held):
        return held

    class Held:
        pass

    for state in (ValueError, "ask"):
        instead(f, state)
        for _ in range(3):
            held = Held()
            alive = weakref.ref(held)
            try:
                watched(f, held, callback=lambda *given: 1 / 0)
            except (ValueError, ZeroDivisionError) as error:
                assert type(error) is (ZeroDivisionError if state == "ask" else ValueError)
            else:
                raise AssertionError("nothing was raised")
            Seen.frames = held = None
            gc.collect()
            assert alive() is None


def that_generators_classes_and_modules_run_as_they_are():
    def f():
        class A:
            x = 3

        exec("y = 4", space := {})
        return [*(i for i in range(3))], A.x, space["y"]

    assert watched(f) == ([0, 1, 2], 3, 4)
    assert {name for name, *_ in Seen.frames} <= {"f", "<listcomp>"}


def that_nothing_is_leaked():
    f, other = made(10, 0)
    instead(f, other.__code__)

    def run(times):
        for _ in range(times):
            watched(f, object().__hash__() % 7, 2, 3, c=5, e=6)
        Seen.frames = []
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    run(200)
    before = run(200)
    assert run(5000) - before < 2000
    tracemalloc.stop()


def that_recursion_has_its_limit():
    def deep(n):
        return 0 if n == 0 else 1 + deep(n - 1)

    twin = types.FunctionType(deep.__code__.replace(co_name="twin"), globals(), closure=deep.__closure__)
    instead(deep, twin.__code__)
    assert watched(deep, 100) == 100
    try:
        watched(deep, 10**6)
    except RecursionError:
        pass
    else:
        raise AssertionError("nothing was raised")
    assert watched(deep, 100) == 100


def that_threads_have_callbacks_of_their_own():
    f, other = made(10, 0)
    instead(f, other.__code__)
    found = []

    def run():
        found.append({watched(f, 1, c=0) for _ in range(200)} | {f(1, c=0) for _ in range(200)})

    threads = [threading.Thread(target=run) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [{1017, 17}] * 4 and _frames.current() is None


def that_tracers_see_the_code_that_runs():
    f, other = made(10, 0)
    instead(f, other.__code__)
    seen = []

    def trace(frame, event, value):
        seen.append((frame.f_code.co_name, event))
        return trace

    sys.settrace(trace)
    try:
        assert watched(f, 1, c=0) == 1017
    finally:
        sys.settrace(None)
    assert ("other", "return") in seen and ("f", "line") not in seen


def that_wrong_calls_are_errors():
    for call in (lambda: _frames.state(3), lambda: _frames.set_state(3, None), lambda: _frames.start(1, 2, 3)):
        try:
            call()
        except TypeError:
            continue
        raise AssertionError("nothing was raised")


if __name__ == "__main__":
    found = {}
    for name, check in list(globals().items()):
        if name.startswith("that_"):
            try:
                check()
                found[name] = None
            except Exception:
                found[name] = traceback.format_exc()
    print(json.dumps(found))
