"""gc() among hostile objects, at the interpreter's end, and in loops that begin and end again and again."""

import subprocess
import sys

import pytest

import pytorch_c

# ---- objects that run code when somebody looks at them ----


def escape(self, *args):
    raise SystemExit("escaped")


class Meta(type):
    __name__ = property(escape)
    __mro__ = property(escape)


class Hostile(metaclass=Meta):
    """Holds a tensor, and ends the program when anything but C looks at it."""

    def __init__(self, tensor):
        object.__getattribute__(self, "__dict__")["held"] = tensor

    __class__ = property(escape)
    __getattribute__ = __repr__ = __eq__ = __bool__ = escape
    __hash__ = object.__hash__


class Mapping(dict):
    __class__ = property(escape)
    items = keys = values = get = __len__ = __iter__ = __contains__ = __getitem__ = __repr__ = escape


class Sequence(list):
    __class__ = property(escape)
    __len__ = __iter__ = __getitem__ = __repr__ = escape


class Slotted:
    __slots__ = ("held",)
    __dict__ = __class__ = property(escape)

    def __init__(self, tensor):
        self.held = tensor


class Key:
    __repr__ = __eq__ = escape
    __class__ = property(escape)
    __hash__ = object.__hash__


class Sub(pytorch_c.Tensor):
    shape = dtype = device = grad_fn_name = property(escape)


HOLDERS = {
    "an object": Hostile,
    "a dict": lambda tensor: Mapping(held=tensor),
    "a list": lambda tensor: Sequence([tensor]),
    "slots": Slotted,
    "a key": lambda tensor: {Key(): tensor},
    "an object of an object": lambda tensor: Hostile([Hostile(tensor)]),
}


@pytest.mark.parametrize("name", HOLDERS)
def test_details_run_no_code_of_what_they_find(name):
    with pytorch_c.gc() as record:
        held = HOLDERS[name](pytorch_c.ones(2))
        found = record.details()
        assert [one.shape for one in found] == [(2,)] and found[0].referrers
        with pytest.raises(pytorch_c.SurvivorsError, match="still referenced: 1"):
            pytorch_c.gc(strict=True)
        del held


def test_a_subclass_that_lies_is_described_as_it_is():
    with pytorch_c.gc() as record:
        held = pytorch_c.Tensor._make_subclass(pytorch_c.ones(2), Sub)
        assert [str(one.shape) for one in record.details()] == ["(2,)"]
        del held


# ---- the interpreter's end ----


@pytest.mark.parametrize(
    "program",
    [
        "gc.callbacks.append(lambda phase, info: p.gc())",
        "gc.callbacks.append(lambda phase, info: (p.gc(), p.finish_gc()))",
        "class A: pass\na = A(); a.a = a; r = weakref.ref(a, lambda _: p.gc())",
        "class A:\n    def __del__(self): p.gc(), p.finish_gc(strict=True), list(p.gc_each([1]))\na = A(); a.a = a",
        "weakref.finalize(gc, p.gc)\np.gc()",
        "class A:\n    def __del__(self, f=p.gc):\n        with f(): pass\nsys.modules['kept'] = A()",
        "class A:\n    def __del__(self, p=p): p.live_tensors(), p.live_bytes('cpu')\nsys.kept = A()",
        "class A:\n    def __call__(self, _, f=p.gc): f()\nclass B: pass\nb = B(); sys.kept = [b, weakref.ref(b, A())]; b.b = b; del b",
    ],
)
def test_gc_at_the_end_says_nothing(program):
    start = "import gc, sys, weakref, pytorch_c as p\nx = p.ones(2)\n"
    ran = subprocess.run([sys.executable, "-c", start + program], capture_output=True, text=True, timeout=600)
    assert (ran.returncode, ran.stderr) == (0, "")


# ---- loops one after the other ----

LOOPS = {
    "with": "with p.gc():\n        a = [p.ones(2)]; a.append(a)",
    "pairs": "p.gc(); a = [p.ones(2)]; a.append(a); p.finish_gc()",
    "each": "for _ in p.gc_each([1]):\n        a = [p.ones(2)]; a.append(a)",
    "nested": "with p.gc():\n        with p.gc():\n            a = [p.ones(2)]; a.append(a)",
}


@pytest.mark.frees
@pytest.mark.parametrize("name", LOOPS)
def test_what_loops_leave_is_collected(name):
    """A loop ends while its last variables are bound; later loops free what became of them."""
    program = f"import pytorch_c as p\nmost = 0\nfor i in range(1500):\n    {LOOPS[name]}\n"
    program += "    most = max(most, p.live_tensors())\nprint(most)"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=True)
    assert int(ran.stdout) < 300


@pytest.mark.frees
def test_large_tensors_that_loops_leave_are_collected_sooner():
    program = (
        "import pytorch_c as p\nmost = 0\nfor i in range(60):\n    with p.gc():\n"
        "        a = [p.ones(4 << 20)]; a.append(a)\n    most = max(most, p.live_bytes())\nprint(most >> 20)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=True)
    assert int(ran.stdout) <= 160


def test_what_is_kept_on_purpose_does_not_make_each_loop_collect_everything():
    program = (
        "import gc, pytorch_c as p\nkept, full = [], []\n"
        "def saw(phase, info):\n    if phase == 'stop' and info['generation'] == 2 and gc.get_freeze_count() == 0: full.append(1)\n"
        "gc.collect(); gc.callbacks.append(saw)\n"
        "for i in range(1500):\n    with p.gc():\n        kept.append(p.ones(1))\nprint(len(full))"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=True)
    assert int(ran.stdout) < 40
