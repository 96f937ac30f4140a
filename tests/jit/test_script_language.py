# ruff: noqa: B023, F841, UP006, UP007, UP045
"""More of the language: comments, comprehensions, tuples of results, gradients, and errors that say where."""

import contextlib
import io
import math
import shutil
import sys
import threading
from typing import List, Optional, Union  # noqa: UP035
from unittest import mock

import pytest
import torch
from pytorch_c.nn.common_types import _size_2_t

import pytorch_c
from pytorch_c import jit, nn


def without_result(x, n):
    # type: (Tensor, int)
    return x * n


def same_name_inside():
    i = 1
    found = [i if i != 5 else 3 for i in range(7)]
    return i, found


def kinds(x: Union[int, float, str, List[int]]) -> int:
    found = 0
    if isinstance(x, (int, (float,), list)):
        found += 1
    return found


def results(x):
    found = x.max(1)
    return found[0], pytorch_c.topk(x, 2)


def gradient(x):
    y = x.clone().requires_grad_()
    return pytorch_c.autograd.grad([(y * y).sum()], [y])


def backward(x):
    y = x.clone().requires_grad_()
    pytorch_c.autograd.backward((y * y).sum())
    return y.grad


def unwrapped(x: Optional[int]) -> int:
    return jit._unwrap_optional(x) + 1


def filled(x):
    return pytorch_c.nn.init.constant_(x.clone(), 3.0)


@jit.unused
def left_out(x):
    # type: (List[int]) -> int
    return sum(sorted(x, key=lambda one: -one))


def calls_what_is_left_out(x: List[int], run: bool) -> int:
    if run:
        return left_out(x)
    return 1


def test_a_type_comment_needs_no_result():
    assert jit.script(without_result)(pytorch_c.ones(2), 3).tolist() == [3.0, 3.0]


def test_a_comprehension_has_names_of_its_own():
    assert jit.script(same_name_inside)() == same_name_inside()


def test_isinstance_takes_tuples_in_tuples():
    program = jit.script(kinds)
    assert [program(x) for x in (1, 1.5, "a", [1])] == [1, 1, 0, 1]


def test_results_of_operators_are_tuples_in_what_is_given():
    values, (most, places) = jit.script(results)(pytorch_c.tensor([[1.0, 3.0, 2.0]]))
    assert (values.tolist(), most.tolist(), places.tolist()) == ([3.0], [[3.0, 2.0]], [[1, 2]])


def test_gradients_are_taken_in_programs():
    x = pytorch_c.tensor([1.0, 2.0])
    assert jit.script(gradient)(x)[0].tolist() == [2.0, 4.0]
    assert jit.script(backward)(x).tolist() == [2.0, 4.0]


def test_an_optional_is_unwrapped():
    assert jit.script(unwrapped)(3) == 4
    assert jit._unwrap_optional(3) == 3
    with pytest.raises(RuntimeError, match="Unwrapping null optional"):
        jit.script(unwrapped)(None)
    with pytest.raises(AssertionError, match="Unwrapping null optional"):
        jit._unwrap_optional(None)


def test_initializers_run_in_programs():
    assert jit.script(filled)(pytorch_c.ones(2)).tolist() == [3.0, 3.0]
    text = "def fill(a, b):\n    # type: (Tensor, float)\n    return pytorch_c.nn.init.constant_(a, b)\n"
    assert jit.CompilationUnit(text).fill(pytorch_c.ones(2), 4.0).tolist() == [4.0, 4.0]


def test_what_is_left_out_keeps_its_result():
    program = jit.script(calls_what_is_left_out)
    assert program([1], False) == 1
    with pytest.raises(jit.Error, match="annotated to be ignored and cannot be run"):
        program([1], True)


# ---- errors ----


def unset(x):
    if x.sum() > 0:
        y = 1
    return y


def not_here(x: float):
    return math.hypot(x, x)


def no_attribute():
    return shutil.nobody


def too_many(x):
    # type: (int, int) -> int
    return x


