"""torch.compile: programs find here what they find with torch; frames are taken over without a leak or a lost error."""

from functools import cache
from pathlib import Path

import pytest
from support.programs import printed

import pytorch_c

HERE = Path(__file__).parent
TOGETHER = (
    ("around_modules", "breaks", "guards", "modules", "settings", "combinators", "ragged", "attributes"),
    ("training", "inductor"),
)


@cache
def found(library, names):
    """{name of a program: its findings}, of programs that share a process."""
    return printed(HERE / "programs.py", library, *names)


@pytest.mark.parametrize("name", [name for names in TOGETHER for name in names])
def test_programs_find_what_torch_finds(name):
    names = next(names for names in TOGETHER if name in names)
    ours, theirs = (found(library, names)[name] for library in ("pytorch_c", "torch"))
    assert ours and type(ours) is type(theirs)
    if isinstance(theirs, dict):
        assert {key: one for key, one in ours.items() if one != theirs.get(key)} == {} and len(ours) == len(theirs)
    assert ours == theirs


@pytest.mark.parametrize(
    ("context", "asked"),
    [("_non_strict_tracing_context", "_is_non_strict_tracing"), ("_compile_session_context", "is_compiling")],
)
def test_a_block_sets_the_flag_that_is_asked(context, asked):
    compiler = pytorch_c.compiler
    ask = getattr(compiler, asked)
    with pytest.raises(ValueError), getattr(compiler, context)():
        assert ask()
        with getattr(compiler, context)():
            assert ask()
        assert ask()
        raise ValueError
    assert not ask()


def test_another_code_runs_in_the_place_of_a_frame():
    outcomes = printed(HERE / "frames.py")
    assert len(outcomes) == 10 and {name: why for name, why in outcomes.items() if why} == {}


def test_beside_torch_a_function_stays_as_it_is_and_a_warning_says_why():
    import torch  # noqa: F401

    def f(x):
        return x + 1

    with pytest.warns(UserWarning, match="torch itself is in this process"):
        assert pytorch_c.compile(f) is f
    with pytest.warns(UserWarning, match="torch itself is in this process"):
        assert pytorch_c.compile(backend="eager")(f) is f
