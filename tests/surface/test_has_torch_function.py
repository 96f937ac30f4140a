"""has_torch_function and its like, which libraries that extend torch call in each function, with torch as the oracle."""

from __future__ import annotations

import pytest
from support.oracle import agree

NAMES = ("has_torch_function_unary", "has_torch_function_variadic", "has_torch_function")


def values(t):
    """Values by kind: those that are asked, and those that are not."""

    class Asked(t.Tensor):
        pass

    class Silent(t.Tensor):
        __torch_function__ = t._C._disabled_torch_function_impl

    class Other:
        @classmethod
        def __torch_function__(cls, *arguments):
            return NotImplemented

    x = t.ones(2)
    plain = [x, t.nn.Parameter(x), 3, 1.5, None, "text", True, slice(None)]
    return [*plain, x.as_subclass(Asked), x.as_subclass(Silent), Other(), [Other()], (Other(),), {"a": Other()}]


def told(t):
    unary, variadic, of_list = (getattr(t.overrides, name) for name in NAMES)
    return [
        (unary(x), variadic(x), variadic(1, x), of_list([1, x]), of_list(one for one in (x,)), of_list(()))
        for x in values(t)
    ]


def test_who_is_asked():
    found = agree(told)
    assert sum(map(any, found)) == 2


@pytest.mark.parametrize("block", ["DisableTorchFunctionSubclass", "DisableTorchFunction"])
def test_nobody_is_asked_in_a_block(block):
    def case(t):
        with getattr(t._C, block)():
            return told(t)

    assert not any(map(any, agree(case)))


def test_a_mode_is_asked_of_all():
    def case(t):
        class Mode(t.overrides.TorchFunctionMode):
            def __torch_function__(self, function, types, arguments=(), options=None):
                return function(*arguments, **(options or {}))

        with Mode():
            return told(t), [getattr(t._C, f"_{name}")((1,)) for name in NAMES]

    found, of_extension = agree(case)
    assert all(one == (True, True, True, True, True, False) for one in found) and all(of_extension)


def test_what_is_no_sequence_is_refused():
    agree(lambda t: t.overrides.has_torch_function(3), raises=TypeError, text=False)


# ---- asarray, which classes are not asked for ----


def test_asarray_of_a_tensor_is_that_tensor():
    def case(t):
        x = t.ones(2)
        found = [t.asarray(x) is x, t.asarray(x, copy=False) is x, t.asarray(x, copy=True) is x]
        with t.device("meta"):
            found.append(str(t.asarray(x).device))
        return [*found, t.asarray(x, dtype=t.float64).dtype is t.float64]

    assert agree(case) == [True, True, False, "meta", True]


def test_asarray_in_a_mode():
    def case(t):
        seen = []

        class Mode(t.overrides.TorchFunctionMode):
            def __torch_function__(self, function, types, arguments=(), options=None):
                seen.append((function.__name__, len(arguments), sorted(options or {})))
                return function(*arguments, **(options or {}))

        x = t.ones(2)
        with Mode():
            t.asarray(x)
            t.asarray([1.0, 2.0], dtype=t.float64)
        return [one for one in seen if one[0] == "asarray"]

    assert len(agree(case)) == 2
