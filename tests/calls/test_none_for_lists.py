"""Lists as torch takes them: None for one of ints that is empty by default, and lists of a derived class."""

import pytest
from support.oracle import agree, agree_on

TAKEN = """t.amax(x, None) | t.amin(x, dim=None) | x.amax(None) | t.roll(x, 1, None) | t.roll(x, 1, dims=None)"""
REFUSED = """t.flip(x, None) | t.squeeze(x, None) | t.logsumexp(x, None)"""


@pytest.mark.parametrize("code", TAKEN.split(" | "))
def test_none_is_an_empty_list(code):
    agree_on(code)


@pytest.mark.parametrize("code", REFUSED.split(" | "))
def test_where_there_is_no_default_it_is_refused(code):
    agree_on(code, TypeError)


class Own(list):
    """A list of one's own, as torch.fx's immutable_list is one."""


@pytest.mark.parametrize(
    "call",
    [
        "cat(own([a, a]), 1)", "stack(own([a, a]))", "block_diag(*own([a, a]))", "einsum('ij,jk', own([a, a]))", "zeros(own([2, 3]))",
        "sum(a, own([0]))", "a.view(own([4]))", "a.permute(own([1, 0]))", "index_put(a, own([idx]), a[:1])",
        "unravel_index(idx, own([2, 3]))", "meshgrid(own([idx, idx]), indexing='ij')", "broadcast_tensors(*own([a, a]))",
    ],
)  # fmt: skip
def test_lists_of_a_derived_class_are_lists(call):
    agree(
        lambda t: eval(
            call if call.startswith("a.") else f"t.{call}",
            {"t": t, "own": Own, "a": t.ones(2, 2), "idx": t.tensor([0])},
        )
    )