def no_length(x):
    # type: (BroadcastingListx[int]) -> List[int]
    return x


def not_annotated(x, dim):
    return x.sum(dim)


ERRORS = [
    (unset, r"y is not defined in the false branch:\n.*\n(.*\n)*?    if x.sum\(\) > 0:\n    ~~ <--- HERE"),
    (not_here, r"Python builtin <built-in function hypot> is currently(.*\n)+.*math.hypot\(x, x\)\n.*HERE"),
    (no_attribute, r"object has no attribute nobody(.*\n)+.*shutil.nobody\n.*HERE"),
    (
        too_many,
        r"annotations \(2\) did not match the number of function parameters \(1\):(.*\n)+def too_many\(x\):\n~+ <",
    ),
    (no_length, r"must be a positive integer: BroadcastingListx"),
    (not_annotated, r"Inferred the value for argument 'dim' to be of type 'Tensor' because it was not annotated"),
]


@pytest.mark.parametrize(("function", "message"), ERRORS, ids=lambda one: getattr(one, "__name__", ""))
def test_an_error_says_what_and_where(function, message):
    with pytest.raises(RuntimeError, match=message):
        jit.script(function)


def test_an_error_of_a_text_is_of_the_name_that_nobody_knows():
    def known(x):
        return x + 1

    with pytest.raises(RuntimeError, match="undefined value unknown"):
        jit.CompilationUnit("def f(x):\n    y = known(x)\n    return unknown(y)\n")


def test_a_program_of_an_unannotated_argument_has_torchs_schema():
    assert str(jit.script(without_result).schema) == str(torch.jit.script(without_result).schema).strip()


# ---- print ----


def says(n: int):
    print("n is", n, 1.5)


class Broken:
    def write(self, text):
        raise KeyError("no place")


def test_what_a_program_prints_goes_where_python_prints(capsys):
    program = jit.script(says)
    program(3)
    assert capsys.readouterr().out == "n is 3 1.5\n"
    written = io.StringIO()
    with contextlib.redirect_stdout(written):
        program(4)
    assert written.getvalue() == "n is 4 1.5\n"


def test_a_stdout_that_fails_does_no_harm():
    seen = []
    with contextlib.redirect_stdout(Broken()), mock.patch.object(sys, "unraisablehook", seen.append):
        jit.script(says)(3)
    assert [one.exc_type for one in seen] == [KeyError]
    with contextlib.redirect_stdout(None):
        jit.script(says)(3)


def test_prints_of_other_threads_arrive(capsys):
    program = jit.script(says)
    threads = [threading.Thread(target=program, args=(n,)) for n in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(capsys.readouterr().out.splitlines()) == [f"n is {n} 1.5" for n in range(4)]


# ---- modules ----


def both(x: _size_2_t) -> int:
    return x[0] + x[1]


class Ranged(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.ReLU(), nn.Tanh()])

    def forward(self, x):
        for n, layer in zip(range(int(x)), self.layers):  # noqa: B905
            x = layer(x) * n
        return x


class Selfless(nn.Module):
    @jit.ignore
    def left():  # noqa: N805
        return 1

    def forward(self):
        return self.left()


class Ten(nn.Sequential):
    @jit.export
    def __len__(self):
        return 10


def test_the_names_of_sizes_are_lists_of_their_length():
    assert jit.script(both)(4) == 8
    assert jit.script(both)([1, 2]) == 3


def test_modules_say_what_is_wrong_with_them():
    with pytest.raises(RuntimeError, match="statically determinable length"):
        jit.script(Ranged())
    with pytest.raises(RuntimeError, match="'left', which is marked @ignore, does not have a self argument"):
        jit.script(Selfless())


def test_a_method_takes_the_place_of_the_containers():
    assert len(jit.script(Ten())) == len(Ten()) == 10


def negated(input: bool, inside: bool) -> bool:
    if not input:
        return not inside
    return inside


def test_names_that_begin_with_in_are_negated():
    assert [jit.script(negated)(a, b) for a in (False, True) for b in (False, True)] == [True, False, False, True]
