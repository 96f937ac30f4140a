"""Names that are public and trust what they are given: methods called on anything, internals of the autograd package."""

import subprocess
import sys

import pytest
from support.project import HANG

START = """
import sys
import pytorch_c as t

def error_of(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return error

class Claims:
    def __init__(self, **interface):
        self.__array_interface__ = interface
"""

PROGRAMS = {
    "methods of nothing": """
        import inspect
        strangers = (2, None, object(), "x", [], t.Tensor, t.float32, t.device("cpu"), object.__new__(t.Tensor))
        for name in dir(t.Tensor):
            member = inspect.getattr_static(t.Tensor, name)
            if name in ("__init_subclass__", "__subclasshook__", "__class__", "__new__", "__dir__"):
                continue
            for stranger in strangers:
                for args in ((), (stranger,), (t.ones(2),)):
                    if callable(member):
                        error_of(member, stranger, *args)
                    elif hasattr(type(member), "__get__"):
                        try:
                            type(member).__get__(member, stranger, t.Tensor)
                        except Exception:
                            pass
        for name in ("stride", "is_contiguous", "tolist", "size", "dim"):
            assert isinstance(error_of(getattr(t.Tensor, name), 2), TypeError), name
    """,
    "a list of a tensor that is changed meanwhile": """
        import gc
        x = t.arange(100_000)
        gc.callbacks.append(lambda phase, info: x.set_(t.empty(0, dtype=t.int64)))
        gc.set_threshold(100)
        error_of(x.tolist)
    """,
    "arrays that are none": """
        for interface in (
            {}, {"version": 3}, {"data": (8, False), "shape": (1 << 40,), "typestr": "<f4", "version": 3},
            {"data": None, "shape": (2,), "typestr": "<f4", "version": 3}, {"data": (0, False), "shape": "x", "typestr": 3},
        ):
            for make in (t.tensor, t.as_tensor, t.asarray):
                if interface.get("data") != (8, False):  # an address that is not the object's: NumPy believes it too
                    assert isinstance(error_of(make, Claims(**interface)), Exception)
        Claims.__array_interface__ = property(lambda self: 1 / 0)
        for make in (t.tensor, t.as_tensor, t.asarray):
            assert isinstance(error_of(make, object.__new__(Claims)), Exception)
    """,
    "internals of autograd": """
        for module in (t.autograd, t.autograd.forward_ad, t.nn, t):
            for name in dir(module):
                member = getattr(module, name)
                if callable(member) and getattr(member, "__module__", "").startswith("pytorch_c") and name not in ("gc", "finish_gc"):
                    for args in ((2,), (object(),), (None,)):
                        error_of(member, *args)
    """,
    "an interrupt within a custom function": """
        import _thread, signal
        class Slow(t.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                signal.raise_signal(signal.SIGINT)
                return x * 2
            @staticmethod
            def backward(ctx, g):
                return g
        for _ in range(20):
            try:
                Slow.apply(t.ones(2, requires_grad=True))
            except KeyboardInterrupt:
                pass
            assert t.is_grad_enabled()
    """,
    "interrupts around no_grad": """
        import signal
        armed = False
        def interrupt(*_):
            if armed:
                raise KeyboardInterrupt
        signal.signal(signal.SIGALRM, interrupt)
        for i in range(3000):
            try:
                armed = True
                signal.setitimer(signal.ITIMER_REAL, 1e-6 * (i % 60 + 1))
                for _ in range(40):
                    with t.no_grad():
                        pass
                armed = False
            except KeyboardInterrupt:
                armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert t.is_grad_enabled(), i
    """,
}


@pytest.mark.parametrize("what", PROGRAMS, ids=lambda what: what.replace(" ", "-"))
def test_the_program_ends_well(what, tmp_path):
    lines = PROGRAMS[what].strip("\n").splitlines()
    indent = len(lines[0]) - len(lines[0].lstrip())
    program = START + "\n".join(line[indent:] for line in lines)
    # In a folder of its own: a method that writes a file takes "x" for its name.
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=HANG)
    assert ran.returncode == 0, f"{ran.returncode}: {ran.stderr[-800:]}"
