"""torch.func.rearrange, with torch as the oracle."""

import pytest
from support.oracle import agree

PATTERNS = {
    "same": ("a b c -> a b c", {}),
    "permuted": ("a b c -> c a b", {}),
    "merged": ("a b c -> (a b) c", {}),
    "merged the other way": ("a b c -> c (b a)", {}),
    "split": ("a b (c d) -> a b c d", {"d": 2}),
    "split and merged": ("a (b1 b2) c -> (a b1) (b2 c)", {"b1": 3}),
    "ellipsis": ("a ... -> ... a", {}),
    "ellipsis merged": ("a ... -> a (...)", {}),
    "ellipsis of none": ("a b c ... -> a c b ...", {}),
    "one": ("a b c -> a 1 (b c)", {}),
    "all in one": ("a b c -> (a b c)", {}),
    "empty brackets": ("a b c -> a () b c", {}),
    "spaces": ("  a   b c->a(b c)", {}),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_patterns(name):
    pattern, lengths = PATTERNS[name]
    agree(lambda t: t.func.rearrange(t.arange(48.0).reshape(2, 6, 4), pattern, **lengths), strides=False)


def test_a_dimension_of_one_goes():
    agree(lambda t: t.func.rearrange(t.arange(4.0).reshape(4, 1), "a 1 -> a"), strides=False)


def test_several_tensors():
    agree(lambda t: t.func.rearrange([t.ones(2, 3), t.zeros(2, 3)], "n a b -> a (n b)"), strides=False)


BAD = {
    "no arrow": "a b c",
    "an axis more": "a b c d -> a b c d",
    "another axis": "a b c -> a b d",
    "twice": "a a c -> a c",
    "open": "(a b c -> a b c",
    "nested": "((a) b) c -> a b c",
    "a number": "a b 4 -> a b 4",
    "sign": "a b - c -> a b c",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_patterns(name):
    agree(lambda t: t.func.rearrange(t.ones(2, 6, 4), BAD[name]), raises=ValueError, text=False)
