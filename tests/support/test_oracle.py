"""The oracle itself: it goes red for whatever is not the same, and for a case that shows nothing."""

import sys
import types

import numpy
import pytest
import torch
from support import oracle
from support.compare import Different, same
from support.oracle import (
    BrokenCase,
    Code,
    agree,
    agree_all,
    agree_on,
    all_of,
    cases,
    error_of,
    raises,
    refusals,
    refused,
)

import pytorch_c


def ours(t):
    return t is pytorch_c


# ---- values ----

DIFFERENT = {
    "a value": lambda t: t.ones(2) + ours(t),
    "a value beyond the tolerance": lambda t: t.ones(2) + 1e-4 * ours(t),
    "an int": lambda t: t.tensor([1, 2 + ours(t)]),
    "a dtype": lambda t: t.ones(2, dtype=t.float64 if ours(t) else t.float32),
    "a shape": lambda t: t.ones(2, 1) if ours(t) else t.ones(2),
    "strides": lambda t: t.ones(2, 3) if ours(t) else t.ones(3, 2).t(),
    "requires_grad": lambda t: t.ones(2, requires_grad=ours(t)),
    "a layout": lambda t: t.eye(2) if ours(t) else t.eye(2).to_sparse(),
    "a number": lambda t: 2.0 if ours(t) else 2.5,
    "the kind of a number": lambda t: 2 if ours(t) else 2.0,
    "None": lambda t: None if ours(t) else t.ones(2),
    "a text": lambda t: "a" if ours(t) else "b",
    "a length": lambda t: [t.ones(1)] * (1 + ours(t)),
    "a list": lambda t: [1] if ours(t) else (1,),
    "a place in a tuple": lambda t: (1, [2, t.ones(1) * ours(t)]),
    "a key": lambda t: {"a": 1} if ours(t) else {"b": 1},
    "the order of keys": lambda t: {"a": 1, "b": 2} if ours(t) else {"b": 2, "a": 1},
    "a value of a dict": lambda t: {"a": t.ones(1) * ours(t)},
    "a field": lambda t: tuple(t.ones(2, 2).max(0)) if ours(t) else t.ones(2, 2).max(0),
    "an array": lambda t: numpy.ones(2) * ours(t),
    "the dtype of an array": lambda t: numpy.ones(2, dtype="float32" if ours(t) else "float64"),
    "a device": lambda t: t.device("meta" if ours(t) else "cpu"),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_a_difference_is_red(name):
    with pytest.raises(AssertionError):
        agree(DIFFERENT[name])
    with pytest.raises(AssertionError, match="1 of 1"):
        agree_all([DIFFERENT[name]])


def test_what_is_the_same_is_green():
    agree(lambda t: {"a": (t.ones(2), [t.eye(2).to_sparse(), 1.5, float("nan")], numpy.ones(2)), "b": t.float32})
    agree(lambda t: t.ones(2, 3) if ours(t) else t.ones(3, 2).t(), strides=False)
    assert agree_on("x + 1").shape == (3, 4)


# ---- cases that show nothing ----

BROKEN = {
    "a name that nobody defined": "vv.sum()",
    "a method that neither has": "v.summ()",
    "a function that neither has": "t.summ(v)",
    "a module that neither has": "t.nothing.sum(v)",
    "an attribute of a class": "t.Tensor.summ(v)",
    "an import": "x = __import__('no_such_module')",
    "an error that is not expected": "v[9]",
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_case_is_red(name):
    with pytest.raises((AssertionError, NameError, AttributeError, ImportError)):
        agree_on(BROKEN[name])
    with pytest.raises((AssertionError, NameError, AttributeError, ImportError)):
        agree_on(BROKEN[name], raises=TypeError)


@pytest.mark.parametrize("name", [name for name in BROKEN if name not in ("an error that is not expected",)])
def test_a_broken_case_in_a_sweep_is_red(name):
    with pytest.raises(AssertionError):
        agree_all([BROKEN[name], "v + 1"])


@pytest.mark.parametrize("code", ["t.summ(v)", "t.nn.summ(v)", "t.Tensor.summ(v)"])
def test_what_a_module_lacks_is_no_expected_error(code):
    with pytest.raises(AttributeError, match="summ"):
        agree_on(code, raises=AttributeError)


def test_what_a_tensor_lacks_may_be_expected_where_torch_lacks_it(monkeypatch):
    agree_on("v.summ()", raises=AttributeError)
    monkeypatch.setattr(torch.Tensor, "summ", torch.Tensor.sum, raising=False)
    with pytest.raises(AttributeError, match="summ"):
        agree_on("v.summ()", raises=AttributeError)


def test_two_attributes_are_two_errors():
    with pytest.raises(AssertionError, match="mine"):
        agree(lambda t: t.ones(2).mine if ours(t) else t.ones(2).others, raises=AttributeError)


def test_a_local_name_without_a_value_is_red():
    def scenario(t):
        if not t:
            found = 1
        return found

    with pytest.raises(UnboundLocalError):
        agree(scenario)


def test_no_syntax_is_red():
    for code in ("x +", "x = = 1"):
        with pytest.raises(SyntaxError):
            Code(code)


def test_names_that_cannot_be_made_are_red():
    with pytest.raises(BrokenCase, match="ZeroDivisionError"):
        agree_on("x", raises=ZeroDivisionError, names=lambda t: {"x": 1 / 0})


def test_a_scenario_that_gives_nothing_is_red():
    with pytest.raises(BrokenCase, match="nothing is compared"):
        agree(lambda t: None)


@pytest.mark.parametrize("kind", [NameError, UnboundLocalError, SyntaxError, ImportError, Exception, BaseException])
def test_what_no_case_can_expect(kind):
    with pytest.raises(BrokenCase, match=kind.__name__):
        agree(lambda t: t.ones(2)[5], raises=kind)


# ---- expected exceptions ----


def test_an_expected_exception_is_green():
    agree_on("v[9]", raises=IndexError)
    agree(lambda t: t.ones(2) @ t.ones(3), raises=RuntimeError)


WRONG = {
    "another kind": ("v[9]", TypeError),
    "a base of torch's": ("v[9]", LookupError),
    "none was raised": ("v[0]", IndexError),
    "only torch's": ("v[0] if t.__name__ == 'pytorch_c' else v[9]", IndexError),
    "only ours": ("v[9] if t.__name__ == 'pytorch_c' else v[0]", IndexError),
    "ours of another kind": ("int('a') if t.__name__ == 'pytorch_c' else v[9]", IndexError),
    "not the kind said to be ours": ("int('a') if t.__name__ == 'pytorch_c' else v[9]", (IndexError, TypeError)),
}


@pytest.mark.parametrize("name", WRONG)
def test_another_exception_is_red(name):
    with pytest.raises(AssertionError):
        agree_on(*WRONG[name])


def test_ours_may_be_said_to_be_another():
    agree_on("int('a') if t.__name__ == 'pytorch_c' else v[9]", (IndexError, ValueError))


def test_other_words_are_red_where_they_count():
    def scenario(t):
        raise ValueError(t.__name__ if t is torch else "other")

    with pytest.raises(AssertionError, match="says 'other'"):
        agree(scenario, ValueError)
    agree(scenario, ValueError, text=False)
    agree(raises(ValueError, text=False)(scenario))
    scenario.raises = TypeError, False
    with pytest.raises(AssertionError, match="not <class 'TypeError'>"):
        agree(scenario)


def test_error_of_what_raises_nothing_is_red():
    assert type(error_of(int, "a")) is ValueError
    with pytest.raises(pytest.fail.Exception):
        error_of(int, "1")
    with pytest.raises(NameError):
        error_of(lambda: nothing)  # noqa: F821


# ---- sweeps ----


def test_a_sweep_counts_what_is_refused():
    codes = ["v + 1", "v[9]", "v[8]", "v @ 1"]
    agree_all(codes, {IndexError: 2, TypeError: 1})
    for table in ({}, {IndexError: 2}, {IndexError: 3, TypeError: 1}, {IndexError: 2, TypeError: 1, ValueError: 1}):
        with pytest.raises(AssertionError, match="refused"):
            agree_all(codes, table)


def test_a_sweep_compares_what_it_looks_at():
    other = [lambda t: t.ones(2) * (1 + ours(t))]
    agree_all(other, look=lambda value: str(value.dtype))
    with pytest.raises(AssertionError, match="1 of 1"):
        agree_all(other, look=lambda value: value.tolist())


# ---- empty collections ----


def test_nothing_to_do_is_red():
    empty = types.ModuleType("empty")
    for make in (
        lambda: agree_all([]),
        lambda: all_of(empty),
        lambda: cases(""),
        lambda: cases("a |  | b"),
        lambda: refused({}),
        lambda: refused({TypeError: []}),
        lambda: refusals({}),
        lambda: refusals({TypeError: {}}),
    ):
        with pytest.raises(BrokenCase):
            make()


def test_scenarios_are_the_modules_own():
    module = types.ModuleType("scenarios")
    exec("def one(t): pass\ndef two(t): pass\ndef other(x): pass", vars(module))
    module.agree = agree
    assert [f.__name__ for f in oracle.scenarios_of(module)] == ["one", "two"]
    assert [f.__name__ for f in oracle.scenarios_of(module, [module.one])] == ["two"]
    with pytest.raises(BrokenCase, match="no scenarios"):
        oracle.scenarios_of(module, [module.other])
    with pytest.raises(BrokenCase, match="has no scenarios"):
        oracle.scenarios_of(module, [module.one, module.two])
    assert sys.modules[__name__].ours in oracle.scenarios_of(sys.modules[__name__])


def test_no_parametrization_is_empty(pytestconfig):
    assert pytestconfig.getini("empty_parameter_set_mark") == "fail_at_collect"


def test_same_says_where():
    with pytest.raises(Different, match=r"result\[1\]\['a'\]"):
        same((1, {"a": pytorch_c.ones(1)}), (1, {"a": torch.zeros(1)}))
