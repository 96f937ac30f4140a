"""Closes tensors while another thread calls operators with them: python closing.py COUNT. ../README.md has more."""

import json
import sys
import threading

import pytorch_c as torch

shared, over = None, False
calls = closed = 0
ready = threading.Event()


def attempt(x):
    global closed
    try:
        assert (x @ x).shape == (8, 8)
    except torch.ClosedTensorError:
        closed += 1


def call():
    global calls
    while not over:
        x = shared
        if x is not None:
            calls += 1
            attempt(x)
            ready.set()


def main(count):
    global shared, over
    sys.setswitchinterval(1e-6)
    before = torch.live_tensors()
    caller = threading.Thread(target=call)
    caller.start()
    for i in range(count):
        x = torch.ones(8, 8)
        ready.clear()
        shared = x
        if i % 4:  # each fourth is closed at once
            ready.wait()
        if i % 8 != 7:  # the others go with their last reference
            x.close()
    over, shared = True, None
    caller.join()
    del x
    print(json.dumps({"calls": calls, "closed": closed, "left": torch.live_tensors() - before}))


main(int(sys.argv[1]))
