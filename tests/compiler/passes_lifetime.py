"""Compiled backward passes hold what they must, and no longer; one thread's at a time.

python passes_lifetime.py NAME: runs the function of that name.
"""

import sys
import threading

from pytorch_c._dynamo import compiled_autograd

import pytorch_c as torch


def raised(function):
    """The error that a function raises."""
    try:
        function()
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def nothing_is_held_once_passes_are_forgotten():
    hook = lambda grad: grad * 2  # noqa: E731

    def run():
        with compiled_autograd._enable(lambda graph: graph):
            for rows in (2, 3):
                x = torch.ones(rows, 2, requires_grad=True)
                x.register_hook(hook)
                with torch.autograd.graph.saved_tensors_hooks(lambda one: one, lambda one: one):
                    x.sin().sum().backward()
        compiled_autograd.reset()

    run()
    torch.gc()
    before, references = torch.live_tensors(), sys.getrefcount(hook)
    for _ in range(5):
        run()
    torch.gc()
    assert (torch.live_tensors(), sys.getrefcount(hook)) == (before, references)


def a_failed_pass_holds_nothing():
    def fail(graph):
        raise KeyError("by the program")

    hook = lambda grad: grad * 2  # noqa: E731
    before = sys.getrefcount(hook)
    with compiled_autograd._enable(fail):
        x = torch.ones(2, requires_grad=True)
        x.register_hook(hook)
        for _ in range(3):
            assert type(raised((x * 2).sum().backward)) is KeyError
    assert x.grad is None
    del x
    torch.gc()
    assert sys.getrefcount(hook) == before


def one_pass_at_a_time():
    inside, go_on = threading.Event(), threading.Event()

    def compile_slowly(graph):
        inside.set()
        go_on.wait(60)
        return graph

    def run():
        torch.ones(2, requires_grad=True).sum().backward()

    with compiled_autograd._enable(compile_slowly):
        other = threading.Thread(target=run)
        other.start()
        assert inside.wait(60)
        assert "within another compiled autograd call" in str(raised(run))
        assert "a compiled backward pass runs" in str(raised(torch._C._dynamo.compiled_autograd.clear_cache))
        go_on.set()
        other.join()
        run()


if __name__ == "__main__":
    with torch.autograd.set_multithreading_enabled(False):
        globals()[sys.argv[1]]()
