"""Threads that make, hand over, drop and collect tensors at once: nothing is lost, nothing is closed twice.

    PYTORCH_C_FINALIZER=NAME python tests/memory/free_threads.py [SECONDS]

prints {program: null or what went wrong} as JSON. `PYTHON_GIL=0` in front of a free-threaded Python keeps the GIL off.
"""

import gc
import json
import queue
import sys
import threading
import time
import traceback

import pytorch_c as torch

THREADS = 4
EXPLICIT = torch.finalizer() == "explicit"
BOX = queue.Queue(maxsize=64)


def drop(*tensors):
    if EXPLICIT:
        for one in tensors:
            one.close()


def compute(number):
    """Operators whose results go at once."""
    x = torch.ones(3, 3)
    y = x + x
    z = y @ x
    total = z.sum()
    assert total.item() == 54
    drop(x, y, z, total)


def hand_over(number):
    """Made by one thread, dropped by another."""
    if number % 2:
        made = torch.ones(3)
        try:
            BOX.put(made, timeout=0.01)
        except queue.Full:
            drop(made)
    else:
        try:
            drop(BOX.get(timeout=0.01))
        except queue.Empty:
            pass


def cycles(number):
    """Garbage that a collection in any of the threads finds."""
    node = [torch.ones(3)]
    drop(*node)
    node.append(node)
    if time.perf_counter_ns() % 97 == 0:
        gc.collect()


def loops(number):
    """A gc() loop of each thread's own."""
    with torch.gc():
        node = [torch.ones(3)]
        drop(*node)
        node.append(node)


def scopes(number):
    """A scope of each thread's own."""
    with torch.scope() as s:
        x = torch.ones(3)
        kept = s.keep(x + x)
    assert kept.tolist() == [2, 2, 2]
    drop(kept)


def gradients(number):
    """The graph and its hook, a pass at a time in each thread."""
    w = torch.ones(3, requires_grad=True)
    hook = w.register_hook(lambda gradient: gradient * 2)
    loss = (w * w).sum()
    loss.backward()
    assert w.grad.tolist() == [4, 4, 4]
    hook.remove()
    drop(w, loss)


SHARED = {}


def close_while_calling(number):
    """A tensor that one thread closes while the others are in calls with it: each has its result, or ClosedTensorError."""
    if number == 0:
        before, SHARED["x"] = SHARED.get("x"), torch.ones(3, 3)
        if before is not None:
            before.close()
        return
    x = SHARED.get("x")
    if x is None:
        return
    try:
        made = [x + x, torch.stack([x, x]), x[0]]
        assert x.shape == (3, 3) and x.tolist()[0] == [1, 1, 1] and made[0].sum().item() == 18
        drop(*made)
    except torch.ClosedTensorError:
        pass


def one_object(number):
    """A gradient is one object for all threads, and keeps its attributes while only the parameter holds it."""
    w = SHARED.get("w")
    if w is None:
        w = torch.ones(3, requires_grad=True)
        w.grad = torch.ones(3)
        w.grad.tag = "kept"
        w = SHARED.setdefault("w", w)  # only now: to set a gradient while others read it is a race in libtorch
    gradient = w.grad
    assert gradient is None or getattr(gradient, "tag", "kept") == "kept" and gradient.tolist() == [1, 1, 1]


def lists_change(number):
    """Lists of tensors and of numbers that one thread changes while the others hand them to operators."""
    tensors = SHARED.setdefault("tensors", [])
    numbers = SHARED.setdefault("numbers", [1, 2, 3])
    if number == 0:
        before, tensors[:] = tensors[:], [torch.ones(2) for _ in range(3)]
        numbers.append(len(numbers))
        if len(numbers) > 20:
            del numbers[3:]
        drop(*before)
        return
    made = []
    try:
        made.append(torch.tensor(numbers))
        assert made[0].tolist()[:3] == [1, 2, 3]
        made.append(torch.cat(tensors))
    except (torch.ClosedTensorError, RuntimeError, ValueError, TypeError) as error:
        assert "SystemError" not in repr(error)
    drop(*made)


def together(program, seconds):
    """Runs the program in all threads; raises what one of them has raised."""
    end, failures = time.monotonic() + seconds, []

    def body(number):
        try:
            while time.monotonic() < end and not failures:
                program(number)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=body, args=(number,)) for number in range(THREADS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    while not BOX.empty():
        drop(BOX.get())
    for one in SHARED.pop("tensors", []) + [SHARED[name] for name in ("x", "w") if name in SHARED]:
        drop(one)
    SHARED.clear()
    if failures:
        raise failures[0]


PROGRAMS = (compute, hand_over, cycles, loops, scopes, gradients, close_while_calling, one_object, lists_change)


def main():
    seconds, found = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0, {}
    compute(0)  # what is made once
    for program in PROGRAMS:
        gc.collect()
        before = torch.live_tensors()
        try:
            together(program, seconds)
            gc.collect()
            # Under `explicit` what autograd and scopes make between belongs to nobody.
            if not EXPLICIT:
                assert torch.live_tensors() == before, f"{torch.live_tensors() - before} tensors are left"
            found[program.__name__] = None
        except Exception:
            found[program.__name__] = traceback.format_exc(limit=-2)
    gil = getattr(sys, "_is_gil_enabled", lambda: True)()
    print(json.dumps({"strategy": torch.finalizer(), "gil": gil, "promises": found}))


if __name__ == "__main__":
    main()
