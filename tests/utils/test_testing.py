"""torch.testing.assert_close: what passes, what fails, and in which words."""

import pytest
from support.oracle import Code, agree, cases, refused

PASSES = """
t.ones(2), t.ones(2)
t.ones(2), t.ones(2) + 1e-6
t.ones(2), t.ones(2) + 1e-3, rtol=0.01, atol=0
t.ones(2), t.ones(2).double(), check_dtype=False
t.ones(2).to(t.uint16), t.ones(2), check_dtype=False
t.ones(2, 3), t.ones(3, 2).t()
t.ones(2, device="meta"), t.zeros(2, device="meta")
t.tensor([1.0, nan]), t.tensor([1.0, nan]), equal_nan=True
t.eye(3).to_sparse(), t.eye(3).to_sparse()
t.eye(3).to_sparse(), t.eye(3), check_layout=False
t.nn.Parameter(t.ones(2)), t.ones(2)
1, 1
1.0, 1.0 + 1e-9
1, 1.0, check_dtype=False
nan, nan, equal_nan=True
True, True
None, None
np.float32(1), np.float32(1)
np.ones(2), np.ones(2)
[1, 2], (1, 2)
t.zeros(0), t.zeros(0)
"""

REFUSED = {
    AssertionError: """
t.ones(2), t.ones(2) + 1e-3
t.ones(2), t.ones(3)
t.ones(2), t.ones(2).double()
t.ones(2, 3), t.ones(3, 2).t(), check_stride=True
t.ones(2, device="meta"), t.ones(2)
t.tensor([1.0, nan]), t.tensor([1.0, nan])
t.tensor(1.0), t.tensor(2.0)
t.tensor(1.0), t.tensor(0.0)
t.arange(6).reshape(2, 3), t.arange(6).reshape(2, 3).flip(1)
t.tensor([True, False]), t.tensor([True, True])
t.tensor([1 + 1j, 2]), t.tensor([1 + 2j, 2])
t.tensor([inf, 1.0]), t.tensor([-inf, 1.0])
t.ones(2).to(t.float8_e5m2), t.tensor([1.0, 2.0]).to(t.float8_e5m2)
t.ones(2).to(t.float8_e5m2), t.ones(2).to(t.float8_e5m2), rtol=0.1, atol=0.1
t.eye(3).to_sparse(), 2 * t.eye(3).to_sparse()
t.eye(3).to_sparse(), t.ones(3, 3).to_sparse()
t.eye(3).to_sparse(), t.eye(3).flip(0).to_sparse()
t.eye(3).to_sparse(), t.eye(3)
t.eye(3).to_sparse_csr(), t.eye(3).flip(0).to_sparse_csr()
t.eye(3).to_sparse_csr(), t.ones(3, 3).to_sparse_csr()
t.eye(3).to_sparse_csc(), 3 * t.eye(3).to_sparse_csc()
t.quantize_per_tensor(t.ones(2), 0.5, 0, t.qint8), t.quantize_per_tensor(t.zeros(2), 0.5, 0, t.qint8)
t.quantize_per_tensor(t.ones(2), 0.5, 0, t.qint8), t.ones(2), check_dtype=False
1, 2
1.0, 1.1
1, 1.0
nan, nan
1.0, 0.0
True, False
None, 1
np.ones(2), np.zeros(2)
[1, [2, 3]], [1, [2, 4]]
[1], [1, 2]
{"a": t.ones(2)}, {"a": t.zeros(2)}
{"a": 1}, {"b": 1}
{"a": [1, {2: 3}]}, {"a": [1, {2: 4}]}
t.ones(2), t.zeros(2), msg="mine"
t.ones(2), t.zeros(2), msg=lambda text: text.upper()
[1], [1, 2], msg="mine"
""",
    TypeError: """
t.nn.Parameter(t.ones(2)), t.ones(2), allow_subclasses=False
np.ones(2), t.ones(2)
"a", "a"
t.ones(2), "a"
object(), object()
""",
    ValueError: """
t.ones(2), t.ones(2), rtol=0.1
""",
}


def close(case):
    """Returns None where the comparison passes."""
    return Code(f"t.testing.assert_close({case}) is None")


@pytest.mark.parametrize("case", cases(PASSES, "\n"))
def test_passes_what_torch_passes(case):
    agree(close(case))


@pytest.mark.parametrize("case, raises", refused(REFUSED, "\n"))
def test_says_what_torch_says(case, raises):
    agree(close(case), raises)
