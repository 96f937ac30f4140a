"""Python's functions and modules in a profile with stacks, as torch's own tracer finds them in the same program."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from support.programs import printed

FILE = Path(__file__).with_name("calls.py")
FACTS = ("calls", "modules", "optimizers", "inputs", "files", "ranges", "passes", "memory", "threads", "collections")


@cache
def found(library):
    """{fact: findings} under one library, which is alone in its process: torch's tracer takes the place of ours."""
    return printed(FILE, library)


@pytest.mark.parametrize("fact", FACTS)
def test_what_is_found_is_what_torch_finds(fact):
    assert found("pytorch_c")[fact] == found("torch")[fact] != []


def test_every_fact_is_compared():
    assert [*found("pytorch_c")] == [*FACTS]


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_nothing_is_kept_of_what_ran():
    """Modules and tensors go with their last reference, while the profile runs and after it."""
    run(
        """
import weakref
import pytorch_c as torch
made = []
def program():
    model = torch.nn.Linear(3, 3)
    made.append(weakref.ref(model))
    model(torch.ones(1, 3))
with torch.profiler.profile(with_stack=True):
    program()
    assert made[0]() is None
    assert torch.live_tensors() == 0
del program
"""
    )


def test_a_profile_of_pythons_own_goes_on_after_it():
    out = run(
        """
import cProfile
import pytorch_c as torch
def after():
    return 1
own = cProfile.Profile()
own.enable()
with torch.profiler.profile(with_stack=True):
    pass
after()
own.disable()
own.print_stats()
"""
    )
    assert "(after)" in out


def test_an_exception_ends_the_calls_with_the_profile():
    run(
        """
import sys
import pytorch_c as torch
for _ in range(2):
    try:
        with torch.profiler.profile(with_stack=True) as found:
            raise KeyError("of the program")
    except KeyError:
        pass
    assert sys.getprofile() is None
    assert found.events()
module = torch.nn.Linear(1, 1)
module(torch.ones(1))
"""
    )


def test_a_parameters_function_that_fails_is_told_of_and_nothing_else_fails():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            """
import pytorch_c as torch
class Odd(torch.nn.Module):
    def __getattribute__(self, name):
        if name == "_parameters":
            raise OSError("not these")
        return super().__getattribute__(name)
    def forward(self, x):
        return x
odd = Odd.__new__(Odd)
object.__setattr__(odd, "__dict__", {**torch.nn.Module().__dict__})
with torch.profiler.profile(with_stack=True):
    odd(torch.ones(1))
print("went on")
""",
        ],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout == "went on\n", done.stderr[-3000:]
    assert "not these" in done.stderr


def test_patterns_are_found():
    """torch's own file of patterns reads the tree."""
    out = run(
        """
import pytorch_c as torch
from pytorch_c.profiler import _pattern_matcher
with torch.profiler.profile(with_stack=True, record_shapes=True) as found:
    torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4))(torch.ones(2, 3, 8, 8))
_pattern_matcher.report_all_anti_patterns(found, should_benchmark=False, print_enable=True)
print(found.profiler.kineto_results.events()[0].name())
"""
    )
    assert "Enabling Bias in Conv2d Followed By BatchNorm Pattern: 1 events matched" in out
