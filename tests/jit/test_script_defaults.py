# ruff: noqa: B006, RUF013, UP006, UP045
"""Defaults of parameters: as torch has them in the schema, also where Python's value is of another kind."""

from typing import Dict, List, Optional, Tuple  # noqa: UP035

import pytest
import torch

import pytorch_c
from pytorch_c import jit
from pytorch_c._jit_internal import BroadcastingList2, BroadcastingList3


def numbers(
    x, p: float = 2, q: Optional[float] = 3, r: Tuple[float, int] = (1, 2), s: bool = 1, t: int = True
) -> float:
    if q is None:
        return p
    return p + q + r[0] + t


def lists(
    x,
    kernel: BroadcastingList2[int],
    stride: Optional[BroadcastingList2[int]] = None,
    padding: BroadcastingList2[int] = 1,
    ratio: BroadcastingList3[float] = (1, 2, 3),
) -> List[int]:
    return kernel + padding if stride is None else kernel + stride + padding


def calls(x) -> List[int]:
    return lists(x, 2) + lists(x, [3, 4], 5) + lists(x, 6, padding=7)


class Net(pytorch_c.nn.Module):
    def forward(self, x, size: BroadcastingList2[int] = 2, by: float = 1) -> List[float]:
        return [size[0] * by, size[1] * by]


def test_a_number_of_another_kind_is_a_default():
    made = jit.script(numbers)
    assert str(made.schema) == str(torch.jit.script(numbers).schema)
    assert made(pytorch_c.ones(1)) == torch.jit.script(numbers)(torch.ones(1)) == 7.0


def test_sizes_have_defaults():
    made = jit.script(lists)
    assert str(made.schema).startswith(
        "lists(Tensor x, int[2] kernel, int[2]? stride=None, int[2] padding=1, float[3] ratio="
    )
    assert jit.script(calls)(pytorch_c.ones(1)) == [2, 2, 1, 1, 3, 4, 5, 5, 1, 1, 6, 6, 7, 7]
    assert made(pytorch_c.ones(1), 4, padding=(5, 6)) == [4, 4, 5, 6]


def test_sizes_of_methods_have_defaults():
    made = jit.script(Net())
    assert "int[2] size=2, float by=1." in str(made.forward.schema)
    assert made(pytorch_c.ones(1)) == [2.0, 2.0]
    assert made(pytorch_c.ones(1), 3, 0.5) == [1.5, 1.5]


def wrong_kind(x, a: int = 0.5):
    return x + a


def no_optional(x: Dict[str, int] = None):
    return x


def not_annotated(x, a=3):
    return x + a


def a_list(x, a: List[int] = [1]):
    return x + a[0]


@pytest.mark.parametrize(
    ("function", "error"),
    [
        (wrong_kind, 'Expected a default value of type int on parameter "a"'),
        (no_optional, r'Expected a default value of type Dict\[str, int\] on parameter "x"'),
        (not_annotated, r'of type Tensor \(inferred\) on parameter "a"\. ?Because "a" was not annotated'),
        (a_list, "Mutable default parameters are not supported .* on parameter a"),
    ],
)
def test_a_default_that_is_none_of_the_type_is_an_error(function, error):
    with pytest.raises(RuntimeError, match=f"(?s){error}"):
        jit.script(function)
    with pytest.raises(RuntimeError, match=f"(?s){error}"):
        torch.jit.script(function)
