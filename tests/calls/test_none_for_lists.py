"""None for a list of ints that is empty by default, as torch takes it."""

import pytest
from support.oracle import agree_on

TAKEN = """t.amax(x, None) | t.amin(x, dim=None) | x.amax(None) | t.roll(x, 1, None) | t.roll(x, 1, dims=None)"""
REFUSED = """t.flip(x, None) | t.squeeze(x, None) | t.logsumexp(x, None)"""


@pytest.mark.parametrize("code", TAKEN.split(" | "))
def test_none_is_an_empty_list(code):
    agree_on(code)


@pytest.mark.parametrize("code", REFUSED.split(" | "))
def test_where_there_is_no_default_it_is_refused(code):
    agree_on(code, TypeError)
